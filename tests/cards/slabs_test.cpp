// Who owns which rows.
#include "cards/slabs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using cards::Slab;
using cards::SplitInput;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Slab> slabs_of(const SplitInput& input) {
  Diagnostics diagnostics;
  auto slabs = cards::split(input, diagnostics);
  EXPECT_TRUE(slabs.ok()) << diagnostics.render();
  return slabs.ok() ? *std::move(slabs) : std::vector<Slab>();
}

std::string refusal(const SplitInput& input) {
  Diagnostics diagnostics;
  EXPECT_FALSE(cards::split(input, diagnostics).ok());
  return diagnostics.render();
}

std::vector<std::int64_t> counts(const std::vector<Slab>& slabs) {
  std::vector<std::int64_t> list;
  for (const Slab& s : slabs) list.push_back(s.count);
  return list;
}

SplitInput input(std::int64_t rows, int cards, std::int64_t low = 2, std::int64_t high = 3) {
  SplitInput in;
  in.rows = rows;
  in.cards = cards;
  in.reach_low = low;
  in.reach_high = high;
  in.maximum = rows;
  return in;
}

/// Every row has one owner, in order; ghosts lie at ends that are not the grid's, and show rows of one neighbour.
void check(const SplitInput& in, const std::vector<Slab>& slabs) {
  std::int64_t next = 0;
  for (std::size_t c = 0; c < slabs.size(); ++c) {
    const Slab& s = slabs[c];
    EXPECT_EQ(s.first, next);
    EXPECT_EQ(s.card, static_cast<int>(c) / in.slabs);
    next += s.count;
    const bool low = slabs.size() > 1 && (c > 0 || in.wraps),
               high = slabs.size() > 1 && (c + 1 < slabs.size() || in.wraps);
    EXPECT_EQ(s.low, low ? in.reach_low : 0);
    EXPECT_EQ(s.high, high ? in.reach_high : 0);
    EXPECT_EQ(s.below, low ? static_cast<int>((c + slabs.size() - 1) % slabs.size()) : -1);
    EXPECT_EQ(s.above, high ? static_cast<int>((c + 1) % slabs.size()) : -1);
    EXPECT_GE(s.count, slabs.size() > 1 ? std::max(in.reach_low, in.reach_high) : 1);
    EXPECT_GE(s.rows(), in.minimum);
    EXPECT_LE(s.rows(), in.maximum);
  }
  EXPECT_EQ(next, in.rows);
}

TEST(Slabs, AreEqualForEqualCards) {
  EXPECT_THAT(counts(slabs_of(input(40, 4))), ElementsAre(10, 10, 10, 10));
  EXPECT_THAT(counts(slabs_of(input(42, 4))), ElementsAre(11, 11, 10, 10));
  EXPECT_THAT(counts(slabs_of(input(7, 1))), ElementsAre(7));
}

TEST(Slabs, FollowSpeeds) {
  SplitInput in = input(70, 3);
  in.speeds = {4, 2, 1};
  EXPECT_THAT(counts(slabs_of(in)), ElementsAre(40, 20, 10));
  in.speeds = {1e9, 0.5e9, 0.25e9};
  EXPECT_THAT(counts(slabs_of(in)), ElementsAre(40, 20, 10));
  // Too slow for what its neighbours' ghosts show: it owns that much all the same.
  in.speeds = {100, 100, 1};
  EXPECT_THAT(counts(slabs_of(in)), ElementsAre(34, 33, 3));
}

TEST(Slabs, HoldForAllShapes) {
  for (std::int64_t rows = 1; rows < 60; ++rows) {
    for (int cards = 1; cards < 6; ++cards) {
      for (const bool wraps : {false, true}) {
        SplitInput in = input(rows, cards, rows % 4, rows % 3);
        in.wraps = wraps;
        in.minimum = 1 + rows % 5;
        in.slabs = 1 + static_cast<int>(rows) % 3;
        if (in.minimum > rows) continue;
        for (int c = 0; c < cards && rows % 2 == 0; ++c) in.speeds.push_back(1 + (c * 7 + static_cast<int>(rows)) % 5);
        Diagnostics diagnostics;
        const auto slabs = cards::split(in, diagnostics);
        if (slabs) {
          check(in, *slabs);
        } else {
          EXPECT_THAT(diagnostics.render(), HasSubstr("RG0815"));
        }
        // Wherever cards own enough and their slabs are no longer than the grid a division exists.
        EXPECT_TRUE(slabs.ok() || rows < cards * in.slabs * 8 || rows < 20)
            << rows << " " << cards << diagnostics.render();
      }
    }
  }
}

TEST(Slabs, OfACardAreAlike) {
  SplitInput in = input(60, 2);
  in.slabs = 3;
  EXPECT_THAT(counts(slabs_of(in)), ElementsAre(10, 10, 10, 10, 10, 10));
  in.speeds = {2, 1};
  EXPECT_THAT(counts(slabs_of(in)), ElementsAre(13, 13, 13, 7, 7, 7));
}

/// Every exchange has a whole slot to hide in, where the order allows that.
TEST(Slabs, NeighboursAreNotLastAndFirst) {
  const auto exposed = [](int rows, int cards, int each, bool wraps) {
    SplitInput in = input(rows, cards, 1, 1);
    in.slabs = each;
    in.wraps = wraps;
    const auto slabs = slabs_of(in);
    int within = 0, between = 0;
    for (const Slab& s : slabs) {
      for (const int from : {s.below, s.above}) {
        if (from < 0 || !cards::is_exposed(slabs[static_cast<std::size_t>(from)].slot, s.slot, each)) continue;
        ++(slabs[static_cast<std::size_t>(from)].card == s.card ? within : between);
      }
    }
    return std::pair(within, between);
  };
  for (int n = 2; n < 7; ++n) {
    for (const bool wraps : {false, true}) {
      EXPECT_EQ(exposed(100, n, 1, wraps), std::pair(0, wraps ? 2 * n : 2 * (n - 1))) << "one slab: all of it";
      EXPECT_EQ(exposed(100, n, 2, wraps), std::pair(n, wraps && n % 2 == 1 ? 1 : 0)) << "two: within cards, one way";
      EXPECT_EQ(exposed(100, n, 3, wraps), std::pair(0, wraps && n % 2 == 1 ? 1 : 0)) << "three: where a circle is odd";
      EXPECT_EQ(exposed(100, n, 4, wraps), std::pair(0, 0));
    }
  }
}

TEST(Slabs, TooFewRowsAreRefused) {
  EXPECT_THAT(refusal(input(8, 3)), HasSubstr("error[RG0815]: 8 rows along the last axis are too few for 3 cards"));
  EXPECT_THAT(
      refusal(input(8, 3)),
      HasSubstr("each card needs at least 3 rows, because a pass reads 2 rows below and 3 above: use at most 2 cards"));
  SplitInput in = input(17, 2);
  in.slabs = 3;
  EXPECT_THAT(
      refusal(in),
      HasSubstr("--slabs: error[RG0815]: 17 rows along the last axis are too few for 2 cards with 3 slabs each"));
  EXPECT_THAT(
      refusal(in),
      HasSubstr(
          "each slab needs at least 3 rows, because a pass reads 2 rows below and 3 above: use at most 5 slabs in "
          "all"));
  in = input(12, 3, 4, 4);
  in.wraps = true;
  EXPECT_TRUE(slabs_of(in).size() == 3U);
  in = input(8, 2, 4, 4);
  in.wraps = true;
  EXPECT_THAT(refusal(in), HasSubstr("card 0 would compute 12 rows with its ghosts, but a card computes at most 8"));
}

TEST(Slabs, SpeedsThatAreNoneAreRefused) {
  SplitInput in = input(40, 2);
  in.speeds = {1, 2, 3};
  EXPECT_THAT(refusal(in), HasSubstr("error[RG0816]: there are 3 speeds for 2 cards"));
  for (const double bad : {0.0, -1.0, static_cast<double>(INFINITY), static_cast<double>(NAN)}) {
    in.speeds = {1, bad};
    EXPECT_THAT(refusal(in), HasSubstr("is not a speed"));
  }
  for (const auto& [slow, fast] : {std::pair(1.0, 1e308), std::pair(5e-324, 1.0), std::pair(1.0, 1.1e6)}) {
    in.speeds = {slow, fast};
    EXPECT_THAT(refusal(in), HasSubstr("more than a million times faster than one of"));
  }
}

/// Sums and products of such speeds leave the range of double.
TEST(Slabs, SpeedsOfAnySizeShareOutEveryRow) {
  SplitInput in = input(40, 2);
  for (const double unit : {1e308, 1.0, 5e-324}) {
    in.speeds = {unit, unit};
    const std::vector<Slab> slabs = slabs_of(in);
    ASSERT_EQ(slabs.size(), 2U);
    EXPECT_EQ(slabs[0].count, 20);
    EXPECT_EQ(slabs[1].first + slabs[1].count, 40);
  }
}

}  // namespace
}  // namespace rtlgen::test
