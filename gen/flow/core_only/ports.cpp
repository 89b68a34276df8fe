// Ports from contract::CoreInterface and contract::Shell, described for a card.
#include "flow/core_only/ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/board.hpp"
#include "contract/bus_ports.hpp"
#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "plan/plan.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow::core_only {

namespace {

std::vector<AcceleratorPort> shell_ports(const contract::Shell& shell, double kernel_mhz) {
  std::vector<AcceleratorPort> ports = {
      {"bus_clk", 1, true, true, fmt::format("user clock of PCIe, {:g} MHz", shell.bus_mhz)},
      {"kernel_clk", 1, true, true, fmt::format("output of a PLL, {:.3f} MHz", kernel_mhz)},
      {"bus_rst", 1, true, false, "user reset of PCIe, synchronous, active high"},
      {"irq", 1, false, false, "interrupt of the PCIe IP, level"},
      {"run_busy", 1, false, false, "a status LED"},
      {"run_failed", 1, false, false, "a status LED"},
  };
  for (const contract::BusPort& p : contract::register_ports(shell.map.address_bits))
    ports.push_back({"s_axil_" + p.name, p.bits, !p.is_output, false, "registers: AXI4-Lite master behind PCIe"});
  for (const contract::ShellChannel& channel : shell.channels) {
    for (const contract::BusPort& p : contract::channel_ports(shell.bus_bits)) {
      ports.push_back({fmt::format("m_axi_{}_{}", channel.number, p.name), p.bits, !p.is_output, false,
                       fmt::format("memory channel {}: AXI4 slave of its controller", channel.number)});
    }
  }
  return ports;
}

std::vector<AcceleratorPort> core_ports(const contract::CoreInterface& core, double kernel_mhz) {
  std::vector<AcceleratorPort> clocks, ports;
  for (const contract::Port& p : core.ports) {
    AcceleratorPort port{p.name, p.width, p.is_input, p.role == contract::PortRole::kClock,
                         "your logic: docs/core_interface.md of rtlgen"};
    if (port.is_clock) port.belongs = fmt::format("output of a PLL, {:.3f} MHz", kernel_mhz);
    if (p.role == contract::PortRole::kReset) port.belongs = "a reset, synchronous, active high";
    (port.is_clock ? clocks : ports).push_back(std::move(port));
  }
  clocks.insert(clocks.end(), ports.begin(), ports.end());
  return clocks;
}

}  // namespace

std::vector<AcceleratorPort> ports_of(const CoreProject& project) {
  return project.plan.shell ? shell_ports(*project.plan.shell, project.plan.clock.mhz)
                            : core_ports(project.plan.core, project.plan.clock.mhz);
}

std::vector<Clock> clocks_of(const CoreProject& project) {
  if (!project.plan.shell) return {{ports_of(project).front().name, project.plan.clock.mhz}};
  return {{"bus_clk", project.plan.shell->bus_mhz}, {"kernel_clk", project.plan.clock.mhz}};
}

int ring_registers(const CoreProject& project) {
  int count = 1;
  for (const AcceleratorPort& p : ports_of(project)) count += p.is_clock ? 0 : p.is_input ? p.bits : 2 * p.bits;
  return count;
}

std::int64_t least_registers(const CoreProject& project) {
  // Delay lines may become memory, so having far fewer registers than predicted is not a fault.
  constexpr int kFewest = 20;
  return ring_registers(project) + project.model_registers / kFewest;
}

std::string pins_text(const CoreProject& project) {
  std::string text =
      fmt::format("# To fill in: what a card with {} connects to the ports of {}. rtlgen has no pins: {}.\n#\n",
                  safe::comment(project.board.name), project.accelerator(),
                  project.board.pins_note.empty() ? "its pins are not public" : safe::comment(project.board.pins_note));
  text +=
      "# One line per port, with '?' after '=' until it is known. A port that leaves the chip gets its pin and "
      "standard, any other the name of\n"
      "# the IP that it is connected to; `make bitstream` lists what is missing. The build does not read this file: it "
      "is a list to work through.\n"
      "# The result is boards/<id>/wiring.yaml of rtlgen, from which `rtlgen project` makes a project for the whole "
      "card (docs/projects.md, Wiring a board).\n\n";
  std::size_t width = 0;
  for (const AcceleratorPort& p : ports_of(project)) width = std::max(width, p.name.size());
  for (const AcceleratorPort& p : ports_of(project))
    text += fmt::format("{:<{}} {:<3} {:>4}  {} = ?\n", p.name, width, p.is_input ? "in" : "out", p.bits, p.belongs);
  text += "\n# What a card needs besides the accelerator:\n";
  const std::vector<std::string> card = {
      "reference clock and reset of PCIe",         "lanes of PCIe",
      "reference clock of each memory controller", "pins of each memory channel",
      "parameters of the memory modules",          "an oscillator that runs without a host",
      "voltages and configuration of the device"};
  for (const std::string& line : card) text += fmt::format("card: {} = ?\n", line);
  return text;
}

}  // namespace rtlgen::flow::core_only
