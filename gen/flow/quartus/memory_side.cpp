// A memory channel of a card: the path to it, the bridge to Avalon, the controller, its resets and pins.
#include "flow/quartus/memory_side.hpp"

#include <fmt/format.h>

#include "flow/bus_parts.hpp"
#include "flow/project.hpp"
#include "plan/plan.hpp"
#include "support/errors.hpp"

namespace rtlgen::flow::quartus {

using netlist::Connection;
using netlist::net;
using netlist::Part;

namespace {

/// Connects the ports that reset a controller with the bus and calibrate it, if it has them.
void add_controller_resets(const Project& project, std::size_t k, const board::IpUse& border, Part& part,
                           Wires& wires) {
  if (has(border, "soft_reset_reset_n")) wires["soft_reset_reset_n"] = ~net("bus_rst");
  if (has(border, "global_reset_reset_n"))
    wires["global_reset_reset_n"] =
        has(border, "soft_reset_reset_n") ? net("pcie_reset_n") : net("pcie_reset_n") & ~net("bus_rst");
  if (has(border, "calibration_clk_clk"))
    wires["calibration_clk_clk"] = net(fmt::format("calibration_clk_{}", project.wiring.memory[k].row.value()));
  for (const board::IpPort& port : border.ip.ports) {
    if (port.name.starts_with("calibration_calbus_"))
      wires[port.name] = net(fmt::format("calbus_{}_{}", k, port.name.substr(19)));
  }
  if (!is_restarted(project, k)) return;
  const std::string restart = fmt::format("restart_{}", k), restartable = fmt::format("restartable_{}", k),
                    restarting = fmt::format("restarting_{}", k), restarting_at = fmt::format("restarting_at_{}", k);
  part.wires(1, {restart, restartable, restarting, restarting_at});
  wires["local_reset_req_local_reset_req"] = net(restart);
  wires["local_reset_status_local_reset_done"] = net(restartable);
  part.leaf("rtlgen_restart", "u_" + restart, {},
            {{"clk", project.wiring.oscillator.clocks.front().port},
             {"rst", "unconfigured"},
             {"bus_rst", "bus_rst"},
             {"done", restartable},
             {"req", restart},
             {"busy", restarting}});
  part.leaf("rtlgen_sync", "u_" + restarting, {},
            {{"clk", fmt::format("memory_clk_{}", k)}, {"in", restarting}, {"out", restarting_at}});
}

/// The Avalon master of a controller, by role.
std::vector<BusWire> avalon_wires(const Project& project, std::size_t k) {
  const auto& sizes = project.wiring.memory[k].use.sizes;
  const int bus = project.plan.shell->bus_bits;
  return {{"waitrequest_n", 1},
          {"beginbursttransfer", 1},
          {"address", sizes.at("words")},
          {"burstcount", sizes.at("count")},
          {"read", 1},
          {"write", 1},
          {"writedata", bus},
          {"byteenable", bus / 8},
          {"readdata", bus},
          {"readdatavalid", 1}};
}

/// Converts AXI in the controller's clock domain to its Avalon port.
void add_bridge(const Project& project, std::size_t k, Part& part) {
  const auto& sizes = project.wiring.memory[k].use.sizes;
  const int bus = project.plan.shell->bus_bits, address = sizes.at("address");
  std::vector<Connection> ports = {{"clk", fmt::format("memory_clk_{}", k)}, {"rst", fmt::format("far_rst_{}", k)}};
  for (const BusWire& w : axi_wires(bus)) {
    const std::string wire = fmt::format("far_{}_{}", k, w.name);
    ports.push_back({"s_" + w.name, w.name.ends_with("addr") ? netlist::slice(wire, address - 1, 0) : net(wire)});
  }
  connect(ports, "s_", fmt::format("far_{}_", k), {"awid", "bid", "arid", "rid"});
  for (const BusWire& w : avalon_wires(project, k))
    ports.push_back({"m_" + (w.name == "waitrequest_n" ? "ready" : w.name), fmt::format("avl_{}_{}", k, w.name)});
  part.leaf(
      "rtlgen_avalon_memory", fmt::format("u_avalon_{}", k),
      {{"BUS_BITS", bus}, {"ADDR_BITS", address}, {"ID_BITS", 1}, {"COUNT_BITS", sizes.at("count")}, {"READS_LOG2", 8}},
      std::move(ports));
}

}  // namespace

void add_system(Part& part, const System& system, const Wires& wires, const std::vector<IpClock>& clocks) {
  add_ip(part, system.border(), system.name, "u_" + system.name.substr(5), wires, clocks);
}

void connect(std::vector<Connection>& ports, const std::string& side, const std::string& wires,
             std::initializer_list<const char*> roles) {
  for (const char* role : roles) ports.push_back({side + role, wires + role});
}

bool has(const board::IpUse& border, const std::string& port) { return border.ip.find_port(port) != nullptr; }

Part memory_part(const Project& project, std::size_t k) {
  const board::IpUse& use = project.wiring.memory[k].use;
  const int address = use.sizes.at("address");
  const std::string clock = fmt::format("memory_clk_{}", k), up = fmt::format("memory_up_{}", k),
                    calibrated = fmt::format("calibrated_{}", k), far_busy = fmt::format("far_busy_{}", k),
                    failed = fmt::format("memory_failed_{}", k), failing = fmt::format("calibration_failed_{}", k),
                    avalon = fmt::format("avl_{}_", k);
  Part channel = channel_part(project, k);
  Part part{channel.title};
  part.wires(1, {clock, up, calibrated, failing, failed});
  part.state(far_busy, 1, netlist::one());
  part.nets.insert(part.nets.end(), channel.nets.begin(), channel.nets.end());
  part.items = std::move(channel.items);
  const System system = memory_system(project, k);
  const board::IpUse border = system.border();
  add_wires(part, avalon_wires(project, k), avalon);
  if (!has(border, "avl_beginbursttransfer"))
    part.unread(fmt::format("unused_avl_{}", k), {net(avalon + "beginbursttransfer")});
  part.unread(fmt::format("unused_far_{}", k), {netlist::slice(fmt::format("far_{}_awaddr", k), 63, address),
                                                netlist::slice(fmt::format("far_{}_araddr", k), 63, address)});
  // The bus reset restarts the controller, so that it does not wait for the end of an interrupted burst.
  Wires wires = {{"afi_clk_clk", net(clock)},
                 {"afi_reset_reset_n", net(up)},
                 {"status_local_cal_success", net(calibrated)},
                 {"status_local_cal_fail", net(failing)}};
  add_controller_resets(project, k, border, part, wires);
  std::vector<netlist::Expr> busy = {~(net(up) & net(calibrated))};
  if (is_restarted(project, k)) busy.push_back(net(fmt::format("restarting_at_{}", k)));
  part.registers(clock, {{far_busy, netlist::some(busy)}});
  part.leaf("rtlgen_sync", "u_" + failed, {}, {{"clk", "bus_clk"}, {"in", failing}, {"out", failed}});
  add_bridge(project, k, part);
  for (const BusWire& w : avalon_wires(project, k)) {
    if (has(border, "avl_" + w.name)) wires["avl_" + w.name] = net(avalon + w.name);
  }
  for (const board::PortPins& pins : use.pins) wires[system_port_of(border, pins.port)] = net(pins.port);
  add_system(part, system, wires, {{"afi_clk_clk", {"avl_", "afi_reset_", "status_local_cal_success"}}});
  return part;
}

std::string system_port_of(const board::IpUse& border, const std::string& top_port) {
  const std::string name = top_port.substr(top_port.find('_') + 1);
  for (const std::string& port : {name, name + "_clk", "memory_" + name, "oct_" + name}) {
    if (border.ip.find_port(port) != nullptr) return port;
  }
  throw InternalError("no port of a memory controller belongs to " + top_port);
}

}  // namespace rtlgen::flow::quartus
