// OpenSTA on Yosys' netlists of operators: each holds the period of its family's standard clock.
#include "operators.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "ops/operator.hpp"
#include "static_timing/static_timing.hpp"
#include "tools.hpp"

namespace rtlgen::synthesis {
namespace {

struct Clock {
  const char* device;
  int period_ps;  ///< period of its standard clock
};

constexpr Clock kClocks[] = {{"ice40hx", 16666}, {"ice40up", 41666}, {"ecp5", 12500}, {"ecp5-8", 10000}};

void expect_held(const bench::Named& op, const Clock& clock) {
  const hw::DelayModel& device = *hw::DelayModel::find(clock.device);
  const TimingReport report =
      static_timing(bench::between_registers(op.request, device, clock.period_ps).design, device, clock.period_ps);
  EXPECT_GT(report.worst_ps, 0);
  EXPECT_GE(report.slack_ps, 0) << op.name << " on " << clock.device << ": "
                                << fmt::format("{}", fmt::join(report.cells, " "));
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

/// With the label `all`. No operator is refused at these clocks.
TEST_P(Held, DISABLED_ByEveryOperator) {
  RTLGEN_NEED_TOOLS("sta");
  std::set<std::string> refused;
  for (const bench::Named& op : bench::named_operators()) {
    if (ops::least_period_for(op.request, *hw::DelayModel::find(GetParam().device)) > GetParam().period_ps)
      refused.insert(op.name);
    else
      expect_held(op, GetParam());
  }
  EXPECT_EQ(refused, std::set<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Families, Held, testing::ValuesIn(kClocks), [](const auto& f) {
  std::string name = f.param.device;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace rtlgen::synthesis
