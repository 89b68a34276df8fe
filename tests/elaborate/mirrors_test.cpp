// Fields that are reversed or have x and y exchanged between lines that sweep: the core against the golden engine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "elaborate/elaborate.hpp"
#include "golden_check.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "small_grids.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "sweep_writer.hpp"

namespace rtlgen::test {
namespace {

TEST(Mirrors, RandomOnesAlongXComputeWhatTheGoldenEngineComputes) {
  std::mt19937 random = seeded(3108);
  int accepted = 0, planes = 0, short_rows = 0, wrapped = 0, backward = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string text = SweepWriter(random, true).write();
    Diagnostics diagnostics;
    const auto p = shared_plan(text, diagnostics);
    short_rows += diagnostics.render().find("RG0408") != std::string::npos ? 1 : 0;
    if (!p) {
      const std::string why = diagnostics.render();
      ASSERT_TRUE(why.find("RG0408") != std::string::npos || why.find("RG0372") != std::string::npos) << text << why;
      continue;
    }
    if (!fits(*p)) continue;
    ++accepted;
    planes += p->stencil->axes == 3 ? 1 : 0;
    backward += text.find("backward") != std::string::npos ? 1 : 0;
    wrapped += p->core.wraps(2) ? 1 : 0;
    EXPECT_EQ(p->core.extents, contract::ExtentPlan::kFlat);
    expect_golden(*p, elaborate::elaborate(*p), p->core.maximum, 1 + i % 3, random);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(accepted, 20);
  EXPECT_GT(planes, 5);
  EXPECT_GT(short_rows, 0);
  EXPECT_GT(wrapped, 0);
  EXPECT_GT(backward, 8);
}

TEST(Mirrors, ConstantsBeyondACornerAreThoseOfX) {
  std::mt19937 random = seeded(3109);
  for (const int far : {1, 2, 30}) {
    const std::string text = fmt::format(
        "name: corner\ngrid: [16, 16]\ntype: int16\nfields: {{u: {{boundary: {{x: {{constant: 5}}, y: {{constant: "
        "70}}}}}}, k: {{axes: [x]}}, m: {{axes: [y]}}}}\nupdate:\n"
        "  - w: u\n  - u: {{expr: \"w[{0},1] - u[-1,0] + w[-1,-{0}] + k[1]*x - m + y\", order: forward x}}\n",
        far);
    SCOPED_TRACE(text);
    Diagnostics diagnostics;
    const auto p = shared_plan(text, diagnostics);
    ASSERT_TRUE(p) << diagnostics.render();
    expect_golden(*p, elaborate::elaborate(*p), p->core.maximum, 2, random);
  }
}

/// Half a step implicit along y, half of it along x.
constexpr const char* kBothAxes = R"yaml(name: adi
grid: [16, 16]
type: int16
fields: {u: {}, k: {}}
update:
  - p: {expr: "u", region: {y: 0}, order: forward y}
  - p: {expr: "u[1,0] - k*p[0,-1]", region: rest}
  - v: {expr: p, region: {y: -1}, order: backward y}
  - v: {expr: "p - k[-1,1]*v[0,1]", region: rest}
  - q: {expr: "v", region: {x: 0}, order: forward x}
  - q: {expr: "v[0,1] - k*q[-1,0] + x", region: rest}
  - u: {expr: q, region: {x: -1}, order: backward x}
  - u: {expr: "q - k*u[1,0] + v[1,-1]", region: {x: [0, -2], y: [1, -2]}}
iterations: 3
hardware: {steps: 2}
)yaml";

TEST(Mirrors, AlternatingDirectionsAreOneStep) {
  std::mt19937 random = seeded(3110);
  Diagnostics diagnostics;
  const auto p = shared_plan(kBothAxes, diagnostics);
  ASSERT_TRUE(p) << diagnostics.render();
  expect_golden(*p, elaborate::elaborate(*p), p->core.maximum, 3, random);
}

/// Planes are turned round.
constexpr const char* kPlanes = R"yaml(name: planes
grid: [40, 5, 4]
type: int16
fields: {u: {}, k: {}}
update:
  - d: {expr: "u", region: {y: 0}, order: forward y}
  - d: {expr: "u + y - d[0,-1,0]", region: rest}
  - u: {expr: d, region: {y: -1}, order: backward y}
  - u: {expr: "d - k*u[0,1,0] + y", region: rest}
hardware: {cells_per_cycle: 2}
)yaml";

TEST(Mirrors, AMirrorThatDoesNotTurnIsFound) {
  // If a frame is reversed, the one after it is written in the other order.
  const std::pair<std::string, int> programs[] = {{kPlanes, 1}, {kBothAxes, 4}};
  for (const auto& [text, steps] : programs) {
    std::mt19937 random = seeded(3107);
    Diagnostics diagnostics;
    const auto p = shared_plan(text, diagnostics);
    ASSERT_TRUE(p) << diagnostics.render();
    const auto inputs = random_inputs(*p, p->core.maximum, random);
    golden::Options one_thread;
    one_thread.threads = 1;
    const auto want = golden::run(*p->stencil, p->core.maximum, inputs, steps, {}, one_thread);
    EXPECT_EQ(run_core(*p, elaborate::elaborate(*p), p->core.maximum, steps, inputs, 0, random).outputs, want);
    hw::Design bad = elaborate::elaborate(*p);
    int broken = 0;
    for (hw::Module& m : bad.modules) {
      if (m.role != "mirror") continue;
      for (hw::Item& item : m.items) {
        auto* direction = std::get_if<hw::Register>(&item);
        if (direction == nullptr || m.signals[direction->q].name != "write_up") continue;
        direction->enable = direction->d;  // once up, always up
        ++broken;
      }
    }
    EXPECT_GT(broken, 0);
    EXPECT_NE(run_core(*p, bad, p->core.maximum, steps, inputs, 0, random).outputs, want);
  }
}

}  // namespace
}  // namespace rtlgen::test
