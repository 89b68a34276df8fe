// Delays of a device family, in picoseconds, for scheduling: every query about time is here.
//
// Estimates for deciding where registers go, not timing sign-off: the figures approximate logic
// plus average routing of a middle speed grade. They are data, one row per family.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rtlgen::hw {

struct Expr;
struct Module;

struct DelayModel {
  std::string name;
  int lut_inputs = 6;
  int lut = 600;         ///< one LUT and its average route
  int carry_base = 500;  ///< getting on and off a carry chain, route included
  int carry_per_bit = 15;
  int multiplier = 3200;                                 ///< one DSP tile, combinational, route included
  int multiplier_width_a = 24, multiplier_width_b = 17;  ///< unsigned bits of one tile
  int memory_read = 1800;                                ///< clock to output of a block RAM
  int register_overhead = 500;                           ///< clock to q, set-up and clock uncertainty

  /// Delay of one operator once its arguments are there.
  [[nodiscard]] int of(const Module& module, const Expr& expr) const;

  static std::optional<DelayModel> find(const std::string& name);
  static std::vector<std::string> names();
};

}  // namespace rtlgen::hw
