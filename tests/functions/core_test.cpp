// Whole cores with functions, in process, against the golden engine: any P and I, extents fixed or
// not, flat grids, random stalls.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../elaborate/core_run.hpp"
#include "elaborate/elaborate.hpp"
#include "golden/engine.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {
namespace {

std::string program(const std::string& grid, int cells, int steps, const std::string& more) {
  return fmt::format(
      "name: functions\ngrid: {}\ntype: \"float<3,3>\"\nfields: {{t: {{boundary: edge}}}}\nupdate:\n"
      "  - d: exp(-abs(t[-1,0])) + log(abs(t) + 0.5)\n"
      "  - a: atan2(t[0,1], t) + round(tan(t[1,0])) - log2(hypot(t, t[0,-1]))\n"
      "  - t: sin(t[0,1]) * cos(d) + tanh(d) + pow(abs(t[1,0]), d) + cbrt(a) * exp2(floor(d))\n"
      "hardware: {{cells_per_cycle: {}, steps: {}, clock_mhz: 150{}}}\n{}",
      grid, cells, steps, more.empty() ? "" : ", extents: fixed", more == "flush" ? "subnormals: flush\n" : "");
}

void expect_golden(const std::string& text, std::int64_t iterations, bool smallest, std::mt19937& random) {
  SCOPED_TRACE(text);
  const plan::Plan p = plan_of(text);
  const hw::Design design = elaborate::elaborate(p);
  const spec::Extents extents = smallest ? p.core.minimum : p.core.maximum;
  std::map<int, golden::Grid> inputs;
  for (const int a : p.core.input_arrays) {
    golden::Grid grid(p.stencil->arrays[spec::ArrayId(a)].type, extents);
    for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & grid.type.mask());
    inputs.emplace(a, grid);
  }
  golden::Options one_thread;
  one_thread.threads = 1;
  const auto want = golden::run(*p.stencil, extents, inputs, iterations, {}, one_thread);
  const CoreRun got = run_core(p, design, extents, iterations, inputs, 0.3, random);
  ASSERT_TRUE(got.ended);
  for (const auto& [array, grid] : got.outputs) {
    for (std::int64_t i = 0; i < grid.cells(); ++i) ASSERT_EQ(grid.get(i), want.at(array).get(i)) << "cell " << i;
  }
}

TEST(FunctionCores, AnyCellsPerCycleAndSteps) {
  std::mt19937 random = seeded(31);
  int round = 0;
  for (const int cells : {1, 2, 3, 4, 8}) {
    for (const int steps : {1, 2, 3}) {
      const std::string more = round % 3 == 1 ? "fixed" : round % 3 == 2 ? "flush" : "";
      expect_golden(program("[9, 4]", cells, steps, more), 1 + round % 4, round % 2 == 1, random);
      if (testing::Test::HasFatalFailure()) return;
      ++round;
    }
  }
}

TEST(FunctionCores, FlatGrids) {
  std::mt19937 random = seeded(32);
  for (const char* grid : {"[1, 1]", "[11, 1]", "[1, 5]", "[2, 2]"}) {
    for (const char* more : {"", "fixed"}) expect_golden(program(grid, 2, 2, more), 5, false, random);
  }
}

}  // namespace
}  // namespace rtlgen::test
