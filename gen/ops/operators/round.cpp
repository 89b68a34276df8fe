// Rounding to whole numbers: floor, ceil, trunc, round (halves away from zero) and rint (halves to even).
#include <algorithm>

#include "ops/exact.hpp"
#include "ops/fixed.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/float_function.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// The dropped part: whether it is at least a half and what is below the half; and the last bit that is kept.
struct Dropped {
  Value half, rest, last;
};

/// Whether the magnitude is incremented.
template <spec::Op op>
Value goes_up(const Dropped& d, Value negative) {
  if (op == spec::Op::kFloor) return negative & (d.half | d.rest);
  if (op == spec::Op::kCeil) return ~negative & (d.half | d.rest);
  if (op == spec::Op::kRound) return d.half;
  if (op == spec::Op::kRint) return d.half & (d.rest | d.last);
  return negative.builder->zero();
}

/// Numbers below one have only a fraction. Its half bit is the exponent below that of one, or, if one is
/// the smallest normal number, the top bit of a subnormal.
Dropped below_one(Builder& b, const spec::Type& type, const Unpacked& u) {
  const int bias = bias_of(type);
  const int f = type.fraction;
  if (bias > 1) {
    const Value half = b.name("from_half", eq(u.exponent, number(b, type.exponent, bias - 1)));
    return {half, (~half & ~u.is_zero) | (half & reduce_or(u.fraction)), b.zero()};
  }
  return {u.fraction.msb(), f > 1 ? reduce_or(u.fraction.slice(f - 2, 0)) : b.zero(), b.zero()};
}

template <spec::Op op>
Value float_round(Builder& b, const spec::Type& type, Value x, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Unpacked u = unpack(b, type, x, flush, "x");
  const Value small = b.name("below_one", ult(u.exponent, number(b, e, bias_of(type))));
  // In a number in [2^k, 2^(k+1)), the low f - k bits are below one.
  const Value power = u.exponent - number(b, e, bias_of(type));
  const Value mask = shifted_right(b, b.constant(Bits::ones(f)), power, f, "mask");
  const Value unit = b.name("unit", cat({mask, b.one()}) & ~cat({b.zero(), mask}));
  const Value half = b.name("half", mask & ~(f > 1 ? cat({b.zero(), mask.slice(f - 1, 1)}) : b.zero()));
  const Value magnitude = x.slice(e + f - 1, 0);
  // The last kept bit may be the hidden one: its place holds the last bit of the exponent, which is one in that case.
  const Dropped above = {reduce_or(u.fraction & half), reduce_or(u.fraction & mask & ~half),
                         reduce_or(magnitude.slice(f, 0) & unit)};
  const Value up = b.name("up", mux(small, goes_up<op>(below_one(b, type, u), u.sign), goes_up<op>(above, u.sign)));
  const Value wide = cat({b.zero(e), mask});
  // To add one in the last kept place: ones below it, and a carry.
  const Value kept = mux(up, magnitude | wide, magnitude & ~wide);
  const Value rounded = b.name("rounded", add_carry(kept, b.zero(e + f), up));
  const Value one = cat({number(b, e, bias_of(type)), b.zero(f)});
  const Value finite = mux(small, one & repeat(up, e + f), rounded);
  return mux(u.is_nan, cat({b.zero(), nan_magnitude(b, type)}), cat({u.sign, finite}));
}

template <spec::Op op>
Value fixed_round(Builder& b, const Request& r, const Values& v) {
  const int f = r.operand.fraction;
  if (f == 0) return v[0];
  // One more bit, as 1 may be beyond the type; two if all bits but the sign are below one.
  const int w = r.operand.width + (r.operand.is_signed() && f == r.operand.width ? 2 : 1);
  const Value x = extend({v[0], r.operand.is_signed(), 0}, w);
  const Value negative = r.operand.is_signed() ? v[0].msb() : b.zero();
  // The value that is added before all bits below one are dropped.
  Value more = b.zero(w);
  if (op == spec::Op::kCeil) more = zext(b.constant(Bits::ones(f)), w);
  if (op == spec::Op::kTrunc) more = zext(repeat(negative, f), w);
  if (op == spec::Op::kRound) more = zext(f > 1 ? cat({~negative, repeat(negative, f - 1)}) : ~negative, w);
  if (op == spec::Op::kRint) more = zext(f > 1 ? cat({x.bit(f), repeat(~x.bit(f), f - 1)}) : x.bit(f), w);
  const Value sum = op == spec::Op::kFloor ? x : b.name("moved", x + more);
  const Value whole = cat({sum.slice(w - 1, f), b.zero(f)});
  return fit(b, r.result, {whole, r.operand.is_signed(), 0}, modes_of(r));
}

/// A rational, rounded to the nearest whole number; halves go to even, or away from zero.
mpq_class nearest(const mpq_class& x, bool even) {
  mpz_class below;
  mpz_fdiv_q(below.get_mpz_t(), x.get_num().get_mpz_t(), x.get_den().get_mpz_t());
  const mpq_class rest = x - below;
  const bool up = rest * 2 == 1 ? (even ? mpz_odd_p(below.get_mpz_t()) != 0 : x > 0) : rest * 2 > 1;
  return below + (up ? 1 : 0);
}

template <spec::Op op>
mpq_class rounded_rational(const std::vector<mpq_class>& x) {
  if (op == spec::Op::kRound || op == spec::Op::kRint) return nearest(x[0], op == spec::Op::kRint);
  mpz_class whole;
  const auto divide = op == spec::Op::kFloor ? mpz_fdiv_q : op == spec::Op::kCeil ? mpz_cdiv_q : mpz_tdiv_q;
  divide(whole.get_mpz_t(), x[0].get_num().get_mpz_t(), x[0].get_den().get_mpz_t());
  return whole;
}

template <spec::Op op>
int rounded_real(mpfr_ptr q, Reals& x) {
  if (op == spec::Op::kFloor) return mpfr_rint_floor(q, x[0], MPFR_RNDN);
  if (op == spec::Op::kCeil) return mpfr_rint_ceil(q, x[0], MPFR_RNDN);
  if (op == spec::Op::kRound) return mpfr_rint_round(q, x[0], MPFR_RNDN);
  if (op == spec::Op::kRint) return mpfr_rint_roundeven(q, x[0], MPFR_RNDN);
  return mpfr_rint_trunc(q, x[0], MPFR_RNDN);
}

template <spec::Op op>
Operator rounding(const char* name) {
  return {.name = name,
          .build = {.floats = by_float<float_round<op>>, .fixed = fixed_round<op>},
          .exact = {.floats = by_reals<rounded_real<op>>, .fixed = by_rationals<rounded_rational<op>>},
          .overflows = [](const Request& r) { return r.operand.fraction > 0; },
          .magnitude =
              [](const std::vector<Magnitude>& x, int fraction) {
                return rounded_magnitude(std::max(0, x[0].low), std::max(0, x[0].high), std::max(0, x[0].grain),
                                         fraction);
              }};
}

}  // namespace

template <>
Operator make_operator<spec::Op::kFloor>() {
  return rounding<spec::Op::kFloor>("floor");
}

template <>
Operator make_operator<spec::Op::kCeil>() {
  return rounding<spec::Op::kCeil>("ceil");
}

template <>
Operator make_operator<spec::Op::kTrunc>() {
  return rounding<spec::Op::kTrunc>("trunc");
}

template <>
Operator make_operator<spec::Op::kRound>() {
  return rounding<spec::Op::kRound>("round");
}

template <>
Operator make_operator<spec::Op::kRint>() {
  return rounding<spec::Op::kRint>("rint");
}

}  // namespace rtlgen::ops
