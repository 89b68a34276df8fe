// What fixed-point operators answer, in rational numbers: exact value first, then one rounding, then
// the range. Shares no code with the datapaths.
#include "ops/fixed_oracle.hpp"

#include <gmpxx.h>

#include "spec/real.hpp"

namespace rtlgen::ops {

namespace {

using spec::Real;
using spec::Type;

mpz_class integer_of(std::uint64_t bits) {
  mpz_class out;
  mpz_import(out.get_mpz_t(), 1, -1, sizeof bits, 0, 0, &bits);
  return out;
}

mpz_class two_to(int power) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), 2, static_cast<unsigned long>(power));
  return out;
}

/// The number that integer or fixed-point bits stand for.
mpq_class value_of(const Type& t, std::uint64_t bits) {
  mpz_class units = integer_of(bits);
  if (t.is_signed() && (bits >> (t.width - 1) & 1) != 0) units -= two_to(t.width);
  mpq_class out(units, two_to(t.fraction));
  out.canonicalize();
  return out;
}

mpz_class floor_of(const mpq_class& value) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), value.get_num().get_mpz_t(), value.get_den().get_mpz_t());
  return out;
}

mpz_class nearest_even(const mpq_class& value) {
  mpz_class out = floor_of(value);
  const int side = cmp(value - out, mpq_class(1, 2));
  if (side > 0 || (side == 0 && mpz_odd_p(out.get_mpz_t()) != 0)) ++out;
  return out;
}

mpz_class least(const Type& t) { return t.is_signed() ? mpz_class(-two_to(t.width - 1)) : mpz_class(0); }
mpz_class most(const Type& t) { return two_to(t.is_signed() ? t.width - 1 : t.width) - 1; }

/// The low 64 bits of a number in two's complement, cut to the type.
std::uint64_t wrapped(const Type& t, const mpz_class& units) {
  mpz_class low;
  mpz_fdiv_r_2exp(low.get_mpz_t(), units.get_mpz_t(), static_cast<mp_bitcnt_t>(t.width));
  std::uint64_t out = 0;
  mpz_export(&out, nullptr, -1, sizeof out, 0, 0, low.get_mpz_t());
  return out;
}

std::uint64_t saturated(const Type& t, const mpz_class& units) {
  return wrapped(t, units < least(t) ? least(t) : units > most(t) ? most(t) : units);
}

std::uint64_t in_range(const Request& r, const mpz_class& units) {
  return r.overflow == spec::Overflow::kSaturate ? saturated(r.result, units) : wrapped(r.result, units);
}

std::uint64_t fitted(const Request& r, const mpq_class& value) {
  const mpq_class units = value * two_to(r.result.fraction);
  return in_range(r, r.rounding == spec::Rounding::kTruncate ? floor_of(units) : nearest_even(units));
}

std::uint64_t from_float(const Request& r, std::uint64_t a) {
  Real x(spec::kExactBits);
  spec::load_float(r.operand, a, r.flush_subnormals, x.get());
  if (mpfr_nan_p(x.get()) != 0) return 0;
  if (mpfr_inf_p(x.get()) != 0) return wrapped(r.result, mpfr_sgn(x.get()) < 0 ? least(r.result) : most(r.result));
  mpq_class value;
  mpfr_get_q(value.get_mpq_t(), x.get());
  return fitted(r, value);
}

std::uint64_t to_float(const Request& r, const mpq_class& value) {
  return spec::rounded(r.result, r.flush_subnormals,
                       [&](mpfr_ptr q) { return mpfr_set_q(q, value.get_mpq_t(), MPFR_RNDN); });
}

std::uint64_t to_integer(const Request& r, const mpq_class& value) {
  mpz_class whole;
  mpz_tdiv_q(whole.get_mpz_t(), value.get_num().get_mpz_t(), value.get_den().get_mpz_t());
  return saturated(r.result, whole);
}

std::uint64_t quotient(const Request& r, const mpq_class& x, const mpq_class& y) {
  if (y != 0) return fitted(r, x / y);
  return wrapped(r.result, x == 0 ? mpz_class(0) : x < 0 ? least(r.result) : most(r.result));
}

}  // namespace

std::uint64_t evaluate_fixed(const Request& r, std::uint64_t a, std::uint64_t b) {
  if (r.operand.is_float()) return from_float(r, a);
  const mpq_class x = value_of(r.operand, a);
  const mpq_class y = value_of(r.operand, b);
  switch (r.function) {
    case Function::kConvert:
      if (r.result.is_float()) return to_float(r, x);
      return r.result.is_integer() ? to_integer(r, x) : fitted(r, x);
    case Function::kAdd:
      return fitted(r, x + y);
    case Function::kSub:
      return fitted(r, x - y);
    case Function::kMul:
      return fitted(r, x * y);
    case Function::kDiv:
      return quotient(r, x, y);
    case Function::kNeg:
      return fitted(r, -x);
    case Function::kAbs:
      return fitted(r, abs(x));
    case Function::kMin:
      return y < x ? b : a;
    case Function::kMax:
      return x < y ? b : a;
    case Function::kLt:
      return x < y ? 1 : 0;
    case Function::kLe:
      return x <= y ? 1 : 0;
    case Function::kEq:
      return x == y ? 1 : 0;
    case Function::kNe:
      return x != y ? 1 : 0;
    default:
      RTLGEN_CHECK(false, "no such fixed-point operator");
  }
}

}  // namespace rtlgen::ops
