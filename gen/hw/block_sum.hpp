// Sums in DSP blocks: the adder after the multiplier of a block, used without a product.
//
//     a -> C ----+
//     b -> A:B --+-> ALU -> P
//     subtract --+
//
// A sum is an expression (kBlockSum) until a module is pipelined. Then it becomes an instance of the leaf
// rtlgen_dsp_sum (hw/leaves.hpp) with register P, and with registers at its operands if these come from logic.
// Simulation uses the model of the leaf in rtl/; a project uses the file in the folder of its family instead, a module
// of the same name around the vendor's cell.
#pragma once

#include <string>

#include "hw/ir.hpp"

namespace rtlgen::hw {

/// The most registers of a sum: at its operands, and P. The fewest is P alone.
constexpr int kMostBlockSumStages = 2;

/// Whether a family of the delay table has such blocks: UG193 (DSP48E), UG479 (DSP48E1), UG579 (DSP48E2).
bool has_block_sums(const std::string& family);

/// Returns "xc5v, xc7, xcu".
std::string families_with_block_sums();

/// The number of such sums in a combinational module.
int block_sums(const Module& comb);

}  // namespace rtlgen::hw
