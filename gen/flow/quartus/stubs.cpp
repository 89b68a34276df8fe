// Modules made of the systems' borders alone: what a top connects must be there, at this width.
#include "flow/quartus/stubs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "flow/bus_parts.hpp"
#include "flow/quartus/system.hpp"
#include "shell/text.hpp"

namespace rtlgen::flow::quartus {

namespace {

std::string module_text(const System& system, const std::string& body) {
  const board::IpUse use = system.border();
  std::vector<std::string> ports;
  for (const board::IpPort& port : use.ip.ports) {
    const char* const word = port.direction == board::Direction::kIn    ? "input "
                             : port.direction == board::Direction::kOut ? "output"
                                                                        : "inout ";
    ports.push_back(fmt::format("  {} wire {}{}", word, shell::range(use.bits_of(port)), port.name));
  }
  return fmt::format("module {} (\n{}\n);\n{}endmodule\n\n", system.name, fmt::join(ports, ",\n"), body);
}

/// An instance of a model whose ports are the system's, but for those at pins; what the system does not have, or has
/// under another name, is `tied`.
std::string model_of(const System& system, const std::string& model, const shell::Connections& parameters,
                     const shell::Connections& tied = {}) {
  static const std::set<std::string> kOthers = {"refclk_clk", "refclk_1_clk", "perst_reset_n", "ninit_done_reset"};
  const board::IpUse border = system.border();
  const bool two_clocks = border.ip.find_port("refclk_1_clk") != nullptr;
  shell::Connections ports;
  for (const board::IpPort& port : border.ip.ports) {
    const bool at_pins =
        port.name.starts_with("hip_serial_") || port.name.starts_with("memory_mem_") || port.name.starts_with("oct_");
    if (!at_pins && !(two_clocks && kOthers.contains(port.name))) ports.emplace_back(port.name, port.name);
  }
  ports.insert(ports.end(), tied.begin(), tied.end());
  return shell::instance(model, "u_model", parameters, ports);
}

int half_ps(double ns) { return static_cast<int>(std::lround(ns * 500)); }

std::string pcie_shim(const Project& project, const System& system) {
  const board::Wiring& w = project.wiring;
  const board::IpUse border = system.border();
  const auto bits = [&](const char* port) { return fmt::to_string(border.bits_of(*border.ip.find_port(port))); };
  shell::Connections tied;
  if (!is_calibrated_outside(w)) tied = {{"calibration_clk_clk", "1'b0"}, {"calibration_rst_reset_n", "1'b1"}};
  if (border.ip.find_port("refclk_1_clk") != nullptr) {
    for (const auto& [port, wire] : {std::pair{"refclk_clk", "refclk_clk & refclk_1_clk"},
                                     {"npor_npor", "~ninit_done_reset"},
                                     {"npor_pin_perst", "perst_reset_n"}})
      tied.emplace_back(port, wire);
  }
  if (has_own_descriptors(w)) {
    for (const auto& [port, level] : {std::pair{"message_burstcount", "1'b1"},
                                      {"message_writedata", "32'd0"},
                                      {"message_address", "32'd0"},
                                      {"message_write", "1'b0"},
                                      {"message_read", "1'b0"},
                                      {"message_byteenable", "4'd0"},
                                      {"message_debugaccess", "1'b0"}}) {
      tied.emplace_back(port, level);
    }
  } else {
    for (const auto& [port, level] : {std::pair{"msix_valid", "1'b0"}, {"msix_data", "16'd0"}})
      tied.emplace_back(port, level);
  }
  return module_text(system, model_of(system, "avalon_pcie_model",
                                      {{"DATA", fmt::to_string(w.pcie.sizes.at("data"))},
                                       {"ADDRESS", fmt::to_string(card_address_bits(w))},
                                       {"COUNT", bits("host_write_burstcount")},
                                       {"WORD_BITS", bits("registers_writedata")},
                                       {"REGISTERS", fmt::to_string(register_bits(project))},
                                       {"HALF_PS", fmt::to_string(half_ps(1e3 / w.user_mhz))}},
                                      tied));
}

}  // namespace

std::string black_boxes(const Project& project) {
  std::string text =
      "// Ports of the vendor's systems, for lint.\n/* verilator lint_off DECLFILENAME */\n/* verilator lint_off "
      "UNUSED */\n/* verilator lint_off UNDRIVEN */\n\n";
  for (const System& system : systems_of(project)) text += module_text(system, "");
  return text;
}

std::string model_shims(const Project& project) {
  const board::Wiring& w = project.wiring;
  const System clock = clock_system(project), pcie = pcie_system(project);
  std::string text =
      module_text(clock, model_of(clock, "pll_model", {{"HALF_PS", fmt::to_string(project.plan.period_ps / 2)}}));
  text += pcie_shim(project, pcie);
  if (is_released(w))
    text += module_text(release_system(project), model_of(release_system(project), "release_model", {}));
  for (const auto& [row, channels] : rows_of(w)) {
    const System calibration = calibration_system(project, row);
    const bool one = channels.size() == 1;
    text += module_text(calibration, model_of(calibration, "emif_cal_model", {},
                                              one ? shell::Connections{{"bus_1_calbus_rdata", "32'd0"},
                                                                       {"bus_1_calbus_seq_param_tbl", "4096'd0"}}
                                                  : shell::Connections{}));
  }
  for (std::size_t k = 0; k < w.memory.size(); ++k) {
    const System memory = memory_system(project, k);
    const auto& sizes = w.memory[k].use.sizes;
    const board::IpUse border = memory.border();
    const bool uniphy = border.ip.find_port("avl_beginbursttransfer") != nullptr, outside = w.memory[k].row.has_value();
    shell::Connections tied;
    for (const auto& [port, level] : {std::pair{"global_reset_reset_n", "1'b1"},
                                      {"soft_reset_reset_n", "1'b1"},
                                      {"avl_beginbursttransfer", "1'b0"},
                                      {"local_reset_req_local_reset_req", "1'b0"},
                                      {"calibration_clk_clk", "1'b0"},
                                      {"calibration_calbus_read", "1'b0"},
                                      {"calibration_calbus_write", "1'b0"},
                                      {"calibration_calbus_address", "20'd0"},
                                      {"calibration_calbus_wdata", "32'd0"}}) {
      if (border.ip.find_port(port) == nullptr) tied.emplace_back(port, level);
    }
    text += module_text(memory, model_of(memory, "emif_model",
                                         {{"CHANNEL", fmt::to_string(k)},
                                          {"DATA", fmt::to_string(sizes.at("data"))},
                                          {"WORDS", fmt::to_string(sizes.at("words"))},
                                          {"COUNT", fmt::to_string(sizes.at("count"))},
                                          {"HALF_PS", fmt::to_string(half_ps(w.memory[k].ui_ns))},
                                          {"STARTS", uniphy ? "1" : "0"},
                                          {"CALIBRATED_OUTSIDE", outside ? "1" : "0"}},
                                         tied));
  }
  return text;
}

}  // namespace rtlgen::flow::quartus
