// The top of a shell: ports, sequencer, and what the other parts are put together to.
#include "shell/shell.hpp"

#include <algorithm>

#include "emit/leaf_sources.hpp"
#include "plan/contract.hpp"
#include "shell/instances.hpp"
#include "shell/registers.hpp"
#include "shell/text.hpp"

namespace rtlgen::shell {

namespace {

using plan::Shell;

std::string header(const plan::Plan& plan, const emit::Banner& banner) {
  const Shell& shell = *plan.shell;
  std::string text = fmt::format("// {} -- {} between memory and memory: streams, channels, registers\n", shell.module,
                                 plan.core.module);
  text += fmt::format("// {}\n//\n", emit::origin(banner));
  text += fmt::format(
      "// Wires between modules of rtl/, whose headers say what their ports mean. Bus {} bits, bursts of at most {} "
      "beats.\n//\n",
      shell.bus_bits, shell.burst_beats);
  for (const plan::ShellChannel& c : shell.channels) {
    std::vector<std::string> uses;
    for (const plan::BankPort& port : c.readers)
      uses.push_back("reads " + shell.streams[static_cast<std::size_t>(port.stream)].name);
    for (const plan::BankPort& port : c.writers)
      uses.push_back("writes " + shell.streams[static_cast<std::size_t>(port.stream)].name);
    text += fmt::format("//   m_axi_{}  {}\n", c.number, fmt::join(uses, ", "));
  }
  text += "//\n// Registers of s_axil (byte address, name, bits), behind the map of ap_ctrl_hs (rtlgen_control):\n//\n";
  text += register_table(shell.map);
  text +=
      "//\n// Configuration registers are static from start to done: their paths to the kernel clock are false ones. "
      "bus_rst is\n";
  text +=
      "// synchronous to bus_clk; with one clock for both, connect it twice. run_busy and run_failed (of the last run) "
      "are for status LEDs.\n";
  return text + "`default_nettype none\n\n";
}

std::string channel_ports(const Shell& shell, int number) {
  std::string text;
  for (const plan::BusPort& port : plan::channel_ports(shell.bus_bits)) {
    text += fmt::format(",\n  {} wire {:<8}m_axi_{}_{}", port.is_output ? "output" : "input ", range(port.bits), number,
                        port.name);
  }
  return text;
}

std::string ports(const Shell& shell) {
  std::string text = fmt::format("module {} (\n", shell.module);
  text +=
      "  input  wire         bus_clk,\n  input  wire         bus_rst,\n  input  wire         kernel_clk,\n  output "
      "wire         irq,\n  output wire         run_busy,\n  output wire         run_failed";
  text += control_ports(shell.map.address_bits);
  for (const plan::ShellChannel& c : shell.channels) text += channel_ports(shell, c.number);
  return text + "\n);\n\n";
}

Part run_part(const plan::Plan& plan) {
  const Shell& shell = *plan.shell;
  const int streams = static_cast<int>(shell.streams.size());
  Part part{"The run", "", ""};
  part.wires = "  wire [31:0] errors, passes_done;\n  wire [63:0] cycles_busy, cycles_stalled;\n";
  part.wires += fmt::format("  wire [{}:0] idle, err_resp, err_bounds, walk_done;\n", streams - 1);
  part.wires += "  wire walk_start, stop, run_bus_rst, run_kernel_rst;\n";
  std::vector<std::string> moves;
  for (const plan::ShellChannel& c : shell.channels) {
    moves.push_back(fmt::format("(m_axi_{0}_rvalid & m_axi_{0}_rready)", c.number));
    moves.push_back(fmt::format("(m_axi_{0}_wvalid & m_axi_{0}_wready)", c.number));
  }
  part.wires += fmt::format("  wire progress = {};\n", fmt::join(moves, " | "));
  // Of a stencil that reads nothing, the sequencer's one reader is a constant.
  const bool reads = shell.readers() > 0;
  const auto engines = [&](const char* wires, const char* of_none) {
    return reads ? std::string(wires) : fmt::format("{{{}, {}}}", wires, of_none);
  };
  part.body = instance("rtlgen_sequencer", "u_sequencer",
                       {{"READERS", fmt::to_string(std::max(1, shell.readers()))},
                        {"WRITERS", fmt::to_string(streams - shell.readers())},
                        {"WATCHDOG_BITS", "32"},
                        {"COUNTER_BITS", "64"}},
                       {{"clk", "bus_clk"},
                        {"rst", "bus_rst"},
                        {"start", "start"},
                        {"cancel", "cancel"},
                        {"watchdog_limit", "watchdog"},
                        {"idle", engines("idle", "1'b1")},
                        {"err_resp", engines("err_resp", "1'b0")},
                        {"err_bounds", engines("err_bounds", "1'b0")},
                        {"walk_done", engines("walk_done", "1'b1")},
                        {"progress", "progress"},
                        {"walk_start", "walk_start"},
                        {"stop", "stop"},
                        {"bus_rst", "run_bus_rst"},
                        {"busy", "busy"},
                        {"done", "done"},
                        {"failed", "failed"},
                        {"errors", "errors"},
                        {"cycles_busy", "cycles_busy"},
                        {"cycles_stalled", "cycles_stalled"},
                        {"kernel_clk", "kernel_clk"},
                        {"kernel_rst", "run_kernel_rst"},
                        {"core_done", "core_done"},
                        {"core_config_error", kRefusal}});
  // Any field that is written tells how far the run is: all are written word by word together.
  const auto written =
      std::find_if(shell.streams.begin(), shell.streams.end(), [](const plan::ShellStream& s) { return s.is_out; });
  part.body += instance("rtlgen_passes", "u_passes", {},
                        {{"clk", "bus_clk"},
                         {"rst", "run_bus_rst"},
                         {"pass_rows", "pass_rows"},
                         {"rows_committed", wire_of(*written, "rows_committed")},
                         {"passes", "passes_done"}});
  return part;
}

}  // namespace

std::vector<emit::File> shell_files(const plan::Plan& plan, const emit::Banner& banner) {
  const Shell& shell = *plan.shell;
  std::vector<emit::File> files;
  std::vector<std::string> leaves = {"sync",      "async_fifo", "bursts",  "axi_read",  "axi_write", "share",
                                     "bank",      "axis",       "frame",   "walk",      "unpack",    "pack",
                                     "stream_in", "stream_out", "control", "sequencer", "passes",    "count"};
  if (!plan.core.held_arrays.empty()) leaves.emplace_back("load");
  if (!plan.monitors.empty()) leaves.emplace_back("keep");
  for (const std::string& leaf : leaves) {
    const std::string name = "rtlgen_" + leaf + ".v";
    files.push_back({name, std::string(emit::leaf_source(name))});
  }
  std::vector<Part> parts = {control_part(shell.map, "bus_clk", "bus_rst"), run_part(plan)};
  for (std::size_t i = 0; i < shell.streams.size(); ++i)
    parts.push_back(stream_part(plan, shell.streams[i], static_cast<int>(i)));
  for (const plan::ShellChannel& c : shell.channels) parts.push_back(channel_part(shell, c));
  parts.push_back(core_part(plan));
  if (!plan.monitors.empty()) parts.push_back(monitors_part(plan, "kernel_clk", "run_kernel_rst"));
  std::string text = header(plan, banner) + ports(shell);
  for (const Part& part : parts) text += fmt::format("  // {}\n{}\n", part.title, part.wires);
  text += "  assign run_busy = busy;\n  assign run_failed = |errors;\n";
  text += status_assignment(shell.map, plan::kShellIdentity, banner);
  for (const Part& part : parts) text += section(part.title) + part.body;
  text += "endmodule\n\n`default_nettype wire\n";
  files.push_back({shell.module + ".v", std::move(text)});
  return files;
}

}  // namespace rtlgen::shell
