// Settings that a host writes before a run, and descriptions that cannot be planned at all.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <regex>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "frontend/frontend.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

/// Passes through a chain that moves only when words enter: does every pass get its words? A word of
/// a pass may enter once those of the pass before that hold its cells are out, `lag` words behind.
bool ends(const contract::CoreInterface& core, const spec::Extents& extents, std::int64_t frame, std::int64_t gap,
          std::int64_t lag, std::int64_t passes) {
  std::int64_t entered = 0;
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    for (std::int64_t word = 0; word < frame + gap; ++word) {
      if (pass > 0 && word < frame) {
        const std::int64_t out_needed = (pass - 1) * (frame + gap) + contract::words_before(core, extents, word) - 1;
        if (entered - lag <= out_needed) return false;
      }
      ++entered;
    }
  }
  return true;
}

TEST(RunSettings, GapsAreJustEnough) {
  std::mt19937 random(99);
  int gaps = 0, extra = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string text = random_program(random, true);
    SCOPED_TRACE(text);
    const plan::Plan p = plan_of(text);
    Diagnostics none;
    for (const spec::Extents& extents : {p.core.minimum, p.core.maximum}) {
      const auto run = contract::run_settings(p.core, extents, 3 * p.core.steps, none);
      ASSERT_TRUE(run.ok()) << none.render();
      const std::int64_t slice = p.stencil->axes == 3   ? run->frame.plane_words()
                                 : p.stencil->axes == 2 ? run->frame.row_words
                                                        : 1;
      EXPECT_TRUE(ends(p.core, extents, run->frame.words(), run->gap * slice, run->total_lag, 3));
      if (run->gap == 0) continue;
      ++gaps;
      // Less would stop the run, or make words wait for as long as they are on the way.
      const bool stops = !ends(p.core, extents, run->frame.words(), (run->gap - 1) * slice, run->total_lag, 3);
      const std::int64_t way = p.core.round_trip();
      const bool waits = run->slack > 0 && run->slack - run->frames() * slice < way;
      EXPECT_TRUE(stops || waits) << "a gap of " << run->gap;
      EXPECT_LE(run->gap, p.core.gap.most);
      extra += stops ? 0 : 1;
    }
  }
  EXPECT_GT(gaps, 20);
  EXPECT_GT(extra, 20);
}

/// A chain as long as its grid, and one that is longer: not slower than two passes of half the length.
TEST(RunSettings, AChainLongerThanTheGridIsNoCliff) {
  const auto cycles = [](int steps) {
    const plan::Plan p = plan_of(
        fmt::format("name: run\ngrid: [64, 48]\ntype: uint8\nfields: {{a: {{}}}}\nupdate:\n  - a: a[-1,0] + a[1,0] + "
                    "a[0,-1] + a[0,1]\nhardware: {{steps: {}}}\n",
                    steps));
    Diagnostics none;
    const auto run = contract::run_settings(p.core, {64, 48, 1}, 240, none);
    EXPECT_TRUE(run.ok()) << none.render();
    return run->pass_cycles * run->passes;
  };
  EXPECT_LT(cycles(60), 21 * cycles(40) / 20);
  EXPECT_LT(cycles(80), 13 * cycles(40) / 10);
}

/// The same with two frames in a pass.
TEST(RunSettings, NorIsOneOfAGridInBlocks) {
  const auto cycles = [](int steps) {
    const plan::Plan p = plan_of(fmt::format(
        "name: run\ngrid: [1024, 48]\ntype: float16\nfields: {{a: {{}}}}\nupdate:\n  - a: a[-1,0] + a[1,0] + "
        "a[0,-1] + a[0,1]\nhardware: {{cells_per_cycle: 4, steps: {}, block: [640]}}\n",
        steps));
    Diagnostics none;
    const auto run = contract::run_settings(p.core, {1024, 48, 1}, 240, none);
    EXPECT_TRUE(run.ok()) << none.render();
    EXPECT_EQ(run->frames(), 2);
    return run->pass_cycles * run->passes;
  };
  for (const int steps : {48, 60}) EXPECT_LT(cycles(steps), 11 * cycles(40) / 10) << steps;
}

TEST(RunSettings, PassesOfHugeGridsDoNotOverflow) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 40;
  EXPECT_EQ(contract::pass_cycles(kHuge, kHuge - 7, 100), kHuge);
  EXPECT_EQ(contract::pass_cycles(kHuge, 50, 100), 2 * kHuge);
  EXPECT_EQ(contract::pass_cycles(10, 3, 4), 14);
}

TEST(RunSettings, PassesAndBypassMakeTheIterations) {
  for (int steps = 1; steps <= 5; ++steps) {
    const plan::Plan p =
        plan_of(fmt::format("name: run\ngrid: [30]\ntype: uint8\nfields: {{a: {{}}}}\nupdate:\n  - a: a[-1] + "
                            "a[1]\nhardware: {{steps: {}}}\n",
                            steps));
    for (std::int64_t n = 1; n <= 12; ++n) {
      Diagnostics none;
      const auto run = contract::run_settings(p.core, {30, 1, 1}, n, none);
      ASSERT_TRUE(run.ok());
      EXPECT_EQ(run->passes * steps - run->bypass, n);
      EXPECT_LT(run->bypass, steps);
      EXPECT_EQ(static_cast<std::int32_t>(run->first_step), -run->bypass);
      EXPECT_EQ(run->ideal_cycles, run->passes * 30 + run->total_lag + p.core.total_latency);
    }
  }
}

/// Executors count time steps on from those of earlier runs, however the passes are cut.
TEST(RunSettings, TimeStepsAreCountedOn) {
  constexpr std::int64_t kSteps = 3;
  const plan::Plan p = plan_of(
      "name: run\ngrid: [30]\ntype: int32\nfields: {a: {}}\nupdate:\n  - a: a[-1] + step\nhardware: {steps: 3}\n");
  for (const std::int64_t done : {0, 1, 5}) {
    for (std::int64_t n = 1; n <= 8; ++n) {
      Diagnostics none;
      const auto run = contract::run_settings(p.core, {30, 1, 1}, n, none, done);
      ASSERT_TRUE(run.ok());
      EXPECT_EQ(static_cast<std::int32_t>(run->first_step), done - run->bypass);
      for (std::int64_t pass = 0; pass < run->passes; ++pass) {
        const contract::RunSettings one = contract::one_pass(p.core, *run, pass);
        EXPECT_EQ(static_cast<std::int32_t>(one.first_step), done - run->bypass + pass * kSteps);
        EXPECT_EQ(one.first_step >> 32, 0);
      }
    }
  }
}

TEST(RunSettings, OutsideTheLimitsIsRefusedWithTheLimits) {
  const plan::Plan p = plan_of("name: run\ngrid: [30, 20]\nfields: {a: {}}\nupdate:\n  - a: a[-2,0] + a[0,3]\n");
  Diagnostics diagnostics;
  EXPECT_FALSE(contract::run_settings(p.core, {31, 1, 1}, 0, diagnostics).ok());
  EXPECT_EQ(diagnostics.error_count(), 3);
  const std::string text = diagnostics.render();
  EXPECT_NE(text.find("RG0501"), std::string::npos);
  EXPECT_NE(text.find(fmt::format("nx must be from {} to 30", p.core.minimum[0])), std::string::npos) << text;
  EXPECT_NE(text.find(fmt::format("ny must be from {} to 20", p.core.minimum[1])), std::string::npos) << text;
  EXPECT_NE(text.find("RG0502"), std::string::npos);
}

// ---------------------------------------------------------------- no plan

std::string refusal(const std::string& text, const std::function<void(spec::Stencil&)>& change = {}) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(text, "test.yaml", {}, diagnostics);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render();
  if (change) change(*stencil);
  EXPECT_FALSE(plan::make_plan(*stencil, diagnostics).ok());
  return diagnostics.render();
}

TEST(Refusal, AClockThatLogicCannotReach) {
  const std::string text = refusal(
      "name: fast\ngrid: [30]\ntype: int64\nfields: {a: {}}\nupdate:\n  - a: a[-1] + a[1]\nhardware: {clock_mhz: "
      "900}\n");
  EXPECT_NE(text.find("error[RG0401]"), std::string::npos) << text;
  EXPECT_NE(text.find("test.yaml:6:"), std::string::npos) << text;
  EXPECT_NE(text.find("lower hardware.clock_mhz"), std::string::npos) << text;
}

TEST(Refusal, AClockThatBoundariesCannotReach) {
  const std::string text = refusal(
      "name: fast\ngrid: [30, 20, 20]\ntype: uint8\nfields: {a: {boundary: reflect}}\nupdate:\n  - a: a[-4,4,4]\n"
      "hardware: {clock_mhz: 950}\n");
  EXPECT_NE(text.find("test.yaml:6:8: error[RG0401]"), std::string::npos) << text;
  EXPECT_NE(text.find("the boundary rules of this read need"), std::string::npos) << text;
}

/// The reached clock is named, holds, and a MHz more does not. `text` ends in front of the clock.
TEST(Refusal, AClockNamesWhatIsReached) {
  const std::string head = "name: fast\ngrid: [30, 20, 20]\ntype: ";
  const std::string reads = "uint8\nfields: {a: {boundary: reflect}}\nupdate:\n  - a: a[-4,4,4]\n";
  const std::string adds = "int64\nfields: {a: {}}\nupdate:\n  - a: a[-1,0,0] + a[1,0,0]\n";
  const std::string steps =
      "uint8\nfields: {a: {}}\nparams: {k: {values: [1, 2, 3]}}\nupdate:\n  - a: a + k\niterations: 3\n";
  const std::string least =
      "int64\nfields: {a: {}}\nupdate:\n  - a: a\nmonitor: {m: {of: a, reduce: max}}\niterations: 1\n";
  struct Case {
    std::string text;
    const char *device, *what;
  };
  for (const Case& c :
       {Case{reads, "generic", "the boundary rules of this read need"},
        Case{reads, "xcup", "the boundary rules of this read need"},
        Case{adds, "generic", "this operation alone needs"}, Case{adds, "xcup", "this operation alone needs"},
        Case{adds, "ecp5", "this operation alone needs"}, Case{steps, "generic", "a table of 3 values"},
        Case{least, "generic", "comparing 64 bits needs"}}) {
    SCOPED_TRACE(fmt::format("{} on {}", c.what, c.device));
    const auto diagnostics_at = [&](int mhz) {
      Diagnostics diagnostics;
      const auto stencil =
          frontend::load_text(head + c.text + fmt::format("hardware: {{device: {}, clock_mhz: {}}}\n", c.device, mhz),
                              "test.yaml", {}, diagnostics);
      EXPECT_TRUE(stencil.ok()) << diagnostics.render();
      return plan::make_plan(*stencil, diagnostics).ok() ? std::string() : diagnostics.render();
    };
    const std::string refused = diagnostics_at(2000);
    EXPECT_NE(refused.find(c.what), std::string::npos) << refused;
    std::smatch reached;
    ASSERT_TRUE(std::regex_search(refused, reached, std::regex("clock_mhz to ([0-9]+) MHz"))) << refused;
    EXPECT_EQ(diagnostics_at(std::stoi(reached[1])), "");
    EXPECT_NE(diagnostics_at(std::stoi(reached[1]) + 1).find("clock_mhz to " + reached[1].str()), std::string::npos);
  }
}

TEST(FarReads, AreSpreadOverCycles) {
  for (const std::string rule : {"edge", "reflect", "{constant: 3}"}) {
    for (const int lanes : {1, 2, 4}) {
      SCOPED_TRACE(fmt::format("{}, P {}", rule, lanes));
      const plan::Plan p =
          plan_of(fmt::format("name: far\ngrid: [1024, 4]\ntype: float32\nfields: {{a: {{boundary: {}}}, out: "
                              "{{}}}}\nupdate:\n  - out: a + a[511,0]\n"
                              "hardware: {{cells_per_cycle: {}, clock_mhz: 200}}\n",
                              rule, lanes));
      EXPECT_NO_THROW(plan::verify(p));
      const plan::TapPlan& tap = p.executor.stages[spec::StageId(0)].taps[1];
      EXPECT_EQ(rule == "{constant: 3}" ? tap.constant_mux_stages[0] : tap.cell_mux_stages[0], 2);
    }
  }
}

TEST(Refusal, BuffersThatNoDeviceHolds) {
  const std::string text =
      refusal("name: large\ngrid: [100000, 100000, 4]\nfields: {a: {}}\nupdate:\n  - a: a[0,0,-1] + a[0,0,1]\n");
  EXPECT_NE(text.find("error[RG0402]"), std::string::npos) << text;
  EXPECT_NE(text.find("no xc7 part holds more than 96 Mbit"), std::string::npos) << text;
}

/// 128 Mbit of rows are too many for one family, and not for another.
TEST(Refusal, BuffersThatNoPartOfTheFamilyHolds) {
  const auto large = [](const std::string& device) {
    return "name: large\ngrid: [4194304, 4]\nfields: {a: {}}\nupdate:\n  - a: a[0,1] + a\nhardware: {device: " +
           device + "}\n";
  };
  for (const char* device : {"xc7", "xc7-3", "arria10"})
    EXPECT_NE(refusal(large(device)).find("the line and plane buffers need 128 Mbit on chip"), std::string::npos);
  for (const char* device : {"xcup", "stratix10", "generic"}) EXPECT_NO_THROW(plan::verify(plan_of(large(device))));
}

TEST(Refusal, BuffersBeyondAnyCount) {
  // Bits times steps do not fit 64 bits.
  const std::string text = refusal(
      "name: large\ngrid: [600000, 600000, 3]\ntype: float64\nfields: {a: {}}\nupdate:\n  - a: a[0,0,-1] + a[0,0,1]\n"
      "hardware: {steps: 1000}\n");
  EXPECT_NE(text.find("error[RG0402]"), std::string::npos) << text;
}

TEST(Refusal, AnUnknownDevice) {
  const std::string text =
      refusal("name: dev\ngrid: [30]\nfields: {a: {}}\nupdate:\n  - a: a[-1] + a[1]\nhardware:\n  device: abacus\n");
  EXPECT_NE(text.find("test.yaml:7:11: error[RG0403]"), std::string::npos) << text;
  EXPECT_NE(text.find("known: "), std::string::npos) << text;
}

TEST(Refusal, LutMemoriesWhereThereAreNone) {
  const std::string text = refusal(
      "name: dev\ngrid: [30]\nfields: {a: {}}\nupdate:\n  - a: a[-1] + a[1]\nhardware:\n  device: ice40hx\n  ram: "
      "distributed\n");
  EXPECT_NE(text.find("test.yaml:7:11: error[RG0403]"), std::string::npos) << text;
  EXPECT_NE(text.find("hardware.ram: auto"), std::string::npos) << text;
}

TEST(Refusal, UltraRamsWhereThereAreNone) {
  const std::string text = refusal(
      "name: dev\ngrid: [3000, 3]\nfields: {a: {}}\nupdate:\n  - a: a[-1,0] + a[0,1]\nhardware:\n  device: xc7\n  ram: "
      "ultra\n");
  EXPECT_NE(text.find("test.yaml:7:11: error[RG0403]"), std::string::npos) << text;
  EXPECT_NE(text.find("xcu (UltraScale+) has UltraRAM"), std::string::npos) << text;
}

}  // namespace
}  // namespace rtlgen::test
