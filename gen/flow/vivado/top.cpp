// Ports of the card, PCIe, clocks and resets, the shell, status LEDs.
#include "flow/vivado/top.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flow/bus_parts.hpp"
#include "flow/card_block.hpp"
#include "flow/card_top.hpp"
#include "flow/debug.hpp"
#include "flow/project.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/register_debugger.hpp"

namespace rtlgen::flow::vivado {

namespace {

using board::Direction;
using netlist::net;
using netlist::Part;

constexpr int kRegisterAddress = 32;  ///< address width of the host's AXI4-Lite
/// Clocks of silence that end a broken frame: 42 ms at 100 MHz, longer than the pauses of a USB bridge.
constexpr int kGapLog2 = 22;

std::vector<std::string> about(bool uart) {
  if (uart)
    return {
        "Three clocks: bus_clk is the board's, for host transfers, registers and the shell; kernel_clk is derived from "
        "it; the memory",
        "controller has its own. The board's button resets everything. Requests to memory that is not calibrated yet "
        "wait;",
        "registers respond meanwhile."};
  return {
      "Three clocks: bus_clk is PCIe's, for host transfers, registers and the shell; kernel_clk is derived from it; "
      "each memory",
      "controller has its own. The loss of the host resets everything. Firewalls respond to the host if the logic "
      "behind them does not:",
      "docs/card_block.md of rtlgen has their registers."};
}

/// The direction of a port of the top: that of the IP port at these pins, or that of the card's own port.
Direction direction_of(const board::Wiring& wiring, const std::string& port) {
  if (port == "led" || port == "uart_tx" || port.starts_with("pcie_tx")) return Direction::kOut;
  for (const board::WiredMemory& channel : wiring.memory) {
    const auto held = std::find_if(channel.use.pins.begin(), channel.use.pins.end(),
                                   [&](const board::PortPins& p) { return p.port == port && p.held_low; });
    if (held != channel.use.pins.end()) return Direction::kOut;
    const bool here = std::any_of(channel.use.pins.begin(), channel.use.pins.end(),
                                  [&](const board::PortPins& p) { return p.port == port; });
    const board::IpPort* const behind = here ? channel.use.ip.find_port(ip_port_of(port)) : nullptr;
    if (behind != nullptr) return behind->direction;
  }
  return Direction::kIn;
}

/// The wires of the Clocking Wizard; those of its AXI4-Lite port, which is only written, if there is a card block.
Wires wizard_wires(const Project& project) {
  Wires wires = {{"clk_in1", "bus_clk"}, {"clk_out1", "kernel_clk"}, {"locked", "kernel_locked"}};
  if (!has_card_block(project)) {
    wires["resetn"] = net("bus_up");
    return wires;
  }
  wires["s_axi_aclk"] = net("bus_clk");
  wires["s_axi_aresetn"] = net("kernel_resetn");
  for (const BusWire& wire : clock_port()) wires["s_axi_" + wire.name] = net("clock_" + wire.name);
  wires["s_axi_araddr"] = netlist::zeros(clock_port().front().bits);
  wires["s_axi_arvalid"] = wires["s_axi_rready"] = netlist::zero();
  return wires;
}

Part clock_part(const Project& project) {
  const bool guarded = has_card_block(project);
  Part part{"Clocks and resets"};
  part.wires(1, {"kernel_clk", "kernel_locked", "kernel_runs"});
  if (!guarded) part.state("bus_rst", 1, netlist::one());
  board::IpUse use;
  use.ip = project.wiring.clock_wizard;
  std::vector<IpClock> clocks;
  if (guarded) clocks = {{"s_axi_aclk", {"s_axi_aw", "s_axi_w", "s_axi_b", "s_axi_ar", "s_axi_r"}}};
  add_ip(part, use, clock_module(), "u_clock", wizard_wires(project), clocks);
  part.leaf("rtlgen_sync", "u_kernel_runs", {}, {{"clk", "bus_clk"}, {"in", "kernel_locked"}, {"out", "kernel_runs"}});
  if (guarded) {
    add_clock_change(project, part);
    add_bitstream_word(part);
    add_card_resets(project, part);
  } else {
    part.registers("bus_clk", {{"bus_rst", ~(net("bus_up") & net("kernel_runs"))}});
  }
  return part;
}

}  // namespace

std::string clock_module() { return "card_clock"; }
std::string memory_module(std::size_t channel) { return fmt::format("card_memory_{}", channel); }

std::string ip_port_of(const std::string& top_port) {
  // A controller has only channel 0, whatever channel it is on the card.
  const bool numbered = top_port.size() > 2 && top_port[0] == 'c' && top_port[2] == '_';
  return numbered ? "c0" + top_port.substr(2) : top_port;
}

std::vector<std::string> top_leaves(const Project& project) {
  std::vector<std::string> leaves = bus_leaves(project);
  if (!project.wiring.uart) {
    leaves.emplace_back("rtlgen_irq");
    if (has_register_debugger(project)) leaves.emplace_back("rtlgen_axil_join");
    return leaves;
  }
  std::replace(leaves.begin(), leaves.end(), std::string("rtlgen_axi_host"), std::string("rtlgen_uart_host"));
  leaves.insert(leaves.end(), {"rtlgen_uart_line", "rtlgen_crc32"});
  return leaves;
}

netlist::Module top_module(const Project& project) {
  const bool uart = project.wiring.uart.has_value();
  CardTop top;
  top.host = uart ? "serial line" : "PCIe";
  top.about = about(uart);
  // A simulation may use a faster line.
  if (uart) top.parameters = {{"UART_CLOCKS", clocks_per_bit(project.wiring)}, {"UART_GAP_LOG2", kGapLog2}};
  top.direction = [&](const std::string& port) { return direction_of(project.wiring, port); };
  top.parts = {bus_clock_part(project), clock_part(project)};
  if (has_register_debugger(project)) top.parts.push_back(register_debugger_part(project));
  top.parts.push_back(transfers_part(project));
  if (has_card_block(project)) top.parts.push_back(card_block_part(project, kRegisterAddress));
  for (netlist::Part part : {shells_part(project, kRegisterAddress), interrupts_part(project)})
    top.parts.push_back(std::move(part));
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k) top.parts.push_back(memory_part(project, k));
  if (has_card_block(project)) top.parts.push_back(channel_probes_part(project));
  top.parts.push_back(
      status_led_part(project, uart ? std::vector<std::string>{} : std::vector<std::string>{"link_up"}));
  return card_top(project, top);
}

}  // namespace rtlgen::flow::vivado
