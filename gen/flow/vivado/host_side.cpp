// PCIe with its clock buffer and DMA; or the board's clocks and a serial line.
#include "flow/vivado/host_side.hpp"

#include <fmt/format.h>

#include <cmath>

#include "contract/bus_ports.hpp"
#include "flow/bus_parts.hpp"
#include "flow/debug.hpp"
#include "flow/project.hpp"
#include "flow/vivado/top.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow::vivado {

namespace {

using netlist::Connection;
using netlist::net;
using netlist::Part;

constexpr int kHostIds = 4;         ///< bits of an ID of XDMA's AXI
constexpr int kBitstreamBits = 32;  ///< width of USR_ACCESSE2

/// Ports of an AXI bus: "m_axi_awaddr" to "host_awaddr".
void connect_bus(Wires& wires, const board::Ip& ip, const std::string& from, const std::string& to) {
  for (const board::IpPort& port : ip.ports) {
    if (port.name.starts_with(from)) wires[port.name] = net(to + port.name.substr(from.size()));
  }
}

/// Declares the wires of all ports of an IP that begin with `prefix`; other parts declare the others.
void declare(Part& part, const board::IpUse& use, const Wires& wires, const std::string& prefix) {
  for (const board::IpPort& port : use.ip.ports) {
    const auto found = wires.find(port.name);
    if (found != wires.end() && found->second.name.starts_with(prefix))
      part.wire(found->second.name, use.bits_of(port));
  }
}

Part pcie_part(const Project& project) {
  const board::IpUse& use = project.wiring.pcie;
  Part part{"PCIe"};
  Wires wires = {{"sys_clk", "pcie_clk"},      {"sys_clk_gt", "pcie_clk_gt"}, {"sys_rst_n", "perst_n"},
                 {"user_lnk_up", "link_up"},   {"pci_exp_txp", "pcie_tx_p"},  {"pci_exp_txn", "pcie_tx_n"},
                 {"pci_exp_rxp", "pcie_rx_p"}, {"pci_exp_rxn", "pcie_rx_n"},  {"axi_aclk", "bus_clk"},
                 {"axi_aresetn", "bus_up"},    {"usr_irq_req", "irq_req"},    {"usr_irq_ack", "irq_ack"}};
  connect_bus(wires, use.ip, "m_axi_", "host_");
  const std::string registers = has_register_debugger(project) ? "pcie_reg_" : "reg_";
  connect_bus(wires, use.ip, "m_axil_", registers);
  for (const char* unused : {"awburst", "arburst", "awlock", "arlock", "awcache", "arcache", "awprot", "arprot"})
    wires.erase(std::string("m_axi_") + unused);
  for (const char* unused : {"awprot", "arprot"}) wires.erase(std::string("m_axil_") + unused);
  part.wires(1, {"pcie_clk", "pcie_clk_gt", "perst_n", "link_up", "bus_clk", "bus_up"});
  part.wires(use.sizes.at("irqs"), {"irq_req", "irq_ack"});
  declare(part, use, wires, "host_");
  declare(part, use, wires, registers);
  const netlist::Module buffer = clock_buffer(project.wiring);
  part.instance(buffer.interface(), "u_pcie_clk", buffer.parameters,
                {{"I", "pcie_refclk_p"},
                 {"IB", "pcie_refclk_n"},
                 {"CEB", netlist::zero()},
                 {"O", "pcie_clk_gt"},
                 {"ODIV2", "pcie_clk"}});
  part.instance(input_buffer().interface(), "u_perst", {}, {{"I", "pcie_reset_n"}, {"O", "perst_n"}});
  const HostIp ip = host_ip(project.wiring);
  add_ip(part, use, ip.module, ip.instance, wires, host_clocks(project.wiring));
  return part;
}

Part clocks_part(const Project& project) {
  Part part{"The board's clocks"};
  part.wires(1, {"bus_clk", "memory_in_clk", "reference_clk", "clocks_locked"});
  part.state("up", 3, netlist::zeros(3));
  part.alias("bus_up", 1, netlist::bit("up", 2));
  const HostIp ip = host_ip(project.wiring);
  add_ip(part, ip.use, ip.module, ip.instance,
         {{"clk_in1", net(ip.use.clocks.front().port)},
          {"resetn", net(project.wiring.reset.front().port)},
          {"clk_out1", "bus_clk"},
          {"clk_out2", "memory_in_clk"},
          {"clk_out3", "reference_clk"},
          {"locked", "clocks_locked"}});
  part.note("The clocks do not run until they are locked, so reset begins without a clock.");
  part.registers("bus_clk", {{"up", netlist::concat({netlist::slice("up", 1, 0), netlist::one()})}}, "clocks_locked");
  return part;
}

Part uart_part(const Project& project) {
  const int bus = project.plan.shell->bus_bits;
  Part part{"The host behind the serial line"};
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}, {"rx", "uart_rx"}, {"tx", "uart_tx"}};
  for (const contract::BusPort& port : contract::register_ports(32)) {
    part.wire("reg_" + port.name, port.bits);
    ports.push_back({"l_" + port.name, "reg_" + port.name});
  }
  add_wires(part, axi_wires(bus), "host_0_");
  for (const BusWire& w : axi_wires(bus)) ports.push_back({"m_" + w.name, "host_0_" + w.name});
  part.leaf("rtlgen_uart_host", "u_host",
            {{"CLOCKS_PER_BIT", net("UART_CLOCKS")}, {"GAP_LOG2", net("UART_GAP_LOG2")}, {"BUS_BITS", bus}},
            std::move(ports));
  return part;
}

}  // namespace

netlist::Module input_buffer() {
  netlist::Module buffer{"IBUF"};
  buffer.ports = {{"I", netlist::Direction::kIn}, {"O", netlist::Direction::kOut}};
  buffer.role = netlist::Role::kBlackBox;
  return buffer;
}

netlist::Module clock_buffer(const board::Wiring& wiring) {
  netlist::Module buffer{wiring.clock_buffer};
  buffer.parameters = {{"REFCLK_HROW_CK_SEL", netlist::binary(2, 0)}};
  for (const char* port : {"I", "IB", "CEB"}) buffer.ports.push_back({port, netlist::Direction::kIn});
  for (const char* port : {"O", "ODIV2"}) buffer.ports.push_back({port, netlist::Direction::kOut});
  buffer.role = netlist::Role::kBlackBox;
  return buffer;
}

netlist::Module bitstream_access() {
  netlist::Module access{"USR_ACCESSE2"};
  access.ports = {{"CFGCLK", netlist::Direction::kOut},
                  {"DATA", netlist::Direction::kOut, kBitstreamBits},
                  {"DATAVALID", netlist::Direction::kOut}};
  access.role = netlist::Role::kBlackBox;
  return access;
}

void add_bitstream_word(Part& part) {
  part.wire("bitstream_word", kBitstreamBits);
  part.wires(1, {"unused_bitstream_clock", "unused_bitstream_valid"});
  part.instance(
      bitstream_access().interface(), "u_bitstream", {},
      {{"CFGCLK", "unused_bitstream_clock"}, {"DATA", "bitstream_word"}, {"DATAVALID", "unused_bitstream_valid"}});
}

HostIp host_ip(const board::Wiring& wiring) {
  if (wiring.uart) return {wiring.oscillator, "card_clocks", "u_clocks"};
  return {wiring.pcie, "card_pcie", "u_pcie"};
}

std::vector<IpClock> host_clocks(const board::Wiring& wiring) {
  if (wiring.uart) return {};
  return {{"axi_aclk", {"m_axi_", "m_axil_", "usr_irq_", "axi_aresetn"}}};
}

Part bus_clock_part(const Project& project) { return project.wiring.uart ? clocks_part(project) : pcie_part(project); }
Part transfers_part(const Project& project) {
  return project.wiring.uart ? uart_part(project) : host_part(project, project.wiring.pcie.sizes.at("data"), kHostIds);
}

std::string bus_clock_pin(const Project& project) {
  return project.wiring.uart ? "u_clocks/clk_out1" : "u_pcie/axi_aclk";
}
std::string kernel_clock_pin() { return "u_clock/clk_out1"; }
netlist::Expr memory_reset(const board::Wiring& wiring) { return wiring.uart ? net("clocks_locked") : ~net("perst_n"); }
std::size_t interrupts_of(const board::Wiring& wiring) {
  return wiring.uart ? 0 : static_cast<std::size_t>(wiring.pcie.sizes.at("irqs"));
}
int clocks_per_bit(const board::Wiring& wiring) {
  return static_cast<int>(std::lround(wiring.user_mhz * 1e6 / wiring.uart->baud));
}

}  // namespace rtlgen::flow::vivado
