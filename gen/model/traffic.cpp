// Beats of a run; see traffic.hpp.
#include "model/traffic.hpp"

#include <algorithm>

#include "contract/core_interface.hpp"
#include "contract/geometry.hpp"
#include "contract/shell.hpp"
#include "plan/plan.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::model {

namespace {

/// Grid positions that the frames of a pass cover along an axis, and the number of contiguous pieces of memory that
/// hold them. `unit`: words per beat along x, or 1.
struct Shown {
  std::int64_t positions = 0;
  std::int64_t pieces = 0;
};

Shown shown(const geometry::Axis& axis, const geometry::Layout* layout, bool is_out) {
  const auto beats = [&](std::int64_t words) { return layout != nullptr ? layout->beats(words) : words; };
  const std::int64_t grid = beats(axis.grid), blocks = axis.blocks();
  if (is_out) return {grid, blocks};
  const std::int64_t frame = beats(axis.frame);
  if (axis.wraps) return {blocks * frame, blocks * (1 + ceil_div(frame, grid))};
  if (!axis.blocked) return {grid, 1};
  Shown sum;
  for (std::int64_t k = 0; k < blocks; ++k) {
    const std::int64_t begin = k * beats(axis.stride) - beats(axis.low);
    sum.positions += std::min(begin + frame, grid) - std::max<std::int64_t>(begin, 0);
    ++sum.pieces;
  }
  return sum;
}

geometry::Axis axis_of(const contract::CoreInterface& core, const contract::ShellStream& s, std::size_t own,
                       const spec::Extents& extents) {
  const int axis = s.grid_axis[own];
  if (static_cast<int>(own) >= s.axes || axis < 0) return {};
  const auto a = static_cast<std::size_t>(axis);
  const std::int64_t unit = own == 0 ? s.lanes : 1;
  geometry::Axis out;
  out.blocked = s.blocked[own];
  out.wraps = s.wraps[own];
  out.grid = ceil_div(extents[a], unit);
  out.low = ceil_div(core.ghost_low[a], unit);
  out.frame = ceil_div(core.frame_extents(extents)[a], unit);
  out.stride = out.blocked ? ceil_div(core.stride(a), unit) : out.grid;
  return out;
}

}  // namespace

std::vector<StreamTraffic> stream_traffic(const plan::Plan& plan, const spec::Extents& extents) {
  std::vector<StreamTraffic> list;
  for (std::size_t i = 0; i < plan.shell->streams.size(); ++i) {
    const contract::ShellStream& s = plan.shell->streams[i];
    geometry::Shape shape;
    shape.axes = s.axes;
    for (std::size_t own = 0; own < 3; ++own) shape.axis[own] = axis_of(plan.core, s, own, extents);
    const geometry::Layout layout =
        geometry::close_together(shape, std::int64_t{plan.shell->bus_bits} * s.stripes(), s.word_bits);
    const Shown x = shown(shape.axis[0], &layout, s.is_out), y = shown(shape.axis[1], nullptr, s.is_out),
                z = shown(shape.axis[2], nullptr, s.is_out);
    StreamTraffic t;
    t.stream = static_cast<int>(i);
    t.pass_beats = x.positions * y.positions * z.positions;
    t.rows = x.pieces * y.positions * z.positions;
    t.array_beats = layout.plane_pitch * shape.axis[2].grid;
    t.beat_words = layout.words_of_beat;
    t.word_beats = layout.beats_of_word;
    list.push_back(t);
  }
  return list;
}

std::vector<ChannelStreams> channel_streams(const contract::Shell& shell) {
  std::vector<ChannelStreams> list;
  for (const contract::ShellChannel& channel : shell.channels) {
    ChannelStreams at;
    at.number = channel.number;
    for (std::size_t parity = 0; parity < 2; ++parity) {
      const auto works = [&](const contract::BankPort& port, bool is_out) {
        const contract::ShellStream& s = shell.streams[static_cast<std::size_t>(port.stream)];
        if (s.is_held) return false;
        const auto buffer = static_cast<std::size_t>(port.part / s.stripes());
        return s.banks() == 1 || buffer == (s.ping_pong ? (is_out ? 1 - parity : parity) : 0);
      };
      for (const contract::BankPort& port : channel.readers) {
        if (works(port, false)) at.readers[parity].push_back(port.stream);
      }
      for (const contract::BankPort& port : channel.writers) {
        if (works(port, true)) at.writers[parity].push_back(port.stream);
      }
    }
    list.push_back(at);
  }
  return list;
}

}  // namespace rtlgen::model
