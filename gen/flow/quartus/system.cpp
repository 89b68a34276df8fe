// The contents of each system, and its script.
#include "flow/quartus/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "board/board.hpp"
#include "emit/banner.hpp"
#include "flow/bus_parts.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "plan/plan.hpp"
#include "support/check.hpp"
#include "support/errors.hpp"

namespace rtlgen::flow::quartus {

namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// "a.b" into "a" and "b".
std::pair<std::string, std::string> halves(const std::string& endpoint) {
  const std::size_t dot = endpoint.find('.');
  return {endpoint.substr(0, dot), endpoint.substr(dot + 1)};
}

Instance helper(const Project& project, const std::string& name, const std::string& ip, const Parameters& parameters,
                const std::map<std::string, int>& sizes = {}) {
  const auto found = project.wiring.helpers.find(ip);
  RTLGEN_CHECK(found != project.wiring.helpers.end(), "the wiring of " + project.board.id + " has no helper " + ip);
  Instance instance{name, {}};
  instance.use.ip = found->second;
  instance.use.sizes = sizes;
  instance.use.parameters = parameters;
  return instance;
}

Instance bridge(const Project& project, const std::string& name, int data, int address, int burst, int pending) {
  int count = 1;
  while ((1 << (count - 1)) < burst) ++count;
  return helper(project, name, "altera_avalon_mm_bridge",
                {{"DATA_WIDTH", fmt::to_string(data)},
                 {"SYMBOL_WIDTH", "8"},
                 {"ADDRESS_WIDTH", fmt::to_string(address)},
                 {"USE_AUTO_ADDRESS_WIDTH", "0"},
                 {"ADDRESS_UNITS", "SYMBOLS"},
                 {"MAX_BURST_SIZE", fmt::to_string(burst)},
                 {"MAX_PENDING_RESPONSES", fmt::to_string(pending)},
                 {"LINEWRAPBURSTS", "0"},
                 {"PIPELINE_COMMAND", "1"},
                 {"PIPELINE_RESPONSE", "1"}},
                {{"data", data}, {"address", address}, {"count", count}});
}

Instance clock_bridge(const Project& project, const std::string& name, double mhz) {
  return helper(project, name, "altera_clock_bridge",
                {{"EXPLICIT_CLOCK_RATE", fmt::format("{:.1f}", mhz * 1e6)}, {"NUM_CLOCK_OUTPUTS", "1"}});
}

Instance reset_bridge(const Project& project, const std::string& name) {
  return helper(project, name, "altera_reset_bridge",
                {{"ACTIVE_LOW_RESET", "1"},
                 {"SYNCHRONOUS_EDGES", "deassert"},
                 {"NUM_RESET_OUTPUTS", "1"},
                 {"USE_RESET_REQUEST", "0"}});
}

double oscillator_mhz(const Project& project) { return 1e3 / project.wiring.oscillator.clocks.front().period_ns; }

std::string parameter_of(const board::IpUse& use, const std::string& name) {
  const auto found =
      std::find_if(use.parameters.begin(), use.parameters.end(), [&](const auto& p) { return p.first == name; });
  RTLGEN_CHECK(found != use.parameters.end(), use.ip.name + " is not given " + name);
  return found->second;
}

/// The names of an endpoint's interfaces, and the differences between the DMAs.
struct Endpoint {
  std::string clock, reset, write, read, registers;
  int bar, word;       ///< for the registers: BAR and bits of a word
  std::string beyond;  ///< the output of descriptors and messages; empty: the DMA has its own outputs
  std::vector<Export> exports;
};

const Endpoint& endpoint_of(const board::Wiring& wiring) {
  static const std::map<std::string, Endpoint> kEndpoints = {
      {"altera_pcie_256_hip_avmm",
       {"coreclkout",
        "nreset_status",
        "dma_rd_master",
        "dma_wr_master",
        "Rxm_BAR2",
        2,
        32,
        "Txs",
        {{"refclk", "refclk"}, {"npor", "npor"}, {"hip_serial", "hip_serial"}, {"msi", "MSI_Interface"}}}},
      {"altera_pcie_a10_hip",
       {"coreclkout_hip",
        "app_nreset_status",
        "dma_rd_master",
        "dma_wr_master",
        "rxm_bar4",
        4,
        32,
        "txs",
        {{"refclk", "refclk"}, {"npor", "npor"}, {"hip_serial", "hip_serial"}, {"msi", "msi_intfc"}}}},
      {"intel_pcie_ptile_mcdma",
       {"app_clk",
        "app_nreset_status",
        "p0_h2ddm_master",
        "p0_d2hdm_master",
        "p0_rx_pio_master",
        2,
        64,
        "",
        {{"refclk", "refclk0"},
         {"refclk_1", "refclk1"},
         {"perst", "pin_perst"},
         {"ninit_done", "ninit_done"},
         {"hip_serial", "hip_serial"},
         {"msix", "p0_usr_msix"}}}}};
  const auto found = kEndpoints.find(wiring.pcie.ip.name);
  RTLGEN_CHECK(found != kEndpoints.end(), "no system is known around " + wiring.pcie.ip.name);
  return found->second;
}

/// Calibration of the transceivers, without which Gen3 does not link. Newer ones calibrate themselves.
void add_calibration(const Project& project, System& system, const std::string& clock) {
  const std::string interfaces = "11", rate = parameter_of(project.wiring.pcie, "gen123_lane_rate_mode_hwtcl");
  system.instances.push_back(
      helper(project, "reconfig", "alt_xcvr_reconfig",
             {{"number_of_reconfig_interfaces", interfaces}, {"enable_offset", "1"}, {"enable_analog", "1"}}));
  system.instances.push_back(helper(project, "reconfig_driver", "altera_pcie_reconfig_driver",
                                    {{"number_of_reconfig_interfaces", interfaces},
                                     {"gen123_lane_rate_mode_hwtcl", rate},
                                     {"enable_cal_busy_hwtcl", "0"}}));
  system.instances.push_back(clock_bridge(project, "calibration_clock", oscillator_mhz(project)));
  system.instances.push_back(reset_bridge(project, "calibration_reset"));
  const std::vector<Link> links = {{"calibration_clock.out_clk", "calibration_reset.clk", ""},
                                   {"calibration_clock.out_clk", "reconfig.mgmt_clk_clk", ""},
                                   {"calibration_clock.out_clk", "reconfig_driver.reconfig_xcvr_clk", ""},
                                   {"calibration_reset.out_reset", "reconfig.mgmt_rst_reset", ""},
                                   {"calibration_reset.out_reset", "reconfig_driver.reconfig_xcvr_rst", ""},
                                   {"reconfig.reconfig_to_xcvr", "pcie.reconfig_to_xcvr", ""},
                                   {"pcie.reconfig_from_xcvr", "reconfig.reconfig_from_xcvr", ""},
                                   {"reconfig_driver.reconfig_busy", "reconfig.reconfig_busy", ""},
                                   {"reconfig_driver.reconfig_mgmt", "reconfig.reconfig_mgmt", "0x0"},
                                   {"pcie.hip_status", "reconfig_driver.hip_status_drv", ""},
                                   {"pcie.hip_currentspeed", "reconfig_driver.hip_currentspeed", ""},
                                   {clock, "reconfig_driver.pld_clk", ""}};
  system.links.insert(system.links.end(), links.begin(), links.end());
  system.exports.push_back({"calibration_clk", "calibration_clock.in_clk"});
  system.exports.push_back({"calibration_rst", "calibration_reset.in_reset"});
}

/// Routes the DMA's descriptors, which arrive like data, at addresses after the card's memory, and its messages; both
/// leave through `beyond`.
void add_descriptors(const Project& project, System& system, const std::string& clock, const std::string& reset) {
  constexpr int kTable = 0x2000, kWord = 32;
  const board::Wiring& w = project.wiring;
  const Endpoint& endpoint = endpoint_of(w);
  const std::string out = "pcie." + endpoint.beyond;
  const auto behind = [&](int offset) {
    return fmt::format("{:#x}", (std::uint64_t{1} << card_address_bits(w)) + static_cast<std::uint64_t>(offset));
  };
  system.instances.push_back(bridge(project, "message", kWord, w.pcie.sizes.at("beyond"), 1, 1));
  const std::vector<Link> links = {{clock, "message.clk", ""},
                                   {reset, "message.reset", ""},
                                   {"pcie." + endpoint.write, "pcie.rd_dts_slave", behind(0)},
                                   {"pcie." + endpoint.write, "pcie.wr_dts_slave", behind(kTable)},
                                   {"pcie.rd_dcm_master", out, "0x0"},
                                   {"pcie.wr_dcm_master", out, "0x0"},
                                   {"message.m0", out, "0x0"}};
  system.links.insert(system.links.end(), links.begin(), links.end());
  system.exports.push_back({"message", "message.s0"});
}

}  // namespace

const board::IpInterface& System::interface(const std::string& endpoint) const {
  const auto [instance, interface] = halves(endpoint);
  for (const Instance& i : instances) {
    if (i.name != instance) continue;
    for (const board::IpInterface& one : i.use.ip.interfaces) {
      if (one.name == interface) return one;
    }
  }
  throw InternalError("system " + name + " has no " + endpoint);
}

board::IpUse System::border() const {
  board::IpUse border;
  border.ip.name = name;
  for (const Export& e : exports) {
    const auto [instance, interface] = halves(e.of);
    for (const Instance& i : instances) {
      if (i.name != instance) continue;
      for (const board::IpPort& port : i.use.ip.ports) {
        const auto [of, role] = halves(port.name);
        if (of == interface)
          border.ip.ports.push_back({e.name + "_" + role, port.direction, fmt::to_string(i.use.bits_of(port))});
      }
    }
  }
  return border;
}

bool is_calibrated_outside(const board::Wiring& wiring) { return wiring.helpers.contains("alt_xcvr_reconfig"); }

bool is_released(const board::Wiring& wiring) { return wiring.helpers.contains("altera_s10_user_rst_clkgate"); }

std::map<int, std::vector<std::size_t>> rows_of(const board::Wiring& wiring) {
  std::map<int, std::vector<std::size_t>> rows;
  for (std::size_t k = 0; k < wiring.memory.size(); ++k) {
    if (wiring.memory[k].row) rows[*wiring.memory[k].row].push_back(k);
  }
  return rows;
}

int registers_bar(const board::Wiring& wiring) { return endpoint_of(wiring).bar; }
bool has_own_descriptors(const board::Wiring& wiring) { return endpoint_of(wiring).beyond.empty(); }

int card_address_bits(const board::Wiring& wiring) {
  int bits = wiring.memory.front().use.sizes.at("address");
  while ((std::size_t{1} << (bits - wiring.memory.front().use.sizes.at("address"))) < wiring.memory.size()) ++bits;
  return bits;
}

std::string family_of(const board::Board& board) {
  static const std::map<std::string, std::string> kFamilies = {
      {"stratixv", "Stratix V"}, {"arria10", "Arria 10"}, {"agilex", "Agilex"}};
  const auto found = kFamilies.find(board.family);
  RTLGEN_CHECK(found != kFamilies.end(), "Quartus' name of " + board.family + " is not known");
  return found->second;
}

System clock_system(const Project& project) {
  System system{
      "card_clock",
      {},
      {},
      {{"refclk", "pll.refclk"}, {"reset", "pll.reset"}, {"kernel", "pll.outclk0"}, {"locked", "pll.locked"}}};
  Instance pll{"pll", project.wiring.oscillator};
  const bool fractional = pll.use.ip.find_parameter("gui_pll_mode") != nullptr;
  pll.use.parameters = {{"gui_reference_clock_frequency", fmt::format("{:.6f}", oscillator_mhz(project))},
                        {"gui_operation_mode", "direct"},
                        {"gui_number_of_clocks", "1"},
                        {"gui_output_clock_frequency0", fmt::format("{:.6f}", project.plan.clock.mhz)},
                        {"gui_use_locked", fractional ? "true" : "1"}};
  if (fractional) pll.use.parameters.emplace(pll.use.parameters.begin(), "gui_pll_mode", "Fractional-N PLL");
  system.instances = {pll};
  return system;
}

System pcie_system(const Project& project) {
  const board::Wiring& w = project.wiring;
  const int data = w.pcie.sizes.at("data"), address = card_address_bits(w), burst = 1 << (w.pcie.sizes.at("count") - 1);
  const Endpoint& endpoint = endpoint_of(w);
  const std::string clock = "pcie." + endpoint.clock, reset = "pcie." + endpoint.reset;
  constexpr int kReads = 16;  // outstanding
  System system{"card_pcie", {{"pcie", w.pcie}}, {}, {}};
  for (const Export& e : endpoint.exports) system.exports.push_back({e.name, "pcie." + e.of});
  if (is_calibrated_outside(w)) add_calibration(project, system, clock);
  system.instances.push_back(clock_bridge(project, "bus_clock", w.user_mhz));
  system.instances.push_back(reset_bridge(project, "bus_reset"));
  system.instances.push_back(bridge(project, "host_write", data, address, burst, 1));
  system.instances.push_back(bridge(project, "host_read", data, address, burst, kReads));
  system.instances.push_back(bridge(project, "registers", endpoint.word, register_bits(project), 1, 1));
  for (const char* to : {"bus_clock.in_clk", "bus_reset.clk", "host_write.clk", "host_read.clk", "registers.clk"})
    system.links.push_back({clock, to, ""});
  for (const char* to : {"bus_reset.in_reset", "host_write.reset", "host_read.reset", "registers.reset"})
    system.links.push_back({reset, to, ""});
  const std::vector<Link> avalon = {{"pcie." + endpoint.write, "host_write.s0", "0x0"},
                                    {"pcie." + endpoint.read, "host_read.s0", "0x0"},
                                    {"pcie." + endpoint.registers, "registers.s0", "0x0"}};
  system.links.insert(system.links.end(), avalon.begin(), avalon.end());
  for (const Export& e : std::vector<Export>{{"bus_clk", "bus_clock.out_clk"},
                                             {"bus_rst", "bus_reset.out_reset"},
                                             {"host_write", "host_write.m0"},
                                             {"host_read", "host_read.m0"},
                                             {"registers", "registers.m0"}}) {
    system.exports.push_back(e);
  }
  if (!endpoint.beyond.empty()) add_descriptors(project, system, clock, reset);
  return system;
}

System release_system(const Project& project) {
  return {"card_release",
          {helper(project, "release", "altera_s10_user_rst_clkgate", {})},
          {},
          {{"release", "release.ninit_done"}}};
}

System calibration_system(const Project& project, int row) {
  const std::size_t channels = rows_of(project.wiring).at(row).size();
  System system{
      fmt::format("card_calibration_{}", row),
      {helper(project, "calibration", "altera_emif_cal", {{"NUM_CALBUS_INTERFACE", fmt::to_string(channels)}})},
      {},
      {{"clk", "calibration.emif_calbus_clk"}}};
  for (std::size_t i = 0; i < channels; ++i)
    system.exports.push_back({fmt::format("bus_{}", i), fmt::format("calibration.emif_calbus_{}", i)});
  return system;
}

System memory_system(const Project& project, std::size_t channel) {
  System system{fmt::format("card_memory_{}", channel), {{"emif", project.wiring.memory[channel].use}}, {}, {}};
  // This flow uses UniPHY's names; the maps give those of other controllers.
  static const std::map<std::string, std::string> kEmif = {{"global_reset", "global_reset_n"},
                                                           {"afi_clk", "emif_usr_clk"},
                                                           {"afi_reset", "emif_usr_reset_n"},
                                                           {"memory", "mem"},
                                                           {"avl", "ctrl_amm_0"},
                                                           {"calibration", "emif_calbus"},
                                                           {"calibration_clk", "emif_calbus_clk"}};
  static const std::map<std::string, std::string> kUniphy = {{"afi_reset", "afi_reset_export"}};
  const board::Ip& ip = project.wiring.memory[channel].use.ip;
  const auto& names = ip.name.starts_with("altera_emif") ? kEmif : kUniphy;
  for (const char* name :
       {"pll_ref_clk", "global_reset", "soft_reset", "local_reset_req", "local_reset_status", "calibration",
        "calibration_clk", "afi_clk", "memory", "avl", "status", "oct", "afi_reset"}) {
    const auto other = names.find(name);
    const std::string behind = other == names.end() ? name : other->second;
    const bool has = std::any_of(ip.interfaces.begin(), ip.interfaces.end(),
                                 [&](const board::IpInterface& one) { return one.name == behind; });
    if (has) system.exports.push_back({name, "emif." + behind});
  }
  return system;
}

std::vector<System> systems_of(const Project& project) {
  std::vector<System> all = {clock_system(project), pcie_system(project)};
  if (is_released(project.wiring)) all.push_back(release_system(project));
  for (const auto& [row, channels] : rows_of(project.wiring)) all.push_back(calibration_system(project, row));
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k) all.push_back(memory_system(project, k));
  return all;
}

bool has_pin_script(const System& system) {
  return std::any_of(system.instances.begin(), system.instances.end(),
                     [](const Instance& i) { return i.use.ip.name == "altera_mem_if_ddr3_emif"; });
}

bool is_restarted(const Project& project, std::size_t channel) {
  return memory_system(project, channel).border().ip.find_port("local_reset_req_local_reset_req") != nullptr;
}

std::string script_of(const Project& project, const System& system) {
  std::string text = fmt::format("# {} of {}: qsys-script --script={}.tcl\n# {}\n\n", system.name, project.top(),
                                 system.name, emit::origin(project.banner));
  // Platform Designer's own commands exist in any version; only newer versions of Pro have the IP.
  const bool is_pro = project.wiring.tool == "quartus_pro";
  text += fmt::format("package require -exact qsys {}\n\n", is_pro ? project.wiring.least_tool : "16.0");
  // Versions of Pro call a family differently; build.tcl passes the name of the one that runs.
  std::string family = fmt::format("{{{}}}", family_of(project.board));
  if (is_pro) {
    text += fmt::format("if {{![info exists family]}} {{ set family {} }}\n", family);
    family = "$family";
  }
  text +=
      fmt::format("create_system {{{}}}\nset_project_property DEVICE_FAMILY {}\nset_project_property DEVICE {{{}}}\n",
                  system.name, family, part_number(project.board));
  for (const Instance& i : system.instances) {
    text += fmt::format("\nadd_instance {} {}\n", i.name, i.use.ip.name);
    for (const auto& [name, value] : i.use.parameters)
      text += fmt::format("set_instance_parameter_value {} {{{}}} {{{}}}\n", i.name, name, value);
  }
  if (!system.links.empty()) text += "\n";
  for (const Link& link : system.links) {
    text += fmt::format("add_connection {} {}\n", link.from, link.to);
    if (!link.base.empty())
      text += fmt::format("set_connection_parameter_value {}/{} baseAddress {{{}}}\n", link.from, link.to, link.base);
  }
  text += "\n";
  for (const Export& e : system.exports)
    text += fmt::format("add_interface {} {}\nset_interface_property {} EXPORT_OF {}\n", e.name,
                        system.interface(e.of).kind, e.name, e.of);
  return text + fmt::format("\nsave_system {{{}.qsys}}\n", system.name);
}

}  // namespace rtlgen::flow::quartus
