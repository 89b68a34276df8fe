// How many inputs the cells of timing_amd.hpp have: of those that have them all at once.
#pragma once

namespace rtlgen::synthesis {

inline constexpr int kLutRamAddress = 8;
inline constexpr int kDspOperand = 30;   ///< the widest
inline constexpr int kDspOperands = 73;  ///< A, B, D
inline constexpr int kDspAddends = 60;   ///< C, carry, a bit of PCIN, the product; or A and D

}  // namespace rtlgen::synthesis
