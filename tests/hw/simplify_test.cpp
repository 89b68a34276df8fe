// The result of each simplification. That it is right for all operand values is
// checked on random modules in equivalence_test.cpp.
#include <gtest/gtest.h>

#include "hw/builder.hpp"
#include "support/errors.hpp"

namespace rtlgen::hw {
namespace {

class Simplify : public ::testing::Test {
 protected:
  [[nodiscard]] ExprKind kind(Value v) const { return b.module().exprs[v.id].kind; }
  Builder b{"m"};
  Value x = b.input("x", 8);
  Value y = b.input("y", 8);
  Value c = b.input("c", 1);
  Value d = b.input("d", 1);
  Value zero = b.constant(8, 0);
  Value ones = b.constant(8, 0xff);
};

#define EXPECT_SAME(a, b) EXPECT_EQ((a).id, (b).id)

TEST_F(Simplify, EqualExpressionsAreShared) {
  EXPECT_SAME(x + y, x + y);
  EXPECT_NE((x + y).id, (x - y).id);
  EXPECT_NE((x + y).id, (y + x).id);
  EXPECT_NE(x.slice(3, 0).id, x.slice(4, 1).id);
  EXPECT_NE(b.constant(8, 1).id, b.constant(9, 1).id);
}

TEST_F(Simplify, Logic) {
  EXPECT_SAME(x & zero, zero);
  EXPECT_SAME(zero & x, zero);
  EXPECT_SAME(x & ones, x);
  EXPECT_SAME(x & x, x);
  EXPECT_SAME(x | zero, x);
  EXPECT_SAME(x | ones, ones);
  EXPECT_SAME(x | x, x);
  EXPECT_SAME(x ^ zero, x);
  EXPECT_SAME(x ^ ones, ~x);
  EXPECT_SAME(x ^ x, zero);
  EXPECT_SAME(~~x, x);
}

TEST_F(Simplify, Arithmetic) {
  EXPECT_SAME(x + zero, x);
  EXPECT_SAME(zero + x, x);
  EXPECT_SAME(x - zero, x);
  EXPECT_SAME(x - x, zero);
  EXPECT_SAME(add_carry(x, y, b.zero()), x + y);
  EXPECT_EQ(kind(zero - x), ExprKind::kSub);
}

TEST_F(Simplify, ProductsWithPowersOfTwoAreWiring) {
  EXPECT_SAME(mul(x, zero), b.constant(16, 0));
  EXPECT_SAME(mul(x, b.constant(8, 1)), zext(x, 16));
  EXPECT_SAME(mul(b.constant(8, 4), x), zext(cat({x, b.constant(2, 0)}), 16));
  EXPECT_EQ(kind(mul(x, b.constant(8, 3))), ExprKind::kMul);
  EXPECT_SAME(mul(b.constant(8, 7), b.constant(4, 9)), b.constant(12, 63));
}

TEST_F(Simplify, Selection) {
  EXPECT_SAME(mux(b.one(), x, y), x);
  EXPECT_SAME(mux(b.zero(), x, y), y);
  EXPECT_SAME(mux(c, x, x), x);
  EXPECT_SAME(mux(c, b.one(), b.zero()), c);
  EXPECT_SAME(mux(c, b.zero(), b.one()), ~c);
  EXPECT_SAME(mux(c, d, b.zero()), c & d);
  EXPECT_SAME(mux(c, b.one(), d), c | d);
  EXPECT_SAME(mux(~c, x, y), mux(c, y, x));
}

TEST_F(Simplify, SlicesLookThroughWiring) {
  EXPECT_SAME(x.slice(7, 0), x);
  EXPECT_SAME(x.slice(6, 1).slice(3, 2), x.slice(4, 3));
  EXPECT_SAME(cat({x, y}).slice(7, 0), y);
  EXPECT_SAME(cat({x, y}).slice(15, 8), x);
  EXPECT_SAME(cat({x, y}).slice(9, 6), cat({x.slice(1, 0), y.slice(7, 6)}));
  EXPECT_SAME(zext(x, 12).slice(11, 8), b.constant(4, 0));
  EXPECT_SAME(zext(x, 12).slice(5, 2), x.slice(5, 2));
  EXPECT_SAME(zext(x, 12).slice(9, 4), zext(x.slice(7, 4), 6));
  EXPECT_SAME(sext(x, 12).slice(7, 0), x);
  EXPECT_SAME(repeat(c, 8).slice(4, 2), repeat(c, 3));
  EXPECT_SAME(b.constant(8, 0xa5).slice(6, 3), b.constant(4, 4));
}

TEST_F(Simplify, ConcatenationsMerge) {
  EXPECT_SAME(cat({x.slice(7, 3), x.slice(2, 0)}), x);
  EXPECT_SAME(cat({x.slice(6, 4), x.slice(3, 2)}), x.slice(6, 2));
  EXPECT_NE(cat({x.slice(2, 0), x.slice(7, 3)}).id, x.id);
  EXPECT_SAME(cat({x, b.constant(2, 1), b.constant(3, 2)}), cat({x, b.constant(5, 10)}));
  EXPECT_SAME(cat({b.constant(4, 0), x}), zext(x, 12));
  EXPECT_SAME(cat({cat({x, c}), cat({d, y})}), cat({x, c, d, y}));
}

TEST_F(Simplify, ComparisonsWithConstants) {
  EXPECT_SAME(eq(c, b.one()), c);
  EXPECT_SAME(eq(b.zero(), c), ~c);
  EXPECT_SAME(ne(c, b.one()), ~c);
  EXPECT_SAME(ne(c, b.zero()), c);
  EXPECT_SAME(eq(x, zero), ~reduce_or(x));
  EXPECT_SAME(ne(x, zero), reduce_or(x));
  EXPECT_SAME(eq(x, ones), reduce_and(x));
  EXPECT_SAME(ult(x, zero), b.zero());
  EXPECT_SAME(ule(zero, x), b.one());
  EXPECT_SAME(ule(x, x), b.one());
  EXPECT_SAME(slt(x, x), b.zero());
}

TEST_F(Simplify, ShiftsByConstantsAreWiring) {
  EXPECT_SAME(shl(x, b.constant(4, 0)), x);
  EXPECT_SAME(shl(x, b.constant(4, 3)), cat({x.slice(4, 0), b.constant(3, 0)}));
  EXPECT_SAME(shr(x, b.constant(4, 3)), zext(x.slice(7, 3), 8));
  EXPECT_SAME(sar(x, b.constant(4, 2)), cat({repeat(x.msb(), 2), x.slice(7, 2)}));
  EXPECT_SAME(shr(x, b.constant(4, 8)), zero);
  EXPECT_SAME(sar(x, b.constant(4, 15)), repeat(x.msb(), 8));
  EXPECT_SAME(shl(x, b.constant(Bits::ones(70))), zero);
}

TEST_F(Simplify, ExtensionsAndReductions) {
  EXPECT_SAME(zext(x, 8), x);
  EXPECT_SAME(sext(x, 8), x);
  EXPECT_SAME(zext(zext(x, 10), 14), zext(x, 14));
  EXPECT_SAME(sext(zext(x, 10), 14), zext(x, 14));
  EXPECT_SAME(reduce_or(zext(x, 14)), reduce_or(x));
  EXPECT_SAME(reduce_and(c), c);
  EXPECT_SAME(repeat(x, 1), x);
}

TEST_F(Simplify, WidthsMustMatch) {
  EXPECT_THROW(x + c, InternalError);
  EXPECT_THROW(eq(x, c), InternalError);
  EXPECT_THROW(mux(x, y, y), InternalError);
  EXPECT_THROW(mux(c, x, d), InternalError);
  EXPECT_THROW(static_cast<void>(x.slice(8, 0)), InternalError);
  EXPECT_THROW(zext(x, 7), InternalError);
  EXPECT_THROW(cat({}), InternalError);
  Builder other("other");
  EXPECT_THROW(x + other.input("x", 8), InternalError);
}

}  // namespace
}  // namespace rtlgen::hw
