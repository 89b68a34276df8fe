// The true value of a function by MPFR, and whether a result is one of the two numbers of the format
// beside it.
#pragma once

#include <cstdint>

#include "spec/functions/functions.hpp"
#include "spec/real.hpp"

namespace rtlgen::spec::test {

/// op(a, b) to 200 bits; NaN, infinities and signs of zero as C99 Annex F wants them.
inline void true_value(Op op, const Type& t, std::uint64_t a, std::uint64_t b, bool flush, mpfr_ptr out) {
  Real x(kExactBits);
  Real y(kExactBits);
  load_float(t, a, flush, x.get());
  load_float(t, b, flush, y.get());
  switch (op) {
    case Op::kExp: mpfr_exp(out, x.get(), MPFR_RNDN); break;
    case Op::kLog:
      mpfr_log(out, x.get(), MPFR_RNDN);
      break;
    case Op::kSin: mpfr_sin(out, x.get(), MPFR_RNDN); break;
    case Op::kCos: mpfr_cos(out, x.get(), MPFR_RNDN); break;
    case Op::kTanh: mpfr_tanh(out, x.get(), MPFR_RNDN); break;
    default: mpfr_pow(out, x.get(), y.get(), MPFR_RNDN); break;
  }
}

/// The next number of the format above the magnitude `bits` (below, if not `up`); infinity stays.
inline std::uint64_t next_magnitude(const Type& t, std::uint64_t bits, bool up, bool flush) {
  const std::uint64_t infinite = ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
  const std::uint64_t normal = std::uint64_t{1} << t.fraction;
  if (up) {
    if (bits == infinite) return bits;
    return flush && bits == 0 ? normal : bits + 1;
  }
  return flush && bits == normal ? 0 : bits - 1;
}

/// True if `result` is NaN where the value is, has its sign, and no number of the format lies between
/// them or equals the value without being the result. `ulps`, if given, is raised to the distance in
/// units of the last place of the result.
inline bool is_neighbour(const Type& t, std::uint64_t result, mpfr_ptr value, bool flush, double* ulps = nullptr) {
  if (mpfr_nan_p(value) != 0) return result == quiet_nan(t);
  const std::uint64_t sign = std::uint64_t{1} << (t.width - 1);
  if ((mpfr_signbit(value) != 0) != ((result & sign) != 0)) return false;
  const std::uint64_t magnitude = result & ~sign;
  Real want(kExactBits + 40);
  Real have(kExactBits);
  mpfr_abs(want.get(), value, MPFR_RNDN);
  load_float(t, magnitude, flush, have.get());
  const int order = mpfr_cmp(want.get(), have.get());
  if (order == 0) return true;
  if (mpfr_inf_p(want.get()) != 0) return false;
  const bool above = order > 0;
  if (!above && magnitude == 0) return false;
  Real next(kExactBits);
  load_float(t, next_magnitude(t, magnitude, above, flush), flush, next.get());
  if (ulps != nullptr && mpfr_regular_p(have.get()) != 0 && mpfr_regular_p(next.get()) != 0) {
    Real distance(kExactBits);
    Real unit(kExactBits);
    mpfr_sub(distance.get(), want.get(), have.get(), MPFR_RNDN);
    mpfr_sub(unit.get(), next.get(), have.get(), MPFR_RNDN);
    mpfr_div(distance.get(), distance.get(), unit.get(), MPFR_RNDN);
    const double d = mpfr_get_d(distance.get(), MPFR_RNDU);
    if (d > *ulps) *ulps = d;
  }
  const int beyond = mpfr_cmp(want.get(), next.get());
  return above ? beyond < 0 : beyond > 0;
}

}  // namespace rtlgen::spec::test
