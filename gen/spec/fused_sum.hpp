// Fused sums: a sum of many terms with one alignment and one rounding, bit for bit.
//
// The language makes them of linear expressions (`arithmetic: fused`, `sum`, `dot`); docs/language.md has the
// definition for users, docs/adr/0023-fused-sums.md its reasons. Golden engine and operators follow fused_sum_bits().
//
// With F stored fraction bits, E exponent bits, bias 2^(E-1) - 1 and g guard bits, a finite operand is
// s * 2^(e - bias - F), e = max(exponent field, 1). Exponents are counted in digits of four bits:
//   plain term x:       4h + r = e,               m = s * 2^r
//   scaled term c * x:  the same of x, and of c   4k + r = e_c - bias,  C = s_c * 2^r;  h grows by k
//   product x * y:      4h + r = e_x + e_y - bias, m = s_x * s_y * 2^(r - F)
// H is the largest h, those of zeros included: a zero has e = 1, so 0 * y sets the window as the smallest normal number
// times y does. Each m is cut to a = floor(m * 2^g / 16^(H - h)). Scaled terms of one factor are
// added, a with its sign, their sum is multiplied by C, divided by 2^F and rounded to odd. All of these are added; the
// result is the sum S * 2^(4H - bias - F - g), rounded to nearest even, subnormals included.
// S = 0 is -0 if the signs of all terms are negative, else +0. NaN operands, an infinity times zero, and infinities of
// both signs give the quiet NaN; else an infinity is the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "spec/fused_terms.hpp"

namespace rtlgen::spec {

struct Type;

constexpr int kDigitBits = 4;  ///< in which exponents are compared and significands moved
constexpr int kMostGuard = 32;
constexpr int kMostFusedTerms = 256;

/// Additions, and products by a factor or of two values, that a chain of operators would have: one product for each
/// factor.
int additions_of(const FusedSum& sum);
int products_of(const FusedSum& sum);

/// The most guard bits with which a sum of so many terms is computed in 127 bits.
int most_guard(const Type& type, std::size_t terms);

/// How far results may be from the exact sum, infinities and NaN aside.
struct FusedError {
  /// Of a fused sum: half an ulp of the result, and this part of its largest term.
  double of_largest = 0;
  /// What each operand counts as at least in that largest term, zero too: the smallest normal number if the sum has
  /// products or factors, otherwise 0.
  double least_operand = 0;
  /// Of the same terms added one by one, each product and sum rounded: this part of the sum of their magnitudes
  /// (Higham, Accuracy and Stability of Numerical Algorithms, 2002, equation 3.4) ...
  double of_magnitudes = 0;
  /// ... and this, which subnormal products lose.
  double of_products = 0;
};

/// `constants`: bits of the operands that are known.
FusedError error_of(const FusedSum& sum, const Type& type, const std::vector<std::optional<std::uint64_t>>& constants);

/// The result for `operands`, bits of `type`, a float. With `flush` subnormal operands and results are zero.
std::uint64_t fused_sum_bits(const FusedSum& sum, const Type& type, const std::uint64_t* operands, bool flush);

}  // namespace rtlgen::spec
