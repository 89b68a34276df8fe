// Number formats through a whole core, in process: fixed point in every mode, floats at the ends of the
// range of formats, and programs that mix kinds by casts, over lanes, steps and kinds of extents.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "contract/core_interface.hpp"
#include "core_run.hpp"
#include "elaborate/elaborate.hpp"
#include "golden/engine.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {
namespace {

struct Shape {
  const char* grid;
  int lanes;
  int steps;
  const char* extents;
};

// Every P and I, run-time and fixed extents, also grids smaller than a word or a window.
const std::vector<Shape> kShapes = {{"[13, 5]", 1, 1, "runtime"}, {"[13, 5]", 2, 2, "fixed"},
                                    {"[9, 4]", 3, 3, "runtime"},  {"[11, 3]", 4, 2, "runtime"},
                                    {"[17, 3]", 8, 1, "fixed"},   {"[2, 2]", 3, 2, "fixed"},
                                    {"[7, 1]", 1, 3, "fixed"},    {"[16, 4]", 8, 2, "runtime"}};

/// A program around `update`; `fields` and `update` as YAML.
std::string program(const Shape& shape, unsigned modes, const std::string& type, const std::string& fields,
                    const std::string& update) {
  return fmt::format(
      "name: types\ngrid: {}\ntype: \"{}\"\nrounding: {}\noverflow: {}\nsubnormals: {}\nfields:\n{}update:\n{}"
      "hardware: {{cells_per_cycle: {}, steps: {}, extents: {}, clock_mhz: 150}}\n",
      shape.grid, type, (modes & 1) != 0 ? "truncate" : "nearest_even", (modes & 2) != 0 ? "saturate" : "wrap",
      (modes & 4) != 0 ? "flush" : "keep", fields, update, shape.lanes, shape.steps, shape.extents);
}

bool fits(const plan::Plan& plan) {
  return plan.fifo_width <= 64 && std::all_of(plan.core.ports.begin(), plan.core.ports.end(),
                                              [](const contract::Port& p) { return p.width <= 64; });
}

/// Runs it on random bits with stalls; returns false where the interpreter has no room for its words.
bool agrees(const std::string& text, std::mt19937& random) {
  SCOPED_TRACE(text);
  const plan::Plan p = plan_of(text);
  if (!fits(p)) return false;
  plan::verify(p);
  const hw::Design design = elaborate::elaborate(p);
  const spec::Extents extents = p.core.maximum;
  std::map<int, golden::Grid> inputs;
  for (const int a : p.core.input_arrays) {
    golden::Grid grid(p.stencil->arrays[spec::ArrayId(a)].type, extents);
    for (std::int64_t i = 0; i < grid.cells(); ++i)
      grid.set(i, (std::uint64_t{random()} << 32 | random()) & grid.type.mask());
    inputs.emplace(a, grid);
  }
  const std::int64_t iterations = 1 + static_cast<std::int64_t>(random() % 4);
  const auto want = golden::run(*p.stencil, extents, inputs, iterations, {}, {1, {}});
  const CoreRun got = run_core(p, design, extents, iterations, inputs, 0.3, random);
  EXPECT_TRUE(got.ended) << "after " << got.cycles << " cycles";
  for (const auto& [array, grid] : got.outputs) {
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      if (grid.get(i) == want.at(array).get(i)) continue;
      ADD_FAILURE() << "array " << array << ", cell " << i << ": " << grid.get(i) << " for " << want.at(array).get(i);
      return true;
    }
  }
  return true;
}

/// Types, each with a constant that it holds, in all shapes that have room for them; {} in `update` is the
/// constant.
void check(const std::vector<std::pair<std::string, std::string>>& types, const char* update, unsigned modes) {
  std::mt19937 random = seeded(5);
  for (const auto& [type, constant] : types) {
    int runs = 0;
    for (std::size_t i = 0; i < kShapes.size(); ++i) {
      const unsigned mode = (static_cast<unsigned>(i) + static_cast<unsigned>(runs)) & modes;
      const std::string text = program(kShapes[i], modes == 4 ? (i % 2) * 4 : mode, type,
                                       "  a: {boundary: symmetric}\n", fmt::format(fmt::runtime(update), constant));
      if (agrees(text, random)) ++runs;
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GE(runs, 2) << type;
  }
}

TEST(Formats, FixedPointInEveryMode) {
  check({{"fixed<8,4>", "0.25"},
         {"fixed<7,7>", "-0.25"},
         {"ufixed<8,3>", "7.3"},
         {"fixed<16,9>", "0.1"},
         {"fixed<5,0>", "3"},
         {"fixed<31,12>", "-0.3"},
         {"ufixed<64,32>", "0.7"},
         {"fixed<1,1>", "-0.5"}},
        "  - s: {{expr: \"a[-1,0] * {0} + a[1,0] - a[0,-1] / a[0,1]\", boundary: reflect}}\n"
        "  - a: \"max(abs(s), -a) * s + (s < a ? min(s[0,1], a) : a / ({0}))\"\n",
        3);
}

TEST(Formats, FloatsAtTheEndsOfTheRange) {
  check({{"float<2,1>", "1.5"},
         {"float<2,5>", "0.01"},
         {"float16", "0.1"},
         {"bfloat16", "1e-39"},
         {"float<11,1>", "1e-320"},
         {"float<2,52>", "0.3"},
         {"float64", "4.9e-324"}},
        "  - s: {{expr: \"a[-1,0] * 0.5 + a[1,0] - a[0,-1] / a[0,1]\", boundary: reflect}}\n"
        "  - a: \"fma(s, -a, sqrt(abs(s[0,1]))) + (s < a ? min(s, a) : max(s, {}))\"\n",
        4);
}

TEST(Formats, MixedByCasts) {
  std::mt19937 random = seeded(6);
  int runs = 0;
  for (std::size_t i = 0; i < kShapes.size(); ++i) {
    for (const auto& [f, g, h] : {std::tuple{"fixed<4,2>", "float<2,1>", "ufixed<5,5>"},
                                  {"fixed<12,2>", "float<2,8>", "ufixed<9,0>"},
                                  {"fixed<40,38>", "float<5,2>", "ufixed<3,1>"},
                                  {"fixed<24,12>", "float<8,20>", "ufixed<8,8>"}}) {
      const std::string fields = fmt::format("  a: {{type: \"{}\"}}\n  b: {{type: \"{}\", boundary: reflect}}\n", f, g);
      const std::string update = fmt::format(
          "  - s: {{type: \"{2}\", expr: \"{2}(b[1,0]) + {2}(a[0,-1])\"}}\n"
          "  - a: \"{0}(s[-1,0]) - {0}(b) + {0}(int<4>(a)) + {0}(uint<7>(s))\"\n"
          "  - b: \"{1}(a) * b[-1,0] + {1}(s) - {1}(int<5>(s))\"\n",
          f, g, h);
      if (agrees(program(kShapes[i], static_cast<unsigned>(i + static_cast<std::size_t>(runs)) & 7, f, fields, update),
                 random))
        ++runs;
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GE(runs, 12);
}

/// A core of the other mode computes something else: the comparison can fail.
TEST(Formats, AnotherModeIsFound) {
  const std::string update = "  - a: a[-1,0] * a[1,0] + a\n";
  const Shape shape{"[13, 5]", 2, 2, "runtime"};
  std::mt19937 random = seeded(7);
  const plan::Plan built = plan_of(program(shape, 1, "fixed<8,4>", "  a: {}\n", update));
  const plan::Plan requested = plan_of(program(shape, 2, "fixed<8,4>", "  a: {}\n", update));
  golden::Grid grid(spec::Type::fixed_of(8, 4), built.core.maximum);
  for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & 0xff);
  const CoreRun got = run_core(built, elaborate::elaborate(built), grid.extents, 2, {{0, grid}}, 0, random);
  EXPECT_EQ(got.outputs.at(0), golden::run(*built.stencil, grid.extents, {{0, grid}}, 2, {}, {1, {}}).at(0));
  EXPECT_NE(got.outputs.at(0), golden::run(*requested.stencil, grid.extents, {{0, grid}}, 2, {}, {1, {}}).at(0));
}

}  // namespace
}  // namespace rtlgen::test
