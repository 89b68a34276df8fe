// An AXI4-Lite map behind that of ap_ctrl_hs: config words, then status words, and the ports of the core they go to.
// The tops of gen/shell, manifest.json and the host read it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rtlgen::contract {

struct Port;

/// A word, or several, of the map.
struct BusRegister {
  std::string name;
  std::uint32_t offset = 0;  ///< byte address of its lowest word
  int bits = 32;
  bool is_status = false;  ///< read only
  std::string meaning;

  [[nodiscard]] int words() const { return (bits + 31) / 32; }
};

struct RegisterMap {
  std::vector<BusRegister> registers;  ///< config words, then status words, by address
  /// Ports of the core and the register they take their value from.
  std::vector<std::pair<std::string, std::string>> core_numbers;
  int address_bits = 12;

  [[nodiscard]] bool has(const std::string& name) const;
  /// The register of that name; there must be one.
  [[nodiscard]] const BusRegister& find(const std::string& name) const;
  /// The register that gives a port of the core its number; there must be one.
  [[nodiscard]] const BusRegister& of_core(const std::string& port) const;
  /// 32-bit words of all config, or all status registers.
  [[nodiscard]] int words(bool is_status) const;

  /// Adds a register; one of the same name stays as it is.
  void config(const std::string& name, int bits, const std::string& meaning);
  void status(const std::string& name, int bits, const std::string& meaning);
  /// A config register for each number that the core takes from its host.
  void add_core_numbers(const std::vector<Port>& ports);
  /// What every map's status words begin with; `what` stands behind the identity.
  void add_identity(std::uint32_t identity, const std::string& what);
  void add_monitors(const std::vector<Port>& ports);
  /// Gives every register its address, when all are added.
  void place();
};

}  // namespace rtlgen::contract
