// Floating-point square root: non-restoring digit recurrence whose rows grow by a bit.
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

Value float_sqrt(Builder& b, const spec::Type& type, Value x, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Unpacked u = unpack(b, type, x, flush, "x");
  const int we = std::max(e, count_bits(f + 1)) + 2;
  Value significand = u.significand();
  Value exponent = zext(u.exponent, we);
  if (!flush) {
    const Value zeros = leading_zeros(b, significand, "zeros");
    significand = b.name("lifted", shl(significand, zeros));
    exponent = exponent + zext(~u.normal, we) - zext(zeros, we);
  }
  // Unbiased exponent even: radicand in [1, 2), else doubled into [2, 4). The bias is odd.
  const bool bias_odd = bias_of(type) % 2 != 0;
  const Value odd = b.name("odd", bias_odd ? ~exponent.bit(0) : exponent.bit(0));
  const Value sum = exponent + b.constant(we, static_cast<std::uint64_t>(bias_of(type)));
  const Value half = b.name("root_exponent", cat({sum.msb(), sum.slice(we - 1, 1)}));

  // Radicand as pairs of bits, first pair 01, 10 or 11; root bit i needs the pairs up to i.
  const int digits = f + 2;
  const Value even_form = cat({b.zero(), significand, b.zero(2 * digits - f - 2)});
  const Value radicand = b.name("radicand", mux(odd, cat({significand, b.zero(2 * digits - f - 1)}), even_form));

  // Invariant: remainder = radicand so far - root^2, in two's complement of the row's width.
  Value remainder;
  Value root;
  for (int i = 0; i < digits; ++i) {
    const Value pair = radicand.slice(2 * (digits - i) - 1, 2 * (digits - i) - 2);
    const int w = i + 4;
    if (i == 0) {
      remainder = b.name("remainder0", zext(pair, w) - b.constant(w, 1));
      root = ~remainder.msb();
      continue;
    }
    const Value positive = root.bit(0);
    // Next: 4r + pair - (4 root + 1) where the last digit was 1, + (4 root + 3) where it was 0.
    const Value shifted = cat({remainder.slice(w - 3, 0), pair});
    const Value step = zext(cat({root, ~positive, b.one()}), w);
    remainder = b.name("remainder" + std::to_string(i),
                       add_carry(step ^ repeat(positive, w), shifted, positive));
    root = b.name("root" + std::to_string(i), cat({root, ~remainder.msb()}));
  }
  // Zero remainder, or one step below zero: exact only if the restored remainder is zero.
  const int wr = remainder.width;
  const Value restore = zext(cat({root, b.one()}), wr);
  const Value last = mux(remainder.msb(), remainder + restore, remainder);

  Unrounded r;
  r.sign = u.sign & u.is_zero;
  r.exponent = half;
  r.significand = root;
  r.sticky = b.name("inexact", reduce_or(last));
  r.is_zero = u.is_zero;
  r.is_nan = u.is_nan | (u.sign & ~u.is_zero);
  r.is_inf = u.is_inf & ~u.sign;
  // A root is subnormal only in formats with more fraction than exponent range: else no shifter.
  const bool root_is_normal = bias_of(type) > f;
  return round_and_pack(b, type, r, flush || root_is_normal);
}

}  // namespace rtlgen::ops::detail
