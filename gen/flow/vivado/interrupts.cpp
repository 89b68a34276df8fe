// The accelerators' interrupts on their way to the host, each as one of XDMA's; a host behind a serial line asks
// instead.
#include "flow/bus_parts.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/top.hpp"

namespace rtlgen::flow::vivado {

using shell::Part;

Part interrupts_part(const Project& project) {
  const std::size_t kernels = kernels_of(project), irqs = interrupts_of(project.wiring);
  Part part{"Interrupts", "", ""};
  if (irqs == 0) {
    part.wires = "  wire unused_irq = &{1'b0, irq};  // the host asks\n";
    return part;
  }
  for (std::size_t n = 0; n < kernels; ++n) {
    const std::string bit = kernels == 1 ? "" : fmt::format("[{}]", n),
                      suffix = kernels == 1 ? "" : fmt::format("_{}", n),
                      message = irqs > 1 ? fmt::format("[{}]", n) : "";
    part.body += shell::instance("rtlgen_irq", "u_irq" + suffix, {},
                                 {{"clk", "bus_clk"},
                                  {"rst", "bus_rst"},
                                  {"irq", "irq" + bit},
                                  {"req", "irq_req" + message},
                                  {"ack", "irq_ack" + message}});
  }
  // Those that nobody has.
  if (kernels < irqs) {
    part.wires += fmt::format("  wire unused_irq_ack = &{{1'b0, irq_ack[{}:{}]}};\n", irqs - 1, kernels);
    part.body += fmt::format("  assign irq_req[{}:{}] = {}'d0;\n", irqs - 1, kernels, irqs - kernels);
  }
  return part;
}

}  // namespace rtlgen::flow::vivado
