// Golden runs pass by pass: monitors by their definition, the condition that ends a run, and parameters that a pass
// sets for the next one.
//
// A pass is `Program::pass_steps` time steps; the first one does the remainder (docs/adr/0001). The language uses
// passes because hardware can examine the grid only between them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Monitor;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::golden {

/// A completed pass.
struct Pass {
  std::int64_t steps = 0;               ///< time steps done so far
  std::vector<std::uint64_t> params;    ///< bits of every run-time parameter during the pass
  std::vector<std::uint64_t> monitors;  ///< bits of every monitor, in the order of Program::monitors
};

struct MonitoredRun {
  std::map<int, Grid> results;  ///< as in golden::run
  std::vector<Pass> passes;
  std::int64_t iterations = 0;  ///< time steps done
  bool stopped = false;         ///< `until` ended the run
};

/// Runs at most `iterations` time steps; otherwise like golden::run.
MonitoredRun run_monitored(const spec::Program& stencil, const spec::Extents& extents,
                           const std::map<int, Grid>& inputs, std::int64_t iterations,
                           std::vector<std::uint64_t> params, const Options& options = {});

/// Whether something happens after a pass: monitors are read, or parameters get their `next` values. Such a run needs
/// run_monitored().
bool acts_after_passes(const spec::Program& stencil);

/// Time steps of pass `pass` (from 0) of a run of `iterations`.
std::int64_t pass_steps(const spec::Program& stencil, std::int64_t iterations, std::int64_t pass);

/// The value of a monitor for `now`; `before` is the field before the last time step (only for max_change).
std::uint64_t evaluate_monitor(const spec::Program& stencil, const spec::Monitor& monitor, const Grid& now,
                               const Grid* before);

/// The value of an expression of monitors, parameters, constants and extents: Program::until, Param::next.
std::uint64_t evaluate_after_pass(const spec::Program& stencil, spec::NodeId root, const spec::Extents& extents,
                                  const std::vector<std::uint64_t>& params, const std::vector<std::uint64_t>& monitors);

/// The consequences of a pass: whether the run ends, and the parameters of the next pass.
struct Decision {
  bool stop = false;
  std::vector<std::uint64_t> params;
};
Decision after_pass(const spec::Program& stencil, const spec::Extents& extents, const Pass& pass);

}  // namespace rtlgen::golden
