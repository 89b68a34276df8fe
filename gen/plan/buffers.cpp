// Lays out the line and plane buffers of an Executor.
#include "plan/buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "plan/ram.hpp"

namespace rtlgen::plan {

Distance Order::normal(const Distance& d) const {
  return flat() ? Distance{0, 0, frame_.count(d)} : d;
}

bool Order::less(const Distance& a, const Distance& b) const {
  if (flat()) return frame_.count(a) < frame_.count(b);
  return std::tie(a.planes, a.rows, a.words) < std::tie(b.planes, b.rows, b.words);
}

void Order::require(const Distance& a, const Distance& b, std::int64_t least) {
  if (flat()) return;
  const Distance d = b - a;
  if (d.planes > 0 && d.rows < 0) {
    minimum_.rows = std::max<std::int64_t>(minimum_.rows, 1 - d.rows);
  }
  if ((d.planes > 0 || d.rows > 0) && d.words < least) {
    minimum_.row_words = std::max(minimum_.row_words, least - d.words);
  }
}

bool Order::holds_at_maximum() const {
  return minimum_.row_words <= frame_.row_words && minimum_.rows <= frame_.rows &&
         minimum_.planes <= frame_.planes;
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
std::string word_name(const Distance& d, int axes, bool flat) {
  if (flat) return axis_part('w', d.words);
  std::string name;
  if (axes > 2) name += axis_part('z', d.planes) + "_";
  if (axes > 1) name += axis_part('y', d.rows) + "_";
  return name + axis_part('x', d.words);
}

}  // namespace

std::vector<Need> needs_of(const TapPlan& tap, const Order& order, int cells_per_cycle,
                           std::int64_t fixed_extent_x) {
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

void lay_out_stream(StreamPlan& stream, const std::vector<Consumer>& consumers, Order& order,
                    const spec::Stencil& stencil) {
  const int lanes = stencil.hardware.cells_per_cycle;
  for (const Consumer& consumer : consumers) {
    for (const Need& need : consumer.needs) {
      if (need.stream != stream.stream) continue;
      const Distance distance = order.normal(consumer.lag - stream.lag - need.offset);
      auto same = std::find_if(stream.words.begin(), stream.words.end(),
                               [&](const WindowWord& w) { return w.distance == distance; });
      if (same == stream.words.end()) {
        stream.words.push_back(
            {distance, lanes, word_name(need.offset, stencil.axes, order.flat())});
        same = stream.words.end() - 1;
      }
      same->first_lane = std::min(same->first_lane, need.lane);
    }
  }
  std::sort(stream.words.begin(), stream.words.end(), [&](const WindowWord& a, const WindowWord& b) {
    return order.less(a.distance, b.distance);
  });
  // A lane must survive as long as any older word still needs it.
  for (std::size_t i = stream.words.size(); i-- > 1;) {
    stream.words[i - 1].first_lane =
        std::min(stream.words[i - 1].first_lane, stream.words[i].first_lane);
  }
  const Distance newest{};
  stream.buffered = !stream.words.empty() && !(stream.words.back().distance == newest);
  if (!stream.buffered) return;

  const bool fixed = stencil.hardware.extents == spec::ExtentMode::kFixed || order.flat();
  for (std::size_t i = 0; i < stream.words.size(); ++i) {
    Segment segment;
    const Distance& here = stream.words[i].distance;
    if (i == 0) {
      // The first register follows the wire directly, or after a delay of its whole distance.
      segment.depth = here;
    } else {
      segment.depth = here - stream.words[i - 1].distance - Distance{0, 0, 1};
      order.require(stream.words[i - 1].distance, here, 2);
    }
    if (i == 0 && !(here == newest)) order.require(newest, here, 1);
    segment.max_depth = order.frame().count(segment.depth);
    const bool constant = fixed || (segment.depth.planes == 0 && segment.depth.rows == 0);
    segment.storage = choose_storage(stencil.hardware.ram, segment.max_depth, constant);
    stream.segments.push_back(segment);
  }
  stream.buffered_words = order.frame().count(stream.words.back().distance) + 1;
  for (std::size_t i = 0; i < stream.words.size(); ++i) {
    stream.buffered_cells += (stream.segments[i].max_depth + 1) * (lanes - stream.words[i].first_lane);
  }
}

namespace {

/// Segments that may share one memory: same stream, same Dimension, same pointer.
struct Place {
  std::size_t stream;
  std::size_t segment;
};

int pointer_for(ExecutorPlan& executor, const Segment& segment, int cycle) {
  for (std::size_t i = 0; i < executor.pointers.size(); ++i) {
    const PointerPlan& p = executor.pointers[i];
    if (p.depth == segment.depth && p.cycle == cycle) return static_cast<int>(i);
  }
  executor.pointers.push_back({segment.depth, segment.max_depth, cycle});
  return static_cast<int>(executor.pointers.size()) - 1;
}

void add_memory(ExecutorPlan& executor, const std::vector<Place>& places, const std::string& name,
               int width, const std::string& device) {
  const Segment& first = executor.streams[places[0].stream].segments[places[0].segment];
  MemoryPlan memory;
  memory.name = name;
  memory.pointer = first.pointer;
  memory.depth = first.max_depth;
  memory.width = width;
  memory.stream = executor.streams[places[0].stream].stream;
  memory.storage = first.storage;
  if (memory.storage == Storage::kBlock) {
    memory.ram_blocks = block_rams(device, memory.depth, memory.width);
  }
  executor.memories.push_back(memory);
  const int index = static_cast<int>(executor.memories.size()) - 1;
  for (const Place& p : places) executor.streams[p.stream].segments[p.segment].memory = index;
}

}  // namespace

void assign_memories(ExecutorPlan& executor, const spec::Stencil& stencil, const Order&) {
  using Key = std::tuple<std::size_t, int, int>;  // stream, plane of the Dimension, pointer
  std::map<Key, std::vector<Place>> groups;
  for (std::size_t s = 0; s < executor.streams.size(); ++s) {
    StreamPlan& stream = executor.streams[s];
    for (std::size_t i = 0; i < stream.segments.size(); ++i) {
      Segment& segment = stream.segments[i];
      if (segment.storage != Storage::kDistributed && segment.storage != Storage::kBlock) continue;
      segment.pointer = pointer_for(executor, segment, stream.home_cycle);
      groups[{s, stream.words[i].distance.planes, segment.pointer}].push_back({s, i});
    }
  }
  for (const auto& [key, places] : groups) {
    const StreamPlan& stream = executor.streams[std::get<0>(key)];
    const spec::Array& array = stencil.arrays[static_cast<std::size_t>(
        stencil.streams[static_cast<std::size_t>(stream.stream)].array)];
    const Segment& first = stream.segments[places[0].segment];
    const std::string& device = stencil.hardware.device;
    const auto width = [&](const Place& p) {
      return array.type.width * (stencil.hardware.cells_per_cycle - stream.words[p.segment].first_lane);
    };
    const auto name = [&](const Place& p) {
      return fmt::format("{}_before_{}", array.name, stream.words[p.segment].name);
    };
    int together = 0;
    int apart = 0;
    for (const Place& p : places) {
      together += width(p);
      apart += block_rams(device, first.max_depth, width(p));
    }
    if (first.storage == Storage::kBlock && block_rams(device, first.max_depth, together) < apart) {
      add_memory(executor, places, name(places[0]), together, device);
    } else {
      for (const Place& p : places) add_memory(executor, {p}, name(p), width(p), device);
    }
  }
}

}  // namespace rtlgen::plan
