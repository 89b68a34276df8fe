// Fused sums: a sum of many terms with one alignment and one rounding, bit for bit.
//
// The language makes them from linear expressions (`arithmetic: fused`, `sum`, `dot`). docs/language_fused.md has the
// definition for users, docs/adr/0023-fused-sums.md the reasons. The golden engine and the operators follow
// fused_sum_bits().
//
// With F stored fraction bits, E exponent bits, bias 2^(E-1) - 1 and g guard bits, a finite operand is s * 2^(e - bias
// - F), e = max(exponent field, 1). Exponents are counted in digits of four bits:
//   plain term x:       4h + r = e,               m = s * 2^r
//   scaled term c * x:  the same for x, and for c 4k + r = e_c - bias,  C = s_c * 2^r;  h grows by k
//   product x * y:      4h + r = e_x + e_y - bias, m = s_x * s_y * 2^(r - F)
// H is the largest h, including those of zeros: a zero has e = 1, so 0 * y sets the window in the same way as the
// smallest normal number times y. Each m is truncated to a = floor(m * 2^g / 16^(H - h)). The scaled terms with the
// same factor are added, each a with its sign; their sum is multiplied by C, divided by 2^F and rounded to odd. All of
// these are added. The result is the sum S * 2^(4H - bias - F - g), rounded to nearest even, including subnormals. S =
// 0 is -0 if the signs of all terms are negative, else +0. NaN operands, an infinity times zero, and infinities of both
// signs give the quiet NaN; otherwise an infinity is the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "spec/fused_terms.hpp"

namespace rtlgen::spec {

struct Type;

constexpr int kDigitBits = 4;  ///< the unit of exponents and of shifts of significands
constexpr int kMostGuard = 32;
constexpr int kMostFusedTerms = 256;

/// The additions, and the products (with a factor, or of two values), of an equivalent chain of operators: one product
/// per factor.
int additions_of(const FusedSum& sum);
int products_of(const FusedSum& sum);

/// The most guard bits with which a sum of `terms` terms is computed in 127 bits.
int most_guard(const Type& type, std::size_t terms);

/// Bounds of the distance of results from the exact sum, except for infinities and NaN.
struct FusedError {
  /// For a fused sum: half an ulp of the result, plus this multiple of its largest term.
  double of_largest = 0;
  /// The least magnitude that an operand, even a zero, counts as in that largest term: the smallest normal number if
  /// the sum has products or factors, otherwise 0.
  double least_operand = 0;
  /// For the same terms added one by one, with each product and sum rounded: this multiple of the sum of their
  /// magnitudes (Higham, Accuracy and Stability of Numerical Algorithms, 2002, equation 3.4) ...
  double of_magnitudes = 0;
  /// ... plus this, which subnormal products lose.
  double of_products = 0;
};

/// `constants`: the bits of operands that are constant.
FusedError error_of(const FusedSum& sum, const Type& type, const std::vector<std::optional<std::uint64_t>>& constants);

/// The result for `operands`, bits of the float type `type`. With `flush`, subnormal operands and results are zero.
std::uint64_t fused_sum_bits(const FusedSum& sum, const Type& type, const std::uint64_t* operands, bool flush);

}  // namespace rtlgen::spec
