// SB_MAC16 of iCE40 UltraPlus: what Yosys made of one, and how long it takes where its adder is used.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace rtlgen::synthesis::mac16 {

// Of the slow corner, as the other figures of the row `ice40up`. From Project IceStorm's tables of iCEcube,
// icefuzz/timings_up5k.txt, third column: the cell's modes MAC_U_16X16_BYPASS (m) and ADS_U_32P32_BYPASS (a).
// docs/evidence/timing.md derives those that no mode has.
inline constexpr int kProductAndSumPs = 12397;  ///< A or B to O: m, B[1] to CO, and a, what O[31] takes more than CO
inline constexpr int kAddendPs = 5122;          ///< C or D to O: a, D[5] to O[31]
inline constexpr int kRegisterSetUpPs = 11232;  ///< A or B, product and sum in front of it: m, B[1] to CO
inline constexpr int kClockToQPs = 1978;        ///< m, O[19]

/// What 16 bits of the output are.
enum class Half { kProduct, kSum, kRegister };

struct Use {
  Half low, high;
  bool holds_a, holds_b, holds_c, holds_d;  ///< in operand registers
};

/// Of a cell of Yosys' JSON. Throws std::runtime_error for any other use: it says which.
Use use_of(const nlohmann::json& cell);

}  // namespace rtlgen::synthesis::mac16
