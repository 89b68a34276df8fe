// Requirements on a project, for quartus.tcl: from board data, IP tables and the elaborated top; not from the project's
// scripts.
#pragma once

#include "driver/prepare/prepare.hpp"
#include "facts.hpp"
#include "flow/quartus/system.hpp"

namespace rtlgen::test {

/// Registers as Quartus names them, and those that another clock writes outside the shell: what writes them, "*" for
/// levels.
inline void add_quartus_registers(const Elaborated& elaborated, bool pro, std::string& text) {
  const auto named = [pro](const std::string& name) { return quartus_name(name, pro); };
  axis_test::Names names;
  axis_test::walk(elaborated.modules, elaborated.top, "", "", names);
  std::vector<std::string> registers;
  std::vector<std::pair<std::string, std::string>> landing;
  int in_core = 0;
  for (const std::string& name : names.quartus) {
    constexpr int kEnough = 20;
    // Only those of the core's thousands that a pattern names, and some others for patterns that want one.
    const bool rests = name.find("u_core|static_") != std::string::npos;
    if (!rests && name.find("_core:u_core|") != std::string::npos && ++in_core > kEnough) continue;
    registers.push_back(named(name));
    const std::string above = name.substr(0, name.rfind('|') + 1), own = name.substr(above.size());
    // The shell's own file is the business of constraints_test; a FIFO with one clock has no crossing.
    if (name.find(":u_shell|") != std::string::npos || name.find("rtlgen_avalon_memory:") != std::string::npos)
      continue;
    if (own.starts_with("wr_meta"))
      landing.emplace_back(named(name), "{" + named(above) + "rd_gray[0]}");
    else if (own.starts_with("rd_meta"))
      landing.emplace_back(named(name), "{" + named(above) + "wr_gray[0]}");
    else if (own.starts_with("meta"))
      landing.emplace_back(named(name), "*");
  }
  // The names inside the vendor's systems are unknown.
  for (const auto& [name, cell] : elaborated.modules.at(elaborated.top).at("cells").items()) {
    const std::string type = cell.at("type");
    if (type.starts_with("card_")) registers.push_back(named(type + ":" + name + "|inside"));
  }
  EXPECT_GE(landing.size(), 22U);
  text += "dict set facts registers " + tcl_list(registers) + "\ndict set facts landing " + tcl_dict(landing) + "\n";
}

inline std::string tcl_parameters(const board::Ip& ip) {
  std::vector<std::pair<std::string, std::string>> parameters, interfaces;
  for (const board::IpParameter& p : ip.parameters)
    parameters.emplace_back(p.name, fmt::format("[list {} {}]", p.words.empty() ? p.kind : "words", tcl_list(p.words)));
  for (const board::IpInterface& i : ip.interfaces) interfaces.emplace_back(i.name, "{" + i.kind + "}");
  return fmt::format("[dict create interfaces {} parameters {}]", tcl_dict(interfaces), tcl_dict(parameters));
}

inline std::string tcl_system(const flow::quartus::System& system) {
  std::vector<std::pair<std::string, std::string>> instances, links, exports;
  for (const flow::quartus::Instance& i : system.instances) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const auto& [key, value] : i.use.parameters) values.emplace_back(key, "{" + value + "}");
    instances.emplace_back(i.name, fmt::format("[list {} {}]", i.use.ip.name, tcl_dict(values)));
  }
  for (const flow::quartus::Link& l : system.links)
    links.emplace_back(l.from + "/" + l.to,
                       l.base.empty() ? "{}" : fmt::format("{:x}", std::stoull(l.base, nullptr, 16)));
  for (const flow::quartus::Export& e : system.exports) exports.emplace_back(e.name, e.of);
  return fmt::format("[dict create instances {} links {} exports {}]", tcl_dict(instances), tcl_dict(links),
                     tcl_dict(exports));
}

inline std::string quartus_false_paths(const driver::PlannedProject& project) {
  std::string paths;
  const bool pro = project.wiring.tool == "quartus_pro";
  const auto put = [&](const std::string& from, const std::string& to) {
    paths += fmt::format(" [list {} {}]", from, to);
  };
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k) {
    for (const char* fifo : {"aw", "ar", "b"}) {
      const std::string name = fmt::format(
          fmt::runtime(pro ? "*u_cross_{}|u_{}_fifo|" : "*rtlgen_axi_cross:u_cross_{}|rtlgen_async_fifo:u_{}_fifo|"), k,
          fifo);
      put("{registers " + name + "*words*}", "{registers " + name + "out_data*}");
    }
    const std::string resetting = project.wiring.memory[k].use.ip.name == "altera_emif_fm"
                                      ? fmt::format("u_restart_{}|req", k)
                                      : "rtlgen_card_reset:u_card_reset|bus_rst";
    put("{registers " + resetting + "}",
        fmt::format(fmt::runtime(pro ? "{{registers u_memory_{0}|*}}" : "{{registers card_memory_{0}:u_memory_{0}|*}}"),
                    k));
    put(fmt::format("port:c{}_oct_rzqin", k), "{}");
  }
  const std::string oscillator = project.wiring.oscillator.clocks.front().port;
  if (project.wiring.helpers.contains("alt_xcvr_reconfig"))
    put("{clocks " + oscillator + "}", "{clocks *|altpcie_hip_256_pipen1b|stratixv_hssi_gen3_pcie_hip|coreclkout}");
  put("port:pcie_reset_n", "{}");
  std::vector<std::string> status_leds;
  for (std::size_t i = 0; i < project.wiring.leds.front().pins.size(); ++i)
    status_leds.push_back(fmt::format("port:led[{}]", i));
  put("{}", tcl_list(status_leds));
  for (const board::PortPins& high : project.wiring.high) put("{}", "port:" + high.port);
  return "[list" + paths + "]";
}

inline Pairs quartus_pins(const board::Wiring& w) {
  Pairs pins;
  for (const auto& [function, list] : w.pins_by_function()) {
    for (const board::PortPins& port : *list) {
      for (std::size_t i = 0; i < port.pins.size(); ++i)
        pins.emplace_back(port.pins.size() == 1 ? port.port : fmt::format("{}[{}]", port.port, i),
                          tcl_list({port.pins[i], port.standard}));
    }
  }
  return pins;
}

/// The parameters of every IP that the board uses.
inline Pairs quartus_components(const board::Wiring& w) {
  Pairs components;
  std::map<std::string, const board::Ip*> ips = {{w.pcie.ip.name, &w.pcie.ip},
                                                 {w.oscillator.ip.name, &w.oscillator.ip}};
  for (const auto& [name, ip] : w.helpers) ips[name] = &ip;
  for (const board::WiredMemory& m : w.memory) ips[m.use.ip.name] = &m.use.ip;
  for (const auto& [name, ip] : ips) components.emplace_back(name, tcl_parameters(*ip));
  return components;
}

inline Pairs quartus_clocks(const board::Wiring& w) {
  Pairs clocks;
  const auto add = [&](const board::IpUse& use) {
    for (const board::InputClock& clock : use.clocks)
      clocks.emplace_back(clock.port, fmt::format("{}", clock.period_ns));
  };
  add(w.pcie);
  add(w.oscillator);
  for (const board::WiredMemory& m : w.memory) add(m.use);
  return clocks;
}

/// Whether the board's reset is released by an IP, and its clocks are gated until then.
inline bool is_released(const board::Wiring& w) { return w.helpers.contains("altera_s10_user_rst_clkgate"); }

/// The .qip files that Platform Designer writes, one per system of the board.
inline std::vector<std::string> quartus_systems(const board::Wiring& w) {
  std::vector<std::string> names = {"card_clock", "card_pcie"};
  if (is_released(w)) names.emplace_back("card_release");
  std::set<int> rows;
  for (const board::WiredMemory& m : w.memory) {
    if (m.row && rows.insert(*m.row).second) names.push_back(fmt::format("card_calibration_{}", *m.row));
  }
  for (std::size_t k = 0; k < w.memory.size(); ++k) names.push_back(fmt::format("card_memory_{}", k));
  std::vector<std::string> qip;
  for (const std::string& name : names)
    qip.push_back(fmt::format("build/ip/{0}/{1}{0}.qip", name, w.tool == "quartus_pro" ? "" : "synthesis/"));
  return qip;
}

inline Pairs quartus_sources(const driver::PlannedProject& project) {
  std::vector<std::string> verilog, vhdl;
  for (const emit::File& file : project.files()) {
    if (file.path.ends_with(".v")) verilog.push_back(file.path);
    if (file.path.ends_with(".vhd")) vhdl.push_back(file.path);
  }
  const std::string shell = fmt::format("rtl/shell/{}.sdc", project.model.prepared->plan.shell->module);
  return {{"VERILOG_FILE", tcl_list(verilog)},
          {"VHDL_FILE", tcl_list(vhdl)},
          {"QIP_FILE", tcl_list(quartus_systems(project.wiring))},
          {"SDC_FILE", tcl_list({"constraints/clocks.sdc", shell, "constraints/timing.sdc"})}};
}

inline std::string quartus_facts_text(const driver::PlannedProject& project, const Elaborated& elaborated) {
  const board::Wiring& w = project.wiring;
  std::string text = fmt::format(
      "set facts {{}}\ndict set facts top {}\ndict set facts part {}\ndict set facts family {{{}}}\ndict set facts "
      "edition {}\n",
      elaborated.top, flow::part_number(project.board), flow::quartus::family_of(project.board),
      w.tool == "quartus_pro" ? "Pro" : "Standard");
  Pairs settings, systems;
  for (const board::Setting& s : w.settings) settings.emplace_back(s.property, "{" + s.value + "}");
  for (const flow::quartus::System& system : flow::quartus::systems_of(project.flow()))
    systems.emplace_back(system.name, tcl_system(system));
  std::vector<std::string> memory, order = {"SDC_FILE"};
  for (std::size_t k = 0; k < w.memory.size(); ++k) {
    if (w.memory[k].use.ip.name == "altera_mem_if_ddr3_emif") memory.push_back(fmt::format("card_memory_{}", k));
  }
  order.insert(order.end(), quartus_systems(w).size(), "QIP_FILE");
  order.insert(order.end(), 2, "SDC_FILE");
  for (const auto& [key, list] : {std::pair{"pins", quartus_pins(w)},
                                  {"clocks", quartus_clocks(w)},
                                  {"settings", settings},
                                  {"components", quartus_components(w)},
                                  {"systems", systems},
                                  {"sources", quartus_sources(project)}}) {
    text += fmt::format("dict set facts {} {}\n", key, tcl_dict(list));
  }
  text += fmt::format("dict set facts kernel_mhz {:.3f}\n", project.model.clock_mhz);
  text += "dict set facts memory " + tcl_list(memory) + "\ndict set facts constraint_order " + tcl_list(order) + "\n";
  text += "dict set facts inner_clocks {u_pcie|pcie|altpcie_hip_256_pipen1b|stratixv_hssi_gen3_pcie_hip|coreclkout}\n";
  // Families whose PLLs do not bring their clocks.
  text += fmt::format("dict set facts pll_clocks {}\n", is_released(w) ? 0 : 1);
  text += "dict set facts false " + quartus_false_paths(project) + "\n";
  add_quartus_registers(elaborated, w.tool == "quartus_pro", text);
  return text;
}

}  // namespace rtlgen::test
