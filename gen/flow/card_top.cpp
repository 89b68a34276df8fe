// A module whose ports are the board's pins.
#include "flow/card_top.hpp"

#include <fmt/ranges.h>

#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow {

namespace {

using board::Direction;
using shell::Part;

const char* word(Direction direction) {
  return direction == Direction::kIn ? "input " : direction == Direction::kOut ? "output" : "inout ";
}

std::string header(const Project& project, const CardTop& top) {
  std::string text = fmt::format("// {} -- the card: {}, memory and the accelerator on {}\n", project.top(), top.host,
                                 safe::comment(project.board.name));
  text += fmt::format("// {}\n//\n", emit::origin(project.banner));
  return text + top.about + "`default_nettype none\n\n";
}

std::string ports(const Project& project, const CardTop& top) {
  std::vector<std::string> lines;
  for (const auto& [function, list] : project.wiring.pins_by_function()) {
    for (const board::PortPins& port : *list) {
      // An IP's bus of one bit is a vector there; here it is not, as constraints then name it alike everywhere.
      lines.push_back(fmt::format("  {} wire {:<8}{}", word(top.direction(port.port)),
                                  shell::range(static_cast<int>(port.pins.size())), port.port));
    }
  }
  return fmt::format("module {} {}(\n{}\n);\n\n", project.top(), top.parameters, fmt::join(lines, ",\n"));
}

}  // namespace

void add_ip(Part& part, const board::IpUse& use, const std::string& module, const std::string& instance,
            const Wires& wires) {
  shell::Connections ports;
  for (const auto& [port, wire] : wires)
    RTLGEN_CHECK(use.ip.find_port(port) != nullptr, use.ip.name + " has no port " + port);
  for (const board::IpPort& port : use.ip.ports) {
    const auto found = wires.find(port.name);
    if (found != wires.end()) {
      ports.emplace_back(port.name, found->second);
      continue;
    }
    RTLGEN_CHECK(port.direction == Direction::kOut, use.ip.name + "'s port " + port.name + " is connected to nothing");
    const std::string unused = fmt::format("unused_{}_{}", instance.substr(2), port.name);
    part.wires += fmt::format("  wire {}{};\n", shell::range(use.bits_of(port)), unused);
    ports.emplace_back(port.name, unused);
  }
  part.body += shell::instance(module, instance, {}, ports);
}

Part status_led_part(const Project& project, const std::vector<std::string>& more) {
  const board::Wiring& w = project.wiring;
  const std::size_t count = w.leds.front().pins.size();
  std::vector<std::string> calibrated;
  for (std::size_t k = 0; k < w.memory.size(); ++k) calibrated.push_back(fmt::format("calibrated_{}", k));
  std::vector<std::string> status_leds = {"alive[26]", shell::all(calibrated), "run_busy", "run_failed"};
  status_leds.insert(status_leds.end(), more.begin(), more.end());
  Part part{
      fmt::format("Status LEDs: alive, memory calibrated, busy, last run failed{}", more.empty() ? "" : ", link up"),
      "  reg [26:0] alive = 27'd0;\n", ""};
  part.body = "  always @(posedge bus_clk) alive <= alive + 27'd1;\n";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string lit = i < status_leds.size() ? status_leds[i] : "1'b0";
    part.body += fmt::format("  assign led{} = {};\n", count > 1 ? fmt::format("[{}]", i) : "",
                             w.leds_low ? "~(" + lit + ")" : lit);
  }
  if (count < status_leds.size())
    part.body +=
        fmt::format("  wire unused_status = &{{1'b0, {}}};\n",
                    fmt::join(status_leds.begin() + static_cast<std::ptrdiff_t>(count), status_leds.end(), ", "));
  return part;
}

std::string card_top_text(const Project& project, const CardTop& top) {
  std::string text = header(project, top) + ports(project, top);
  for (const Part& part : top.parts) text += fmt::format("  // {}\n{}\n", part.title, part.wires);
  for (const Part& part : top.parts) text += shell::section(part.title) + part.body;
  return text + "\nendmodule\n\n`default_nettype wire\n";
}

}  // namespace rtlgen::flow
