// Fixed-point arithmetic of single cells: sign and magnitude in 128-bit integers.
#include <gmpxx.h>

#include "golden/scalar.hpp"
#include "spec/operations.hpp"
#include "spec/real.hpp"
#include "support/check.hpp"
#include "support/int128.hpp"

namespace rtlgen::golden {

using spec::Op;
using spec::Real;
using spec::Type;

namespace {

/// The part below the unit.
enum class Rest : std::uint8_t { kNone, kLittle, kHalf, kMuch };

/// A number in units of a type: its magnitude rounded down, and the remainder.
struct Number {
  bool negative = false;
  Uint128 units = 0;
  Rest rest = Rest::kNone;
};

Number load(const Type& t, std::uint64_t bits) {
  const bool negative = t.is_signed() && (bits >> (t.width - 1) & 1) != 0;
  return {negative, negative ? (~bits + 1) & t.mask() : bits, Rest::kNone};
}

Uint128 one(int shift) { return static_cast<Uint128>(1) << shift; }

std::uint64_t largest(const Type& t) { return t.is_signed() ? t.mask() >> 1 : t.mask(); }
std::uint64_t extreme(const Type& t, bool negative) {
  if (!negative) return largest(t);
  return t.is_signed() ? std::uint64_t{1} << (t.width - 1) : 0;
}

/// Drops `shift` bits.
Number down(Number x, int shift) {
  if (shift == 0) return x;
  const Uint128 left = x.units & (one(shift) - 1);
  const Uint128 half = one(shift - 1);
  x.rest = left == 0 ? Rest::kNone : left < half ? Rest::kLittle : left == half ? Rest::kHalf : Rest::kMuch;
  x.units >>= shift;
  return x;
}

/// Whether rounding increases the magnitude by one.
bool away(const Number& x, spec::Rounding rounding) {
  if (rounding == spec::Rounding::kTruncate) return x.negative && x.rest != Rest::kNone;
  return x.rest == Rest::kMuch || (x.rest == Rest::kHalf && (x.units & 1) != 0);
}

std::uint64_t store(const Type& t, const Number& x, const FixedModes& modes) {
  const Uint128 magnitude = x.units + (away(x, modes.rounding) ? 1 : 0);
  const Uint128 most = !x.negative ? static_cast<Uint128>(largest(t)) : t.is_signed() ? one(t.width - 1) : 0;
  if (modes.overflow == spec::Overflow::kSaturate && magnitude > most) return extreme(t, x.negative);
  const auto low = static_cast<std::uint64_t>(magnitude);
  return (x.negative ? ~low + 1 : low) & t.mask();
}

/// x + y, or x - y.
Number sum(const Number& x, Number y, bool subtract) {
  if (subtract) y.negative = !y.negative;
  if (x.negative == y.negative) return {x.negative, x.units + y.units, Rest::kNone};
  if (x.units >= y.units) return {x.negative, x.units - y.units, Rest::kNone};
  return {y.negative, y.units - x.units, Rest::kNone};
}

Number quotient(const Number& x, const Number& y, int fraction) {
  const Uint128 dividend = x.units << fraction;
  const Uint128 left = dividend % y.units;
  const Uint128 twice = 2 * left;
  Number q{x.negative != y.negative, dividend / y.units, Rest::kNone};
  if (left != 0) q.rest = twice < y.units ? Rest::kLittle : twice == y.units ? Rest::kHalf : Rest::kMuch;
  return q;
}

bool less(const Number& x, const Number& y) {
  const bool nx = x.negative && x.units != 0;
  const bool ny = y.negative && y.units != 0;
  if (nx != ny) return nx;
  return nx ? y.units < x.units : x.units < y.units;
}

/// An integral number, from the table of operations.
Number whole(Op op, const Type& t, std::uint64_t a) {
  const Number x = load(t, a);
  mpq_class value(mpz_class(static_cast<unsigned long>(x.units)), mpz_class(1) << static_cast<mp_bitcnt_t>(t.fraction));
  value.canonicalize();
  if (x.negative) value = -value;
  const auto rational = spec::operation_of(op).rational;
  RTLGEN_CHECK(rational != nullptr, "no fixed-point operation");
  const mpq_srcptr operands[] = {value.get_mpq_t()};
  mpq_class result;
  rational({result.get_mpq_t(), operands});
  RTLGEN_CHECK(result.get_den() == 1, "no whole number");
  const mpz_class magnitude = abs(result.get_num());
  return {sgn(result) < 0, static_cast<Uint128>(magnitude.get_ui()) << t.fraction, Rest::kNone};
}

/// Converts a float: its integer and fraction parts, in units. The largest double exceeds 128 bits, but then it is a
/// multiple of 2^64 units.
std::uint64_t from_float(const Type& to, const Type& from, std::uint64_t a, bool flush, const FixedModes& modes) {
  Real x(spec::kExactBits);
  spec::load_float(from, a, flush, x.get());
  if (mpfr_nan_p(x.get()) != 0) return 0;
  const bool negative = mpfr_signbit(x.get()) != 0;
  if (mpfr_inf_p(x.get()) != 0) return extreme(to, negative);
  mpfr_abs(x.get(), x.get(), MPFR_RNDN);
  mpfr_mul_2si(x.get(), x.get(), to.fraction, MPFR_RNDN);
  if (mpfr_cmp_ui_2exp(x.get(), 1, 120) >= 0)
    return modes.overflow == spec::Overflow::kSaturate ? extreme(to, negative) : 0;
  Real high(spec::kExactBits);
  mpfr_div_2si(high.get(), x.get(), 60, MPFR_RNDN);
  mpfr_floor(high.get(), high.get());
  Number n{negative, static_cast<Uint128>(mpfr_get_uj(high.get(), MPFR_RNDZ)) << 60, Rest::kNone};
  mpfr_mul_2si(high.get(), high.get(), 60, MPFR_RNDN);
  mpfr_sub(x.get(), x.get(), high.get(), MPFR_RNDN);
  mpfr_floor(high.get(), x.get());
  n.units += mpfr_get_uj(high.get(), MPFR_RNDZ);
  mpfr_sub(x.get(), x.get(), high.get(), MPFR_RNDN);
  const int side = mpfr_cmp_d(x.get(), 0.5);
  if (mpfr_zero_p(x.get()) == 0) n.rest = side < 0 ? Rest::kLittle : side == 0 ? Rest::kHalf : Rest::kMuch;
  return store(to, n, modes);
}

std::uint64_t cast(const Type& to, const Type& from, std::uint64_t a, bool flush, const FixedModes& modes) {
  if (from.is_float()) return from_float(to, from, a, flush, modes);
  Number x = load(from, a);
  if (to.is_float()) {
    const auto units = static_cast<std::uint64_t>(x.units);
    return spec::rounded(to, flush, [&](mpfr_ptr q) {
      Real exact(spec::kExactBits);
      mpfr_set_uj_2exp(exact.get(), units, -from.fraction, MPFR_RNDN);
      return x.negative ? mpfr_neg(q, exact.get(), MPFR_RNDN) : mpfr_set(q, exact.get(), MPFR_RNDN);
    });
  }
  if (to.is_integer()) {
    x = down(x, from.fraction);
    x.rest = Rest::kNone;
    return store(to, x, {spec::Rounding::kTruncate, spec::Overflow::kSaturate});
  }
  if (to.fraction < from.fraction) return store(to, down(x, from.fraction - to.fraction), modes);
  x.units <<= to.fraction - from.fraction;
  return store(to, x, modes);
}

}  // namespace

std::uint64_t fixed_scalar_op(Op op, const Type& type, const Type& operand, std::span<const std::uint64_t> v,
                              bool flush, const FixedModes& modes) {
  const std::uint64_t a = v[0];
  const std::uint64_t b = v.back();
  if (op == Op::kCast) return cast(type, operand, a, flush, modes);
  const Number x = load(operand, a);
  const Number y = load(operand, b);
  switch (op) {
    case Op::kAdd:
      return store(type, sum(x, y, false), modes);
    case Op::kSub:
      return store(type, sum(x, y, true), modes);
    case Op::kNeg:
      return store(type, {!x.negative, x.units, Rest::kNone}, modes);
    case Op::kAbs:
      return store(type, {false, x.units, Rest::kNone}, modes);
    case Op::kMul:
      return store(type, down({x.negative != y.negative, x.units * y.units, Rest::kNone}, type.fraction), modes);
    case Op::kDiv:
      if (y.units == 0) return x.units == 0 ? 0 : extreme(type, x.negative);
      return store(type, quotient(x, y, type.fraction), modes);
    case Op::kMin:
      return less(y, x) ? b : a;
    case Op::kMax:
      return less(x, y) ? b : a;
    case Op::kLt:
      return less(x, y) ? 1 : 0;
    case Op::kLe:
      return less(y, x) ? 0 : 1;
    case Op::kEq:
      return a == b ? 1 : 0;
    case Op::kNe:
      return a != b ? 1 : 0;
    default:
      return store(type, whole(op, operand, a), modes);
  }
}

}  // namespace rtlgen::golden
