// Trees of sums: right, and never more operations than the published search finds.
#include "analysis/sharing/sums.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "analysis/sharing/terms.hpp"
#include "filters.hpp"
#include "random_stencil.hpp"

namespace rtlgen::test {
namespace {

using analysis::common_factor;
using analysis::SumPlan;
using analysis::SumProblem;
using analysis::Term;

struct Known {
  const char* name;
  SumProblem problem;
  int most;  ///< additions
};

TEST(Sums, FiltersNeedNoMoreThanThePublishedSearchFinds) {
  // A box of n needs floor(log2 n) + ones(n) - 1 additions along each axis.
  const Known filters[] = {
      {"box 3x3", box_problem(3, 3), 4},   {"box 5x5", box_problem(5, 5), 6}, {"box 9x9", box_problem(9, 9), 8},
      {"box 16x1", box_problem(16, 1), 4}, {"box 7x7", box_problem(7, 7), 8}, {"contrast", contrast_problem(), 196},
  };
  for (const Known& k : filters) {
    const SumPlan theirs = analysis::soda_search(k.problem);
    const SumPlan ours = analysis::best_search(k.problem);
    EXPECT_TRUE(is_right(k.problem, theirs)) << k.name;
    EXPECT_TRUE(is_right(k.problem, ours)) << k.name;
    EXPECT_LE(ours.additions(), theirs.additions()) << k.name;
    EXPECT_LE(ours.additions(), k.most) << k.name;
    std::printf("%s: %d written, %d published search, %d ours\n", k.name, analysis::operations_as_written(k.problem),
                theirs.additions(), ours.additions());
  }
}

SumProblem random_problem(Random& random) {
  SumProblem p;
  p.grid = {64, 32, 8};
  p.units.resize(static_cast<std::size_t>(random.between(1, 3)));
  p.ring = random.chance(50);
  for (auto& a : p.resolves_outside) a = random.chance(40);
  for (int i = random.between(1, 3); i > 0; --i) {
    p.sums.emplace_back();
    for (int t = random.between(2, 14); t > 0; --t) {
      const std::int64_t c = p.ring ? random.between(-4, 4) : random.chance(30) ? -1 : 1;
      if (c == 0) continue;
      p.sums.back().push_back(
          {random.below(static_cast<int>(p.units.size())), {random.between(-3, 3), random.between(-2, 2), 0}, c});
    }
    if (p.sums.back().empty()) p.sums.pop_back();
  }
  return p;
}

TEST(Sums, RandomSumsAreRight) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const SumProblem p = random_problem(random);
    const SumPlan plan = analysis::best_search(p);
    ASSERT_TRUE(is_right(p, plan)) << i;
    EXPECT_LE(plan.operations(), analysis::operations_as_written(p)) << i;
    EXPECT_LE(plan.operations(), analysis::soda_search(p).operations()) << i;
  }
}

/// -2^63 has no opposite to divide by.
TEST(Sums, CoefficientsOfTheLeastValueStayAsTheyAre) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(common_factor(6, -4), 2);
  EXPECT_EQ(common_factor(-6, 4), -2);
  EXPECT_EQ(common_factor(-3, -3), -3);
  EXPECT_EQ(common_factor(kLeast, -4), 1);
  EXPECT_EQ(common_factor(-4, kLeast), 1);
}

/// The check of plans finds a plan that is wrong.
TEST(Sums, AWrongPlanIsFound) {
  const SumProblem p = box_problem(5, 5);
  const SumPlan right = analysis::best_search(p);
  ASSERT_TRUE(is_right(p, right));
  SumPlan wrong = right;
  wrong.partials[0].right.offset[0] += 1;
  EXPECT_FALSE(is_right(p, wrong));
  wrong = right;
  wrong.sums[0][0].coefficient = -1;
  EXPECT_FALSE(is_right(p, wrong));
  wrong = right;
  wrong.sums[0].push_back({0, {}, 1});
  EXPECT_FALSE(is_right(p, wrong));
}

/// If reads outside the grid have a value along x, sums of a row stay in their place.
TEST(Sums, NothingMovesAlongAnAxisWithARule) {
  SumProblem p = box_problem(3, 3);
  p.resolves_outside = {true, true, false};
  EXPECT_EQ(analysis::best_search(p).additions(), 4);
  p = box_problem(8, 1);
  EXPECT_EQ(analysis::best_search(p).additions(), 3);
  p.resolves_outside = {true, false, false};
  EXPECT_EQ(analysis::best_search(p).additions(), 7);
}

}  // namespace
}  // namespace rtlgen::test
