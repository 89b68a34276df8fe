// The second planning step: how far every stage and stream trails the Executor's input word, and the streams from which
// every reader takes its words.
#pragma once

#include <optional>
#include <vector>

#include "contract/frame.hpp"
#include "plan/executor_plan.hpp"
#include "plan/lags/reads.hpp"
#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

class LagMemo;

struct PlacedConsumer : Consumer {
  contract::Distance lag;
};

struct PlacedStream : StreamPosition {
  std::optional<OwnResults> results;  ///< only for own results of a sweeping stage, as it reads them
};

/// Streams and consumers at their lags.
struct Placed {
  IndexVector<spec::StreamId, PlacedStream> streams;  ///< spec streams with their ids, then further ones
  std::vector<PlacedConsumer> consumers;              ///< the stages in order, then the exit

  [[nodiscard]] const contract::Distance& lag_of(spec::StageId stage) const;
  [[nodiscard]] const contract::Distance& exit_lag() const { return consumers.back().lag; }
};

struct Positions : Placed {
  contract::FrameShape least;  ///< smallest frame in which all distances compare as at the compiled maximum
};

/// Chooses lags that keep the fewest cells (lags.hpp), and the streams that follow from them: sources of held arrays,
/// and own results.
Positions positions_of(const spec::Stencil& stencil, const Reads& reads, const Order& order, const Target& target,
                       LagMemo& memo);

/// Chooses the positions at which the sources of held arrays read: as late as their first reader allows. Every read of
/// a held array becomes a read of a source. A source serves readers that are up to an array's length apart; readers
/// further away get another source. Reads of single values stop being reads of a stream.
Placed with_sources(Placed placed, const spec::Stencil& stencil, const Order& order);

/// Adds a stream for each stage that reads its own results, and the needs to the stages' consumers. The newest word of
/// the stream is the one furthest ahead that the stage reads.
Placed with_own_results(Placed placed, const spec::Stencil& stencil, const Reads& reads, const Order& order,
                        const Target& target);

/// The consumers of each stream, in their order.
IndexVector<spec::StreamId, std::vector<const PlacedConsumer*>> readers_of(const Placed& placed);

}  // namespace rtlgen::plan
