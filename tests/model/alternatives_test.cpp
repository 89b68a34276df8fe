// The Pareto rule for designs.
#include "model/alternatives.hpp"

#include <gtest/gtest.h>

namespace rtlgen::model {
namespace {

using By = std::vector<std::optional<std::size_t>>;
constexpr double kTie = 1.005;

TEST(Alternatives, WhatCostsMoreMustBeFaster) {
  // As fast with more LUTs; faster with more LUTs; slower with fewer.
  EXPECT_EQ(superfluous({{1, {20, 5}}, {1, {10, 5}}, {0.5, {30, 5}}, {2, {5, 5}}}, kTie),
            (By{1, std::nullopt, std::nullopt, std::nullopt}));
  // Slower and larger.
  EXPECT_EQ(superfluous({{1, {10, 5}}, {3, {10, 6}}}, kTie), (By{std::nullopt, 0}));
}

TEST(Alternatives, LessOfOneResourceIsAReasonToStay) {
  EXPECT_EQ(superfluous({{1, {10, 5}}, {1, {9, 6}}, {2, {9, 5}}}, kTie),
            (By{std::nullopt, std::nullopt, std::nullopt}));
}

TEST(Alternatives, TheFirstOfEqualOnesStays) {
  EXPECT_EQ(superfluous({{1, {10}}, {1, {10}}, {1, {10}}}, kTie), (By{std::nullopt, 0, 0}));
  EXPECT_EQ(superfluous({{1.001, {10}}, {1, {10}}}, kTie), (By{1, std::nullopt})) << "at the same cost, time decides";
}

TEST(Alternatives, ATieIsDecidedByCost) {
  EXPECT_EQ(superfluous({{1, {20}}, {1.004, {10}}}, kTie), (By{1, std::nullopt}));
  EXPECT_EQ(superfluous({{1, {20}}, {1.006, {10}}}, kTie), (By{std::nullopt, std::nullopt}));
  EXPECT_EQ(superfluous({{1, {20}}, {1.004, {10}}}, 1), (By{std::nullopt, std::nullopt}));
}

/// Each is within a tie of the next, but the first is not within a tie of the last.
TEST(Alternatives, TiesDoNotAddUp) {
  const By by = superfluous({{1, {30}}, {1.004, {20}}, {1.008, {10}}}, kTie);
  EXPECT_EQ(by, (By{std::nullopt, 2, std::nullopt}));
}

TEST(Alternatives, NoneIsNoFault) { EXPECT_TRUE(superfluous({}, kTie).empty()); }

}  // namespace
}  // namespace rtlgen::model
