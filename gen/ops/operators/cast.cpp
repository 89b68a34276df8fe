// Conversions between formats: float to float, float to integer and back, integer to integer; fixed
// point to float, which is an integer times a power of two.
#include <algorithm>

#include "ops/aligned.hpp"
#include "ops/exact.hpp"
#include "ops/fixed.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "spec/aligned.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

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

/// Converts from `from` to `to`, either of which may be aligned; only the form changes if the format stays the same.
Value convert(Builder& b, const spec::Type& from, const spec::Type& to, Value x, bool flush) {
  if (from.aligned) x = from_aligned(b, from, x);
  const spec::Type& read = from.aligned ? spec::unaligned(from) : from;
  if (to.aligned) {
    const spec::Type made = spec::unaligned(to);
    return to_aligned(b, to, read == made ? x : convert(b, read, made, x, flush));
  }
  if (from.aligned) return read == to ? x : convert(b, read, to, x, flush);
  if (from.is_float() && to.is_float()) return float_to_float(b, from, to, x, flush);
  if (from.is_float()) return float_to_int(b, from, to, x, flush);
  if (to.is_float()) return int_to_float(b, from, to, x, flush);
  if (to.width <= from.width) return x.slice(to.width - 1, 0);
  return from.is_signed() ? sext(x, to.width) : zext(x, to.width);
}

/// Float to fixed point: the significand is aligned with units, half units and the bits below, and then rounded.
hw::Value from_float(hw::Builder& b, const spec::Type& from, const spec::Type& to, hw::Value x, bool flush,
                     Modes modes) {
  const Unpacked u = unpack(b, from, x, flush, "x");
  const int f = from.fraction;
  const int w = to.width;
  // The place of the leading one, counted from half a unit at place 0, is the exponent plus `offset`. Subnormals
  // have a fixed place, wherever their leading one is; the kept units reach that far.
  const std::int64_t offset = std::int64_t{to.fraction} + 1 - bias_of(from);
  const int kept = modes.saturate ? std::max(w, static_cast<int>(offset + 1)) : w;
  const int field = kept + 1 + f;  // units, a half, and the bits below
  const int we = std::max(from.exponent, count_bits(field + bias_of(from))) + 2;
  const std::uint64_t mask = (std::uint64_t{1} << we) - 1;
  const hw::Value place = b.name("place", zext(u.exponent | zext(~u.normal, from.exponent), we) +
                                              b.constant(we, static_cast<std::uint64_t>(offset) & mask));
  const hw::Value below = b.name("below_half", place.msb());
  const int most = modes.saturate ? kept : field - 1;  // beyond this, the value is too large or nothing is left
  const hw::Value far = b.name("far", ~below & slt(b.constant(we, static_cast<std::uint64_t>(most)), place));
  const int amount_bits = std::min(count_bits(most), we);
  const hw::Value moved = b.name("moved", shl(zext(u.significand(), field), place.slice(amount_bits - 1, 0)));
  const hw::Value gone = below | far;
  const hw::Value magnitude = b.name("magnitude", moved.slice(field - 1, f + 1) & repeat(~gone, kept));
  const hw::Value guard = moved.bit(f) & ~gone;
  const hw::Value rest = b.name("rest", (reduce_or(moved.slice(f - 1, 0)) & ~gone) | (below & ~u.is_zero));
  const Exact exact = with_sign(b, magnitude, guard, rest, u.sign, modes);
  const hw::Value extreme = mux(u.sign, smallest(b, to), largest(b, to));
  const hw::Value out_of_range = modes.saturate ? u.is_inf | (far & ~u.is_zero) : u.is_inf;
  return mux(out_of_range, extreme, fit(b, to, exact, modes)) & repeat(~u.is_nan, w);
}

/// Fixed point to integer: rounds toward zero and saturates.
hw::Value to_integer(hw::Builder& b, const spec::Type& from, const spec::Type& to, hw::Value x) {
  Exact exact{x, from.is_signed(), from.fraction};
  if (from.is_signed() && from.fraction > 0) {
    const int w = x.width + 1;
    exact.bits = b.name("toward_zero", sext(x, w) + zext(repeat(x.msb(), from.fraction), w));
  }
  return fit(b, to, exact, {true, true});
}

hw::Value fixed_convert(hw::Builder& b, const Request& r, const Values& v) {
  const hw::Value x = v[0];
  const spec::Type& from = r.operand;
  const spec::Type& to = r.result;
  if (from.is_float()) return from_float(b, from, to, x, r.flush_subnormals, modes_of(r));
  if (to.is_float()) return convert(b, from, to, x, r.flush_subnormals);
  if (to.is_integer()) return to_integer(b, from, to, x);
  const int up = to.fraction - from.fraction;
  if (up >= 0) return fit(b, to, {up == 0 ? x : cat({x, b.zero(up)}), from.is_signed(), 0}, modes_of(r));
  return fit(b, to, {x, from.is_signed(), -up}, modes_of(r));
}

hw::Value other_convert(hw::Builder& b, const Request& r, const Values& v) {
  return convert(b, r.operand, r.result, v[0], r.flush_subnormals);
}

std::uint64_t exact_integer(const Request& r, mpfr_ptr x) {
  if (mpfr_nan_p(x) != 0) return 0;
  const spec::Type& t = r.result;
  const Int128 one = 1;
  const Int128 high = (one << (t.is_signed() ? t.width - 1 : t.width)) - 1;
  const Int128 low = t.is_signed() ? -(one << (t.width - 1)) : 0;
  if (mpfr_cmp_si_2exp(x, 1, 64) >= 0) return store_units(t, high);
  if (mpfr_cmp_si_2exp(x, -1, 64) <= 0) return store_units(t, low);
  spec::Real whole(spec::kExactBits);
  mpfr_trunc(whole.get(), x);
  const bool negative = mpfr_sgn(whole.get()) < 0;
  mpfr_abs(whole.get(), whole.get(), MPFR_RNDN);
  const Int128 magnitude = mpfr_get_uj(whole.get(), MPFR_RNDZ);
  const Int128 v = negative ? -magnitude : magnitude;
  return store_units(t, v < low ? low : v > high ? high : v);
}

std::uint64_t exact_cast(const Request& r, const Operands& v0) {
  const std::uint64_t a = v0[0];
  const bool flush = r.flush_subnormals;
  if (r.operand.is_float()) {
    spec::Real x(spec::kExactBits);
    spec::load_float(r.operand, a, flush, x.get());
    if (!r.result.is_float()) return exact_integer(r, x.get());
    return spec::rounded(r.result, flush, [&](mpfr_ptr q) { return mpfr_set(q, x.get(), MPFR_RNDN); });
  }
  const Int128 v = load_units(r.operand, a);
  if (!r.result.is_float()) return store_units(r.result, v);
  return spec::rounded(r.result, flush, [&](mpfr_ptr q) {
    return r.operand.is_signed() ? mpfr_set_sj(q, static_cast<std::int64_t>(v), MPFR_RNDN)
                                 : mpfr_set_uj(q, a, MPFR_RNDN);
  });
}

/// The same with fixed point on either side.
std::uint64_t exact_fixed_cast(const Request& r, const Operands& v) {
  if (r.operand.is_float()) {
    Reals x(r, v);
    if (mpfr_nan_p(x[0]) != 0) return 0;
    if (mpfr_inf_p(x[0]) != 0) return extreme_bits(r.result, mpfr_sgn(x[0]) < 0);
    mpq_class value;
    mpfr_get_q(value.get_mpq_t(), x[0]);
    return fitted(r, value);
  }
  const mpq_class value = rational_of(r.operand, v[0]);
  if (r.result.is_float()) {
    return spec::rounded(r.result, r.flush_subnormals,
                         [&](mpfr_ptr q) { return mpfr_set_q(q, value.get_mpq_t(), MPFR_RNDN); });
  }
  if (!r.result.is_integer()) return fitted(r, value);
  mpz_class whole;
  mpz_tdiv_q(whole.get_mpz_t(), value.get_num().get_mpz_t(), value.get_den().get_mpz_t());
  return saturated(r.result, whole);
}

bool rounds(const Request& r) { return r.operand.is_float() || r.operand.fraction > r.result.fraction; }

bool overflows(const Request& r) {
  if (r.operand.is_float() || (r.operand.is_signed() && !r.result.is_signed())) return true;
  // Integer bits without the sign. Rounding up can carry into one more.
  const auto whole = [](const spec::Type& t) { return t.width - t.fraction - (t.is_signed() ? 1 : 0); };
  const bool carries = uses_rounding(r) && r.rounding == spec::Rounding::kNearestEven;
  return whole(r.operand) + (carries ? 1 : 0) > whole(r.result);
}

/// A conversion between integers and fixed point that is wiring: bits moved, extended or dropped.
bool is_wiring(const Request& r) {
  if (r.operand.is_float() || r.result.is_float()) return false;
  if (r.result.is_integer()) return r.operand.is_integer();
  const bool rounded = uses_rounding(r) && r.rounding == spec::Rounding::kNearestEven;
  return !rounded && !(uses_overflow(r) && r.overflow == spec::Overflow::kSaturate);
}

/// Moves the point first, then changes the width. Bits below the new unit are dropped.
hw::Value rewire(hw::Builder& b, const Request& r, const Values& values) {
  const spec::Type& from = r.operand;
  const spec::Type& to = r.result;
  hw::Value v = values[0];
  const int up = to.fraction - from.fraction;
  if (up > 0) v = cat({v, b.zero(up)});
  if (-up >= v.width) return from.is_signed() ? repeat(v.msb(), to.width) : b.zero(to.width);
  if (up < 0) v = v.slice(v.width - 1, -up);
  if (to.width <= v.width) return v.slice(to.width - 1, 0);
  return from.is_signed() ? sext(v, to.width) : zext(v, to.width);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kCast>() {
  return {.name = "to",
          .build = {.floats = other_convert, .wholes = other_convert, .fixed = fixed_convert},
          .exact = {.floats = exact_cast, .wholes = exact_cast, .fixed = exact_fixed_cast},
          .rounds = rounds,
          .overflows = overflows,
          .is_logic = is_wiring,
          .logic = rewire,
          .delay = no_delay,
          .magnitude = [](const std::vector<Magnitude>& x, int) { return x[0]; }};
}

}  // namespace rtlgen::ops
