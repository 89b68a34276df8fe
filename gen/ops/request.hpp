// Requests for arithmetic operators (ops/operator.hpp).
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

/// The variant of an operation that an operator computes.
enum class Variant : std::uint8_t {
  kPlain,
  kSquare,            ///< kMul: a * a, one operand; floats only
  kOfProduct,         ///< comparisons: rounded a * b against zero; floats only
  kOfProductSwapped,  ///< zero against rounded a * b
  kProductFirst,      ///< sums and differences in hard blocks: rounded a * b is the first operand, c the second
  kProductLast        ///< differences in hard blocks: c is the first operand, rounded a * b the second
};

/// The function that an operator computes: an operation of the language, or a variant of one.
struct Function {
  spec::Op op = spec::Op::kAdd;
  Variant variant = Variant::kPlain;

  constexpr Function() = default;
  // Implicit, because every operation is a function.
  constexpr Function(spec::Op of, Variant as = Variant::kPlain) : op(of), variant(as) {}
  friend bool operator==(const Function&, const Function&) = default;
};

/// Everything that defines one operator.
struct Request {
  Function function;
  spec::Type operand;  ///< type of the operands; for a selection, of its condition
  spec::Type result;   ///< type of q; equal to `operand` except in comparisons (also of products), selections and casts
  bool flush_subnormals = false;
  /// Operands known at compile time: one entry per operand, nullopt if it varies. A constant operand
  /// has no port.
  std::vector<std::optional<std::uint64_t>> constants;
  /// For fixed-point results, if the function can round or overflow.
  spec::Rounding rounding = spec::Rounding::kNearestEven;
  spec::Overflow overflow = spec::Overflow::kWrap;
  /// For a fused sum: how the operands are combined.
  spec::FusedSum fused = {};
  /// For a lookup: the table, which has the type of the result.
  spec::ValueTable table = {};
  /// Whether products with constants are sums of shifted copies in LUTs instead of DSP blocks.
  bool expands_products = false;
  /// For a fused sum: how many of its additions are in DSP blocks, beginning with those that save the most LUTs
  /// (ops/additions.hpp).
  int block_sums = 0;

  friend bool operator==(const Request&, const Request&) = default;
};

/// Whether a product is part of the function: a * b, rounded, then added to c or subtracted from it.
constexpr bool adds_product(Function function) {
  return function.variant == Variant::kProductFirst || function.variant == Variant::kProductLast;
}

/// Whether the function compares a product with zero.
constexpr bool compares_product(Function function) {
  return function.variant == Variant::kOfProduct || function.variant == Variant::kOfProductSwapped;
}

}  // namespace rtlgen::ops
