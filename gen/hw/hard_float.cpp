// The families with hard floating-point blocks.
#include "hw/hard_float.hpp"

#include <algorithm>
#include <vector>

namespace rtlgen::hw {

namespace {

// The families of the delay table whose DSP blocks have a float multiplier and adder.
const std::vector<HardFloat>& hard_floats() {
  static const std::vector<HardFloat> rows = {
      {"arria10", "twentynm_fp_mac", "arria10"},
      {"cyclone10gx", "twentynm_fp_mac", "arria10"},
      {"stratix10", "fourteennm_fp_mac", "stratix10"},
      {"agilex", "tennm_fp_mac", "agilex"},
  };
  return rows;
}

}  // namespace

const HardFloat* hard_float_of(const std::string& family) {
  const auto found = std::ranges::find(hard_floats(), family, &HardFloat::family);
  return found == hard_floats().end() ? nullptr : &*found;
}

std::string families_with_hard_floats() {
  std::string all;
  for (const HardFloat& row : hard_floats()) all += (all.empty() ? "" : ", ") + row.family;
  return all;
}

}  // namespace rtlgen::hw
