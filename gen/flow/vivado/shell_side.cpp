// The accelerators of a card: a shell with its core each, its registers, its interrupt, its memory channels.
#include "flow/bus_parts.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/top.hpp"
#include "plan/bus_ports.hpp"

namespace rtlgen::flow::vivado {

namespace {

using shell::Part;

/// Wires of all kernels' registers, and what gives each its own; nothing where there is one kernel, which has the host's.
void split_registers(const Project& project, Part& part) {
  const std::size_t kernels = kernels_of(project);
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  const auto port = [&](const std::string& name, int bits, bool shared) {
    const std::string width = shell::range(shared ? bits : bits * static_cast<int>(kernels));
    part.wires += fmt::format("  wire {}regs_{};\n", width, name);
    ports.emplace_back("s_" + name, "reg_" + name);
    ports.emplace_back("m_" + name, "regs_" + name);
  };
  for (const char* name : {"awvalid", "awready", "wvalid", "wready", "bvalid", "bready", "arvalid", "arready", "rvalid", "rready"}) port(name, 1, false);
  for (const char* name : {"bresp", "rresp"}) port(name, 2, false);
  port("rdata", 32, false);
  port("wdata", 32, true);
  port("wstrb", 4, true);
  for (const char* name : {"awaddr", "araddr"}) port(name, board::kKernelOffsetBits, true);
  const int bits = project.plan.shell->map.address_bits;
  part.wires += fmt::format("  wire unused_regs_addr = &{{1'b0, regs_awaddr[{0}:{1}], regs_araddr[{0}:{1}]}};\n", board::kKernelOffsetBits - 1, bits);
  part.body += shell::instance("rtlgen_axil_split", "u_registers", {{"KERNELS", fmt::to_string(kernels)}, {"OFFSET_BITS", fmt::to_string(board::kKernelOffsetBits)}}, ports);
}

/// Kernel n's wire of a port of its registers.
std::string register_wire(const Project& project, std::size_t n, const plan::BusPort& port) {
  const std::string low = fmt::format("[{}:0]", project.plan.shell->map.address_bits - 1);
  const bool address = port.name.ends_with("addr");
  if (kernels_of(project) == 1) return "reg_" + port.name + (address ? low : "");
  if (address) return "regs_" + port.name + low;
  if (port.name == "wdata" || port.name == "wstrb") return "regs_" + port.name;
  if (port.bits == 1) return fmt::format("regs_{}[{}]", port.name, n);
  return fmt::format("regs_{}[{}:{}]", port.name, (static_cast<int>(n) + 1) * port.bits - 1, static_cast<int>(n) * port.bits);
}

/// Kernel n, its interrupt and its wires' names.
void add_shell(const Project& project, std::size_t n, Part& part) {
  const bool alone = kernels_of(project) == 1;
  const std::string bit = alone ? "" : fmt::format("[{}]", n), suffix = alone ? "" : fmt::format("_{}", n);
  shell::Connections ports = {{"bus_clk", "bus_clk"}, {"bus_rst", "bus_rst"}, {"kernel_clk", "kernel_clk"}, {"irq", "irq" + bit}, {"run_busy", "busy" + bit}, {"run_failed", "failed" + bit}};
  for (const plan::BusPort& port : plan::register_ports(project.plan.shell->map.address_bits)) ports.emplace_back("s_axil_" + port.name, register_wire(project, n, port));
  add_kernel(project, n, "u_shell" + suffix, std::move(ports), part);
  if (interrupts_of(project.wiring) == 0) return;
  const std::string message = interrupts_of(project.wiring) > 1 ? fmt::format("[{}]", n) : "";
  part.body += shell::instance("rtlgen_irq", "u_irq" + suffix, {}, {{"clk", "bus_clk"}, {"rst", "bus_rst"}, {"irq", "irq" + bit}, {"req", "irq_req" + message}, {"ack", "irq_ack" + message}});
}

/// Bits `from` and above of the PCIe IP's interrupts, which nobody has.
void spare_interrupts(int from, int irqs, Part& part) {
  if (from >= irqs) return;
  part.wires += fmt::format("  wire unused_irq_ack = &{{1'b0, irq_ack[{}:{}]}};\n", irqs - 1, from);
  part.body += fmt::format("  assign irq_req[{}:{}] = {}'d0;\n", irqs - 1, from, irqs - from);
}

}  // namespace

Part shells_part(const Project& project) {
  const std::size_t kernels = kernels_of(project);
  Part part{kernels == 1 ? "The accelerator" : "The accelerators", "", ""};
  part.wires = fmt::format("  wire {}irq, busy, failed;\n", shell::range(static_cast<int>(kernels)));
  part.wires += kernels == 1 ? "  wire run_busy = busy;\n  wire run_failed = failed;\n" : "  wire run_busy = |busy;\n  wire run_failed = |failed;\n";
  const int bits = kernels == 1 ? project.plan.shell->map.address_bits : 0;
  if (kernels == 1) part.wires += fmt::format("  wire unused_reg_addr = &{{1'b0, reg_awaddr[31:{0}], reg_araddr[31:{0}]}};\n", bits);
  else split_registers(project, part);
  for (std::size_t n = 0; n < kernels; ++n) add_shell(project, n, part);
  if (interrupts_of(project.wiring) == 0) part.wires += "  wire unused_irq = &{1'b0, irq};  // the host asks\n";
  spare_interrupts(static_cast<int>(kernels), static_cast<int>(interrupts_of(project.wiring)), part);
  return part;
}

}  // namespace rtlgen::flow::vivado
