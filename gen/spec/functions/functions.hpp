// exp, log, sin, cos, tanh and pow of small floats: what they answer, bit for bit.
//
// The definition is an algorithm on integers with tables (functions/table.hpp) that MPFR makes when
// first asked for. Each result is one of the two numbers of the format next to the true value (hence
// within 1 ulp), exact where the true value is a number of the format. Special cases are those of
// C99 Annex F; NaN results are the quiet NaN; `flush` replaces subnormal operands and results by zero.
//
// The tables and sizes are also what the hardware is built from (gen/ops/float_*.cpp); nothing else is
// shared with it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spec/functions/table.hpp"
#include "spec/program.hpp"

namespace rtlgen::spec {

constexpr int kMostFunctionFraction = 23;  ///< stored fraction bits of formats that have these functions

bool is_function(Op op);               ///< kExp .. kPow
bool has_functions(const Type& type);  ///< floats of at most 24 bits of significand

/// `op` of `a` (and `b`, for kPow), bits of `type`.
std::uint64_t evaluate_function(Op op, const Type& type, std::uint64_t a, std::uint64_t b, bool flush);

// ---------------------------------------------------------------- sizes and tables, by format
// F: stored fraction bits; all fixed-point numbers are integers times 2^-(their scale).

/// 2^z for a signed fixed-point z: the end of exp and pow. z = n + f with f in [0, 1).
struct Exp2Sizes {
  int integer_bits = 0;  ///< |z| < 2^integer_bits; beyond it every result overflows or vanishes
  int scale = 0;         ///< of z
  Table table;           ///< 2^f, from 1 to 2; rows and u are the bits of f
};

struct ExpSizes {
  Exp2Sizes exp2;
  int log2e_scale = 0;
  std::uint64_t log2e = 0;  ///< of e, rounded to nearest
  /// |x| has exponent q (of its leading one) below exp2.integer_bits; significand * log2e is shifted
  /// right by least_shift + (integer_bits - 1 - q) to the scale of z.
  int least_shift = 0;
};

/// The logarithm of m in [1, 2), and what to add to the exponent: m from 1.5 on is halved, so that with
/// t = m - 1 (or m / 2 - 1) in [-1/4, 1/2) log(m) = t * g(t). Rows and u are the fraction bits of m.
struct LogSizes {
  Table table;        ///< g(t) = log(1 + t) / t
  int scale = 0;      ///< of t * g(t): F + 1 + table.scale
  int sum_scale = 0;  ///< of the sum with the exponent's share; at least `scale`
  int ln2_scale = 0;  ///< kLog only
  std::uint64_t ln2 = 0;
};

/// sin and cos. x * 2/pi = quadrant + f by a window of 2/pi that the exponent selects; then
/// sin(f pi/2) = f * table(|f|) or cos(f pi/2) from the other half of the table.
struct SinCosSizes {
  int tiny = 0;    ///< exponent fields below this have sin(x) = x, cos(x) = 1
  int scale = 0;   ///< of x * 2/pi modulo 4
  int window = 0;  ///< bits of it: scale + 2
  /// Word e - tiny: floor(2/pi * 2^(e - bias - F) * 2^scale) modulo 2^window, for exponent field e; low
  /// 64 bits, then the rest.
  std::array<std::vector<std::uint64_t>, 2> window_words;
  int normal_bits = 0;  ///< bits kept of f once normalised, leading one included
  /// Rows 0 .. 2^index_bits - 1: sin(f pi/2) / f; the next 2^index_bits: 2 cos(f pi/2). The index is
  /// the bits of |f| in [0, 1/2) from the one of weight 1/4 down.
  Table table;
};

/// tanh. Below 1 it is x * table(x), from 1 on table(x), from 2^binades on 1.
struct TanhSizes {
  int tiny = 0;        ///< exponent fields below this have tanh(x) = x
  int binades = 0;     ///< x is in [2^j, 2^(j+1)) for j below this
  int place_bits = 0;  ///< x below 1 in fixed point: index and u
  /// Rows 0 .. 2^k - 1 (k = index_bits): 2 tanh(x) / x for x in [0, 1); rows (1 + j) 2^k ..: 2 tanh(x)
  /// for x in [2^j, 2^(j+1)).
  Table table;
};

/// pow(x, y) = 2^(y log2 |x|).
struct PowSizes {
  Exp2Sizes exp2;
  LogSizes log2;
  int far = 0;  ///< |y| of this exponent or more overflows or vanishes unless |x| is 1
};

const ExpSizes& exp_sizes(const Type& type);
const LogSizes& log_sizes(const Type& type);
const SinCosSizes& sin_cos_sizes(const Type& type);
const TanhSizes& tanh_sizes(const Type& type);
const PowSizes& pow_sizes(const Type& type);

}  // namespace rtlgen::spec
