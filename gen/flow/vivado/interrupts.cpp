// The accelerators of a card with XDMA: an interrupt each.
#include "flow/bus_parts.hpp"
#include "flow/vivado/top.hpp"

namespace rtlgen::flow::vivado {

namespace {

using shell::Part;

/// Bits `from` and above of the PCIe IP's interrupts, which nobody has.
void spare_interrupts(int from, int irqs, Part& part) {
  if (from >= irqs) return;
  part.wires += fmt::format("  wire unused_irq_ack = &{{1'b0, irq_ack[{}:{}]}};\n", irqs - 1, from);
  part.body += fmt::format("  assign irq_req[{}:{}] = {}'d0;\n", irqs - 1, from, irqs - from);
}

}  // namespace

Part interrupts_part(const Project& project) {
  const std::size_t kernels = kernels_of(project);
  const int irqs = project.wiring.pcie.sizes.at("irqs");
  Part part{"Interrupts", "", ""};
  for (std::size_t n = 0; n < kernels; ++n) {
    const std::string bit = kernels == 1 ? "" : fmt::format("[{}]", n), suffix = kernels == 1 ? "" : fmt::format("_{}", n), message = irqs > 1 ? fmt::format("[{}]", n) : "";
    part.body += shell::instance("rtlgen_irq", "u_irq" + suffix, {}, {{"clk", "bus_clk"}, {"rst", "bus_rst"}, {"irq", "irq" + bit}, {"req", "irq_req" + message}, {"ack", "irq_ack" + message}});
  }
  spare_interrupts(static_cast<int>(kernels), irqs, part);
  return part;
}

}  // namespace rtlgen::flow::vivado
