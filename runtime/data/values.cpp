// Conversions with MPFR, or with the machine's arithmetic if that rounds once in the same way.
#include "data/values.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <string>

#include "spec/real.hpp"
#include "spec/type.hpp"
#include "support/int128.hpp"

namespace rtlgen::data {

namespace {

using spec::Real;
using spec::Type;

const Type kFloat32 = Type::float_of(8, 23);
const Type kFloat64 = Type::float_of(11, 52);

bool is_infinity(const Type& t, std::uint64_t bits) {
  return (bits & t.mask() >> 1) == ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
}

Int128 integer_value(const Type& t, std::uint64_t bits) {
  Int128 v = bits;
  if (t.is_signed() && (bits >> (t.width - 1) & 1) != 0) v -= static_cast<Int128>(1) << t.width;
  return v;
}

std::optional<std::uint64_t> from_integer(const Type& to, Int128 v) {
  const Int128 one = 1;
  const Int128 low = to.is_signed() ? -(one << (to.width - 1)) : 0;
  const Int128 high = (one << (to.is_signed() ? to.width - 1 : to.width)) - 1;
  if (v < low || v > high) return std::nullopt;
  return static_cast<std::uint64_t>(v) & to.mask();
}

/// An exact number in an integer type.
std::optional<std::uint64_t> whole(const Type& to, mpfr_ptr x) {
  if (mpfr_integer_p(x) == 0 || mpfr_cmp_si_2exp(x, 1, 64) >= 0 || mpfr_cmp_si_2exp(x, -1, 64) <= 0)
    return std::nullopt;
  const bool negative = mpfr_sgn(x) < 0;
  Real magnitude(spec::kExactBits);
  mpfr_abs(magnitude.get(), x, MPFR_RNDN);
  const Int128 v = mpfr_get_uj(magnitude.get(), MPFR_RNDZ);
  return from_integer(to, negative ? -v : v);
}

/// An exact number in a fixed-point type: rounded to the nearest unit, ties to even.
std::optional<std::uint64_t> fixed(const Type& to, mpfr_ptr x) {
  mpfr_mul_2si(x, x, to.fraction, MPFR_RNDN);
  mpfr_rint(x, x, MPFR_RNDN);
  return whole(to, x);
}

/// A number that rounds to infinity does not fit.
std::optional<std::uint64_t> finite(const Type& to, std::uint64_t bits, bool infinite) {
  if (!infinite && is_infinity(to, bits)) return std::nullopt;
  return bits;
}

/// The result of `f(result)`, rounded to a float type.
template <class F>
std::optional<std::uint64_t> round_to(const Type& to, bool infinite, F f) {
  return finite(to, spec::rounded(to, false, f), infinite);
}

}  // namespace

double to_double(const Type& type, std::uint64_t bits) {
  if (type == kFloat32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == kFloat64) return std::bit_cast<double>(bits);
  if (type.is_float()) {
    Real x(spec::kExactBits);
    spec::load_float(type, bits, false, x.get());
    return mpfr_get_d(x.get(), MPFR_RNDN);
  }
  return std::ldexp(static_cast<double>(integer_value(type, bits)), -type.fraction);
}

std::optional<std::uint64_t> from_double(const Type& type, double value) {
  if (type.is_float() && std::isnan(value)) return spec::quiet_nan(type);
  if (type == kFloat64) return std::bit_cast<std::uint64_t>(value);
  if (type == kFloat32) return finite(type, std::bit_cast<std::uint32_t>(static_cast<float>(value)), std::isinf(value));
  if (type.is_float())
    return round_to(type, std::isinf(value), [&](mpfr_ptr q) { return mpfr_set_d(q, value, MPFR_RNDN); });
  if (type.is_fixed()) {
    Real x(spec::kExactBits);
    mpfr_set_d(x.get(), value, MPFR_RNDN);
    return fixed(type, x.get());
  }
  if (!(std::fabs(value) <= 0x1p64) || value != std::floor(value)) return std::nullopt;
  return from_integer(type, static_cast<Int128>(value));
}

std::optional<std::uint64_t> convert(const Type& from, std::uint64_t bits, const Type& to) {
  if (from == to) return bits;
  if (from.is_float() || from.width <= 53) return from_double(to, to_double(from, bits));
  const Int128 v = integer_value(from, bits);
  if (from.is_integer() && to.is_integer()) return from_integer(to, v);
  Real x(spec::kExactBits);
  if (from.is_signed())
    mpfr_set_sj_2exp(x.get(), static_cast<std::int64_t>(v), -from.fraction, MPFR_RNDN);
  else
    mpfr_set_uj_2exp(x.get(), bits, -from.fraction, MPFR_RNDN);
  if (to.is_integer()) return whole(to, x.get());
  if (to.is_fixed()) return fixed(to, x.get());
  return round_to(to, false, [&](mpfr_ptr q) { return mpfr_set(q, x.get(), MPFR_RNDN); });
}

namespace {

/// Whether `text` is a decimal number, an infinity or NaN; the C library and MPFR also accept 0x10 and nan(12).
bool is_decimal(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  const std::string magnitude = text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
  return magnitude == "inf" || magnitude == "infinity" || magnitude == "nan" ||
         magnitude.find_first_not_of("0123456789.e+-") == std::string::npos;
}

}  // namespace

Parsed parse_number(std::string_view text, const Type& type, std::uint64_t& bits) {
  const std::string copy(text);
  if (!is_decimal(copy)) return Parsed::kNoNumber;
  const char* const end = copy.c_str() + copy.size();
  char* stop = nullptr;
  std::optional<std::uint64_t> found;
  // The C library rounds once to the two formats that it supports, MPFR to all others.
  if (type == kFloat32 || type == kFloat64) {
    const bool narrow = type == kFloat32;
    const float f = narrow ? std::strtof(copy.c_str(), &stop) : 0.0F;
    const double d = narrow ? f : std::strtod(copy.c_str(), &stop);
    found = std::isnan(d) ? spec::quiet_nan(type)
            : narrow      ? std::bit_cast<std::uint32_t>(f)
                          : std::bit_cast<std::uint64_t>(d);
  } else if (type.is_float()) {
    found = spec::rounded(type, false, [&](mpfr_ptr q) { return mpfr_strtofr(q, copy.c_str(), &stop, 10, MPFR_RNDN); });
  } else if (type.is_fixed()) {
    Real x(spec::kExactBits);
    const int ternary = mpfr_strtofr(x.get(), copy.c_str(), &stop, 10, MPFR_RNDZ);
    // The part that was cut off is more than zero and less than the last bit.
    Real exact(spec::kExactBits + 8);
    mpfr_set(exact.get(), x.get(), MPFR_RNDN);
    if (ternary < 0) mpfr_nextabove(exact.get());
    if (ternary > 0) mpfr_nextbelow(exact.get());
    found = fixed(type, exact.get());
  } else {
    Real x(spec::kExactBits);
    const int ternary = mpfr_strtofr(x.get(), copy.c_str(), &stop, 10, MPFR_RNDN);
    if (ternary == 0) found = whole(type, x.get());
  }
  if (copy.empty() || stop != end) return Parsed::kNoNumber;
  // Infinity is accepted only if it was written as such.
  const bool written = copy.find_first_of("iI") != std::string::npos;
  if (!found || (type.is_float() && !written && is_infinity(type, *found))) return Parsed::kDoesNotFit;
  bits = *found;
  return Parsed::kGood;
}

}  // namespace rtlgen::data
