// Products with constants as sums of shifted copies: their bits, and how many sums they take.
#include "hw/shift_add.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "hw/builder.hpp"
#include "interpreter/interpreter.hpp"

namespace rtlgen::hw {
namespace {

/// x times a constant, with `expand` as sums.
Module times(std::uint64_t constant, int width_x, int width_c, bool is_signed, bool expand, bool first = false) {
  Builder b("times");
  if (expand) b.expand_products();
  const Value x = b.input("x", width_x), c = b.constant(width_c, constant);
  const Value left = first ? c : x, right = first ? x : c;
  b.output("q", is_signed ? mul_signed(left, right) : mul(left, right));
  return b.finish();
}

int count(const Module& m, ExprKind kind) {
  return static_cast<int>(std::count_if(m.exprs.begin(), m.exprs.end(), [&](const Expr& e) { return e.kind == kind; }));
}

int sums(const Module& m) { return count(m, ExprKind::kAdd) + count(m, ExprKind::kSub); }

std::int64_t value_of(std::uint64_t bits, int width, bool is_signed) {
  const bool is_negative = is_signed && (bits >> (width - 1) & 1) != 0;
  return static_cast<std::int64_t>(bits) - (is_negative ? std::int64_t{1} << width : 0);
}

TEST(ShiftAdd, HasTheBitsOfTheProduct) {
  for (const bool is_signed : {false, true}) {
    for (int width_c = 1; width_c <= 6; ++width_c) {
      for (std::uint64_t c = 0; c < 1U << width_c; ++c) {
        for (const int width_x : {1, 2, 5}) {
          Interpreter plain(times(c, width_x, width_c, is_signed, false));
          Interpreter expanded(times(c, width_x, width_c, is_signed, true, c % 2 == 1));
          const std::uint64_t mask = (std::uint64_t{1} << (width_x + width_c)) - 1;
          for (std::uint64_t x = 0; x < 1U << width_x; ++x) {
            plain.set("x", x);
            expanded.set("x", x);
            const auto product =
                static_cast<std::uint64_t>(value_of(x, width_x, is_signed) * value_of(c, width_c, is_signed)) & mask;
            ASSERT_EQ(plain.get("q"), product) << x << " times " << c << (is_signed ? " signed" : "");
            ASSERT_EQ(expanded.get("q"), product) << x << " times " << c << (is_signed ? " signed" : "");
          }
        }
      }
    }
  }
}

/// Products that would go into a DSP block otherwise, and products that would not.
TEST(ShiftAdd, APowerOfTwoIsWiring) {
  for (const bool is_signed : {false, true}) {
    const ExprKind kind = is_signed ? ExprKind::kMulSigned : ExprKind::kMul;
    for (const bool first : {false, true}) EXPECT_EQ(count(times(64, 9, 8, is_signed, false, first), kind), 0);
    EXPECT_EQ(sums(times(64, 9, 8, is_signed, false)), 0);
    EXPECT_EQ(count(times(65, 9, 8, is_signed, false), kind), 1);
  }
  EXPECT_EQ(count(times(128, 9, 8, true, false), ExprKind::kMulSigned), 1) << "that is -128";
}

TEST(ShiftAdd, HasTheBitsOfWideProducts) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    const bool is_signed = random() % 2 == 0;
    const int width_c = 2 + static_cast<int>(random() % 30), width_x = 2 + static_cast<int>(random() % 32);
    const std::uint64_t c = random() & ((std::uint64_t{1} << width_c) - 1);
    const Module module = times(c, width_x, width_c, is_signed, true);
    EXPECT_EQ(count(module, ExprKind::kMul) + count(module, ExprKind::kMulSigned), 0);
    Interpreter plain(times(c, width_x, width_c, is_signed, false)), expanded(module);
    for (int k = 0; k < 50; ++k) {
      const std::uint64_t x = random() & ((std::uint64_t{1} << width_x) - 1);
      plain.set("x", x);
      expanded.set("x", x);
      ASSERT_EQ(expanded.get("q"), plain.get("q")) << x << " times " << c << (is_signed ? " signed" : "");
    }
  }
}

/// A constant has at most half as many signed digits as bits; what repeats is added once.
TEST(ShiftAdd, TakesFewSums) {
  EXPECT_EQ(sums(times(0xff, 8, 8, false, true)), 1) << "256 - 1";
  EXPECT_EQ(sums(times(0x50505, 8, 20, false, true)), 3) << "5, and 5 moved up twice";
  EXPECT_EQ(sums(times(0x33333, 8, 20, false, true)), 4) << "3, 3 + 3 << 4, that twice, and 3";
  std::mt19937_64 random(8);
  int all = 0;
  for (int i = 0; i < 200; ++i) {
    const int n = sums(times((1U << 23) | (random() & 0x7fffff), 24, 24, false, true));
    EXPECT_LE(n, 12);
    all += n;
  }
  EXPECT_LT(all, 200 * 6) << "of 24 bits, a mean of less than the 7 that the digits alone take";
}

/// A product of two values that vary stays one, and so does one with a constant if sums were not requested.
TEST(ShiftAdd, LeavesOtherProducts) {
  Builder b("m");
  b.expand_products();
  const Value x = b.input("x", 8), y = b.input("y", 8);
  b.output("q", mul(x, y));
  EXPECT_EQ(count(b.finish(), ExprKind::kMul), 1);
  EXPECT_EQ(count(times(0x2d, 8, 8, false, false), ExprKind::kMul), 1);
}

}  // namespace
}  // namespace rtlgen::hw
