// Corrects the LUT counts of map_luts to those of a real synthesis tool: one factor per kind of module, fitted to runs
// of Yosys.
//
// ABC restructures logic before it maps it, so it needs less than a plain cover. The difference depends on the kind of
// logic: an alignment shifter, a priority encoder, a multiplexer tree. `rtlgen calibrate` writes the table; the program
// contains the files calibration/<fabric>.json.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "support/expected.hpp"

namespace rtlgen::model {

struct Calibration {
  struct Kind {
    std::int64_t modules = 0;  ///< modules that the factor was fitted to
    std::int64_t mapped = 0;   ///< LUTs of their logic, or halves of an ALM, as counted by map_luts
    std::int64_t counted = 0;  ///< the same as counted by Yosys
    friend bool operator==(const Kind&, const Kind&) = default;
  };
  std::string fabric;
  std::string tool;                   ///< "yosys 0.23"
  std::map<std::string, Kind> kinds;  ///< by hw::Module::role, or by the name of a module of rtl/

  /// For a kind that is not in the table, the factor of all kinds together; for an empty table, 1.
  [[nodiscard]] double factor(const std::string& kind) const;
  void add(const std::string& kind, std::int64_t mapped, std::int64_t counted);
  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// The built-in table for a fabric; empty if none exists.
const Calibration& calibration_of(const std::string& fabric);

std::string to_json(const Calibration& calibration);
/// An error without a location if the text is not a usable calibration.
Expected<Calibration> calibration_from(const std::string& json);

}  // namespace rtlgen::model
