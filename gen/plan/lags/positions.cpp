// Formulates the lag problem, and derives the lags of streams from its solution.
#include "plan/lags/positions.hpp"

#include <algorithm>
#include <utility>

#include "plan/lags/entries.hpp"
#include "plan/lags/lags.hpp"
#include "plan/lags/order.hpp"
#include "plan/storage/ram.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

LagProblem lag_problem(const spec::Stencil& stencil, const Reads& reads) {
  LagProblem problem;
  for (const spec::Stream& stream : stencil.streams) {
    const spec::Array& array = stencil.arrays[stream.array];
    problem.maker.push_back(stream.stage);
    problem.held.push_back(array.held());
    problem.bits.push_back(array.type.width);
  }
  problem.consumers = reads.consumers;
  return problem;
}

Placed at_lags(const spec::Stencil& stencil, const Reads& reads, const Lags& lags) {
  Placed placed;
  for (const spec::StreamId i : stencil.streams.ids()) {
    PlacedStream stream;
    stream.stream = i;
    stream.array = stencil.streams[i].array;
    stream.lag = lags.streams[i];
    placed.streams.push_back(std::move(stream));
  }
  for (std::size_t i = 0; i < reads.consumers.size(); ++i)
    placed.consumers.push_back({reads.consumers[i], lags.consumers[i]});
  return placed;
}

/// Requires that everything that was compared has the same order at every extent.
void keep_order(const Placed& placed, const IndexVector<spec::StreamId, bool>& late, const Order& order,
                LeastFrame& least) {
  for (const spec::StreamId i : late.ids()) {
    if (late[i]) least.apart(placed.streams[i].lag, placed.exit_lag(), 0);
  }
  for (const PlacedConsumer& consumer : placed.consumers) {
    least.apart(contract::Distance{}, consumer.lag, 0);
    for (const Need& need : consumer.needs) {
      least.apart(order.normal(placed.streams[need.stream].lag + need.offset), consumer.lag, 0);
    }
  }
}

/// Makes sure that every position counter of the chain can start at minus its lag.
void let_counters_start(const Placed& placed, const Reads& reads, int steps, LeastFrame& least) {
  const auto after = [&](int executors, const contract::Distance& lag) {
    const contract::Distance& one = placed.exit_lag();
    return contract::Distance{one.planes * executors, one.rows * executors, one.words * executors} + lag;
  };
  for (const ResolvedStage& stage : reads.stages) {
    const contract::Distance& lag = placed.lag_of(stage.stage);
    for (const contract::Distance& start : {lag, stage.mirror ? lag - stage.mirror->block : lag}) {
      least.start(start);
      least.start(after(steps - 1, start));
    }
  }
  for (const PlacedStream& stream : placed.streams) {
    if (!stream.results) least.start(stream.lag);  // own results have no position counter
    if (stream.source) least.start(after(steps - 1, stream.lag));
  }
  least.start(after(steps, {}));
}

std::vector<Need> own_needs(const ResolvedStage& stage, const spec::Stencil& stencil, const Order& order) {
  std::vector<Need> needs;
  for (const TapRead& tap : stage.taps) {
    if (!tap.tap.own) continue;
    const auto some = needs_of(tap, stencil, order);
    needs.insert(needs.end(), some.begin(), some.end());
  }
  return needs;
}

/// Plans the memory in which the results of `stage` wait for `depth` tokens.
OwnResults own_results(spec::StageId stage, const contract::Distance& depth, const spec::Stencil& stencil,
                       const Order& order, const Target& target) {
  const spec::Hardware& hardware = stencil.hardware;
  OwnResults results;
  results.stage = stage;
  results.depth = depth;
  results.max_depth = order.frame().count(depth);
  results.width =
      stencil.arrays[stencil.streams[stencil.stages[stage].output].array].type.width * hardware.cells_per_cycle;
  const std::int64_t words = std::max<std::int64_t>(results.max_depth, 1);
  // No shift register, because there are two addresses.
  const spec::RamChoice ram = hardware.ram;
  results.storage = choose_storage(ram == spec::RamChoice::kUltra ? spec::RamChoice::kAuto : ram, words, false,
                                   has_lut_ram(hardware.device));
  results.read_cycles = reads_ahead(target, results.storage) ? 2 : 1;
  if (results.storage == Storage::kBlock)
    results.ram_blocks = static_cast<int>(ram_fit(hardware.device, words, results.width).blocks);
  return results;
}

}  // namespace

const contract::Distance& Placed::lag_of(spec::StageId stage) const { return consumers[at(stage.index())].lag; }

Placed with_own_results(Placed placed, const spec::Stencil& stencil, const Reads& reads, const Order& order,
                        const Target& target) {
  for (const ResolvedStage& stage : reads.stages) {
    std::vector<Need> needs = own_needs(stage, stencil, order);
    if (needs.empty()) continue;  // no such reads, or constants replace them all
    contract::Distance newest = needs.front().offset;
    for (const Need& need : needs) {
      if (order.less(newest, need.offset)) newest = need.offset;
    }
    PlacedStream stream;
    stream.stream = spec::StreamId(placed.streams.size());
    stream.array = stencil.streams[stencil.stages[stage.stage].output].array;
    stream.results = own_results(stage.stage, contract::Distance{} - newest, stencil, order, target);
    PlacedConsumer& consumer = placed.consumers[at(stage.stage.index())];
    stream.lag = consumer.lag + stream.results->depth;
    for (Need& need : needs) {
      need.stream = stream.stream;
      consumer.needs.push_back(need);
    }
    placed.streams.push_back(std::move(stream));
  }
  return placed;
}

Positions positions_of(const spec::Stencil& stencil, const Reads& reads, const Order& order, const Target& target,
                       LagMemo& memo) {
  const EntryLags solved = lags_with_entries(lag_problem(stencil, reads), stencil, memo, order);
  Placed placed = at_lags(stencil, reads, solved.lags);
  LeastFrame least(order);
  keep_order(placed, solved.late, order, least);
  placed = with_sources(std::move(placed), stencil, order);
  placed = with_own_results(std::move(placed), stencil, reads, order, target);
  let_counters_start(placed, reads, stencil.hardware.steps, least);
  return {std::move(placed), least.shape()};
}

IndexVector<spec::StreamId, std::vector<const PlacedConsumer*>> readers_of(const Placed& placed) {
  IndexVector<spec::StreamId, std::vector<const PlacedConsumer*>> readers(placed.streams.size());
  for (const PlacedConsumer& consumer : placed.consumers) {
    for (const Need& need : consumer.needs) {
      auto& of_stream = readers[need.stream];
      if (of_stream.empty() || of_stream.back() != &consumer) of_stream.push_back(&consumer);
    }
  }
  return readers;
}

}  // namespace rtlgen::plan
