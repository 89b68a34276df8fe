// Converts bits to the numbers that they represent, and back.
#include "ops/exact.hpp"

#include "ops/request.hpp"

namespace rtlgen::ops::detail {

using spec::Type;

namespace {

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

}  // namespace

Int128 load_units(const Type& t, std::uint64_t bits) {
  Int128 v = bits;
  if (t.is_signed() && (bits >> (t.width - 1) & 1) != 0) v -= static_cast<Int128>(1) << t.width;
  return v;
}

std::uint64_t store_units(const Type& t, Int128 v) { return static_cast<std::uint64_t>(v) & t.mask(); }

mpq_class rational_of(const Type& t, std::uint64_t bits) {
  mpz_class units = integer_of(bits);
  if (t.is_signed() && (bits >> (t.width - 1) & 1) != 0) units -= two_to(t.width);
  mpq_class out(units, two_to(t.fraction));
  out.canonicalize();
  return out;
}

std::uint64_t saturated(const Type& t, const mpz_class& units) {
  return wrapped(t, units < least(t) ? least(t) : units > most(t) ? most(t) : units);
}

std::uint64_t extreme_bits(const Type& t, bool negative) { return wrapped(t, negative ? least(t) : most(t)); }

std::uint64_t fitted(const Request& r, const mpq_class& value) {
  const mpq_class scaled = value * two_to(r.result.fraction);
  const mpz_class units = r.rounding == spec::Rounding::kTruncate ? floor_of(scaled) : nearest_even(scaled);
  return r.overflow == spec::Overflow::kSaturate ? saturated(r.result, units) : wrapped(r.result, units);
}

Reals::Reals(const Request& r, const Operands& operands) {
  for (const std::uint64_t bits : operands) {
    all_.push_back(std::make_unique<spec::Real>(spec::kExactBits));
    spec::load_float(r.operand, bits, r.flush_subnormals, all_.back()->get());
  }
}

std::uint64_t flushed_bits(const Request& r, std::uint64_t bits) {
  const bool low = (bits >> r.operand.fraction & ((std::uint64_t{1} << r.operand.exponent) - 1)) == 0;
  return r.flush_subnormals && low ? bits & (std::uint64_t{1} << (r.operand.width - 1)) : bits;
}

}  // namespace rtlgen::ops::detail
