// The values of floating-point formats with MPFR: exact values in, one rounding out.
#pragma once

#include <cstdint>

#define MPFR_USE_INTMAX_T 1
#include <gmp.h>
#include <mpfr.h>

#include "spec/type.hpp"

namespace rtlgen::spec {

/// Result and operands of a row's `real` (operations.hpp); `q` may alias an element of `x`.
struct RealCall {
  mpfr_ptr q;
  const mpfr_srcptr* x;
};

/// The same for `rational`; `q` aliases no element of `x`.
struct RationalCall {
  mpq_ptr q;
  const mpq_srcptr* x;
};

/// An MPFR number with automatic clearing.
class Real {
 public:
  explicit Real(int precision) { mpfr_init2(value_, precision); }
  ~Real() { mpfr_clear(value_); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

constexpr int kExactBits = 160;  ///< precision that holds any operand exactly

std::uint64_t quiet_nan(const Type& t);

/// The value of the bits of a float; with `flush`, subnormals are zero with their sign.
void load_float(const Type& t, std::uint64_t bits, bool flush, mpfr_ptr out);

/// The bits of a value that is already rounded to the format.
std::uint64_t store_rounded(const Type& t, mpfr_ptr v);

/// Sets MPFR's smallest and largest exponents so that it rounds like format `t`, including subnormals.
class FormatRange {
 public:
  explicit FormatRange(const Type& t);
  ~FormatRange();
  FormatRange(const FormatRange&) = delete;
  FormatRange& operator=(const FormatRange&) = delete;

 private:
  mpfr_exp_t old_min_, old_max_;
};

/// For flush mode: results below the smallest normal number become zero, those beyond the largest infinity.
void clamp_exponent(const Type& t, mpfr_ptr v);

/// Runs `compute(result)`, which returns MPFR's ternary value, and rounds to the format: to nearest even; with `flush`,
/// to F + 1 bits with unbounded exponent, then to zero below the smallest normal number.
template <class F>
std::uint64_t rounded(const Type& t, bool flush, F compute) {
  Real result(t.fraction + 1);
  if (flush) {
    compute(result.get());
    clamp_exponent(t, result.get());
  } else {
    const FormatRange range(t);
    int ternary = compute(result.get());
    ternary = mpfr_check_range(result.get(), ternary, MPFR_RNDN);
    mpfr_subnormalize(result.get(), ternary, MPFR_RNDN);
  }
  return store_rounded(t, result.get());
}

}  // namespace rtlgen::spec
