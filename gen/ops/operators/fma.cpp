// Fused multiply-add: x * y + z with one rounding.
//
// The exact product of the significands (2F + 2 bits) stands at the low end of a window of 3F + 5
// bits; z is shifted right from the window's top to its place next to it. Bits of z below the product
// become a sticky bit. If z is so large that the product lies entirely below its last places, the
// window belongs to z and the product becomes the sticky bit. One subtraction, one count of leading
// zeros, one rounding.
#include <algorithm>
#include <vector>

#include "ops/aligned.hpp"
#include "ops/digits.hpp"
#include "ops/exact.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/float_function.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// Product and addend on one scale.
struct Aligned {
  Value product, addend;                ///< both as wide as the window
  Value product_sticky, addend_sticky;  ///< bits below the window; at most one is set
  Value exponent;                       ///< biased exponent of a one at the window's top
};

/// The product, and its biased exponent with the point below bit 2F.
struct Product {
  Value bits, scale;
};

/// A subnormal factor is normalised, because the product must not have fewer places than the result. If both are
/// subnormal, one is enough: z has no bits below their product.
Product multiply(Builder& b, const spec::Type& type, const Unpacked& ux, const Unpacked& uy, int we, bool flush) {
  Value scale = effective_exponent(ux, we) + effective_exponent(uy, we) - number(b, we, bias_of(type));
  Value small = ux.significand();
  Value other = uy.significand();
  if (!flush) {
    small = b.name("small_factor", mux(ux.normal, uy.significand(), ux.significand()));
    other = b.name("other_factor", mux(ux.normal, ux.significand(), uy.significand()));
    const Value zeros = leading_zeros(b, small, "factor_zeros");
    small = b.name("lifted", shl(small, zeros));
    scale = scale - zext(zeros, we);
  }
  return {b.name("product", mul(small, other)), b.name("product_scale", scale)};
}

Aligned align(Builder& b, const spec::Type& type, const Unpacked& ux, const Unpacked& uy, const Unpacked& uz,
              bool flush) {
  const int f = type.fraction;
  // With one fraction bit, cancellation of a bit would leave no guard bit in the exact product.
  const int below = f < 2 ? 1 : 0;
  const int width = 3 * f + 5 + below;
  const int we = std::max(type.exponent, count_bits(3 * f + 5)) + 3;
  const Value product_zero = b.name("product_zero", ux.is_zero | uy.is_zero);
  const auto [product, scale] = multiply(b, type, ux, uy, we, flush);
  const Value z_exponent = effective_exponent(uz, we);
  const Value shift = b.name("addend_shift", scale - z_exponent + number(b, we, f + 4));
  const Value far = b.name("product_far", shift.msb() & ~uz.is_zero);
  // If one side is zero, the other stays where it is exact.
  const Value at_top = b.name("addend_at_top", far | product_zero);
  Aligned a;
  const Value placed_z = cat({uz.significand(), b.zero(2 * f + 4 + below)});
  const Value amount = shift & repeat(~(at_top | shift.msb()), we);
  const auto [addend, lost] = shift_right_sticky(b, placed_z, b.name("amount", amount), "addend");
  a.addend = addend;
  a.addend_sticky = lost;
  const Value kept = product & repeat(~(far | product_zero), product.width);
  a.product = zext(below == 0 ? kept : cat({kept, b.zero(below)}), width);
  a.product_sticky = far & ~product_zero;
  const int top = width - 1;
  a.exponent = b.name("top_exponent", mux(at_top, z_exponent, scale + number(b, we, top - 2 * f - below)));
  return a;
}

// ---------------------------------------------------------------- aligned
//
// The same in digits: initially, one digit separates z at the window's top from the product. There is also one below
// the product, because a product with a subnormal factor may lose its leading place to a z that reaches below it.

/// Product and addend in one window.
struct FmaWindow {
  Value product, addend;                ///< both as wide as the window
  Value product_sticky, addend_sticky;  ///< bits below the window; at most one is set
  Value digit;                          ///< digit of the window's highest F + 4 bits; not negative
};

FmaWindow fma_window(Builder& b, const spec::Type& form, const Unpacked& ux, const Unpacked& uy, const Unpacked& uz) {
  const int f = form.fraction;
  const int below = bias_of(form) + f;
  const int places = (kDigit - below % kDigit) % kDigit;  // so that digits of the product are those of the result
  const Value exact = b.name("product", mul(ux.significand(), uy.significand()));
  const Value product = places == 0 ? exact : cat({exact, b.zero(places)});
  const int held = (product.width + kDigit - 1) / kDigit * kDigit;
  const int width = f + kDigit + kDigit + held + kDigit;
  const int apart = held / kDigit + 1;  // digits from the product's lowest bit up to that of z at the top
  const int offset = apart - (below + places) / kDigit;
  const int we = std::max(form.exponent - 1, count_bits(apart + (below + places) / kDigit)) + 2;
  const Value sum = b.name("digits", zext(ux.exponent, we) + zext(uy.exponent, we));
  const std::uint64_t mask = (std::uint64_t{1} << we) - 1;
  const Value top =
      b.name("product_top", sum + b.constant(we, static_cast<std::uint64_t>(static_cast<std::int64_t>(offset)) & mask));
  const Value shift = b.name("addend_shift", top - zext(uz.exponent, we));
  // Then the product is less than a quarter of the last place of z, or of the smallest number.
  const Value far = b.name("product_far", shift.msb());
  const Value none = b.name("product_zero", ux.is_zero | uy.is_zero);
  const Value at_top = b.name("addend_at_top", far | none);
  FmaWindow w;
  const Value amount = b.name("amount", shift & repeat(~at_top, we));
  const int ws = std::min(count_bits(width / kDigit), we);
  const Value beyond = ws < we ? reduce_or(amount.slice(we - 1, ws)) : b.zero();
  const Value placed_z = cat({uz.significand(), b.zero(width - f - kDigit)});
  const auto [moved, lost] = digit_window(b, placed_z, amount.slice(ws - 1, 0) | repeat(beyond, ws), width, "addend");
  w.addend = moved;
  w.addend_sticky = lost;
  w.product = zext(cat({product & repeat(~at_top, product.width), b.zero(kDigit)}), width);
  w.product_sticky = far & ~none;
  w.digit = b.name("top_digit", mux(at_top, zext(uz.exponent, we), top));
  return w;
}

Value aligned_fma(Builder& b, const spec::Type& form, Value x, Value y, Value z, bool flush) {
  const int w = form.fraction + kDigit;
  const Unpacked ux = unpack(b, form, x, flush, "x");
  const Unpacked uy = unpack(b, form, y, flush, "y");
  const Unpacked uz = unpack(b, form, z, flush, "z");
  const FmaWindow a = fma_window(b, form, ux, uy, uz);
  const int width = a.product.width;
  const Value product_sign = ux.sign ^ uy.sign;
  const Value subtract = b.name("subtract", product_sign ^ uz.sign);
  // product +- (addend and its sticky bit); if that is negative, the product's sticky bit makes the magnitude
  // smaller by less than one.
  const Value sum =
      b.name("sum", add_carry(zext(a.product, width + 1), zext(a.addend, width + 1) ^ repeat(subtract, width + 1),
                              subtract & ~a.addend_sticky));
  const Value negative = b.name("negative", subtract & sum.msb());
  const Value magnitude = b.name("magnitude", add_carry(sum.slice(width - 1, 0) ^ repeat(negative, width),
                                                        b.zero(width), negative & ~a.product_sticky));
  const Value sticky = a.addend_sticky | a.product_sticky;
  const Value none = b.name("sum_is_zero", ~(reduce_or(magnitude) | sticky));

  std::vector<Value> some;
  for (int high = width - 1; high >= 0; high -= kDigit)
    some.push_back(reduce_or(magnitude.slice(high, std::max(0, high - kDigit + 1))));
  const Value zeros = b.name("zero_digits", leading_zeros(b, cat(some), "zeros"));
  const int we = std::max(a.digit.width, zeros.width) + 1;
  const Value left = b.name("digit_left", zext(a.digit, we) - zext(zeros, we));
  const Value beyond = left.msb();
  const Value amount = b.name("places", mux(beyond, zext(a.digit, we).slice(zeros.width - 1, 0), zeros));
  const Value normal = b.name("normalised", shifted(b, magnitude, amount, kDigit, false));

  PlacedDigits p;
  p.window = normal.slice(width - 1, width - w);
  p.guard = normal.bit(width - w - 1);
  p.rest = b.name("rest", sticky | reduce_or(normal.slice(width - w - 2, 0)));
  p.digit = b.name("digit", left.slice(we - 2, 0) & repeat(~(beyond | none), we - 1));
  const Value product_inf = ux.is_inf | uy.is_inf;
  const Value is_nan = b.name(
      "is_nan", uz.is_nan | product_is_nan(ux, uy, ux.is_zero, uy.is_zero) | (product_inf & uz.is_inf & subtract));
  const Value special = b.name("operand_special", is_nan | product_inf | uz.is_inf);
  const Value infinite_sign = mux(product_inf, product_sign, uz.sign);
  p.sign = b.name("result_sign", mux(special, infinite_sign, mux(none & subtract, b.zero(), product_sign ^ negative)));
  return round_digits(b, form, settled(b, form, p, {special, is_nan, none}, flush), flush);
}

Value float_fma(Builder& b, const spec::Type& type, Value x, Value y, Value z, bool flush) {
  if (type.aligned) return aligned_fma(b, type, x, y, z, flush);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const Unpacked uz = unpack(b, type, z, flush, "z");
  const Aligned a = align(b, type, ux, uy, uz, flush);
  const int width = a.product.width;
  const Value product_sign = ux.sign ^ uy.sign;
  const Value subtract = b.name("subtract", product_sign ^ uz.sign);

  // product +- (addend + its sticky bit); if the result is negative, the product's sticky bit
  // makes the magnitude smaller by less than one.
  const Value wide_product = zext(a.product, width + 1);
  const Value wide_addend = zext(a.addend, width + 1);
  const Value sum =
      b.name("sum", add_carry(wide_product, wide_addend ^ repeat(subtract, width + 1), subtract & ~a.addend_sticky));
  const Value negative = b.name("negative", subtract & sum.msb());
  const Value magnitude = b.name("magnitude", add_carry(sum.slice(width - 1, 0) ^ repeat(negative, width),
                                                        b.zero(width), negative & ~a.product_sticky));
  const Value sticky = a.addend_sticky | a.product_sticky;
  const Value zeros = leading_zeros(b, magnitude, "zeros");
  const Value none = b.name("is_zero", ~(reduce_or(magnitude) | sticky));

  Unrounded u;
  const int we = a.exponent.width;
  u.exponent = b.name("exponent", a.exponent - zext(zeros, we));
  u.significand = b.name("normalised", shl(magnitude, zeros));
  u.sticky = sticky;
  u.is_zero = none;
  const Value product_inf = ux.is_inf | uy.is_inf;
  u.is_inf = product_inf | uz.is_inf;
  u.is_nan = ux.is_nan | uy.is_nan | uz.is_nan | (ux.is_inf & uy.is_zero) | (uy.is_inf & ux.is_zero) |
             (product_inf & uz.is_inf & subtract);
  const Value inf_sign = mux(product_inf, product_sign, uz.sign);
  u.sign = b.name("result_sign", mux(u.is_inf, inf_sign, mux(none & subtract, b.zero(), product_sign ^ negative)));
  return round_and_pack(b, type, u, flush);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kFma>() {
  return {.name = "fma",
          .build = {.floats = by_float<float_fma>},
          .exact = {.floats = by_reals<[](mpfr_ptr q, Reals& x) { return mpfr_fma(q, x[0], x[1], x[2], MPFR_RNDN); }>},
          .has_aligned = true,
          .small_floats = {{2, 1}, {2, 2}, {3, 1}, {3, 2}}};
}

}  // namespace rtlgen::ops
