// Inputs of fewer axes: cores that hold them compute what the golden engine computes, for every choice of
// axes, and faults in what they hold are found.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core_run.hpp"
#include "elaborate/elaborate.hpp"
#include "golden/engine.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

std::map<int, golden::Grid> random_inputs(const plan::Plan& plan, const spec::Extents& extents, std::mt19937& random) {
  std::map<int, golden::Grid> inputs;
  for (const spec::ArrayId a : plan.stencil->arrays.ids()) {
    if (!plan.stencil->first_stream(a).valid()) continue;
    const spec::Array& array = plan.stencil->arrays[a];
    golden::Grid grid(array.type, array.shape(extents));
    for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & grid.type.mask());
    inputs.emplace(a.index(), grid);
  }
  return inputs;
}

/// Does `design` compute what the golden engine does with `plan`'s stencil?
bool agrees(const plan::Plan& plan, const hw::Design& design, const spec::Extents& extents, std::int64_t iterations,
            double stalls, std::mt19937& random) {
  const auto inputs = random_inputs(plan, extents, random);
  const auto want = golden::run(*plan.stencil, extents, inputs, iterations, {}, {1, {}});
  const CoreRun got = run_core(plan, design, extents, iterations, inputs, stalls, random);
  return got.ended && got.outputs == want;
}

void expect_agreement(const std::string& text, const std::vector<std::int64_t>& iterations, std::mt19937& random) {
  SCOPED_TRACE(text);
  const plan::Plan p = plan_of(text);
  plan::verify(p);
  const hw::Design design = elaborate::elaborate(p);
  for (const std::int64_t n : iterations) {
    for (const spec::Extents& e : {p.core.maximum, p.core.minimum}) {
      EXPECT_TRUE(agrees(p, design, e, n, n % 2 == 0 ? 0.3 : 0.0, random))
          << n << " steps on " << e[0] << " x " << e[1] << " x " << e[2];
    }
  }
}

/// A program that reads one held array at the centre and around it, beside a state with a window.
std::string program(const std::string& axes, const std::string& reads, const std::string& grid,
                    const std::string& state, int p, int i, bool fixed, const std::string& boundary = "edge") {
  return fmt::format(
      "name: held\ngrid: {}\ntype: uint8\nfields:\n  a: {{}}\n  h: {{axes: {}, boundary: {}}}\nupdate:\n  - a: {} + "
      "{}\n"
      "hardware: {{cells_per_cycle: {}, steps: {}, extents: {}, hops: {}}}\n",
      grid, axes, boundary, state, reads, p, i, fixed ? "fixed" : "runtime", fixed ? i - 1 : 0);
}

struct Shape {
  const char* axes;
  const char* reads;
};

const Shape kShapes2[] = {{"[x]", "h[-1] + 3*h[2] + h"}, {"[y]", "h[-1] + 3*h[1] + h"}, {"[]", "h"}};
const Shape kShapes3[] = {{"[x]", "h[-1] + 3*h[2]"},
                          {"[y]", "h[-1] + 3*h[1]"},
                          {"[z]", "h[-1] + 3*h[1]"},
                          {"[x, y]", "h[-1,1] + 3*h[1,-1] + h"},
                          {"[x, z]", "h[-1,1] + 3*h[1,-1]"},
                          {"[y, z]", "h[-1,1] + 3*h[1,-1]"},
                          {"[]", "h"}};

TEST(Held, EveryChoiceOfAxes) {
  std::mt19937 random = seeded(5);
  for (const int p : {1, 2, 3, 4, 8}) {
    for (const Shape& s : kShapes2) {
      for (const int i : {1, 2, 3}) {
        const char* const boundary = i == 1 ? "edge" : i == 2 ? "reflect" : "{constant: 9}";
        const bool is_single = std::string(s.axes) == "[]";
        expect_agreement(program(s.axes, s.reads, "[11, 5]", "a[1,0] - a[0,-1]", p, i, (p + i) % 2 == 0,
                                 is_single ? "edge" : boundary),
                         {3, 4}, random);
      }
    }
  }
  for (const int p : {1, 2, 3, 4, 8}) {
    for (const Shape& s : kShapes3) {
      const int i = 1 + (p + static_cast<int>(std::string(s.axes).size())) % 3;
      expect_agreement(program(s.axes, s.reads, "[9, 4, 4]", "a[0,1,0] - a[1,0,-1]", p, i, p % 2 == 0), {4}, random);
    }
  }
}

TEST(Held, TinyGridsAndLagsOfEverySign) {
  std::mt19937 random = seeded(5);
  for (const char* state : {"a", "a[0,0,1]", "a[1,-1,1]", "a[-1,1,0]", "a[0,0,-1]"}) {
    for (const Shape& s : kShapes3) {
      for (const char* grid : {"[3, 2, 2]", "[1, 2, 3]", "[4, 3, 3]", "[2, 2, 1]"}) {
        expect_agreement(
            program(s.axes, s.reads, grid, state, 1 + static_cast<int>(random() % 3),
                    1 + static_cast<int>(random() % 3), random() % 2 == 0, s.reads[1] == '\0' ? "edge" : "symmetric"),
            {5}, random);
      }
    }
  }
}

TEST(Held, StagesAtSeveralLagsShareSourcesOrHaveTheirOwn) {
  std::mt19937 random = seeded(5);
  for (const char* axes : {"[x]", "[y]"}) {
    for (const int p : {1, 2, 3}) {
      expect_agreement(
          fmt::format("name: held\ngrid: [14, 6]\ntype: uint8\nfields:\n  a: {{}}\n  h: {{axes: {}}}\nupdate:\n"
                      "  - d: a[0,1] + h[1]\n  - e: d[2,0] - h[-1]\n  - a: e[-2,1] + 3*h\n"
                      "hardware: {{cells_per_cycle: {}, steps: 2}}\n",
                      axes, p),
          {2, 3}, random);
    }
  }
  // Lags with digits of both signs: the position of a source starts within a row.
  expect_agreement(
      "name: held\ngrid: [12, 6]\ntype: uint8\nfields:\n  a: {boundary: edge}\n  h: {axes: [x]}\nupdate:\n"
      "  - b: a[0,0] + h\n  - d: a[-3,1] + b + h[1]\n  - a: d[-3,1] + a[-4,1] + h[-2]\nhardware: {steps: 2}\n",
      {3}, random);
}

TEST(Held, NothingEntersBeforeAllIsLoaded) {
  std::mt19937 random = seeded(5);
  const plan::Plan p = plan_of(program("[x]", "h[-1]", "[8, 4]", "a[0,1]", 2, 2, false));
  const hw::Design good = elaborate::elaborate(p);
  EXPECT_TRUE(agrees(p, good, {8, 4, 1}, 3, 0.2, random));
  // A core that opens without its array is noticed: by the driver, which offers words all the time.
  hw::Design open = good;
  for (hw::Module& m : open.modules) {
    for (hw::Item& item : m.items) {
      auto* r = std::get_if<hw::Register>(&item);
      if (r != nullptr && m.signals[r->q].name == "loaded_h") r->reset = hw::Bits(1, 1);
    }
  }
  EXPECT_THROW(agrees(p, open, {8, 4, 1}, 3, 0.2, random), InternalError);
}

TEST(Held, AWrongAddressIsFound) {
  std::mt19937 random = seeded(5);
  const plan::Plan p = plan_of(program("[x, z]", "h[-1,1]", "[8, 4, 4]", "a[0,1,0]", 2, 2, false));
  const hw::Design good = elaborate::elaborate(p);
  EXPECT_TRUE(agrees(p, good, {8, 4, 4}, 3, 0, random));
  // The row's address is forgotten at the end of each row: the next row of the grid gets the next of h.
  hw::Design bad = good;
  int broken = 0;
  for (hw::Module& m : bad.modules) {
    for (hw::Item& item : m.items) {
      auto* r = std::get_if<hw::Register>(&item);
      if (r == nullptr || m.signals[r->q].name != "row_address") continue;
      r->enable = {};
      ++broken;
    }
  }
  EXPECT_GT(broken, 0);
  EXPECT_FALSE(agrees(p, bad, {8, 4, 4}, 3, 0, random));
}

TEST(Held, CostsNothingWhereItRepeats) {
  // A row of values under a window of three rows: no row buffer, whatever the stage's lag.
  const plan::Plan p = plan_of(program("[x]", "h", "[64, 16]", "a[0,1] + a[0,-1]", 1, 1, false));
  const plan::StreamPlan& h = p.executor.streams[spec::StreamId(1)];
  ASSERT_TRUE(h.source.has_value());
  EXPECT_EQ(h.source->depth, 64);
  EXPECT_FALSE(h.buffered);
  // Values by plane, read two planes apart: a second copy instead of two planes of delay.
  const plan::Plan z = plan_of(program("[z]", "h[-1] + h[1]", "[16, 16, 8]", "a[0,0,1]", 1, 1, false));
  EXPECT_GT(z.executor.streams.size(), z.stencil->streams.size());
  for (const plan::StreamPlan& s : z.executor.streams) {
    if (!s.source) continue;
    EXPECT_LE(s.buffered_words, 1) << "a source's word is read as it comes";
  }
}

}  // namespace
}  // namespace rtlgen::test
