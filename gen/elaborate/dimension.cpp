// Dimensions: the window registers and row buffers of one plane of one stream.
//
// A Dimension takes the word that enters it (the newest one, or the oldest of the plane before)
// and everything in it moves only when a token arrives. The delay in front of its first word is
// its entry buffer (the plane buffer), the delays between rows are its row buffers.
#include <fmt/format.h>

#include <algorithm>

#include "elaborate/context.hpp"

namespace rtlgen::elaborate {

namespace {

using plan::Segment;
using plan::Storage;
using plan::StreamPlan;
using plan::WindowWord;

hw::MemoryStyle style_of(Storage storage) {
  return storage == Storage::kBlock ? hw::MemoryStyle::kBlock : hw::MemoryStyle::kDistributed;
}

/// Lanes first_lane .. P-1 of a value that holds lanes `from` .. P-1.
hw::Value keep_lanes(hw::Value value, int from, int first_lane, int cell_width) {
  const int drop = (first_lane - from) * cell_width;
  return drop == 0 ? value : value.slice(value.width - 1, drop);
}

class DimensionBuilder {
 public:
  DimensionBuilder(Context& context, const StreamPlan& stream, std::size_t first, std::size_t last,
                   const std::string& module)
      : context_(context), stream_(stream), first_(first), last_(last), b_(module) {}

  void build() {
    const spec::Array& array = context_.array_of(stream_.stream);
    cell_width_ = array.type.width;
    const int entry_lane = first_ == 0 ? 0 : stream_.words[first_ - 1].first_lane;
    b_.summary(fmt::format("rows of one plane of '{}'", array.name));
    for (std::size_t i = first_; i <= last_; ++i) {
      const Segment& s = stream_.segments[i];
      b_.header_line(fmt::format("{}: word {} behind the newest{}", stream_.words[i].name,
                                 context_.plan.frame.count(stream_.words[i].distance),
                                 s.max_depth > 0 ? fmt::format(", after a buffer of {} words", s.max_depth) : ""));
    }
    token_ = b_.input("token", 1, "a word arrives: everything moves one on");
    previous_ = b_.input("in_word", cell_width_ * (context_.lanes - entry_lane));
    previous_lane_ = entry_lane;
    declare_addresses();
    declare_memories();
    for (std::size_t i = first_; i <= last_; ++i) add_word(i);
    write_memories();
    for (std::size_t i = first_; i <= last_; ++i) {
      b_.output(stream_.words[i].name, words_[i - first_]);
    }
    context_.add(b_.finish());
  }

 private:
  void declare_addresses() {
    for (std::size_t i = first_; i <= last_; ++i) {
      const int pointer = stream_.segments[i].pointer;
      if (pointer < 0 || addresses_.contains(pointer)) continue;
      const std::int64_t depth = context_.plan.executor.pointers[static_cast<std::size_t>(pointer)].max_depth;
      addresses_[pointer] = b_.input(fmt::format("address{}", pointer), bits_for(depth - 1));
    }
  }

  /// Memories are read before they are written: their outputs exist before their inputs.
  void declare_memories() {
    for (std::size_t i = first_; i <= last_; ++i) {
      const int m = stream_.segments[i].memory;
      if (m >= 0) parts_[m].push_back(i);
    }
    for (const auto& [m, segments] : parts_) {
      const plan::MemoryPlan& memory = context_.plan.executor.memories[static_cast<std::size_t>(m)];
      data_[m] = b_.declare_wire(memory.name + "_d", memory.width);
      outputs_[m] = b_.memory(memory.name, static_cast<int>(memory.depth), style_of(memory.storage),
                              addresses_.at(memory.pointer), data_[m], token_);
    }
  }

  void add_word(std::size_t i) {
    const WindowWord& word = stream_.words[i];
    const Segment& segment = stream_.segments[i];
    const hw::Value entering = keep_lanes(previous_, previous_lane_, word.first_lane, cell_width_);
    hw::Value value;
    switch (segment.storage) {
      case Storage::kRegister:
        value = b_.reg(word.name + "_q", entering, token_);
        break;
      case Storage::kShiftRegister: {
        const int n = static_cast<int>(segment.max_depth);
        const int w = entering.width;
        const hw::Value chain = b_.declare_reg(word.name + "_shift", n * w);
        b_.drive(chain, n == 1 ? entering : hw::cat({chain.slice((n - 1) * w - 1, 0), entering}), token_);
        value = b_.reg(word.name + "_q", chain.slice(n * w - 1, (n - 1) * w), token_);
        break;
      }
      case Storage::kDistributed:
      case Storage::kBlock: {
        int low = 0;
        for (const std::size_t part : parts_.at(segment.memory)) {
          if (part == i) break;
          low += cell_width_ * (context_.lanes - stream_.words[part].first_lane);
        }
        entering_[i] = entering;
        value = outputs_.at(segment.memory).slice(low + entering.width - 1, low);
        break;
      }
    }
    words_.push_back(value);
    previous_ = value;
    previous_lane_ = word.first_lane;
  }

  void write_memories() {
    for (const auto& [m, segments] : parts_) {
      std::vector<hw::Value> high_first;
      for (const std::size_t i : segments) high_first.insert(high_first.begin(), entering_.at(i));
      b_.assign(data_.at(m), hw::cat(high_first));
    }
  }

  Context& context_;
  const StreamPlan& stream_;
  std::size_t first_;
  std::size_t last_;
  hw::Builder b_;
  int cell_width_ = 1;
  hw::Value token_;
  hw::Value previous_;
  int previous_lane_ = 0;
  std::map<int, hw::Value> addresses_;
  std::map<int, std::vector<std::size_t>> parts_;
  std::map<int, hw::Value> data_;
  std::map<int, hw::Value> outputs_;
  std::map<std::size_t, hw::Value> entering_;
  std::vector<hw::Value> words_;
};

}  // namespace

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

std::string dimension_module(const Context& context, int stream, int group) {
  const auto ranges =
      dimension_ranges(context.plan.executor.streams[static_cast<std::size_t>(stream)]);
  const std::string base =
      fmt::format("{}_{}_dimension", context.stencil.name, context.stream_name(stream));
  return ranges.size() == 1 ? base : fmt::format("{}_{}", base, group);
}

void build_dimensions(Context& context) {
  for (const StreamPlan& stream : context.plan.executor.streams) {
    if (!stream.buffered) continue;
    int group = 0;
    for (const auto& [first, last] : dimension_ranges(stream)) {
      DimensionBuilder(context, stream, first, last, dimension_module(context, stream.stream, group++))
          .build();
    }
  }
}

}  // namespace rtlgen::elaborate
