// Hard floating-point blocks: the device families that have them, and their latencies.
//
// Designs instantiate the leaf rtlgen_fp_dsp (hw/leaves.hpp). Simulation uses its model in rtl/; a project uses the
// file in the folder of its family instead, a module of the same name around the vendor's atom.
#pragma once

#include <string>

namespace rtlgen::hw {

struct HardFloat {
  std::string family;
  std::string atom;    ///< the vendor's cell
  std::string folder;  ///< folder in rtl/ with the module around the atom
};

/// The block of a family; null if it has none.
const HardFloat* hard_float_of(const std::string& family);

/// Returns "arria10, cyclone10gx, stratix10, agilex".
std::string families_with_hard_floats();

/// The values of the leaf's parameter MODE.
enum class HardFloatMode : char { kAdd, kMul, kMulAdd };

/// Registers in the block: at its inputs, after the multiplier or before the adder (both in kMulAdd), and at its
/// output. Vendors' core generators use the same registers for the fastest clock of each family.
constexpr int hard_float_stages(HardFloatMode mode) { return mode == HardFloatMode::kMulAdd ? 4 : 3; }

}  // namespace rtlgen::hw
