// Lays out the line and plane buffers of an Executor.
#include "plan/storage/windows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "hw/delay_model.hpp"
#include "plan/lags/order.hpp"
#include "plan/lags/positions.hpp"
#include "plan/storage/ram.hpp"
#include "plan/target.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

using Readers = std::vector<const PlacedConsumer*>;

std::string axis_part(char axis, std::int64_t value) {
  return fmt::format("{}{}{}", axis, value < 0 ? "m" : "", value < 0 ? -value : value);
}

/// The name of a word: its position relative to the cell of its first reader, like "z1_y0_xm1".
std::string word_name(const contract::Distance& d, int axes, bool flat) {
  if (flat) return axis_part('w', d.words);
  std::string name;
  if (axes > 2) name += axis_part('z', d.planes) + "_";
  if (axes > 1) name += axis_part('y', d.rows) + "_";
  return name + axis_part('x', d.words);
}

/// The words that are read, newest first, each with the lanes that are read there.
std::vector<WindowWord> words_read(const PlacedStream& stream, const Readers& readers, const Order& order, int axes) {
  std::vector<WindowWord> words;
  for (const PlacedConsumer* consumer : readers) {
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

/// The path of each lane from one word in which it is read to the next; lanes that go together share a path.
std::vector<Path> paths_between(const std::vector<WindowWord>& words, int lanes) {
  std::map<std::pair<int, int>, std::vector<int>> ways;  // to, from -> lanes
  for (int lane = 0; lane < lanes; ++lane) {
    int from = -1;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!std::binary_search(words[i].lanes.begin(), words[i].lanes.end(), lane)) continue;
      ways[{static_cast<int>(i), from}].push_back(lane);
      from = static_cast<int>(i);
    }
  }
  std::vector<Path> paths;
  for (auto& [way, taken] : ways) paths.push_back({way.second, way.first, std::move(taken), {}});
  return paths;
}

class WindowLayout {
 public:
  WindowLayout(const spec::Stencil& stencil, const Order& order, const Target& target)
      : stencil_(stencil), order_(order), target_(target), least_(order) {}

  Windows run(const Positions& positions) {
    const auto readers = readers_of(positions);
    Windows windows;
    for (const PlacedStream& stream : positions.streams)
      windows.streams.push_back(window_of(stream, readers[stream.stream]));
    windows.least = least_.shape();
    return windows;
  }

 private:
  StreamWindow window_of(const PlacedStream& stream, const Readers& readers) {
    StreamWindow window;
    window.words = words_read(stream, readers, order_, stencil_.axes);
    const contract::Distance newest{};
    window.buffered = !window.words.empty() && window.words.back().distance != newest;
    if (!window.buffered) return window;

    if (window.words[0].distance != newest) least_.apart(newest, window.words[0].distance, 1);
    for (std::size_t i = 1; i < window.words.size(); ++i) {
      least_.apart(window.words[i - 1].distance, window.words[i].distance, 2);
    }
    window.paths = paths_between(window.words, stencil_.hardware.cells_per_cycle);
    for (Path& path : window.paths) {
      measure(path, window.words);
      window.buffered_cells += (path.max_depth + 1) * static_cast<std::int64_t>(path.lanes.size());
    }
    window.buffered_words = order_.frame().count(window.words.back().distance) + 1;
    return window;
  }

  /// Fills in depth and storage.
  void measure(Path& path, const std::vector<WindowWord>& words) {
    const contract::Distance& to = words[at(path.to)].distance;
    const contract::Distance from = path.from < 0 ? contract::Distance{} : words[at(path.from)].distance;
    // A first register follows the wire directly, or after a delay of its whole distance.
    path.depth = path.from < 0 ? to : to - from - contract::Distance{0, 0, 1};
    path.max_depth = order_.frame().count(path.depth);
    const bool constant = order_.fixed() || (path.depth.planes == 0 && path.depth.rows == 0);
    path.storage = choose_storage(stencil_.hardware.ram, path.max_depth, constant, target_.device.has_lut_ram);
    if (!constant && reads_ahead(target_, path.storage)) least_.apart(from, to, path.from < 0 ? 2 : 3);
  }

  const spec::Stencil& stencil_;
  const Order& order_;
  const Target& target_;
  LeastFrame least_;
};

}  // namespace

Windows windows_of(const spec::Stencil& stencil, const Positions& positions, const Order& order, const Target& target) {
  return WindowLayout(stencil, order, target).run(positions);
}

}  // namespace rtlgen::plan
