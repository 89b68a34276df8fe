// Pins and clocks from the board's wiring, and the clock crossings of the top.
#include "flow/vivado/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emit/file.hpp"
#include "flow/dies.hpp"
#include "flow/project.hpp"
#include "flow/script_text.hpp"
#include "flow/vivado/analyser.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/top.hpp"
#include "netlist/crossings.hpp"

namespace rtlgen::flow::vivado {

namespace {

std::string ports_of(const board::PortPins& port, std::size_t bit) {
  return port.pins.size() == 1 ? fmt::format("[get_ports {}]", port.port)
                               : fmt::format("[get_ports {{{}[{}]}}]", port.port, bit);
}

std::string pins_text(const std::vector<board::PortPins>& list) {
  std::string text;
  for (const board::PortPins& port : list) {
    for (std::size_t bit = 0; bit < port.pins.size(); ++bit) {
      std::string properties = "PACKAGE_PIN " + port.pins[bit];
      if (!port.standard.empty()) properties += " IOSTANDARD " + port.standard;
      if (!port.pull.empty()) properties += port.pull == "up" ? " PULLUP true" : " PULLDOWN true";
      text += fmt::format("set_property -dict {{{}}} {}\n", properties, ports_of(port, bit));
    }
  }
  return text;
}

/// Standards copied from ports of an IP, whose own constraints set them.
std::string like_text(const Project& project) {
  std::string text;
  for (const auto& [function, list] : project.wiring.pins_by_function()) {
    for (const board::PortPins& port : *list) {
      if (port.like.empty()) continue;
      for (const char* property : {"IOSTANDARD", "OUTPUT_IMPEDANCE"}) {
        text += fmt::format("set_property {0} [get_property {0} [get_ports {{{1}[0]}}]] [get_ports {{{2}[*]}}]\n",
                            property, port.like, port.port);
      }
    }
  }
  return text.empty() ? ""
                      : constraints_header(project, "Standards copied from other ports") +
                            "# Read after the IP's own constraints, which set them.\n\n" + text;
}

std::string clocks_text(const Project& project) {
  std::string text = constraints_header(project, "Input clocks") +
                     (project.wiring.uart ? pins_text(project.wiring.oscillator.pins) : "");
  const auto put = [&](const board::IpUse& use) {
    for (const board::InputClock& clock : use.clocks)
      text += fmt::format("create_clock -name {0} -period {1} [get_ports {0}]\n", clock.port, clock.period_ns);
  };
  put(host_ip(project.wiring).use);
  for (const board::WiredMemory& channel : project.wiring.memory) put(channel.use);
  return text;
}

std::string timing_text(const Project& project) {
  std::string text = constraints_header(project, "Clock crossings") +
                     "# Read after the IP's own constraints: its clocks are found by its pins. rtl/shell has the "
                     "crossings inside the shell.\n\n";
  text += fmt::format("set bus_clock [get_clocks -of_objects [get_pins {}]]\n", bus_clock_pin(project));
  text += fmt::format("set kernel_clock [get_clocks -of_objects [get_pins {}]]\n", kernel_clock_pin());
  text +=
      "set bus_period [get_property -min PERIOD $bus_clock]\nset kernel_period [get_property -min PERIOD "
      "$kernel_clock]\n";
  text +=
      "\n# Lock of the kernel clock, to the bus clock.\nset least_period [expr {min($bus_period, $kernel_period)}]\n";
  std::size_t channel = 0;
  for (const netlist::Part& part : top_module(project).parts) {
    const std::vector<netlist::Crossing> crossings = netlist::crossings_of(part);
    std::map<std::string, std::string> clocks = {{"bus_clk", "$bus_clock"}};
    if (std::ranges::any_of(crossings, [](const netlist::Crossing& c) { return c.is_fifo; })) {
      const std::string clock = fmt::format("memory_clock_{}", channel);
      clocks[fmt::format("memory_clk_{}", channel)] = "$" + clock;
      text += fmt::format("\n# {}: resets and five FIFOs.\nset {} [get_clocks -of_objects [get_pins u_memory_{}/{}]]\n",
                          part.title, clock, channel, ui_clock_port(project.wiring.memory[channel].use.ip));
      text += fmt::format("set least_period [expr {{min($bus_period, [get_property -min PERIOD ${}])}}]\n", clock);
      ++channel;
    }
    for (const netlist::Crossing& crossing : crossings) text += netlist::xdc_of(crossing, clocks);
  }
  const std::string& reset = project.wiring.reset.front().port;
  text +=
      fmt::format("\n# Reset{} and status LEDs have no clock outside the chip.\nset_false_path -from [get_ports {}]\n",
                  project.wiring.uart ? ", serial line" : "", reset);
  if (project.wiring.uart) text += "set_false_path -from [get_ports uart_rx]\nset_false_path -to [get_ports uart_tx]\n";
  return text + fmt::format("set_false_path -to [get_ports {}]\n",
                            project.wiring.leds.front().pins.size() > 1 ? "{led[*]}" : "led");
}

std::string settings_text(const Project& project) {
  std::string text = constraints_header(project, "Settings of the bitstream");
  for (const board::Setting& setting : project.wiring.settings)
    text += fmt::format("set_property {} {} [current_design]\n", setting.property, setting.value);
  return text;
}

}  // namespace

std::vector<emit::File> constraint_files(const Project& project) {
  std::map<std::string, std::string> pins;
  for (const auto& [function, list] : project.wiring.pins_by_function()) {
    if (function == "clocks") continue;
    std::string& text = pins[function];
    if (text.empty()) text = constraints_header(project, "Pins (" + function + ")");
    text += pins_text(*list);
  }
  std::vector<emit::File> files;
  files.reserve(pins.size() + 1);
  for (const auto& [function, text] : pins) files.push_back({fmt::format("constraints/{}.xdc", function), text});
  files.push_back({"constraints/clocks.xdc", clocks_text(project)});
  files.push_back({"constraints/settings.xdc", settings_text(project)});
  if (const std::string like = like_text(project); !like.empty()) files.push_back({"constraints/like.xdc", like});
  if (has_dies(project)) {
    files.push_back(
        {"constraints/dies.xdc", constraints_header(project, "Dies of the groups of Executors") + dies_text(project)});
  }
  if (const std::string marks = marks_text(project); !marks.empty()) {
    files.push_back({"constraints/debug.xdc",
                     constraints_header(project, "Positions that the logic analyser sees (hardware.debug)") + marks});
  }
  files.push_back({"constraints/timing.xdc", timing_text(project)});
  return files;
}

}  // namespace rtlgen::flow::vivado
