// Loading, rounding and storing of floating-point formats by MPFR.
#include "spec/real.hpp"

#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

int bias(const Type& t) { return (1 << (t.exponent - 1)) - 1; }

std::uint64_t exponent_field(const Type& t, std::uint64_t bits) {
  return bits >> t.fraction & ((std::uint64_t{1} << t.exponent) - 1);
}

}  // namespace

std::uint64_t quiet_nan(const Type& t) {
  return (((std::uint64_t{1} << t.exponent) - 1) << t.fraction) | (std::uint64_t{1} << (t.fraction - 1));
}

void load_float(const Type& t, std::uint64_t bits, bool flush, mpfr_ptr out) {
  const bool negative = (bits >> (t.width - 1) & 1) != 0;
  const std::uint64_t e = exponent_field(t, bits);
  const std::uint64_t f = bits & ((std::uint64_t{1} << t.fraction) - 1);
  if (e == (std::uint64_t{1} << t.exponent) - 1) {
    if (f != 0)
      mpfr_set_nan(out);
    else
      mpfr_set_inf(out, negative ? -1 : 1);
    return;
  }
  if (e == 0 && (f == 0 || flush)) {
    mpfr_set_zero(out, negative ? -1 : 1);
    return;
  }
  const std::uint64_t significand = e == 0 ? f : f | (std::uint64_t{1} << t.fraction);
  const long power = static_cast<long>(e == 0 ? 1 : e) - bias(t) - t.fraction;
  mpfr_set_ui_2exp(out, significand, power, MPFR_RNDN);
  if (negative) mpfr_neg(out, out, MPFR_RNDN);
}

/// The bits of a value that is already rounded to the format.
std::uint64_t store_rounded(const Type& t, mpfr_ptr v) {
  const std::uint64_t sign = mpfr_signbit(v) != 0 ? std::uint64_t{1} << (t.width - 1) : 0;
  const std::uint64_t top = ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
  if (mpfr_nan_p(v) != 0) return quiet_nan(t);
  if (mpfr_inf_p(v) != 0) return sign | top;
  if (mpfr_zero_p(v) != 0) return sign;
  Real magnitude(kExactBits);
  mpfr_abs(magnitude.get(), v, MPFR_RNDN);
  const long exponent = mpfr_get_exp(magnitude.get()) - 1;  // exponent of the leading one
  const long smallest = 1 - bias(t);
  const long unit = (exponent < smallest ? smallest : exponent) - t.fraction;
  mpfr_mul_2si(magnitude.get(), magnitude.get(), -unit, MPFR_RNDN);
  const std::uint64_t significand = mpfr_get_uj(magnitude.get(), MPFR_RNDN);
  const std::uint64_t hidden = std::uint64_t{1} << t.fraction;
  if (significand < hidden) return sign | significand;
  const auto field = static_cast<std::uint64_t>(unit + t.fraction + bias(t));
  return sign | field << t.fraction | (significand - hidden);
}

FormatRange::FormatRange(const Type& t) : old_min_(mpfr_get_emin()), old_max_(mpfr_get_emax()) {
  mpfr_set_emin(2 - bias(t) - t.fraction);
  mpfr_set_emax(bias(t) + 1);
}

FormatRange::~FormatRange() {
  mpfr_set_emin(old_min_);
  mpfr_set_emax(old_max_);
}

void clamp_exponent(const Type& t, mpfr_ptr v) {
  if (mpfr_regular_p(v) == 0) return;
  const int sign = mpfr_signbit(v) != 0 ? -1 : 1;
  const long exponent = mpfr_get_exp(v) - 1;
  if (exponent < 1 - bias(t))
    mpfr_set_zero(v, sign);
  else if (exponent > bias(t))
    mpfr_set_inf(v, sign);
}

}  // namespace rtlgen::spec
