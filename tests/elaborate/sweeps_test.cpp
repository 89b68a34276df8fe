// Lines that read their own results: the core against the golden engine, on grids about as small as it serves.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "elaborate/elaborate.hpp"
#include "golden_check.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "small_grids.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "sweep_writer.hpp"

namespace rtlgen::test {
namespace {

TEST(Sweeps, RandomOnesComputeWhatTheGoldenEngineComputes) {
  std::mt19937 random = seeded(3101);
  int accepted = 0, planes = 0, fixed = 0, flat = 0, short_rows = 0, wrapped = 0, backward = 0, runtime = 0;
  for (int i = 0; i < 260; ++i) {
    const std::string text = SweepWriter(random).write();
    Diagnostics diagnostics;
    const auto p = shared_plan(text, diagnostics);
    short_rows += diagnostics.render().find("RG0408") != std::string::npos ? 1 : 0;
    if (!p) {
      // Rows too short, or regions of two lines that happen to be one assignment.
      const std::string why = diagnostics.render();
      ASSERT_TRUE(why.find("RG0408") != std::string::npos || why.find("RG0372") != std::string::npos) << text << why;
      continue;
    }
    if (!fits(*p)) continue;
    ++accepted;
    planes += text.find("ward z") != std::string::npos ? 1 : 0;
    const bool turned = text.find("backward") != std::string::npos;
    backward += turned ? 1 : 0;
    runtime += turned && p->core.extents == contract::ExtentPlan::kRuntime ? 1 : 0;
    fixed += p->core.extents == contract::ExtentPlan::kFixed ? 1 : 0;
    flat += p->core.extents == contract::ExtentPlan::kFlat ? 1 : 0;
    wrapped += p->core.wraps(0) ? 1 : 0;
    expect_golden_on_small_grids(text, *p, random);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(planes, 20);
  EXPECT_GT(fixed, 5);
  EXPECT_GT(flat, 30);
  EXPECT_GT(short_rows, 3);
  EXPECT_GT(wrapped, 12);
  EXPECT_GT(backward, 40);
  EXPECT_GT(runtime, 8);
}

constexpr const char* kSeidel = R"yaml(name: seidel
grid: [61, 9]
type: int16
fields: {u: {}}
update:
  - u: {expr: "u[-1,-1] + u[0,-1] + u[1,-1] + u[-1,0] + u + u[1,0] + u[0,1]", order: forward y, border: keep}
iterations: 4
hardware: {cells_per_cycle: 2, steps: 2}
)yaml";

TEST(Sweeps, EveryGridFromTheSmallestOn) {
  std::mt19937 random = seeded(3102);
  Diagnostics diagnostics;
  const auto p = shared_plan(kSeidel, diagnostics);
  ASSERT_TRUE(p) << diagnostics.render();
  const hw::Design design = elaborate::elaborate(*p);
  EXPECT_LT(p->core.minimum[0], 30);
  for (std::int64_t x = p->core.minimum[0]; x < p->core.minimum[0] + 6; ++x) {
    for (std::int64_t y = p->core.minimum[1]; y < 6; ++y) expect_golden(*p, design, {x, y, 1}, 3, random);
  }
}

TEST(Sweeps, ARowTooShortWouldBeWrong) {
  // The least rows are no more than is needed: with one word less, a result is read as it is written.
  std::mt19937 random = seeded(3103);
  Diagnostics diagnostics;
  const auto p = shared_plan(kSeidel, diagnostics);
  ASSERT_TRUE(p) << diagnostics.render();
  plan::Plan shorter = *p;
  shorter.core.minimum[0] -= 2;
  EXPECT_THROW(plan::verify(shorter), InternalError);
  const hw::Design design = elaborate::elaborate(shorter);
  const spec::Extents grid{p->core.minimum[0] - 2, 6, 1};
  const auto inputs = random_inputs(*p, grid, random);
  EXPECT_THROW(run_core(shorter, design, grid, 2, inputs, 0, random), InternalError);  // read where it is written
}

/// Reads its results `back` rows before.
std::string float_rows(std::int64_t nx, const std::string& more, int back = 1) {
  return fmt::format(
      "name: rows\ngrid: [{}, 8]\nfields: {{u: {{boundary: {{constant: 0}}}}}}\nupdate:\n"
      "  - u: {{expr: \"0.5*u[1,-{}] + u\", order: forward y}}\nhardware: {{{}}}\n",
      nx, back, more);
}

TEST(Sweeps, RowsThatAreTooShortAreRefusedWithWhatIsEnough) {
  for (const char* more : {"cells_per_cycle: 4", "cells_per_cycle: 3, extents: fixed", "clock_mhz: 100"}) {
    for (const int back : {1, 2}) {
      Diagnostics diagnostics;
      EXPECT_FALSE(shared_plan(float_rows(4, more, back), diagnostics));
      const std::string text = diagnostics.render();
      EXPECT_NE(text.find("program.yaml:5:5: error[RG0408]: the rows are too short for this sweep"), std::string::npos)
          << text;
      const std::size_t at = text.find("rows of at least ");
      ASSERT_NE(at, std::string::npos) << text;
      const std::int64_t enough = std::stoll(text.substr(at + 17));
      Diagnostics none;
      EXPECT_TRUE(shared_plan(float_rows(enough, more, back), none)) << none.render();
      EXPECT_FALSE(shared_plan(float_rows(enough - 1, more, back), none));
    }
  }
}

TEST(Sweeps, BlocksCutNoAxisAlongWhichResultsAreRead) {
  Diagnostics diagnostics;
  EXPECT_FALSE(shared_plan(float_rows(4096, "block: [512]"), diagnostics));
  EXPECT_NE(diagnostics.render().find("error[RG0404]: line 5 reads its own results along x"), std::string::npos)
      << diagnostics.render();
  // Straight down they may be cut.
  std::mt19937 random = seeded(3105);
  const std::string text =
      "name: down\ngrid: [90, 7]\ntype: int16\nfields: {u: {boundary: {x: reflect, y: [{constant: 4}, "
      "edge]}}}\nupdate:\n"
      "  - u: {expr: \"u[0,-1] + u[1,0] - u[-1,1]\", order: forward y}\niterations: 3\n"
      "hardware: {cells_per_cycle: 2, steps: 2, block: [32]}\n";
  Diagnostics none;
  const auto p = shared_plan(text, none);
  ASSERT_TRUE(p) << none.render();
  expect_golden(*p, elaborate::elaborate(*p), p->core.maximum, 3, random);
}

TEST(Sweeps, AnAddressThatIsLateIsFound) {
  std::mt19937 random = seeded(3104);
  Diagnostics diagnostics;
  const auto p = shared_plan(kSeidel, diagnostics);
  ASSERT_TRUE(p) << diagnostics.render();
  hw::Design bad = elaborate::elaborate(*p);
  int broken = 0;
  for (hw::Module& m : bad.modules) {
    for (hw::Item& item : m.items) {
      auto* memory = std::get_if<hw::Memory>(&item);
      if (memory == nullptr || memory->name != "cells") continue;
      std::swap(memory->address, memory->read_address);
      ++broken;
    }
  }
  EXPECT_EQ(broken, 1);
  const auto inputs = random_inputs(*p, p->core.maximum, random);
  golden::Options one_thread;
  one_thread.threads = 1;
  const auto want = golden::run(*p->stencil, p->core.maximum, inputs, 2, {}, one_thread);
  EXPECT_NE(run_core(*p, bad, p->core.maximum, 2, inputs, 0, random).outputs, want);
}

/// Thomas' algorithm along y: elimination, then back substitution.
std::string thomas(const std::string& grid, const std::string& zeros, const std::string& hardware) {
  return fmt::format(
      "name: thomas\ngrid: [{0}]\ntype: int16\nfields: {{u: {{}}, k: {{}}}}\nupdate:\n"
      "  - c: {{expr: \"k + 1\", region: {{y: 0}}, order: forward y}}\n"
      "  - c: {{expr: \"k - 3*c[0,-1{1}]\", region: rest}}\n"
      "  - d: {{expr: \"u + c\", region: {{y: 0}}, order: forward y}}\n"
      "  - d: {{expr: \"u + y - d[0,-1{1}]\", region: rest}}\n"
      "  - u: {{expr: d, region: {{y: -1}}, order: backward y}}\n"
      "  - u: {{expr: \"d - c*u[0,1{1}] + y\", region: rest}}\n"
      "hardware: {{{2}}}\n",
      grid, zeros, hardware);
}

TEST(Sweeps, ATridiagonalSystemIsSolvedInOneStep) {
  std::mt19937 random = seeded(3106);
  const std::pair<std::string, int> programs[] = {
      {thomas("37, 6", "", "cells_per_cycle: 1"), 1},
      {thomas("61, 9", "", "cells_per_cycle: 2, steps: 2"), 3},
      {thomas("80, 7", "", "cells_per_cycle: 4, ram: distributed"), 2},
      {thomas("40, 5, 4", ",0", "cells_per_cycle: 1"), 2},
      {thomas("60, 6, 5", ",0", "cells_per_cycle: 3, steps: 2"), 3},
      {thomas("40, 5, 4", ",0", "cells_per_cycle: 2, extents: fixed, ram: block"), 2},
      {thomas("96, 5, 4", ",0", "cells_per_cycle: 2, block: [48]"), 2}};
  for (const auto& [text, steps] : programs) {
    SCOPED_TRACE(text);
    Diagnostics diagnostics;
    const auto p = shared_plan(text, diagnostics);
    ASSERT_TRUE(p) << diagnostics.render();
    const hw::Design design = elaborate::elaborate(*p);
    expect_golden(*p, design, p->core.maximum, steps, random);
    if (p->core.extents == contract::ExtentPlan::kRuntime && !p->core.has_blocks())
      expect_golden(*p, design, p->core.minimum, steps, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Sweeps, OrdersWithoutHardwareAreRefused) {
  const auto refusal = [](const std::string& lines, const std::string& grid, const std::string& hardware) {
    Diagnostics diagnostics;
    EXPECT_FALSE(
        shared_plan(fmt::format("name: s\ngrid: [{}]\ntype: int16\nfields: {{u: {{boundary: {{constant: 1}}}}}}\n"
                                "update:\n{}hardware: {{{}}}\n",
                                grid, lines, hardware),
                    diagnostics));
    return diagnostics.render();
  };
  const std::string along_x = "  - u: {expr: \"u[-1,0] + u\", order: forward x}\n";
  EXPECT_NE(refusal(along_x, "16, 8", "steps: 1")
                .find("program.yaml:6:5: error[RG0409]: there is no hardware for `order: forward x`"),
            std::string::npos)
      << refusal(along_x, "16, 8", "steps: 1");
  EXPECT_NE(refusal(along_x, "16, 8", "steps: 1").find("which requires nx = ny"), std::string::npos);
  EXPECT_NE(refusal(along_x, "16, 16", "cells_per_cycle: 2")
                .find("program.yaml:6:5: error[RG0409]: a sweep along x takes one cell per cycle, not 2"),
            std::string::npos)
      << refusal(along_x, "16, 16", "cells_per_cycle: 2");
  EXPECT_NE(refusal("  - u: {expr: \"u[-1,0] + u[0,1; wrap]\", order: forward x}\n", "16, 16", "steps: 1")
                .find("no read may wrap along x or y"),
            std::string::npos);
  EXPECT_NE(refusal(along_x, "32, 32", "block: [16]").find("error[RG0404]: line 6 sweeps along x and cannot be cut"),
            std::string::npos)
      << refusal(along_x, "32, 32", "block: [16]");
  const std::string slow = "  - u: {expr: \"u[-1,0]/7 + u\", order: forward x}\n";
  EXPECT_NE(refusal(slow, "3, 3", "steps: 1").find("program.yaml:6:5: error[RG0408]: the rows are too short"),
            std::string::npos)
      << refusal(slow, "3, 3", "steps: 1");
  EXPECT_NE(refusal(along_x, "1, 1", "steps: 1").find("error[RG0408]: a row is one word"), std::string::npos);
  const std::string on_a_line = "  - u: {expr: \"u[1] + u\", order: backward x}\n";
  EXPECT_NE(refusal(on_a_line, "16", "steps: 1").find("error[RG0409]: there is no hardware for `order: backward x`"),
            std::string::npos);
  const std::string backward = "  - u: {expr: \"u[0,1] + u\", order: backward y}\n";
  EXPECT_NE(
      refusal(backward, "64, 8", "block: [32]").find("error[RG0404]: line 6 sweeps backward along y, the last axis"),
      std::string::npos)
      << refusal(backward, "64, 8", "block: [32]");
  EXPECT_NE(refusal(backward, "4, 8", "cells_per_cycle: 4").find("program.yaml:6:5: error[RG0408]: a row is one word"),
            std::string::npos)
      << refusal(backward, "4, 8", "cells_per_cycle: 4");
  const std::string large = refusal(backward, "512, 512", "device: ice40up, clock_mhz: 20");
  EXPECT_NE(large.find("program.yaml:6:5: error[RG0402]: a backward sweep keeps 8192 kbit on chip"), std::string::npos)
      << large;
}

}  // namespace
}  // namespace rtlgen::test
