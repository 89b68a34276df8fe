// An AXI4-Lite register map after that of ap_ctrl_hs: config words, then status words, and the core ports that they
// drive. The tops of gen/shell, manifest.json and the host read it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rtlgen::contract {

struct Port;

/// A register of one or more words.
struct BusRegister {
  std::string name;
  std::uint32_t offset = 0;  ///< byte address of its lowest word
  int bits = 32;
  bool is_status = false;  ///< read only
  std::string meaning;

  [[nodiscard]] int words() const { return (bits + 31) / 32; }
};

struct RegisterMap {
  std::vector<BusRegister> registers;  ///< config registers, then status registers, by address
  /// Ports of the core and the registers that drive them.
  std::vector<std::pair<std::string, std::string>> core_numbers;
  int address_bits = 12;

  [[nodiscard]] bool has(const std::string& name) const;
  /// The register with that name, which must exist.
  [[nodiscard]] const BusRegister& find(const std::string& name) const;
  /// The register that drives a port of the core; it must exist.
  [[nodiscard]] const BusRegister& of_core(const std::string& port) const;
  /// The number of 32-bit words of all config or all status registers.
  [[nodiscard]] int words(bool is_status) const;

  /// Adds a register, unless one with the same name exists.
  void config(const std::string& name, int bits, const std::string& meaning);
  void status(const std::string& name, int bits, const std::string& meaning);
  /// Adds a config register for each number that the core gets from its host.
  void add_core_numbers(const std::vector<Port>& ports);
  /// Adds the status words that begin every map; `what` is text after the identity.
  void add_identity(std::uint32_t identity, const std::string& what);
  void add_monitors(const std::vector<Port>& ports);
  /// Assigns an address to every register; call it after all are added.
  void place();
};

}  // namespace rtlgen::contract
