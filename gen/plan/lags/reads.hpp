// The first planning step: resolves the reads of each stage of an Executor, boundary rules included, into words.
#pragma once

#include <vector>

#include "contract/frame.hpp"
#include "plan/executor_plan.hpp"
#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {
struct Ghosts;
}
namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

class Order;
struct Target;

/// One word that a consumer needs: `offset` words ahead of (positive) the consumer's own position.
struct Need {
  spec::StreamId stream;
  contract::Distance offset;
  int lane = 0;
};

/// Consumer of streams inside an Executor: a stage, or the exit (no stage).
struct Consumer {
  spec::StageId stage;
  std::vector<Need> needs;
};

/// A stage with its reads resolved.
struct ResolvedStage : StageInput {
  std::vector<TapRead> taps;  ///< in the order of `reads.taps`
};

struct Reads {
  IndexVector<spec::StageId, ResolvedStage> stages;
  std::vector<Consumer> consumers;  ///< the stages in order, then the exit; without their own results
  contract::FrameShape least;       ///< smallest frame in which the memories of mirrors work
};

/// The reads of one Executor of `stencil`, whose frames have `ghosts`.
Reads reads_of(const spec::Stencil& stencil, const analysis::Ghosts& ghosts, const Order& order, const Target& target);

/// The words that `tap` of a stage needs, for every lane and every way in which its boundary may resolve.
std::vector<Need> needs_of(const TapRead& tap, const spec::Stencil& stencil, const Order& order);

}  // namespace rtlgen::plan
