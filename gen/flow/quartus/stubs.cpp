// Modules generated from the systems' borders, so that every port that a top connects exists with the same width.
#include "flow/quartus/stubs.hpp"

#include <cmath>
#include <set>

#include "flow/bus_parts.hpp"
#include "flow/card_top.hpp"
#include "flow/project.hpp"
#include "flow/quartus/system.hpp"
#include "netlist/print.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow::quartus {

namespace {

using Tied = std::vector<std::pair<const char*, netlist::Expr>>;

/// A module with the ports of a system's border.
netlist::Module module_of(const System& system, netlist::Role role) {
  netlist::Module module{system.name};
  module.ports = ip_interface(system.border(), system.name, {}).ports;
  module.role = role;
  return module;
}

/// A module around an instance of a model, with the ports of the system except those at pins. `tied`: ports that the
/// system lacks or names differently.
netlist::Module shim_of(const System& system, const std::string& model,
                        const std::vector<netlist::Parameter>& parameters, const Tied& tied = {}) {
  static const std::set<std::string> kOthers = {"refclk_clk", "refclk_1_clk", "perst_reset_n", "ninit_done_reset"};
  netlist::Module shim = module_of(system, netlist::Role::kStandIn);
  const bool two_clocks = shim.interface().find("refclk_1_clk") != nullptr;
  netlist::Interface border{model, {}, {}};
  for (const netlist::Parameter& p : parameters) border.parameters.push_back(p.name);
  std::vector<netlist::Connection> ports;
  for (const netlist::Port& port : shim.ports) {
    const bool at_pins =
        port.name.starts_with("hip_serial_") || port.name.starts_with("memory_mem_") || port.name.starts_with("oct_");
    if (at_pins || (two_clocks && kOthers.contains(port.name))) continue;
    border.ports.push_back(port);
    ports.push_back({port.name, port.name});
  }
  const netlist::Widths widths(shim);
  for (const auto& [port, value] : tied) {
    border.ports.push_back({port, netlist::Direction::kIn, widths.of(value)});
    ports.push_back({port, value});
  }
  netlist::Part part{""};
  part.instance(std::move(border), "u_model", parameters, std::move(ports));
  shim.parts = {std::move(part)};
  return shim;
}

int half_ps(double ns) { return static_cast<int>(std::lround(ns * 500)); }

netlist::Module pcie_shim(const Project& project, const System& system) {
  using netlist::net;
  const board::Wiring& w = project.wiring;
  const board::IpUse border = system.border();
  const auto bits = [&](const char* port) { return border.bits_of(*border.ip.find_port(port)); };
  Tied tied;
  if (!is_calibrated_outside(w))
    tied = {{"calibration_clk_clk", netlist::zero()}, {"calibration_rst_reset_n", netlist::one()}};
  if (border.ip.find_port("refclk_1_clk") != nullptr) {
    tied.insert(tied.end(), {{"refclk_clk", net("refclk_clk") & net("refclk_1_clk")},
                             {"npor_npor", ~net("ninit_done_reset")},
                             {"npor_pin_perst", "perst_reset_n"}});
  }
  if (has_own_descriptors(w)) {
    tied.insert(tied.end(), {{"message_burstcount", netlist::one()},
                             {"message_writedata", netlist::zeros(32)},
                             {"message_address", netlist::zeros(32)},
                             {"message_write", netlist::zero()},
                             {"message_read", netlist::zero()},
                             {"message_byteenable", netlist::zeros(4)},
                             {"message_debugaccess", netlist::zero()}});
  } else {
    tied.insert(tied.end(), {{"msix_valid", netlist::zero()}, {"msix_data", netlist::zeros(16)}});
  }
  return shim_of(system, "avalon_pcie_model",
                 {{"DATA", w.pcie.sizes.at("data")},
                  {"ADDRESS", card_address_bits(w)},
                  {"COUNT", bits("host_write_burstcount")},
                  {"WORD_BITS", bits("registers_writedata")},
                  {"REGISTERS", register_bits(project)},
                  {"HALF_PS", half_ps(1e3 / w.user_mhz)}},
                 tied);
}

netlist::Module memory_shim(const Project& project, std::size_t k) {
  const board::WiredMemory& channel = project.wiring.memory[k];
  const System memory = memory_system(project, k);
  const auto& sizes = channel.use.sizes;
  const board::IpUse border = memory.border();
  const bool uniphy = border.ip.find_port("avl_beginbursttransfer") != nullptr, outside = channel.row.has_value();
  Tied tied;
  for (const auto& [port, level] : Tied{{"global_reset_reset_n", netlist::one()},
                                        {"soft_reset_reset_n", netlist::one()},
                                        {"avl_beginbursttransfer", netlist::zero()},
                                        {"local_reset_req_local_reset_req", netlist::zero()},
                                        {"calibration_clk_clk", netlist::zero()},
                                        {"calibration_calbus_read", netlist::zero()},
                                        {"calibration_calbus_write", netlist::zero()},
                                        {"calibration_calbus_address", netlist::zeros(20)},
                                        {"calibration_calbus_wdata", netlist::zeros(32)}}) {
    if (border.ip.find_port(port) == nullptr) tied.emplace_back(port, level);
  }
  return shim_of(memory, "emif_model",
                 {{"CHANNEL", static_cast<int>(k)},
                  {"DATA", sizes.at("data")},
                  {"WORDS", sizes.at("words")},
                  {"COUNT", sizes.at("count")},
                  {"HALF_PS", half_ps(channel.ui_ns)},
                  {"STARTS", uniphy ? 1 : 0},
                  {"CALIBRATED_OUTSIDE", outside ? 1 : 0}},
                 tied);
}

}  // namespace

std::string black_boxes(const Project& project) {
  std::vector<netlist::Module> boxes;
  for (const System& system : systems_of(project)) boxes.push_back(module_of(system, netlist::Role::kBlackBox));
  return black_boxes_text("systems", boxes);
}

std::string model_shims(const Project& project) {
  const board::Wiring& w = project.wiring;
  std::vector<netlist::Module> shims = {
      shim_of(clock_system(project), "pll_model", {{"HALF_PS", project.plan.clock.period_ps / 2}}),
      pcie_shim(project, pcie_system(project))};
  if (is_released(w)) shims.push_back(shim_of(release_system(project), "release_model", {}));
  for (const auto& [row, channels] : rows_of(w)) {
    Tied tied;
    if (channels.size() == 1)
      tied = {{"bus_1_calbus_rdata", netlist::zeros(32)}, {"bus_1_calbus_seq_param_tbl", netlist::zeros(4096)}};
    shims.push_back(shim_of(calibration_system(project, row), "emif_cal_model", {}, tied));
  }
  for (std::size_t k = 0; k < w.memory.size(); ++k) shims.push_back(memory_shim(project, k));
  return netlist::verilog(shims);
}

}  // namespace rtlgen::flow::quartus
