// Conversions between formats: float to float, float to integer and back, integer to integer; fixed
// point to float, which is an integer times a power of two.
#include <algorithm>

#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

Value constant_signed(Builder& b, int width, std::int64_t value) {
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return b.constant(width, static_cast<std::uint64_t>(value) & mask);
}

Value float_to_float(Builder& b, const spec::Type& from, const spec::Type& to, Value x, bool flush) {
  const Unpacked u = unpack(b, from, x, flush, "x");
  const int we = std::max({from.exponent, to.exponent, count_bits(from.fraction + 1)}) + 3;
  Value significand = u.significand();
  Value exponent = zext(u.exponent, we) + constant_signed(b, we, bias_of(to) - bias_of(from));
  if (!flush) {
    const Value zeros = leading_zeros(b, significand, "zeros");
    significand = b.name("lifted", shl(significand, zeros));
    exponent = exponent + zext(~u.normal, we) - zext(zeros, we);
  }
  Unrounded r;
  r.sign = u.sign;
  r.exponent = b.name("exponent", exponent);
  r.significand = significand;
  r.sticky = b.zero();
  r.is_zero = u.is_zero;
  r.is_inf = u.is_inf;
  r.is_nan = u.is_nan;
  return round_and_pack(b, to, r, flush);
}

/// Truncates toward zero and saturates; NaN gives 0.
Value float_to_int(Builder& b, const spec::Type& from, const spec::Type& to, Value x, bool flush) {
  const int f = from.fraction;
  const int w = to.width;
  const bool is_signed = to.is_signed();
  const Unpacked u = unpack(b, from, x, flush, "x");
  const int we = std::max(from.exponent, count_bits(w)) + 2;
  const Value power = b.name("power", zext(u.exponent, we) - constant_signed(b, we, bias_of(from)));
  const Value below_one = power.msb();
  const int limit = is_signed ? w - 1 : w;  // magnitudes from 2^limit on do not fit
  const Value too_big = b.name("too_big", u.is_inf | (~below_one & ~slt(power, constant_signed(b, we, limit))));
  const int shift_bits = count_bits(std::max(limit - 1, 1));
  const Value amount = shift_bits < we ? power.slice(shift_bits - 1, 0) : power;
  const Value moved = shl(zext(u.significand(), w + f), amount);
  const Value magnitude = b.name("magnitude", moved.slice(w + f - 1, f) & repeat(~below_one, w));
  if (!is_signed) {
    const Value capped = mux(too_big, b.constant(Bits::ones(w)), magnitude);
    return capped & repeat(~(u.is_nan | u.sign), w);
  }
  Bits highest = Bits::ones(w);
  highest.set_bit(w - 1, false);
  Bits lowest(w, 0);
  lowest.set_bit(w - 1, true);
  const Value negative = repeat(u.sign, w);
  const Value exact = add_carry(magnitude ^ negative, b.zero(w), u.sign);
  const Value bound = mux(u.sign, b.constant(lowest), b.constant(highest));
  return mux(too_big, bound, exact) & repeat(~u.is_nan, w);
}

/// An integer, or a fixed-point value as the integer of its units.
Value int_to_float(Builder& b, const spec::Type& from, const spec::Type& to, Value x, bool flush) {
  const int w = from.width;
  const Value sign = from.is_signed() ? x.msb() : b.zero();
  const Value magnitude = b.name("magnitude", add_carry(x ^ repeat(sign, w), b.zero(w), sign));
  const Value zeros = leading_zeros(b, magnitude, "zeros");
  const int we = std::max(to.exponent, count_bits(w)) + 3;
  Unrounded r;
  r.sign = sign;
  r.significand = b.name("lifted", shl(magnitude, zeros));
  r.exponent = b.name("exponent", constant_signed(b, we, bias_of(to) + w - 1 - from.fraction) - zext(zeros, we));
  r.sticky = b.zero();
  r.is_zero = ~reduce_or(magnitude);
  r.is_inf = b.zero();
  r.is_nan = b.zero();
  return round_and_pack(b, to, r, flush);
}

}  // namespace

Value convert(Builder& b, const spec::Type& from, const spec::Type& to, Value x, bool flush) {
  if (from.is_float() && to.is_float()) return float_to_float(b, from, to, x, flush);
  if (from.is_float()) return float_to_int(b, from, to, x, flush);
  if (to.is_float()) return int_to_float(b, from, to, x, flush);
  if (to.width <= from.width) return x.slice(to.width - 1, 0);
  return from.is_signed() ? sext(x, to.width) : zext(x, to.width);
}

}  // namespace rtlgen::ops::detail
