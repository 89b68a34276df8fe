// Fixed-point operators: integers that count units of 2^-F.
//
// An operator first computes its exact value in a word wide enough for it, perhaps with bits below
// the unit; fit() then rounds that once and brings it into range. So sums need no rounding, products
// drop F bits, and a quotient is computed to one bit below the unit with the remainder beside it.
#include <algorithm>

#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

struct Modes {
  bool truncate = false;
  bool saturate = false;
};

Modes modes_of(const Request& r) {
  return {r.rounding == spec::Rounding::kTruncate, r.overflow == spec::Overflow::kSaturate};
}

/// The number bits / 2^below, in units of the result.
struct Exact {
  Value bits;
  bool is_signed = false;
  int below = 0;
};

Value extend(const Exact& x, int width) { return x.is_signed ? sext(x.bits, width) : zext(x.bits, width); }

/// `width` bits of x from bit 0, extended or cut.
Value resize(const Exact& x, int width) {
  return width <= x.bits.width ? x.bits.slice(width - 1, 0) : extend(x, width);
}

Value largest(Builder& b, const spec::Type& type) {
  Bits bits = Bits::ones(type.width);
  if (type.is_signed()) bits.set_bit(type.width - 1, false);
  return b.constant(bits);
}

Value smallest(Builder& b, const spec::Type& type) {
  Bits bits(type.width, 0);
  if (type.is_signed()) bits.set_bit(type.width - 1, true);
  return b.constant(bits);
}

/// Drops the bits below the unit: toward minus infinity, or to nearest even. A wrapping result needs no
/// more than its own width, any other one bit more than is left for a carry.
Exact round(Builder& b, const spec::Type& to, Exact x, Modes modes) {
  if (x.below == 0) return x;
  if (x.bits.width <= x.below) x.bits = extend(x, x.below + 1);
  const Value kept = x.bits.slice(x.bits.width - 1, x.below);
  if (modes.truncate) return {kept, x.is_signed, 0};
  const Value guard = x.bits.bit(x.below - 1);
  const Value rest = x.below > 1 ? reduce_or(x.bits.slice(x.below - 2, 0)) : b.zero();
  const Value round_up = b.name("round_up", guard & (rest | kept.bit(0)));
  const int width = modes.saturate ? kept.width + 1 : to.width;
  const Value base = resize({kept, x.is_signed, 0}, width);
  return {b.name("rounded", add_carry(base, b.zero(width), round_up)), x.is_signed, 0};
}

/// x in `to`: rounded, then wrapped or saturated.
Value fit(Builder& b, const spec::Type& to, const Exact& exact, Modes modes) {
  const Exact x = round(b, to, exact, modes);
  const int w = to.width;
  const int k = x.bits.width;
  const Value low = resize(x, w);
  if (!modes.saturate) return low;
  if (!x.is_signed) {
    const int free = to.is_signed() ? w - 1 : w;  // magnitudes of so many bits fit
    if (k <= free) return low;
    return mux(b.name("too_large", reduce_or(x.bits.slice(k - 1, free))), largest(b, to), low);
  }
  const Value negative = x.bits.msb();
  if (!to.is_signed()) {
    const Value too_large = k - 1 > w ? reduce_or(x.bits.slice(k - 2, w)) : b.zero();
    return mux(negative, b.zero(w), mux(b.name("too_large", too_large), largest(b, to), low));
  }
  if (k <= w) return low;
  const Value above = x.bits.slice(k - 1, w - 1);
  const Value fits = b.name("fits", reduce_and(above) | ~reduce_or(above));
  return mux(fits, low, mux(negative, smallest(b, to), largest(b, to)));
}

/// The value of a constant's bits as sign and magnitude.
std::pair<bool, std::uint64_t> magnitude_of(const spec::Type& type, const Bits& bits) {
  const std::uint64_t raw = bits.to_u64();
  const bool negative = type.is_signed() && (raw >> (type.width - 1) & 1) != 0;
  return {negative, negative ? (~raw + 1) & type.mask() : raw};
}

Exact product(Builder& b, const spec::Type& type, Value x, Value y) {
  const bool is_signed = type.is_signed();
  if (x.constant() != nullptr) std::swap(x, y);
  if (y.constant() == nullptr) {
    return {b.name("product", is_signed ? mul_signed(x, y) : mul(x, y)), is_signed, type.fraction};
  }
  const auto [negative, magnitude] = magnitude_of(type, *y.constant());
  int needed = 0;
  while (needed < 64 && magnitude >> needed != 0) ++needed;
  // The most negative number times itself needs the top bit too.
  const Value wide = extend({x, is_signed, 0}, type.width + std::max(needed, 1));
  return {b.name("product", multiply_constant(b, wide, magnitude, negative)), is_signed, type.fraction};
}

/// Rounds a magnitude whose rest below the unit is `guard` (a half) and `rest` (more), and gives it a sign.
Exact with_sign(Builder& b, Value magnitude, Value guard, Value rest, Value negative, Modes modes) {
  const Value away = modes.truncate ? negative & (guard | rest) : guard & (rest | magnitude.bit(0));
  const Value up = b.name("round_up", away);
  if (negative.constant() != nullptr && !negative.constant()->bit(0)) {
    const int wide = magnitude.width + 1;
    return {b.name("rounded", add_carry(zext(magnitude, wide), b.zero(wide), up)), false, 0};
  }
  const int w = magnitude.width + 2;
  // -(m + up) is ~m + !up.
  return {b.name("signed_value", add_carry(zext(magnitude, w) ^ repeat(negative, w), b.zero(w), negative ^ up)), true,
          0};
}

/// x / (+-2^log units).
Exact divide_power(Builder& b, const spec::Type& type, Value x, int log, bool negative) {
  Exact q{x, type.is_signed(), 0};
  if (negative) q = {b.zero(x.width + 1) - extend(q, x.width + 1), true, 0};
  if (log > type.fraction) q.below = log - type.fraction;
  if (log < type.fraction) q.bits = cat({q.bits, b.zero(type.fraction - log)});
  return q;
}

Value divide(Builder& b, const spec::Type& type, Value x, Value d, Modes modes) {
  if (d.constant() != nullptr) {
    const auto [negative, magnitude] = magnitude_of(type, *d.constant());
    int log = 0;
    if (is_power_of_two(Bits(64, magnitude), log)) return fit(b, type, divide_power(b, type, x, log, negative), modes);
  }
  const bool is_signed = type.is_signed();
  const Value sx = is_signed ? x.msb() : b.zero();
  const Value sd = is_signed ? d.msb() : b.zero();
  const Value dividend = b.name("dividend", negate_if(b, sx, x));
  const Value divisor = b.name("divisor", negate_if(b, sd, d));
  const Quotient q = divide_unsigned(b, cat({dividend, b.zero(type.fraction + 1)}), divisor);
  const Value magnitude = q.quotient.slice(modes.saturate ? q.quotient.width - 1 : type.width, 1);
  const Value rest = b.name("rest", reduce_or(q.remainder));
  const Exact exact = with_sign(b, magnitude, q.quotient.bit(0), rest, sx ^ sd, modes);
  const Value by_zero = b.name("by_zero", ~reduce_or(d));
  const Value extreme = mux(sx, smallest(b, type), largest(b, type)) & repeat(reduce_or(x), type.width);
  return mux(by_zero, extreme, fit(b, type, exact, modes));
}

/// From a float: its significand moved to where units, half a unit and what is below are, then rounded.
Value from_float(Builder& b, const spec::Type& from, const spec::Type& to, Value x, bool flush, Modes modes) {
  const Unpacked u = unpack(b, from, x, flush, "x");
  const int f = from.fraction;
  const int w = to.width;
  // The place of the leading one above half a unit, at place 0, is the exponent plus `offset`. Subnormals
  // stand at one place, wherever their leading one is; the units kept reach as far.
  const std::int64_t offset = std::int64_t{to.fraction} + 1 - bias_of(from);
  const int kept = modes.saturate ? std::max(w, static_cast<int>(offset + 1)) : w;
  const int field = kept + 1 + f;  // units, a half, what is below
  const int we = std::max(from.exponent, count_bits(field + bias_of(from))) + 2;
  const std::uint64_t mask = (std::uint64_t{1} << we) - 1;
  const Value place = b.name("place", zext(u.exponent | zext(~u.normal, from.exponent), we) +
                                          b.constant(we, static_cast<std::uint64_t>(offset) & mask));
  const Value below = b.name("below_half", place.msb());
  const int most = modes.saturate ? kept : field - 1;  // beyond this all is too large, or nothing is left
  const Value far = b.name("far", ~below & slt(b.constant(we, static_cast<std::uint64_t>(most)), place));
  const int amount_bits = std::min(count_bits(most), we);
  const Value moved = b.name("moved", shl(zext(u.significand(), field), place.slice(amount_bits - 1, 0)));
  const Value gone = below | far;
  const Value magnitude = b.name("magnitude", moved.slice(field - 1, f + 1) & repeat(~gone, kept));
  const Value guard = moved.bit(f) & ~gone;
  const Value rest = b.name("rest", (reduce_or(moved.slice(f - 1, 0)) & ~gone) | (below & ~u.is_zero));
  const Exact exact = with_sign(b, magnitude, guard, rest, u.sign, modes);
  const Value extreme = mux(u.sign, smallest(b, to), largest(b, to));
  const Value out_of_range = modes.saturate ? u.is_inf | (far & ~u.is_zero) : u.is_inf;
  return mux(out_of_range, extreme, fit(b, to, exact, modes)) & repeat(~u.is_nan, w);
}

/// To an integer: toward zero, saturating.
Value to_integer(Builder& b, const spec::Type& from, const spec::Type& to, Value x) {
  Exact exact{x, from.is_signed(), from.fraction};
  if (from.is_signed() && from.fraction > 0) {
    const int w = x.width + 1;
    exact.bits = b.name("toward_zero", sext(x, w) + zext(repeat(x.msb(), from.fraction), w));
  }
  return fit(b, to, exact, {true, true});
}

}  // namespace

Value fixed_op(Builder& b, const Request& r, const std::vector<Value>& v) {
  const spec::Type& type = r.operand;
  const Modes modes = modes_of(r);
  const bool is_signed = type.is_signed();
  const int wide = type.width + 1;
  const auto extended = [&](Value x) { return extend({x, is_signed, 0}, wide); };
  switch (r.function) {
    case Function::kAdd:
      return fit(b, type, {b.name("sum", extended(v[0]) + extended(v[1])), is_signed, 0}, modes);
    case Function::kSub:
      return fit(b, type, {b.name("difference", extended(v[0]) - extended(v[1])), true, 0}, modes);
    case Function::kNeg:
      return fit(b, type, {b.name("negated", b.zero(wide) - extended(v[0])), true, 0}, modes);
    case Function::kAbs:
      return is_signed ? fit(b, type, {b.name("magnitude", negate_if(b, v[0].msb(), v[0])), false, 0}, modes) : v[0];
    case Function::kMul:
      return fit(b, type, product(b, type, v[0], v[1]), modes);
    case Function::kDiv:
      return divide(b, type, v[0], v[1], modes);
    case Function::kMin:
    case Function::kMax:
    case Function::kLt:
    case Function::kLe:
    case Function::kEq:
    case Function::kNe:
      return integer_op(b, type, r.function, v[0], v[1]);
    default:
      RTLGEN_CHECK(false, "no such fixed-point operator");
  }
}

Value fixed_convert(Builder& b, const Request& r, Value x) {
  const spec::Type& from = r.operand;
  const spec::Type& to = r.result;
  if (from.is_float()) return from_float(b, from, to, x, r.flush_subnormals, modes_of(r));
  if (to.is_float()) return convert(b, from, to, x, r.flush_subnormals);
  if (to.is_integer()) return to_integer(b, from, to, x);
  const int up = to.fraction - from.fraction;
  if (up >= 0) return fit(b, to, {up == 0 ? x : cat({x, b.zero(up)}), from.is_signed(), 0}, modes_of(r));
  return fit(b, to, {x, from.is_signed(), -up}, modes_of(r));
}

}  // namespace rtlgen::ops::detail
