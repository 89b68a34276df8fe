// What a real synthesis tool makes of the logic that map_luts counts: a factor a kind of module, fitted from runs of
// Yosys.
//
// ABC restructures logic before it maps it, so it needs less than a plain cover. How much depends on what the logic is:
// an alignment shifter, a priority encoder, a multiplexer tree. `rtlgen calibrate` writes the table,
// calibration/<fabric>.json is what the program carries.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace rtlgen::model {

struct Calibration {
  struct Kind {
    std::int64_t modules = 0;  ///< that it was fitted from
    std::int64_t mapped = 0;   ///< LUTs of logic, or halves of an ALM, that map_luts says for them
    std::int64_t counted = 0;  ///< that Yosys counts
    friend bool operator==(const Kind&, const Kind&) = default;
  };
  std::string fabric;
  std::string tool;                   ///< "yosys 0.23"
  std::map<std::string, Kind> kinds;  ///< by hw::Module::role, or the name of a module of rtl/

  /// A kind that is not in the table: all of them together; an empty table: 1.
  [[nodiscard]] double factor(const std::string& kind) const;
  void add(const std::string& kind, std::int64_t mapped, std::int64_t counted);
  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// The table that the program carries for a fabric; empty if it has none.
const Calibration& calibration_of(const std::string& fabric);

std::string to_json(const Calibration& calibration);
/// Throws std::runtime_error that describes the fault in the text.
Calibration calibration_from(const std::string& json);

}  // namespace rtlgen::model
