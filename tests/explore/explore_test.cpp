// The search against trying every point, and what it says of points that it does not take.
#include "explore/explore.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "../driver/scratch.hpp"
#include "driver/prepare/prepare.hpp"
#include "model/area/calibration.hpp"
#include "model/flops.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::explore {
namespace {

/// Areas of points are sums, and the chosen ones are elaborated.
constexpr double kNearlyEqual = 1.02;

/// A small stencil on a device of a few thousand LUTs.
class Small : public testing::Test {
 protected:
  void SetUp() override {
    Diagnostics diagnostics;
    const auto program =
        driver::read_program({test::source_folder() + "/configs/life.yaml", {"iterations=48"}}, diagnostics);
    ASSERT_TRUE(program) << diagnostics.render();
    problem_.stencil = program->sharing.hardware;
    problem_.fabric = &model::fabric_of("xc7");
    problem_.calibration = &model::calibration_of("xc7");
    problem_.iterations = 48;
    problem_.budget = {2500, 5000, 20, 0, 0};
    problem_.cells_per_cycle = {1, 4, 16};
    problem_.most_steps = 12;
  }

  /// The best of single points, each searched for alone.
  std::optional<Point> tried() const {
    std::optional<Point> best;
    for (const int lanes : problem_.cells_per_cycle) {
      for (int steps = 1; steps <= problem_.most_steps; ++steps) {
        Problem one = problem_;
        one.cells_per_cycle = {lanes};
        one.steps = {steps};
        const SearchResult result = search(one);
        if (result.best && (!best || result.best->seconds < best->seconds)) best = result.best;
      }
    }
    return best;
  }

  Problem problem_;
};

TEST_F(Small, TheBestIsTheBestOfAll) {
  const SearchResult result = search(problem_);
  ASSERT_TRUE(result.best);
  EXPECT_TRUE(result.proven);
  const auto best = tried();
  ASSERT_TRUE(best);
  EXPECT_DOUBLE_EQ(result.best->seconds, best->seconds);
  EXPECT_LE(fullest(result.best->area, problem_.budget, *problem_.fabric).part, 1);
}

TEST_F(Small, FewerPointsArePlannedThanThereAre) {
  const SearchResult result = search(problem_);
  EXPECT_LT(result.planned, result.fitting);
  EXPECT_GE(result.points, result.fitting);
}

TEST_F(Small, AllPointsAreListedWithTheirOwnTimes) {
  EXPECT_TRUE(search(problem_).all.empty());
  problem_.all_points = true;
  const SearchResult result = search(problem_);
  ASSERT_FALSE(result.all.empty());
  EXPECT_LE(static_cast<std::int64_t>(result.all.size()), result.fitting);
  EXPECT_GT(static_cast<std::int64_t>(result.all.size()), result.planned);
  EXPECT_DOUBLE_EQ(result.all.front().seconds, result.best->seconds);
  for (std::size_t i = 0; i < result.all.size(); i += 1 + result.all.size() / 8) {
    Problem one = problem_;
    one.cells_per_cycle = {result.all[i].cells_per_cycle};
    one.steps = {result.all[i].steps};
    one.blocks = {result.all[i].block};
    one.rams = {result.all[i].ram};
    const SearchResult alone = search(one);
    ASSERT_TRUE(alone.best) << "point " << i;
    EXPECT_DOUBLE_EQ(result.all[i].seconds, alone.best->seconds) << "point " << i;
    EXPECT_TRUE(result.all[i].planned);
  }
}

TEST_F(Small, TheFrontFallsInTimeAndArea) {
  const SearchResult result = search(problem_);
  ASSERT_GE(result.front.size(), 2U);
  for (std::size_t i = 1; i < result.front.size(); ++i) {
    EXPECT_GE(result.front[i].seconds, result.front[i - 1].seconds);
    EXPECT_LT(fullest(result.front[i].area, problem_.budget, *problem_.fabric).part,
              fullest(result.front[i - 1].area, problem_.budget, *problem_.fabric).part);
  }
  EXPECT_DOUBLE_EQ(result.front.front().seconds, result.best->seconds);
}

TEST_F(Small, NeighboursAreExplained) {
  const SearchResult result = search(problem_);
  ASSERT_FALSE(result.neighbours.empty());
  for (const Rejected& r : result.neighbours) EXPECT_FALSE(r.reason.empty());
  const bool one_does_not_fit = std::any_of(result.neighbours.begin(), result.neighbours.end(), [](const Rejected& r) {
    return r.reason.find(" LUT of 2,500") != std::string::npos;
  });
  EXPECT_TRUE(one_does_not_fit);
}

/// The next number of steps is better, but was not to be tried.
TEST_F(Small, ANeighbourOutsideTheSearchIsNotCalledSlower) {
  problem_.cells_per_cycle = {1};
  problem_.steps = {1};
  for (const Objective objective : {Objective::kTime, Objective::kEnergy}) {
    problem_.objective = objective;
    const SearchResult result = search(problem_);
    ASSERT_TRUE(result.best);
    int better = 0;
    for (const Rejected& r : result.neighbours) {
      EXPECT_FALSE(r.reason.starts_with("-")) << r.reason;
      if (r.reason.find(objective == Objective::kTime ? "faster" : "better") == std::string::npos) continue;
      ++better;
      EXPECT_NE(r.reason.find(", but not among the values to try"), std::string::npos) << r.reason;
    }
    EXPECT_TRUE(better > 0 || objective == Objective::kEnergy) << "two steps are faster than one";
  }
}

TEST_F(Small, TheSmallestThatIsFastEnough) {
  problem_.objective = Objective::kSmallest;
  problem_.target = 1e9;
  const SearchResult result = search(problem_);
  ASSERT_TRUE(result.best);
  EXPECT_GE(result.best->cell_updates_per_s, 1e9);
  Problem time = problem_;
  time.objective = Objective::kTime;
  EXPECT_LT(result.best->area.luts(), search(time).best->area.luts());
  int larger = 0;
  for (const Rejected& r : result.neighbours) {
    EXPECT_EQ(r.reason.find("wait"), std::string::npos) << "the limit of speed, not of size: " << r.reason;
    if (r.reason.find(" more of its fullest resource (") != std::string::npos) ++larger;
  }
  EXPECT_GT(larger, 0);
}

TEST_F(Small, BlockRamTakesTheRowsWhereLutsAreShort) {
  problem_.rams = {spec::RamChoice::kAuto, spec::RamChoice::kBlock, spec::RamChoice::kDistributed};
  const SearchResult all = search(problem_);
  ASSERT_TRUE(all.best);
  for (const spec::RamChoice ram : problem_.rams) {
    Problem one = problem_;
    one.rams = {ram};
    const SearchResult alone = search(one);
    ASSERT_TRUE(alone.best);
    EXPECT_EQ(alone.best->ram, ram);
    EXPECT_LE(all.best->seconds, alone.best->seconds);
  }
  // No block RAM at all: what is left is in LUTs.
  problem_.budget.rams = 0;
  problem_.rams = {spec::RamChoice::kBlock, spec::RamChoice::kDistributed};
  const SearchResult none = search(problem_);
  ASSERT_TRUE(none.best);
  EXPECT_EQ(none.best->ram, spec::RamChoice::kDistributed);
  EXPECT_EQ(none.best->area.rams, 0);
}

TEST_F(Small, KnowledgeOfASearchChangesNoResult) {
  const auto known = no_knowledge();
  const SearchResult first = search(problem_, *known), again = search(problem_, *known), alone = search(problem_);
  ASSERT_TRUE(first.best && again.best && alone.best);
  for (const SearchResult* result : {&again, &alone}) {
    EXPECT_EQ(result->best->area, first.best->area);
    EXPECT_DOUBLE_EQ(result->best->seconds, first.best->seconds);
    EXPECT_EQ(result->points, first.points);
  }
}

/// Products with constants leave the blocks where these are what is short.
TEST_F(Small, SumsTakeTheProductsWhereDspBlocksAreShort) {
  Diagnostics diagnostics;
  const auto program = driver::read_program(
      {test::source_folder() + "/configs/diffusion2d.yaml", {"iterations=8", "grid=[64,48]"}}, diagnostics);
  ASSERT_TRUE(program) << diagnostics.render();
  problem_.stencil = program->sharing.hardware;
  problem_.iterations = 8;
  problem_.cells_per_cycle = {1, 2};
  problem_.most_steps = 4;
  problem_.budget = {60000, 120000, 200, 6, 0};
  const SearchResult few = search(problem_);
  ASSERT_TRUE(few.best);
  ASSERT_TRUE(few.best->dsp_limit);
  EXPECT_LE(few.best->area.dsps, 6);
  problem_.budget.dsps = 1000;
  const SearchResult many = search(problem_);
  ASSERT_TRUE(many.best);
  EXPECT_FALSE(many.best->dsp_limit) << "as many as products want";
  // A limit that is given stays.
  problem_.budget.dsps = 6;
  problem_.stencil.hardware.dsp_limit = 100;
  const SearchResult given = search(problem_);
  ASSERT_TRUE(given.best);
  EXPECT_FALSE(given.best->dsp_limit);
  EXPECT_GT(given.best->seconds, few.best->seconds);
}

TEST_F(Small, NothingFits) {
  problem_.budget.logic = 100;
  const SearchResult result = search(problem_);
  EXPECT_FALSE(result.best);
  EXPECT_NE(result.failure.find("no design of this stencil fits: the smallest (P 1, I 1, "), std::string::npos)
      << result.failure;
}

TEST_F(Small, NothingIsFastEnough) {
  problem_.objective = Objective::kSmallest;
  problem_.target = 1e15;
  const SearchResult result = search(problem_);
  EXPECT_FALSE(result.best);
  EXPECT_NE(result.failure.find("no design that fits reaches 1 P cell updates/s"), std::string::npos) << result.failure;
}

TEST_F(Small, WhatIsNotKnownIsNotJudged) {
  problem_.budget = {};
  const SearchResult result = search(problem_);
  ASSERT_TRUE(result.best);
  EXPECT_EQ(result.best->steps, 12);
  EXPECT_EQ(result.best->cells_per_cycle, 16);
}

/// On an iCE40, whose cells are known.
class Clocks : public Small {
 protected:
  void SetUp() override {
    Small::SetUp();
    problem_.stencil.hardware.device = "ice40hx";
    problem_.stencil.hardware.clock_mhz = 60;
    problem_.fabric = &model::fabric_of("ice40hx");
    problem_.calibration = &model::calibration_of("ice40hx");
    problem_.budget = {4000, 4000, 28, 0, 0};
    problem_.cells_per_cycle = {1, 4};
    problem_.most_steps = 6;
    problem_.clocks = {30, 60, 75, 200};
  }
};

TEST_F(Clocks, TheBestIsTheBestOfTheClocksThatAreDefended) {
  const SearchResult result = search(problem_);
  ASSERT_TRUE(result.best);
  EXPECT_TRUE(result.proven);
  ASSERT_TRUE(result.best->scheduled_mhz && result.best->predicted_mhz);
  EXPECT_LE(*result.best->scheduled_mhz, 0.8 * *result.best->predicted_mhz);
  EXPECT_DOUBLE_EQ(result.best->clock_mhz, *result.best->scheduled_mhz);
  double least = std::numeric_limits<double>::max();
  for (const double mhz : {30.0, 60.0, 75.0}) {
    Problem one = problem_;
    one.clocks = {mhz};
    const SearchResult alone = search(one);
    ASSERT_TRUE(alone.best) << mhz;
    least = std::min(least, alone.best->seconds);
  }
  EXPECT_DOUBLE_EQ(result.best->seconds, least);
}

TEST_F(Clocks, WhatIsNotDefendedIsNoPoint) {
  const SearchResult result = search(problem_);
  ASSERT_FALSE(result.undefended.empty());
  EXPECT_DOUBLE_EQ(result.undefended.back().clock_mhz, 200);
  EXPECT_LT(result.undefended.back().path.mhz(), 200);
  problem_.clocks = {200};
  const SearchResult none = search(problem_);
  EXPECT_FALSE(none.best);
  EXPECT_NE(none.failure.find("no clock of the search is reached: at 200 MHz with P 1"), std::string::npos)
      << none.failure;
}

TEST_F(Clocks, BetweenTheMarginAndThePredictionNothingIsDefended) {
  problem_.cells_per_cycle = {1};
  problem_.clocks = {60};
  const SearchResult defended = search(problem_);
  ASSERT_TRUE(defended.best && defended.best->predicted_mhz);
  const double inside = 0.9 * *defended.best->predicted_mhz;
  problem_.clocks = {60, inside};
  const SearchResult both = search(problem_);
  ASSERT_EQ(both.undefended.size(), 1U);
  EXPECT_DOUBLE_EQ(both.undefended[0].clock_mhz, inside);
  EXPECT_LT(inside, both.undefended[0].path.mhz()) << "predicted, but for the margin";
  EXPECT_GT(inside, 0.8 * both.undefended[0].path.mhz());
}

/// A bridge that is slower than the core defends fewer clocks, also where the search without it is known.
TEST_F(Clocks, ThoseThatTheBridgeDefends) {
  problem_.clocks = {30, 60};
  const auto known = no_knowledge();
  const SearchResult alone = search(problem_, *known);
  ASSERT_TRUE(alone.best);
  EXPECT_EQ(alone.best->scheduled_mhz, 60);
  problem_.bridge = model::LongestPath{20000, "bridge"};
  const SearchResult behind = search(problem_, *known);
  ASSERT_TRUE(behind.best);
  EXPECT_EQ(behind.best->scheduled_mhz, 30);
  EXPECT_EQ(behind.best->predicted_mhz, 50);
  ASSERT_FALSE(behind.undefended.empty());
  EXPECT_EQ(behind.undefended[0].path.module, "bridge");
}

/// On an iCE40 whose words come and go on a serial line.
class Line : public Clocks {
 protected:
  void SetUp() override {
    Clocks::SetUp();
    problem_.cells_per_cycle = {1, 4, 8, 16};
    problem_.clocks = {30, 60};
    problem_.line_baud = 1000000;
  }

  /// Every point that fits, each searched for alone.
  [[nodiscard]] std::vector<Point> all() const {
    std::vector<Point> points;
    for (const int lanes : problem_.cells_per_cycle) {
      for (int steps = 1; steps <= problem_.most_steps; ++steps) {
        for (const double mhz : problem_.clocks) {
          Problem one = problem_;
          one.cells_per_cycle = {lanes};
          one.steps = {steps};
          one.clocks = {mhz};
          if (const SearchResult result = search(one); result.best) points.push_back(*result.best);
        }
      }
    }
    return points;
  }

  [[nodiscard]] double part(const Point& p) const { return fullest(p.area, problem_.budget, *problem_.fabric).part; }

  Problem problem_without_line() const {
    Problem without = problem_;
    without.line_baud = 0;
    return without;
  }
};

/// Rows of 70 bits are nine words of 8 cells, and five of 16 with two bytes each: the line has more to carry.
TEST_F(Line, TheBestIsWhatTheLineMakesFast) {
  const SearchResult over = search(problem_), inside = search(problem_without_line());
  ASSERT_TRUE(over.best && inside.best);
  EXPECT_EQ(over.best->bound, model::Bound::kLine);
  EXPECT_EQ(over.best->cells_per_cycle, 8);
  EXPECT_EQ(inside.best->cells_per_cycle, 16) << "the control: without the line the core's speed decides";
  EXPECT_GT(over.best->seconds, 100 * inside.best->seconds);
}

/// Cells of two bytes take as long on the line, one in a word or four.
TEST_F(Line, OfPointsThatAreAsFastTheSmallestIsTheBest) {
  const test::Scratch scratch(
      "name: xors\ngrid: [64, 16]\ntype: int16\nfields:\n  u: {boundary: edge}\nupdate:\n"
      "  - u: u[-1,0] ^ u[1,0] ^ u[0,1]\niterations: 4\n");
  Diagnostics diagnostics;
  const auto program = driver::read_program({scratch.file(), {}}, diagnostics);
  ASSERT_TRUE(program) << diagnostics.render();
  const spec::Hardware hardware = problem_.stencil.hardware;
  problem_.stencil = program->sharing.hardware;
  problem_.stencil.hardware.device = hardware.device;
  problem_.stencil.hardware.clock_mhz = hardware.clock_mhz;
  problem_.iterations = 4;
  problem_.cells_per_cycle = {1, 2, 4};
  const SearchResult result = search(problem_), inside = search(problem_without_line());
  ASSERT_TRUE(result.best && inside.best);
  EXPECT_TRUE(result.proven);
  EXPECT_EQ(result.best->cells_per_cycle, 1);
  EXPECT_GT(inside.best->cells_per_cycle, 1) << "the control: without the line nothing ties";
  const std::vector<Point> points = all();
  const double least = std::ranges::min_element(points, {}, &Point::seconds)->seconds;
  EXPECT_LE(result.best->seconds, kHostTie * least);
  std::set<int> tied;
  for (const Point& p : points) {
    if (p.seconds > kHostTie * least) continue;
    tied.insert(p.cells_per_cycle);
    EXPECT_LE(part(*result.best), kNearlyEqual * part(p)) << p.cells_per_cycle << ' ' << p.steps << ' ' << p.clock_mhz;
  }
  EXPECT_EQ(tied.size(), 3U) << "otherwise there is nothing to choose";
}

/// Points of a program whose Kernels are inverters, on clocks that need one schedule of them.
std::int64_t points_of_inverters(Problem problem, const std::string& monitor) {
  const test::Scratch scratch(
      "name: inverters\ngrid: [64]\ntype: int64\nfields:\n  u: {boundary: edge}\nupdate:\n  - u: u ^ 1\n" + monitor +
      "iterations: 4\n");
  Diagnostics diagnostics;
  const auto program = driver::read_program({scratch.file(), {}}, diagnostics);
  EXPECT_TRUE(program) << diagnostics.render();
  if (!program) return 0;
  problem.stencil = program->sharing.hardware;
  problem.stencil.hardware.device = "generic";
  problem.fabric = &model::fabric_of("xc7");
  problem.calibration = &model::calibration_of("xc7");
  problem.budget = {};
  problem.cells_per_cycle = {1};
  problem.clocks = {450, 550};
  return search(problem).points;
}

TEST_F(Clocks, OfWhichMonitorsDifferAreTwoDesigns) {
  const std::int64_t one = points_of_inverters(problem_, "");
  EXPECT_GT(one, 0);
  // A sum of 64 bits and more is one carry chain at 450 MHz, and two at 550.
  EXPECT_EQ(points_of_inverters(problem_, "monitor:\n  sum: {of: u, reduce: sum}\n"), 2 * one);
}

TEST_F(Clocks, WhereCellsAreUnknownEveryClockIsAPoint) {
  problem_.stencil.hardware.device = "xc7";
  problem_.fabric = &model::fabric_of("xc7");
  problem_.calibration = &model::calibration_of("xc7");
  const SearchResult result = search(problem_);
  ASSERT_TRUE(result.best);
  EXPECT_EQ(result.best->scheduled_mhz, 200);
  EXPECT_FALSE(result.best->predicted_mhz);
  EXPECT_TRUE(result.undefended.empty());
}

TEST_F(Clocks, TheScheduleOfAPointIsThatOfItsClock) {
  const SearchResult result = search(problem_);
  ASSERT_TRUE(result.best);
  EXPECT_EQ(at_point(problem_.stencil.hardware, *result.best).clock_mhz, *result.best->scheduled_mhz);
  Point point = *result.best;
  point.scheduled_mhz.reset();
  EXPECT_EQ(at_point(problem_.stencil.hardware, point).clock_mhz, 60);
}

}  // namespace
}  // namespace rtlgen::explore
