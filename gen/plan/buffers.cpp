// Lays out the line and plane buffers of an Executor.
#include "plan/buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "contract/frame.hpp"
#include "plan/ram.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

contract::Distance Order::normal(const contract::Distance& d) const {
  return flat() ? contract::Distance{0, 0, frame_.count(d)} : d;
}

void Order::require(const contract::Distance& a, const contract::Distance& b, std::int64_t least) {
  if (flat()) return;
  const contract::Distance d = b - a;
  if (d.planes > 0 && d.rows < 0) {
    minimum_.rows = std::max<std::int64_t>(minimum_.rows, 1 - d.rows);
  }
  if ((d.planes > 0 || d.rows > 0) && d.words < least) {
    minimum_.row_words = std::max(minimum_.row_words, least - d.words);
  }
}

void Order::require_start(const contract::Distance& lag) {
  if (flat()) return;
  minimum_.rows = std::max<std::int64_t>(minimum_.rows, 1 - lag.rows);
  minimum_.row_words = std::max(minimum_.row_words, 1 - lag.words);
}

void Order::require_shape(const contract::FrameShape& shape) {
  if (flat()) return;
  minimum_.row_words = std::max(minimum_.row_words, shape.row_words);
  minimum_.rows = std::max(minimum_.rows, shape.rows);
}

bool Order::holds_at_maximum() const {
  return minimum_.row_words <= frame_.row_words && minimum_.rows <= frame_.rows && minimum_.planes <= frame_.planes;
}

namespace {

/// Offsets along y or z that a read may resolve to.
std::vector<int> resolved_offsets(const analysis::AxisRead& read) {
  std::vector<int> offsets;
  if (read.has_interior) offsets.push_back(read.offset);
  for (const analysis::EdgeCase& edge : read.cases) {
    if (!edge.is_constant) offsets.push_back(edge.offset);
  }
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  return offsets;
}

std::string axis_part(char axis, std::int64_t value) {
  return fmt::format("{}{}{}", axis, value < 0 ? "m" : "", value < 0 ? -value : value);
}

/// "z1_y0_xm1": where the word lies relative to the cell of its first reader.
std::string word_name(const contract::Distance& d, int axes, bool flat) {
  if (flat) return axis_part('w', d.words);
  std::string name;
  if (axes > 2) name += axis_part('z', d.planes) + "_";
  if (axes > 1) name += axis_part('y', d.rows) + "_";
  return name + axis_part('x', d.words);
}

}  // namespace

std::vector<Need> needs_of(const TapPlan& tap, const Order& order, int cells_per_cycle, std::int64_t fixed_extent_x) {
  std::vector<Need> needs;
  const auto ys = resolved_offsets(tap.axis[1]);
  const auto zs = resolved_offsets(tap.axis[2]);
  for (int lane = 0; lane < cells_per_cycle; ++lane) {
    for (const LaneCase& c : lane_cases(tap.axis[0], lane, cells_per_cycle, fixed_extent_x)) {
      if (c.is_constant) continue;
      const std::int64_t cell = lane + c.offset;
      std::int64_t word = cell / cells_per_cycle;
      if (cell < 0 && cell % cells_per_cycle != 0) --word;
      const int source = static_cast<int>(cell - word * cells_per_cycle);
      for (const int z : zs) {
        for (const int y : ys) {
          needs.push_back({tap.tap.stream, order.normal({z, y, word}), source});
        }
      }
    }
  }
  return needs;
}

namespace {

/// The words that are read, newest first, each with the lanes that are read there.
std::vector<WindowWord> words_read(const StreamPlan& stream, const std::vector<const Consumer*>& readers,
                                   const Order& order, int axes) {
  std::vector<WindowWord> words;
  for (const Consumer* consumer : readers) {
    for (const Need& need : consumer->needs) {
      if (need.stream != stream.stream) continue;
      const contract::Distance distance = order.normal(consumer->lag - stream.lag - need.offset);
      auto same = std::find_if(words.begin(), words.end(), [&](const WindowWord& w) { return w.distance == distance; });
      if (same == words.end()) {
        // Readers that trail each other see different words at the same offset.
        std::string name = word_name(need.offset, axes, order.flat());
        const bool taken = std::any_of(words.begin(), words.end(), [&](const WindowWord& w) { return w.name == name; });
        if (taken) name += consumer->stage.valid() ? fmt::format("_s{}", consumer->stage.index()) : "_exit";
        words.push_back({distance, {}, name});
        same = words.end() - 1;
      }
      const auto place = std::lower_bound(same->lanes.begin(), same->lanes.end(), need.lane);
      if (place == same->lanes.end() || *place != need.lane) same->lanes.insert(place, need.lane);
    }
  }
  std::sort(words.begin(), words.end(),
            [&](const WindowWord& a, const WindowWord& b) { return order.less(a.distance, b.distance); });
  return words;
}

/// The path of each lane from one word in which it is read to the next; lanes with the same path share a segment.
std::vector<Segment> segments_between(const std::vector<WindowWord>& words, int lanes) {
  std::map<std::pair<int, int>, std::vector<int>> ways;  // to, from -> lanes
  for (int lane = 0; lane < lanes; ++lane) {
    int from = -1;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!std::binary_search(words[i].lanes.begin(), words[i].lanes.end(), lane)) continue;
      ways[{static_cast<int>(i), from}].push_back(lane);
      from = static_cast<int>(i);
    }
  }
  std::vector<Segment> segments;
  for (auto& [way, taken] : ways) {
    Segment segment;
    segment.to = way.first;
    segment.from = way.second;
    segment.lanes = std::move(taken);
    segments.push_back(std::move(segment));
  }
  return segments;
}

}  // namespace

IndexVector<spec::StreamId, std::vector<const Consumer*>> readers_of(const std::vector<Consumer>& consumers,
                                                                     std::size_t streams) {
  IndexVector<spec::StreamId, std::vector<const Consumer*>> readers(streams);
  for (const Consumer& consumer : consumers) {
    for (const Need& need : consumer.needs) {
      auto& of_stream = readers[need.stream];
      if (of_stream.empty() || of_stream.back() != &consumer) of_stream.push_back(&consumer);
    }
  }
  return readers;
}

void lay_out_stream(StreamPlan& stream, const std::vector<const Consumer*>& readers, Order& order,
                    const spec::Stencil& stencil, const Target& target) {
  stream.words = words_read(stream, readers, order, stencil.axes);
  const contract::Distance newest{};
  stream.buffered = !stream.words.empty() && !(stream.words.back().distance == newest);
  if (!stream.buffered) return;

  if (!(stream.words[0].distance == newest)) order.require(newest, stream.words[0].distance, 1);
  for (std::size_t i = 1; i < stream.words.size(); ++i) {
    order.require(stream.words[i - 1].distance, stream.words[i].distance, 2);
  }
  const bool fixed = stencil.hardware.extents == spec::ExtentMode::kFixed || order.flat();
  stream.segments = segments_between(stream.words, stencil.hardware.cells_per_cycle);
  for (Segment& segment : stream.segments) {
    const contract::Distance& to = stream.words[static_cast<std::size_t>(segment.to)].distance;
    // A first register follows the wire directly, or after a delay of its whole distance.
    segment.depth = segment.from < 0 ? to
                                     : to - stream.words[static_cast<std::size_t>(segment.from)].distance -
                                           contract::Distance{0, 0, 1};
    segment.max_depth = order.frame().count(segment.depth);
    const bool constant = fixed || (segment.depth.planes == 0 && segment.depth.rows == 0);
    segment.storage =
        choose_storage(stencil.hardware.ram, segment.max_depth, constant, has_lut_ram(stencil.hardware.device));
    if (!constant && reads_ahead(target, segment.storage)) {
      order.require(segment.from < 0 ? newest : stream.words[static_cast<std::size_t>(segment.from)].distance, to,
                    segment.from < 0 ? 2 : 3);
    }
    stream.buffered_cells += (segment.max_depth + 1) * static_cast<std::int64_t>(segment.lanes.size());
  }
  stream.buffered_words = order.frame().count(stream.words.back().distance) + 1;
}

}  // namespace rtlgen::plan
