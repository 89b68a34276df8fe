// The core in its shell: connections of its ports, and counters of its waiting times.
#include <fmt/format.h>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "plan/plan.hpp"
#include "shell/instances.hpp"
#include "shell/registers.hpp"

namespace rtlgen::shell {

namespace {

using contract::PortRole;
using contract::ShellStream;
using netlist::Expr;
using netlist::net;
using netlist::Part;

/// The expression that drives an input of the core. `in_valid`, `out_ready`: for the streams that move together.
Expr input_of_core(const plan::Plan& plan, const contract::Port& port, const Expr& in_valid, const Expr& out_ready) {
  switch (port.role) {
    case PortRole::kClock:
      return "kernel_clk";
    case PortRole::kReset:
      return "run_kernel_rst";
    case PortRole::kLoadValid:
    case PortRole::kLoadLast:
      return port.name;
    case PortRole::kLoadData:
      return netlist::slice("word_in_" + port.field, port.width - 1, 0);
    case PortRole::kInValid:
      return in_valid;
    case PortRole::kLateValid:
      return "valid_in_" + port.field;
    case PortRole::kInData:
      return "word_in_" + port.field;
    case PortRole::kOutReady:
      return out_ready;
    default:
      return core_number(plan.shell->map, port);
  }
}

}  // namespace

CoreHandshakes core_handshakes(const plan::Plan& plan) {
  std::vector<Expr> inputs, results;
  for (const ShellStream& s : plan.shell->streams) {
    if (s.is_out) results.push_back(net(wire_of(s, "ready")));
    if (joins_others(plan, s)) inputs.push_back(net(wire_of(s, "valid")));
  }
  return {netlist::all(inputs), netlist::all(results)};
}

Part core_part(const plan::Plan& plan) {
  Part part{"Core"};
  const auto [offered, taken] = core_handshakes(plan);
  std::vector<netlist::Connection> connections;
  for (const contract::Port& port : plan.core.ports) {
    if (port.is_input) {
      connections.push_back({port.name, input_of_core(plan, port, offered, taken)});
      continue;
    }
    part.wire("core_" + port.name, port.width);
    connections.push_back({port.name, "core_" + port.name});
  }
  part.instance(core_interface(plan), "u_core", {}, connections);
  add_counter(part, "input_waits", 64, "kernel_clk", "run_kernel_rst", net("core_in_ready") & ~offered);
  add_counter(part, "output_waits", 64, "kernel_clk", "run_kernel_rst", net("core_out_valid") & ~taken);
  return part;
}

}  // namespace rtlgen::shell
