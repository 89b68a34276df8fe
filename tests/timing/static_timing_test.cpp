// OpenSTA on Yosys' netlists: operators and cores hold their period; a path that is made long is found.
#include "static_timing/static_timing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <tuple>

#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "operators.hpp"
#include "ops/request.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::synthesis {
namespace {

struct Family {
  const char* name;
  int period_ps;  ///< period of its standard clock
};

class HeldPeriod : public testing::TestWithParam<Family> {};
class HeldByOperator : public testing::TestWithParam<Family> {};

TEST_P(HeldByOperator, AndNotWithoutItsRegisters) {
  RTLGEN_NEED_TOOLS("sta");
  const spec::Type type = spec::Type::float_of(5, 10);
  ops::Request request{spec::Op::kAdd, type, type, true, {}};
  request.constants.resize(2);
  const hw::DelayModel device = *hw::DelayModel::find(GetParam().name);
  const TimingReport held = static_timing(bench::between_registers(request, device, GetParam().period_ps).design,
                                          device, GetParam().period_ps);
  EXPECT_GT(held.worst_ps, 0);
  EXPECT_GE(held.slack_ps, 0) << fmt::format("{}", fmt::join(held.cells, " "));
  const TimingReport long_path = static_timing(
      bench::between_registers(request, device, GetParam().period_ps, 99).design, device, GetParam().period_ps);
  EXPECT_LT(long_path.slack_ps, 0);
  EXPECT_GT(long_path.cells.size(), held.cells.size());
}

TEST_P(HeldPeriod, ByACore) {
  RTLGEN_NEED_TOOLS("sta");
  Diagnostics diagnostics;
  const std::string file = test::source_folder() + "/tests/bitstream/heat.yaml";
  const auto prepared = driver::prepare(
      {file, {std::string("hardware.device=") + GetParam().name, "hardware.extents=fixed"}}, diagnostics);
  ASSERT_TRUE(prepared) << diagnostics.render();
  const plan::Plan& plan = (*prepared)->plan;
  EXPECT_EQ(plan.clock.period_ps, GetParam().period_ps);
  const TimingReport core = static_timing(elaborate::elaborate(plan), *plan.device, plan.clock.period_ps);
  EXPECT_GT(core.worst_ps, 0);
  EXPECT_GE(core.slack_ps, 0) << fmt::format("{}", fmt::join(core.cells, " "));
}

INSTANTIATE_TEST_SUITE_P(Families, HeldByOperator, testing::Values(Family{"ice40hx", 16666}, Family{"ecp5", 12500}),
                         [](const auto& f) { return std::string(f.param.name); });

INSTANTIATE_TEST_SUITE_P(Families, HeldPeriod, testing::Values(Family{"ice40hx", 16666}, Family{"ecp5", 12500}),
                         [](const auto& f) { return std::string(f.param.name); });

TEST(Netlist, AnUnknownCellIsAFault) {
  const std::string json =
      R"({"modules": {"m": {"attributes": {"top": "1"}, "ports": {}, "cells": {"c": {"type": "MYSTERY",
          "connections": {"A": [2]}, "port_directions": {"A": "input"}}}}}})";
  EXPECT_THROW(timing_netlist(json, *hw::DelayModel::find("ice40hx")), std::runtime_error);
}

/// A register that enables others by a global buffer, and is read by some besides.
std::string enables(int enabled, int others) {
  const char* const cell = R"(, "c{}": {{"type": "{}", "connections": {{"D": [{}], "Q": [{}]{}}},
          "port_directions": {{"D": "input", "Q": "output", "E": "input"}}}})";
  std::string cells = fmt::format(fmt::runtime(cell), 0, "SB_DFF", 2, 3, "").substr(1);
  for (int i = 1; i <= enabled; ++i) cells += fmt::format(fmt::runtime(cell), i, "SB_DFFE", 2, 3 + i, R"(, "E": [3])");
  for (int i = enabled + 1; i <= enabled + others; ++i)
    cells += fmt::format(fmt::runtime(cell), i, "SB_DFF", 3, 3 + i, "");
  return R"({"modules": {"m": {"attributes": {"top": "1"}, "ports": {}, "cells": {)" + cells + "}}}}";
}

TEST(Netlist, AGlobalBufferIsOneLoad) {
  const hw::DelayModel device = *hw::DelayModel::find("ice40hx");
  for (const auto& [enabled, others, driver] :
       {std::tuple(1, 0, "FFQ_0 "), std::tuple(40, 0, "FFQ_0 "), std::tuple(40, 3, "FFQ_2 ")}) {
    const std::string netlist = timing_netlist(enables(enabled, others), device);
    const std::size_t at = netlist.find(".Q(n3)");
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(netlist.substr(netlist.rfind('\n', at) + 1, 6), driver) << enabled << " " << others;
    EXPECT_NE(netlist.find("ENG "), std::string::npos);
  }
}

TEST(StaticTiming, CellsMustBeKnown) {
  EXPECT_THROW(static_timing({}, *hw::DelayModel::find("stratixv"), 10000), InternalError);
}

TEST(Checks, SlackAndCellsAreRead) {
  const TimingReport r = parse_checks(
      "   0.540    0.540 v u1/Q (FFQ_0)\n   1.0  1.5 v u2/O (LUT_1)\n   -0.250   slack (VIOLATED)\n", 4000);
  EXPECT_EQ(r.slack_ps, -250);
  EXPECT_EQ(r.worst_ps, 4250);
  EXPECT_EQ(r.cells, (std::vector<std::string>{"FFQ_0", "LUT_1"}));
}

TEST(Checks, AReportWithoutSlackIsAFaultUnlessThereAreNoPaths) {
  EXPECT_EQ(parse_checks("No paths found.\n", 4000).worst_ps, 0);
  EXPECT_THROW(parse_checks("", 4000), EnvironmentError);
  EXPECT_THROW(parse_checks("   0.540    0.540 v u1/Q (FFQ_0)\n   margin -0.250\n", 4000), EnvironmentError);
}

}  // namespace
}  // namespace rtlgen::synthesis
