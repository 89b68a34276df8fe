// Products in DSP blocks, with the registers that these have.
//
// A DSP block multiplies two operands of its width: a tile. A wider product is rows of tiles. In a row each tile adds
// what is left of the sum before it, which AMD's blocks do by their cascade:
//
//     operands -> A, B ----> * -> M ---------------> P          tile 0 of a row
//              \                              \ high bits
//               -> ... -> A, B -> * -> M -> + -> P              tile 1, a cycle later
//
// Rows are added in LUTs, a rank each. Nothing reads a product before P, so that tools find all these registers in the
// block: UG479 (7 series), UG579 (UltraScale), UG193 (Virtex-5); Intel UG-S10-DSP, UG-A10-DSP, Stratix V handbook;
// Lattice FPGA-TN-02205 (ECP5), FPGA-TN-02007 (iCE40 UltraPlus).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::hw {

/// Bits of the longest sum that holds 200 MHz on Series 7.
inline constexpr int kLongestSum = 128;

class Builder;
struct DelayModel;
struct Value;

/// A product as its tiles see it: operands without the zeros at the ends of a constant, parts lowest first.
struct ProductTiles {
  bool is_signed = false;             ///< both operands; else neither
  bool has_product_rank = false;      ///< M
  bool copies_operands = false;       ///< each tile has operand registers of its own
  bool swapped = false;               ///< `across` is of the second operand
  int zeros_a = 0, zeros_b = 0;       ///< lowest bits of the operands that no tile takes
  std::vector<int> across;            ///< bits of the parts of one operand: a row of tiles each
  std::vector<int> down;              ///< of the other: a tile of each row
  int used = 0;                       ///< bits of the tiles' product that are read
  std::optional<int> least_in_block;  ///< bits of a tile's product that make it a block; none: all are of LUTs

  /// Tiles of a row that reach a bit that is read.
  [[nodiscard]] int tiles_of(int row) const;
  /// Rows that have such tiles.
  [[nodiscard]] int rows() const;
  /// DSP blocks: tiles of which enough bits are read.
  [[nodiscard]] int blocks() const;
  /// Register ranks from the operands to the product.
  [[nodiscard]] int ranks() const;
};

/// How `device` multiplies `multiplication` (kMul or kMulSigned), of which bits from `used` on are not read. No tiles
/// (`across` is empty): the product is too narrow for a block.
ProductTiles product_tiles(const Module& module, const Expr& multiplication, int used, const DelayModel& device);

/// The product, `tiles.ranks()` cycles after `a` and `b`, which are combinational values of stage `stage`; bits from
/// `tiles.used` on are 0. Registers are named by `name` and their stage.
Value make_product(Builder& builder, const ProductTiles& tiles, Value a, Value b, const std::string& name, int stage);

}  // namespace rtlgen::hw
