// Registers on die crossings belong to the points of a search: what is compared is what is built.
#include <gtest/gtest.h>

#include <algorithm>

#include "driver/prepare/prepare.hpp"
#include "explore/explore.hpp"
#include "model/area/calibration.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::explore {
namespace {

/// A grid on which passes wait for each other, so that the registers of hops cost time in each pass.
class Hops : public testing::Test {
 protected:
  void SetUp() override {
    Diagnostics diagnostics;
    const auto program = driver::read_program(
        {test::source_folder() + "/configs/life.yaml", {"iterations=48", "grid=[32, 12]", "inputs={}"}}, diagnostics);
    ASSERT_TRUE(program) << diagnostics.render();
    problem_.stencil = program->sharing.hardware;
    problem_.fabric = &model::fabric_of("xc7");
    problem_.calibration = &model::calibration_of("xc7");
    problem_.iterations = 48;
    problem_.budget = {2500, 5000, 20, 0, 0};
    problem_.cells_per_cycle = {1, 4, 16};
    problem_.most_steps = 12;
  }

  /// A die has this many LUTs, and a chain that needs more crosses one between all Executors.
  void divide(std::int64_t luts) {
    problem_.hops = [luts](const model::Area& whole, int steps) { return whole.luts() > luts ? steps - 1 : 0; };
  }

  /// The point of this P and I, searched for alone; none if it does not fit.
  [[nodiscard]] std::optional<Point> alone(int lanes, int steps) const {
    Problem one = problem_;
    one.cells_per_cycle = {lanes};
    one.steps = {steps};
    return search(one).best;
  }

  Problem problem_;
};

TEST_F(Hops, TheBestIsTheBestOfAllPointsWithTheirHops) {
  const std::optional<Point> unhindered = search(problem_).best;
  ASSERT_TRUE(unhindered);
  divide(unhindered->whole().luts() - 1);
  std::optional<Point> best;
  for (const int lanes : problem_.cells_per_cycle) {
    for (int steps = 1; steps <= problem_.most_steps; ++steps) {
      const std::optional<Point> point = alone(lanes, steps);
      if (point && (!best || point->seconds < best->seconds)) best = point;
    }
  }
  ASSERT_TRUE(best);
  const SearchResult result = search(problem_);
  ASSERT_TRUE(result.best);
  EXPECT_TRUE(result.proven);
  EXPECT_DOUBLE_EQ(result.best->seconds, best->seconds);
  EXPECT_DOUBLE_EQ(result.front.front().seconds, best->seconds);
  // The best without hops has them if it is built, and loses: a time that is corrected after the search finds it.
  const std::optional<Point> hindered = alone(unhindered->cells_per_cycle, unhindered->steps);
  ASSERT_TRUE(hindered);
  EXPECT_GT(*hindered->hops, 0);
  EXPECT_GT(hindered->seconds, unhindered->seconds);
  EXPECT_GT(hindered->seconds, 1.001 * best->seconds);
}

/// Wherever the limit of a die is: below, between and above the sum of an area and the area of the hardware.
TEST_F(Hops, PointsHaveTheHopsOfTheirHardware) {
  problem_.all_points = true;
  const std::optional<Point> unhindered = search(problem_).best;
  ASSERT_TRUE(unhindered);
  const std::int64_t luts = unhindered->whole().luts();
  for (const std::int64_t die : {luts / 2, luts - 40, luts - 20, luts - 5, luts, luts + 20}) {
    divide(die);
    const SearchResult result = search(problem_);
    ASSERT_TRUE(result.best);
    std::vector<Point> kept = result.front;
    kept.insert(kept.end(), result.all.begin(), result.all.end());
    kept.push_back(*result.best);
    for (const Point& p : kept)
      EXPECT_EQ(p.hops, problem_.hops(p.whole(), p.steps)) << "P " << p.cells_per_cycle << ", I " << p.steps;
    EXPECT_TRUE(std::ranges::any_of(kept, [](const Point& p) { return *p.hops > 0; }));
  }
}

/// Without a limit, the description's hops are kept as far as the chain has Executors.
TEST_F(Hops, ThoseOfTheDescriptionStay) {
  problem_.stencil.hardware.hops = 3;
  const std::optional<Point> one = alone(1, 2), four = alone(1, 8);
  ASSERT_TRUE(one && four);
  EXPECT_FALSE(four->hops);
  EXPECT_EQ(at_point(problem_.stencil.hardware, *one).hops, 1);
  EXPECT_EQ(at_point(problem_.stencil.hardware, *four).hops, 3);
}

}  // namespace
}  // namespace rtlgen::explore
