// A module whose ports are the board's pins.
#include "flow/card_top.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/board.hpp"
#include "emit/banner.hpp"
#include "flow/project.hpp"
#include "netlist/print.hpp"
#include "support/check.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow {

namespace {

using netlist::Expr;
using netlist::net;
using netlist::Part;

netlist::Direction direction_of(board::Direction direction) {
  switch (direction) {
    case board::Direction::kIn:
      return netlist::Direction::kIn;
    case board::Direction::kOut:
      return netlist::Direction::kOut;
    default:
      return netlist::Direction::kInout;
  }
}

std::vector<std::string> header(const Project& project, const CardTop& top) {
  std::vector<std::string> lines = {fmt::format("{} -- the card: {}, memory and the accelerator on {}", project.top(),
                                                top.host, safe::comment(project.board.name)),
                                    emit::origin(project.banner), ""};
  lines.insert(lines.end(), top.about.begin(), top.about.end());
  return lines;
}

}  // namespace

netlist::Interface ip_interface(const board::IpUse& use, const std::string& name, const std::vector<IpClock>& clocks) {
  netlist::Interface border{name, {}, {}};
  for (const board::IpPort& port : use.ip.ports) {
    netlist::Port made{port.name, direction_of(port.direction), use.bits_of(port)};
    for (const IpClock& clock : clocks) {
      if (port.name == clock.port) made.timing = netlist::Timing::kClock;
      const bool is_its = std::ranges::any_of(clock.prefixes, [&](const auto& p) { return port.name.starts_with(p); });
      if (!is_its || port.name == clock.port) continue;
      made.timing = netlist::Timing::kClocked;
      made.clock = clock.port;
    }
    border.ports.push_back(std::move(made));
  }
  return border;
}

void add_ip(Part& part, const board::IpUse& use, const std::string& module, const std::string& instance,
            const Wires& wires, const std::vector<IpClock>& clocks) {
  std::vector<netlist::Connection> ports;
  for (const auto& [port, wire] : wires)
    RTLGEN_CHECK(use.ip.find_port(port) != nullptr, use.ip.name + " has no port " + port);
  for (const board::IpPort& port : use.ip.ports) {
    const auto found = wires.find(port.name);
    if (found != wires.end()) {
      ports.push_back({port.name, found->second});
      continue;
    }
    RTLGEN_CHECK(port.direction == board::Direction::kOut, use.ip.name + "'s port " + port.name + " is not connected");
    const std::string unused = fmt::format("unused_{}_{}", instance.substr(2), port.name);
    part.wire(unused, use.bits_of(port));
    ports.push_back({port.name, unused});
  }
  part.instance(ip_interface(use, module, clocks), instance, {}, std::move(ports));
}

std::string black_boxes_text(const std::string& what, const std::vector<netlist::Module>& boxes) {
  return "// Ports of the vendor's " + what +
         ", for lint.\n/* verilator lint_off DECLFILENAME */\n/* verilator lint_off UNUSED */\n/* verilator lint_off "
         "UNDRIVEN */\n\n" +
         netlist::verilog(boxes);
}

Part status_led_part(const Project& project, const std::vector<std::string>& more) {
  constexpr int kAliveBits = 27;  // blinks about once per second
  const board::Wiring& w = project.wiring;
  const std::size_t count = w.leds.front().pins.size();
  std::vector<Expr> calibrated;
  for (std::size_t k = 0; k < w.memory.size(); ++k) calibrated.push_back(net(fmt::format("calibrated_{}", k)));
  std::vector<Expr> status = {netlist::bit("alive", kAliveBits - 1), netlist::all(calibrated), "run_busy",
                              "run_failed"};
  for (const std::string& one : more) status.push_back(net(one));
  Part part{
      fmt::format("Status LEDs: alive, memory calibrated, busy, last run failed{}", more.empty() ? "" : ", link up")};
  part.state("alive", kAliveBits, netlist::zeros(kAliveBits));
  part.registers("bus_clk", {{"alive", net("alive") + netlist::decimal(kAliveBits, 1)}});
  for (std::size_t i = 0; i < count; ++i) {
    const Expr lit = i < status.size() ? status[i] : netlist::zero();
    part.assign(netlist::bit_of("led", static_cast<int>(i), static_cast<int>(count)), w.leds_low ? ~lit : lit);
  }
  if (count < status.size())
    part.unread("unused_status", {status.begin() + static_cast<std::ptrdiff_t>(count), status.end()});
  return part;
}

netlist::Module card_top(const Project& project, const CardTop& top) {
  netlist::Module module{project.top(), header(project, top), top.parameters};
  for (const auto& [function, list] : project.wiring.pins_by_function()) {
    for (const board::PortPins& port : *list) {
      // A bus of one bit is a vector in an IP, but not here, so that constraints use the same name everywhere.
      module.ports.push_back({port.port, direction_of(top.direction(port.port)), static_cast<int>(port.pins.size())});
    }
  }
  module.parts = top.parts;
  return module;
}

}  // namespace rtlgen::flow
