// Ports, PCIe and its Avalon masters, clocks and resets, controllers, status LEDs.
#include "flow/quartus/top.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>

#include "flow/bus_parts.hpp"
#include "flow/card_top.hpp"
#include "flow/quartus/system.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::flow::quartus {

namespace {

using board::Direction;
using shell::Part;

constexpr const char* kAbout =
    "// Clocks: bus_clk is PCIe's, for the host's transfers, registers and the shell; kernel_clk is made of the "
    "board's oscillator;\n"
    "// each memory controller has its own. A host that goes away resets everything, the controllers too; memory that "
    "is not\n"
    "// calibrated yet lets wait whoever asks for it. docs/projects.md of rtlgen says why.\n";

void add_system(Part& part, const System& system, const Wires& wires) {
  add_ip(part, system.border(), system.name, "u_" + system.name.substr(5), wires);
}

bool has(const board::IpUse& border, const std::string& port) { return border.ip.find_port(port) != nullptr; }

/// Lanes: "hip_serial_rx_p_in3" is "pcie_rx_p[3]".
void add_lanes(const board::IpUse& border, Wires& wires) {
  static const std::regex kLane("hip_serial_(rx|tx)(_[pn])?_(in|out)(\\d+)");
  for (const board::IpPort& port : border.ip.ports) {
    if (std::smatch lane; std::regex_match(port.name, lane, kLane))
      wires[port.name] = fmt::format("pcie_{}{}[{}]", lane[1].str(), lane[2].str(), lane[4].str());
  }
}

/// Wires of an Avalon master at the system's border: "host_write_address" is itself.
void add_avalon(const System& system, const std::string& name, Part& part, Wires& wires) {
  const board::IpUse use = system.border();
  for (const board::IpPort& port : use.ip.ports) {
    const bool here = port.name.starts_with(name + "_") && !port.name.ends_with("debugaccess");
    if (!here) continue;
    wires[port.name] = port.name;
    part.wires += fmt::format("  wire {}{};\n", shell::range(use.bits_of(port)), port.name);
  }
}

Part pcie_part(const Project& project) {
  Part part{"PCIe", "  wire bus_clk, bus_up;\n", ""};
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
    wires["calibration_clk_clk"] = project.wiring.oscillator.clocks.front().port;
    wires["calibration_rst_reset_n"] = "kernel_locked";
  }
  add_lanes(border, wires);
  for (const char* name : {"host_write", "host_read", "registers", "message"}) add_avalon(system, name, part, wires);
  // The one writes, the other reads, as their masters do.
  std::string unused =
      "host_write_read, host_read_write, host_read_writedata, host_read_byteenable, registers_burstcount";
  part.body = fmt::format("  assign host_write_readdata = {0}'d0;\n  assign host_write_readdatavalid = 1'b0;\n",
                          project.wiring.pcie.sizes.at("data"));
  if (has(border, "message_debugaccess")) {
    wires["message_debugaccess"] = "1'b0";
    unused += ", message_readdata, message_readdatavalid";
    part.wires += "  wire [81:0] msi;\n";
    part.body +=
        "  assign message_burstcount = 1'b1;\n  assign message_read = 1'b0;\n  assign message_byteenable = 4'b1111;\n";
  } else {
    part.wires += "  wire msix_valid, msix_ready;\n  wire [15:0] msix_data;\n";
  }
  part.wires += fmt::format("  wire unused_avalon = &{{1'b0, {}}};\n", unused);
  part.body += "\n";
  add_system(part, system, wires);
  return part;
}

Part clock_part(const Project& project) {
  Part part{"Clocks and resets", "  wire kernel_clk, kernel_locked, kernel_runs;\n  reg bus_rst = 1'b1;\n", ""};
  const bool released = is_released(project.wiring);
  if (released) {
    part.wires += "  wire unconfigured;  // parts of the device are not configured yet\n";
    add_system(part, release_system(project), {{"release_reset", "unconfigured"}});
  }
  add_system(part, clock_system(project),
             {{"refclk_clk", project.wiring.oscillator.clocks.front().port},
              {"reset_reset", released ? "unconfigured" : "1'b0"},
              {"kernel_clk", "kernel_clk"},
              {"locked_export", "kernel_locked"}});
  part.body += shell::instance("rtlgen_sync", "u_kernel_runs", {},
                               {{"clk", "bus_clk"}, {"in", "kernel_locked"}, {"out", "kernel_runs"}});
  part.body += "  always @(posedge bus_clk) bus_rst <= ~(bus_up & kernel_runs);\n\n";
  return part;
}

/// The DMA's two masters as one of AXI, "host_*" as flow::host_part wants it.
Part dma_part(const Project& project) {
  const int data = project.wiring.pcie.sizes.at("data"), address = card_address_bits(project.wiring);
  Part part{"The DMA's Avalon masters as AXI", "", ""};
  for (const BusWire& w : axi_wires(data))
    part.wires += fmt::format("  wire {}host_{};\n", shell::range(w.bits), w.name);
  part.wires +=
      "  wire host_awid, host_arid, host_bid, host_rid;\n  wire [2:0] host_awsize, host_arsize;\n  wire "
      "host_writing;\n";
  part.wires += "  wire unused_host = &{1'b0, host_bid, host_rid, host_bresp, host_rresp, host_rlast};\n";
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}, {"writing", "host_writing"}};
  for (const char* role : {"address", "burstcount", "write", "writedata", "byteenable", "waitrequest"})
    ports.emplace_back(std::string("w_") + role, std::string("host_write_") + role);
  for (const char* role : {"address", "burstcount", "read", "waitrequest", "readdata", "readdatavalid"})
    ports.emplace_back(std::string("r_") + role, std::string("host_read_") + role);
  for (const BusWire& w : axi_wires(data)) {
    if (w.name == "bresp" || w.name == "rresp" || w.name == "rlast") continue;
    const bool is_address = w.name.ends_with("addr");
    ports.emplace_back("m_" + w.name, "host_" + w.name + (is_address ? fmt::format("[{}:0]", address - 1) : ""));
    if (is_address) part.body += fmt::format("  assign host_{}[63:{}] = {}'d0;\n", w.name, address, 64 - address);
  }
  const int size = data == 512 ? 6 : 5;
  part.body += fmt::format(
      "  assign {{host_awid, host_arid}} = 2'b00;\n  assign host_awsize = 3'd{0};\n  assign host_arsize = 3'd{0};\n\n",
      size);
  part.body += shell::instance("rtlgen_avalon_host", "u_dma",
                               {{"HOST_BITS", fmt::to_string(data)},
                                {"ADDR_BITS", fmt::to_string(address)},
                                {"COUNT_BITS", fmt::to_string(project.wiring.pcie.sizes.at("count"))}},
                               ports);
  return part;
}

/// Whether the registers' master has words of more than a register.
bool is_wide(const board::IpUse& border) {
  constexpr int kRegister = 32;
  return border.bits_of(*border.ip.find_port("registers_writedata")) > kRegister;
}

/// The registers' master as one of 32 bits; the start of its wires' names.
std::string add_narrow(const Project& project, Part& part) {
  if (!is_wide(pcie_system(project).border())) return "registers_";
  const int bits = register_bits(project);
  part.wires += fmt::format(
      "  wire [{}:0] word_address;\n  wire [31:0] word_writedata, word_readdata;\n  wire [3:0] word_byteenable;\n  "
      "wire word_read, word_write, word_waitrequest, word_readdatavalid;\n",
      bits - 1);
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  for (const auto& [side, wires] : {std::pair{"s_", "registers_"}, {"m_", "word_"}}) {
    for (const char* role :
         {"address", "read", "write", "writedata", "byteenable", "waitrequest", "readdata", "readdatavalid"})
      ports.emplace_back(std::string(side) + role, std::string(wires) + role);
  }
  part.body += shell::instance("rtlgen_avalon_narrow", "u_words", {{"ADDR_BITS", fmt::to_string(bits)}}, ports);
  return "word_";
}

/// The interrupts on their way to the host, one message for all.
void add_message(const Project& project, Part& part) {
  const board::IpUse border = pcie_system(project).border();
  const std::string irqs = fmt::to_string(kernels_of(project));
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}, {"irq", "irq"}};
  if (has(border, "msix_valid")) {
    for (const char* role : {"valid", "ready", "data"})
      ports.emplace_back(std::string("m_") + role, std::string("msix_") + role);
    part.body += shell::instance("rtlgen_avalon_msix", "u_message", {{"IRQS", irqs}}, ports);
    return;
  }
  ports.emplace_back("msi", "msi");
  for (const char* role : {"address", "write", "writedata", "waitrequest"})
    ports.emplace_back(std::string("m_") + role, std::string("message_") + role);
  part.body += shell::instance(
      "rtlgen_avalon_msi", "u_message",
      {{"IRQS", irqs}, {"ADDR_BITS", fmt::to_string(border.bits_of(*border.ip.find_port("message_address")))}}, ports);
}

Part registers_part(const Project& project) {
  const int bits = register_bits(project);
  Part part{"Registers and the interrupt's message", "", ""};
  part.wires = fmt::format(
      "  wire [{0}:0] reg_awaddr, reg_araddr;\n  wire [31:0] reg_wdata, reg_rdata;\n  wire [3:0] reg_wstrb;\n  wire "
      "[1:0] reg_bresp, reg_rresp;\n"
      "  wire reg_awvalid, reg_awready, reg_wvalid, reg_wready, reg_bvalid, reg_bready, reg_arvalid, reg_arready, "
      "reg_rvalid, reg_rready;\n"
      "  wire unused_answers = &{{1'b0, reg_bresp, reg_rresp}};\n",
      bits - 1);
  const std::string words = add_narrow(project, part);
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}, {"hold", "host_writing"}};
  for (const char* role :
       {"address", "read", "write", "writedata", "byteenable", "waitrequest", "readdata", "readdatavalid"})
    ports.emplace_back(std::string("s_") + role, words + role);
  for (const char* name : {"awvalid", "awready", "awaddr", "wvalid", "wready", "wdata", "wstrb", "bvalid", "bready",
                           "arvalid", "arready", "araddr", "rvalid", "rready", "rdata"}) {
    ports.emplace_back(std::string("m_") + name, std::string("reg_") + name);
  }
  part.body += shell::instance("rtlgen_avalon_registers", "u_registers", {{"ADDR_BITS", fmt::to_string(bits)}}, ports);
  add_message(project, part);
  return part;
}

/// Calibration of a row of the chip, and its bus to each controller.
Part calibration_part(const Project& project, int row, const std::vector<std::size_t>& channels) {
  Part part{fmt::format("Calibration of row {} of the chip", row), fmt::format("  wire calibration_clk_{};\n", row),
            ""};
  const System system = calibration_system(project, row);
  const board::IpUse border = system.border();
  Wires wires = {{"clk_clk", fmt::format("calibration_clk_{}", row)}};
  for (const board::IpPort& port : border.ip.ports) {
    if (!port.name.starts_with("bus_")) continue;
    const std::size_t role = port.name.find("_calbus_");
    const std::string wire =
        fmt::format("calbus_{}_{}", channels.at(std::stoul(port.name.substr(4, role - 4))), port.name.substr(role + 8));
    wires[port.name] = wire;
    part.wires += fmt::format("  wire {}{};\n", shell::range(border.bits_of(port)), wire);
  }
  add_system(part, system, wires);
  return part;
}

/// How a controller is reset with the bus, and calibrated: of its ports those that there are.
void add_controller_resets(const Project& project, std::size_t k, const board::IpUse& border, Part& part,
                           Wires& wires) {
  if (has(border, "soft_reset_reset_n")) wires["soft_reset_reset_n"] = "~bus_rst";
  if (has(border, "global_reset_reset_n"))
    wires["global_reset_reset_n"] = has(border, "soft_reset_reset_n") ? "pcie_reset_n" : "pcie_reset_n & ~bus_rst";
  if (has(border, "calibration_clk_clk"))
    wires["calibration_clk_clk"] = fmt::format("calibration_clk_{}", project.wiring.memory[k].row.value());
  for (const board::IpPort& port : border.ip.ports) {
    if (port.name.starts_with("calibration_calbus_"))
      wires[port.name] = fmt::format("calbus_{}_{}", k, port.name.substr(19));
  }
  if (!is_restarted(project, k)) return;
  part.wires += fmt::format("  wire restart_{0}, restartable_{0}, restarting_{0}, restarting_at_{0};\n", k);
  wires["local_reset_req_local_reset_req"] = fmt::format("restart_{}", k);
  wires["local_reset_status_local_reset_done"] = fmt::format("restartable_{}", k);
  part.body += shell::instance("rtlgen_restart", fmt::format("u_restart_{}", k), {},
                               {{"clk", project.wiring.oscillator.clocks.front().port},
                                {"rst", "unconfigured"},
                                {"bus_rst", "bus_rst"},
                                {"done", fmt::format("restartable_{}", k)},
                                {"req", fmt::format("restart_{}", k)},
                                {"busy", fmt::format("restarting_{}", k)}});
  part.body += shell::instance("rtlgen_sync", fmt::format("u_restarting_{}", k), {},
                               {{"clk", fmt::format("memory_clk_{}", k)},
                                {"in", fmt::format("restarting_{}", k)},
                                {"out", fmt::format("restarting_at_{}", k)}});
}

Part memory_part(const Project& project, std::size_t k) {
  const board::IpUse& use = project.wiring.memory[k].use;
  const int bus = project.plan.shell->bus_bits, address = use.sizes.at("address");
  Part part = channel_part(project, k);
  part.wires =
      fmt::format("  wire memory_clk_{0}, memory_up_{0}, calibrated_{0};\n  reg far_rst_{0} = 1'b1;\n", k) + part.wires;
  const std::pair<const char*, int> kAvalon[] = {{"waitrequest_n", 1},
                                                 {"beginbursttransfer", 1},
                                                 {"address", use.sizes.at("words")},
                                                 {"burstcount", use.sizes.at("count")},
                                                 {"read", 1},
                                                 {"write", 1},
                                                 {"writedata", bus},
                                                 {"byteenable", bus / 8},
                                                 {"readdata", bus},
                                                 {"readdatavalid", 1}};
  const System system = memory_system(project, k);
  const board::IpUse border = system.border();
  for (const auto& [role, bits] : kAvalon)
    part.wires += fmt::format("  wire {}avl_{}_{};\n", shell::range(bits), k, role);
  if (!has(border, "avl_beginbursttransfer"))
    part.wires += fmt::format("  wire unused_avl_{0} = &{{1'b0, avl_{0}_beginbursttransfer}};\n", k);
  part.wires +=
      fmt::format("  wire unused_far_{0} = &{{1'b0, far_{0}_awaddr[63:{1}], far_{0}_araddr[63:{1}]}};\n", k, address);
  // With the bus' reset the controller starts anew: a burst that was cut must not wait for its end in there.
  Wires wires = {{"afi_clk_clk", fmt::format("memory_clk_{}", k)},
                 {"afi_reset_reset_n", fmt::format("memory_up_{}", k)},
                 {"status_local_cal_success", fmt::format("calibrated_{}", k)}};
  add_controller_resets(project, k, border, part, wires);
  const std::string restarting = is_restarted(project, k) ? fmt::format(" | restarting_at_{}", k) : "";
  part.body += fmt::format(
      "  // What is asked for waits in the crossing until the memory is calibrated.\n  always @(posedge "
      "memory_clk_{0}) far_rst_{0} <= bus_rst_at_{0}{1} | ~(memory_up_{0} & calibrated_{0});\n\n",
      k, restarting);
  shell::Connections bridge = {{"clk", fmt::format("memory_clk_{}", k)}, {"rst", fmt::format("far_rst_{}", k)}};
  for (const BusWire& w : axi_wires(bus))
    bridge.emplace_back("s_" + w.name, fmt::format("far_{}_{}{}", k, w.name,
                                                   w.name.ends_with("addr") ? fmt::format("[{}:0]", address - 1) : ""));
  for (const char* id : {"awid", "bid", "arid", "rid"})
    bridge.emplace_back(std::string("s_") + id, fmt::format("far_{}_{}", k, id));
  for (const auto& [role, bits] : kAvalon)
    bridge.emplace_back(std::string("m_") + (std::string(role) == "waitrequest_n" ? "ready" : role),
                        fmt::format("avl_{}_{}", k, role));
  part.body += shell::instance("rtlgen_avalon_memory", fmt::format("u_avalon_{}", k),
                               {{"BUS_BITS", fmt::to_string(bus)},
                                {"ADDR_BITS", fmt::to_string(address)},
                                {"ID_BITS", "1"},
                                {"COUNT_BITS", fmt::to_string(use.sizes.at("count"))},
                                {"READS_LOG2", "8"}},
                               bridge);
  for (const auto& [role, bits] : kAvalon) {
    if (has(border, std::string("avl_") + role)) wires[std::string("avl_") + role] = fmt::format("avl_{}_{}", k, role);
  }
  for (const board::PortPins& pins : use.pins) wires[system_port_of(border, pins.port)] = pins.port;
  add_system(part, system, wires);
  return part;
}

Part high_part(const Project& project) {
  Part part{"Outputs that stay high", "", ""};
  for (const board::PortPins& port : project.wiring.high)
    part.body +=
        fmt::format("  assign {} = {}'b{};\n", port.port, port.pins.size(), std::string(port.pins.size(), '1'));
  return part;
}

}  // namespace

std::string system_port_of(const board::IpUse& border, const std::string& top_port) {
  const std::string name = top_port.substr(top_port.find('_') + 1);
  for (const std::string& port : {name, name + "_clk", "memory_" + name, "oct_" + name}) {
    if (border.ip.find_port(port) != nullptr) return port;
  }
  throw InternalError("nothing of a memory controller is behind " + top_port);
}

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
  leaves.insert(leaves.end(), {"rtlgen_avalon_host", "rtlgen_avalon_registers", "rtlgen_avalon_memory"});
  const board::IpUse border = pcie_system(project).border();
  leaves.emplace_back(has(border, "msix_valid") ? "rtlgen_avalon_msix" : "rtlgen_avalon_msi");
  if (is_wide(border)) leaves.emplace_back("rtlgen_avalon_narrow");
  if (is_restarted(project, 0)) leaves.emplace_back("rtlgen_restart");
  return leaves;
}

std::string top_text(const Project& project) {
  CardTop top;
  top.host = "PCIe";
  top.about = kAbout;
  top.direction = [&](const std::string& port) { return direction_of(project, port); };
  top.parts = {clock_part(project),     pcie_part(project),
               dma_part(project),       host_part(project, project.wiring.pcie.sizes.at("data"), 1),
               registers_part(project), shells_part(project, register_bits(project))};
  for (const auto& [row, channels] : rows_of(project.wiring))
    top.parts.push_back(calibration_part(project, row, channels));
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k) top.parts.push_back(memory_part(project, k));
  top.parts.push_back(status_led_part(project, {}));
  if (!project.wiring.high.empty()) top.parts.push_back(high_part(project));
  return card_top_text(project, top);
}

}  // namespace rtlgen::flow::quartus
