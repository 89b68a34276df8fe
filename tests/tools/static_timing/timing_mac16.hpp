// SB_MAC16 of iCE40 UltraPlus: how Yosys uses a block, and its delays if its adder is used.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace rtlgen::synthesis::mac16 {

// Delays of the slow corner, like the other figures of the row `ice40up`. From Project IceStorm's tables of iCEcube,
// icefuzz/timings_up5k.txt, third column: the cell's modes MAC_U_16X16_BYPASS (m) and ADS_U_32P32_BYPASS (a).
// docs/evidence/timing.md derives those that are in neither mode.
inline constexpr int kProductAndSumPs = 12397;  ///< A or B to O: m, B[1] to CO, plus a, the difference from CO to O[31]
inline constexpr int kAddendPs = 5122;          ///< C or D to O: a, D[5] to O[31]
inline constexpr int kRegisterSetUpPs = 11232;  ///< A or B, product and sum in front of it: m, B[1] to CO
inline constexpr int kClockToQPs = 1978;        ///< m, O[19]

/// The contents of 16 bits of the output.
enum class Half { kProduct, kSum, kRegister };

struct Use {
  Half low, high;
  bool holds_a, holds_b, holds_c, holds_d;  ///< operands with a register in the block
};

/// Analyses a cell of Yosys' JSON. Throws std::runtime_error that names the unsupported use.
Use use_of(const nlohmann::json& cell);

}  // namespace rtlgen::synthesis::mac16
