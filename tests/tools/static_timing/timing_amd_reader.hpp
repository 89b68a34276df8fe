// Facts about the bits of Yosys' netlist: drivers, readers and names. Part of timing_amd.hpp.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace rtlgen::synthesis {

struct TimingSetup;

class AmdReader {
 public:
  using Json = nlohmann::json;

  AmdReader(const Json& module, const TimingSetup& setup);

  [[nodiscard]] const Json& cells() const { return module_.at("cells"); }
  /// Number of the clock of a pin; -1 for a constant. Throws for a clock without a name.
  [[nodiscard]] int clock(const Json& cell, const std::string& port) const;
  [[nodiscard]] bool is_clock(int bit) const { return clocks_.contains(bit); }
  /// A bit of a port, null if it is a constant or missing.
  static const Json* bit(const Json& cell, const std::string& port, std::size_t index = 0);
  /// The bits of a port that are not constants.
  static std::vector<int> bits(const Json& cell, const std::string& port);
  static int parameter(const Json& cell, const std::string& name);

  [[nodiscard]] int loads(int bit) const;
  /// Whether it is a carry that continues in its chain, possibly with other loads.
  [[nodiscard]] bool is_carry(int bit) const { return carries_.contains(bit); }
  /// Whether it has no route, because its only load is in the slice that drives it.
  [[nodiscard]] bool in_slice(int bit) const;
  /// Whether only LUTs read it, so that an inverter becomes part of them.
  [[nodiscard]] bool only_luts(int bit) const { return !others_.contains(bit); }
  /// A name for instances: letters, digits, underscores.
  [[nodiscard]] std::string name(int bit) const;

 private:
  void name_bits();
  void find_clocks(const TimingSetup& setup);
  void count(const std::string& type, const std::string& port, int bit);
  void join_inverters();

  const Json& module_;
  std::map<int, std::string> names_;
  std::map<int, int> clocks_;
  std::map<int, int> loads_;
  std::set<int> carries_, near_, others_;
};

}  // namespace rtlgen::synthesis
