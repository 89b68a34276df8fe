// Comparison of a product with zero, without the product's exponent, place or rounding.
//
// The rounded product is zero if an operand is zero or if it underflows: with the significands as integers
// and s the sum of the exponent fields (a subnormal counts as one), the product p of the significands
// must be above 2^(bias + F - s), half of the smallest subnormal; at exactly half it rounds to even, which is zero.
// For s above the bias this holds for every nonzero p, because then at most one operand is subnormal
// and p is at least 2^F. Below, one carry chain compares; its LUTs also decode which bit is that of the bound.
#include <algorithm>

#include "ops/aligned.hpp"
#include "ops/exact.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "ops/variants.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// The sum of the exponent fields, one bit wider than a field; a subnormal counts as one.
Value exponents(Builder& b, const Unpacked& ux, const Unpacked& uy) {
  const int e = ux.exponent.width;
  const Value x = zext(ux.exponent | zext(~ux.normal, e), e + 1);
  const Value y = zext(uy.exponent | zext(~uy.normal, e), e + 1);
  return b.name("exponents", x + y);
}

/// 2^place in `width` bits, bit by bit, so that a carry chain absorbs it.
Value one_at(Builder& b, int width, Value place) {
  Bits reached(width, 0);
  for (int i = 0; i < width && i < 1 << place.width; ++i) reached.set_bit(i, true);
  Value power = b.constant(reached);
  for (int k = 0; k < place.width; ++k) {
    Bits clear(width, 0);  // the bits whose place has a zero there
    for (int i = 0; i < width; ++i) clear.set_bit(i, (i >> k & 1) == 0);
    power = power & (repeat(place.bit(k), width) ^ b.constant(clear));
  }
  return power;
}

/// Whether p, in 2F + 2 bits, is above 2^(bias + F - s), for s up to the bias.
Value above_half_smallest(Builder& b, const spec::Type& type, Value p, Value s) {
  const int f = type.fraction;
  // In units of 2^F the bound is 2^(bias - s), where bias - s is s with its bits inverted.
  const Value top = p.slice(2 * f + 1, f);
  const Value rest = reduce_or(p.slice(f - 1, 0));
  const int n = std::min(count_bits(top.width), type.exponent - 1);
  const Value place = ~s.slice(n - 1, 0);
  Value reached = n < type.exponent - 1 ? reduce_and(s.slice(type.exponent - 2, n)) : b.one();
  if (top.width < 1 << n) reached = reached & ult(place, b.constant(n, static_cast<std::uint64_t>(top.width)));
  const Value bound = one_at(b, top.width, place);
  const Value difference = b.name("above_bound", cat({b.zero(), top, rest}) - cat({b.zero(), bound, b.one()}));
  return b.name("reached", reached) & ~difference.msb();
}

/// Whether the product of nonzero numbers rounds to a nonzero number.
Value stays(Builder& b, const spec::Type& type, const Unpacked& ux, const Unpacked& uy, bool flush) {
  if (type.aligned) return aligned_product_stays(b, type, ux, uy, flush);
  const int e = type.exponent;
  const int f = type.fraction;
  const Value s = exponents(b, ux, uy);
  // With flush, a subnormal operand makes the result zero whatever p is, so the hidden bits may be set.
  const Value p = b.name("product", flush ? mul(cat({b.one(), ux.fraction}), cat({b.one(), uy.fraction}))
                                          : mul(ux.significand(), uy.significand()));
  const Value far = b.name("far", reduce_or(s.slice(e, e - 1)));
  if (flush) {
    // The smallest normal number is reached by the product, or by rounding to F + 1 bits.
    const Value at = eq(s, b.constant(e + 1, static_cast<std::uint64_t>(bias_of(type))));
    return far | (at & (p.msb() | reduce_and(p.slice(2 * f, f - 1))));
  }
  if (e == 2) {
    // Two subnormals already have the sum two, above the bias.
    const Value two = eq(s, b.constant(e + 1, 2));
    const Value low = f > 1 ? p.bit(f - 1) & reduce_or(p.slice(f - 2, 0)) : b.zero();
    return ~two | reduce_or(p.slice(2 * f + 1, f)) | low;
  }
  return far | above_half_smallest(b, type, p, s);
}

Value float_product_compare(Builder& b, const Request& r, const Values& v) {
  const spec::Type& type = r.operand;
  const bool flush = r.flush_subnormals;
  const Function f = r.function;
  const Value x = v[0], y = v[1];
  const Unpacked ux = unpack(b, type, x, false, "x");
  const Unpacked uy = unpack(b, type, y, false, "y");
  const Value x_zero = flush ? ~ux.normal : ux.is_zero;
  const Value y_zero = flush ? ~uy.normal : uy.is_zero;
  const Value number = b.name("number", ~product_is_nan(ux, uy, x_zero, y_zero));
  const Value zero = b.name("zero", x_zero | y_zero | ~stays(b, type, ux, uy, flush));
  const Value negative = ux.sign ^ uy.sign;
  const bool above = f.variant == Variant::kOfProductSwapped;
  const Value at_side = above ? ~negative : negative;
  switch (f.op) {
    case spec::Op::kLt:
      return number & ~zero & at_side;
    case spec::Op::kLe:
      return number & (zero | at_side);
    case spec::Op::kEq:
      return number & zero;
    default:
      return ~(number & zero);
  }
}

/// The multiplier, then the comparison of its result with zero.
std::uint64_t exact_comparison(const Request& r, const Operands& v) {
  const std::uint64_t product = evaluate({spec::Op::kMul, r.operand, r.operand, r.flush_subnormals, {}}, v);
  const Operands sides = r.function.variant == Variant::kOfProduct ? Operands{product, 0} : Operands{0, product};
  return evaluate({r.function.op, r.operand, r.result, r.flush_subnormals, {}}, sides);
}

}  // namespace

Operator detail::product_comparison(Function f, const char* name) {
  return {
      .function = f, .name = name, .build = {.floats = float_product_compare}, .exact = {.floats = exact_comparison}};
}

}  // namespace rtlgen::ops
