// Ports, PCIe and its Avalon masters, clocks and resets, controllers, status LEDs.
#include "flow/quartus/top.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <regex>

#include "flow/bus_parts.hpp"
#include "flow/card_block.hpp"
#include "flow/card_top.hpp"
#include "flow/project.hpp"
#include "flow/quartus/memory_side.hpp"
#include "flow/quartus/system.hpp"

namespace rtlgen::flow::quartus {

namespace {

using board::Direction;
using netlist::Connection;
using netlist::net;
using netlist::Part;

const std::vector<std::string> kAbout = {
    "Clocks: bus_clk is PCIe's, for host transfers, registers and the shell; kernel_clk comes from the board's "
    "oscillator;",
    "each memory controller has its own. The loss of the host resets everything, including the controllers. Firewalls "
    "respond to the",
    "host if the logic behind them does not: docs/card_block.md of rtlgen has their registers."};

/// Lanes: "hip_serial_rx_p_in3" is "pcie_rx_p[3]".
void add_lanes(const board::IpUse& border, Wires& wires) {
  static const std::regex kLane("hip_serial_(rx|tx)(_[pn])?_(in|out)(\\d+)");
  for (const board::IpPort& port : border.ip.ports) {
    if (std::smatch lane; std::regex_match(port.name, lane, kLane))
      wires[port.name] = netlist::bit("pcie_" + lane[1].str() + lane[2].str(), std::stoi(lane[4].str()));
  }
}

/// Wires of an Avalon master at the system's border: "host_write_address" keeps its name.
void add_avalon(const System& system, const std::string& name, Part& part, Wires& wires) {
  const board::IpUse use = system.border();
  for (const board::IpPort& port : use.ip.ports) {
    const bool here = port.name.starts_with(name + "_") && !port.name.ends_with("debugaccess");
    if (!here) continue;
    wires[port.name] = net(port.name);
    part.wire(port.name, use.bits_of(port));
  }
}

Part pcie_part(const Project& project) {
  Part part{"PCIe"};
  part.wires(1, {"bus_clk", "bus_up"});
  const System system = pcie_system(project);
  const board::IpUse border = system.border();
  Wires wires = {{"refclk_clk", "pcie_refclk"}, {"bus_clk_clk", "bus_clk"}, {"bus_rst_reset_n", "bus_up"}};
  for (const auto& [port, wire] : Wires{{"refclk_1_clk", "pcie_refclk_1"},
                                        {"npor_npor", "pcie_reset_n"},
                                        {"npor_pin_perst", "pcie_reset_n"},
                                        {"perst_reset_n", "pcie_reset_n"},
                                        {"ninit_done_reset", "unconfigured"},
                                        {"msi_msi_intfc", "msi"},
                                        {"msix_valid", "msix_valid"},
                                        {"msix_ready", "msix_ready"},
                                        {"msix_data", "msix_data"}}) {
    if (has(border, port)) wires[port] = wire;
  }
  if (is_calibrated_outside(project.wiring)) {
    wires["calibration_clk_clk"] = net(project.wiring.oscillator.clocks.front().port);
    // Not the lock of the kernel clock: without it, the card would not be on the bus.
    wires["calibration_rst_reset_n"] = net("pcie_reset_n");
  }
  add_lanes(border, wires);
  for (const char* name : {"host_write", "host_read", "registers", "message"}) add_avalon(system, name, part, wires);
  // One master only writes, the other only reads.
  std::vector<netlist::Expr> unused = {"host_write_read", "host_read_write", "host_read_writedata",
                                       "host_read_byteenable", "registers_burstcount"};
  part.assign("host_write_readdata", netlist::zeros(project.wiring.pcie.sizes.at("data")));
  part.assign("host_write_readdatavalid", netlist::zero());
  if (has(border, "message_debugaccess")) {
    wires["message_debugaccess"] = netlist::zero();
    unused.insert(unused.end(), {"message_readdata", "message_readdatavalid"});
    part.wire("msi", 82);
    part.assign("message_burstcount", netlist::one());
    part.assign("message_read", netlist::zero());
    part.assign("message_byteenable", netlist::binary(4, 15));
  } else {
    part.wires(1, {"msix_valid", "msix_ready"});
    part.wire("msix_data", 16);
  }
  part.unread("unused_avalon", unused);
  add_system(part, system, wires,
             {{"bus_clk_clk", {"bus_rst_", "host_write_", "host_read_", "registers_", "message_", "msi_", "msix_"}}});
  return part;
}

Part clock_part(const Project& project) {
  Part part{"Clocks and resets"};
  part.wires(1, {"kernel_clk", "kernel_locked", "kernel_runs"});
  const bool released = is_released(project.wiring);
  if (released) {
    part.nets.emplace_back(netlist::Wires{1, {"unconfigured"}, "parts of the device are not configured yet"});
    add_system(part, release_system(project), {{"release_reset", "unconfigured"}});
  }
  add_system(part, clock_system(project),
             {{"refclk_clk", net(project.wiring.oscillator.clocks.front().port)},
              {"reset_reset", released ? net("unconfigured") | ~net("kernel_resetn") : ~net("kernel_resetn")},
              {"kernel_clk", "kernel_clk"},
              {"locked_export", "kernel_locked"}});
  part.leaf("rtlgen_sync", "u_kernel_runs", {}, {{"clk", "bus_clk"}, {"in", "kernel_locked"}, {"out", "kernel_runs"}});
  add_card_resets(project, part);
  // The bus reset restarts the controllers, and every request of the host is one of the bus.
  part.unread("unused_memory_stop", {"memory_stop"});
  return part;
}

/// Combines the DMA's two masters into one AXI master, "host_*", as flow::host_part needs it.
Part dma_part(const Project& project) {
  const int data = project.wiring.pcie.sizes.at("data"), address = card_address_bits(project.wiring);
  Part part{"Avalon masters of the DMA, converted to AXI"};
  add_wires(part, axi_wires(data), "host_");
  part.wires(1, {"host_awid", "host_arid", "host_bid", "host_rid"});
  part.wires(3, {"host_awsize", "host_arsize"});
  part.wire("host_writing");
  part.unread("unused_host", {"host_bid", "host_rid", "host_bresp", "host_rresp", "host_rlast"});
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "card_rst"}, {"writing", "host_writing"}};
  connect(ports, "w_", "host_write_", {"address", "burstcount", "write", "writedata", "byteenable", "waitrequest"});
  connect(ports, "r_", "host_read_", {"address", "burstcount", "read", "waitrequest", "readdata", "readdatavalid"});
  for (const BusWire& w : axi_wires(data)) {
    if (w.name == "bresp" || w.name == "rresp" || w.name == "rlast") continue;
    const std::string wire = "host_" + w.name;
    const bool is_address = w.name.ends_with("addr");
    ports.push_back({"m_" + w.name, is_address ? netlist::slice(wire, address - 1, 0) : net(wire)});
    if (is_address) part.assign(netlist::slice(wire, w.bits - 1, address), netlist::zeros(w.bits - address));
  }
  const unsigned size = data == 512 ? 6 : 5;
  part.assign(netlist::concat({"host_awid", "host_arid"}), netlist::binary(2, 0));
  part.assign("host_awsize", netlist::decimal(3, size));
  part.assign("host_arsize", netlist::decimal(3, size));
  part.leaf("rtlgen_avalon_host", "u_dma",
            {{"HOST_BITS", data}, {"ADDR_BITS", address}, {"COUNT_BITS", project.wiring.pcie.sizes.at("count")}},
            std::move(ports));
  return part;
}

/// Whether the registers' master has words wider than a register.
bool is_wide(const board::IpUse& border) {
  constexpr int kRegister = 32;
  return border.bits_of(*border.ip.find_port("registers_writedata")) > kRegister;
}

constexpr std::initializer_list<const char*> kAvalonRegisters = {
    "address", "read", "write", "writedata", "byteenable", "waitrequest", "readdata", "readdatavalid"};

/// Converts the registers' master to 32 bits; returns the prefix of its wires.
std::string add_narrow(const Project& project, Part& part) {
  if (!is_wide(pcie_system(project).border())) return "registers_";
  const int bits = register_bits(project);
  part.wire("word_address", bits);
  part.wires(32, {"word_writedata", "word_readdata"});
  part.wire("word_byteenable", 4);
  part.wires(1, {"word_read", "word_write", "word_waitrequest", "word_readdatavalid"});
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "card_rst"}};
  connect(ports, "s_", "registers_", kAvalonRegisters);
  connect(ports, "m_", "word_", kAvalonRegisters);
  part.leaf("rtlgen_avalon_narrow", "u_words", {{"ADDR_BITS", bits}}, std::move(ports));
  return "word_";
}

/// The interrupts, sent to the host as a single message.
void add_message(const Project& project, Part& part) {
  const board::IpUse border = pcie_system(project).border();
  const int irqs = static_cast<int>(kernels_of(project));
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "card_rst"}, {"irq", "irq"}};
  if (has(border, "msix_valid")) {
    connect(ports, "m_", "msix_", {"valid", "ready", "data"});
    part.leaf("rtlgen_avalon_msix", "u_message", {{"IRQS", irqs}}, std::move(ports));
    return;
  }
  ports.push_back({"msi", "msi"});
  connect(ports, "m_", "message_", {"address", "write", "writedata", "waitrequest"});
  part.leaf("rtlgen_avalon_msi", "u_message",
            {{"IRQS", irqs}, {"ADDR_BITS", border.bits_of(*border.ip.find_port("message_address"))}}, std::move(ports));
}

Part registers_part(const Project& project) {
  const int bits = register_bits(project);
  Part part{"Registers and the interrupt message"};
  part.wires(bits, {"reg_awaddr", "reg_araddr"});
  part.wires(32, {"reg_wdata", "reg_rdata"});
  part.wire("reg_wstrb", 4);
  part.wires(2, {"reg_bresp", "reg_rresp"});
  part.wires(1, {"reg_awvalid", "reg_awready", "reg_wvalid", "reg_wready", "reg_bvalid", "reg_bready", "reg_arvalid",
                 "reg_arready", "reg_rvalid", "reg_rready"});
  part.unread("unused_answers", {"reg_bresp", "reg_rresp"});
  const std::string words = add_narrow(project, part);
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "card_rst"}, {"hold", "host_writing"}};
  connect(ports, "s_", words, kAvalonRegisters);
  connect(ports, "m_", "reg_",
          {"awvalid", "awready", "awaddr", "wvalid", "wready", "wdata", "wstrb", "bvalid", "bready", "arvalid",
           "arready", "araddr", "rvalid", "rready", "rdata"});
  part.leaf("rtlgen_avalon_registers", "u_registers", {{"ADDR_BITS", bits}}, std::move(ports));
  add_message(project, part);
  return part;
}

/// Calibration of a row of the chip, and its bus to each controller.
Part calibration_part(const Project& project, int row, const std::vector<std::size_t>& channels) {
  Part part{fmt::format("Calibration of row {} of the chip", row)};
  const std::string clock = fmt::format("calibration_clk_{}", row);
  part.wire(clock);
  const System system = calibration_system(project, row);
  const board::IpUse border = system.border();
  Wires wires = {{"clk_clk", net(clock)}};
  for (const board::IpPort& port : border.ip.ports) {
    if (!port.name.starts_with("bus_")) continue;
    const std::size_t role = port.name.find("_calbus_");
    const std::string wire =
        fmt::format("calbus_{}_{}", channels.at(std::stoul(port.name.substr(4, role - 4))), port.name.substr(role + 8));
    wires[port.name] = net(wire);
    part.wire(wire, border.bits_of(port));
  }
  add_system(part, system, wires);
  return part;
}

Part high_part(const Project& project) {
  Part part{"Outputs that stay high"};
  for (const board::PortPins& port : project.wiring.high) {
    const int bits = static_cast<int>(port.pins.size());
    part.assign(port.port, netlist::binary(bits, (std::uint64_t{1} << bits) - 1));
  }
  return part;
}

}  // namespace

Direction direction_of(const Project& project, const std::string& port) {
  if (port == "led" || port.starts_with("pcie_tx")) return Direction::kOut;
  for (const board::PortPins& high : project.wiring.high) {
    if (high.port == port) return Direction::kOut;
  }
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k) {
    const auto& pins = project.wiring.memory[k].use.pins;
    const bool here = std::any_of(pins.begin(), pins.end(), [&](const board::PortPins& p) { return p.port == port; });
    if (!here) continue;
    const board::IpUse border = memory_system(project, k).border();
    return border.ip.find_port(system_port_of(border, port))->direction;
  }
  return Direction::kIn;
}

std::vector<std::string> top_leaves(const Project& project) {
  std::vector<std::string> leaves = bus_leaves(project);
  leaves.insert(leaves.end(),
                {"rtlgen_avalon_host", "rtlgen_avalon_pages", "rtlgen_avalon_registers", "rtlgen_avalon_memory"});
  const board::IpUse border = pcie_system(project).border();
  leaves.emplace_back(has(border, "msix_valid") ? "rtlgen_avalon_msix" : "rtlgen_avalon_msi");
  if (is_wide(border)) leaves.emplace_back("rtlgen_avalon_narrow");
  if (is_restarted(project, 0)) leaves.emplace_back("rtlgen_restart");
  return leaves;
}

netlist::Module top_module(const Project& project) {
  CardTop top;
  top.host = "PCIe";
  top.about = kAbout;
  top.direction = [&](const std::string& port) { return direction_of(project, port); };
  top.parts = {clock_part(project),
               pcie_part(project),
               dma_part(project),
               host_part(project, project.wiring.pcie.sizes.at("data"), 1),
               registers_part(project),
               card_block_part(project, register_bits(project)),
               shells_part(project, register_bits(project))};
  for (const auto& [row, channels] : rows_of(project.wiring))
    top.parts.push_back(calibration_part(project, row, channels));
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k) top.parts.push_back(memory_part(project, k));
  top.parts.push_back(channel_probes_part(project));
  top.parts.push_back(status_led_part(project, {}));
  if (!project.wiring.high.empty()) top.parts.push_back(high_part(project));
  return card_top(project, top);
}

}  // namespace rtlgen::flow::quartus
