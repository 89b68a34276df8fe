// Elementary functions by tables (exp, log, sin, pow and others): what they return, bit for bit.
//
// The definition is an algorithm on integers with tables (functions/table.hpp) that MPFR makes when
// first requested. Each result is one of the two numbers of the format next to the true value (hence
// within 1 ulp), exact where the true value is a number of the format. Special cases are those of
// C99 Annex F; NaN results are the quiet NaN; `flush` replaces subnormal operands and results by zero.
//
// One file per function has its widths, tables and definition; widths and tables are also what the hardware is built
// from, and nothing else is shared with it.
#pragma once

#include <cstdint>

#include "spec/functions/table.hpp"
#include "spec/op.hpp"
#include "support/int128.hpp"

namespace rtlgen::spec {

struct Type;

/// The function `op` of operands of `type`: the `bits` of its row (spec/operations.hpp).
template <Op op>
std::uint64_t function_bits(const Type& type, const std::uint64_t* operands, bool flush);

// ---------------------------------------------------------------- sizes and tables, by format
// F: stored fraction bits; all fixed-point numbers are integers times 2^-(their scale).

/// 2^z for a signed fixed-point z: the end of exp and pow. z = n + f with f in [0, 1).
struct Exp2Sizes {
  int integer_bits = 0;  ///< |z| < 2^integer_bits; beyond it every result overflows or vanishes
  int scale = 0;         ///< of z
  Table table;           ///< 2^f, from 1 to 2; rows and u are the bits of f
};

/// The logarithm of m in [1, 2), and what to add to the exponent: m from 1.5 on is halved, so that with
/// t = m - 1 (or m / 2 - 1) in [-1/4, 1/2) log(m) = t * g(t). Rows and u are the fraction bits of m.
struct LogSizes {
  Table table;        ///< g(t) = log(1 + t) / t
  int scale = 0;      ///< of t * g(t): F + 1 + table.scale
  int sum_scale = 0;  ///< of the sum with the exponent's share; at least `scale`
  /// log(2), which the exponent is multiplied with, times 2^two_scale; to base 2 the exponent itself is its share.
  Uint128 log_of_two = 1;
  int two_scale = 0;
};

}  // namespace rtlgen::spec
