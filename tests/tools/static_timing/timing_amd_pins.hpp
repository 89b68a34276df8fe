// The largest numbers of inputs of the cells in timing_amd.hpp.
#pragma once

namespace rtlgen::synthesis {

inline constexpr int kLutRamAddress = 8;
inline constexpr int kDspOperand = 30;   ///< bits of the widest operand
inline constexpr int kDspOperands = 73;  ///< A, B, D
inline constexpr int kDspAddends = 60;   ///< C, carry, a bit of PCIN, the product; or A and D

}  // namespace rtlgen::synthesis
