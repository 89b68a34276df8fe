// Static timing of the bridge from a serial line to a core, for boards of open tools: it holds the standard clock of
// their devices, and the predicted clock of a project knows its longest path.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "board/clock.hpp"
#include "contract/clock.hpp"
#include "hw/delay_model.hpp"
#include "model/bridge.hpp"
#include "module_timing.hpp"
#include "static_timing/static_timing.hpp"
#include "synthesis/yosys.hpp"

namespace rtlgen::synthesis {
namespace {

/// Words of 16 bytes, as of four cells of a float; the line of 1 Mbaud at 48 MHz.
TimedModule bridge() {
  return {"rtlgen_uart_stream",
          {{"CLOCKS_PER_BIT", 48},
           {"GAP_LOG2", 20},
           {"MOST_LOG2", 9},
           {"REST_LOG2", 12},
           {"CONFIG_BYTES", 16},
           {"STATUS_BYTES", 9},
           {"IN_BYTES", 16},
           {"OUT_BYTES", 16},
           {"LOADS", 2}}};
}

TimingReport timing_of(const std::string& row, const std::vector<Worse>& worse = {}) {
  const std::string text =
      module_texts({"rtlgen_uart_stream", "rtlgen_uart_line", "rtlgen_crc32", "rtlgen_sync"}, worse) +
      between_registers(bridge());
  return static_timing(text, "around_rtlgen_uart_stream", *hw::DelayModel::find(row),
                       {{{"clk", contract::Clock::of_mhz(board::standard_clock_mhz(row)).period_ps}}, {}})
      .front();
}

class OpenRows : public ::testing::TestWithParam<const char*> {};

TEST_P(OpenRows, TheBridgeHoldsTheStandardClock) {
  RTLGEN_NEED_TOOLS("sta");
  const TimingReport r = timing_of(GetParam());
  const std::string path =
      fmt::format("{}: {} ps from {} to {} through {}", GetParam(), r.worst_ps, r.from, r.to, fmt::join(r.cells, " "));
  EXPECT_GE(r.slack_ps, 0) << path;
  const auto known = model::bridge_path(*hw::DelayModel::find(GetParam()));
  ASSERT_TRUE(known);
  // The table has the paths that Yosys 0.23 maps; those of 0.52 are up to an eighth longer, and hold the clock too.
  if (synthesis::yosys_version() == "0.23")
    EXPECT_EQ(r.worst_ps, known->ps) << "gen/model/bridge.cpp says otherwise: " << path;
  else
    EXPECT_LE(r.worst_ps, known->ps + known->ps / 8) << path;
}

INSTANTIATE_TEST_SUITE_P(Rows, OpenRows, ::testing::Values("ice40hx", "ice40up", "ecp5", "ecp5-8"));

/// A remainder behind the CRC.
TEST(OpenTiming, ALongerPathIsFound) {
  RTLGEN_NEED_TOOLS("sta");
  const TimingReport r = timing_of("ice40hx", {{"whole <= crc == RESIDUE;", "whole <= crc[15:0] % 16'd37 == 16'd0;"}});
  EXPECT_LT(r.slack_ps, 0) << r.worst_ps;
  EXPECT_NE(r.worst_ps, model::bridge_path(*hw::DelayModel::find("ice40hx"))->ps);
}

}  // namespace
}  // namespace rtlgen::synthesis
