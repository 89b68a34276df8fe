// Multipliers of device families, for products, schedules and the area model. Each figure is here once.
#pragma once

#include <string>

namespace rtlgen::hw {

/// The tile from which a family builds wide products.
struct DspBlock {
  std::string family;
  int width_a = 24, width_b = 17;  ///< unsigned bits of the operands
  int width_partial = 18;          ///< of both operands if Yosys splits a product without registers
  bool has_sign_bit = true;        ///< a signed operand may have one more bit
  bool has_product_rank = true;    ///< M, between multiplier and adder
  bool is_logic = false;           ///< the family has no block: tiles consist of LUTs
  int least_operand = 2;           ///< bits of an operand from which on Yosys uses a block
  int least_product = 9;           ///< bits of a result from which on Yosys uses a block
  bool keeps_products = false;     ///< Yosys must not pack a register behind a product (docs/tools_workarounds.md)
  bool copies_operands = false;    ///< Yosys packs no operand registers: each tile has its own
};

/// The block of a family, which must be in the delay table.
const DspBlock& dsp_block_of(const std::string& family);

}  // namespace rtlgen::hw
