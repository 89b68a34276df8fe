// Modules made of the systems' borders alone: what a top connects must be there, at this width.
#include "flow/quartus/stubs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "flow/quartus/system.hpp"
#include "shell/text.hpp"

namespace rtlgen::flow::quartus {

namespace {

std::string module_text(const System& system, const std::string& body) {
  const board::IpUse use = system.border();
  std::vector<std::string> ports;
  for (const board::IpPort& port : use.ip.ports) {
    const char* const word = port.direction == board::Direction::kIn ? "input " : port.direction == board::Direction::kOut ? "output" : "inout ";
    ports.push_back(fmt::format("  {} wire {}{}", word, shell::range(use.bits_of(port)), port.name));
  }
  return fmt::format("module {} (\n{}\n);\n{}endmodule\n\n", system.name, fmt::join(ports, ",\n"), body);
}

/// An instance of a model whose ports are the system's, but for those at pins; what the system does not have is `tied`.
std::string model_of(const System& system, const std::string& model, const shell::Connections& parameters, const shell::Connections& tied = {}) {
  shell::Connections ports;
  for (const board::IpPort& port : system.border().ip.ports) {
    const bool at_pins = port.name.starts_with("hip_serial_") || port.name.starts_with("memory_mem_") || port.name.starts_with("oct_");
    if (!at_pins) ports.emplace_back(port.name, port.name);
  }
  ports.insert(ports.end(), tied.begin(), tied.end());
  return shell::instance(model, "u_model", parameters, ports);
}

int half_ps(double ns) { return static_cast<int>(std::lround(ns * 500)); }

}  // namespace

std::string black_boxes(const Project& project) {
  std::string text = "// Ports of the vendor's systems, for lint.\n/* verilator lint_off DECLFILENAME */\n/* verilator lint_off UNUSED */\n/* verilator lint_off UNDRIVEN */\n\n";
  for (const System& system : systems_of(project)) text += module_text(system, "");
  return text;
}

std::string model_shims(const Project& project) {
  const board::Wiring& w = project.wiring;
  const System clock = clock_system(project), pcie = pcie_system(project);
  std::string text = module_text(clock, model_of(clock, "pll_model", {{"HALF_PS", fmt::to_string(project.plan.period_ps / 2)}}));
  text += module_text(pcie, model_of(pcie, "avalon_pcie_model", {{"DATA", fmt::to_string(w.pcie.sizes.at("data"))}, {"ADDRESS", fmt::to_string(card_address_bits(w))},
                                                                {"REGISTERS", fmt::to_string(project.plan.shell->map.address_bits)}, {"HALF_PS", fmt::to_string(half_ps(1e3 / w.user_mhz))}},
                                      is_calibrated_outside(w) ? shell::Connections{} : shell::Connections{{"calibration_clk_clk", "1'b0"}, {"calibration_rst_reset_n", "1'b1"}}));
  for (std::size_t k = 0; k < w.memory.size(); ++k) {
    const System memory = memory_system(project, k);
    const auto& sizes = w.memory[k].use.sizes;
    const board::IpUse border = memory.border();
    const bool uniphy = border.ip.find_port("avl_beginbursttransfer") != nullptr;
    text += module_text(memory, model_of(memory, "emif_model", {{"CHANNEL", fmt::to_string(k)}, {"DATA", fmt::to_string(sizes.at("data"))}, {"WORDS", fmt::to_string(sizes.at("words"))},
                                                                {"COUNT", fmt::to_string(sizes.at("count"))}, {"HALF_PS", fmt::to_string(half_ps(w.memory[k].ui_ns))}, {"STARTS", uniphy ? "1" : "0"}},
                                         uniphy ? shell::Connections{} : shell::Connections{{"soft_reset_reset_n", "1'b1"}, {"avl_beginbursttransfer", "1'b0"}}));
  }
  return text;
}

}  // namespace rtlgen::flow::quartus
