// The cells of a netlist that Yosys mapped to a Xilinx device, as the papers' tables count them.
#pragma once

#include <cstdint>
#include <string>

#include "synthesis/statistics.hpp"

namespace rtlgen::bench {

/// Resources as a data sheet counts them.
struct Area {
  std::int64_t half_brams = 0;  ///< 18-kbit halves of a 36-kbit block RAM
  std::int64_t flip_flops = 0;
  std::int64_t luts = 0;  ///< LUTs of logic, inverters, shift registers and memories

  [[nodiscard]] double brams() const { return static_cast<double>(half_brams) / 2; }
  /// True if no figure is above that of `other`.
  [[nodiscard]] bool within(const Area& other) const {
    return half_brams <= other.half_brams && flip_flops <= other.flip_flops && luts <= other.luts;
  }
  friend Area operator+(Area a, const Area& b) {
    return {a.half_brams + b.half_brams, a.flip_flops + b.flip_flops, a.luts + b.luts};
  }
  friend Area operator*(std::int64_t n, const Area& a) { return {n * a.half_brams, n * a.flip_flops, n * a.luts}; }
  friend bool operator==(const Area&, const Area&) = default;
};

/// Area of `module` with everything below it. Cells of the type `outside` are not counted: they stand
/// for what is not measured. Throws std::runtime_error for a cell of unknown type.
Area area_of(const synthesis::CellTable& table, const std::string& module, const std::string& outside);

/// How often `type` is instantiated in `module` itself.
std::int64_t instances(const synthesis::CellTable& table, const std::string& module, const std::string& type);

}  // namespace rtlgen::bench
