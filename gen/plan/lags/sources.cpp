// Held arrays: inputs that lack axes of the grid. Each Executor keeps them whole in its own memories. A source reads
// one word per token, at its own position; from there on, it is a stream like any other.
#include <algorithm>
#include <utility>
#include <vector>

#include "contract/frame.hpp"
#include "plan/lags/order.hpp"
#include "plan/lags/positions.hpp"
#include "plan/storage/ram.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

/// One read of a held array: its consumer's need, and the distance of its word behind the input word.
struct Read {
  std::size_t consumer = 0;
  std::size_t need = 0;
  contract::Distance position;
};

/// Reads that one source serves, and its lag.
struct Chain {
  std::vector<Read> reads;
  contract::Distance lag;
};

class SourcePlacer {
 public:
  SourcePlacer(Placed& placed, const spec::Stencil& stencil, const Order& order, spec::StreamId stream)
      : streams_(placed.streams),
        consumers_(placed.consumers),
        order_(order),
        stencil_(stencil),
        stream_(stream),
        array_(stencil.arrays[placed.streams[stream].array]) {}

  void run() {
    std::vector<Read> reads = collect();
    const auto earlier = [&](const Read& a, const Read& b) { return order_.less(kept(a.position), kept(b.position)); };
    std::stable_sort(reads.begin(), reads.end(), earlier);
    std::vector<Chain> chains;
    for (const Read& read : reads) {
      if (chains.empty() || !joins(chains.back(), read)) {
        chains.push_back({{}, read.position});
      }
      chains.back().lag = lag_with(chains.back(), read);
      chains.back().reads.push_back(read);
    }
    for (std::size_t i = 0; i < chains.size(); ++i) place(chains[i], i == 0);
  }

 private:
  [[nodiscard]] contract::Distance kept(const contract::Distance& d) const {
    return without_repeats(array_, stencil_.axes, d, order_.flat());
  }

  std::vector<Read> collect() {
    std::vector<Read> reads;
    for (std::size_t c = 0; c < consumers_.size(); ++c) {
      for (std::size_t n = 0; n < consumers_[c].needs.size(); ++n) {
        Need& need = consumers_[c].needs[n];
        if (need.stream != stream_) continue;
        if (!array_.spans[0]) need.lane = 0;
        reads.push_back({c, n, order_.normal(consumers_[c].lag - need.offset)});
      }
    }
    return reads;
  }

  /// The lag of a source that also serves `read`: along the axes that repeat, it is as early as the earliest reader, so
  /// that no reader sees a word from before the array's first.
  [[nodiscard]] contract::Distance lag_with(const Chain& chain, const Read& read) const {
    const contract::Distance repeats = read.position - kept(read.position);
    const contract::Distance before = chain.lag - kept(chain.lag);
    return kept(chain.lag) +
           contract::Distance{std::min(before.planes, repeats.planes), std::min(before.rows, repeats.rows), 0};
  }

  /// Whether one source serves both. A delay longer than the array costs more than another copy of it, and a source
  /// ahead of the input word would miss the first words.
  [[nodiscard]] bool joins(const Chain& chain, const Read& read) const {
    const contract::Distance gap = kept(read.position) - kept(chain.reads.back().position);
    return order_.frame().count(gap) <= depth() && !order_.less(lag_with(chain, read), contract::Distance{});
  }

  [[nodiscard]] std::int64_t depth() const {
    const contract::FrameShape& frame = order_.frame();  // ghosts included
    return (array_.spans[0] ? frame.row_words : 1) * (array_.spans[1] ? frame.rows : 1) *
           (array_.spans[2] ? frame.planes : 1);
  }

  void place(const Chain& chain, bool first) {
    spec::StreamId index = stream_;
    if (!first) {
      PlacedStream another;
      another.stream = spec::StreamId(streams_.size());
      another.array = streams_[stream_].array;
      index = streams_.push_back(std::move(another));
    }
    PlacedStream& stream = streams_[index];
    stream.lag = chain.lag;
    SourcePlan source;
    source.depth = depth();
    source.width = array_.type.width * lanes_of(array_, stencil_.hardware.cells_per_cycle);
    // No shift register, because the address is random; a single word is a register in either memory. No UltraRAM,
    // because the memory is written and read at one address.
    const spec::RamChoice ram = stencil_.hardware.ram;
    source.storage =
        choose_storage(ram == spec::RamChoice::kUltra ? spec::RamChoice::kAuto : ram,
                       std::max<std::int64_t>(source.depth, 1), false, has_lut_ram(stencil_.hardware.device));
    if (source.storage == Storage::kBlock) {
      source.ram_blocks = static_cast<int>(ram_fit(stencil_.hardware.device, source.depth, source.width).blocks);
    }
    stream.source = source;
    for (const Read& read : chain.reads) {
      PlacedConsumer& consumer = consumers_[read.consumer];
      Need& need = consumer.needs[read.need];
      need.stream = index;
      // Distances in the window start at the source; axes that repeat do not count.
      need.offset = consumer.lag - chain.lag - (kept(read.position) - kept(chain.lag));
    }
  }

  IndexVector<spec::StreamId, PlacedStream>& streams_;
  std::vector<PlacedConsumer>& consumers_;
  const Order& order_;
  const spec::Stencil& stencil_;
  spec::StreamId stream_;
  const spec::Array& array_;
};

}  // namespace

Placed with_sources(Placed placed, const spec::Stencil& stencil, const Order& order) {
  for (const spec::StreamId s : placed.streams.ids()) {
    const spec::Array& array = stencil.arrays[placed.streams[s].array];
    if (!array.held()) continue;
    if (!is_single(array, stencil.axes)) {
      SourcePlacer(placed, stencil, order, s).run();
      continue;
    }
    for (PlacedConsumer& consumer : placed.consumers) {
      std::erase_if(consumer.needs, [&](const Need& need) { return need.stream == s; });
    }
  }
  return placed;
}

}  // namespace rtlgen::plan
