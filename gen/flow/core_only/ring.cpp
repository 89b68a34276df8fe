// The top: the accelerator between two chains of registers, so that every path of its ports begins or ends at a
// register of its clock.
#include <fmt/format.h>

#include "flow/core_only/ports.hpp"

namespace rtlgen::flow::core_only {

namespace {

std::string range(int bits) { return bits == 1 ? "" : fmt::format("[{}:0] ", bits - 1); }

}  // namespace

std::string ring_text(const CoreProject& project) {
  const auto ports = ports_of(project);
  const std::string clock = ports.front().name;
  int ins = 0, outs = 0;
  std::string list, wires;
  for (const AcceleratorPort& p : ports) {
    std::string to = p.name;
    if (!p.is_clock) {
      int& at = p.is_input ? ins : outs;
      const std::string vector = p.is_input ? "to_inputs" : "outputs";
      to = p.bits == 1 ? fmt::format("{}[{}]", vector, at) : fmt::format("{}[{}:{}]", vector, at + p.bits - 1, at);
      at += p.bits;
    }
    wires += fmt::format("{}    .{}({})", wires.empty() ? "" : ",\n", p.name, to);
    if (p.is_clock) list += fmt::format("  input  wire {},\n", p.name);
  }
  std::string text = fmt::format("// {} -- {} in a ring of {} registers\n// {}\n", project.top(), project.accelerator(),
                                 ring_registers(project), emit::origin(project.banner));
  text +=
      "//\n// Not a card: it gives every port of the accelerator a register, as in a card, with two pins in all. "
      "ring_in goes through a register for each\n"
      "// input bit; each output bit is taken by a register and added to a second chain that ends at ring_out, so "
      "nothing can be removed.\n"
      "`default_nettype none\n\n";
  text += fmt::format("module {} (\n{}  input  wire ring_in,\n  output reg  ring_out\n);\n\n", project.top(), list);
  text += fmt::format(
      "  (* preserve, shreg_extract = \"no\" *) reg  {0}to_inputs;\n  wire {1}outputs;\n  (* preserve, shreg_extract = "
      "\"no\" *) reg  {1}taken;\n  reg  {1}chain;\n\n",
      range(ins), range(outs));
  text += fmt::format("  always @(posedge {}) begin\n", clock);
  text += ins == 1 ? "    to_inputs <= ring_in;\n"
                   : fmt::format("    to_inputs <= {{to_inputs[{}:0], ring_in}};\n", ins - 2);
  text += "    taken <= outputs;\n";
  text += outs == 1 ? "    chain <= taken;\n    ring_out <= chain;\n"
                    : fmt::format("    chain <= {{chain[{}:0], 1'b0}} ^ taken;\n    ring_out <= chain[{}];\n", outs - 2,
                                  outs - 1);
  text += fmt::format("  end\n\n  {} u_accelerator (\n{}\n  );\n\nendmodule\n\n`default_nettype wire\n",
                      project.accelerator(), wires);
  return text;
}

}  // namespace rtlgen::flow::core_only
