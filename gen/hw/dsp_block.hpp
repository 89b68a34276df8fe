// Multipliers of device families, for products, schedules and the area model: each figure once.
#pragma once

#include <string>

namespace rtlgen::hw {

/// The tile that a family's wide products are made of.
struct DspBlock {
  std::string family;
  int width_a = 24, width_b = 17;  ///< unsigned bits of the operands
  int width_partial = 18;          ///< of both where Yosys cuts a product without registers
  bool has_sign_bit = true;        ///< an operand with a sign may have a bit more
  bool has_product_rank = true;    ///< M, between multiplier and adder
  bool is_logic = false;           ///< the family has no block: tiles are made of LUTs
  int least_operand = 2;           ///< bits of an operand from which on Yosys takes a block
  int least_product = 9;           ///< bits of a result from which on it does
  bool keeps_products = false;     ///< Yosys must pack no register behind one (docs/tools_workarounds.md)
  bool copies_operands = false;    ///< Yosys packs no operand register: each tile has its own
};

/// That of a family, which has to be one of the delay table's.
const DspBlock& dsp_block_of(const std::string& family);

}  // namespace rtlgen::hw
