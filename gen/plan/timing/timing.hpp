// The fourth planning step: the cycles of an Executor, from the boundary multiplexers and Kernels of each stage to the
// output word.
#pragma once

#include <vector>

#include "plan/executor_plan.hpp"
#include "plan/lags/reads.hpp"
#include "plan/timing/dsp_limit.hpp"
#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::ops {
class Memo;
}
namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct Positions;
struct Target;
struct Windows;

struct StageTimes : StageTiming {
  std::vector<TapTiming> taps;  ///< in the order of the stage's reads
};

struct Timing {
  IndexVector<spec::StageId, StageTimes> stages;
  IndexVector<spec::StreamId, StreamTiming> streams;
  int latency = 0;  ///< cycles from input token to output word
};

/// Every stage samples its streams in one cycle, as early as they allow. Memories are read as late as their readers
/// allow, so that no word waits in free-running registers. Fails if a Kernel cannot be scheduled (schedule.hpp).
Result<Timing> timing_of(const spec::Stencil& stencil, const Reads& reads, const Positions& positions,
                         const Windows& windows, const DspChoices& dsp, const Target& target, Diagnostics& diagnostics,
                         ops::Memo& operators);

/// Places registers between the boundary multiplexers of a read whose cells arrive `arrival_ps` after the sample cycle
/// begins: before those of an axis that would not fit into the same cycle, and inside those of an axis that needs more
/// than one.
TapTiming time_multiplexers(const TapRead& tap, int arrival_ps, const Target& target);

}  // namespace rtlgen::plan
