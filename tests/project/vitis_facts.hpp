// Requirements on a kernel's project, for vitis.tcl: from manifest.json, board data and the elaborated kernel; not from
// the project's scripts.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "facts.hpp"
#include "shell/constraints.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

/// Registers by name, each "offset N bits N access A port P", as the manifest has them, behind those of
/// rtl/rtlgen_control.v. Addresses belong to a port: the base of a channel, or the buffers if channels have no base.
inline std::vector<std::pair<std::string, std::string>> vitis_registers(const nlohmann::json& shell) {
  std::map<std::string, std::string> ports;
  for (const auto& stream : shell.at("streams")) {
    const auto& buffers = stream.at("buffers");
    for (std::size_t b = 0; b < 2; ++b) {
      const int channel = buffers.at(std::min(b, buffers.size() - 1)).at(0);
      for (const char* end : {"first", "last"})
        ports[fmt::format("buffer_{}_{}_of_{}", b, end, stream.at("field").get<std::string>())] =
            fmt::format("m_axi_{}", channel);
    }
  }
  if (std::ranges::any_of(shell.at("registers"), [](const auto& r) { return r.at("name") == "channel_0_base"; })) {
    ports.clear();
    for (const int channel : shell.at("channels"))
      ports[fmt::format("channel_{}_base", channel)] = fmt::format("m_axi_{}", channel);
  }
  std::vector<std::pair<std::string, std::string>> list;
  const auto add = [&](const std::string& name, int offset, int bits, const char* access) {
    list.emplace_back(name, fmt::format("[dict create address_offset {} size {} access {} port {{{}}}]", offset,
                                        (bits + 31) / 32 * 32, access, ports.contains(name) ? ports[name] : ""));
  };
  add("CTRL", 0, 32, "read-write");
  add("GIER", 4, 32, "read-write");
  add("IP_IER", 8, 32, "read-write");
  add("IP_ISR", 12, 32, "read-write");
  for (const auto& r : shell.at("registers"))
    add(r.at("name"), r.at("offset"), r.at("bits"), r.at("access") == "read" ? "read-only" : "read-write");
  return list;
}

/// As the table at the head of rtl/rtlgen_control.v has them.
inline std::vector<std::pair<std::string, std::string>> vitis_fields() {
  const struct {
    const char* name;
    int bit;
    bool both;
  } fields[] = {{"CTRL.AP_START", 0, true},   {"CTRL.AP_DONE", 1, false},     {"CTRL.AP_IDLE", 2, false},
                {"CTRL.AP_READY", 3, false},  {"CTRL.AUTO_RESTART", 7, true}, {"CTRL.SW_RESET", 8, true},
                {"CTRL.INTERRUPT", 9, false}, {"GIER.ENABLE", 0, true},       {"IP_IER.AP_DONE", 0, true},
                {"IP_IER.AP_READY", 1, true}, {"IP_ISR.AP_DONE", 0, true},    {"IP_ISR.AP_READY", 1, true}};
  std::vector<std::pair<std::string, std::string>> list;
  for (const auto& f : fields)
    list.emplace_back(f.name, fmt::format("[dict create bit_offset {} bit_width 1 access {}]", f.bit,
                                          f.both ? "read-write" : "read-only"));
  return list;
}

inline std::string vitis_facts(const driver::PlannedProject& project, const Elaborated& elaborated) {
  const auto shell = nlohmann::json::parse(driver::manifest(*project.model.prepared)).at("shell");
  const board::Platform& p = *project.wiring.platform;
  const std::string top = elaborated.top;
  const std::size_t kernels = static_cast<std::size_t>(project.model.prepared->stencil().hardware.kernels),
                    banks = p.memory.size() / kernels;
  std::vector<std::pair<std::string, std::string>> ports;
  for (const auto& [name, port] : elaborated.modules.at(top).at("ports").items())
    ports.emplace_back(name, fmt::to_string(port.at("bits").size()));
  std::vector<std::string> memory_ports, sources, connected, units;
  for (std::size_t n = 0; n < kernels; ++n) units.push_back(fmt::format("{}_{}", top, n + 1));
  for (const int channel : shell.at("channels")) {
    memory_ports.push_back(fmt::format("m_axi_{}", channel));
    for (std::size_t n = 0; n < kernels; ++n)
      connected.push_back(fmt::format("{}_{}.m_axi_{}:{}", top, n + 1, channel,
                                      p.memory.at(n * banks + static_cast<std::size_t>(channel))));
  }
  for (const emit::File& file : project.files()) {
    if (file.path.ends_with(".v") || file.path.ends_with(".vhd")) sources.push_back(file.path);
  }
  std::string text = fmt::format(
      "set facts {{}}\ndict set facts kernel {}\ndict set facts part {}\ndict set facts constraint "
      "constraints/{}.xdc\n",
      top, flow::part_number(project.board), top);
  text += fmt::format("dict set facts range {}\ndict set facts burst {}\ndict set facts outstanding {}\n", 4096,
                      shell.at("burst_beats").get<int>(), shell.at("outstanding").get<int>());
  text += "dict set facts ports " + tcl_dict(ports) + "\ndict set facts memory_ports " + tcl_list(memory_ports) +
          "\ndict set facts sources " + tcl_list(sources) + "\n";
  for (const auto& [key, list] : {std::pair{"registers", vitis_registers(shell)}, {"fields", vitis_fields()}}) {
    text += fmt::format("dict set facts {} [dict create", key);
    for (const auto& [name, value] : list) text += fmt::format(" {} {}", name, value);
    text += "]\n";
  }
  const double mhz = project.model.clock_mhz;
  text += fmt::format(
      "dict set facts link [dict create .kernel_frequency [list {{0:{:.0f}|1:{:.0f}}}] .save-temps 1 connectivity.nk "
      "{}:{}:{} connectivity.sp {}]\n",
      p.bus_mhz, std::floor(mhz + 1e-3), top, kernels, fmt::join(units, "."), tcl_list(connected));
  // Those of the shell, whose patterns tests/axis finds in elaborated designs, with the kernel's clocks.
  std::string timing =
      shell::constraint_files(project.model.prepared->plan, driver::banner_of(*project.model.prepared)).front().text;
  timing = std::regex_replace(timing, std::regex("get_ports bus_clk"), "get_ports ap_clk");
  timing = std::regex_replace(timing, std::regex("get_ports kernel_clk"), "get_ports ap_clk_2");
  return text + "dict set facts timing {" + timing + "}\n";
}

inline std::string vitis_judged(const std::string& folder) { return verdict_of_stand_in("vitis.tcl", folder); }

}  // namespace rtlgen::test
