// Numbers of 113 bits: the compiler's and MPFR's are the same, operation by operation (golden/wide.hpp).
#include "golden/wide.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#ifdef __SIZEOF_FLOAT128__

namespace rtlgen::golden {
namespace {

/// The same number twice.
struct Both {
  Wide ours;
  MpfrWide other;
};

MpfrWide of(double v) {
  mpfr_t q;
  mpfr_init2(q, kWideBits);
  mpfr_set_d(q, v, MPFR_RNDN);
  const MpfrWide out(static_cast<mpfr_srcptr>(q));
  mpfr_clear(q);
  return out;
}

Both both(double high, double low, int scale) {
  return {scaled(Wide{high} + Wide{low}, scale), scaled(MpfrWide(0) + of(high) + of(low), scale)};
}

/// The number as the other kind has it.
MpfrWide converted(Wide v) {
  mpfr_t q;
  mpfr_init2(q, kWideBits);
  store(v, q);
  const MpfrWide out(static_cast<mpfr_srcptr>(q));
  mpfr_clear(q);
  return out;
}

bool same(Wide ours, const MpfrWide& other) {
  const MpfrWide mine = converted(ours);
  if (mpfr_nan_p(mine.get()) != 0 || mpfr_nan_p(other.get()) != 0)
    return mpfr_nan_p(mine.get()) != 0 && mpfr_nan_p(other.get()) != 0;
  return mine == other && (mpfr_signbit(mine.get()) != 0) == (mpfr_signbit(other.get()) != 0);
}

/// Random numbers whose parts are far apart, beside special ones.
std::vector<Both> samples(unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<Both> out;
  for (const double v : {0.0, 1.0, -1.0, 3.0, std::numeric_limits<double>::infinity(), std::nan("")})
    out.push_back({Wide{v}, of(v)});
  for (int i = 0; i < 100; ++i)
    out.push_back(both(unit(random), std::ldexp(unit(random), -40), static_cast<int>(random() % 400) - 200));
  return out;
}

TEST(Wide, BothKindsComputeTheSame) {
  for (const Both& a : samples(1)) {
    EXPECT_EQ(is_finite(a.ours), is_finite(a.other));
    EXPECT_TRUE(same(-a.ours, -a.other));
    EXPECT_TRUE(std::isnan(static_cast<double>(a.ours)) || static_cast<double>(a.ours) == static_cast<double>(a.other));
    if (is_finite(a.ours) && !(a.ours == Wide{0})) {
      EXPECT_EQ(exponent_of(a.ours), exponent_of(a.other));
    }
    for (const Both& b : samples(2)) {
      EXPECT_TRUE(same(a.ours + b.ours, a.other + b.other));
      EXPECT_TRUE(same(a.ours - b.ours, a.other - b.other));
      EXPECT_TRUE(same(a.ours * b.ours, a.other * b.other));
      EXPECT_TRUE(same(a.ours / b.ours, a.other / b.other));
      EXPECT_EQ(a.ours < b.ours, a.other < b.other);
      EXPECT_EQ(a.ours <= b.ours, a.other <= b.other);
      EXPECT_EQ(a.ours == b.ours, a.other == b.other);
    }
  }
}

TEST(Wide, ConversionsKeepEveryBit) {
  for (const Both& a : samples(3)) {
    for (const int by : {0, 1, -7, 1500, -1500, -15000}) {
      const Wide v = scaled(a.ours, by);
      EXPECT_TRUE(same(v, scaled(a.other, by)));
      const Wide back = wide_of(converted(v).get());
      EXPECT_TRUE(back == v || (!(back == back) && !(v == v)));
    }
  }
}

// The comparison itself sees the last of the 113 bits.
TEST(Wide, LastBitIsSeen) {
  const Wide last = scaled(Wide{1}, -112);
  EXPECT_TRUE(same(Wide{1} + last, MpfrWide(1) + scaled(MpfrWide(1), -112)));
  EXPECT_FALSE(same(Wide{1} + last, MpfrWide(1)));
  EXPECT_FALSE(same(Wide{0}, -MpfrWide(0)));
  EXPECT_EQ(exponent_of(scaled(Wide{1}, -16400)), -16400);  // subnormal
}

}  // namespace
}  // namespace rtlgen::golden

#endif
