// Plans, elaborates and runs; see small_grids.hpp.
#include "small_grids.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/sharing/sharing.hpp"
#include "elaborate/elaborate.hpp"
#include "frontend/frontend.hpp"
#include "golden_check.hpp"
#include "plan/framing.hpp"
#include "plan/plan.hpp"
#include "plan/timing/fold.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {

std::optional<plan::Plan> shared_plan(const std::string& text, Diagnostics& diagnostics) {
  auto program = frontend::load_text(text, "program.yaml", {}, diagnostics);
  if (!program) return std::nullopt;
  spec::Stencil stencil = analysis::share(*program, plan::fold_node).hardware;
  if (!plan::frame_blocks(stencil, diagnostics)) return std::nullopt;
  auto plan = plan::make_plan(stencil, diagnostics);
  if (!plan) return std::nullopt;
  plan::verify(*plan);
  return *std::move(plan);
}

void expect_golden_on_small_grids(const std::string& text, const plan::Plan& p, std::mt19937& random) {
  SCOPED_TRACE(text);
  const hw::Design design = elaborate::elaborate(p);
  const contract::CoreInterface& core = p.core;
  std::vector<spec::Extents> grids{core.maximum};
  for (int i = 0; i < 3 && core.extents == contract::ExtentPlan::kRuntime; ++i) {
    spec::Extents grid = core.minimum;
    for (std::size_t a = 0; a < spec::kMaxAxes && i > 0; ++a)
      grid[a] = std::min<std::int64_t>(core.maximum[a], grid[a] + static_cast<int>(random() % 3));
    if (core.row_unit > 1) grid[0] = core.minimum[0];
    grids.push_back(grid);
  }
  for (const spec::Extents& grid : grids) {
    expect_golden(p, design, grid, 1 + static_cast<std::int64_t>(random() % 4), random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace rtlgen::test
