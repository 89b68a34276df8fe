// Static timing of the modules between Avalon and AXI: each holds its period on a row of AMD, which stands for families
// of Intel, whose cells are not known; and a longer path in either is found.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "hw/delay_model.hpp"
#include "module_timing.hpp"
#include "static_timing/static_timing.hpp"

namespace rtlgen::synthesis {
namespace {

constexpr int kPeriod = 4000;  ///< ps; PCIe's clock

/// With the parameters of a DE5-Net, the clock is its name.
std::vector<TimedModule> timed() {
  return {
      {"rtlgen_avalon_host", {{"HOST_BITS", 256}, {"ADDR_BITS", 32}, {"COUNT_BITS", 5}}},
      {"rtlgen_avalon_memory",
       {{"BUS_BITS", 512}, {"ADDR_BITS", 31}, {"ID_BITS", 1}, {"COUNT_BITS", 7}, {"READS_LOG2", 8}}},
  };
}

/// A report for each module. One design, so that Yosys runs once; a clock for each.
std::vector<TimingReport> timing_of(const std::vector<Worse>& worse) {
  std::string text = module_texts(
      {"rtlgen_avalon_host", "rtlgen_avalon_pages", "rtlgen_avalon_memory", "rtlgen_queue", "rtlgen_async_fifo"},
      worse);
  std::string ports, body;
  TimingSetup setup;
  for (const TimedModule& one : timed()) {
    text += between_registers(one);
    setup.clocks.push_back({one.name, kPeriod});
    ports += fmt::format("{}input wire {}", ports.empty() ? "" : ", ", one.name);
    std::string wires;
    for (const netlist::Port& port : netlist::leaf_interface(one.name, one.parameters).ports) {
      if (port.name == "clk") continue;
      const bool is_input = port.direction == netlist::Direction::kIn;
      ports +=
          fmt::format(", {} wire [{}:0] {}_{}", is_input ? "input" : "output", port.width - 1, one.name, port.name);
      wires += fmt::format(", .{0}({1}_{0})", port.name, one.name);
    }
    body += fmt::format("  around_{0} u_{0} (.clk({0}){1});\n", one.name, wires);
  }
  text += fmt::format("module avalon({});\n{}endmodule\n", ports, body);
  return static_timing(text, "avalon", *hw::DelayModel::find("xc7"), setup);
}

TEST(AvalonTiming, ModulesHoldTheirPeriod) {
  RTLGEN_NEED_TOOLS("sta");
  const std::vector<TimingReport> reports = timing_of({});
  ASSERT_EQ(reports.size(), timed().size());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const TimingReport& r = reports[i];
    EXPECT_GT(r.worst_ps, 0) << timed()[i].name;
    EXPECT_GE(r.slack_ps, 0) << fmt::format("{}: {} ps from {} to {} through {}", timed()[i].name, r.worst_ps, r.from,
                                            r.to, fmt::join(r.cells, " "));
  }
}

/// A remainder in front of what decides whether a burst crosses a page, and whether a read burst is chosen.
TEST(AvalonTiming, LongerPathsAreFound) {
  RTLGEN_NEED_TOOLS("sta");
  const std::vector<Worse> worse = {
      {"wire crosses = sum[PAGE] & |sum[PAGE-1:0];", "wire crosses = sum[PAGE] & |(sum[PAGE-1:0] % 7'd37);"},
      {"s_arvalid & note_free & fits;", "s_arvalid & note_free & fits & (places % 9'd37 != 9'd0);"}};
  for (const TimingReport& r : timing_of(worse)) EXPECT_LT(r.slack_ps, 0) << r.worst_ps;
}

}  // namespace
}  // namespace rtlgen::synthesis
