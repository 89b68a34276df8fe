// The functions' definition against MPFR: every operand of small formats, many of float32.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "neighbours.hpp"

namespace rtlgen::spec {
namespace {

using test::is_neighbour;
using test::true_value;

constexpr Op kOneArgument[] = {Op::kExp, Op::kLog, Op::kSin, Op::kCos, Op::kTanh};

const char* name_of(Op op) {
  switch (op) {
    case Op::kExp: return "exp";
    case Op::kLog: return "log";
    case Op::kSin: return "sin";
    case Op::kCos: return "cos";
    case Op::kTanh: return "tanh";
    default: return "pow";
  }
}

/// Counts results that are no neighbour of the true value, and keeps the first few.
struct Tally {
  int faults = 0;
  double ulps = 0;

  void check(Op op, const Type& t, std::uint64_t a, std::uint64_t b, bool flush) {
    Real value(200);
    true_value(op, t, a, b, flush, value.get());
    const std::uint64_t result = evaluate_function(op, t, a, b, flush);
    if (is_neighbour(t, result, value.get(), flush, &ulps)) return;
    if (++faults > 3) return;
    ADD_FAILURE() << fmt::format("{} {}({:x}, {:x}){} = {:x}, true value {}", t.name(), name_of(op), a, b,
                                 flush ? " flush" : "", result, mpfr_get_d(value.get(), MPFR_RNDN));
  }
};

TEST(Functions, EveryOperandOfSmallFormats) {
  for (const auto& [e, f] : {std::pair{5, 10}, {8, 7}, {4, 5}, {2, 1}, {2, 9}, {3, 12}, {6, 4}, {11, 3}}) {
    const Type t = Type::float_of(e, f);
    for (const Op op : kOneArgument) {
      for (const bool flush : {false, true}) {
        Tally tally;
        for (std::uint64_t a = 0; a <= t.mask(); ++a) tally.check(op, t, a, 0, flush);
        EXPECT_EQ(tally.faults, 0) << t.name() << " " << name_of(op);
        if (getenv("SHOW")) fmt::print("{} {} {:.4f}\n", t.name(), name_of(op), tally.ulps);
      }
    }
  }
}

TEST(Functions, SampleOfFloat32) {
  const Type t = Type::float_of(8, 23);
  std::mt19937_64 random(3);
  for (const Op op : kOneArgument) {
    Tally tally;
    for (int i = 0; i < 200000; ++i) tally.check(op, t, random() & t.mask(), 0, false);
    for (int i = 0; i < 200000; ++i) tally.check(op, t, (random() % 12 + 122) << 23 | (random() & 0x807fffff), 0, false);
    EXPECT_EQ(tally.faults, 0) << name_of(op);
    if (getenv("SHOW")) fmt::print("{} {} {:.4f}\n", t.name(), name_of(op), tally.ulps);
  }
}

TEST(Functions, EveryPairOfTinyFormatsToAPower) {
  for (const auto& [e, f] : {std::pair{4, 3}, {2, 3}, {5, 2}, {3, 4}}) {
    const Type t = Type::float_of(e, f);
    for (const bool flush : {false, true}) {
      Tally tally;
      for (std::uint64_t a = 0; a <= t.mask(); ++a) {
        for (std::uint64_t b = 0; b <= t.mask(); ++b) tally.check(Op::kPow, t, a, b, flush);
      }
      EXPECT_EQ(tally.faults, 0) << t.name();
      if (getenv("SHOW")) fmt::print("{} {} {:.4f}\n", t.name(), "pow", tally.ulps);
    }
  }
}

TEST(Functions, SampleOfFloat32ToAPower) {
  const Type t = Type::float_of(8, 23);
  std::mt19937_64 random(3);
  Tally tally;
  for (int i = 0; i < 100000; ++i) tally.check(Op::kPow, t, random() & t.mask(), random() & t.mask(), false);
  for (int i = 0; i < 300000; ++i) {
    const std::uint64_t a = (random() % 20 + 117) << 23 | (random() & 0x7fffff);
    tally.check(Op::kPow, t, a, (random() % 20 + 117) << 23 | (random() & 0x807fffff), false);
  }
  EXPECT_EQ(tally.faults, 0);
  if (getenv("SHOW")) fmt::print("{} {} {:.4f}\n", t.name(), "pow", tally.ulps);
}

}  // namespace
}  // namespace rtlgen::spec
