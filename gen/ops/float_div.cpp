// Floating-point division: non-restoring digit recurrence, one quotient bit a row.
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

/// Significand with the leading one at the top, and the zeros that were above it.
std::pair<Value, Value> lift(Builder& b, const Unpacked& u, const std::string& name) {
  const Value zeros = leading_zeros(b, u.significand(), name + "_zeros");
  return {b.name(name + "_lifted", shl(u.significand(), zeros)), zeros};
}

}  // namespace

Value float_div(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const int we = std::max(e, count_bits(f + 1)) + 3;
  Value dividend = ux.significand();
  Value divisor = uy.significand();
  // Biased exponent of the quotient when it is at least one.
  Value exponent = zext(ux.exponent, we) - zext(uy.exponent, we) +
                   b.constant(we, static_cast<std::uint64_t>(bias_of(type)));
  if (!flush) {
    const auto [a, a_zeros] = lift(b, ux, "x");
    const auto [d, d_zeros] = lift(b, uy, "y");
    dividend = a;
    divisor = d;
    // A subnormal's exponent field is 0 but stands for 1.
    exponent = exponent + zext(~ux.normal, we) - zext(~uy.normal, we) - zext(a_zeros, we) + zext(d_zeros, we);
  }
  exponent = b.name("exponent", exponent);

  // Remainder of w bits, two's complement; |remainder| < divisor after every row. The first
  // quotient bit weighs one: dividend / divisor lies in (1/2, 2).
  const int w = f + 3;
  const Value wide = zext(divisor, w);
  Value remainder = b.name("remainder0", zext(dividend, w) - wide);
  std::vector<Value> quotient = {~remainder.msb()};
  for (int i = 1; i <= f + 2; ++i) {
    const Value twice = cat({remainder.slice(w - 2, 0), b.zero()});
    const Value subtract = ~remainder.msb();
    remainder = b.name("remainder" + std::to_string(i), add_carry(wide ^ repeat(subtract, w), twice, subtract));
    quotient.push_back(~remainder.msb());
  }
  // Exact when the remainder is zero, or minus the divisor (one more would have been zero).
  const Value last = mux(remainder.msb(), remainder + wide, remainder);
  const Value inexact = b.name("inexact", reduce_or(last));
  const Value bits = b.name("quotient", cat(quotient));
  const Value top = bits.msb();
  const Value normal = b.name("normalised", mux(top, bits, cat({bits.slice(bits.width - 2, 0), b.zero()})));

  Unrounded u;
  u.sign = ux.sign ^ uy.sign;
  u.exponent = b.name("quotient_exponent", exponent - zext(~top, we));
  u.significand = normal;
  u.sticky = inexact;
  u.is_nan = ux.is_nan | uy.is_nan | (ux.is_inf & uy.is_inf) | (ux.is_zero & uy.is_zero);
  u.is_inf = ux.is_inf | uy.is_zero;
  u.is_zero = (ux.is_zero | uy.is_inf) & ~u.is_inf;
  return round_and_pack(b, type, u, flush);
}

}  // namespace rtlgen::ops::detail
