// Signals that a logic analyser must see in a project with hardware.debug, from its elaborated top and not from its own
// lists.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "facts.hpp"

namespace rtlgen::test {

/// A register that an analyser sees.
struct SeenRegister {
  std::string vivado, quartus;  ///< without an index
  std::string clock;            ///< "bus" or "kernel"
  std::size_t bits = 0;         ///< 0: without an index
  bool is_kept = false;         ///< by attributes of its own
};

/// The registers of all probes, and the coordinates of all positions of Executors.
class SeenRegisters {
 public:
  SeenRegisters(const driver::PlannedProject& project, const Elaborated& elaborated)
      : modules_(elaborated.modules), stencil_(project.flow().name()) {
    walk(elaborated.top, "", "");
  }

  std::vector<SeenRegister> all;

 private:
  void walk(const std::string& module, const std::string& vivado, const std::string& quartus) {
    const nlohmann::json& m = modules_.at(module);
    for (const auto& [name, cell] : m.at("cells").items()) {
      const std::string type = cell.at("type");
      if (!modules_.contains(type)) continue;
      const std::string base = axis_test::base_name(type), in_vivado = vivado + name + "/",
                        in_quartus = quartus + base + ":" + name + "|";
      const nlohmann::json& clock = cell.at("connections").value("clk", nlohmann::json());
      const bool is_bus = m.at("netnames").contains("bus_clk") && m.at("netnames").at("bus_clk").at("bits") == clock;
      if (base == "rtlgen_probe")
        add(type, {"valid_q", "ready_q", "count_q"}, in_vivado, in_quartus, is_bus ? "bus" : "kernel");
      else if (base.starts_with(stencil_ + "_position") && axis_test::base_name(module) == stencil_ + "_executor")
        add(type, {"x", "y", "z"}, in_vivado, in_quartus, "kernel");
      walk(type, in_vivado, in_quartus);
    }
  }
  void add(const std::string& module, const std::set<std::string>& names, const std::string& vivado,
           const std::string& quartus, const std::string& clock) {
    const nlohmann::json& m = modules_.at(module);
    std::set<int> clocked;
    for (const auto& [name, cell] : m.at("cells").items()) {
      if (cell.at("type").get<std::string>().find("dff") == std::string::npos) continue;
      for (const nlohmann::json& bit : cell.at("connections").at("Q")) {
        if (bit.is_number()) clocked.insert(bit.get<int>());
      }
    }
    for (const std::string& name : names) {
      if (!m.at("netnames").contains(name)) continue;
      const nlohmann::json& net = m.at("netnames").at(name);
      const nlohmann::json& first = net.at("bits").at(0);
      if (!first.is_number() || !clocked.contains(first.get<int>())) continue;
      const nlohmann::json& attributes = net.at("attributes");
      bool is_kept = true;
      for (const char* attribute : {"mark_debug", "dont_touch", "preserve", "noprune"})
        is_kept = is_kept && attributes.contains(attribute);
      const std::size_t bits = net.at("bits").size();
      all.push_back({vivado + name, quartus + name, clock, bits == 1 ? 0 : bits, is_kept});
    }
  }

  const nlohmann::json& modules_;
  std::string stencil_;
};

/// Facts for vivado_debug.tcl and quartus_flow.tcl.
inline std::string debug_facts_text(const driver::PlannedProject& project, const Elaborated& elaborated) {
  Pairs taps;
  std::vector<std::string> kept;
  for (const SeenRegister& seen : SeenRegisters(project, elaborated).all) {
    const std::string name = project.wiring.tool == "vivado"
                                 ? seen.vivado
                                 : quartus_name(seen.quartus, project.wiring.tool == "quartus_pro");
    taps.emplace_back(name, fmt::format("{{{} {}}}", seen.clock, seen.bits));
    if (seen.is_kept) kept.push_back(name);
  }
  return "dict set facts taps " + tcl_dict(taps) + "\ndict set facts kept " + tcl_list(kept) + "\n";
}

}  // namespace rtlgen::test
