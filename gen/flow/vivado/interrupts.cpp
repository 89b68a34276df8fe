// The accelerators' interrupts on their way to the host, each as an interrupt of XDMA; a host on a serial line polls
// instead.
#include <fmt/format.h>

#include "flow/bus_parts.hpp"
#include "flow/card_block.hpp"
#include "flow/project.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/top.hpp"

namespace rtlgen::flow::vivado {

using netlist::Part;

Part interrupts_part(const Project& project) {
  const std::size_t kernels = kernels_of(project), irqs = interrupts_of(project.wiring);
  Part part{"Interrupts"};
  if (irqs == 0) {
    part.unread("unused_irq", {"irq"}, "the host polls");
    return part;
  }
  const int messages = static_cast<int>(irqs), used = static_cast<int>(kernels);
  for (int n = 0; n < used; ++n) {
    part.leaf("rtlgen_irq", "u_irq" + (used == 1 ? "" : fmt::format("_{}", n)), {},
              {{"clk", "bus_clk"},
               {"rst", has_card_block(project) ? "card_rst" : "bus_rst"},
               {"irq", netlist::bit_of("irq", n, used)},
               {"req", netlist::bit_of("irq_req", n, messages)},
               {"ack", netlist::bit_of("irq_ack", n, messages)}});
  }
  // Unused interrupts.
  if (used < messages) {
    part.unread("unused_irq_ack", {netlist::slice("irq_ack", messages - 1, used)});
    part.assign(netlist::slice("irq_req", messages - 1, used), netlist::zeros(messages - used));
  }
  return part;
}

}  // namespace rtlgen::flow::vivado
