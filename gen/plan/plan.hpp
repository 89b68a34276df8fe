// The chosen architecture: every buffer, schedule, width and count. This is the only place where sizes are
// decided; elaborate, the models, the test bench and the host read them and decide nothing.
//
// Time is counted in two ways. *Words* (tokens): how far a value trails the word that enters the
// Executor; this changes only when a token arrives. *Cycles*: clock edges since the token entered,
// free running. A stream inside an Executor has a lag in words and a ready cycle; a reader of
// several streams sees all of them at the same lag and in the same cycle.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/clock.hpp"
#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "contract/shell.hpp"
#include "contract/stream_top.hpp"
#include "plan/executor_plan.hpp"
#include "plan/target.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::hw {
struct DelayModel;
}  // namespace rtlgen::hw
namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct Memo;
struct Plan;

/// A monitor after the last Executor: one Kernel per lane computes the value to reduce for each cell (max_change,
/// sums), a tree with one register per level reduces the lanes, and an accumulator reduces the words of a frame.
struct MonitorPlan {
  spec::MonitorId monitor;
  std::string module;
  std::shared_ptr<const Plan> cell;  ///< computes the value to reduce, as a stencil of one line; null: the cell itself
  int cell_latency = 0;              ///< cycles of its Kernel
  int levels = 0;                    ///< levels of the tree
  int segments = 1;                  ///< sums: segments of the carry chain, each one cycle after the one below it
  int latency = 0;                   ///< cycles from a word in the input register to a result that includes it
};

struct Plan {
  std::shared_ptr<const spec::Stencil> stencil;  ///< shared by the copies of a plan
  std::shared_ptr<const spec::Stencil>
      formed;                   ///< with aligned values and conversions (plan/forms/forms.hpp); null: same as `stencil`
  std::int64_t saved_luts = 0;  ///< estimated saving by aligned values, in the whole core
  const hw::DelayModel* device = nullptr;  ///< a row of the delay table
  contract::Clock clock;
  contract::FrameShape frame;  ///< at the compiled maximum
  ExecutorPlan executor;
  IndexVector<spec::MonitorId, MonitorPlan> monitors;  ///< one per spec monitor, with the same id
  contract::CoreInterface core;
  int fifo_depth = 0;  ///< depth of the output FIFO; also the number of credits
  int fifo_width = 0;
  std::optional<contract::Shell> shell;           ///< only with a bus
  std::optional<contract::StreamTop> stream_top;  ///< only with streams
  int entrance_latency = 0, exit_latency = 0;     ///< cycles in which the core's ends convert words

  [[nodiscard]] Target target() const { return {*device, clock}; }
  /// The program that lines, windows and Kernels implement; ports and memory follow `stencil`.
  [[nodiscard]] const spec::Stencil& inside() const { return formed ? *formed : *stencil; }
};

/// Chooses the architecture. The plan holds a copy of `stencil`. Fails with diagnostics if the design cannot be built
/// (clock unreachable, buffers larger than any device). `memo` keeps results for further plans.
Result<Plan> make_plan(const spec::Stencil& stencil, Diagnostics& diagnostics, Memo* memo = nullptr);

/// Proves the plan without sharing code with make_plan; a violation is an InternalError.
void verify(const Plan& plan);

/// The plan as data: the deterministic text of manifest.json.
std::string manifest_json(const Plan& plan);

}  // namespace rtlgen::plan
