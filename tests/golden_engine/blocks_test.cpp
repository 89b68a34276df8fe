// Blocks of time steps: in tiles, by several threads, every bit as the naive evaluator has it.
#include <gtest/gtest.h>

#include "cross_check.hpp"
#include "golden/block_plan.hpp"
#include "golden/engine.hpp"
#include "spec/program.hpp"

namespace rtlgen::test {
namespace {

/// A cache so small that tiles are narrow.
constexpr std::int64_t kFewBytes = 24000;

/// A random program on a grid of more than one tile, for several steps.
Case wide_case(std::uint64_t seed) {
  Case c = random_case(seed);
  c.stencil.grid = c.extents = c.stencil.axes > 2 ? spec::Extents{37, 53, 8} : spec::Extents{1300, 13, 1};
  c.iterations = 3 + static_cast<std::int64_t>(seed % 8);
  Random random(seed);
  for (auto& [array, grid] : c.inputs)
    grid = hard_grid(grid.type, c.stencil.arrays[spec::ArrayId(array)].shape(c.extents), random);
  return c;
}

golden::BlockPlan plan_of(const Case& c, int threads) {
  IndexVector<spec::StageId, golden::Program> programs;
  for (const spec::Stage& stage : c.stencil.stages) programs.push_back(golden::compile(c.stencil, stage, true));
  return golden::plan_block(c.stencil, c.extents, programs, {threads, kFewBytes}, c.iterations);
}

TEST(Blocks, TilesAndThreadsChangeNoBit) {
  int blocks = 0, tiles = 0;
  for (std::uint64_t seed = 0; blocks < 24 && seed < 400; ++seed) {
    const Case c = wide_case(seed);
    const golden::BlockPlan plan = plan_of(c, 2);
    if (c.stencil.axes < 2 || plan.steps < 2) continue;
    ++blocks;
    tiles += plan.tile < c.extents[plan.tiled] ? 1 : 0;
    golden::Options options{2, {}};
    options.cache_bytes = kFewBytes;
    const golden::Masks ignored = golden::ignored(c.stencil, c.extents, c.iterations);
    EXPECT_EQ(difference(c.stencil, golden::run(c.stencil, c.extents, c.inputs, c.iterations, c.params, options),
                         naive_run(c.stencil, c.extents, c.inputs, c.iterations, c.params), ignored),
              "")
        << "seed " << seed;
  }
  EXPECT_EQ(blocks, 24);
  EXPECT_GE(tiles, 3);
}

/// The results, some of them in memory that was given, whose old contents do not matter.
std::map<int, golden::Grid> run_into(const Case& c, const std::map<int, golden::Grid>& want, bool first,
                                     golden::Options options) {
  std::map<int, golden::Grid> memory;
  for (const auto& [array, grid] : want) {
    if ((memory.empty() && first) || array % 2 == 1) {
      memory.emplace(array, golden::Grid(grid.type, grid.extents));
      memory.at(array).bytes.assign(grid.bytes.size(), 0xa5);
    }
  }
  for (auto& [array, grid] : memory) options.into.emplace(array, grid.bytes.data());
  std::map<int, golden::Grid> results = golden::run(c.stencil, c.extents, c.inputs, c.iterations, c.params, options);
  for (const auto& [array, grid] : memory) EXPECT_FALSE(results.contains(array));
  results.merge(memory);
  return results;
}

TEST(Blocks, ResultsAreWrittenIntoGivenMemory) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    Case c = seed % 3 == 0 ? wide_case(seed) : random_case(seed);
    if (seed % 4 == 1) c.iterations = 1;
    golden::Options options{1 + static_cast<int>(seed % 2), {}};
    options.cache_bytes = kFewBytes;
    const auto want = golden::run(c.stencil, c.extents, c.inputs, c.iterations, c.params, options);
    EXPECT_EQ(run_into(c, want, seed % 5 != 0, options), want) << "seed " << seed;
  }
}

/// An observer of every step gets steps one by one.
TEST(Blocks, EveryStepIsSeen) {
  const Case c = wide_case(3);
  std::vector<std::int64_t> seen, reported;
  golden::Options options{1, [&](std::int64_t done, std::int64_t) { reported.push_back(done); }};
  std::map<int, golden::Grid> last;
  options.observe = [&](std::int64_t steps, const golden::Look& look) {
    seen.push_back(steps);
    for (const spec::ArrayId a : c.stencil.arrays.ids()) {
      if (c.stencil.arrays[a].role == spec::Role::kState) last.insert_or_assign(a.index(), look(a));
    }
    const auto want = golden::run(c.stencil, c.extents, c.inputs, steps, c.params, {1, {}});
    for (const auto& [array, grid] : last) EXPECT_EQ(grid, want.at(array)) << "after " << steps;
  };
  golden::run(c.stencil, c.extents, c.inputs, c.iterations, c.params, options);
  std::vector<std::int64_t> all;
  for (std::int64_t i = 1; i <= c.iterations; ++i) all.push_back(i);
  EXPECT_EQ(seen, all);
  EXPECT_EQ(reported, all);
}

}  // namespace
}  // namespace rtlgen::test
