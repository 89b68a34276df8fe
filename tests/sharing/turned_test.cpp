// Backward sweeps turned round: the golden engine computes the same of both programs.
#include "analysis/turned.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "golden/engine.hpp"
#include "random_stencil.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {
namespace {

bool is_backward(const spec::Stage& stage) { return stage.sweep && stage.sweep->backward && stage.sweep->axis > 0; }

std::map<int, golden::Grid> results(const spec::Program& program, const Case& c) {
  return golden::run(program, c.extents, c.inputs, c.iterations, c.params);
}

TEST(Turned, RandomProgramsComputeTheSame) {
  int turned = 0, keeps = 0, planes = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Case c = random_case(seed);
    const auto& stages = c.stencil.stages;
    const spec::Program other = analysis::turned_round(c.stencil);
    if (!std::any_of(stages.begin(), stages.end(), is_backward)) {
      ASSERT_EQ(other.stages.size(), stages.size()) << seed;
      continue;
    }
    ++turned;
    keeps += std::any_of(stages.begin(), stages.end(),
                         [](const spec::Stage& s) { return is_backward(s) && s.border == spec::Border::kKeep; });
    planes += std::any_of(stages.begin(), stages.end(),
                          [](const spec::Stage& s) { return is_backward(s) && s.sweep->axis == 2; });
    spec::validate(other);
    ASSERT_FALSE(std::any_of(other.stages.begin(), other.stages.end(), is_backward)) << seed;
    ASSERT_EQ(results(other, c), results(c.stencil, c)) << "seed " << seed;
  }
  EXPECT_GT(turned, 100);
  EXPECT_GT(keeps, 15);
  EXPECT_GT(planes, 20);
}

TEST(Turned, AMirrorThatIsLeftOutIsNoticed) {
  int noticed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Case c = random_case(seed);
    spec::Program other = analysis::turned_round(c.stencil);
    const auto mirror = std::find_if(other.stages.begin(), other.stages.end(),
                                     [](const spec::Stage& s) { return s.mirror.has_value(); });
    if (mirror == other.stages.end()) continue;
    mirror->mirror.reset();
    noticed += results(other, c) != results(c.stencil, c) ? 1 : 0;
  }
  EXPECT_GT(noticed, 5);
}

}  // namespace
}  // namespace rtlgen::test
