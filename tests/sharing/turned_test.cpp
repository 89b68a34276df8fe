// Backward sweeps turned round, and sweeps along x exchanged with y: the golden engine computes the same of both
// programs.
#include "analysis/turned.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "golden/engine.hpp"
#include "random_stencil.hpp"
#include "spec/mirror.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {
namespace {

bool is_backward(const spec::Stage& stage) { return stage.sweep && stage.sweep->backward && stage.sweep->axis > 0; }

bool is_along_x(const spec::Stage& stage) { return stage.sweep && stage.sweep->axis == 0; }

bool any(const spec::Program& program, bool (*is)(const spec::Stage&)) {
  return std::any_of(program.stages.begin(), program.stages.end(), is);
}

std::map<int, golden::Grid> results(const spec::Program& program, const Case& c) {
  return golden::run(program, c.extents, c.inputs, c.iterations, c.params);
}

/// A random case, for which x and y do not change places by chance: its run may be on fewer cells than its grid.
Case oblong_case(std::uint64_t seed) {
  Case c = random_case(seed);
  if (c.stencil.axes > 1 && c.stencil.grid[0] == c.stencil.grid[1] && any(c.stencil, is_along_x))
    return oblong_case(seed + 100000);
  return c;
}

/// A random case on planes of as many rows as columns, on which nothing wraps.
Case square_case(std::uint64_t seed) {
  Case c = random_case(seed);
  const std::int64_t n = std::min<std::int64_t>(std::max(c.stencil.grid[0], c.stencil.grid[1]), 12);
  c.extents = c.stencil.grid = {n, n, c.stencil.grid[2]};
  for (spec::Node& node : c.stencil.nodes) {
    for (std::size_t a = 0; a < 2; ++a) {
      if (spec::wraps(node.boundary[a])) node.boundary[a] = spec::Boundary{spec::BoundaryKind::kReflect, 0};
    }
  }
  Random random(seed);
  for (auto& [array, grid] : c.inputs)
    grid = hard_grid(grid.type, c.stencil.arrays[spec::ArrayId(array)].shape(c.extents), random);
  return c;
}

TEST(Turned, RandomProgramsComputeTheSame) {
  int turned = 0, keeps = 0, planes = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Case c = oblong_case(seed);
    const auto& stages = c.stencil.stages;
    const spec::Program other = analysis::turned_round(c.stencil);
    if (!any(c.stencil, is_backward)) {
      ASSERT_EQ(other.stages.size(), stages.size()) << seed;
      continue;
    }
    ++turned;
    keeps += std::any_of(stages.begin(), stages.end(),
                         [](const spec::Stage& s) { return is_backward(s) && s.border == spec::Border::kKeep; });
    planes += std::any_of(stages.begin(), stages.end(),
                          [](const spec::Stage& s) { return is_backward(s) && s.sweep->axis == 2; });
    spec::validate(other);
    ASSERT_FALSE(any(other, is_backward)) << seed;
    ASSERT_EQ(results(other, c), results(c.stencil, c)) << "seed " << seed;
  }
  EXPECT_GT(turned, 100);
  EXPECT_GT(keeps, 15);
  EXPECT_GT(planes, 20);
}

TEST(Turned, RandomProgramsAlongXComputeTheSame) {
  int exchanged = 0, keeps = 0, backward = 0, planes = 0;
  for (std::uint64_t seed = 0; seed < 2500; ++seed) {
    const Case c = square_case(seed);
    if (c.stencil.axes < 2 || !any(c.stencil, is_along_x)) continue;
    ++exchanged;
    planes += c.stencil.axes == 3 ? 1 : 0;
    const auto& stages = c.stencil.stages;
    keeps += std::any_of(stages.begin(), stages.end(),
                         [](const spec::Stage& s) { return is_along_x(s) && s.border == spec::Border::kKeep; });
    backward += std::any_of(stages.begin(), stages.end(),
                            [](const spec::Stage& s) { return is_along_x(s) && s.sweep->backward; });
    ASSERT_EQ(analysis::why_not_transposed(c.stencil), "");
    const spec::Program other = analysis::turned_round(c.stencil);
    spec::validate(other);
    ASSERT_FALSE(any(other, is_along_x) || any(other, is_backward)) << seed;
    ASSERT_EQ(results(other, c), results(c.stencil, c)) << "seed " << seed;
  }
  EXPECT_GT(exchanged, 100);
  EXPECT_GT(keeps, 15);
  EXPECT_GT(backward, 40);
  EXPECT_GT(planes, 40);
}

TEST(Turned, AMirrorThatIsLeftOutIsNoticed) {
  int noticed[2] = {0, 0};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const bool square : {false, true}) {
      const Case c = square ? square_case(seed) : oblong_case(seed);
      spec::Program other = analysis::turned_round(c.stencil);
      const auto mirror = std::find_if(other.stages.begin(), other.stages.end(), [&](const spec::Stage& s) {
        return s.mirror && (*s.mirror == spec::kTransposed) == square;
      });
      if (mirror == other.stages.end()) continue;
      mirror->mirror.reset();
      noticed[square ? 1 : 0] += results(other, c) != results(c.stencil, c) ? 1 : 0;
    }
  }
  EXPECT_GT(noticed[0], 5);
  EXPECT_GT(noticed[1], 5);
}

}  // namespace
}  // namespace rtlgen::test
