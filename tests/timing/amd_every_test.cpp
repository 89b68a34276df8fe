// Static timing of what users of AMD's families get: every operator, every card, every stencil of configs/ holds its
// period. With the label `all`, one after the other.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "board/clock.hpp"
#include "contract/clock.hpp"
#include "designs.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "hw/delay_model.hpp"
#include "operators.hpp"
#include "ops/operator.hpp"
#include "support/diagnostics.hpp"
#include "tools.hpp"

namespace rtlgen::bench {
namespace {

/// The chain that no number of ranks makes as fast on xc7, of 161 bits. Plans refuse it at this clock.
const std::set<std::string> kRefused = {"fma float64"};

/// "" if it holds its period.
std::string fault(const synthesis::TimingReport& r) {
  if (r.worst_ps <= 0) return "no path was found";
  if (r.slack_ps >= 0) return "";
  return fmt::format("{} ps, {} too long, from {} to {}: {}", r.worst_ps, -r.slack_ps, r.from, r.to,
                     fmt::join(r.cells, " "));
}

/// Seconds of the processor that the tools have taken so far.
double tool_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void expect_held(const std::string& name, const std::string& row, const synthesis::TimingReport& r) {
  fmt::print("{}, {}: {:.2f} ns, slack {:+.2f}, {:.0f} s in all\n", name, row, r.worst_ps / 1000.0, r.slack_ps / 1000.0,
             tool_seconds());
  std::fflush(stdout);
  EXPECT_EQ(fault(r), "") << name << ", " << row;
}

synthesis::TimingReport slack_of(int slack_ps) { return {5000 - slack_ps, slack_ps, {"LUT"}, "a", "b", {}}; }

TEST(AmdFault, IsAPathThatIsTooLongOrNone) {
  EXPECT_EQ(fault(slack_of(0)), "");
  EXPECT_NE(fault(slack_of(-1)), "");
  EXPECT_NE(fault({}), "");
}

class EveryOperator : public testing::TestWithParam<const char*> {};

TEST_P(EveryOperator, DISABLED_HoldsItsPeriod) {
  RTLGEN_NEED_TOOLS("sta");
  const hw::DelayModel& device = *hw::DelayModel::find(GetParam());
  const int period_ps = contract::Clock::of_mhz(board::standard_clock_mhz(GetParam())).period_ps;
  EXPECT_EQ(period_ps, 5000);
  std::set<std::string> refused;
  for (const OperatorCase& c : operator_cases()) {
    if (ops::least_period_for(c.request, device) > period_ps) {
      refused.insert(c.name);
      continue;
    }
    const synthesis::TimingReport report =
        synthesis::static_timing(between_registers(c.request, device, period_ps).design, device, period_ps);
    expect_held(c.name, GetParam(), report);
  }
  EXPECT_EQ(refused, device.name == "xc7" ? kRefused : std::set<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Rows, EveryOperator, testing::Values("xc7", "xcu", "xcup"),
                         [](const auto& row) { return std::string(row.param); });

/// Boards with a wiring whose parts have cells of AMD.
std::vector<std::string> timed_boards() {
  std::vector<std::string> timed;
  for (const std::string& name : frontend::board_names()) {
    Diagnostics unread;
    const auto board = frontend::load_board(name, unread);
    if (!board) continue;
    const hw::DelayModel* const device = hw::DelayModel::find(board::device_of(*board));
    if (device == nullptr || !device->cells || !device->cells->amd) continue;
    if (frontend::load_wiring(name, unread)) timed.push_back(name);
  }
  return timed;
}

TEST(EveryBoard, OfAmdIsFound) {
  EXPECT_EQ(timed_boards(), (std::vector<std::string>{"adm_pcie_ku3", "arty_a7_100", "arty_a7_35", "kcu105",
                                                      "nexys_video", "u250", "u280", "vcu118"}));
}

TEST(EveryBoard, DISABLED_HoldsEveryClock) {
  RTLGEN_NEED_TOOLS("sta");
  for (const std::string& board : timed_boards()) {
    const std::vector<ClockTiming> clocks = card_timing(board);
    EXPECT_GE(clocks.size(), 2U) << board;
    for (const ClockTiming& c : clocks) expect_held(board, c.net, c.report);
  }
}

/// A remainder in front of the registers that take the reset of a Vitis kernel, which come from its platform.
TEST(EveryBoard, DISABLED_ALongPathIntoAKernelIsFound) {
  RTLGEN_NEED_TOOLS("sta");
  int edited = 0;
  const std::vector<ClockTiming> clocks = card_timing("u250", [&edited](std::string& text) {
    const std::string reset = "first_rst <= ~ap_rst_n;";
    const std::size_t at = text.find(reset);
    if (at == std::string::npos) return;
    text.replace(at, reset.size(), "first_rst <= (s_axi_control_wdata % (s_axi_control_awaddr + 27'd3)) == 32'd1;");
    ++edited;
  });
  EXPECT_EQ(edited, 1);
  ASSERT_EQ(clocks.size(), 2U);
  EXPECT_NE(fault(clocks[0].report), "");
  EXPECT_NE(clocks[0].report.to.find("first_rst"), std::string::npos) << clocks[0].report.to;
  EXPECT_EQ(fault(clocks[1].report), "");
}

TEST(EveryConfig, DISABLED_HoldsItsPeriod) {
  RTLGEN_NEED_TOOLS("sta");
  const hw::DelayModel& device = *hw::DelayModel::find("xc7");
  for (const CoreCase& c : config_cases()) {
    int period_ps = 0;
    const synthesis::TimingReport report = core_timing(c, device, period_ps);
    EXPECT_EQ(period_ps, 5000) << c.name;
    expect_held(c.name, "xc7", report);
  }
}

}  // namespace
}  // namespace rtlgen::bench
