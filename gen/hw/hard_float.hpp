// Hard floating-point blocks of device families: which have them, and their latencies.
//
// Designs instantiate the leaf rtlgen_fp_dsp (hw/leaves.hpp). Simulation takes its model of rtl/; a project takes the
// file of its family's folder there instead, a module of the same name around the vendor's atom.
#pragma once

#include <string>

namespace rtlgen::hw {

struct HardFloat {
  std::string family;
  std::string atom;    ///< the vendor's cell
  std::string folder;  ///< of rtl/, with the module around it
};

/// That of a family; null: it has none.
const HardFloat* hard_float_of(const std::string& family);

/// "arria10, cyclone10gx, stratix10, agilex"
std::string families_with_hard_floats();

/// What the leaf's MODE says.
enum class HardFloatMode : char { kAdd, kMul, kMulAdd };

/// Registers in the block: at its inputs, behind the multiplier or in front of the adder (both in kMulAdd), at its
/// output. Vendors' generators of such cores take the same for each family's fastest clock.
constexpr int hard_float_ranks(HardFloatMode mode) { return mode == HardFloatMode::kMulAdd ? 4 : 3; }

}  // namespace rtlgen::hw
