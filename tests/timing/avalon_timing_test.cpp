// Static timing of the modules between Avalon and AXI: each holds its period on a row of AMD, which stands for families
// of Intel, whose cells are not known; and a longer path in either is found.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "hw/delay_model.hpp"
#include "netlist/netlist.hpp"
#include "synthesis/static_timing.hpp"
#include "tools.hpp"

namespace rtlgen::synthesis {
namespace {

constexpr int kPeriod = 4000;  ///< ps; PCIe's clock

/// With the parameters of a DE5-Net, the clock is its name.
struct Timed {
  const char* module;
  std::vector<netlist::Parameter> parameters;
};

std::vector<Timed> timed() {
  return {
      {"rtlgen_avalon_host", {{"HOST_BITS", 256}, {"ADDR_BITS", 32}, {"COUNT_BITS", 5}}},
      {"rtlgen_avalon_memory",
       {{"BUS_BITS", 512}, {"ADDR_BITS", 31}, {"ID_BITS", 1}, {"COUNT_BITS", 7}, {"READS_LOG2", 8}}},
  };
}

/// The module with registers at all ports, whose paths have no delay otherwise.
std::string between_registers(const Timed& one) {
  std::string ports, registers, moves, connections, parameters;
  for (const netlist::Port& port : netlist::leaf_interface(one.module, one.parameters).ports) {
    if (port.name == "clk") continue;
    const std::string range = fmt::format("[{}:0]", port.width - 1);
    const bool is_input = port.direction == netlist::Direction::kIn;
    ports += fmt::format(",\n  {} {} {}", is_input ? "input wire" : "output reg", range, port.name);
    registers += fmt::format("  {} {} inner_{};\n", is_input ? "reg" : "wire", range, port.name);
    moves += is_input ? fmt::format("    inner_{0} <= {0};\n", port.name)
                      : fmt::format("    {0} <= inner_{0};\n", port.name);
    connections += fmt::format(", .{0}(inner_{0})", port.name);
  }
  for (const netlist::Parameter& p : one.parameters)
    parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", p.name, std::get<std::int64_t>(p.value));
  return fmt::format(
      "module around_{0}(input wire clk{1});\n{2}  {0} #({3}) u_module (.clk(clk){4});\n"
      "  always @(posedge clk) begin\n{5}  end\nendmodule\n",
      one.module, ports, registers, parameters, connections, moves);
}

struct Worse {
  const char* right;
  const char* wrong;
};

/// A report for each module. One design, so that Yosys runs once; a clock for each.
std::vector<TimingReport> timing_of(const std::vector<Worse>& worse) {
  std::string text, ports, body;
  for (const char* file :
       {"rtlgen_avalon_host", "rtlgen_avalon_pages", "rtlgen_avalon_memory", "rtlgen_queue", "rtlgen_async_fifo"})
    text += test::read_text(fmt::format("{}/rtl/{}.v", RTLGEN_SOURCE_DIR, file)) + "\n";
  for (const auto& [right, wrong] : worse) {
    const std::size_t at = text.find(right);
    if (at == std::string::npos) {
      ADD_FAILURE() << "no module has " << right;
      continue;
    }
    text.replace(at, std::string(right).size(), wrong);
  }
  TimingSetup setup;
  for (const Timed& one : timed()) {
    text += between_registers(one);
    setup.clocks.push_back({one.module, kPeriod});
    ports += fmt::format("{}input wire {}", ports.empty() ? "" : ", ", one.module);
    std::string wires;
    for (const netlist::Port& port : netlist::leaf_interface(one.module, one.parameters).ports) {
      if (port.name == "clk") continue;
      const bool is_input = port.direction == netlist::Direction::kIn;
      ports +=
          fmt::format(", {} wire [{}:0] {}_{}", is_input ? "input" : "output", port.width - 1, one.module, port.name);
      wires += fmt::format(", .{0}({1}_{0})", port.name, one.module);
    }
    body += fmt::format("  around_{0} u_{0} (.clk({0}){1});\n", one.module, wires);
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
    EXPECT_GT(r.worst_ps, 0) << timed()[i].module;
    EXPECT_GE(r.slack_ps, 0) << fmt::format("{}: {} ps from {} to {} through {}", timed()[i].module, r.worst_ps, r.from,
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
