// 113-bit numbers, for the results of a run without rounding: the compiler's __float128, or MPFR's if the compiler has
// none (exact_run.hpp).
#pragma once

#include <cstdint>

#define MPFR_USE_INTMAX_T 1
#include <mpfr.h>

namespace rtlgen::golden {

constexpr int kWideBits = 113;

/// A 113-bit number of MPFR. The limits of its exponent do not matter here.
class MpfrWide {
 public:
  MpfrWide() : MpfrWide(0) {}
  MpfrWide(int v) : MpfrWide(static_cast<std::int64_t>(v)) {}
  explicit MpfrWide(std::uint64_t v) {
    mpfr_init2(value_, kWideBits);
    mpfr_set_uj(value_, v, MPFR_RNDN);
  }
  explicit MpfrWide(std::int64_t v) {
    mpfr_init2(value_, kWideBits);
    mpfr_set_sj(value_, v, MPFR_RNDN);
  }
  explicit MpfrWide(mpfr_srcptr v) {
    mpfr_init2(value_, kWideBits);
    mpfr_set(value_, v, MPFR_RNDN);
  }
  MpfrWide(const MpfrWide& other) : MpfrWide(other.get()) {}
  MpfrWide& operator=(const MpfrWide& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~MpfrWide() { mpfr_clear(value_); }

  [[nodiscard]] mpfr_srcptr get() const { return value_; }
  explicit operator double() const { return mpfr_get_d(value_, MPFR_RNDN); }

  MpfrWide operator-() const {
    return made([this](mpfr_ptr q) { mpfr_neg(q, value_, MPFR_RNDN); });
  }
  friend MpfrWide operator+(const MpfrWide& a, const MpfrWide& b) {
    return made([&](mpfr_ptr q) { mpfr_add(q, a.value_, b.value_, MPFR_RNDN); });
  }
  friend MpfrWide operator-(const MpfrWide& a, const MpfrWide& b) {
    return made([&](mpfr_ptr q) { mpfr_sub(q, a.value_, b.value_, MPFR_RNDN); });
  }
  friend MpfrWide operator*(const MpfrWide& a, const MpfrWide& b) {
    return made([&](mpfr_ptr q) { mpfr_mul(q, a.value_, b.value_, MPFR_RNDN); });
  }
  friend MpfrWide operator/(const MpfrWide& a, const MpfrWide& b) {
    return made([&](mpfr_ptr q) { mpfr_div(q, a.value_, b.value_, MPFR_RNDN); });
  }
  MpfrWide& operator+=(const MpfrWide& b) { return *this = *this + b; }
  MpfrWide& operator*=(const MpfrWide& b) { return *this = *this * b; }
  friend bool operator<(const MpfrWide& a, const MpfrWide& b) { return mpfr_less_p(a.value_, b.value_) != 0; }
  friend bool operator<=(const MpfrWide& a, const MpfrWide& b) { return mpfr_lessequal_p(a.value_, b.value_) != 0; }
  friend bool operator==(const MpfrWide& a, const MpfrWide& b) { return mpfr_equal_p(a.value_, b.value_) != 0; }

 private:
  template <class Fill>
  static MpfrWide made(const Fill& fill) {
    MpfrWide out;
    fill(out.value_);
    return out;
  }

  mpfr_t value_;
};

/// v * 2^by.
MpfrWide scaled(const MpfrWide& v, int by);
/// Neither infinite nor NaN.
bool is_finite(const MpfrWide& v);
/// For a finite number other than zero: the largest e with 2^e <= |v|.
int exponent_of(const MpfrWide& v);
void store(const MpfrWide& v, mpfr_ptr to);

#ifdef __SIZEOF_FLOAT128__
/// IEEE binary128.
__extension__ typedef __float128 Wide;

Wide scaled(Wide v, int by);
bool is_finite(Wide v);
int exponent_of(Wide v);
void store(Wide v, mpfr_ptr to);
#else
using Wide = MpfrWide;
#endif

/// Rounded to 113 bits.
Wide wide_of(mpfr_srcptr v);

}  // namespace rtlgen::golden
