// Multipliers of device families, for products, schedules and the area model. This is the only place with these
// figures.
#pragma once

#include <string>

namespace rtlgen::hw {

/// The tile from which a family builds wide products.
struct DspBlock {
  std::string family;
  int width_a = 24, width_b = 17;    ///< unsigned bits of the operands
  int width_partial = 18;            ///< bits of both operands if Yosys splits a product without registers
  bool has_sign_bit = true;          ///< a signed operand may have one more bit
  bool has_product_register = true;  ///< M, between multiplier and adder
  bool is_logic = false;             ///< the family has no block: tiles consist of LUTs
  int least_operand = 2;             ///< the least bits of an operand for which Yosys uses a block
  int least_product = 9;             ///< the least bits of a result for which Yosys uses a block
  bool keeps_products = false;  ///< Yosys must not pack a register after a product (docs/evidence/tools_workarounds.md)
  bool copies_operands = false;  ///< Yosys packs no operand registers: each tile needs separate ones
};

/// The block of a family, which must be in the delay table.
const DspBlock& dsp_block_of(const std::string& family);

}  // namespace rtlgen::hw
