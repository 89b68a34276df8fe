// Frames, lanes and run settings: how a grid becomes words, and what a host writes before a run.
#include <fmt/format.h>

#include <algorithm>

#include "plan/plan.hpp"

namespace rtlgen::plan {

namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The cases of a lane where x has ghosts. With fixed extents only what some cell of the frame in this
/// lane asks for; otherwise any coordinate may come to lie in any lane.
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
      interior = inside(cell + read.offset) && std::none_of(read.cases.begin(), read.cases.end(), [&](const auto& edge) {
        return coordinate(edge) == c;
      });
    }
  }
  if (interior) cases.push_back({true, {}, 0, 0, true, read.offset, false, 0});
  for (const analysis::EdgeCase& edge : read.cases) {
    bool seen = n == 0;
    for (std::int64_t cell = n > 0 ? (read.ghost_low + coordinate(edge)) % n : read.frame; cell < read.frame && !seen; cell += n) {
      seen = cell % p == lane && (edge.is_constant || inside(cell + edge.offset));
    }
    if (seen) cases.push_back({false, edge.side, edge.distance, lane, true, edge.offset, edge.is_constant, edge.constant});
  }
  return cases;
}

/// How far ahead of a word of the frame, in words along this axis, the cells it shows may lie.
std::int64_t furthest_source(const CoreInterface& core, std::size_t axis, std::int64_t extent) {
  const std::int64_t low = core.ghost_low[axis];
  if (axis > 0) return ceil_div(low, extent) * extent;
  const std::int64_t p = core.cells_per_cycle;
  std::int64_t furthest = 0;
  for (std::int64_t cell = 0; cell < low; ++cell) {
    furthest = std::max(furthest, (low + core.grid_coordinate(0, cell, extent)) / p - cell / p);
  }
  return furthest;
}

}  // namespace

spec::Extents CoreInterface::frame_extents(const spec::Extents& grid) const {
  spec::Extents frame{};
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) frame[a] = ghost_low[a] + grid[a] + ghost_high[a];
  return frame;
}

std::int64_t CoreInterface::grid_coordinate(std::size_t axis, std::int64_t cell, std::int64_t extent) const {
  const std::int64_t low = ghost_low[axis];
  return (cell - low + ceil_div(low, extent) * extent) % extent;
}

std::int64_t words_before(const CoreInterface& core, const spec::Extents& extents, std::int64_t word) {
  const spec::Extents cells = core.frame_extents(extents);
  const FrameShape frame = frame_shape(cells, core.cells_per_cycle);
  const std::int64_t p = core.cells_per_cycle;
  const auto home = [&](std::size_t axis, std::int64_t cell) {
    return core.ghost_low[axis] + core.grid_coordinate(axis, cell, extents[axis]);
  };
  const std::int64_t row = home(1, word / frame.row_words % frame.rows) + frame.rows * home(2, word / frame.plane_words());
  std::int64_t last = 0;
  for (std::int64_t x = word % frame.row_words * p; x < std::min((word % frame.row_words + 1) * p, cells[0]); ++x) {
    last = std::max(last, row * frame.row_words + home(0, x) / p);
  }
  return last + 1;
}

FrameShape frame_shape(const spec::Extents& extents, int cells_per_cycle) {
  return {ceil_div(extents[0], cells_per_cycle), extents[1], extents[2]};
}

FrameShape array_shape(const spec::Array& array, const spec::Extents& extents, int cells_per_cycle) {
  return frame_shape(array.shape(extents), lanes_of(array, cells_per_cycle));
}

std::vector<LaneCase> lane_cases(const analysis::AxisRead& read, int lane, int cells_per_cycle,
                                 std::int64_t fixed_extent) {
  const std::int64_t p = cells_per_cycle;
  if (read.wrapped) return wrapped_cases(read, lane, p, fixed_extent);
  std::vector<LaneCase> cases;
  const bool fixed = fixed_extent > 0;
  if (!fixed) {
    if (read.has_interior) cases.push_back({true, {}, 0, 0, false, read.offset, false, 0});
  } else if (read.has_interior && lane < fixed_extent) {
    const std::int64_t lowest = read.offset < 0 ? -read.offset : 0;
    const std::int64_t limit = fixed_extent - (read.offset > 0 ? read.offset : 0);
    const std::int64_t first = lowest <= lane ? lane : lane + ceil_div(lowest - lane, p) * p;
    if (first < limit) cases.push_back({true, {}, 0, 0, false, read.offset, false, 0});
  }
  for (const analysis::EdgeCase& edge : read.cases) {
    LaneCase entry{false, edge.side, 0, 0, false, edge.offset, edge.is_constant, edge.constant};
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

bool leaves_executor(const spec::Stencil& stencil, int array) {
  const spec::Role role = stencil.arrays[static_cast<std::size_t>(array)].role;
  if (stencil.arrays[static_cast<std::size_t>(array)].held()) return false;
  return role != spec::Role::kTemporary && (role != spec::Role::kInput || stencil.hardware.steps > 1);
}

Result<RunSettings> run_settings(const CoreInterface& core, const spec::Extents& extents,
                                 std::int64_t iterations, Diagnostics& diagnostics) {
  static const char* const kAxisName[] = {"nx", "ny", "nz"};
  bool good = true;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (extents[a] >= core.minimum[a] && extents[a] <= core.maximum[a]) continue;
    good = false;
    diagnostics.error("RG0501", {},
                      fmt::format("{} = {} is outside what this hardware was compiled for",
                                  kAxisName[a], extents[a]),
                      {fmt::format("{} must be from {} to {}", kAxisName[a], core.minimum[a],
                                   core.maximum[a])});
  }
  if (iterations < 1) {
    good = false;
    diagnostics.error("RG0502", {}, fmt::format("iterations = {}", iterations),
                      {"a run has at least one time step"});
  }
  if (!good) return Failure{};
  RunSettings run;
  run.frame = frame_shape(core.frame_extents(extents), core.cells_per_cycle);
  run.tail = (extents[0] - 1) % core.cells_per_cycle;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) run.phase[a] = core.grid_coordinate(a, 0, extents[a]);
  run.passes = ceil_div(iterations, core.steps);
  run.bypass = run.passes * core.steps - iterations;
  run.first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(-run.bypass));
  run.total_lag = run.frame.count(core.total_lag);
  const std::int64_t slice = core.axes > 2   ? run.frame.plane_words()
                             : core.axes > 1 ? run.frame.row_words
                                             : 1;
  // Ghosts come from the other side: a frame's first words may need the last ones of the pass before.
  const std::int64_t ahead = furthest_source(core, 2, extents[2]) * run.frame.plane_words() +
                             furthest_source(core, 1, extents[1]) * run.frame.row_words + furthest_source(core, 0, extents[0]);
  const std::int64_t missing = run.total_lag + ahead - (run.frame.words() - 1);
  run.gap = missing > 0 ? ceil_div(missing, slice) : 0;
  // A word can enter once the word of the pass before that it is made from is out, and that one is pushed out
  // by the token `total_lag + ahead` words after it. So at most `slack` tokens are on the way at a time, each
  // for as long as Kernels, output FIFO and memory take.
  const std::int64_t period = run.frame.words() + run.gap * slice;
  const std::int64_t slack = period - run.total_lag - ahead;
  run.pass_cycles = ceil_div(period * std::max<std::int64_t>(slack, core.total_latency + kRoundTrip), slack);
  run.ideal_cycles = period * run.passes + run.total_lag +
                     core.total_latency;
  return run;
}

RunSettings one_pass(const CoreInterface& core, const RunSettings& run, std::int64_t pass) {
  RunSettings one = run;
  one.passes = 1;
  one.bypass = pass == 0 ? run.bypass : 0;
  one.first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(pass * core.steps - run.bypass));
  one.ideal_cycles = run.frame.words() + run.total_lag + core.total_latency;
  return one;
}

}  // namespace rtlgen::plan
