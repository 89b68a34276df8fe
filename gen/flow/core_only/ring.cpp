// The top: the accelerator between two chains of registers, so that every path of its ports begins or ends at a
// register in its clock domain.
#include <fmt/format.h>

#include "flow/core_only/ports.hpp"
#include "netlist/print.hpp"
#include "plan/plan.hpp"
#include "shell/registers.hpp"
#include "shell/shell.hpp"

namespace rtlgen::flow::core_only {

namespace {

using netlist::bit_of;
using netlist::Direction;
using netlist::low_bits;
using netlist::net;

/// A register that no tool merges with others or turns into memory.
constexpr const char* kKept = "preserve, shreg_extract = \"no\"";

netlist::Interface accelerator_of(const CoreProject& project) {
  return project.plan.shell ? shell::shell_interface(project.plan) : shell::core_interface(project.plan);
}

/// The ring, with this many input and output bits.
void add_ring(netlist::Part& part, const std::string& clock, int ins, int outs) {
  part.state("to_inputs", ins, std::nullopt, kKept);
  part.wire("outputs", outs);
  part.state("taken", outs, std::nullopt, kKept);
  part.state("chain", outs, std::nullopt);
  part.registers(
      clock,
      {{"to_inputs",
        ins == 1 ? net("ring_in") : netlist::concat({low_bits("to_inputs", ins - 1, ins), net("ring_in")})},
       {"taken", "outputs"},
       {"chain", outs == 1 ? net("taken")
                           : netlist::concat({low_bits("chain", outs - 1, outs), netlist::zero()}) ^ net("taken")},
       {"ring_out", bit_of("chain", outs - 1, outs)}});
}

}  // namespace

std::string ring_text(const CoreProject& project) {
  const auto ports = ports_of(project);
  netlist::Module module{
      project.top(),
      {fmt::format("{} -- {} in a ring of {} registers", project.top(), project.accelerator(), ring_registers(project)),
       emit::origin(project.banner), "",
       "Not a card: it gives every port of the accelerator a register, as in a card, and needs only two pins. ring_in "
       "passes through one register per",
       "input bit; a register takes each output bit and adds it to a second chain that ends at ring_out, so nothing "
       "can be removed."}};
  int ins = 0, outs = 0;
  std::vector<netlist::Connection> connections;
  for (const AcceleratorPort& p : ports) {
    if (p.is_clock) {
      connections.push_back({p.name, p.name});
      module.ports.push_back({p.name, Direction::kIn, 1, netlist::Timing::kClock});
      continue;
    }
    int& at = p.is_input ? ins : outs;
    connections.push_back({p.name, netlist::slice(p.is_input ? "to_inputs" : "outputs", at + p.bits - 1, at)});
    at += p.bits;
  }
  module.ports.push_back({"ring_in", Direction::kIn});
  module.ports.push_back({"ring_out", Direction::kOut});
  netlist::Part part{""};
  add_ring(part, ports.front().name, ins, outs);
  part.instance(accelerator_of(project), "u_accelerator", {}, std::move(connections));
  module.parts = {std::move(part)};
  return netlist::verilog(module);
}

}  // namespace rtlgen::flow::core_only
