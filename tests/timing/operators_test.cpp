// OpenSTA on Yosys' netlists of operators: each holds the period of its family's standard clock.
#include "operators.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "ops/operator.hpp"
#include "synthesis/static_timing.hpp"
#include "tools.hpp"

namespace rtlgen::synthesis {
namespace {

struct Clock {
  const char* device;
  int period_ps;  ///< of its standard clock
};

constexpr Clock kClocks[] = {{"ice40hx", 16666}, {"ice40up", 41666}, {"ecp5", 12500}, {"ecp5-8", 10000}};

/// What misses its period, and by how much at most.
struct Miss {
  std::string_view name, device;
  int most_ps;
};
constexpr Miss kMisses[] = {{"float32 exp", "ice40hx", 300},   {"float32 log", "ice40up", 4300},
                            {"float32 tanh", "ice40up", 1500}, {"float16 log", "ice40up", 3700},
                            {"float16 tanh", "ecp5", 100},     {"float16 tanh", "ecp5-8", 100},
                            {"float16 tanh", "ice40up", 2000}, {"float32 pow", "ecp5", 600}};

int allowed_ps(const bench::Named& op, const Clock& clock) {
  for (const Miss& m : kMisses) {
    if (m.name == op.name && m.device == clock.device) return m.most_ps;
  }
  return 0;
}

void expect_held(const bench::Named& op, const Clock& clock) {
  const hw::DelayModel& device = *hw::DelayModel::find(clock.device);
  const TimingReport report =
      static_timing(bench::between_registers(op.request, device, clock.period_ps).design, device, clock.period_ps);
  EXPECT_GT(report.worst_ps, 0);
  EXPECT_GE(report.slack_ps, -allowed_ps(op, clock))
      << op.name << " on " << clock.device << ": " << fmt::format("{}", fmt::join(report.cells, " "));
}

class Held : public testing::TestWithParam<Clock> {};

TEST_P(Held, ByAFewOperators) {
  RTLGEN_NEED_TOOLS("sta");
  int tried = 0;
  for (const bench::Named& op : bench::named_operators()) {
    if (op.name != "float16 add" && op.name != "float16 sqrt" && op.name != "fixed<16,8> div" &&
        op.name != "float32 add")
      continue;
    ++tried;
    expect_held(op, GetParam());
  }
  EXPECT_EQ(tried, 4);
}

/// With the label `all`.
TEST_P(Held, DISABLED_ByEveryOperator) {
  RTLGEN_NEED_TOOLS("sta");
  for (const bench::Named& op : bench::named_operators()) expect_held(op, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Families, Held, testing::ValuesIn(kClocks), [](const auto& f) {
  std::string name = f.param.device;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace rtlgen::synthesis
