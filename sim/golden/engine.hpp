// The golden engine: what a stencil means, computed on the CPU from the spec alone.
//
// It sees no plan and no hardware, so it cannot repeat their mistakes. Rows are evaluated a segment
// at a time, one expression node after the other, so that the compiler vectorises each; OpenMP
// spreads rows over the cores. Several time steps run in one sweep, so that a large grid is read and
// written once in as many (golden/block_plan.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::golden {

struct Grid;
struct GridView;

/// The grid of a state or output array, which stays until the next time step.
using Look = std::function<const Grid&(spec::ArrayId array)>;

struct Options {
  int threads = 0;                                                      ///< 0: all cores
  std::function<void(std::int64_t done, std::int64_t total)> progress;  ///< after each time step, or of several at once
  std::int64_t first_step = 0;                                          ///< time step of the first of the iterations
  /// After each time step, with the number of steps from step 0 on: looks at the state and output arrays.
  std::function<void(std::int64_t steps, const Look& look)> observe = {};
  std::int64_t cache_bytes = 0;  ///< for blocks of time steps (golden/block_plan.hpp); 0: what this machine has
  /// Memory for results, by array, whose cells lie as in a Grid. They are written there in the last time step and left
  /// out of what is returned. Not with `observe`.
  std::map<int, std::uint8_t*> into = {};
};

/// Runs `iterations` time steps on a grid of `extents` (any, unrelated to the compiled maximum).
/// `inputs` has a Grid for every state and input array; `params` the bits of every run-time param (entries of
/// params by step are not read).
/// Returns the final state and output arrays by array index.
std::map<int, Grid> run(const spec::Program& stencil, const spec::Extents& extents, const std::map<int, Grid>& inputs,
                        std::int64_t iterations, const std::vector<std::uint64_t>& params, const Options& options = {});

/// The same with inputs that lie elsewhere; they are copied before the first step.
std::map<int, Grid> run_views(const spec::Program& stencil, const spec::Extents& extents,
                              const std::map<int, GridView>& inputs, std::int64_t iterations,
                              const std::vector<std::uint64_t>& params, const Options& options = {});

/// `inputs` as they lie in grids, which must stay.
std::map<int, GridView> views_of(const std::map<int, Grid>& inputs);

}  // namespace rtlgen::golden
