// Additions of fused sums in DSP blocks, where these are idle and LUTs are not.
#include <gtest/gtest.h>

#include "driver/prepare/prepare.hpp"
#include "explore/explore.hpp"
#include "model/area/calibration.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::explore {
namespace {

/// Additions of fused sums go into blocks where LUTs are what is short.
TEST(DspSums, AreSearchedWhereLutsAreShort) {
  Problem problem;
  problem.fabric = &model::fabric_of("xc7");
  problem.calibration = &model::calibration_of("xc7");
  Diagnostics diagnostics;
  const auto program = driver::read_program(
      {test::source_folder() + "/configs/hotspot2d.yaml", {"arithmetic=fused", "iterations=8"}}, diagnostics);
  ASSERT_TRUE(program) << diagnostics.render();
  problem.stencil = program->sharing.hardware;
  problem.iterations = 8;
  problem.cells_per_cycle = {1, 2};
  problem.most_steps = 2;
  problem.objective = Objective::kSmallest;
  problem.budget = {4000000, 100000, 20000, 500000, 0};
  const SearchResult many = search(problem);
  ASSERT_TRUE(many.best);
  EXPECT_FALSE(many.best->dsp_sums) << "flip-flops are what is short";
  problem.budget.logic = 4000;
  const SearchResult few = search(problem);
  ASSERT_TRUE(few.best);
  ASSERT_TRUE(few.best->dsp_sums);
  EXPECT_GT(*few.best->dsp_sums, 0);
  EXPECT_LT(few.best->area.luts(), many.best->area.luts());
  EXPECT_GT(few.best->area.dsps, many.best->area.dsps);
  // A given setting stays.
  problem.stencil.hardware.dsp_sums = 0;
  const SearchResult without = search(problem);
  ASSERT_TRUE(without.best);
  EXPECT_FALSE(without.best->dsp_sums);
  EXPECT_GT(without.best->area.luts(), few.best->area.luts());
}

}  // namespace
}  // namespace rtlgen::explore
