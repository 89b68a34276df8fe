// Parameters by step and monitors in hardware: every bit, every cycle, and faults that are found.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "contract/frame.hpp"
#include "contract/run_settings.hpp"
#include "core_run.hpp"
#include "elaborate/elaborate.hpp"
#include "golden/monitored.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

std::map<int, golden::Grid> random_inputs(const plan::Plan& plan, const spec::Extents& extents, std::mt19937& random) {
  std::map<int, golden::Grid> inputs;
  for (const int a : plan.core.input_arrays) {
    golden::Grid grid(plan.stencil->arrays[spec::ArrayId(a)].type, extents);
    for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & grid.type.mask());
    inputs.emplace(a, grid);
  }
  return inputs;
}

struct Both {
  golden::MonitoredRun want;
  CoreRun got;
};

Both run_both(const plan::Plan& p, const hw::Design& design, const spec::Extents& extents, std::int64_t iterations,
              double stalls, std::mt19937& random) {
  const auto inputs = random_inputs(p, extents, random);
  std::vector<std::uint64_t> params;
  for (const spec::Param& q : p.stencil->params) params.push_back(q.value);
  golden::Options one_thread;
  one_thread.threads = 1;
  return {golden::run_monitored(*p.stencil, extents, inputs, iterations, params, one_thread),
          run_core(p, design, extents, iterations, inputs, stalls, random)};
}

void expect_equal(const plan::Plan& p, const hw::Design& design, const spec::Extents& extents, std::int64_t iterations,
                  std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << extents[0] << " x " << extents[1] << ", " << iterations << " steps");
  const Both both = run_both(p, design, extents, iterations, random() % 2 == 0 ? 0.3 : 0.0, random);
  ASSERT_TRUE(both.got.ended) << "after " << both.got.cycles << " cycles";
  for (const auto& [array, grid] : both.got.outputs) ASSERT_EQ(grid, both.want.results.at(array)) << "array " << array;
  if (p.stencil->monitors.empty()) return;
  ASSERT_EQ(both.got.monitors.size(), both.want.passes.size());
  for (std::size_t pass = 0; pass < both.want.passes.size(); ++pass) {
    ASSERT_EQ(both.got.monitors[pass], both.want.passes[pass].monitors) << "pass " << pass;
  }
}

constexpr int kLanes[] = {1, 2, 3, 4, 8};

/// Runs a program at the largest and the smallest extents and one between.
void expect_golden(const std::string& text, std::mt19937& random) {
  SCOPED_TRACE(text);
  const plan::Plan p = plan_of(text);
  plan::verify(p);
  const hw::Design design = elaborate::elaborate(p);
  spec::Extents between = p.core.maximum;
  between[0] = std::max(p.core.minimum[0], between[0] - 1 - static_cast<std::int64_t>(random() % 3));
  for (const spec::Extents& extents :
       {p.core.maximum, p.core.extents == contract::ExtentPlan::kRuntime ? between : p.core.maximum, p.core.minimum}) {
    expect_equal(p, design, extents, 1 + static_cast<std::int64_t>(random() % 7), random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

std::string hardware(int lanes, int steps, bool fixed) {
  return fmt::format("hardware: {{cells_per_cycle: {}, steps: {}, extents: {}, clock_mhz: 150, hops: {}}}\n", lanes,
                     steps, fixed ? "fixed" : "runtime", fixed ? steps - 1 : 0);
}

// ---------------------------------------------------------------- parameters by step

TEST(ByStep, ListsAndExpressionsOfTheStep) {
  std::mt19937 random = seeded(5);
  for (const int lanes : kLanes) {
    for (int steps = 1; steps <= 3; ++steps) {
      expect_golden(
          "name: byt\ngrid: [11, 3]\ntype: uint8\nfields: {a: {boundary: reflect}}\nparams:\n"
          "  k: {value: 3, runtime: true}\n  q: {values: [1, 2, 5, 7, 11]}\n  one: {values: [9]}\n"
          "  e: {value: \"uint8(step) * k + q\"}\nupdate:\n"
          "  - d: a[-1,0] * q + uint8(nx)\n  - a: a + d[1,0] * e + (q + k) * uint8(ny) + one\n" +
              hardware(lanes, steps, random() % 2 == 0),
          random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ByStep, PipelinedOperatorsOfTheStep) {
  std::mt19937 random = seeded(6);
  for (const int lanes : {1, 3, 4}) {
    for (int steps = 1; steps <= 3; ++steps) {
      expect_golden(
          "name: byt\ngrid: [9]\ntype: \"float<4,3>\"\nfields: {a: {boundary: edge}, b: {type: int8}}\nparams:\n"
          "  dt: {values: [0.1, 0.2, 0.05, 1, 3], type: \"float<4,3>\"}\n"
          "  e: {value: \"dt*dt + 0.5*float<4,3>(step)\"}\nupdate:\n"
          "  - a: a[-1] * e + (a - e) * sqrt(dt)\n  - b: int8(e)\n" +
              hardware(lanes, steps, random() % 2 == 0),
          random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ByStep, FramesOfOneWordAndLongLists) {
  std::mt19937 random = seeded(7);
  std::string values = "0";
  for (int i = 1; i < 100; ++i) values += fmt::format(", {}", random() % 256);
  for (const int lanes : {1, 4}) {
    for (int steps = 1; steps <= 3; ++steps) {
      const std::string text = "name: byt\ngrid: [4, 2]\ntype: uint8\nfields: {a: {}}\nparams: {q: {values: [" +
                               values + "]}}\nupdate:\n  - a: a * 3 + q\n" + hardware(lanes, steps, false);
      const plan::Plan p = plan_of(text);
      plan::verify(p);
      const hw::Design design = elaborate::elaborate(p);
      for (const std::int64_t iterations : {1, 5, 99, 120}) {
        expect_equal(p, design, {1, 1, 1}, iterations, random);
        expect_equal(p, design, {4, 2, 1}, iterations, random);
      }
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ByStep, CostsNoCycle) {
  std::mt19937 random = seeded(8);
  const plan::Plan p = plan_of(
      "name: quick\ngrid: [40, 12]\ntype: uint8\nfields: {a: {}}\nparams: {q: {values: [1, 2, 3, 4, 5]}}\n"
      "monitor: {m: {of: a, reduce: max_change}}\nupdate:\n  - a: a[-1,0] + a[0,1] * q\nhardware: {steps: 2}\n");
  const hw::Design design = elaborate::elaborate(p);
  const spec::Extents extents{40, 12, 1};
  Diagnostics none;
  const auto run = contract::run_settings(p.core, extents, 12, none);
  const Both both = run_both(p, design, extents, 12, 0, random);
  ASSERT_TRUE(both.got.ended);
  EXPECT_LE(both.got.cycles, run->frame.words() * run->passes + run->total_lag + p.core.total_latency + 64);
  EXPECT_EQ(both.got.monitors.size(), 6U);
}

TEST(ByStep, WhatFollowsTheStepIsComputedOnceAnExecutor) {
  const plan::Plan p = plan_of(
      "name: once\ngrid: [8]\ntype: int16\nfields: {a: {}}\nparams: {e: {value: \"int16(step) * int16(step)\"}}\n"
      "update:\n  - a: a + e\nhardware: {cells_per_cycle: 4}\n");
  const hw::Design design = elaborate::elaborate(p);
  std::map<std::string, int> instances;
  for (const hw::Module& m : design.modules) {
    for (const hw::Item& item : m.items) {
      if (const auto* i = std::get_if<hw::Instance>(&item)) ++instances[i->module];
    }
  }
  EXPECT_EQ(instances["once_kernel"], 4);
  EXPECT_EQ(instances["once_kernel_shared"], 1);
  int multipliers = 0;
  for (const auto& [module, count] : instances) multipliers += module.starts_with("int16_mul") ? count : 0;
  EXPECT_EQ(multipliers, 1);
}

// ---------------------------------------------------------------- monitors

std::string monitored(const char* type, const std::string& line, const std::string& monitors, int lanes, int steps,
                      bool fixed, const char* grid = "[11, 3]", const char* more = "") {
  return fmt::format(
             "name: mond\ngrid: {}\ntype: {}\n{}fields: {{a: {{boundary: edge}}, o: {{}}}}\nupdate:\n{}monitor:\n{}",
             grid, type, more, line, monitors) +
         hardware(lanes, steps, fixed);
}

constexpr const char* kExtremes =
    "  change: {of: a, reduce: max_change}\n  low: {of: a, reduce: min}\n  high: {of: o, reduce: max}\n";
constexpr const char* kSums = "  total: {of: a, reduce: sum}\n  squares: {of: o, reduce: sum_squares}\n";

TEST(Monitors, ExtremesOfIntegersAndFloats) {
  std::mt19937 random = seeded(9);
  for (const char* type : {"uint8", "int8", "int<5>", "\"float<4,3>\"", "\"float<3,2>\""}) {
    for (const int lanes : kLanes) {
      for (int steps = 1; steps <= 3; ++steps) {
        const bool flush = random() % 3 == 0;
        const char* line = "  - d: a[-1,0] + a\n  - o: d - a[0,1]\n  - a: a[1,0] * d\n";
        // Together the fields fit the interpreter's words up to four lanes.
        if (lanes == 8 && std::string(type).size() > 7) continue;
        expect_golden(
            monitored(type, lanes == 8 ? "  - a: a[1,0] * a\n  - o: a\n" : line, kExtremes, lanes == 8 ? 4 : lanes,
                      steps, random() % 2 == 0, "[11, 3]", flush ? "subnormals: flush\n" : ""),
            random);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Monitors, SumsOfIntegers) {
  std::mt19937 random = seeded(10);
  for (const char* type : {"uint8", "int8", "int<5>"}) {
    for (const int lanes : {1, 2, 3, 4}) {
      for (int steps = 1; steps <= 2; ++steps) {
        expect_golden(monitored(type, "  - o: a[0,1] + 3\n  - a: a[1,0] + a\n", kSums, lanes, steps, random() % 2 == 0),
                      random);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Monitors, LanesUpToEightAndTinyGrids) {
  std::mt19937 random = seeded(11);
  for (const int lanes : kLanes) {
    for (const char* grid : {"[1]", "[2]", "[9]", "[17]"}) {
      expect_golden(
          fmt::format("name: mond\ngrid: {}\ntype: int8\nfields: {{a: {{}}}}\nupdate:\n  - a: a + 1\nmonitor:\n"
                      "  change: {{of: a, reduce: max_change}}\n  low: {{of: a, reduce: min}}\n  total: {{of: a, "
                      "reduce: sum, type: int<12>}}\n",
                      grid) +
              hardware(lanes, 1 + static_cast<int>(random() % 3), random() % 2 == 0),
          random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Monitors, FixedPointFieldsAndSumsOfFloats) {
  std::mt19937 random = seeded(14);
  const char* const modes[] = {"", "rounding: truncate\n", "overflow: saturate\n",
                               "rounding: truncate\noverflow: saturate\n"};
  for (const char* type : {"\"fixed<8,3>\"", "\"ufixed<7,7>\"", "\"float<4,3>\""}) {
    for (const int lanes : {1, 2, 3, 4}) {
      for (const char* more : modes) {
        const std::string sums =
            "  total: {of: a, reduce: sum}\n  squares: {of: a, reduce: sum_squares, type: \"fixed<12,4>\"}\n"
            "  rough: {of: o, reduce: sum, type: int<9>}\n";
        expect_golden(monitored(type, "  - o: a[0,1] - a\n  - a: a[1,0] + a\n", kExtremes + sums, lanes,
                                1 + static_cast<int>(random() % 2), random() % 2 == 0, "[7, 2]", more),
                      random);
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// A clock that cuts the carry chains of a 64-bit sum into several segments.
TEST(Monitors, LeaveOutTheGhostsOfFramesThatWrap) {
  std::mt19937 random = seeded(12);
  for (const int lanes : kLanes) {
    for (const bool fixed : {false, true}) {
      for (const char* boundary : {"wrap", "{x: wrap}", "{y: wrap}"}) {
        expect_golden(
            fmt::format("name: around\ngrid: [11, 4]\ntype: uint<4>\nfields: {{a: {{boundary: {}}}}}\nupdate:\n"
                        "  - a: a[-1,0] + 3*a[1,1] + a[0,-2]\n"
                        "monitor: {{total: {{of: a, reduce: sum, type: \"uint<12>\"}}, top: {{of: a, reduce: max}}, "
                        "moved: {{of: a, reduce: max_change}}}}\n{}",
                        boundary, hardware(lanes, 2, fixed)),
            random);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(Monitors, SumsInSegments) {
  std::mt19937 random = seeded(12);
  for (const int lanes : {1, 3, 8}) {
    const std::string text = fmt::format(
        "name: mond\ngrid: [13]\ntype: int8\nfields: {{a: {{}}}}\nupdate:\n  - a: ~a\nmonitor:\n"
        "  total: {{of: a, reduce: sum}}\n  low: {{of: a, reduce: min}}\nhardware: {{cells_per_cycle: {}, clock_mhz: "
        "350}}\n",
        lanes);
    const plan::Plan p = plan_of(text);
    EXPECT_GT(p.monitors[spec::MonitorId(0)].segments, 1);
    expect_golden(text, random);
    if (HasFatalFailure()) return;
  }
}

/// The checks can fail: a monitor that minds padding, one that forgets its first word, old values of
/// another cycle.
TEST(Monitors, AFaultInTheDesignIsFound) {
  std::mt19937 random = seeded(13);
  const plan::Plan p = plan_of(monitored("uint8", "  - o: a\n  - a: a[1,0] + 1\n", kExtremes, 4, 2, false));
  const hw::Design good = elaborate::elaborate(p);
  const auto agrees = [&](const hw::Design& design) {
    for (int i = 0; i < 6; ++i) {
      const Both both = run_both(p, design, {9, 3, 1}, 5, 0, random);
      for (std::size_t pass = 0; pass < both.want.passes.size(); ++pass) {
        if (both.got.monitors.at(pass) != both.want.passes[pass].monitors) return false;
      }
    }
    return true;
  };
  EXPECT_TRUE(agrees(good));
  const auto broken = [&](const std::string& module, const std::string& signal, const auto& change) {
    hw::Design bad = good;
    bool found = false;
    for (hw::Module& m : bad.modules) {
      if (m.name != module) continue;
      for (hw::Item& item : m.items) {
        auto* r = std::get_if<hw::Register>(&item);
        if (r == nullptr || m.signals[r->q].name != signal) continue;
        change(m, *r);
        found = true;
      }
    }
    EXPECT_TRUE(found) << module << "." << signal;
    return bad;
  };
  const auto constant = [](hw::Module& m, int width, bool ones) {
    hw::Expr e;
    e.width = width;
    e.bits = ones ? hw::Bits::ones(width) : hw::Bits::zero(width);
    return m.exprs.push_back(e);
  };
  EXPECT_FALSE(
      agrees(broken("mond_core", "mon_cells", [&](hw::Module& m, hw::Register& r) { r.d = constant(m, 4, true); })));
  EXPECT_FALSE(
      agrees(broken("mond_core", "mon_first", [&](hw::Module& m, hw::Register& r) { r.d = constant(m, 1, false); })));
  EXPECT_FALSE(agrees(
      broken("mond_core", "mon_a_before", [&](hw::Module& m, hw::Register& r) { r.d = constant(m, 32, false); })));
}

}  // namespace
}  // namespace rtlgen::test
