// Products in DSP blocks, using the registers of the blocks.
//
// A DSP block multiplies two operands of its width: a tile. A wider product consists of rows of tiles. In a row, each
// tile adds the high bits of the sum before it, for which AMD's blocks have a cascade:
//
//     operands -> A, B ----> * -> M ---------------> P          tile 0 of a row
//              \                              \ high bits
//               -> ... -> A, B -> * -> M -> + -> P              tile 1, a cycle later
//
// Rows are added in LUTs, one stage each. Nothing reads a product before P, so that tools can pack all these registers
// into the block: UG479 (7 series), UG579 (UltraScale), UG193 (Virtex-5); Intel UG-S10-DSP, UG-A10-DSP, Stratix V
// handbook; Lattice FPGA-TN-02205 (ECP5), FPGA-TN-02007 (iCE40 UltraPlus).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::hw {

/// Bits of the longest sum that reaches 200 MHz on 7 series.
inline constexpr int kLongestSum = 128;

class Builder;
struct DelayModel;
struct Value;

/// A product divided into tiles: operands without the zeros at the ends of a constant, parts in order from the lowest.
struct ProductTiles {
  bool is_signed = false;             ///< both operands are signed; otherwise neither
  bool has_product_register = false;  ///< M
  bool copies_operands = false;       ///< each tile has its own operand registers
  bool swapped = false;               ///< `across` belongs to the second operand
  int zeros_a = 0, zeros_b = 0;       ///< lowest bits of the operands that no tile takes
  std::vector<int> across;            ///< bits of the parts of one operand: one row of tiles each
  std::vector<int> down;              ///< bits of the parts of the other: one tile of each row
  int used = 0;                       ///< bits of the product that are read
  std::optional<int> least_in_block;  ///< bits from which on a tile's product is a block; none: all are LUTs

  /// The number of tiles of a row that reach a bit that is read.
  [[nodiscard]] int tiles_of(int row) const;
  /// The number of rows with such tiles.
  [[nodiscard]] int rows() const;
  /// The number of DSP blocks: tiles of which enough bits are read.
  [[nodiscard]] int blocks() const;
  /// The number of registers in series from the operands to the product.
  [[nodiscard]] int stages() const;
};

/// The tiles in which `device` computes `multiplication` (kMul or kMulSigned), whose bits from `used` on are not read.
/// No tiles (`across` is empty) if the product is too narrow for a block.
ProductTiles product_tiles(const Module& module, const Expr& multiplication, int used, const DelayModel& device);

/// The product, `tiles.stages()` cycles after `a` and `b`, which are combinational values of stage `stage`. Bits from
/// `tiles.used` on are 0. Registers are named after `name` and their stage.
Value make_product(Builder& builder, const ProductTiles& tiles, Value a, Value b, const std::string& name, int stage);

}  // namespace rtlgen::hw
