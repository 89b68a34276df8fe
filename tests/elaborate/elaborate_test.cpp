// Elaborated cores compute what the golden engine computes, with stalls, for every extent, in as few cycles as they
// can.
#include "elaborate/elaborate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "core_run.hpp"
#include "golden/engine.hpp"
#include "golden/ignored.hpp"
#include "golden_check.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "tiny.hpp"

namespace rtlgen::test {
namespace {

TEST(Core, ComputesWhatTheGoldenEngineComputes) {
  std::mt19937 random = seeded(77);
  const plan::Plan p = plan_of(kTiny);
  const hw::Design design = elaborate::elaborate(p);
  for (std::int64_t iterations = 1; iterations <= 5; ++iterations)
    expect_golden(p, design, {9, 4, 1}, iterations, random);
}

TEST(Core, OneDesignServesEveryExtent) {
  std::mt19937 random = seeded(77);
  const plan::Plan p = plan_of(kTiny);
  const hw::Design design = elaborate::elaborate(p);
  for (std::int64_t y = p.core.minimum[1]; y <= 4; ++y) {
    for (std::int64_t x = p.core.minimum[0]; x <= 9; ++x) expect_golden(p, design, {x, y, 1}, 3, random);
  }
}

TEST(Core, RandomProgramsComputeWhatTheGoldenEngineComputes) {
  std::mt19937 random = seeded(77);
  int runs = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string text = random_program(random, true);
    const plan::Plan p = plan_of(text);
    plan::verify(p);
    if (!fits(p) || p.stencil->cells() > 800) continue;
    SCOPED_TRACE(text);
    const hw::Design design = elaborate::elaborate(p);
    for (const spec::Extents& extents : {p.core.maximum, p.core.minimum}) {
      expect_golden(p, design, extents, 1 + static_cast<std::int64_t>(random() % 4), random);
      if (testing::Test::HasFatalFailure()) return;
    }
    ++runs;
  }
  EXPECT_GT(runs, 15);
}

TEST(Core, BoundaryMultiplexersWithRegistersBetweenThem) {
  std::mt19937 random = seeded(78);
  const char* const rules[] = {"edge",
                               "reflect",
                               "symmetric",
                               "{constant: 9}",
                               "{x: reflect, y: {constant: 5}, z: edge}",
                               "{x: {constant: 4}, y: symmetric, z: {constant: 3}}"};
  int i = 0;
  for (const char* rule : rules) {
    for (const char* border : {"", ", border: keep"}) {
      const int p = 1 + i % 4, steps = 1 + i % 3;
      const std::string text = fmt::format(
          "name: ranked\ngrid: [7, 6, 5]\ntype: uint8\nfields: {{a: {{boundary: {0}}}, b: {{}}}}\nupdate:\n"
          "  - d: {{expr: \"a[1,2,-2] - a[-2,-2,2] + b\", boundary: edge}}\n"
          "  - a: {{expr: \"d[2,-1,1] + a[-1,1,2] + a + uint8(x)\"{1}}}\n"
          "hardware: {{cells_per_cycle: {2}, steps: {3}, extents: {4}, clock_mhz: 350, hops: {5}}}\n",
          rule, border, p, steps, i % 2 == 0 ? "runtime" : "fixed", i % 2 == 0 ? 0 : steps - 1);
      SCOPED_TRACE(text);
      const plan::Plan planned = plan_of(text);
      plan::verify(planned);
      EXPECT_GT(planned.executor.stages[spec::StageId(0)].taps[0].cycle, 0);
      const hw::Design design = elaborate::elaborate(planned);
      expect_golden(planned, design, planned.core.maximum, 1 + i % 4, random);
      expect_golden(planned, design, planned.core.minimum, 1 + i % 4, random);
      if (testing::Test::HasFatalFailure()) return;
      ++i;
    }
  }
}

/// Rows of one word: a read along x takes another lane of what a Kernel gives in this cycle, and the multiplexer does
/// not fit behind it.
TEST(Core, MultiplexersOfLanesBehindAFullCycle) {
  std::mt19937 random = seeded(82);
  for (const char* extents : {"fixed", "runtime"}) {
    for (const char* grid : {"[2]", "[2, 6]"}) {
      const char* const y = grid[2] == ']' ? "" : ",0";
      const std::string text = fmt::format(
          "name: late\ngrid: {0}\ntype: uint<4>\nfields: {{u: {{boundary: symmetric}}, v: {{boundary: symmetric}}}}\n"
          "update:\n  - u: \"u[2{1}] + v[-2{1}] + uint<4>(x)\"\n  - v: \"u[3{1}]\"\n"
          "hardware: {{cells_per_cycle: 5, extents: {2}}}\n",
          grid, y, extents);
      SCOPED_TRACE(text);
      const plan::Plan planned = plan_of(text);
      plan::verify(planned);
      EXPECT_GT(planned.executor.stages[spec::StageId(1)].taps[0].cell_cycle[0], 0);
      expect_golden(planned, elaborate::elaborate(planned), planned.core.maximum, 3, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

/// Wraps along both axes, a temporary that does not (its rules hold at the grid's ends inside the frame),
/// coordinates, extents, a read with a rule of its own and a border that is kept where it has ends.
std::string wrapped_frame(int p, int i, const char* extents, const char* grid) {
  // The interpreter's ports carry 64 bits.
  const char* const type = p == 8 ? "uint<4>" : "uint8";
  return fmt::format(
      "name: around\ngrid: {0}\ntype: {4}\nfields:\n  a: {{boundary: wrap}}\n  b: {{boundary: {{x: reflect, y: "
      "wrap}}}}\n"
      "update:\n  - d: {{expr: \"a[-1,0] + 3*a[2,1] + {4}(x + 5*y)\", boundary: {{x: symmetric, y: {{constant: "
      "9}}}}}}\n"
      "  - b: {{expr: \"b[-1,0] + b[1,-1] + d + {4}(nx*ny)\", border: keep}}\n"
      "  - a: \"d[-1,1] + 5*d[1,-1] + b[0,1] + a[-1,0; x=edge] + {4}(step)\"\n"
      "hardware: {{cells_per_cycle: {1}, steps: {2}, extents: {3}}}\n",
      grid, p, i, extents, type);
}

TEST(Core, FramesThatWrapCarryGhosts) {
  std::mt19937 random = seeded(78);
  for (const int p : {1, 2, 3, 4, 8}) {
    for (const int i : {1, 2, 3}) {
      for (const char* extents : {"runtime", "fixed"}) {
        const std::string text = wrapped_frame(p, i, extents, "[11, 6]");
        SCOPED_TRACE(text);
        const plan::Plan planned = plan_of(text);
        plan::verify(planned);
        EXPECT_TRUE(planned.core.wraps(0) && planned.core.wraps(1));
        const hw::Design design = elaborate::elaborate(planned);
        expect_golden(planned, design, planned.core.maximum, i + 2, random);
        expect_golden(planned, design, planned.core.minimum, 2 * i, random);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(Core, GridsSmallerThanTheirGhostsWrapRepeatedly) {
  std::mt19937 random = seeded(79);
  for (const char* grid : {"[1, 1]", "[2, 1]", "[1, 3]", "[3, 2]", "[5, 1]"}) {
    for (const int p : {1, 2, 4}) {
      const std::string text = wrapped_frame(p, 3, "runtime", grid);
      SCOPED_TRACE(text);
      const plan::Plan planned = plan_of(text);
      plan::verify(planned);
      expect_golden(planned, elaborate::elaborate(planned), planned.core.maximum, 5, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Core, OneWrappedDesignServesEveryExtentThatFits) {
  std::mt19937 random = seeded(80);
  const plan::Plan p = plan_of(
      "name: ring\ngrid: [13, 5, 4]\ntype: uint8\nfields: {a: {boundary: wrap}}\nupdate:\n"
      "  - a: a[-2,0,1] + 3*a[1,-1,0] + 5*a[0,1,-2] + uint8(x + 2*y + 4*z)\nhardware: {cells_per_cycle: 4, steps: "
      "2}\n");
  plan::verify(p);
  const hw::Design design = elaborate::elaborate(p);
  for (const std::int64_t z : {p.core.minimum[2], std::int64_t{4}}) {
    for (std::int64_t y = p.core.minimum[1]; y <= 5; y += 2) {
      for (std::int64_t x = p.core.minimum[0]; x <= 13; ++x) expect_golden(p, design, {x, y, z}, 3, random);
    }
  }
}

TEST(Core, LagsWithDigitsOfBothSigns) {
  // The furthest read is a plane ahead and rows behind, or a row ahead and words behind: counters
  // start with some digits below zero and some above.
  std::mt19937 random = seeded(77);
  for (const char* text : {"name: skew\ngrid: [6, 9, 4]\ntype: uint8\nfields: {a: {boundary: symmetric}}\nupdate:\n"
                           "  - a: a[2,-2,2] + a[-2,1,-2]\nhardware: {steps: 3}\n",
                           "name: skew\ngrid: [12, 6]\ntype: uint8\nfields: {a: {boundary: edge}}\nupdate:\n"
                           "  - d: a[3,0] + a\n  - a: d[-3,1] + a[-4,1]\nhardware: {steps: 2}\n",
                           "name: skew\ngrid: [8, 5]\ntype: uint8\nfields: {a: {boundary: edge}}\nupdate:\n"
                           "  - d: a[3,0] + a\n  - a: d[-3,1] + a[-4,1]\nhardware: {steps: 3, extents: fixed}\n"}) {
    SCOPED_TRACE(text);
    const plan::Plan p = plan_of(text);
    plan::verify(p);
    const hw::Design design = elaborate::elaborate(p);
    expect_golden(p, design, p.core.maximum, 4, random);
    expect_golden(p, design, p.core.minimum, 7, random);
  }
}

/// Block RAMs that are read a word ahead (ice40hx), in two axes and three, a stage and two.
const char* const kReadAhead[] = {
    "name: ahead\ngrid: [19, 7]\ntype: uint8\nfields: {a: {boundary: edge}}\nupdate:\n"
    "  - a: a[-1,0] + 3*a[0,1] + 5*a[1,-2]\n",
    "name: ahead\ngrid: [9, 5, 4]\ntype: uint8\nfields: {a: {boundary: {constant: 3}}}\nupdate:\n"
    "  - d: a[1,0,-1] + a[0,-1,1]\n  - a: d[0,1,0] + a[-1,0,0]\n"};

TEST(Core, BlockRamsAreReadAWordAhead) {
  std::mt19937 random = seeded(79);
  for (const char* text : kReadAhead) {
    for (const int lanes : {1, 2, 3}) {
      const plan::Plan p = plan_of(fmt::format(
          "{}hardware: {{cells_per_cycle: {}, steps: {}, ram: block, device: ice40hx, clock_mhz: 60, extents: {}}}\n",
          text, lanes, lanes == 3 ? 1 : 2, lanes == 2 ? "fixed" : "runtime"));
      SCOPED_TRACE(text);
      plan::verify(p);
      ASSERT_TRUE(p.executor.reads_ahead(0));
      const hw::Design design = elaborate::elaborate(p);
      expect_golden(p, design, p.core.maximum, 5, random);
      expect_golden(p, design, p.core.minimum, 4, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Core, UltraRamsAreReadAWordAhead) {
  std::mt19937 random = seeded(83);
  const std::string text =
      "name: ultra\ngrid: [1033, 3]\ntype: uint8\nfields: {a: {boundary: edge}}\nupdate:\n"
      "  - a: a[-1,0] + 3*a[0,1] + 5*a[1,-1]\n";
  for (const char* extents : {"fixed", "runtime"}) {
    const plan::Plan p = plan_of(fmt::format("{}hardware: {{ram: ultra, device: xcu, extents: {}}}\n", text, extents));
    plan::verify(p);
    ASSERT_EQ(p.executor.memories.at(0).storage, plan::Storage::kUltra);
    const hw::Design design = elaborate::elaborate(p);
    expect_golden(p, design, p.core.maximum, 2, random);
    expect_golden(p, design, p.core.minimum, 2, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Core, AReadAtTheWordThatIsWrittenIsFound) {
  std::mt19937 random = seeded(79);
  const plan::Plan p = plan_of(std::string(kReadAhead[0]) + "hardware: {ram: block, device: ice40hx, clock_mhz: 60}\n");
  hw::Design design = elaborate::elaborate(p);
  const auto inputs = random_inputs(p, p.core.maximum, random);
  const auto want = golden::run(*p.stencil, p.core.maximum, inputs, 3, {}, {});
  EXPECT_EQ(run_core(p, design, p.core.maximum, 3, inputs, 0, random).outputs.at(0), want.at(0));
  for (hw::Module& m : design.modules) {
    for (hw::Item& item : m.items) {
      if (auto* memory = std::get_if<hw::Memory>(&item)) memory->read_address = {};
    }
  }
  EXPECT_NE(run_core(p, design, p.core.maximum, 3, inputs, 0, random).outputs.at(0), want.at(0));
}

TEST(Core, AFaultInTheDesignIsFound) {
  std::mt19937 random = seeded(77);
  const plan::Plan p = plan_of(kTiny);
  const hw::Design good = elaborate::elaborate(p);
  const spec::Extents extents{9, 4, 1};
  const auto inputs = random_inputs(p, extents, random);
  const auto want = golden::run(*p.stencil, extents, inputs, 2, {}, {});
  // The first Kernel's addition becomes a subtraction.
  hw::Design bad = good;
  for (hw::Module& m : bad.modules) {
    if (m.name.find("_kernel_0") == std::string::npos) continue;
    for (hw::Expr& e : m.exprs) {
      if (e.kind == hw::ExprKind::kAdd) e.kind = hw::ExprKind::kSub;
    }
  }
  EXPECT_EQ(run_core(p, good, extents, 2, inputs, 0, random).outputs.at(0), want.at(0));
  EXPECT_NE(run_core(p, bad, extents, 2, inputs, 0, random).outputs.at(0), want.at(0));
}

TEST(Core, TakesAWordEveryCycle) {
  std::mt19937 random = seeded(77);
  const plan::Plan p = plan_of(
      "name: quick\ngrid: [40, 12]\ntype: uint8\nfields: {a: {}}\nupdate:\n  - a: a[-1,0] + a[0,1]\nhardware: {steps: "
      "2}\n");
  const hw::Design design = elaborate::elaborate(p);
  const spec::Extents extents{40, 12, 1};
  Diagnostics none;
  const auto run = contract::run_settings(p.core, extents, 6, none);
  const CoreRun got = run_core(p, design, extents, 6, random_inputs(p, extents, random), 0, random);
  ASSERT_TRUE(got.ended);
  EXPECT_LE(got.cycles, run->ideal_cycles + 64);
}

/// Three Executors on `dies` dies.
plan::Plan on_dies(int dies) {
  return plan_of(
      fmt::format("name: far\ngrid: [40, 12]\ntype: uint8\nfields: {{a: {{}}}}\nupdate:\n  - a: a[-1,0] + a[0,1]\n"
                  "hardware: {{steps: 3, hops: {}}}\n",
                  dies - 1));
}

TEST(Core, HopsCostLatencyButNoWord) {
  std::mt19937 random = seeded(77);
  for (const int dies : {1, 2, 3}) {
    SCOPED_TRACE(dies);
    const plan::Plan p = on_dies(dies);
    plan::verify(p);
    const hw::Design design = elaborate::elaborate(p);
    expect_golden(p, design, p.core.maximum, 6, random);
    const auto inputs = random_inputs(p, p.core.maximum, random);
    const std::int64_t bound = cycle_bound(p, p.core.maximum, 6);
    EXPECT_LE(run_core(p, design, p.core.maximum, 6, inputs, 0, random).cycles, bound);
    if (dies == 1) continue;
    // Without places for the credits that are on their way back, words wait.
    plan::Plan shallow = p;
    shallow.fifo_depth = p.core.total_latency + contract::kCreditLoop - 1;
    EXPECT_ANY_THROW(plan::verify(shallow));
    EXPECT_GT(run_core(shallow, elaborate::elaborate(shallow), p.core.maximum, 6, inputs, 0, random).cycles, bound);
  }
}

TEST(Core, AHopWithARegisterMissingIsFound) {
  std::mt19937 random = seeded(77);
  const plan::Plan p = on_dies(2);
  hw::Design design = elaborate::elaborate(p);
  const auto inputs = random_inputs(p, p.core.maximum, random);
  const auto want = golden::run(*p.stencil, p.core.maximum, inputs, 3, {}, {});
  EXPECT_EQ(run_core(p, design, p.core.maximum, 3, inputs, 0, random).outputs.at(0), want.at(0));
  for (hw::Module& m : design.modules) {
    const auto find = [&](const std::string& name) -> hw::Register* {
      for (hw::Item& item : m.items) {
        if (auto* r = std::get_if<hw::Register>(&item); r != nullptr && m.signals[r->q].name == name) return r;
      }
      return nullptr;
    };
    if (hw::Register* second = find("hop1_a_1"); second != nullptr) second->d = find("hop1_a_0")->d;
  }
  EXPECT_NE(run_core(p, design, p.core.maximum, 3, inputs, 0, random).outputs.at(0), want.at(0));
}

TEST(Core, TheBoundOfCyclesIsExceededByACoreThatIsHeldUp) {
  std::mt19937 random = seeded(77);
  const plan::Plan p = plan_of(
      "name: held\ngrid: [40, 12]\ntype: uint8\nfields: {a: {}}\nupdate:\n  - a: a[-1,0] + a[0,1]\nhardware: {steps: "
      "2}\n");
  const hw::Design design = elaborate::elaborate(p);
  const spec::Extents extents{40, 12, 1};
  const auto inputs = random_inputs(p, extents, random);
  const std::int64_t bound = cycle_bound(p, extents, 6);
  EXPECT_LE(run_core(p, design, extents, 6, inputs, 0, random).cycles, bound);
  EXPECT_GT(run_core(p, design, extents, 6, inputs, 0.2, random).cycles, bound);
}

TEST(Core, CreditsCoverTheFifoWhenNothingIsTaken) {
  // Long stalls on the output fill the FIFO to its depth and no further; run_core checks the latter.
  std::mt19937 random = seeded(77);
  const plan::Plan p = plan_of(
      "name: slow\ngrid: [40, 12]\ntype: uint8\nfields: {a: {}}\nupdate:\n  - a: a[-1,0] + a[0,1]\nhardware: {steps: "
      "3}\n");
  const hw::Design design = elaborate::elaborate(p);
  const spec::Extents extents{40, 12, 1};
  const CoreRun got = run_core(p, design, extents, 6, random_inputs(p, extents, random), 0.8, random);
  ASSERT_TRUE(got.ended);
  EXPECT_GT(got.most_held, 1U);
}

}  // namespace
}  // namespace rtlgen::test
