// What can be requested of arithmetic operators (ops/operator.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/fused_terms.hpp"
#include "spec/op.hpp"
#include "spec/type.hpp"
#include "spec/value_table.hpp"

namespace rtlgen::ops {

/// What an operator makes of its operation.
enum class Variant : std::uint8_t {
  kPlain,
  kSquare,            ///< kMul: a * a, one operand; floats only
  kOfProduct,         ///< comparisons: rounded a * b against zero; floats only
  kOfProductSwapped,  ///< zero against rounded a * b
  kProductFirst,      ///< sums and differences of hard blocks: rounded a * b, then c
  kProductLast        ///< differences of hard blocks: c, then rounded a * b
};

/// Which function an operator computes: an operation of the language, or a variant of one.
struct Function {
  spec::Op op = spec::Op::kAdd;
  Variant variant = Variant::kPlain;

  constexpr Function() = default;
  // Every operation is a function: implicit.
  constexpr Function(spec::Op of, Variant as = Variant::kPlain) : op(of), variant(as) {}
  friend bool operator==(const Function&, const Function&) = default;
};

/// What is wanted of one operator.
struct Request {
  Function function;
  spec::Type operand;  ///< type of the operands; of a selection its condition's
  spec::Type result;   ///< type of q; equal to `operand` but for comparisons, of products too, selections and casts
  bool flush_subnormals = false;
  /// Operands known when compiled: one entry per operand, nullopt where it varies. The port of a
  /// constant operand does not exist.
  std::vector<std::optional<std::uint64_t>> constants;
  /// Of fixed-point results, where the function rounds or overflows at all.
  spec::Rounding rounding = spec::Rounding::kNearestEven;
  spec::Overflow overflow = spec::Overflow::kWrap;
  /// Of a fused sum: how the operands are combined.
  spec::FusedSum fused = {};
  /// Of a lookup: the table, whose type is that of the result.
  spec::ValueTable table = {};
  /// Products with constants in LUTs, as sums of shifted copies, instead of in DSP blocks.
  bool expands_products = false;
  /// Of a fused sum: how many of its additions are in DSP blocks, those first that save the most LUTs
  /// (ops/additions.hpp).
  int block_sums = 0;

  friend bool operator==(const Request&, const Request&) = default;
};

/// Whether a product is part of the function: a * b, rounded, then added to c or subtracted from it.
constexpr bool adds_product(Function function) {
  return function.variant == Variant::kProductFirst || function.variant == Variant::kProductLast;
}

/// Whether the result is that of a product's comparison with zero.
constexpr bool compares_product(Function function) {
  return function.variant == Variant::kOfProduct || function.variant == Variant::kOfProductSwapped;
}

}  // namespace rtlgen::ops
