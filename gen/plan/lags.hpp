// Lags: by how many words each stage, and each input that may come late, trails the word that enters the
// Executor, so that the fewest cells are kept in all. docs/buffers.md states the problem; plan::verify
// proves every solution in another way.
#pragma once

#include <vector>

#include "contract/frame.hpp"
#include "plan/buffers.hpp"
#include "spec/ids.hpp"

namespace rtlgen::plan {

/// Who reads what. Consumers are the stages in order, then the exit; their `lag` is not looked at.
/// A consumer may read only streams of earlier ones.
struct LagProblem {
  std::vector<Consumer> consumers;
  IndexVector<spec::StreamId, spec::StageId> maker;  ///< the consumer that makes it; none: it enters the Executor
  /// Enters separately, at its own lag before the exit's. Empty: all enter with their token.
  IndexVector<spec::StreamId, bool> late;
  /// Late streams of one first stream enter together: here it is, of each. Empty: each enters by itself.
  IndexVector<spec::StreamId, spec::StreamId> enters_with;
  IndexVector<spec::StreamId, int> bits;  ///< of a cell
  /// Kept whole whatever the lags, so that only the words ahead count. Empty: none is.
  IndexVector<spec::StreamId, bool> held;
};

struct Lags {
  std::vector<contract::Distance> consumers;
  IndexVector<spec::StreamId, contract::Distance>
      streams;             ///< late ones: when they enter; the others: as their maker's
  std::int64_t steps = 0;  ///< constraints followed on the way: how much work it was
};

/// The lag of every consumer: at least 0, and the lag of every stream it reads plus what it needs ahead.
/// Least are, in this order: cells kept from one token to the next (of each stream and lane, the words
/// from the newest to the last reader's); their bits; streams kept at all; the exit's lag; each lag.
/// "Streams kept" is exact up to kStoredChecks trials, beyond that the best seen.
/// Comparisons are `order`'s, so lags of run-time extents are least at every extent that satisfies
/// lag >= stream's lag + need for all needs.
Lags minimal_lags(const LagProblem& problem, const Order& order);

inline constexpr int kStoredChecks = 2000;

}  // namespace rtlgen::plan
