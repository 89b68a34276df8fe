// Assigns the circulating delays of an Executor to memories, and the memories to address pointers.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "contract/frame.hpp"
#include "plan/buffers.hpp"
#include "plan/ram.hpp"
#include "plan/target.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"
#include "support/widths.hpp"

namespace rtlgen::plan {

namespace {

/// Depths that differ by more than this have separate pointers.
constexpr std::int64_t kMostLead = 2;

/// Cost of a choice of leads: memories first, then registers.
struct Cost {
  std::int64_t memories = 0;  ///< weight_of() each
  std::int64_t registers = 0;
  friend auto operator<=>(const Cost&, const Cost&) = default;
};

class Assigner {
 public:
  Assigner(ExecutorPlan& executor, const spec::Stencil& stencil, const Target& target)
      : executor_(executor), stencil_(stencil), target_(target) {}

  void run() {
    for (StreamPlan& stream : executor_.streams) {
      if (!stream.buffered) continue;
      align(stream);
      cut(stream);
    }
    for (StreamPlan& stream : executor_.streams) place(stream);
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

  int width(const StreamPlan& stream, const Segment& segment) const {
    const spec::Array& array = stencil_.arrays[stream.array];
    return array.type.width * static_cast<int>(segment.lanes.size());
  }

  RamFit fit(Storage storage, std::int64_t depth, int bits) const {
    return storage == Storage::kUltra ? ultra_fit(depth, bits) : ram_fit(stencil_.hardware.device, depth, bits);
  }

  static contract::Distance memory_depth(const Segment& s) { return s.depth - contract::Distance{0, 0, s.lead}; }

  std::map<Key, Group> groups_of(const StreamPlan& stream) const {
    std::map<Key, Group> groups;
    for (std::size_t i = 0; i < stream.segments.size(); ++i) {
      const Segment& s = stream.segments[i];
      if (!circulates(s.storage)) continue;
      const contract::Distance depth = memory_depth(s);
      groups[{stream.words[at(s.to)].distance.planes, depth.planes, depth.rows, depth.words}].segments.push_back(i);
    }
    for (auto& [key, group] : groups) {
      const Segment& first = stream.segments[group.segments.front()];
      if (first.storage != Storage::kBlock && first.storage != Storage::kUltra) continue;
      const auto weight = [&](int bits) { return weight_of(fit(first.storage, first.max_depth - first.lead, bits)); };
      int all = 0;
      for (const std::size_t i : group.segments) {
        const int bits = width(stream, stream.segments[i]);
        const int lanes = static_cast<int>(stream.segments[i].lanes.size());
        all += bits;
        group.apart += weight(bits);
        group.split += lanes * weight(bits / lanes);
      }
      group.together = weight(all);
    }
    return groups;
  }

  Cost cost_of(const StreamPlan& stream) const {
    Cost cost;
    for (const auto& [key, group] : groups_of(stream)) {
      cost.memories += std::min({group.together, group.apart, group.split});
    }
    std::set<std::tuple<int, int, std::int64_t>> pointers;
    for (const Segment& s : stream.segments) {
      if (!circulates(s.storage)) continue;
      cost.registers += std::int64_t{s.lead} * width(stream, s);
      // A counter and the logic that wraps it.
      const contract::Distance depth = memory_depth(s);
      const bool fresh = pointers.insert({depth.planes, depth.rows, depth.words}).second;
      if (fresh) cost.registers += 2 * bits_for(s.max_depth - s.lead - 1);
    }
    return cost;
  }

  /// For each set of nearly equal depths, checks whether leads are cheaper than pointers.
  void align(StreamPlan& stream) const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < stream.segments.size(); ++i) {
      if (circulates(stream.segments[i].storage)) order.push_back(i);
    }
    const auto rank = [&](std::size_t i) {
      const Segment& s = stream.segments[i];
      return std::make_tuple(s.storage, s.depth.planes, s.depth.rows, s.depth.words);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    for (std::size_t begin = 0; begin < order.size();) {
      const Segment& least = stream.segments[order[begin]];
      std::size_t end = begin;
      while (end < order.size() && nearly_agree(least, stream.segments[order[end]])) ++end;
      const Cost apart = cost_of(stream);
      for (std::size_t i = begin; i < end; ++i) {
        Segment& s = stream.segments[order[i]];
        s.lead = static_cast<int>(s.depth.words - least.depth.words);
      }
      if (cost_of(stream) >= apart) {
        for (std::size_t i = begin; i < end; ++i) stream.segments[order[i]].lead = 0;
      }
      begin = end;
    }
  }

  static bool nearly_agree(const Segment& least, const Segment& s) {
    return s.storage == least.storage && s.depth.planes == least.depth.planes && s.depth.rows == least.depth.rows &&
           s.depth.words - least.depth.words <= kMostLead;
  }

  /// Cuts segments into single lanes if one memory per lane is cheaper: narrow memories can be deep enough
  /// to need no multiplexer.
  void cut(StreamPlan& stream) const {
    std::set<std::size_t> wide;
    for (const auto& [key, group] : groups_of(stream)) {
      if (group.wants_split()) wide.insert(group.segments.begin(), group.segments.end());
    }
    std::vector<Segment> result;
    for (std::size_t i = 0; i < stream.segments.size(); ++i) {
      Segment segment = stream.segments[i];
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
    stream.segments = std::move(result);
  }

  void place(StreamPlan& stream) {
    for (const auto& [key, group] : groups_of(stream)) {
      for (const std::size_t i : group.segments) {
        Segment& s = stream.segments[i];
        s.pointer = pointer_for(executor_, memory_depth(s), s.max_depth - s.lead, stream.home_cycle);
      }
      if (group.together < group.apart) {
        add_memory(stream, group.segments);
      } else {
        for (const std::size_t i : group.segments) add_memory(stream, {i});
      }
    }
  }

  void add_memory(StreamPlan& stream, const std::vector<std::size_t>& segments) {
    const Segment& first = stream.segments[segments.front()];
    MemoryPlan memory;
    memory.name = memory_name(stream, first);
    memory.pointer = first.pointer;
    memory.depth = first.max_depth - first.lead;
    memory.stream = stream.stream;
    memory.storage = first.storage;
    for (const std::size_t i : segments) {
      memory.width += width(stream, stream.segments[i]);
      stream.segments[i].memory = static_cast<int>(executor_.memories.size());
    }
    memory.reads_ahead = reads_ahead(target_, memory.storage);
    if (memory.storage == Storage::kBlock || memory.storage == Storage::kUltra) {
      int& count = memory.storage == Storage::kBlock ? memory.ram_blocks : memory.ultra_rams;
      count = static_cast<int>(fit(memory.storage, memory.depth, memory.width).blocks);
    }
    executor_.memories.push_back(memory);
  }

  /// "t_before_y0_x1"; if the lanes of a word have different paths, followed by the first lane.
  std::string memory_name(const StreamPlan& stream, const Segment& segment) const {
    const spec::Array& array = stencil_.arrays[stream.array];
    const WindowWord& word = stream.words[at(segment.to)];
    std::string name = fmt::format("{}_before_{}", array.name, word.name);
    if (segment.lanes.size() < word.lanes.size()) name += fmt::format("_l{}", segment.lanes.front());
    return name;
  }

  ExecutorPlan& executor_;
  const spec::Stencil& stencil_;
  Target target_;
};

}  // namespace

int pointer_for(ExecutorPlan& executor, const contract::Distance& depth, std::int64_t max_depth, int cycle) {
  for (std::size_t i = 0; i < executor.pointers.size(); ++i) {
    const PointerPlan& p = executor.pointers[i];
    if (p.depth == depth && p.cycle == cycle) return static_cast<int>(i);
  }
  executor.pointers.push_back({depth, max_depth, cycle});
  return static_cast<int>(executor.pointers.size()) - 1;
}

void assign_memories(ExecutorPlan& executor, const spec::Stencil& stencil, const Target& target) {
  Assigner(executor, stencil, target).run();
}

}  // namespace rtlgen::plan
