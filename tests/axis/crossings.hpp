// All paths from a register of one clock to one of another in a flat netlist of Yosys (write_json after proc, flatten,
// memory).
#pragma once

#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace rtlgen::axis_test {

/// Names are those of the wires that a register bit drives, as Vivado would call it: u_a/u_b/x_reg[0].
struct Crossing {
  std::set<std::string> from, to;
  std::string from_clock, to_clock;

  friend auto operator<=>(const Crossing&, const Crossing&) = default;
};

class Crossings {
 public:
  using Json = nlohmann::json;

  Crossings(const Json& module, const std::map<std::string, std::string>& clocks) : module_(module) {
    for (const auto& [port, clock] : clocks) clocks_[module.at("ports").at(port).at("bits").at(0).get<int>()] = clock;
    for (const auto& [name, net] : module.at("netnames").items()) {
      if (name[0] == '$') continue;
      for (const Json& bit : net.at("bits")) {
        if (bit.is_number()) names_[bit.get<int>()].insert(vivado(name));
      }
    }
    for (const auto& [name, cell] : module.at("cells").items()) {
      for (const auto& [port, direction] : cell.at("port_directions").items()) {
        if (direction != "output") continue;
        for (const Json& bit : cell.at("connections").at(port)) {
          if (bit.is_number()) driver_[bit.get<int>()] = name;
        }
      }
    }
  }

  /// One for each pair of names.
  [[nodiscard]] std::set<Crossing> all() {
    std::set<Crossing> list;
    for (const auto& [name, cell] : module_.at("cells").items()) {
      if (!is_register(cell)) continue;
      const auto& q = cell.at("connections").at("Q");
      for (const int bit : sources(name)) {
        const std::string from = clock_of(module_.at("cells").at(driver_.at(bit))), to = clock_of(cell);
        if (from != to) list.insert({names_[bit], names_[q.at(0).get<int>()], from, to});
      }
    }
    return list;
  }

  /// The signals on which registers named `prefix`... depend, except each other and registers of `clock`.
  [[nodiscard]] std::set<std::string> others_before(const std::string& prefix, const std::string& clock) {
    std::set<std::string> found;
    const auto begins = [&](const std::set<std::string>& names) {
      return std::ranges::any_of(names, [&](const std::string& name) { return name.starts_with(prefix); });
    };
    for (const auto& [name, cell] : module_.at("cells").items()) {
      if (!is_register(cell) || !begins(names_[cell.at("connections").at("Q").at(0).get<int>()])) continue;
      for (const int bit : sources(name)) {
        if (clock_of(module_.at("cells").at(driver_.at(bit))) != clock && !begins(names_[bit]))
          found.insert(names_[bit].begin(), names_[bit].end());
      }
    }
    return found;
  }

 private:
  static bool is_register(const Json& cell) {
    return cell.at("type").get<std::string>().find("dff") != std::string::npos;
  }
  static std::string vivado(std::string name) {
    for (char& c : name) c = c == '.' ? '/' : c;
    const std::size_t bit = name.find('[', name.rfind('/') == std::string::npos ? 0 : name.rfind('/'));
    return name.substr(0, bit) + "_reg[0]";
  }
  [[nodiscard]] std::string clock_of(const Json& cell) const {
    const Json& bit = cell.at("connections").at("CLK").at(0);
    const auto found = bit.is_number() ? clocks_.find(bit.get<int>()) : clocks_.end();
    return found == clocks_.end() ? "none" : found->second;
  }

  /// Register bits that a cell's inputs depend on. A memory's write side is clocked; its read side follows the read
  /// address.
  const std::set<int>& sources(const std::string& cell) {
    const auto known = memo_.find(cell);
    if (known != memo_.end()) return known->second;
    std::set<int> found;
    std::set<std::string> seen = {cell};
    for (std::vector<std::string> open = {cell}; !open.empty();) {
      const Json& c = module_.at("cells").at(open.back());
      open.pop_back();
      const bool memory = c.at("type").get<std::string>().starts_with("$mem");
      for (const auto& [port, direction] : c.at("port_directions").items()) {
        if (direction != "input" || port == "CLK" || (memory && port != "RD_ADDR" && port != "RD_EN")) continue;
        for (const Json& bit : c.at("connections").at(port)) {
          const auto driver = bit.is_number() ? driver_.find(bit.get<int>()) : driver_.end();
          if (driver == driver_.end()) continue;
          if (is_register(module_.at("cells").at(driver->second)))
            found.insert(bit.get<int>());
          else if (seen.insert(driver->second).second)
            open.push_back(driver->second);
        }
      }
    }
    return memo_[cell] = found;
  }

  const Json& module_;
  std::map<int, std::string> clocks_;
  std::map<int, std::set<std::string>> names_;
  std::map<int, std::string> driver_;
  std::map<std::string, std::set<int>> memo_;
};

/// A line of the XDC that says something of paths: ends are a clock, cells, or anything.
struct Line {
  std::string text, from_clock, from_cells, to_clock, to_cells;

  [[nodiscard]] bool names(const Crossing& c) const {
    return fits(from_clock, from_cells, c.from_clock, c.from) && fits(to_clock, to_cells, c.to_clock, c.to);
  }

 private:
  static bool fits(const std::string& clock, const std::string& cells, const std::string& of,
                   const std::set<std::string>& names) {
    if (!clock.empty()) return clock == of;
    return cells.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
             return fnmatch(cells.c_str(), name.c_str(), FNM_NOESCAPE) == 0;
           });
  }
};

/// Those that free paths from the ordinary check of a period.
inline std::vector<Line> lines_of(const std::string& xdc) {
  static const std::regex form(
      "(set_max_delay -datapath_only|set_false_path) (-quiet )?-from (\\$(\\w+)_clock|\\[get_clocks "
      "\\{\\*\\}\\]|\\[get_cells [^{]*\\{NAME =~ ([^}]*)\\}\\]) "
      "-to (\\$(\\w+)_clock|\\[get_cells [^{]*\\{NAME =~ ([^}]*)\\}\\])");
  std::vector<Line> lines;
  for (std::sregex_iterator at(xdc.begin(), xdc.end(), form), end; at != end; ++at)
    lines.push_back({(*at)[0], (*at)[4], (*at)[5], (*at)[7], (*at)[8]});
  return lines;
}

}  // namespace rtlgen::axis_test
