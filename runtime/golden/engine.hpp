// The golden engine: computes the meaning of a stencil on the CPU, from the spec alone.
//
// It has no access to plan and hardware, so it cannot repeat their mistakes. Rows are evaluated one segment at a time,
// one expression node after the other, so that the compiler vectorises each; OpenMP distributes rows among the cores.
// Several time steps run in one sweep, so that a large grid is read and written once per block (golden/block_plan.hpp).
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

/// The grid of a state or output array, valid until the next time step.
using Look = std::function<const Grid&(spec::ArrayId array)>;

struct Options {
  int threads = 0;  ///< 0: all cores
  std::function<void(std::int64_t done, std::int64_t total)>
      progress;                 ///< called after each time step, or after several
  std::int64_t first_step = 0;  ///< number of the first time step
  /// Called after each time step, with the number of steps since step 0, to examine the state and output arrays.
  std::function<void(std::int64_t steps, const Look& look)> observe = {};
  std::int64_t cache_bytes = 0;  ///< for blocks of time steps (golden/block_plan.hpp); 0: what this machine has
  /// Memory for results, by array, whose cells lie as in a Grid. They are written there in the last time step and left
  /// out of what is returned. Not with `observe`.
  std::map<int, std::uint8_t*> into = {};
};

/// Runs `iterations` time steps on a grid of `extents` (any, independent of the compiled maximum). `inputs` has a Grid
/// for every state and input array; `params` has the bits of every run-time param (entries for params by step are not
/// read). Returns the final state and output arrays by array index.
std::map<int, Grid> run(const spec::Program& stencil, const spec::Extents& extents, const std::map<int, Grid>& inputs,
                        std::int64_t iterations, const std::vector<std::uint64_t>& params, const Options& options = {});

/// The same with inputs in other memory; they are copied before the first step.
std::map<int, Grid> run_views(const spec::Program& stencil, const spec::Extents& extents,
                              const std::map<int, GridView>& inputs, std::int64_t iterations,
                              const std::vector<std::uint64_t>& params, const Options& options = {});

/// Views of `inputs`, which must outlive them.
std::map<int, GridView> views_of(const std::map<int, Grid>& inputs);

}  // namespace rtlgen::golden
