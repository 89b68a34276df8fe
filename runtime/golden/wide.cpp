// Works without libquadmath, which clang does not find, and with an MPFR built without __float128.
#include "golden/wide.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "support/int128.hpp"

namespace rtlgen::golden {

MpfrWide scaled(const MpfrWide& v, int by) {
  mpfr_t q;
  mpfr_init2(q, kWideBits);
  mpfr_mul_2si(q, v.get(), by, MPFR_RNDN);
  const MpfrWide out(static_cast<mpfr_srcptr>(q));
  mpfr_clear(q);
  return out;
}

bool is_finite(const MpfrWide& v) { return mpfr_number_p(v.get()) != 0; }

int exponent_of(const MpfrWide& v) { return static_cast<int>(mpfr_get_exp(v.get()) - 1); }

void store(const MpfrWide& v, mpfr_ptr to) { mpfr_set(to, v.get(), MPFR_RNDN); }

#ifdef __SIZEOF_FLOAT128__

namespace {

constexpr int kFractionBits = 112;
constexpr int kBias = 16383;
constexpr int kSpecial = 2 * kBias + 1;
constexpr int kSpan = 1000;  ///< 2^kSpan is a double

struct WideParts {
  bool negative;
  int exponent;  ///< biased, as stored
  Uint128 fraction;
};

WideParts parts_of(Wide v) {
  Uint128 bits = 0;
  static_assert(sizeof bits == sizeof v);
  std::memcpy(&bits, &v, sizeof v);
  return {(bits >> 127) != 0, static_cast<int>(bits >> kFractionBits) & kSpecial,
          bits & ((Uint128{1} << kFractionBits) - 1)};
}

}  // namespace

Wide scaled(Wide v, int by) {
  for (; by > kSpan; by -= kSpan) v *= Wide{0x1p1000};
  for (; by < -kSpan; by += kSpan) v *= Wide{0x1p-1000};
  return v * Wide{std::ldexp(1.0, by)};
}

bool is_finite(Wide v) { return parts_of(v).exponent != kSpecial; }

int exponent_of(Wide v) {
  const int stored = parts_of(v).exponent;
  return stored > 0 ? stored - kBias : exponent_of(scaled(v, kFractionBits)) - kFractionBits;
}

void store(Wide v, mpfr_ptr to) {
  const WideParts parts = parts_of(v);
  if (parts.exponent == kSpecial) {
    if (parts.fraction != 0)
      mpfr_set_nan(to);
    else
      mpfr_set_inf(to, parts.negative ? -1 : 1);
    return;
  }
  const Uint128 hidden = parts.exponent > 0 ? Uint128{1} << kFractionBits : 0;
  const Uint128 whole = parts.fraction | hidden;
  mpfr_t exact, low;
  mpfr_init2(exact, kWideBits);
  mpfr_init2(low, 64);
  const int scale = std::max(parts.exponent, 1) - kBias - kFractionBits;
  mpfr_set_uj_2exp(exact, static_cast<std::uint64_t>(whole >> 64), 64, MPFR_RNDN);
  mpfr_set_uj(low, static_cast<std::uint64_t>(whole), MPFR_RNDN);
  mpfr_add(exact, exact, low, MPFR_RNDN);
  mpfr_mul_2si(exact, exact, scale, MPFR_RNDN);
  mpfr_setsign(to, exact, parts.negative ? 1 : 0, MPFR_RNDN);
  mpfr_clear(exact);
  mpfr_clear(low);
}

Wide wide_of(mpfr_srcptr v) {
  if (mpfr_nan_p(v) != 0) return Wide{std::numeric_limits<double>::quiet_NaN()};
  if (mpfr_zero_p(v) != 0 || mpfr_inf_p(v) != 0) return Wide{mpfr_get_d(v, MPFR_RNDN)};
  // Three doubles hold the 113 bits, with the exponent separated.
  mpfr_t rest;
  mpfr_init2(rest, kWideBits);
  mpfr_set(rest, v, MPFR_RNDN);
  const auto exponent = static_cast<int>(mpfr_get_exp(rest));
  mpfr_mul_2si(rest, rest, -exponent, MPFR_RNDN);
  Wide sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double part = mpfr_get_d(rest, MPFR_RNDZ);
    sum += Wide{part};
    mpfr_sub_d(rest, rest, part, MPFR_RNDN);
  }
  mpfr_clear(rest);
  return scaled(sum, exponent);
}

#else

Wide wide_of(mpfr_srcptr v) { return MpfrWide(v); }

#endif

}  // namespace rtlgen::golden
