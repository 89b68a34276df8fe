// Elementary functions with tables (exp, log, sin, pow and others): their results, bit for bit.
//
// The definition is an algorithm on integers with tables (functions/table.hpp) that MPFR computes on first use. Each
// result is one of the two numbers of the format next to the true value (hence within 1 ulp), and exact if the true
// value is a number of the format. Special cases are those of C99 Annex F; NaN results are the quiet NaN; `flush`
// replaces subnormal operands and results by zero.
//
// One file per function has its widths, tables and definition. The hardware is built from the same widths and tables,
// but shares nothing else with the definition.
#pragma once

#include <cstdint>

#include "spec/functions/table.hpp"
#include "spec/op.hpp"
#include "support/int128.hpp"

namespace rtlgen::spec {

struct Type;

/// The function `op` for operands of `type`: the `bits` of its row (spec/operations.hpp).
template <Op op>
std::uint64_t function_bits(const Type& type, const std::uint64_t* operands, bool flush);

// ---------------------------------------------------------------- sizes and tables, by format
// F: stored fraction bits; all fixed-point numbers are integers times 2^-(their scale).

/// 2^z for a signed fixed-point z: the last step of exp and pow. z = n + f with f in [0, 1).
struct Exp2Sizes {
  int integer_bits = 0;  ///< |z| < 2^integer_bits; larger ones overflow or vanish
  int scale = 0;         ///< scale of z
  Table table;           ///< 2^f, from 1 to 2; rows and u are the bits of f
};

/// The logarithm of m in [1, 2), and the term of the exponent. If m is at least 1.5 it is halved, so that with t = m -
/// 1 (or m / 2 - 1) in [-1/4, 1/2) log(m) = t * g(t). Rows and u are the fraction bits of m.
struct LogSizes {
  Table table;        ///< g(t) = log(1 + t) / t
  int scale = 0;      ///< scale of t * g(t): F + 1 + table.scale
  int sum_scale = 0;  ///< scale of the sum with the term of the exponent; at least `scale`
  /// log(2) times 2^two_scale, the factor of the exponent; to base 2 the exponent is added directly.
  Uint128 log_of_two = 1;
  int two_scale = 0;
};

}  // namespace rtlgen::spec
