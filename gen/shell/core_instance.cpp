// The core in its shell: what its ports are connected to, and how long it waits.
#include "plan/plan.hpp"
#include "shell/instances.hpp"
#include "shell/registers.hpp"
#include "shell/text.hpp"
#include "support/index.hpp"

namespace rtlgen::shell {

namespace {

using plan::PortRole;
using plan::Shell;
using plan::ShellStream;

/// A port that the core drives.
bool is_driven_by_core(PortRole role) {
  switch (role) {
    case PortRole::kLateReady:
    case PortRole::kInReady:
    case PortRole::kOutValid:
    case PortRole::kOutData:
    case PortRole::kMonitorValid:
    case PortRole::kMonitor:
    case PortRole::kDone:
    case PortRole::kConfigError:
      return true;
    default:
      return false;
  }
}

/// What drives an input of the core. `in_valid`, `out_ready`: all streams that come and go together.
std::string input_of_core(const plan::Plan& plan, const plan::Port& port, const std::string& in_valid,
                          const std::string& out_ready) {
  const auto field = [&] { return plan.stencil->arrays[at(port.index)].name; };
  switch (port.role) {
    case PortRole::kClock:
      return "kernel_clk";
    case PortRole::kReset:
      return "run_kernel_rst";
    case PortRole::kLoadValid:
    case PortRole::kLoadLast:
      return port.name;
    case PortRole::kLoadData:
      return fmt::format("word_in_{}[{}:0]", field(), port.width - 1);
    case PortRole::kInValid:
      return in_valid;
    case PortRole::kLateValid:
      return fmt::format("valid_in_{}", field());
    case PortRole::kInData:
      return fmt::format("word_in_{}", field());
    case PortRole::kOutReady:
      return out_ready;
    default:
      return core_number(plan.shell->map, port);
  }
}

}  // namespace

Part core_part(const plan::Plan& plan) {
  const Shell& shell = *plan.shell;
  Part part{"Core", "", ""};
  std::vector<std::string> inputs, results;
  for (const ShellStream& s : shell.streams) {
    if (s.is_out) results.push_back(wire_of(s, "ready"));
    if (joins_others(plan, s)) inputs.push_back(wire_of(s, "valid"));
  }
  Connections ports;
  for (const plan::Port& port : plan.core.ports) {
    if (!is_driven_by_core(port.role)) {
      ports.emplace_back(port.name, input_of_core(plan, port, all(inputs), all(results)));
      continue;
    }
    part.wires += fmt::format("  wire {}core_{};\n", range(port.width), port.name);
    ports.emplace_back(port.name, "core_" + port.name);
  }
  part.body += instance(plan.core.module, "u_core", {}, ports);
  const auto count = [&](const char* name, const std::string& step) {
    part.wires += fmt::format("  wire [63:0] {};\n", name);
    part.body += instance("rtlgen_count", fmt::format("u_{}", name), {{"BITS", "64"}},
                          {{"clk", "kernel_clk"}, {"rst", "run_kernel_rst"}, {"step", step}, {"count", name}});
  };
  count("input_waits", fmt::format("core_in_ready & ~({})", all(inputs)));
  count("output_waits", fmt::format("core_out_valid & ~({})", all(results)));
  return part;
}

}  // namespace rtlgen::shell
