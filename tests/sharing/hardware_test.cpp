// Shared programs as hardware: planned, verified, elaborated and run against what golden follows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/sharing/sharing.hpp"
#include "core_run.hpp"
#include "elaborate/elaborate.hpp"
#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "plan/timing/fold.hpp"
#include "programs.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

struct Program {
  const char* name;
  int axes;
  const char* body;  ///< fields and update
};

const Program kPrograms[] = {
    {"box_clamped", 2,
     "type: int8\nfields: {a: {boundary: edge}}\nupdate:\n"
     "  - a: a[-1,-1]+a[0,-1]+a[1,-1]+a[-1,0]+a[0,0]+a[1,0]+a[-1,1]+a[0,1]+a[1,1]\n"},
    {"box_kept", 2,
     "type: int8\nfields: {a: {}}\nupdate:\n"
     "  - a: {border: keep, expr: \"a[-2,-1]+a[-1,-1]+a[0,-1]+a[1,-1]+a[-2,0]+a[-1,0]+a[0,0]+a[1,0]\"}\n"},
    {"products", 2,
     "type: int<4>\nfields: {a: {boundary: {x: {constant: 3}, y: reflect}}, b: {}}\nupdate:\n"
     "  - b: a[-1,0]*a[-1,0]*5 - a[1,0]*a[1,0]*5 + a[0,1]*a[0,1]*5\n  - a: b[0,-1] / 3 + b / 3\n"},
    {"line", 1,
     "type: int8\nfields: {a: {boundary: {constant: -7}}}\nupdate:\n"
     "  - d: a[-1]*a[-1] - a[2]*a[2]\n  - a: {border: keep, expr: \"(d[-2] - d[0])*(d[1] - d[3]) + (d[-1] - "
     "d[1])\"}\n"},
    {"erode", 2,
     "type: uint8\nfields: {a: {boundary: symmetric}}\nupdate:\n"
     "  - a: min(a[-1,-1], a[-1,0], a[-1,1], a, a[0,1], a[0,-1], a[1,1], a[1,-1], a[1,0])\n"},
    {"floats", 2,
     "type: float<3,2>\nreassociate: true\nfields: {a: {boundary: edge}}\nupdate:\n"
     "  - a: 0.5*a[-1,0] + 0.5*a[1,0] - 0.5*a[0,-1] - 0.5*a[0,1] + a\n"},
    {"cube", 3,
     "type: int8\nfields: {a: {boundary: {x: edge, y: symmetric, z: {constant: 2}}}}\nupdate:\n"
     "  - a: a[-1,0,0]+a[0,0,0]+a[1,0,0]+a[-1,0,1]+a[0,0,1]+a[1,0,1]+a[-1,1,1]+a[0,1,1]+a[1,1,1]\n"},
};

spec::Stencil parse(const std::string& text) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(text, "test.yaml", {}, diagnostics);
  RTLGEN_CHECK(stencil.ok(), diagnostics.render() + text);
  return *std::move(stencil);
}

/// Runs `hardware` in process on its largest and smallest extents and compares with `reference`.
void expect_same(const spec::Stencil& hardware, const spec::Program& reference, std::mt19937& random) {
  Diagnostics diagnostics;
  const auto plan = plan::make_plan(hardware, diagnostics);
  ASSERT_TRUE(plan.ok()) << diagnostics.render();
  plan::verify(*plan);
  if (plan->fifo_width > 64) return;  // more than a port of the interpreter carries
  const hw::Design design = elaborate::elaborate(*plan);
  for (const spec::Extents& extents : {plan->core.maximum, plan->core.minimum}) {
    std::map<int, golden::Grid> inputs;
    for (const int a : plan->core.input_arrays) {
      golden::Grid grid(hardware.arrays[spec::ArrayId(a)].type, extents);
      for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & grid.type.mask());
      inputs.emplace(a, grid);
    }
    const auto iterations = static_cast<std::int64_t>(1 + random() % 4);
    const auto want = golden::run(reference, extents, inputs, iterations, {}, {1, {}});
    const CoreRun got = run_core(*plan, design, extents, iterations, inputs, random() % 2 == 0 ? 0.3 : 0.0, random);
    ASSERT_TRUE(got.ended);
    for (const auto& [array, grid] : got.outputs) ASSERT_EQ(grid, want.at(array)) << "array " << array;
  }
}

TEST(SharedHardware, ComputesWhatGoldenFollows) {
  std::mt19937 random = seeded(5);
  int temporaries = 0;
  for (const Program& p : kPrograms) {
    for (const int lanes : {1, 2, 3, 4, 8}) {
      const int steps = 1 + static_cast<int>(random() % 3);
      const bool tiny = random() % 4 == 0;
      const char* const grid = p.axes == 1   ? (tiny ? "[3]" : "[29]")
                               : p.axes == 2 ? (tiny ? "[3, 2]" : "[13, 7]")
                                             : (tiny ? "[3, 2, 2]" : "[9, 5, 4]");
      const std::string text =
          fmt::format("name: t\ngrid: {}\n{}hardware: {{cells_per_cycle: {}, steps: {}, extents: {}}}\n", grid, p.body,
                      lanes, steps, random() % 2 == 0 ? "fixed" : "runtime");
      SCOPED_TRACE(std::string(p.name) + "\n" + text);
      const spec::Stencil s = parse(text);
      const analysis::Sharing shared = analysis::share(s, plan::fold_node);
      const spec::Stencil forced =
          analysis::share_everything(spec::with_hardware(shared.reference, s.hardware), plan::fold_node, 3);
      temporaries += static_cast<int>(forced.stages.size() - s.stages.size());
      expect_same(shared.hardware, shared.reference, random);
      if (!testing::Test::HasFatalFailure()) expect_same(forced, shared.reference, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(temporaries, 20);
}

/// A kept cell decided by the reads that are left would be found by the plan's own check.
TEST(SharedHardware, AForgottenReachIsFound) {
  std::mt19937 random = seeded(6);
  const spec::Stencil s = parse(
      "name: t\ngrid: [13, 7]\ntype: int8\nfields: {a: {}}\nupdate:\n"
      "  - a: {border: keep, expr: \"(a[-2,0]*a[-1,0] ^ a[0,0]*a[1,0])\"}\n");
  const spec::Stencil out = analysis::share_everything(s, plan::fold_node, 3);
  ASSERT_EQ(out.stages.size(), 2U);
  expect_same(out, s, random);
  Diagnostics diagnostics;
  auto plan = plan::make_plan(out, diagnostics);
  ASSERT_TRUE(plan.ok());
  plan->executor.stages[spec::StageId(1)].keep_low[0] = 1;
  EXPECT_THROW(plan::verify(*plan), InternalError);
}

}  // namespace
}  // namespace rtlgen::test
