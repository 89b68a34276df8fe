// Pins and clocks from the board's wiring, and the clock crossings of the top.
#include "flow/quartus/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emit/file.hpp"
#include "flow/project.hpp"
#include "flow/quartus/signal_tap.hpp"
#include "flow/quartus/system.hpp"
#include "flow/quartus/top.hpp"
#include "flow/script_text.hpp"
#include "netlist/crossings.hpp"

namespace rtlgen::flow::quartus {

namespace {

std::string pins_text(const std::vector<board::PortPins>& list) {
  std::string text;
  for (const board::PortPins& port : list) {
    for (std::size_t bit = 0; bit < port.pins.size(); ++bit) {
      const std::string name = port.pins.size() == 1 ? port.port : fmt::format("{{{}[{}]}}", port.port, bit);
      text += fmt::format("set_location_assignment PIN_{} -to {}\n", port.pins[bit], name);
      // Some memory controllers set their standards themselves.
      if (!port.standard.empty())
        text += fmt::format("set_instance_assignment -name IO_STANDARD \"{}\" -to {}\n", port.standard, name);
    }
  }
  return text;
}

std::string clocks_text(const Project& project) {
  std::string text = constraints_header(project, "Input clocks");
  const auto put = [&](const board::IpUse& use) {
    for (const board::InputClock& clock : use.clocks)
      text += fmt::format("create_clock -name {0} -period {1:.3f} [get_ports {{{0}}}]\n", clock.port, clock.period_ns);
  };
  put(project.wiring.pcie);
  put(project.wiring.oscillator);
  for (const board::WiredMemory& channel : project.wiring.memory) put(channel.use);
  // PLLs of newer families have their own constraints.
  if (!is_released(project.wiring)) text += "\nderive_pll_clocks -create_base_clocks";
  return text + "\nderive_clock_uncertainty\n";
}

bool is_fifo(const netlist::Crossing& crossing) { return crossing.is_fifo; }

/// Constraints for FIFOs whose words Quartus puts into MLABs: the words are stable long before they are read. M20Ks
/// have no such path.
std::string words_text(const netlist::Crossing& fifo, netlist::QuartusNames names) {
  const std::string name = netlist::sdc_name(fifo.path, names);
  return fmt::format("set_false_path -from [get_registers -nowarn {{*{}*words*}}] -to {}\n", name,
                     netlist::sdc_registers(name + "out_data*"));
}

/// A memory channel: the crossings on the way to its controller, then those of its state, and its reset.
std::string channel_text(const Project& project, std::size_t k, const std::vector<netlist::Crossing>& crossings,
                         netlist::QuartusNames names) {
  const auto last = std::find_if(crossings.rbegin(), crossings.rend(), is_fifo).base();
  std::string text;
  for (auto one = crossings.begin(); one != last; ++one) text += netlist::sdc_of(*one, names);
  for (auto one = crossings.begin(); one != last; ++one) text += one->words_in_luts ? words_text(*one, names) : "";
  std::string resetting = netlist::sdc_name({{"rtlgen_card_reset", "u_card_reset"}}, names) + "bus_rst";
  if (is_restarted(project, k)) {
    const std::string restart = fmt::format("u_restart_{}", k);
    resetting = netlist::sdc_name({{"rtlgen_restart", restart}}, names) + "req";
  }
  for (auto one = last; one != crossings.end(); ++one) text += netlist::sdc_of(*one, names);
  const std::string controller =
      netlist::sdc_name({{fmt::format("card_memory_{}", k), fmt::format("u_memory_{}", k)}}, names);
  return text + fmt::format("set_false_path -from [get_registers {{{}}}] -to [get_registers {{{}*}}]\n", resetting,
                            controller);
}

std::string timing_text(const Project& project) {
  std::string text =
      constraints_header(project, "Clock crossings") +
      "# Read after the clocks and the systems' own constraints. rtl/shell has the crossings inside the shell.\n";
  const auto names =
      project.wiring.tool == "quartus_pro" ? netlist::QuartusNames::kInstances : netlist::QuartusNames::kEntities;
  text += "\n# Lock of the kernel clock, to the bus clock.\n";
  std::size_t next = 0;
  for (const netlist::Part& part : top_module(project).parts) {
    const std::vector<netlist::Crossing> crossings = netlist::crossings_of(part);
    if (!std::ranges::any_of(crossings, is_fifo)) {
      for (const netlist::Crossing& crossing : crossings) text += netlist::sdc_of(crossing, names);
      continue;
    }
    text +=
        fmt::format("\n# {}: resets and five FIFOs.\n", part.title) + channel_text(project, next++, crossings, names);
  }
  if (is_calibrated_outside(project.wiring)) {
    text += "\n# Calibration of the transceivers runs on the board's oscillator.\n";
    text += fmt::format(
        "set_false_path -from [get_clocks {{{}}}] -to [get_clocks "
        "{{*|altpcie_hip_256_pipen1b|stratixv_hssi_gen3_pcie_hip|coreclkout}}]\n",
        project.wiring.oscillator.clocks.front().port);
  }
  text += "\n# Resets, status LEDs and levels have no clock outside the chip.\n";
  text += fmt::format("set_false_path -from [get_ports {{{}}}]\nset_false_path -to [get_ports {{led[*]}}]\n",
                      project.wiring.reset.front().port);
  for (const board::PortPins& port : project.wiring.high)
    text += fmt::format("set_false_path -to [get_ports {{{}}}]\n", port.port);
  for (const board::WiredMemory& channel : project.wiring.memory) {
    for (const board::PortPins& port : channel.use.pins) {
      if (port.port.ends_with("_oct_rzqin"))
        text += fmt::format("set_false_path -from [get_ports {{{}}}]\n", port.port);
    }
  }
  return text;
}

std::string settings_text(const Project& project) {
  std::string text = constraints_header(project, "Device settings");
  for (const board::Setting& setting : project.wiring.settings)
    text += fmt::format("set_global_assignment -name {} \"{}\"\n", setting.property, setting.value);
  return text;
}

}  // namespace

std::vector<emit::File> constraint_files(const Project& project) {
  std::map<std::string, std::string> pins;
  for (const auto& [function, list] : project.wiring.pins_by_function()) {
    std::string& text = pins[function];
    if (text.empty()) text = constraints_header(project, "Pins (" + function + ")");
    text += pins_text(*list);
  }
  std::vector<emit::File> files;
  files.reserve(pins.size() + 1);
  for (const auto& [function, text] : pins) files.push_back({fmt::format("constraints/{}.qsf", function), text});
  files.push_back({"constraints/settings.qsf", settings_text(project)});
  if (const std::string marks = marks_text(project); !marks.empty()) {
    files.push_back({"constraints/debug.qsf",
                     constraints_header(project, "Positions that the logic analyser sees (hardware.debug)") + marks});
  }
  files.push_back({"constraints/clocks.sdc", clocks_text(project)});
  files.push_back({"constraints/timing.sdc", timing_text(project)});
  return files;
}

}  // namespace rtlgen::flow::quartus
