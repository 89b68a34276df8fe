// Assigns the circulating delays of an Executor to memories, and the memories to address pointers.
#include "plan/storage/memories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "contract/frame.hpp"
#include "plan/lags/order.hpp"
#include "plan/lags/positions.hpp"
#include "plan/limits.hpp"
#include "plan/storage/ram.hpp"
#include "plan/storage/windows.hpp"
#include "plan/target.hpp"
#include "plan/timing/timing.hpp"
#include "spec/stencil.hpp"
#include "support/ceil_div.hpp"
#include "support/index.hpp"
#include "support/result.hpp"
#include "support/widths.hpp"

namespace rtlgen::plan {

namespace {

/// Depths that differ by more than this have separate pointers.
constexpr std::int64_t kMostLead = 2;

/// Cost of a choice of leads: memories first, then registers.
struct Cost {
  std::int64_t memories = 0;  ///< sum of weight_of()
  std::int64_t registers = 0;
  friend auto operator<=>(const Cost&, const Cost&) = default;
};

/// The index of a pointer with this depth that moves in this cycle; adds one if none exists.
int pointer_for(std::vector<PointerPlan>& pointers, const contract::Distance& depth, std::int64_t max_depth,
                int cycle) {
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    if (pointers[i].depth == depth && pointers[i].cycle == cycle) return static_cast<int>(i);
  }
  pointers.push_back({depth, max_depth, cycle});
  return static_cast<int>(pointers.size()) - 1;
}

/// A stream whose paths get memories.
struct Delays {
  const PlacedStream& stream;
  const std::vector<WindowWord>& words;
  int home_cycle;
};

class Assigner {
 public:
  Assigner(const spec::Stencil& stencil, const Target& target, Memories& memories)
      : stencil_(stencil), target_(target), memories_(memories) {}

  std::vector<Segment> run(const Delays& of, const StreamWindow& window) {
    std::vector<Segment> segments;
    for (const Path& path : window.paths) segments.push_back({path});
    segments = cut(of, align(of, std::move(segments)));
    place(of, segments);
    return segments;
  }

 private:
  /// Segments that may share one memory: those of one Dimension with one depth of memory.
  struct Group {
    std::vector<std::size_t> segments;
    std::int64_t together = 0;  ///< weight when they share one memory
    std::int64_t apart = 0;     ///< weight when each has its own
    std::int64_t split = 0;     ///< weight when each lane has its own

    [[nodiscard]] bool wants_split() const { return split < std::min(together, apart); }
  };
  using Key = std::tuple<int, int, int, std::int64_t>;  // plane of the Dimension, depth of the memory

  int width(const Delays& of, const Segment& segment) const {
    const spec::Array& array = stencil_.arrays[of.stream.array];
    return array.type.width * static_cast<int>(segment.lanes.size());
  }

  RamFit fit(Storage storage, std::int64_t depth, int bits) const {
    return storage == Storage::kUltra ? ultra_fit(depth, bits) : ram_fit(stencil_.hardware.device, depth, bits);
  }

  static contract::Distance memory_depth(const Segment& s) { return s.depth - contract::Distance{0, 0, s.lead}; }

  std::map<Key, Group> groups_of(const Delays& of, const std::vector<Segment>& segments) const {
    std::map<Key, Group> groups;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const Segment& s = segments[i];
      if (!circulates(s.storage)) continue;
      const contract::Distance depth = memory_depth(s);
      groups[{of.words[at(s.to)].distance.planes, depth.planes, depth.rows, depth.words}].segments.push_back(i);
    }
    for (auto& [key, group] : groups) {
      const Segment& first = segments[group.segments.front()];
      if (first.storage != Storage::kBlock && first.storage != Storage::kUltra) continue;
      const auto weight = [&](int bits) { return weight_of(fit(first.storage, first.max_depth - first.lead, bits)); };
      int all = 0;
      for (const std::size_t i : group.segments) {
        const int bits = width(of, segments[i]);
        const int lanes = static_cast<int>(segments[i].lanes.size());
        all += bits;
        group.apart += weight(bits);
        group.split += lanes * weight(bits / lanes);
      }
      group.together = weight(all);
    }
    return groups;
  }

  Cost cost_of(const Delays& of, const std::vector<Segment>& segments) const {
    Cost cost;
    for (const auto& [key, group] : groups_of(of, segments)) {
      cost.memories += std::min({group.together, group.apart, group.split});
    }
    std::set<std::tuple<int, int, std::int64_t>> pointers;
    for (const Segment& s : segments) {
      if (!circulates(s.storage)) continue;
      cost.registers += std::int64_t{s.lead} * width(of, s);
      // A counter and the logic that wraps it.
      const contract::Distance depth = memory_depth(s);
      const bool fresh = pointers.insert({depth.planes, depth.rows, depth.words}).second;
      if (fresh) cost.registers += 2 * bits_for(s.max_depth - s.lead - 1);
    }
    return cost;
  }

  /// For each set of nearly equal depths, chooses leads or separate pointers, whichever are cheaper.
  std::vector<Segment> align(const Delays& of, std::vector<Segment> segments) const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (circulates(segments[i].storage)) order.push_back(i);
    }
    const auto sort_key = [&](std::size_t i) {
      const Segment& s = segments[i];
      return std::make_tuple(s.storage, s.depth.planes, s.depth.rows, s.depth.words);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sort_key(a) < sort_key(b); });
    for (std::size_t begin = 0; begin < order.size();) {
      const Segment& least = segments[order[begin]];
      std::size_t end = begin;
      while (end < order.size() && nearly_agree(least, segments[order[end]])) ++end;
      const Cost apart = cost_of(of, segments);
      for (std::size_t i = begin; i < end; ++i) {
        Segment& s = segments[order[i]];
        s.lead = static_cast<int>(s.depth.words - least.depth.words);
      }
      if (cost_of(of, segments) >= apart) {
        for (std::size_t i = begin; i < end; ++i) segments[order[i]].lead = 0;
      }
      begin = end;
    }
    return segments;
  }

  static bool nearly_agree(const Segment& least, const Segment& s) {
    return s.storage == least.storage && s.depth.planes == least.depth.planes && s.depth.rows == least.depth.rows &&
           s.depth.words - least.depth.words <= kMostLead;
  }

  /// Cuts segments into single lanes if one memory per lane is cheaper: narrow memories can be deep enough
  /// to need no multiplexer.
  std::vector<Segment> cut(const Delays& of, std::vector<Segment> segments) const {
    std::set<std::size_t> wide;
    for (const auto& [key, group] : groups_of(of, segments)) {
      if (group.wants_split()) wide.insert(group.segments.begin(), group.segments.end());
    }
    std::vector<Segment> result;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      Segment segment = segments[i];
      if (!wide.contains(i)) {
        result.push_back(std::move(segment));
        continue;
      }
      const std::vector<int> lanes = std::move(segment.lanes);
      for (const int lane : lanes) {
        segment.lanes = {lane};
        result.push_back(segment);
      }
    }
    return result;
  }

  void place(const Delays& of, std::vector<Segment>& segments) {
    for (const auto& [key, group] : groups_of(of, segments)) {
      for (const std::size_t i : group.segments) {
        Segment& s = segments[i];
        s.pointer = pointer_for(memories_.pointers, memory_depth(s), s.max_depth - s.lead, of.home_cycle);
      }
      if (group.together < group.apart) {
        add_memory(of, segments, group.segments);
      } else {
        for (const std::size_t i : group.segments) add_memory(of, segments, {i});
      }
    }
  }

  void add_memory(const Delays& of, std::vector<Segment>& segments, const std::vector<std::size_t>& shared) {
    const Segment& first = segments[shared.front()];
    MemoryPlan memory;
    memory.name = memory_name(of, first);
    memory.pointer = first.pointer;
    memory.depth = first.max_depth - first.lead;
    memory.stream = of.stream.stream;
    memory.storage = first.storage;
    for (const std::size_t i : shared) {
      memory.width += width(of, segments[i]);
      segments[i].memory = static_cast<int>(memories_.memories.size());
    }
    memory.reads_ahead = reads_ahead(target_, memory.storage);
    if (memory.storage == Storage::kBlock || memory.storage == Storage::kUltra) {
      int& count = memory.storage == Storage::kBlock ? memory.ram_blocks : memory.ultra_rams;
      count = static_cast<int>(fit(memory.storage, memory.depth, memory.width).blocks);
    }
    memories_.memories.push_back(memory);
  }

  /// Returns "t_before_y0_x1"; if the lanes of a word have different paths, followed by the first lane.
  std::string memory_name(const Delays& of, const Segment& segment) const {
    const spec::Array& array = stencil_.arrays[of.stream.array];
    const WindowWord& word = of.words[at(segment.to)];
    std::string name = fmt::format("{}_before_{}", array.name, word.name);
    if (segment.lanes.size() < word.lanes.size()) name += fmt::format("_l{}", segment.lanes.front());
    return name;
  }

  const spec::Stencil& stencil_;
  const Target& target_;
  Memories& memories_;  ///< the memories found so far
};

/// Requires enough rows and words per row that `depth` is at least `words`. A depth in planes needs about as many rows
/// as words per row.
void require_depth(const contract::FrameShape& frame, const contract::Distance& depth, std::int64_t words,
                   LeastFrame& least) {
  const std::int64_t missing = words - depth.words;
  if (depth.planes == 0 || missing <= frame.row_words / 2) {
    least.apart({}, depth, words);
    return;
  }
  least.apart({}, depth, 1 - frame.row_words);  // only affects rows
  const std::int64_t reach = -depth.rows;
  std::int64_t row = std::min<std::int64_t>(frame.row_words, 1 - depth.words);
  while (row < frame.row_words && row * row < missing) ++row;
  while (row < frame.row_words && reach + ceil_div(missing, row) > frame.rows) ++row;
  least.cover({row, reach + ceil_div(missing, row), 1});
}

}  // namespace

Result<Memories> memories_of(const spec::Stencil& stencil, const Positions& positions, const Windows& windows,
                             const Timing& timing, const Order& order, const Target& target, Diagnostics& diagnostics) {
  Memories memories;
  Assigner assigner(stencil, target, memories);
  for (const PlacedStream& stream : positions.streams) {
    const StreamWindow& window = windows.streams[stream.stream];
    memories.segments.push_back(assigner.run({stream, window.words, timing.streams[stream.stream].home_cycle}, window));
  }
  memories.results.resize(positions.streams.size());
  LeastFrame least(order);
  for (const PlacedStream& stream : positions.streams) {
    if (!stream.results) continue;
    const OwnResults& results = *stream.results;
    const int read = timing.streams[stream.stream].ready_cycle - results.read_cycles;
    const int write = timing.stages[results.stage].ready_cycle;
    // From the read of a word by one token to the write of that token's own result, plus one cycle.
    const std::int64_t tokens = write - read + 1;
    if (results.max_depth < tokens) {
      refuse_short_sweep(stencil, results, order.frame(), tokens, diagnostics);
      return Failure{};
    }
    require_depth(order.frame(), results.depth, tokens, least);
    memories.results[stream.stream] = {pointer_for(memories.pointers, results.depth, results.max_depth, read),
                                       pointer_for(memories.pointers, results.depth, results.max_depth, write)};
  }
  memories.least = least.shape();
  return memories;
}

}  // namespace rtlgen::plan
