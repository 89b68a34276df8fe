// Names of a design's registers as vendors' tools give them, from the hierarchy that Yosys writes as JSON (after proc).
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace rtlgen::axis_test {

struct Names {
  std::vector<std::string> vivado, quartus;
};

/// "$paramod$12ab\rtlgen_sync" and "\rtlgen_sync": rtlgen_sync.
inline std::string base_name(const std::string& module) {
  static const std::regex kWord("[A-Za-z]\\w*$|\\\\([A-Za-z]\\w*)");
  std::smatch found;
  if (!std::regex_search(module, found, kWord)) return module;
  return found[1].matched ? found[1].str() : found[0].str();
}

/// Registers of a module and of those below it.
inline void walk(const nlohmann::json& modules, const std::string& module, const std::string& vivado,
                 const std::string& quartus, Names& names) {
  const nlohmann::json& m = modules.at(module);
  std::set<int> clocked;
  for (const auto& [name, cell] : m.at("cells").items()) {
    const std::string type = cell.at("type");
    if (modules.contains(type)) {
      // An instance in a generate block is block[0].u_x in both tools, as in Yosys.
      walk(modules, type, vivado + name + "/", quartus + base_name(type) + ":" + name + "|", names);
    } else if (type.find("dff") != std::string::npos) {
      for (const nlohmann::json& bit : cell.at("connections").at("Q")) {
        if (bit.is_number()) clocked.insert(bit.get<int>());
      }
    }
  }
  for (const auto& [name, net] : m.at("netnames").items()) {
    const nlohmann::json& bits = net.at("bits");
    if (name[0] == '$' || !std::any_of(bits.begin(), bits.end(), [&](const nlohmann::json& b) {
          return b.is_number() && clocked.contains(b.get<int>());
        }))
      continue;
    const std::string index = bits.size() > 1 ? "[0]" : "";
    names.vivado.push_back(vivado + name + "_reg" + index);
    names.quartus.push_back(quartus + name + index);
  }
}

}  // namespace rtlgen::axis_test
