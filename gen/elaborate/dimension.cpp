// Dimensions: the window registers and row buffers of one plane of one stream.
//
// A Dimension takes the cells that enter it (the newest word, or the last word read in an earlier plane), and
// everything in it moves only when a token arrives. The delay before a lane's first word is its entry buffer (the plane
// buffer), the delays between rows are its row buffers. A lane has a register only where it is read; elsewhere it stays
// in the delay.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "elaborate/comments.hpp"
#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "plan/storage/ram.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"

namespace rtlgen::elaborate {

namespace {

using plan::Segment;
using plan::Storage;
using plan::StreamPlan;
using plan::WindowWord;

class DimensionBuilder {
 public:
  DimensionBuilder(Context& context, const StreamPlan& stream, std::size_t first, std::size_t last,
                   const std::string& module)
      : context_(context), stream_(stream), first_(first), last_(last), b_(module) {
    for (std::size_t i = 0; i < stream.segments.size(); ++i) {
      const auto to = static_cast<std::size_t>(stream.segments[i].to);
      if (to >= first && to <= last) segments_.push_back(i);
    }
  }

  void build() {
    const spec::Array& array = context_.array_of(stream_.stream);
    cell_width_ = array.type.width;
    b_.role("dimension");
    b_.summary(fmt::format("line buffers and window registers of one plane of '{}'", array.shown()));
    describe();
    token_ = b_.input("token", 1, "a word arrives: all registers and buffers advance by one word");
    for (const DimensionInput& in : dimension_inputs(stream_, first_, last_)) {
      sources_[in.from] = {in.lanes, b_.input(in.port, width_of(in.lanes), cells_comment(array, in.lanes.size()))};
    }
    declare_addresses();
    declare_memories();
    for (std::size_t i = first_; i <= last_; ++i) add_word(i);
    write_memories();
    for (std::size_t i = first_; i <= last_; ++i) {
      b_.output(stream_.words[i].name, sources_.at(static_cast<int>(i)).value,
                cells_comment(array, stream_.words[i].lanes.size()));
    }
    context_.add(b_.finish());
  }

 private:
  /// Lanes of a word, side by side.
  struct Lanes {
    std::vector<int> lanes;
    hw::Value value;
  };

  int width_of(const std::vector<int>& lanes) const { return cell_width_ * static_cast<int>(lanes.size()); }

  void describe() {
    for (std::size_t i = first_; i <= last_; ++i) {
      std::int64_t longest = 0;
      for (const std::size_t k : segments_) {
        const Segment& s = stream_.segments[k];
        if (s.to == static_cast<int>(i)) longest = std::max(longest, s.max_depth);
      }
      const WindowWord& word = stream_.words[i];
      const std::int64_t distance = context_.plan.frame.count(word.distance);
      std::string line = word.name + ": ";
      line += distance == 0 ? "the newest word" : counted(distance, "word") + " before the newest";
      if (static_cast<int>(word.lanes.size()) < context_.lanes)
        line += fmt::format(", {} {} only", word.lanes.size() == 1 ? "lane" : "lanes", list_text(word.lanes));
      if (longest > 0) line += fmt::format(", behind a line buffer of {}", counted(longest, "word"));
      b_.header_line(line);
    }
  }

  void declare_addresses() {
    for (const std::size_t i : segments_) {
      const int pointer = stream_.segments[i].pointer;
      if (pointer < 0 || addresses_.contains(pointer)) continue;
      const std::int64_t depth = context_.plan.executor.pointers[static_cast<std::size_t>(pointer)].max_depth;
      addresses_[pointer] = b_.input(fmt::format("address{}", pointer), bits_for(depth - 1),
                                     fmt::format("address of line buffers of {}", counted(depth, "word")));
      if (!context_.plan.executor.reads_ahead(pointer)) continue;
      next_[pointer] = b_.input(fmt::format("next_address{}", pointer), bits_for(depth - 1),
                                "the address after that one, for reads");
    }
  }

  /// Declares memories, whose outputs are used before their inputs exist. A memory that is read one word ahead of the
  /// write address has its own output register: its read time is not part of a path into a Kernel, and it never reads
  /// the address that it writes.
  void declare_memories() {
    std::map<int, int> low;
    for (const std::size_t i : segments_) {
      const Segment& segment = stream_.segments[i];
      const int m = segment.memory;
      if (m < 0) continue;
      const plan::MemoryPlan& memory = context_.plan.executor.memories[static_cast<std::size_t>(m)];
      if (!data_.contains(m)) {
        data_[m] = b_.declare_wire(memory.name + "_d", memory.width);
        const bool ahead = memory.reads_ahead;
        outputs_[m] = b_.memory(memory.name, static_cast<int>(memory.depth), plan::style_of(memory.storage),
                                addresses_.at(memory.pointer), data_[m], token_, "", {},
                                ahead ? next_.at(memory.pointer) : hw::Value{});
        if (ahead) outputs_[m] = b_.reg(memory.name + "_word", outputs_[m], token_);
      }
      const int w = width_of(segment.lanes);
      delayed_[i] = outputs_[m].slice(low[m] + w - 1, low[m]);
      low[m] += w;
    }
  }

  /// Returns "y1_x0", with the first of the lanes if the lanes of a word take different paths.
  std::string name_of(const Segment& segment) const {
    const WindowWord& word = stream_.words[static_cast<std::size_t>(segment.to)];
    return segment.lanes.size() == word.lanes.size() ? word.name
                                                     : fmt::format("{}_l{}", word.name, segment.lanes.front());
  }

  /// The last register of a segment.
  hw::Value add_segment(std::size_t index) {
    const Segment& segment = stream_.segments[index];
    const Lanes& source = sources_.at(segment.from);
    const std::string name = name_of(segment);
    hw::Value entering = pick_lanes(source.value, source.lanes, segment.lanes, cell_width_);
    const int w = entering.width;
    if (segment.storage == Storage::kRegister) return b_.reg(name + "_q", entering, token_);
    if (segment.storage == Storage::kShiftRegister) {
      const int n = static_cast<int>(segment.max_depth);
      const hw::Value chain = b_.declare_reg(name + "_shift", n * w);
      b_.drive(chain, n == 1 ? entering : hw::cat({chain.slice((n - 1) * w - 1, 0), entering}), token_);
      return b_.reg(name + "_q", chain.slice(n * w - 1, (n - 1) * w), token_);
    }
    for (int k = 0; k < segment.lead; ++k) entering = b_.reg(fmt::format("{}_lead{}", name, k), entering, token_);
    entering_[segment.memory].push_back(entering);
    return delayed_.at(index);
  }

  /// Adds the registers of a word, assembled from the paths of its lanes.
  void add_word(std::size_t i) {
    const WindowWord& word = stream_.words[i];
    std::map<int, hw::Value> cells;
    hw::Value whole;
    for (const std::size_t k : segments_) {
      const Segment& segment = stream_.segments[k];
      if (segment.to != static_cast<int>(i)) continue;
      whole = add_segment(k);
      for (const int lane : segment.lanes) cells[lane] = pick_lanes(whole, segment.lanes, {lane}, cell_width_);
    }
    if (whole.width != width_of(word.lanes)) {
      std::vector<hw::Value> high_first;
      for (const auto& [lane, value] : cells) high_first.insert(high_first.begin(), value);
      whole = hw::cat(high_first);
    }
    sources_[static_cast<int>(i)] = {word.lanes, whole};
  }

  void write_memories() {
    for (const auto& [m, parts] : entering_) {
      b_.assign(data_.at(m), hw::cat(std::vector<hw::Value>(parts.rbegin(), parts.rend())));
    }
  }

  Context& context_;
  const StreamPlan& stream_;
  std::size_t first_;
  std::size_t last_;
  hw::Builder b_;
  std::vector<std::size_t> segments_;  ///< those that end in this Dimension
  int cell_width_ = 1;
  hw::Value token_;
  std::map<int, Lanes> sources_;  ///< window word (-1: the wire) -> its lanes in this Dimension
  std::map<int, hw::Value> addresses_, next_;
  std::map<int, hw::Value> data_;
  std::map<int, hw::Value> outputs_;
  std::map<std::size_t, hw::Value> delayed_;  ///< segment -> its part of a memory's output
  std::map<int, std::vector<hw::Value>> entering_;
};

}  // namespace

std::vector<int> all_lanes(int count) {
  std::vector<int> lanes(static_cast<std::size_t>(count));
  std::iota(lanes.begin(), lanes.end(), 0);
  return lanes;
}

hw::Value pick_lanes(hw::Value value, const std::vector<int>& held, const std::vector<int>& wanted, int cell_width) {
  if (held == wanted) return value;
  std::vector<hw::Value> high_first;
  for (const int lane : wanted) {
    const auto found = std::find(held.begin(), held.end(), lane);
    RTLGEN_CHECK(found != held.end(), "a lane that the plan does not keep is read");
    const int place = static_cast<int>(found - held.begin());
    high_first.insert(high_first.begin(), value.slice((place + 1) * cell_width - 1, place * cell_width));
  }
  return hw::cat(high_first);
}

std::vector<DimensionInput> dimension_inputs(const StreamPlan& stream, std::size_t first, std::size_t last) {
  std::map<int, std::set<int>> lanes;
  for (const Segment& s : stream.segments) {
    const auto to = static_cast<std::size_t>(s.to);
    if (to < first || to > last) continue;
    if (s.from >= static_cast<int>(first)) continue;
    lanes[s.from].insert(s.lanes.begin(), s.lanes.end());
  }
  std::vector<DimensionInput> inputs;
  inputs.reserve(lanes.size());
  for (const auto& [from, taken] : lanes) {
    inputs.push_back({from,
                      {taken.begin(), taken.end()},
                      from < 0 ? "in_word" : "in_" + stream.words[static_cast<std::size_t>(from)].name});
  }
  return inputs;
}

std::vector<std::pair<std::size_t, std::size_t>> dimension_ranges(const StreamPlan& stream) {
  std::vector<std::pair<std::size_t, std::size_t>> ranges;
  for (std::size_t i = 0; i < stream.words.size(); ++i) {
    if (i == 0 || stream.words[i].distance.planes != stream.words[i - 1].distance.planes) {
      ranges.emplace_back(i, i);
    }
    ranges.back().second = i;
  }
  return ranges;
}

std::string dimension_module(const Context& context, spec::StreamId stream, int group) {
  const std::size_t groups = dimension_ranges(context.plan.executor.streams[stream]).size();
  return context.stencil.name + "_" + dimension_name(context.stem(stream), groups, static_cast<std::size_t>(group));
}

void build_dimensions(Context& context) {
  for (const StreamPlan& stream : context.plan.executor.streams) {
    if (!stream.buffered) continue;
    int group = 0;
    for (const auto& [first, last] : dimension_ranges(stream)) {
      DimensionBuilder(context, stream, first, last, dimension_module(context, stream.stream, group++)).build();
    }
  }
}

}  // namespace rtlgen::elaborate
