// The functions' definition against MPFR: every operand of small formats, many of float32, float64 and others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "neighbours.hpp"
#include "spec/describe.hpp"

namespace rtlgen::spec {
namespace {

using test::evaluate_function;
using test::is_neighbour;
using test::true_value;

using test::functions_by_bits;

/// Counts results that are no neighbour of the true value, and keeps the first few.
struct Tally {
  int faults = 0;
  double ulps = 0;

  void check(const Operation& row, const Type& t, std::uint64_t a, std::uint64_t b, bool flush) {
    Real value(200);
    true_value(row, t, a, b, flush, value.get());
    const std::uint64_t result = evaluate_function(row, t, a, b, flush);
    if (is_neighbour(t, result, value.get(), flush, &ulps)) return;
    if (++faults > 3) return;
    ADD_FAILURE() << fmt::format("{} {}({:x}, {:x}){} = {:x}, true value {}", t.name(), row.symbol, a, b,
                                 flush ? " flush" : "", result, mpfr_get_d(value.get(), MPFR_RNDN));
  }
  void check(Op op, const Type& t, std::uint64_t a, std::uint64_t b, bool flush) {
    check(operation_of(op), t, a, b, flush);
  }
};

/// For the table of docs/operators.md: --gtest_output=xml has it.
void record(const Operation& row, const Type& t, double ulps) {
  testing::Test::RecordProperty(fmt::format("{}_{}_{}", row.symbol, t.exponent, t.fraction),
                                fmt::format("{:.3f}", ulps));
}

TEST(Functions, EveryOperandOfThe16BitFormats) {
  for (const Type& t : {Type::float_of(5, 10), Type::float_of(8, 7)}) {
    for (const Operation& op : functions_by_bits(1)) {
      Tally tally;
      for (std::uint64_t a = 0; a <= t.mask(); ++a) tally.check(op, t, a, 0, false);
      EXPECT_EQ(tally.faults, 0) << t.name() << " " << op.symbol;
      EXPECT_LT(tally.ulps, 0.6) << t.name() << " " << op.symbol;
      record(op, t, tally.ulps);
    }
  }
}

TEST(Functions, EveryOperandOfSmallFormats) {
  for (const auto& [e, f] : {std::pair{4, 5}, {2, 1}, {2, 9}, {3, 8}, {6, 4}, {11, 1}}) {
    const Type t = Type::float_of(e, f);
    for (const Operation& op : functions_by_bits(1)) {
      for (const bool flush : {false, true}) {
        Tally tally;
        for (std::uint64_t a = 0; a <= t.mask(); ++a) tally.check(op, t, a, 0, flush);
        EXPECT_EQ(tally.faults, 0) << t.name() << " " << op.symbol;
      }
    }
  }
}

/// Any bits, or a number of moderate size, where most of the arithmetic is.
std::uint32_t float32_operand(std::mt19937_64& random) {
  const auto r = static_cast<std::uint32_t>(random());
  if (random() % 2 == 0) return r;
  return (r & 0x807fffffU) | static_cast<std::uint32_t>(random() % 26 + 109) << 23;
}

/// How many of `count` operands (pairs for pow) have a result that is no neighbour.
int float32_faults(const Operation& op, int count, std::mt19937_64& random, double* ulps) {
  const Type t = Type::float_of(8, 23);
  int faults = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t a = float32_operand(random);
    const std::uint32_t b = op.least == 2 ? float32_operand(random) : 0;
    const auto result = static_cast<std::uint32_t>(evaluate_function(op, t, a, b, false));
    if (test::is_float32_neighbour(op, a, b, result, ulps)) continue;
    if (++faults < 4) ADD_FAILURE() << fmt::format("{}({:08x}, {:08x}) = {:08x}", op.symbol, a, b, result);
  }
  return faults;
}

TEST(Functions, SampleOfFloat32) {
  std::mt19937_64 random(3);
  for (const Operation& op : functions_by_bits()) {
    double ulps = 0;
    EXPECT_EQ(float32_faults(op, 1 << 22, random, &ulps), 0);
    EXPECT_LT(ulps, 0.6) << op.symbol;
    record(op, Type::float_of(8, 23), ulps);
  }
}

/// Multiples of pi/2 as float32 holds them, and the numbers around: where sin and cos cancel most.
TEST(Functions, Float32NearMultiplesOfAQuadrant) {
  const Type t = Type::float_of(8, 23);
  int faults = 0;
  Real quadrant(300);
  Real multiple(300);
  mpfr_const_pi(quadrant.get(), MPFR_RNDN);
  mpfr_div_2ui(quadrant.get(), quadrant.get(), 1, MPFR_RNDN);
  std::mt19937_64 random(5);
  for (int i = 1; i < 60000; ++i) {
    const auto n = static_cast<unsigned long>(i < 20000 ? i : static_cast<long>(random() >> (random() % 60 + 2)));
    mpfr_mul_ui(multiple.get(), quadrant.get(), n, MPFR_RNDN);
    const float x = mpfr_get_flt(multiple.get(), MPFR_RNDN);
    for (const Op op : {Op::kSin, Op::kCos, Op::kTan}) {
      const auto bits = std::bit_cast<std::uint32_t>(x);
      const auto result = static_cast<std::uint32_t>(evaluate_function(op, t, bits, 0, false));
      faults += test::is_float32_neighbour(op, bits, 0, result) ? 0 : 1;
    }
  }
  // The hardest of all: nearest to a multiple of pi/2 that float32 comes, 16367173 * 2^72.
  const std::uint32_t hardest = (127U + 72 + 23) << 23 | (16367173U & 0x7fffffU);
  Tally tally;
  tally.check(Op::kSin, t, hardest, 0, false);
  tally.check(Op::kCos, t, hardest, 0, false);
  tally.check(Op::kTan, t, hardest, 0, false);
  EXPECT_EQ(faults + tally.faults, 0);
}

/// Other formats up to the largest, by sample.
TEST(Functions, SampleOfOtherFormats) {
  std::mt19937_64 random(7);
  for (const auto& [e, f] : {std::pair{11, 23}, {2, 23}, {5, 23}, {6, 17}, {9, 13}}) {
    const Type t = Type::float_of(e, f);
    for (const Operation& op : functions_by_bits()) {
      Tally tally;
      const std::uint64_t bias = (std::uint64_t{1} << (e - 1)) - 1;
      for (int i = 0; i < 6000; ++i) {
        std::uint64_t operand[2];
        for (std::uint64_t& o : operand) {
          o = random() & t.mask();
          const std::uint64_t field = (bias + random() % 12 - std::min<std::uint64_t>(bias, 7)) & ((1U << e) - 1);
          if (i % 3 != 0) o = (o & ~(((std::uint64_t{1} << e) - 1) << f)) | field << f;
        }
        tally.check(op, t, operand[0], op.least == 2 ? operand[1] : 0, i % 2 == 0);
      }
      EXPECT_EQ(tally.faults, 0) << t.name() << " " << op.symbol;
      EXPECT_LT(tally.ulps, 0.6) << t.name() << " " << op.symbol;
    }
  }
}

TEST(Functions, EveryPairOfTinyFormats) {
  for (const auto& [e, f] : {std::pair{4, 3}, {2, 3}, {5, 2}, {3, 4}, {2, 1}}) {
    const Type t = Type::float_of(e, f);
    for (const Operation& op : functions_by_bits(2)) {
      for (const bool flush : {false, true}) {
        Tally tally;
        for (std::uint64_t a = 0; a <= t.mask(); ++a) {
          for (std::uint64_t b = 0; b <= t.mask(); ++b) tally.check(op, t, a, b, flush);
        }
        EXPECT_EQ(tally.faults, 0) << t.name() << " " << op.symbol;
      }
    }
  }
}

void pairs_of_small_formats(const Operation& op) {
  const Type small = Type::float_of(4, 5);
  Tally all;
  for (std::uint64_t a = 0; a <= small.mask(); ++a) {
    for (std::uint64_t b = 0; b <= small.mask(); ++b) all.check(op, small, a, b, false);
  }
  EXPECT_EQ(all.faults, 0) << op.symbol;

  const Type half = Type::float_of(5, 10);
  const std::uint64_t special[] = {0,      0x8000, 1,      0x8001, 0x3ff,  0x400,  0x3bff, 0x3c00, 0xbc00,
                                   0x3c01, 0x4000, 0xc000, 0x4200, 0xc200, 0x3800, 0xb800, 0x7bff, 0xfbff,
                                   0x7c00, 0xfc00, 0x7e00, 0x6400, 0x6800, 0xe801, 0x4400, 0xc400};
  Tally tally;
  for (const std::uint64_t a : special) {
    for (std::uint64_t b = 0; b < 0x10000; b += 7) {
      tally.check(op, half, a, b, false);
      tally.check(op, half, b, a, false);
    }
  }
  std::mt19937_64 random(9);
  for (int i = 0; i < 100000; ++i) tally.check(op, half, random() & 0x7fff, random() & 0xffff, i % 2 == 0);
  EXPECT_EQ(tally.faults, 0);
  EXPECT_LT(tally.ulps, 0.6);
}

/// Every pair of float<4,5>, and float16 sampled with all special operands.
TEST(Functions, PairsOfSmallFormats) {
  for (const Operation& op : functions_by_bits(2)) pairs_of_small_formats(op);
}

/// If the true value is monotonic, so are the results.
TEST(Functions, Float16ResultsAreMonotonic) {
  const Type t = Type::float_of(5, 10);
  constexpr std::uint64_t kInfinity = 0x7c00;
  const auto value = [&](Op op, std::uint64_t a) {
    Real v(20);
    load_float(t, evaluate_function(op, t, a, 0, false), false, v.get());
    return mpfr_get_d(v.get(), MPFR_RNDN);
  };
  for (std::uint64_t a = 0; a < kInfinity; ++a) {
    EXPECT_LE(value(Op::kExp, a), value(Op::kExp, a + 1)) << a;
    EXPECT_GE(value(Op::kExp, a | 0x8000), value(Op::kExp, (a + 1) | 0x8000)) << a;
    EXPECT_LE(value(Op::kLog, a), value(Op::kLog, a + 1)) << a;
    EXPECT_LE(value(Op::kLog2, a), value(Op::kLog2, a + 1)) << a;
    EXPECT_LE(value(Op::kLog10, a), value(Op::kLog10, a + 1)) << a;
    for (const Op op : {Op::kExp2, Op::kTanh, Op::kAtan, Op::kCbrt}) {
      EXPECT_LE(value(op, a), value(op, a + 1)) << operation_of(op).symbol << a;
      EXPECT_GE(value(op, a | 0x8000), value(op, (a + 1) | 0x8000)) << operation_of(op).symbol << a;
    }
  }
}

/// Formats in which infinity's exponent is no larger than that of numbers with a value below 1.
TEST(Functions, TanhOfInfinityInFormatsOfFewExponents) {
  for (const int f : {23, 40, 52}) {
    const Type t = Type::float_of(2, f);
    const std::uint64_t one = std::uint64_t{1} << f;
    EXPECT_EQ(evaluate_function(Op::kTanh, t, 3 * one, 0, false), one) << f;
    EXPECT_EQ(evaluate_function(Op::kTanh, t, 7 * one, 0, true), 5 * one) << f;
  }
}

/// Formats in which the least x whose tanh rounds to 1, (F + 3) ln(2) / 2, is just above a power of two.
TEST(Functions, TanhOfThePowerOfTwoBeforeItRoundsToOne) {
  for (const auto& [f, power] : {std::pair{3, 1}, {9, 2}, {21, 3}, {44, 4}}) {
    const Type t = Type::float_of(8, f);
    const std::uint64_t one = std::uint64_t{127} << f;
    const std::uint64_t at = one + (static_cast<std::uint64_t>(power) << f);
    EXPECT_EQ(evaluate_function(Op::kTanh, t, at, 0, false), one - 1) << f;
    Tally tally;
    for (std::uint64_t a = at; a < at + (std::uint64_t{1} << std::min(f, 12)); ++a)
      tally.check(Op::kTanh, t, a, 0, false);
    EXPECT_EQ(tally.faults, 0) << f;
    EXPECT_LT(tally.ulps, 0.6) << f;
  }
}

TEST(Functions, ExactCases) {
  for (const Type& t : {Type::float_of(8, 23), Type::float_of(5, 10), Type::float_of(8, 7), Type::float_of(4, 5)}) {
    const std::uint64_t sign = std::uint64_t{1} << (t.width - 1);
    const std::uint64_t one = ((std::uint64_t{1} << (t.exponent - 1)) - 1) << t.fraction;
    const std::uint64_t infinity = ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
    const auto f = [&](Op op, std::uint64_t a, std::uint64_t b = 0) { return evaluate_function(op, t, a, b, false); };
    EXPECT_EQ(f(Op::kExp, 0), one);
    EXPECT_EQ(f(Op::kExp, sign), one);
    EXPECT_EQ(f(Op::kExp, sign | infinity), 0U);
    EXPECT_EQ(f(Op::kLog, one), 0U);
    EXPECT_EQ(f(Op::kLog, sign), sign | infinity);
    EXPECT_EQ(f(Op::kSin, sign), sign);
    EXPECT_EQ(f(Op::kCos, sign), one);
    EXPECT_EQ(f(Op::kSin, infinity), quiet_nan(t));
    EXPECT_EQ(f(Op::kTanh, sign), sign);
    EXPECT_EQ(f(Op::kTanh, sign | infinity), sign | one);
    EXPECT_EQ(f(Op::kTan, sign), sign);
    EXPECT_EQ(f(Op::kTan, infinity), quiet_nan(t));
    EXPECT_EQ(f(Op::kAtan, sign), sign);
    EXPECT_EQ(f(Op::kAtan, infinity), f(Op::kAtan2, one, 0));
    EXPECT_EQ(f(Op::kAtan2, 0, one), 0U);
    EXPECT_EQ(f(Op::kAtan2, sign, infinity), sign);
    EXPECT_EQ(f(Op::kAtan2, sign, sign), f(Op::kAtan2, sign | one, sign | infinity));
    EXPECT_EQ(f(Op::kAtan2, infinity, infinity), f(Op::kAtan, one));
    EXPECT_EQ(f(Op::kCbrt, sign), sign);
    EXPECT_EQ(f(Op::kCbrt, sign | infinity), sign | infinity);
    EXPECT_EQ(f(Op::kCbrt, sign | (one + (3ULL << t.fraction))), sign | (one + (1ULL << t.fraction)));
    EXPECT_EQ(f(Op::kExp2, sign | one), one - (1ULL << t.fraction));
    EXPECT_EQ(f(Op::kExp2, infinity), infinity);
    EXPECT_EQ(f(Op::kLog2, one - (1ULL << t.fraction)), sign | one);
    EXPECT_EQ(f(Op::kLog10, one), 0U);
    EXPECT_EQ(f(Op::kPow, quiet_nan(t), sign), one);
    EXPECT_EQ(f(Op::kPow, one, quiet_nan(t)), one);
    EXPECT_EQ(f(Op::kPow, sign | one, sign | infinity), one);
    EXPECT_EQ(f(Op::kPow, sign | one, one), sign | one);
    EXPECT_EQ(f(Op::kPow, sign, sign | one), sign | infinity);
    // To the first power, and 2 squared.
    for (std::uint64_t a = 0; a < infinity; a += infinity / 97 + 1) EXPECT_EQ(f(Op::kPow, a, one), a);
    const std::uint64_t two = one + (std::uint64_t{1} << t.fraction);
    EXPECT_EQ(f(Op::kPow, two, two), two + (std::uint64_t{1} << t.fraction));
  }
}

/// Powers that float32 holds have a logarithm that is a whole number, and cubes a root.
TEST(Functions, WholeResultsOfFloat32) {
  const Type t = Type::float_of(8, 23);
  const auto f = [&](Op op, float x) {
    return std::bit_cast<float>(
        static_cast<std::uint32_t>(evaluate_function(op, t, std::bit_cast<std::uint32_t>(x), 0, false)));
  };
  float ten = 1;
  for (int i = 0; i <= 10; ++i, ten *= 10) EXPECT_EQ(f(Op::kLog10, ten), static_cast<float>(i));
  for (int i = -149; i < 128; ++i) {
    EXPECT_EQ(f(Op::kLog2, std::ldexp(1.0F, i)), static_cast<float>(i));
    EXPECT_EQ(f(Op::kExp2, static_cast<float>(i)), std::ldexp(1.0F, i));
  }
  for (int i = 1; i <= 256; ++i) EXPECT_EQ(f(Op::kCbrt, static_cast<float>(i * i * i)), static_cast<float>(i));
}

TEST(Functions, TheComparisonNoticesOneUnitTooMuch) {
  const Type t = Type::float_of(8, 23);
  std::mt19937_64 random(13);
  int noticed = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t a = 0x40000000U + static_cast<std::uint32_t>(random() % 0x01000000U);
    const auto result = static_cast<std::uint32_t>(evaluate_function(Op::kExp, t, a, 0, false));
    Real value(200);
    true_value(Op::kExp, t, a, 0, false, value.get());
    const bool both = !test::is_float32_neighbour(Op::kExp, a, 0, result + 2) &&
                      !test::is_float32_neighbour(Op::kExp, a, 0, result - 2) &&
                      !is_neighbour(t, result + 2, value.get(), false) &&
                      !is_neighbour(t, result - 2, value.get(), false);
    noticed += both ? 1 : 0;
  }
  EXPECT_EQ(noticed, 1000);
  EXPECT_FALSE(test::is_float32_neighbour(Op::kLog, 0x3f800000U, 0, 1));
  EXPECT_FALSE(test::is_float32_neighbour(Op::kExp, 0, 0, 0x3f800001U));
  EXPECT_FALSE(test::is_float32_neighbour(Op::kSin, 0x80000000U, 0, 0));
}

/// Any bits, a number of moderate size, one of few bits, or one near 1.
std::uint64_t large_operand(const Type& t, std::mt19937_64& random) {
  const std::uint64_t bias = (std::uint64_t{1} << (t.exponent - 1)) - 1;
  const std::uint64_t r = random() & t.mask();
  const std::uint64_t fraction = r & ((std::uint64_t{1} << t.fraction) - 1);
  const std::uint64_t sign = r & (std::uint64_t{1} << (t.width - 1));
  const auto with = [&](std::uint64_t field) { return sign | field << t.fraction; };
  switch (random() % 5) {
    case 0:
      return r;
    case 1:
      return with(bias - 1 + random() % 2) | (fraction >> random() % static_cast<unsigned>(t.fraction));
    case 2:
      return with(bias + random() % 8) | (fraction >> (t.fraction - 4) << (t.fraction - 4));
    default:
      return with(bias + random() % 16 - 9) | fraction;
  }
}

/// float64 and other formats of more than 24 bits of significand, by sample.
TEST(Functions, SampleOfLargeFormats) {
  std::mt19937_64 random(21);
  for (const auto& [e, f] : {std::pair{11, 52}, {8, 24}, {5, 33}, {2, 52}, {11, 40}, {9, 52}}) {
    const Type t = Type::float_of(e, f);
    const int count = e == 11 && f == 52 ? 40000 : 4000;
    for (const Operation& op : functions_by_bits()) {
      Tally tally;
      for (int i = 0; i < count; ++i) {
        const std::uint64_t b = op.least == 2 ? large_operand(t, random) : 0;
        tally.check(op, t, large_operand(t, random), b, i % 4 == 0);
      }
      EXPECT_EQ(tally.faults, 0) << t.name() << " " << op.symbol;
      EXPECT_LT(tally.ulps, 0.6) << t.name() << " " << op.symbol;
      record(op, t, tally.ulps);
    }
  }
}

/// Multiples of pi/2 as float64 holds them, with the hardest one: 6381956970095103 * 2^797.
TEST(Functions, Float64NearMultiplesOfAQuadrant) {
  const Type t = Type::float_of(11, 52);
  Tally tally;
  Real multiple(1200);
  std::mt19937_64 random(23);
  for (int i = 1; i < 3000; ++i) {
    mpfr_const_pi(multiple.get(), MPFR_RNDN);
    mpfr_mul_ui(multiple.get(), multiple.get(), random() >> (random() % 60 + 2) | 1, MPFR_RNDN);
    mpfr_mul_2si(multiple.get(), multiple.get(), static_cast<long>(random() % 900) - 1, MPFR_RNDN);
    const std::uint64_t a = std::bit_cast<std::uint64_t>(mpfr_get_d(multiple.get(), MPFR_RNDN));
    for (const Op op : {Op::kSin, Op::kCos, Op::kTan}) tally.check(op, t, a, 0, false);
  }
  const std::uint64_t hardest = std::bit_cast<std::uint64_t>(std::ldexp(6381956970095103.0, 797));
  for (const Op op : {Op::kSin, Op::kCos, Op::kTan}) tally.check(op, t, hardest, 0, false);
  EXPECT_EQ(tally.faults, 0);
}

}  // namespace
}  // namespace rtlgen::spec
