// Counts of two units do not mix.
#include "support/units.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace rtlgen {
namespace {

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
}
|| requires(A a, B b) { a - b; }
|| requires(A a, B b) { a += b; };
template <class A, class B>
concept Comparable = requires(A a, B b) {
  a == b;
}
|| requires(A a, B b) { a < b; };
template <class A, class B>
concept Divisible = requires(A a, B b) {
  a / b;
}
|| requires(A a, B b) { a % b; };
template <class A, class B>
concept Multipliable = requires(A a, B b) {
  a* b;
};

static_assert(Addable<Words, Words> && Comparable<Words, Words> && Divisible<Words, Words>, "counts of one unit mix");
static_assert(!Addable<Words, Tokens> && !Comparable<Words, Tokens> && !Divisible<Words, Tokens>,
              "those of two units do not");
static_assert(!Addable<Beats, Bits> && !Comparable<Beats, Bits> && !Divisible<Bits, Beats>, "of memory neither");
static_assert(!Addable<Words, int> && !Comparable<Words, int> && !Divisible<Words, int>, "nor with a number");
static_assert(Multipliable<Words, int> && !Multipliable<Words, Words>, "a number says how many times");
static_assert(!std::is_convertible_v<int, Words> && std::is_constructible_v<Words, int>,
              "a number becomes a count aloud");
static_assert(!std::is_convertible_v<Words, std::int64_t> && !std::is_constructible_v<std::int64_t, Words>,
              "a count is no number");
static_assert(!std::is_constructible_v<Words, Tokens> && !std::is_assignable_v<Words&, Tokens>, "units stay apart");
static_assert(!std::is_constructible_v<Words, double>, "a count is whole");

TEST(Count, CountsLikeANumber) {
  Bits bits(20);
  bits += Bits(5);
  EXPECT_EQ(bits.value(), 25);
  EXPECT_EQ((bits - Bits(1)) / Bits(8), 3);
  EXPECT_EQ(bits % Bits(8), Bits(1));
  EXPECT_EQ(3 * Bits(2), Bits(2) * 3);
  EXPECT_LT(Bits(), Bits(1));
}

}  // namespace
}  // namespace rtlgen
