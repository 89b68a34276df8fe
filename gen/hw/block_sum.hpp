// Sums in DSP blocks: the adder that these have behind their multiplier, without a product in front of it.
//
//     a -> C ----+
//     b -> A:B --+-> ALU -> P
//     subtract --+
//
// A sum is an expression (kBlockSum) until a module is pipelined, and then an instance of the leaf rtlgen_dsp_sum
// (hw/leaves.hpp) with P, and with registers at its operands where logic is in front of them. Simulation takes the
// leaf's model of rtl/; a project takes the file of its family's folder there instead, a module of the same name around
// the vendor's cell.
#pragma once

#include <string>

#include "hw/ir.hpp"

namespace rtlgen::hw {

/// Registers of a sum: at its operands, and P; or P alone.
constexpr int kMostBlockSumRanks = 2;

/// Whether a family of the delay table has such blocks: UG193 (DSP48E), UG479 (DSP48E1), UG579 (DSP48E2).
bool has_block_sums(const std::string& family);

/// "xc5v, xc7, xcu"
std::string families_with_block_sums();

/// How many a combinational module has.
int block_sums(const Module& comb);

}  // namespace rtlgen::hw
