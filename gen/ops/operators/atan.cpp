// atan2: the quotient of the smaller operand and the larger one from a table of reciprocals, its angle from a table,
// and the quadrant's constant. atan(y) is atan2(y, 1) without the product that makes the quotient.
#include "spec/functions/atan.hpp"

#include <algorithm>

#include "ops/float_core.hpp"
#include "ops/float_function.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// A magnitude with its leading one at the top.
struct Lifted {
  Value significand, exponent;
};

Lifted lifted_of(Builder& b, Value exponent, Value fraction, int width, bool flush, const std::string& name) {
  const Value normal = b.name(name + "_normal", reduce_or(exponent));
  const Value significand = cat({normal, fraction});
  const Value effective = zext(exponent, width) | zext(~normal, width);
  if (flush) return {significand, effective};
  const auto [lifted, zeros] = normalise(b, significand, name);
  return {lifted, b.name(name + "_exponent", effective - zext(zeros, width))};
}

/// The smaller magnitude over the larger.
struct Quotient {
  Value significand;  ///< F + 2 bits and the scale of reciprocals; the leading one is at the top or one below
  Value power;        ///< exponent, if the leading one is at the top
};

/// 2 / m for a significand m.
Value reciprocal_of(Builder& b, const spec::AtanSizes& s, Value fraction) {
  return polynomial(b, s.reciprocal, fraction).slice(s.reciprocal.scale + 1, 0);
}

/// atan of the quotient, before rounding.
struct SmallAngle {
  Value product;  ///< the leading one is at the top or one below
  Value power;    ///< exponent, if the leading one is at the top
  Value below;    ///< minus `power`
};

SmallAngle small_angle(Builder& b, const spec::AtanSizes& s, const Quotient& quotient) {
  const int width = quotient.power.width;
  const int wq = quotient.significand.width;
  const Value top = quotient.significand.msb();
  const Value q = b.name("kept", mux(top, quotient.significand.slice(wq - 1, wq - s.quotient_bits),
                                     quotient.significand.slice(wq - 2, wq - 1 - s.quotient_bits)));
  const Value power = b.name("power", quotient.power - zext(~top, width));
  // The position in the table, with as many bits as q, is shifted from the original quotient, because its exponent is
  // ready long before its top bit.
  const Value minus_power = b.name("minus_power", number(b, width, 0) - quotient.power);
  const Value below = b.name("below", minus_power + zext(~top, width));
  const Value last = quotient.significand.bit(wq - 1 - s.quotient_bits) & ~top;
  const Value wide = cat({quotient.significand.slice(wq - 1, wq - s.quotient_bits), last});
  const Value moved = shifted_right(b, wide, minus_power, s.place_bits + 1, "moved");
  const Value place = moved.slice(s.place_bits - 1, 0) | repeat(moved.msb(), s.place_bits);
  const Value ratio = polynomial(b, s.table, place).slice(s.table.scale + 1, 0);
  return {b.name("product", mul(q, ratio)).slice(s.quotient_bits + s.table.scale, 0), power, below};
}

/// The angle of the point (x, y), rounded; `swapped`: |y| is above |x|.
Value angle_of(Builder& b, const spec::Type& type, const Unpacked& uy, const Unpacked& ux, Value swapped,
               const Quotient& quotient, bool flush) {
  const spec::AtanSizes& s = spec::atan_sizes(type);
  const SmallAngle a = small_angle(b, s, quotient);
  // With zero or infinity, only the constant is left.
  const Value any_zero = ux.is_zero | uy.is_zero;
  const Value nothing = b.name("nothing", any_zero | (ux.is_inf ^ uy.is_inf));
  const Value alone = b.name("alone", ~swapped & ~ux.sign);

  const int wc = s.sum_scale + 2;
  const Value part =
      shifted_right(b, a.product.slice(a.product.width - 1, a.product.width - 1 - s.sum_scale), a.below, wc, "part") &
      repeat(~nothing, wc);
  const Value constant = mux(swapped, b.constant(wc, s.half_pi), b.constant(wc, s.pi));
  const Value angle = b.name("angle", add_or_subtract(constant, part, ~(swapped & ux.sign)));
  const auto [lifted, zeros] = normalise(b, angle, "angle");

  const int wide = std::max(a.product.width, wc);
  const int we = std::max(a.power.width, count_bits(wc)) + 2;
  const auto at_top = [&](Value v) { return v.width < wide ? cat({v, b.zero(wide - v.width)}) : v; };
  Unrounded small;
  lift_by_one(b, small, a.product, sext(a.power, we) + number(b, we, bias_of(type)));
  Unrounded u;
  u.sign = uy.sign;
  u.significand = mux(alone, at_top(small.significand), at_top(lifted));
  u.exponent = mux(alone, small.exponent, number(b, we, bias_of(type) + 1) - zext(zeros, we));
  u.sticky = b.zero();
  u.is_nan = ux.is_nan | uy.is_nan;
  u.is_inf = b.zero();
  u.is_zero = alone & nothing;
  return round_and_pack(b, type, u, flush);
}

/// Width of exponents and of their difference.
int exponent_width(const spec::Type& type) { return std::max(type.exponent, count_bits(type.fraction)) + 2; }

Value float_atan2(Builder& b, const spec::Type& type, Value y, Value x, bool flush) {
  const spec::AtanSizes& s = spec::atan_sizes(type);
  const int f = type.fraction;
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Value swapped = b.name("swapped", ult(cat({ux.exponent, ux.fraction}), cat({uy.exponent, uy.fraction})));
  const auto chosen = [&](bool larger) {
    const Unpacked& kept = larger ? ux : uy;
    const Unpacked& other = larger ? uy : ux;
    return lifted_of(b, mux(swapped, other.exponent, kept.exponent), mux(swapped, other.fraction, kept.fraction),
                     exponent_width(type), flush, larger ? "large" : "small");
  };
  const Lifted large = chosen(true);
  const Lifted small = chosen(false);
  const Value inverse = reciprocal_of(b, s, large.significand.slice(f - 1, 0));
  const Value quotient = b.name("quotient", mul(small.significand, inverse)).slice(f + s.reciprocal.scale + 1, 0);
  return angle_of(b, type, uy, ux, swapped, {quotient, small.exponent - large.exponent}, flush);
}

/// atan2(y, 1) without a product for the quotient, which is y or 1 / y.
Value float_atan(Builder& b, const spec::Type& type, Value y, bool flush) {
  const spec::AtanSizes& s = spec::atan_sizes(type);
  const int f = type.fraction;
  const Value one = cat({b.zero(), number(b, type.exponent, bias_of(type)), b.zero(f)});
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const Unpacked ux = unpack(b, type, one, flush, "x");
  // |y| > 1, without a carry chain of all bits.
  const Value bias = number(b, type.exponent, bias_of(type));
  const Value swapped = b.name("swapped", ult(bias, uy.exponent) | (eq(uy.exponent, bias) & reduce_or(uy.fraction)));
  const int width = exponent_width(type);
  const Lifted small = lifted_of(b, uy.exponent, uy.fraction, width, flush, "y");
  const Value inverse = reciprocal_of(b, s, uy.fraction);
  // The significand of 1 is 2^F, twice its reciprocal 2^(scale + 1).
  const Value quotient = b.name(
      "quotient", mux(swapped, cat({inverse, b.zero(f)}), cat({small.significand, b.zero(s.reciprocal.scale + 1)})));
  const Value above = small.exponent - number(b, width, bias_of(type));
  const Value power = b.name("small_power", negate_if(b, swapped, above));
  return angle_of(b, type, uy, ux, swapped, {quotient, power}, flush);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kAtan>() {
  return by_tables<float_atan>("atan");
}

template <>
Operator make_operator<spec::Op::kAtan2>() {
  return by_tables<float_atan2>("atan2");
}

}  // namespace rtlgen::ops
