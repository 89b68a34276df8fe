// PCIe with its clock buffer and DMA; or the board's clocks and a serial line.
#include "flow/vivado/host_side.hpp"

#include <fmt/format.h>

#include <cmath>

#include "flow/bus_parts.hpp"
#include "flow/vivado/top.hpp"
#include "plan/contract.hpp"

namespace rtlgen::flow::vivado {

namespace {

using shell::Part;

constexpr int kHostIds = 4;  ///< bits of an ID of XDMA's AXI

/// Ports of an AXI bus: "m_axi_awaddr" to "host_awaddr".
void connect_bus(Wires& wires, const board::Ip& ip, const std::string& from, const std::string& to) {
  for (const board::IpPort& port : ip.ports) {
    if (port.name.starts_with(from)) wires[port.name] = to + port.name.substr(from.size());
  }
}

/// Wires of all ports of an IP that `wires` names, but for those that other parts declare.
std::string declared(const board::IpUse& use, const Wires& wires, const std::string& prefix) {
  std::string text;
  for (const board::IpPort& port : use.ip.ports) {
    const auto found = wires.find(port.name);
    if (found != wires.end() && found->second.starts_with(prefix))
      text += fmt::format("  wire {}{};\n", shell::range(use.bits_of(port)), found->second);
  }
  return text;
}

Part pcie_part(const Project& project) {
  const board::IpUse& use = project.wiring.pcie;
  Part part{"PCIe", "", ""};
  Wires wires = {{"sys_clk", "pcie_clk"},      {"sys_clk_gt", "pcie_clk_gt"}, {"sys_rst_n", "perst_n"},
                 {"user_lnk_up", "link_up"},   {"pci_exp_txp", "pcie_tx_p"},  {"pci_exp_txn", "pcie_tx_n"},
                 {"pci_exp_rxp", "pcie_rx_p"}, {"pci_exp_rxn", "pcie_rx_n"},  {"axi_aclk", "bus_clk"},
                 {"axi_aresetn", "bus_up"},    {"usr_irq_req", "irq_req"},    {"usr_irq_ack", "irq_ack"}};
  connect_bus(wires, use.ip, "m_axi_", "host_");
  connect_bus(wires, use.ip, "m_axil_", "reg_");
  for (const char* nobody : {"awburst", "arburst", "awlock", "arlock", "awcache", "arcache", "awprot", "arprot"})
    wires.erase(std::string("m_axi_") + nobody);
  for (const char* nobody : {"awprot", "arprot"}) wires.erase(std::string("m_axil_") + nobody);
  part.wires =
      fmt::format("  wire pcie_clk, pcie_clk_gt, perst_n, link_up, bus_clk, bus_up;\n  wire {}irq_req, irq_ack;\n",
                  shell::range(use.sizes.at("irqs"))) +
      declared(use, wires, "host_") + declared(use, wires, "reg_");
  part.body = shell::instance(
      project.wiring.clock_buffer, "u_pcie_clk", {{"REFCLK_HROW_CK_SEL", "2'b00"}},
      {{"I", "pcie_refclk_p"}, {"IB", "pcie_refclk_n"}, {"CEB", "1'b0"}, {"O", "pcie_clk_gt"}, {"ODIV2", "pcie_clk"}});
  part.body += shell::instance("IBUF", "u_perst", {}, {{"I", "pcie_reset_n"}, {"O", "perst_n"}});
  const HostIp ip = host_ip(project.wiring);
  add_ip(part, use, ip.module, ip.instance, wires);
  return part;
}

Part clocks_part(const Project& project) {
  Part part{
      "The board's clocks",
      "  wire bus_clk, memory_in_clk, reference_clk, clocks_locked;\n  reg [2:0] up = 3'd0;\n  wire bus_up = up[2];\n",
      ""};
  const HostIp ip = host_ip(project.wiring);
  add_ip(part, ip.use, ip.module, ip.instance,
         {{"clk_in1", ip.use.clocks.front().port},
          {"resetn", project.wiring.reset.front().port},
          {"clk_out1", "bus_clk"},
          {"clk_out2", "memory_in_clk"},
          {"clk_out3", "reference_clk"},
          {"locked", "clocks_locked"}});
  part.body +=
      "  // The clocks stand still while they are not locked: reset begins without one.\n"
      "  always @(posedge bus_clk or negedge clocks_locked) begin\n    if (~clocks_locked) up <= 3'd0;\n    else up <= "
      "{up[1:0], 1'b1};\n  end\n\n";
  return part;
}

Part uart_part(const Project& project) {
  const int bus = project.plan.shell->bus_bits;
  Part part{"The host behind the serial line", "", ""};
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}, {"rx", "uart_rx"}, {"tx", "uart_tx"}};
  for (const plan::BusPort& port : plan::register_ports(32)) {
    part.wires += fmt::format("  wire {}reg_{};\n", shell::range(port.bits), port.name);
    ports.emplace_back("l_" + port.name, "reg_" + port.name);
  }
  for (const BusWire& w : axi_wires(bus)) {
    part.wires += fmt::format("  wire {}asked_0_{};\n", shell::range(w.bits), w.name);
    ports.emplace_back("m_" + w.name, "asked_0_" + w.name);
  }
  part.body = shell::instance(
      "rtlgen_uart_host", "u_host",
      {{"CLOCKS_PER_BIT", "UART_CLOCKS"}, {"GAP_LOG2", "UART_GAP_LOG2"}, {"BUS_BITS", fmt::to_string(bus)}}, ports);
  return part;
}

}  // namespace

HostIp host_ip(const board::Wiring& wiring) {
  if (wiring.uart) return {wiring.oscillator, "card_clocks", "u_clocks"};
  return {wiring.pcie, "card_pcie", "u_pcie"};
}

Part bus_clock_part(const Project& project) { return project.wiring.uart ? clocks_part(project) : pcie_part(project); }
Part transfers_part(const Project& project) {
  return project.wiring.uart ? uart_part(project) : host_part(project, project.wiring.pcie.sizes.at("data"), kHostIds);
}

std::string bus_clock_pin(const Project& project) {
  return project.wiring.uart ? "u_clocks/clk_out1" : "u_pcie/axi_aclk";
}
std::string memory_reset(const board::Wiring& wiring) { return wiring.uart ? "clocks_locked" : "~perst_n"; }
std::size_t interrupts_of(const board::Wiring& wiring) {
  return wiring.uart ? 0 : static_cast<std::size_t>(wiring.pcie.sizes.at("irqs"));
}
int clocks_per_bit(const board::Wiring& wiring) {
  return static_cast<int>(std::lround(wiring.user_mhz * 1e6 / wiring.uart->baud));
}

}  // namespace rtlgen::flow::vivado
