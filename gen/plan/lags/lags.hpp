// Lags: the number of words by which each stage, and each input that may enter late, trails the word that enters the
// Executor, chosen so that the fewest cells are kept in total. docs/buffers.md states the problem; plan::verify proves
// every solution by a different method.
#pragma once

#include <vector>

#include "contract/frame.hpp"
#include "plan/lags/reads.hpp"
#include "spec/ids.hpp"

namespace rtlgen::plan {

/// The consumers, and the streams that each of them reads. Consumers are the stages in order, then the exit.
/// A consumer may only read streams of earlier consumers.
struct LagProblem {
  std::vector<Consumer> consumers;
  IndexVector<spec::StreamId, spec::StageId> maker;  ///< the consumer that computes it; none: it enters the Executor
  /// Whether a stream enters separately, at its own lag, before the exit's. Empty: all enter with their token.
  IndexVector<spec::StreamId, bool> late;
  /// The first stream of the group of late streams that a stream enters with. Empty: each enters by itself.
  IndexVector<spec::StreamId, spec::StreamId> enters_with;
  IndexVector<spec::StreamId, int> bits;  ///< bits per cell
  /// Whether a stream is kept whole for any lags, so that only the words ahead count. Empty: none is.
  IndexVector<spec::StreamId, bool> held;
};

struct Lags {
  std::vector<contract::Distance> consumers;
  IndexVector<spec::StreamId, contract::Distance>
      streams;             ///< late streams: the lag at which they enter; others: the lag of their maker
  std::int64_t steps = 0;  ///< constraints visited, as a measure of the work
};

/// The lag of every consumer: at least 0, and at least the lag of every stream that it reads plus what it needs ahead.
/// Minimised, in this order: cells kept from one token to the next (for each stream and lane, the words
/// from the newest to the last reader's); their bits; the number of streams kept; the exit's lag; each lag.
/// The number of streams kept is exact up to kStoredChecks trials; beyond that, it is the best found.
/// Comparisons use `order`, so lags of run-time extents are least for all extents that satisfy
/// lag >= stream's lag + need for all needs.
Lags minimal_lags(const LagProblem& problem, const Order& order);

inline constexpr int kStoredChecks = 2000;

}  // namespace rtlgen::plan
