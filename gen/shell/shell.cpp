// The top of a shell: ports, sequencer, and the assembly of the other parts.
#include "shell/shell.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "contract/bus_ports.hpp"
#include "contract/shell.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "plan/plan.hpp"
#include "shell/instances.hpp"
#include "shell/probes.hpp"
#include "shell/registers.hpp"
#include "shell/self_test.hpp"
#include "shell/sequencer.hpp"
#include "support/counted.hpp"

namespace rtlgen::shell {

namespace {

using contract::Shell;
using netlist::Direction;
using netlist::Expr;
using netlist::net;
using netlist::Part;
using netlist::Port;
using netlist::Timing;

std::vector<std::string> header(const plan::Plan& plan, const emit::Banner& banner) {
  const Shell& shell = *plan.shell;
  std::vector<std::string> lines = {
      fmt::format("{} -- {} with its memory streams, memory channels and registers", shell.module, plan.core.module),
      emit::origin(banner), "",
      fmt::format("Connects modules of rtl/, whose headers describe their ports. Bus of {} bits, bursts of at most {}.",
                  shell.bus_bits, counted(shell.burst_beats, "beat")),
      ""};
  for (const contract::ShellChannel& c : shell.channels) {
    std::vector<std::string> uses;
    for (const contract::BankPort& port : c.readers)
      uses.push_back("reads " + shell.streams[static_cast<std::size_t>(port.stream)].name);
    for (const contract::BankPort& port : c.writers)
      uses.push_back("writes " + shell.streams[static_cast<std::size_t>(port.stream)].name);
    lines.push_back(fmt::format("  m_axi_{}  {}", c.number, fmt::join(uses, ", ")));
  }
  lines.insert(lines.end(),
               {"", "Registers of s_axil (byte address, name, bits), after those of ap_ctrl_hs (rtlgen_control):", ""});
  for (std::string& line : register_table(shell.map)) lines.push_back(std::move(line));
  lines.insert(
      lines.end(),
      {"",
       "Configuration registers are static from start to done: their paths to the kernel clock are false paths. "
       "bus_rst is",
       "synchronous to bus_clk; to use one clock for both, connect it twice. run_busy and run_failed are for "
       "status LEDs."});
  return lines;
}

std::vector<Port> ports(const Shell& shell) {
  const std::string bus = "bus_clk";
  const auto of_bus = [&](const std::string& name, Direction direction, int width) {
    return Port{name, direction, width, Timing::kClocked, bus};
  };
  std::vector<Port> list = {{bus, Direction::kIn, 1, Timing::kClock},
                            of_bus("bus_rst", Direction::kIn, 1),
                            {"kernel_clk", Direction::kIn, 1, Timing::kClock},
                            of_bus("irq", Direction::kOut, 1),
                            of_bus("run_busy", Direction::kOut, 1),
                            of_bus("run_failed", Direction::kOut, 1)};
  list[0].comment = "clock of registers and memory channels";
  list[2].comment = "clock of the core";
  list[3].comment = "interrupt: level, active high";
  list[4].comment = "a run is active";
  list[5].comment = "the last run failed";
  add_control_ports(list, shell.map.address_bits, bus);
  for (const contract::ShellChannel& c : shell.channels) {
    for (const contract::BusPort& port : contract::channel_ports(shell.bus_bits))
      list.push_back(of_bus(fmt::format("m_axi_{}_{}", c.number, port.name),
                            port.is_output ? Direction::kOut : Direction::kIn, port.bits));
  }
  return list;
}

SequencedRun sequenced(const Shell& shell) {
  // If a stencil reads nothing, the sequencer's only reader is a constant.
  const bool reads = shell.readers() > 0;
  const auto engines = [&](const char* wires, Expr of_none) {
    return reads ? net(wires) : netlist::concat({net(wires), std::move(of_none)});
  };
  return {.readers = std::max(1, shell.readers()),
          .writers = static_cast<int>(shell.streams.size()) - shell.readers(),
          .clock = "bus_clk",
          .reset = "bus_rst",
          .kernel_clock = "kernel_clk",
          .idle = engines("idle", netlist::one()),
          .err_resp = engines("err_resp", netlist::zero()),
          .err_bounds = engines("err_bounds", netlist::zero()),
          .walk_done = engines("walk_done", netlist::one()),
          .walk_start = "walk_start"};
}

Part run_part(const plan::Plan& plan) {
  const Shell& shell = *plan.shell;
  const int streams = static_cast<int>(shell.streams.size());
  Part part{"The run"};
  part.wires(32, {"errors", "passes_done"});
  part.wires(64, {"cycles_busy", "cycles_stalled"});
  part.wires(streams, {"idle", "err_resp", "err_bounds", "walk_done"});
  part.wires(1, {"walk_start", "stop", "run_bus_rst", "run_kernel_rst"});
  std::vector<Expr> moves;
  for (const contract::ShellChannel& c : shell.channels) {
    for (const char* channel : {"r", "w"})
      moves.push_back(net(fmt::format("m_axi_{}_{}valid", c.number, channel)) &
                      net(fmt::format("m_axi_{}_{}ready", c.number, channel)));
  }
  part.alias("progress", 1, netlist::some(moves));
  add_sequencer(part, sequenced(shell));
  // Any written field shows the progress of the run: all are written together, word by word.
  const auto written =
      std::find_if(shell.streams.begin(), shell.streams.end(), [](const contract::ShellStream& s) { return s.is_out; });
  part.leaf("rtlgen_passes", "u_passes", {},
            {{"clk", "bus_clk"},
             {"rst", "run_bus_rst"},
             {"pass_rows", "pass_rows"},
             {"rows_committed", wire_of(*written, "rows_committed")},
             {"passes", "passes_done"}});
  return part;
}

}  // namespace

netlist::Module shell_module(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity) {
  const Shell& shell = *plan.shell;
  netlist::Module module{shell.module, header(plan, banner)};
  module.ports = ports(shell);
  Part status{""};
  status.assign("run_busy", "busy");
  status.assign("run_failed", netlist::any_bit("errors"));
  status.assign("status_words", status_words(shell.map, {contract::kShellIdentity, banner.version, identity}));
  module.parts = {std::move(status), control_part(shell.map, "bus_clk", "bus_rst"), run_part(plan)};
  for (std::size_t i = 0; i < shell.streams.size(); ++i)
    module.parts.push_back(stream_part(plan, shell.streams[i], static_cast<int>(i)));
  for (const contract::ShellChannel& c : shell.channels) module.parts.push_back(channel_part(shell, c));
  module.parts.push_back(core_part(plan));
  if (!probes_of(plan).empty()) module.parts.push_back(probes_part(plan));
  if (!plan.monitors.empty()) module.parts.push_back(monitors_part(plan, "kernel_clk", "run_kernel_rst"));
  if (!shell.self_test.blocks.empty()) module.parts.push_back(self_test_part(shell.self_test));
  return netlist::settled(std::move(module));
}

netlist::Interface shell_interface(const plan::Plan& plan) {
  return shell_module(plan, {"", OutsideText(""), ""}, 0).interface();
}

std::vector<emit::File> shell_files(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity) {
  std::vector<std::string> leaves = {"sync",      "async_fifo", "bursts",  "axi_read",  "axi_write", "share",
                                     "bank",      "axis",       "frame",   "walk",      "unpack",    "pack",
                                     "stream_in", "stream_out", "control", "sequencer", "passes",    "count"};
  const auto& channels = plan.shell->channels;
  if (std::any_of(channels.begin(), channels.end(), [](const contract::ShellChannel& c) { return c.has_base; }))
    leaves.emplace_back("rebase");
  if (!plan.core.held_arrays.empty()) leaves.emplace_back("load");
  if (!plan.monitors.empty()) leaves.emplace_back("keep");
  if (!probes_of(plan).empty()) leaves.emplace_back("probe");
  return top_files(leaves, shell_module(plan, banner, identity));
}

}  // namespace rtlgen::shell
