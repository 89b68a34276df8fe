// Compares a core that runs in process with the golden engine.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "core_run.hpp"
#include "golden/engine.hpp"
#include "golden/ignored.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {

/// Do all words of a run fit what the interpreter's ports carry?
inline bool fits(const plan::Plan& plan) {
  return plan.fifo_width <= 64 && std::all_of(plan.core.ports.begin(), plan.core.ports.end(),
                                              [](const contract::Port& p) { return p.width <= 64; });
}

inline std::map<int, golden::Grid> random_inputs(const plan::Plan& plan, const spec::Extents& extents,
                                                 std::mt19937& random) {
  std::map<int, golden::Grid> inputs;
  std::vector<int> arrays = plan.core.input_arrays;
  arrays.insert(arrays.end(), plan.core.held_arrays.begin(), plan.core.held_arrays.end());
  for (const int a : arrays) {
    const spec::Array& array = plan.stencil->arrays[spec::ArrayId(a)];
    golden::Grid grid(array.type, array.shape(extents));
    for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & grid.type.mask());
    inputs.emplace(a, grid);
  }
  return inputs;
}

/// The most cycles that a run without stalls takes.
inline std::int64_t cycle_bound(const plan::Plan& plan, const spec::Extents& extents, std::int64_t iterations) {
  Diagnostics none;
  const auto run = contract::run_settings(plan.core, extents, iterations, none);
  EXPECT_TRUE(run.ok()) << none.render();
  return run->pass_cycles * run->passes + run->total_lag + plan.core.total_latency + 64;
}

inline void expect_golden(const plan::Plan& p, const hw::Design& design, const spec::Extents& extents,
                          std::int64_t iterations, std::mt19937& of_test) {
  // Its own, as how often it is asked depends on the hardware: the programs that a test draws do not.
  std::mt19937 random(static_cast<unsigned>(of_test()));
  SCOPED_TRACE(testing::Message() << extents[0] << " x " << extents[1] << " x " << extents[2] << ", " << iterations
                                  << " steps");
  const auto inputs = random_inputs(p, extents, random);
  std::vector<std::uint64_t> params;
  for (const spec::Param& q : p.stencil->params) params.push_back(q.value);
  golden::Options one_thread;
  one_thread.threads = 1;
  const auto want = golden::run(*p.stencil, extents, inputs, iterations, params, one_thread);
  const double stalls = random() % 2 == 0 ? 0.3 : 0.0;
  const CoreRun got = run_core(p, design, extents, iterations, inputs, stalls, random);
  ASSERT_TRUE(got.ended) << "after " << got.cycles << " cycles";
  if (stalls == 0.0) {
    EXPECT_LE(got.cycles, cycle_bound(p, extents, iterations));
  }
  const golden::Masks ignored = golden::ignored(*p.stencil, extents, iterations);
  for (const auto& [array, grid] : got.outputs) {
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      if (!ignored.empty() && ignored.at(array)[static_cast<std::size_t>(i)] != 0) continue;
      ASSERT_EQ(grid.get(i), want.at(array).get(i)) << "array " << array << ", cell " << i;
    }
  }
}

}  // namespace rtlgen::test
