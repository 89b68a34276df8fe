// Cuts products into tiles and builds them; see product.hpp.
#include "hw/product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/dsp_block.hpp"

namespace rtlgen::hw {

namespace {

constexpr int kOperandRegisters = 2;  ///< registers in series that a block has for an operand

/// Bits of an operand between the zeros at its ends, and the number of zeros below.
struct Significant {
  int low = 0, width = 0;
};

Significant significant(const Expr& operand, bool is_signed) {
  Significant s{0, operand.width};
  if (operand.kind != ExprKind::kConst) return s;
  while (s.width > 1 && !operand.bits.bit(s.low)) ++s.low, --s.width;
  while (!is_signed && s.width > 1 && !operand.bits.bit(s.low + s.width - 1)) --s.width;
  return s;
}

/// Splits an operand of `width` bits into parts, lowest first. `tile`: unsigned bits of a tile.
std::vector<int> parts(int width, int tile, bool is_signed, const DspBlock& block) {
  const int low = is_signed && !block.has_sign_bit ? tile - 1 : tile;
  const int top = is_signed && block.has_sign_bit ? tile + 1 : tile;
  std::vector<int> all;
  for (; width > top; width -= low) all.push_back(low);
  all.push_back(width);
  return all;
}

int sum(const std::vector<int>& parts, int count) { return std::accumulate(parts.begin(), parts.begin() + count, 0); }

}  // namespace

int ProductTiles::tiles_of(int row) const {
  const int left = sum(across, row);
  int count = 0;
  while (count < static_cast<int>(down.size()) && left + sum(down, count) < used) ++count;
  return count;
}

int ProductTiles::rows() const {
  int count = 0;
  while (count < static_cast<int>(across.size()) && tiles_of(count) > 0) ++count;
  return count;
}

int ProductTiles::blocks() const {
  int count = 0;
  for (int row = 0; row < rows(); ++row) {
    for (int tile = 0; tile < tiles_of(row); ++tile)
      count += least_in_block && used - sum(across, row) - sum(down, tile) >= *least_in_block ? 1 : 0;
  }
  return count;
}

int ProductTiles::stages() const {
  int stages = 0;
  for (int row = 0; row < rows(); ++row)
    stages =
        std::max(stages + (row > 0 ? 1 : 0), tiles_of(row) + 1 + (has_product_register ? 1 : 0) + (row > 0 ? 1 : 0));
  return stages;
}

ProductTiles product_tiles(const Module& module, const Expr& multiplication, int used, const DelayModel& device) {
  const DspBlock& block = device.dsp_block();
  ProductTiles tiles;
  tiles.is_signed = multiplication.kind == ExprKind::kMulSigned;
  const Significant a = significant(module.exprs[multiplication.args[0]], tiles.is_signed),
                    b = significant(module.exprs[multiplication.args[1]], tiles.is_signed);
  tiles.zeros_a = a.low;
  tiles.zeros_b = b.low;
  tiles.used = used - a.low - b.low;
  if (std::min(a.width, b.width) < block.least_operand || std::min(a.width + b.width, tiles.used) < block.least_product)
    return tiles;
  const auto cut = [&](int first, int second) {
    tiles.across = parts(first, block.width_a, tiles.is_signed, block);
    tiles.down = parts(second, block.width_b, tiles.is_signed, block);
  };
  const auto cost = [&] {
    int all = 0;
    for (int row = 0; row < tiles.rows(); ++row) all += tiles.tiles_of(row);
    const int row = sum(tiles.down, static_cast<int>(tiles.down.size())) + tiles.across.front();
    const bool is_long = tiles.rows() > 1 && row > kLongestSum;
    return std::tuple(all, is_long, tiles.rows());
  };
  cut(b.width, a.width);
  const auto exchanged = cost();
  cut(a.width, b.width);
  // A part of a constant can end in zeros. Yosys removes these from the product, and then does not recognise the sum
  // that follows. So a constant is cut last.
  const bool ties = exchanged == cost() && module.exprs[multiplication.args[1]].kind == ExprKind::kConst;
  tiles.swapped = ties || exchanged < cost();
  if (tiles.swapped) cut(b.width, a.width);
  tiles.has_product_register = block.has_product_register || tiles.across.size() * tiles.down.size() > 1;
  tiles.copies_operands = block.copies_operands && tiles.across.size() * tiles.down.size() > 1;
  if (!block.is_logic) tiles.least_in_block = block.least_product;
  return tiles;
}

namespace {

/// Builds one product.
class Tiler {
 public:
  Tiler(Builder& builder, const ProductTiles& tiles, std::string name, int stage)
      : b_(builder), tiles_(tiles), name_(std::move(name)), stage_(stage) {}

  Value make(Value a, Value b) {
    Operand rows = cut(a, tiles_.across, "a"), tiles = cut(b, tiles_.down, "b");
    for (int row = 0; row < tiles_.rows(); ++row) {
      rows.lengths.push_back(tiles_.tiles_of(row));
      rows.in_block.push_back(in_block(tiles_.used - sum(tiles_.across, row)));
    }
    for (int k = 0; k < tiles_.tiles_of(0); ++k) {
      tiles.lengths.push_back(k + 1);
      tiles.in_block.push_back(in_block(tiles_.used - sum(tiles_.down, k)));
    }
    Value total;
    int depth = 0;
    std::vector<Value> low;
    for (int row = 0; row < tiles_.rows(); ++row) {
      const int done = tiles_.tiles_of(row) + 1 + (tiles_.has_product_register ? 1 : 0);
      const Value product = row_of(rows, tiles, row);
      if (row == 0) {
        total = product;
        depth = done;
        continue;
      }
      const int below = tiles_.across[static_cast<std::size_t>(row - 1)], before = depth;
      depth = std::max(depth, done) + 1;
      for (Value& part : low) part = delayed(part, "low", before, depth);
      low.push_back(delayed(total.slice(below - 1, 0), "low", before, depth));
      const Value rest = delayed(total.slice(total.width - 1, below), "rest", before, depth - 1);
      const Value last = delayed(product, "row", done, depth - 1);
      total = b_.reg(at("sum", row, depth), last + extended(rest, last.width, tiles_.is_signed));
    }
    low.push_back(total);
    std::reverse(low.begin(), low.end());
    return cat(low);
  }

 private:
  /// An operand in parts; `stages[i][k]`: part i after k + 1 registers.
  struct Operand {
    std::vector<Value> parts;
    std::vector<bool> is_signed;
    std::vector<std::vector<Value>> stages;
    std::vector<int> lengths;    ///< final lengths of `stages`
    std::vector<bool> in_block;  ///< whether any tile of a part is a block
    std::string letter;
  };

  [[nodiscard]] std::string at(const std::string& what, int index, int depth) const {
    return fmt::format("{}_{}{}_s{}", name_, what, index, stage_ + depth);
  }

  /// Whether a tile with `width` bits that are read is a block: Yosys builds narrower ones from LUTs.
  [[nodiscard]] bool in_block(int width) const { return tiles_.least_in_block && width >= *tiles_.least_in_block; }

  Operand cut(Value operand, const std::vector<int>& widths, const std::string& letter) const {
    Operand o;
    o.letter = letter;
    int low = 0;
    for (const int width : widths) {
      o.parts.push_back(operand.slice(low + width - 1, low));
      o.is_signed.push_back(tiles_.is_signed && low + width == operand.width);
      low += width;
    }
    o.stages.resize(widths.size());
    return o;
  }

  static Value extended(Value v, int width, bool is_signed) {
    if (v.width >= width) return v.width == width ? v : v.slice(width - 1, 0);
    return is_signed ? sext(v, width) : zext(v, width);
  }

  /// Part `index` after `count` registers, the last two of which are in a block.
  Value operand(Operand& o, int index, int count) {
    const auto i = static_cast<std::size_t>(index);
    if (o.parts[i].constant() != nullptr) return o.parts[i];
    std::vector<Value>& stages = o.stages[i];
    while (static_cast<int>(stages.size()) < count) {
      const Value before = stages.empty() ? o.parts[i] : stages.back();
      const int stage = static_cast<int>(stages.size()) + 1;
      const bool inside = o.in_block[i] && stage > o.lengths[i] - kOperandRegisters;
      const std::string name = at(o.letter, index, stage);
      // Yosys merges equal registers unless all have `keep`.
      stages.push_back(tiles_.copies_operands
                           ? b_.kept_reg(name, before)
                           : b_.dsp_reg(name, before, inside ? DspRegister::kOperand : DspRegister::kNone));
    }
    return stages[static_cast<std::size_t>(count - 1)];
  }

  /// The same for one tile, if something else also reads this register.
  Value operand_of_tile(Operand& o, int index, int count, int tile) {
    const auto i = static_cast<std::size_t>(index);
    if (!tiles_.copies_operands || o.parts[i].constant() != nullptr) return operand(o, index, count);
    const Value before = count == 1 ? o.parts[i] : operand(o, index, count - 1);
    return b_.kept_reg(at(fmt::format("{}{}_copy", o.letter, index), tile, count), before);
  }

  Value delayed(Value v, const std::string& what, int from, int to) { return b_.delay(at(what, 0, to), v, to - from); }

  Value row_of(Operand& rows, Operand& tiles, int row) {
    const int count = tiles_.tiles_of(row), left = sum(tiles_.across, row);
    const int first = tiles_.has_product_register ? 3 : 2;  // depth of the first P
    Value total;
    std::vector<Value> low;
    for (int k = 0; k < count; ++k) {
      const int width =
          std::min(tiles_.across[static_cast<std::size_t>(row)] + tiles_.down[static_cast<std::size_t>(k)],
                   tiles_.used - left - sum(tiles_.down, k));
      const Value product = tile(rows, tiles, row, k, width);
      const std::string name = fmt::format("p{}", tiles_.across.size() > 1 ? fmt::format("{}_", row) : "");
      if (k == 0) {
        const DspRegister stage = in_block(width) ? DspRegister::kSum : DspRegister::kNone;
        total = tiles_.has_product_register ? b_.dsp_reg(at(name, k, first), product, stage) : product;
        continue;
      }
      const int below = tiles_.down[static_cast<std::size_t>(k - 1)];
      low.push_back(total.slice(below - 1, 0));
      const bool negative = rows.is_signed[static_cast<std::size_t>(row)];
      const Value rest = extended(total.slice(total.width - 1, below), width, negative);
      total = b_.dsp_reg(at(name, k, first + k), product + rest,
                         tiles_.least_in_block ? DspRegister::kSum : DspRegister::kNone);
    }
    for (int k = 0; k + 1 < count; ++k) {
      Value& part = low[static_cast<std::size_t>(k)];
      part = delayed(part, fmt::format("low{}", row), first + k, first + count - 1);
    }
    low.push_back(total);
    std::reverse(low.begin(), low.end());
    return cat(low);
  }

  /// The product of two parts, in its register.
  Value tile(Operand& rows, Operand& tiles, int row, int k, int width) {
    const bool sign_a = rows.is_signed[static_cast<std::size_t>(row)],
               sign_b = tiles.is_signed[static_cast<std::size_t>(k)];
    // The last tile of a row, and the first row, have the original registers; the others have copies.
    Value a = k + 1 < tiles_.tiles_of(row) ? operand_of_tile(rows, row, k + 1, k) : operand(rows, row, k + 1),
          b = row > 0 ? operand_of_tile(tiles, k, k + 1, row) : operand(tiles, k, k + 1);
    const bool is_signed = sign_a || sign_b;
    if (is_signed && !sign_a) a = zext(a, a.width + 1);
    if (is_signed && !sign_b) b = zext(b, b.width + 1);
    const Value product = extended(is_signed ? mul_signed(a, b) : mul(a, b), width, is_signed);
    const std::string name = fmt::format("m{}", tiles_.across.size() > 1 ? fmt::format("{}_", row) : "");
    return b_.dsp_reg(at(name, k, k + 2), product, in_block(width) ? DspRegister::kProduct : DspRegister::kNone);
  }

  Builder& b_;
  const ProductTiles& tiles_;
  std::string name_;
  int stage_;
};

}  // namespace

Value make_product(Builder& builder, const ProductTiles& tiles, Value a, Value b, const std::string& name, int stage) {
  const int full = a.width + b.width, zeros = tiles.zeros_a + tiles.zeros_b;
  const int across = sum(tiles.across, static_cast<int>(tiles.across.size())),
            down = sum(tiles.down, static_cast<int>(tiles.down.size()));
  a = a.slice(tiles.zeros_a + (tiles.swapped ? down : across) - 1, tiles.zeros_a);
  b = b.slice(tiles.zeros_b + (tiles.swapped ? across : down) - 1, tiles.zeros_b);
  if (tiles.swapped) std::swap(a, b);
  Value product = Tiler(builder, tiles, name, stage).make(a, b);
  if (zeros > 0) product = cat({product, builder.constant(zeros, 0)});
  return product.width >= full ? product.slice(full - 1, 0) : zext(product, full);
}

}  // namespace rtlgen::hw
