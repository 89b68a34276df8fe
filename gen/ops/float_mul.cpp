// Floating-point multiplication.
//
// In formats with some exponent range at most one subnormal operand matters (two give less than half
// the smallest subnormal): it alone is normalised before the product, so one counter and one shifter
// serve both operands.
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

Value float_mul(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const int we = std::max(e, count_bits(f + 1)) + 3;

  // Exponent of the product when its leading one is in the top place.
  Value exponent = zext(ux.exponent, we) + zext(uy.exponent, we) -
                   b.constant(we, static_cast<std::uint64_t>(bias_of(type) - 1));
  Value left = ux.significand();
  Value right = uy.significand();
  // Two subnormals: below 2^(2 - 2 bias), against half of the smallest one, 2^(-bias - F).
  const bool product_of_subnormals_vanishes = bias_of(type) >= f + 2;
  if (!flush && !product_of_subnormals_vanishes) {
    for (const auto& [u, significand] : {std::pair{&ux, &left}, {&uy, &right}}) {
      const Value zeros = leading_zeros(b, *significand, "zeros");
      *significand = b.name("lifted", shl(*significand, zeros));
      exponent = exponent + zext(~u->normal, we) - zext(zeros, we);
    }
  } else if (!flush) {
    const Value any_low = ~ux.normal | ~uy.normal;
    const Value low = b.name("subnormal_operand", mux(ux.normal, uy.fraction, ux.fraction));
    const Value other = mux(ux.normal, left, right);
    const Value zeros = leading_zeros(b, low, "zeros");
    const Value lifted = b.name("lifted", cat({shl(low, zeros), b.zero()}));
    // With a subnormal operand the product is other * lifted, else left * right.
    left = b.name("left", other);
    right = b.name("right", mux(any_low, lifted, right));
    exponent = exponent - (zext(zeros, we) & repeat(any_low, we));
  }
  exponent = b.name("exponent", exponent);
  const Value product = b.name("product", mul(left, right));
  const Value top = product.msb();
  const int w = product.width;
  const Value normal = b.name("normalised", mux(top, product, cat({product.slice(w - 2, 0), b.zero()})));

  Unrounded u;
  u.sign = ux.sign ^ uy.sign;
  u.exponent = b.name("product_exponent", exponent - zext(~top, we));
  u.significand = normal;
  u.sticky = b.zero();
  u.is_nan = ux.is_nan | uy.is_nan | (ux.is_inf & uy.is_zero) | (uy.is_inf & ux.is_zero);
  u.is_inf = ux.is_inf | uy.is_inf;
  u.is_zero = ux.is_zero | uy.is_zero;
  return round_and_pack(b, type, u, flush);
}

}  // namespace rtlgen::ops::detail
