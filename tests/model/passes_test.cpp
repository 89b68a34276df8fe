// Passes that wait for each other: never much slower than one after the other, however long the chain is.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "driver/prepare/prepare.hpp"
#include "model/cycles.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::model {
namespace {

struct Cycles {
  double together = 0, alone = 0;
  std::int64_t frames = 0;
};

/// Cycles of a run, and if each pass began only after the previous one had ended.
Cycles cycles_of(const std::vector<std::string>& sets) {
  driver::Source source{test::source_folder() + "/configs/jacobi2d_5pt.yaml", {"type=float16", "iterations=240"}};
  source.sets.insert(source.sets.end(), sets.begin(), sets.end());
  Diagnostics diagnostics;
  const auto description = driver::read_stencil(source, diagnostics);
  const auto prepared = description ? driver::prepare(*description, description->hardware, diagnostics)
                                    : Result<std::shared_ptr<const driver::Prepared>>(Failure{});
  if (!prepared) throw std::runtime_error(diagnostics.render());
  const plan::Plan& plan = (*prepared)->plan;
  const spec::Extents extents = plan.core.maximum;
  const auto run = contract::run_settings(plan.core, extents, 240, diagnostics);
  if (!run) throw std::runtime_error(diagnostics.render());
  const auto cycles = [&](bool pass_by_pass) {
    return static_cast<double>(ideal_cycles(plan, extents, *run, pass_by_pass).cycles);
  };
  return {cycles(false), cycles(true), run->frames()};
}

std::string steps(int count) { return "hardware.steps=" + std::to_string(count); }

TEST(Passes, OfALongChainAreNoSlowerTogether) {
  constexpr double kSlightly = 1.1;
  for (const int count : {30, 40, 46, 47, 48, 50, 60}) {
    const Cycles whole = cycles_of({"grid=[64, 48]", "hardware.cells_per_cycle=2", steps(count)});
    EXPECT_EQ(whole.frames, 1);
    EXPECT_LT(whole.together, kSlightly * whole.alone) << count;
    const Cycles blocks =
        cycles_of({"grid=[1024, 48]", "hardware.cells_per_cycle=4", "hardware.block=[640]", steps(count)});
    EXPECT_EQ(blocks.frames, 2);
    EXPECT_LT(blocks.together, kSlightly * blocks.alone) << count;
  }
}

}  // namespace
}  // namespace rtlgen::model
