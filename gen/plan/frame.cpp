// Shapes of arrays in words, the lookup of held words, and the cases of a lane at the ends of a row.
#include "contract/frame.hpp"

#include <algorithm>

#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/ceil_div.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

/// The cases of a lane if x has ghosts: with fixed extents only those that some cell of the frame in this
/// lane needs; otherwise any coordinate may fall into any lane.
std::vector<LaneCase> wrapped_cases(const analysis::AxisRead& read, int lane, std::int64_t p, std::int64_t n) {
  const auto inside = [&](std::int64_t cell) { return cell >= 0 && cell < read.frame; };
  const auto coordinate = [&](const analysis::EdgeCase& edge) {
    return edge.side == analysis::Side::kLow ? edge.distance : n - 1 - edge.distance;
  };
  std::vector<LaneCase> cases;
  bool interior = read.has_interior;
  if (n > 0) {
    interior = false;
    for (std::int64_t cell = lane; cell < read.frame && !interior; cell += p) {
      const std::int64_t c = (cell - read.ghost_low + n * ceil_div(read.ghost_low, n)) % n;
      interior = inside(cell + read.offset) && std::none_of(read.cases.begin(), read.cases.end(),
                                                            [&](const auto& edge) { return coordinate(edge) == c; });
    }
  }
  if (interior) cases.push_back({.is_interior = true, .wrapped = true, .offset = read.offset});
  for (const analysis::EdgeCase& edge : read.cases) {
    bool seen = n == 0;
    for (std::int64_t cell = n > 0 ? (read.ghost_low + coordinate(edge)) % n : read.frame; cell < read.frame && !seen;
         cell += n) {
      seen = cell % p == lane && (edge.is_constant || inside(cell + edge.offset));
    }
    if (seen)
      cases.push_back({.side = edge.side,
                       .word = edge.distance,
                       .tail = lane,
                       .wrapped = true,
                       .offset = edge.offset,
                       .is_constant = edge.is_constant,
                       .constant = edge.constant});
  }
  return cases;
}

}  // namespace

int lanes_of(const spec::Array& array, int cells_per_cycle) { return array.spans[0] ? cells_per_cycle : 1; }

contract::FrameShape array_shape(const spec::Array& array, const spec::Extents& extents, int cells_per_cycle) {
  return contract::frame_shape(array.shape(extents), lanes_of(array, cells_per_cycle));
}

std::vector<LaneCase> lane_cases(const analysis::AxisRead& read, int lane, int cells_per_cycle,
                                 std::int64_t fixed_extent) {
  const std::int64_t p = cells_per_cycle;
  if (read.wrapped) return wrapped_cases(read, lane, p, fixed_extent);
  std::vector<LaneCase> cases;
  const bool fixed = fixed_extent > 0;
  if (!fixed) {
    if (read.has_interior) cases.push_back({.is_interior = true, .offset = read.offset});
  } else if (read.has_interior && lane < fixed_extent) {
    const std::int64_t lowest = read.offset < 0 ? -read.offset : 0;
    const std::int64_t limit = fixed_extent - (read.offset > 0 ? read.offset : 0);
    const std::int64_t first = lowest <= lane ? lane : lane + ceil_div(lowest - lane, p) * p;
    if (first < limit) cases.push_back({.is_interior = true, .offset = read.offset});
  }
  for (const analysis::EdgeCase& edge : read.cases) {
    LaneCase entry{
        .side = edge.side, .offset = edge.offset, .is_constant = edge.is_constant, .constant = edge.constant};
    if (edge.side == analysis::Side::kLow) {
      if (edge.distance % p != lane) continue;
      entry.word = edge.distance / p;
    } else {
      entry.word = (edge.distance + lane) / p;
      entry.tail = static_cast<int>((edge.distance + lane) % p);
      if (fixed && (fixed_extent - 1) % p != entry.tail) continue;
      if (fixed && fixed_extent - 1 - edge.distance < 0) continue;
    }
    cases.push_back(entry);
  }
  return cases;
}

bool is_single(const spec::Array& array, int axes) {
  for (int a = 0; a < axes; ++a) {
    if (array.spans[at(a)]) return false;
  }
  return true;
}

contract::Distance without_repeats(const spec::Array& array, int axes, const contract::Distance& d, bool flat) {
  contract::Distance kept = d;
  if (flat) return kept;
  const bool repeats_planes = axes < 3 || !array.spans[2];
  if (repeats_planes && axes == 3) kept.planes = 0;
  if (repeats_planes && !array.spans[1]) kept.rows = 0;
  return kept;
}

std::pair<spec::StreamId, contract::Distance> held_place(const ExecutorPlan& executor, const spec::Stencil& stencil,
                                                         spec::ArrayId array, const contract::Distance& position,
                                                         bool flat) {
  const auto kept = [&](const contract::Distance& d) {
    return without_repeats(stencil.arrays[array], stencil.axes, d, flat);
  };
  for (const StreamPlan& stream : executor.streams) {
    if (stream.array != array) continue;
    const contract::Distance distance = kept(position) - kept(stream.lag);
    const contract::Distance ahead = position - stream.lag - distance;
    if (ahead.planes < 0 || ahead.rows < 0) continue;  // may precede the array's first word
    for (const WindowWord& word : stream.words) {
      if (word.distance == distance) return {stream.stream, distance};
    }
  }
  return {};
}

bool leaves_executor(const spec::Stencil& stencil, spec::ArrayId array) {
  const spec::Role role = stencil.arrays[array].role;
  if (stencil.arrays[array].held()) return false;
  return role != spec::Role::kTemporary && (role != spec::Role::kInput || stencil.hardware.steps > 1);
}

}  // namespace rtlgen::plan
