// x * y + z of hex-aligned floats, rounded once; see aligned.hpp.
//
// As the plain operator (operators/fma.cpp), in digits: the exact product stands near the low end of a window, z is
// moved right from the window's top to its place beside it. Between them, at first, is a digit; below the product is
// one too, for a product with a subnormal factor may lose its leading place to a z that reaches below it.
#include <algorithm>
#include <tuple>

#include "ops/aligned.hpp"
#include "ops/digits.hpp"
#include "spec/type.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

/// Product and addend in one window.
struct FmaWindow {
  Value product, addend;                ///< both as wide as the window
  Value product_sticky, addend_sticky;  ///< what lies below; at most one of them
  Value digit;                          ///< of the window's highest F + 4 bits; not negative
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

}  // namespace

Value aligned_fma(Builder& b, const spec::Type& form, Value x, Value y, Value z, bool flush) {
  const int w = form.fraction + kDigit;
  const Unpacked ux = unpack(b, form, x, flush, "x");
  const Unpacked uy = unpack(b, form, y, flush, "y");
  const Unpacked uz = unpack(b, form, z, flush, "z");
  const FmaWindow a = fma_window(b, form, ux, uy, uz);
  const int width = a.product.width;
  const Value product_sign = ux.sign ^ uy.sign;
  const Value subtract = b.name("subtract", product_sign ^ uz.sign);
  // product +- (addend and its sticky bit); where that is negative the product's sticky bit makes the magnitude
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

}  // namespace rtlgen::ops::detail
