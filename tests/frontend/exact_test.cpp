// Exact constants and their rounding, against the processor's own and against exhaustive search.
#include "frontend/expr/exact.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>

#include "frontend/expr/types.hpp"
#include "support/codes.hpp"

namespace rtlgen::frontend {
namespace {

using spec::Op;
using spec::Type;

Exact literal(const std::string& text) { return *parse_literal(text); }

TEST(Exact, LiteralsAreExact) {
  EXPECT_EQ(literal("0.1"), Exact(1, 10));
  EXPECT_EQ(literal("1e-3"), Exact(1, 1000));
  EXPECT_EQ(literal("2.50"), Exact(5, 2));
  EXPECT_EQ(literal(".5"), Exact(1, 2));
  EXPECT_EQ(literal("3."), Exact(3));
  EXPECT_EQ(literal("1.5e+2"), Exact(150));
  EXPECT_EQ(literal("0xfF"), Exact(255));
  EXPECT_EQ(literal("18446744073709551616"), Exact("18446744073709551616"));
  EXPECT_FALSE(parse_literal("1e8001").has_value());
  EXPECT_FALSE(parse_literal("1e99999999999").has_value());
  EXPECT_FALSE(parse_literal(std::string(3000, '1')).has_value());
}

TEST(Exact, RoundsAsTheProcessorDoes) {
  std::mt19937_64 random(7);
  const Type f32 = Type::float_of(8, 23);
  const Type f64 = Type::float_of(11, 52);
  for (int i = 0; i < 20000; ++i) {
    const auto bits = random();
    const double d = std::bit_cast<double>(bits);
    if (!std::isfinite(d)) continue;
    EXPECT_EQ(fit(Exact(d), f64).bits, d == 0 ? 0 : bits);
    // Exponents near those of float32, so that rounding, underflow and overflow all occur.
    const double near = std::ldexp(std::frexp(d, std::make_unique<int>().get()), static_cast<int>(bits % 300) - 170);
    const float rounded = static_cast<float>(near);
    const Fitted fitted = fit(Exact(near), f32);
    if (std::isinf(rounded)) {
      EXPECT_EQ(fitted.fault, FitFault::kOverflow) << near;
    } else {
      EXPECT_EQ(fitted.bits, std::bit_cast<std::uint32_t>(rounded)) << near;
    }
  }
}

TEST(Exact, DecimalTextsRoundAsStrtodDoes) {
  const Type f32 = Type::float_of(8, 23);
  const Type f64 = Type::float_of(11, 52);
  for (const char* text : {"0.1", "1e-45", "7e-46", "7.1e-46", "1.17549435e-38", "3.4028235e38", "16777217",
                           "0.333333333333333333333333", "2.2250738585072011e-308", "5e-324", "9007199254740993"}) {
    EXPECT_EQ(fit(literal(text), f32).bits, std::bit_cast<std::uint32_t>(std::strtof(text, nullptr))) << text;
    EXPECT_EQ(fit(literal(text), f64).bits, std::bit_cast<std::uint64_t>(std::strtod(text, nullptr))) << text;
  }
}

/// Every finite value of a small format comes back; every midpoint goes to the even neighbour.
TEST(Exact, SmallFormatsExhaustively) {
  for (const auto& [e, f] : {std::pair{2, 1}, {3, 2}, {4, 3}, {5, 2}}) {
    const Type type = Type::float_of(e, f);
    const std::uint64_t infinity = ((std::uint64_t{1} << e) - 1) << f;
    for (std::uint64_t bits = 0; bits < infinity; ++bits) {
      const Exact value = decode(bits, type);
      EXPECT_EQ(fit(value, type).bits, bits);
      if (bits + 1 == infinity) {
        const Exact step = value - decode(bits - 1, type);
        EXPECT_EQ(fit(value + step / 2, type).fault, FitFault::kOverflow);
        EXPECT_EQ(fit(value + step * Exact(49, 100), type).bits, bits);
        continue;
      }
      const Exact next = decode(bits + 1, type);
      EXPECT_LT(value, next);
      const Exact middle = (value + next) / 2;
      const Exact hair = (next - value) / 1000000;
      EXPECT_EQ(fit(middle, type).bits, bits % 2 == 0 ? bits : bits + 1);
      EXPECT_EQ(fit(middle - hair, type).bits, bits);
      EXPECT_EQ(fit(middle + hair, type).bits, bits + 1);
      EXPECT_EQ(fit(-(middle + hair), type).bits, (bits + 1) | std::uint64_t{1} << (e + f));
    }
  }
}

TEST(Exact, IntegersFitOrFail) {
  EXPECT_EQ(fit(Exact(-1), Type::int_of(12)).bits, 0xFFFU);
  EXPECT_EQ(fit(Exact(-2048), Type::int_of(12)).bits, 0x800U);
  EXPECT_EQ(fit(Exact(2048), Type::int_of(12)).fault, FitFault::kRange);
  EXPECT_EQ(fit(Exact(-1), Type::uint_of(12)).fault, FitFault::kRange);
  EXPECT_EQ(fit(Exact(1, 2), Type::uint_of(12)).fault, FitFault::kFraction);
  EXPECT_EQ(fit(literal("18446744073709551615"), Type::uint_of(64)).bits, ~std::uint64_t{0});
  EXPECT_EQ(fit(literal("18446744073709551616"), Type::uint_of(64)).fault, FitFault::kRange);
  EXPECT_EQ(decode(0x800, Type::int_of(12)), Exact(-2048));
  EXPECT_EQ(decode(~std::uint64_t{0}, Type::int_of(64)), Exact(-1));
}

TEST(Exact, FixedPointRoundsToNearestEvenAndMustFit) {
  const Type q8 = Type::fixed_of(16, 8);
  EXPECT_EQ(fit(Exact(1, 10), q8).bits, 26U);
  EXPECT_EQ(fit(Exact(-1, 10), q8).bits, 0xffe6U);
  EXPECT_EQ(fit(Exact(1, 512), q8).bits, 0U);  // half a unit
  EXPECT_EQ(fit(Exact(3, 512), q8).bits, 2U);
  EXPECT_EQ(fit(Exact(-3, 512), q8).bits, 0xfffeU);
  EXPECT_EQ(fit(literal("127.998"), q8).bits, 0x7fffU);
  EXPECT_EQ(fit(literal("127.99805"), q8).fault, FitFault::kRange);  // rounds to 128
  EXPECT_EQ(fit(Exact(-128), q8).bits, 0x8000U);
  EXPECT_EQ(fit(literal("-128.001953125"), q8).bits, 0x8000U);
  EXPECT_EQ(fit(literal("-128.002"), q8).fault, FitFault::kRange);
  EXPECT_EQ(fit(Exact(-1, 2), Type::fixed_of(1, 1)).bits, 1U);
  EXPECT_EQ(fit(Exact(1, 2), Type::fixed_of(1, 1)).fault, FitFault::kRange);
  EXPECT_EQ(fit(literal("0.9999999999999999999"), Type::ufixed_of(64, 64)).bits, 0xfffffffffffffffeU);
  EXPECT_EQ(fit(Exact(1), Type::ufixed_of(64, 64)).fault, FitFault::kRange);
  EXPECT_EQ(fit(Exact(-1), Type::ufixed_of(8, 0)).fault, FitFault::kRange);
  for (const Type& t : {q8, Type::ufixed_of(9, 9), Type::fixed_of(5, 0)}) {
    for (std::uint64_t bits = 0; bits <= t.mask(); ++bits) ASSERT_EQ(fit(decode(bits, t), t).bits, bits) << t.name();
  }
}

TEST(Exact, Operations) {
  const auto value = [](Op op, std::vector<Exact> x) { return evaluate_exact(op, x).value; };
  EXPECT_EQ(value(Op::kDiv, {Exact(1), Exact(3)}), Exact(1, 3));
  EXPECT_EQ(value(Op::kRem, {Exact(-7), Exact(3)}), Exact(-1));
  EXPECT_EQ(value(Op::kRem, {Exact(7), Exact(-3)}), Exact(1));
  EXPECT_EQ(value(Op::kBitNot, {Exact(5)}), Exact(-6));
  EXPECT_EQ(value(Op::kBitAnd, {Exact(-1), Exact(12)}), Exact(12));
  EXPECT_EQ(value(Op::kShl, {Exact(3), Exact(70)}), Exact("3541774862152233910272"));
  EXPECT_EQ(value(Op::kShr, {Exact(-5), Exact(1)}), Exact(-3));
  EXPECT_EQ(value(Op::kSqrt, {Exact(9, 16)}), Exact(3, 4));
  EXPECT_EQ(value(Op::kFma, {Exact(2), Exact(3), Exact(4)}), Exact(10));
  EXPECT_EQ(value(Op::kSelect, {Exact(0), Exact(3), Exact(4)}), Exact(4));
  EXPECT_EQ(value(Op::kLe, {Exact(1, 3), Exact(1, 3)}), Exact(1));
  EXPECT_EQ(evaluate_exact(Op::kDiv, {Exact(1), Exact(0)}).fault, ExactFault::kZeroDivisor);
  EXPECT_EQ(evaluate_exact(Op::kRem, {Exact(1), Exact(0)}).fault, ExactFault::kZeroDivisor);
  EXPECT_EQ(evaluate_exact(Op::kSqrt, {Exact(-1)}).fault, ExactFault::kNegative);
  EXPECT_EQ(evaluate_exact(Op::kShl, {Exact(1), Exact(1) << 40}).fault, ExactFault::kTooLarge);
}

TEST(Exact, WholeNumbersBesideFractions) {
  const auto all = [](const Exact& x) {
    std::vector<Exact> out;
    for (const Op op : {Op::kFloor, Op::kCeil, Op::kTrunc, Op::kRound, Op::kRint})
      out.push_back(evaluate_exact(op, {x}).value);
    return out;
  };
  using Five = std::vector<Exact>;
  EXPECT_EQ(all(Exact(5, 2)), (Five{2, 3, 2, 3, 2}));
  EXPECT_EQ(all(Exact(-5, 2)), (Five{-3, -2, -2, -3, -2}));
  EXPECT_EQ(all(Exact(7, 2)), (Five{3, 4, 3, 4, 4}));
  EXPECT_EQ(all(Exact(-7, 3)), (Five{-3, -2, -2, -2, -2}));
  EXPECT_EQ(all(Exact(8, 3)), (Five{2, 3, 2, 3, 3}));
  EXPECT_EQ(all(Exact(-1, 2)), (Five{-1, 0, 0, -1, 0}));
  EXPECT_EQ(all(Exact(4)), (Five{4, 4, 4, 4, 4}));
}

TEST(Exact, FunctionsWithWholeResults) {
  const auto value = [](Op op, const std::vector<Exact>& x) { return evaluate_exact(op, x).value; };
  EXPECT_EQ(value(Op::kExp2, {Exact(-3)}), Exact(1, 8));
  EXPECT_EQ(value(Op::kLog2, {Exact(1, 32)}), Exact(-5));
  EXPECT_EQ(value(Op::kLog10, {Exact(1000)}), Exact(3));
  EXPECT_EQ(value(Op::kCbrt, {Exact(-27)}), Exact(-3));
  EXPECT_EQ(value(Op::kHypot, {Exact(3), Exact(-4)}), Exact(5));
  EXPECT_EQ(value(Op::kAtan2, {Exact(0), Exact(1)}), Exact(0));
  EXPECT_EQ(evaluate_exact(Op::kLog2, {Exact(0)}).fault, ExactFault::kNegative);
  EXPECT_EQ(evaluate_exact(Op::kLog10, {Exact(-1)}).fault, ExactFault::kNegative);
}

TEST(Exact, IrrationalSquareRootsAreGoodToTheLastBitOfFloat64) {
  for (const int n : {2, 3, 5, 7, 10, 1000003}) {
    const Exact root = evaluate_exact(Op::kSqrt, {Exact(n)}).value;
    EXPECT_EQ(fit(root, Type::float_of(11, 52)).bits, std::bit_cast<std::uint64_t>(std::sqrt(double(n))));
  }
}

TEST(Types, NamesReadBack) {
  for (const char* name :
       {"float16", "bfloat16", "float32", "float64", "float<6,9>", "int<12>", "uint<1>", "int8", "uint64"}) {
    const Expected<Type> type = parse_type(name);
    ASSERT_TRUE(type.ok()) << name;
    EXPECT_EQ(type->name(), name);
  }
  EXPECT_EQ(parse_type("float< 8, 23 >")->name(), "float32");
  EXPECT_EQ(parse_type("int<32>")->name(), "int32");
  for (const char* name : {"", "int<>", "int<1", "int<1,>", "int<,1>", "float<5>", "float<5,10,2>", "int<12>x", "Int8",
                           "int12", "uint<99999>", "float<1,3>", "<3>"}) {
    EXPECT_FALSE(parse_type(name).ok()) << name;
  }
  EXPECT_EQ(*parse_type("fixed<16,8>"), Type::fixed_of(16, 8));
  EXPECT_EQ(*parse_type("ufixed<64, 64>"), Type::ufixed_of(64, 64));
  for (const char* text : {"fixed", "fixed<8>", "fixed<65,0>", "fixed<8,9>", "ufixed<0,0>", "fixed<8,-1>"})
    EXPECT_EQ(parse_type(text).error().code, Code::kUnknownType) << text;
}

TEST(Types, WiderHoldsEveryValue) {
  const auto type = [](const char* name) { return *parse_type(name); };
  EXPECT_EQ(wider(type("float16"), type("float32")), type("float32"));
  EXPECT_EQ(wider(type("bfloat16"), type("float32")), type("float32"));
  EXPECT_EQ(wider(type("int<12>"), type("int8")), type("int<12>"));
  EXPECT_FALSE(wider(type("float16"), type("bfloat16")).has_value());
  EXPECT_FALSE(wider(type("int8"), type("uint8")).has_value());
  EXPECT_FALSE(wider(type("int8"), type("float32")).has_value());
  EXPECT_EQ(wider(type("fixed<16,8>"), type("fixed<18,10>")), type("fixed<18,10>"));
  EXPECT_EQ(wider(type("fixed<18,8>"), type("fixed<16,8>")), type("fixed<18,8>"));
  EXPECT_FALSE(wider(type("fixed<16,8>"), type("fixed<17,10>")).has_value());  // 7 whole bits for 8
  EXPECT_FALSE(wider(type("fixed<16,8>"), type("fixed<24,7>")).has_value());
  EXPECT_FALSE(wider(type("fixed<16,8>"), type("ufixed<8,4>")).has_value());
  EXPECT_FALSE(wider(type("fixed<16,0>"), type("int16")).has_value());
}

}  // namespace
}  // namespace rtlgen::frontend
