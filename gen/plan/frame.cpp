// Frames, lanes and run settings: how a grid becomes words, and what a host writes before a run.
#include <fmt/format.h>

#include <algorithm>

#include "plan/plan.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::plan {

namespace {

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
      interior = inside(cell + read.offset) && std::none_of(read.cases.begin(), read.cases.end(),
                                                            [&](const auto& edge) { return coordinate(edge) == c; });
    }
  }
  if (interior) cases.push_back({true, {}, 0, 0, true, read.offset, false, 0});
  for (const analysis::EdgeCase& edge : read.cases) {
    bool seen = n == 0;
    for (std::int64_t cell = n > 0 ? (read.ghost_low + coordinate(edge)) % n : read.frame; cell < read.frame && !seen;
         cell += n) {
      seen = cell % p == lane && (edge.is_constant || inside(cell + edge.offset));
    }
    if (seen)
      cases.push_back({false, edge.side, edge.distance, lane, true, edge.offset, edge.is_constant, edge.constant});
  }
  return cases;
}

/// Where the chain computes a coordinate of the grid: in which block, and where in its frame.
struct Home {
  std::int64_t block = 0;
  std::int64_t cell = 0;
};

Home home_of(const CoreInterface& core, std::size_t axis, std::int64_t coordinate) {
  if (!core.blocked(axis)) return {0, core.ghost_low[axis] + coordinate};
  const std::int64_t stride = core.stride(axis);
  return {coordinate / stride, core.ghost_low[axis] + coordinate % stride};
}

/// How many tokens behind a token those of the pass before may lie that made its cells: along one axis, a
/// frame `frame_tokens` long and `unit_tokens` from one word, row or plane to the next.
std::int64_t furthest_source(const CoreInterface& core, std::size_t axis, std::int64_t extent,
                             std::int64_t frame_tokens, std::int64_t unit_tokens) {
  if (!core.blocked(axis) && !core.wraps(axis)) return 0;
  const std::int64_t unit = axis == 0 ? core.cells_per_cycle : 1;
  const std::int64_t frame = core.blocked(axis) ? core.block[axis] : core.ghost_low[axis] + extent;
  std::int64_t furthest = 0;
  // The first block looks as far ahead as any.
  for (std::int64_t cell = 0; cell < frame; ++cell) {
    const std::int64_t coordinate = core.grid_coordinate(axis, cell, extent);
    if (coordinate < 0) continue;
    const Home home = home_of(core, axis, coordinate);
    furthest = std::max(furthest, home.block * frame_tokens + (home.cell / unit - cell / unit) * unit_tokens);
  }
  return furthest;
}

/// With a shell: tokens from a frame's first word to the end of the last row that some row of it waits for, in frames
/// and words after its own place; as rtlgen_walk counts them, every row of a block's own part.
struct RowWait {
  std::int64_t frames = 0;
  std::int64_t words = 0;
};

RowWait row_wait(const CoreInterface& core, const RunSettings& run, const spec::Extents& extents) {
  const auto ahead = [&](std::size_t a) -> std::int64_t {
    return core.blocked(a) ? ceil_div(core.block[a] - core.ghost_low[a] - core.stride(a), core.stride(a)) : 0;
  };
  const bool far = core.block_wraps[0] || core.block_wraps[1];
  // Along a whole axis that wraps, the ghosts before the grid show its far end.
  const auto round = [&](std::size_t a) {
    return core.wraps(a) ? ceil_div(core.ghost_low[a], extents[a]) * extents[a] : 0;
  };
  const std::int64_t rows = core.blocked(1) ? core.ghost_low[1] + core.stride(1) - 1 : core.axes > 1 ? round(1) : 0;
  const std::int64_t planes = core.axes > 2 ? round(2) : 0;
  const std::int64_t last = run.frames() - 1;
  return {std::min(far ? last : ahead(1) * run.blocks[0] + ahead(0), last),
          (1 + rows) * run.frame.row_words + planes * run.frame.plane_words()};
}

/// The same over all axes, with `gap` slices after each frame.
std::int64_t ahead_of(const CoreInterface& core, const RunSettings& run, const spec::Extents& extents,
                      std::int64_t frame_tokens) {
  return furthest_source(core, 0, extents[0], frame_tokens, 1) +
         furthest_source(core, 1, extents[1], run.blocks[0] * frame_tokens, run.frame.row_words) +
         furthest_source(core, 2, extents[2], 0, run.frame.plane_words());
}

}  // namespace

spec::Extents CoreInterface::frame_extents(const spec::Extents& grid) const {
  spec::Extents frame{};
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a)
    frame[a] = blocked(a) ? block[a] : ghost_low[a] + grid[a] + ghost_high[a];
  return frame;
}

spec::Extents CoreInterface::blocks(const spec::Extents& grid) const {
  spec::Extents count{1, 1, 1};
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (blocked(a)) count[a] = ceil_div(grid[a], stride(a));
  }
  return count;
}

std::int64_t CoreInterface::grid_coordinate(std::size_t axis, std::int64_t cell, std::int64_t extent,
                                            std::int64_t block_index) const {
  const std::int64_t low = ghost_low[axis];
  const std::int64_t at = cell - low + (blocked(axis) ? block_index * stride(axis) : 0);
  if (blocked(axis) && !block_wraps[axis]) return at >= 0 && at < extent ? at : -1;
  return (at + ceil_div(low, extent) * extent) % extent;
}

std::int64_t cell_at(const CoreInterface& core, const spec::Extents& extents, std::int64_t place) {
  const spec::Extents cells = core.frame_extents(extents);
  const spec::Extents blocks = core.blocks(extents);
  const std::int64_t padded = frame_shape(cells, core.cells_per_cycle).row_words * core.cells_per_cycle;
  const std::int64_t row = place / padded;
  const std::int64_t index = row / (cells[1] * cells[2]);
  if (place % padded >= cells[0]) return -1;
  const std::int64_t x = core.grid_coordinate(0, place % padded, extents[0], index % blocks[0]);
  const std::int64_t y = core.grid_coordinate(1, row % cells[1], extents[1], index / blocks[0]);
  const std::int64_t z = core.grid_coordinate(2, row % (cells[1] * cells[2]) / cells[1], extents[2]);
  return x < 0 || y < 0 || z < 0 ? -1 : x + extents[0] * (y + extents[1] * z);
}

std::int64_t place_of(const CoreInterface& core, const spec::Extents& extents, std::int64_t cell) {
  const FrameShape frame = frame_shape(core.frame_extents(extents), core.cells_per_cycle);
  const Home x = home_of(core, 0, cell % extents[0]);
  const Home y = home_of(core, 1, cell / extents[0] % extents[1]);
  const Home z = home_of(core, 2, cell / extents[0] / extents[1]);
  const std::int64_t index = x.block + core.blocks(extents)[0] * y.block;
  const std::int64_t row = index * frame.rows * frame.planes + y.cell + frame.rows * z.cell;
  return row * frame.row_words * core.cells_per_cycle + x.cell;
}

std::int64_t words_before(const CoreInterface& core, const spec::Extents& extents, std::int64_t word) {
  const std::int64_t p = core.cells_per_cycle;
  std::int64_t before = 0;
  for (std::int64_t place = word * p; place < (word + 1) * p; ++place) {
    const std::int64_t cell = cell_at(core, extents, place);
    if (cell >= 0) before = std::max(before, place_of(core, extents, cell) / p + 1);
  }
  return before;
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

Result<RunSettings> run_settings(const CoreInterface& core, const spec::Extents& extents, std::int64_t iterations,
                                 Diagnostics& diagnostics) {
  static const char* const kAxisName[] = {"nx", "ny", "nz"};
  bool good = true;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (extents[a] >= core.minimum[a] && extents[a] <= core.maximum[a]) continue;
    good = false;
    diagnostics.error("RG0501", {},
                      fmt::format("{} = {} is outside what this hardware was compiled for", kAxisName[a], extents[a]),
                      {fmt::format("{} must be from {} to {}", kAxisName[a], core.minimum[a], core.maximum[a])});
  }
  if (extents[0] % core.row_unit != 0) {
    good = false;
    diagnostics.error("RG0501", {},
                      fmt::format("nx = {} is not whole {}", extents[0], core.by_rows ? "beats" : "words"),
                      {fmt::format("x wraps and {}: nx must be a multiple of {}, for lanes do not shift",
                                   core.by_rows ? "is read from memory" : "is cut into blocks", core.row_unit)});
  }
  if (iterations < 1) {
    good = false;
    diagnostics.error("RG0502", {}, fmt::format("iterations = {}", iterations), {"a run has at least one time step"});
  }
  if (!good) return Failure{};
  RunSettings run;
  run.frame = frame_shape(core.frame_extents(extents), core.cells_per_cycle);
  run.blocks = core.blocks(extents);
  run.tail = (extents[0] - 1) % core.cells_per_cycle;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    const bool round = core.wraps(a) || core.block_wraps[a];
    run.phase[a] =
        round ? core.grid_coordinate(a, 0, extents[a]) / (core.blocked(a) && a == 0 ? core.cells_per_cycle : 1) : 0;
  }
  run.passes = ceil_div(iterations, core.steps);
  run.bypass = run.passes * core.steps - iterations;
  run.first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(-run.bypass));
  run.total_lag = run.frame.count(core.total_lag);
  // A frame's first words may need the last ones of the pass before, of ghosts, or those of the next block.
  const auto frame_tokens = [&] { return run.frame.words() + run.gap * run.slice(core.axes); };
  const auto slack_of = [&] {
    const RowWait wait =
        core.by_rows ? row_wait(core, run, extents) : RowWait{0, ahead_of(core, run, extents, frame_tokens()) + 1};
    return (run.frames() - wait.frames) * frame_tokens() - run.total_lag - wait.words + 1;
  };
  while (slack_of() <= 0) ++run.gap;
  // A word can enter once the word of the pass before that it is made from is out, and that one is pushed out
  // by the token `total_lag + ahead` words after it. So at most `slack` tokens are on the way at a time, each
  // for as long as Kernels, output FIFO and memory take.
  const std::int64_t period = run.frames() * frame_tokens();
  run.slack = slack_of();
  run.pass_cycles = ceil_div(period * std::max<std::int64_t>(run.slack, core.total_latency + kRoundTrip), run.slack);
  // The last frame needs no gap: the tokens that push out its words follow them at once.
  run.ideal_cycles = period * run.passes - run.gap * run.slice(core.axes) + run.total_lag + core.total_latency;
  return run;
}

RunSettings one_pass(const CoreInterface& core, const RunSettings& run, std::int64_t pass) {
  RunSettings one = run;
  one.passes = 1;
  one.bypass = pass == 0 ? run.bypass : 0;
  one.first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(pass * core.steps - run.bypass));
  const std::int64_t gaps = (run.frames() - 1) * run.gap * run.slice(core.axes);
  one.ideal_cycles = run.frames() * run.frame.words() + gaps + run.total_lag + core.total_latency;
  return one;
}

}  // namespace rtlgen::plan
