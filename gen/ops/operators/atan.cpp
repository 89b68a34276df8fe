// atan2: the quotient of the smaller operand and the larger by a table of reciprocals, its angle by a table, and the
// quadrant's constant; atan(y) is atan2(y, 1), whose constant operand folds.
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

/// atan of the smaller magnitude over the larger, before rounding.
struct SmallAngle {
  Value product;  ///< the leading one at the top or one below
  Value power;    ///< its exponent if at the top
  Value below;    ///< how far that is below 0
};

SmallAngle small_angle(Builder& b, const spec::Type& type, const spec::AtanSizes& s, const Lifted& small,
                       const Lifted& large) {
  const int f = type.fraction;
  const int width = small.exponent.width;
  const Value inverse = polynomial(b, s.reciprocal, large.significand.slice(f - 1, 0)).slice(s.reciprocal.scale + 1, 0);
  const int wq = f + s.reciprocal.scale + 2;
  const Value quotient = b.name("quotient", mul(small.significand, inverse)).slice(wq - 1, 0);
  const Value top = quotient.msb();
  const Value q = b.name(
      "kept", mux(top, quotient.slice(wq - 1, wq - s.quotient_bits), quotient.slice(wq - 2, wq - 1 - s.quotient_bits)));
  const Value power = b.name("power", small.exponent - large.exponent - zext(~top, width));
  const Value below = b.name("below", number(b, width, 0) - power);
  const Value wide = cat({q, b.zero(s.place_bits - s.quotient_bits + 1)});
  const Value moved = shifted_right(b, wide, below, s.place_bits + 1, "moved");
  const Value place = moved.slice(s.place_bits - 1, 0) | repeat(moved.msb(), s.place_bits);
  const Value ratio = polynomial(b, s.table, place).slice(s.table.scale + 1, 0);
  return {b.name("product", mul(q, ratio)).slice(s.quotient_bits + s.table.scale, 0), power, below};
}

Value float_atan2(Builder& b, const spec::Type& type, Value y, Value x, bool flush) {
  const spec::AtanSizes& s = spec::atan_sizes(type);
  const int e = type.exponent;
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Value swapped = b.name("swapped", ult(cat({ux.exponent, ux.fraction}), cat({uy.exponent, uy.fraction})));
  const int width = std::max(e, count_bits(type.fraction)) + 2;
  const auto chosen = [&](bool large) {
    const Unpacked& kept = large ? ux : uy;
    const Unpacked& other = large ? uy : ux;
    return lifted_of(b, mux(swapped, other.exponent, kept.exponent), mux(swapped, other.fraction, kept.fraction), width,
                     flush, large ? "large" : "small");
  };
  const SmallAngle a = small_angle(b, type, s, chosen(false), chosen(true));
  // Beside zero and infinity there is nothing but the constant.
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
  const int we = std::max(width, count_bits(wc)) + 2;
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

Value float_atan(Builder& b, const spec::Type& type, Value y, bool flush) {
  const Value one = cat({b.zero(), number(b, type.exponent, bias_of(type)), b.zero(type.fraction)});
  return float_atan2(b, type, y, one, flush);
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
