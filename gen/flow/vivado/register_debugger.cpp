// The IP, and rtlgen_axil_join in front of the registers.
#include "flow/vivado/register_debugger.hpp"

#include "contract/bus_ports.hpp"
#include "flow/card_block.hpp"
#include "flow/card_top.hpp"
#include "flow/project.hpp"

namespace rtlgen::flow::vivado {

board::IpUse register_debugger(const Project& project) {
  board::IpUse use;
  use.ip = project.wiring.jtag_registers;
  // PROTOCOL 2 is AXI4-Lite (PG174).
  use.parameters = {{"PROTOCOL", "2"}, {"M_AXI_ADDR_WIDTH", "32"}, {"M_AXI_DATA_WIDTH", "32"}};
  return use;
}

netlist::Part register_debugger_part(const Project& project) {
  constexpr int kAddress = 32;
  netlist::Part part{"Registers through JTAG (hardware.debug)"};
  Wires wires = {{"aclk", "bus_clk"}, {"aresetn", "bus_up"}};
  // A reset that a host requests does not lose the response of that request.
  std::vector<netlist::Connection> ports = {{"clk", "bus_clk"},
                                            {"rst", has_card_block(project) ? "card_rst" : "bus_rst"}};
  for (const contract::BusPort& port : contract::register_ports(kAddress)) {
    part.wire("reg_" + port.name, port.bits);
    part.wire("jtag_reg_" + port.name, port.bits);
    wires["m_axi_" + port.name] = netlist::net("jtag_reg_" + port.name);
    ports.push_back({"s_" + port.name, "pcie_reg_" + port.name});
    ports.push_back({"d_" + port.name, "jtag_reg_" + port.name});
    ports.push_back({"m_" + port.name, "reg_" + port.name});
  }
  add_ip(part, register_debugger(project), "card_jtag", "u_jtag", wires, {{"aclk", {"m_axi_", "aresetn"}}});
  part.leaf("rtlgen_axil_join", "u_register_join", {}, std::move(ports));
  return part;
}

}  // namespace rtlgen::flow::vivado
