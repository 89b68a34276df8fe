// The settings that a host writes before a run.
#include "contract/run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "contract/core_interface.hpp"
#include "support/ceil_div.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::contract {

namespace {

/// The largest distance in tokens from a token to those of the previous pass that computed its cells: along one axis,
/// with frames of `frame_tokens` and with `unit_tokens` from one word, row or plane to the next.
std::int64_t furthest_source(const CoreInterface& core, std::size_t axis, std::int64_t extent,
                             std::int64_t frame_tokens, std::int64_t unit_tokens) {
  if (!core.blocked(axis) && !core.wraps(axis)) return 0;
  const std::int64_t unit = axis == 0 ? core.cells_per_cycle : 1;
  const std::int64_t frame = core.blocked(axis) ? core.block[axis] : core.ghost_low[axis] + extent;
  std::int64_t furthest = 0;
  // No block reaches further ahead than the first.
  for (std::int64_t cell = 0; cell < frame; ++cell) {
    const std::int64_t coordinate = core.grid_coordinate(axis, cell, extent);
    if (coordinate < 0) continue;
    const Home home = home_of(core, axis, coordinate);
    furthest = std::max(furthest, home.block * frame_tokens + (home.cell / unit - cell / unit) * unit_tokens);
  }
  return furthest;
}

/// With a shell: tokens from the first word of a frame to the end of the last row that one of its rows waits for, in
/// frames and words relative to its own place. Like rtlgen_walk, it counts every row of a block's owned part.
struct RowWait {
  std::int64_t frames = 0;
  std::int64_t words = 0;
};

RowWait row_wait(const CoreInterface& core, const RunSettings& run, const Extents& extents) {
  const auto ahead = [&](std::size_t a) -> std::int64_t {
    return core.blocked(a) ? ceil_div(core.block[a] - core.ghost_low[a] - core.stride(a), core.stride(a)) : 0;
  };
  const bool far = core.block_wraps[0] || core.block_wraps[1];
  // Along a whole axis that wraps, the ghosts before the grid are cells of its far end.
  const auto round = [&](std::size_t a) {
    return core.wraps(a) ? ceil_div(core.ghost_low[a], extents[a]) * extents[a] : 0;
  };
  const std::int64_t rows = core.blocked(1) ? core.ghost_low[1] + core.stride(1) - 1 : core.axes > 1 ? round(1) : 0;
  const std::int64_t planes = core.axes > 2 ? round(2) : 0;
  const std::int64_t last = run.frames() - 1;
  return {std::min(far ? last : ahead(1) * run.blocks[0] + ahead(0), last),
          (1 + rows) * run.frame.row_words + planes * run.frame.plane_words()};
}

/// The largest distance over all axes, with frames of `frame_tokens`.
std::int64_t ahead_of(const CoreInterface& core, const RunSettings& run, const Extents& extents,
                      std::int64_t frame_tokens) {
  return furthest_source(core, 0, extents[0], frame_tokens, 1) +
         furthest_source(core, 1, extents[1], run.blocks[0] * frame_tokens, run.frame.row_words) +
         furthest_source(core, 2, extents[2], 0, run.frame.plane_words());
}

/// The smallest gap between frames for which `slack_of`, a concave function of it, is positive; nullopt if there is
/// none up to `most`. The first words of a frame may need the last words of the previous pass, for ghosts, or those of
/// the next block. The last frame needs no gap, because the tokens that push out its words follow at once.
template <class F>
std::optional<std::int64_t> least_gap(std::int64_t most, F slack_of) {
  if (slack_of(0) > 0) return 0;
  if (most < 1) return std::nullopt;
  std::int64_t low = 0, high = 1;  // `low` is too small; `high` may be enough
  while (slack_of(high) <= 0) {
    if (high == most) return std::nullopt;
    low = high;
    high = std::min(2 * high, most);
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (slack_of(middle) > 0 ? high : low) = middle;
  }
  return high;
}

bool check_run(const CoreInterface& core, const Extents& extents, std::int64_t iterations, Diagnostics& diagnostics) {
  static const char* const kAxisName[] = {"nx", "ny", "nz"};
  bool good = true;
  for (std::size_t a = 0; a < kMaxAxes; ++a) {
    if (extents[a] >= core.minimum[a] && extents[a] <= core.maximum[a]) continue;
    good = false;
    diagnostics.error(Code::kExtentsBeyondLimits, {},
                      fmt::format("{} = {} is outside what this hardware was compiled for", kAxisName[a], extents[a]),
                      {fmt::format("{} must be from {} to {}: this hardware needs at least {}, and was compiled for {}",
                                   kAxisName[a], core.minimum[a], core.maximum[a], core.minimum[a], core.maximum[a])});
  }
  if (extents[0] % core.row_unit != 0) {
    good = false;
    diagnostics.error(Code::kExtentsBeyondLimits, {},
                      fmt::format("nx = {} is not a whole number of {}", extents[0], core.by_rows ? "beats" : "words"),
                      {fmt::format("x wraps and {}: nx must be a multiple of {}, as cells stay in their lanes",
                                   core.by_rows ? "is read from memory" : "is cut into blocks", core.row_unit)});
  }
  if (iterations < 1) {
    good = false;
    diagnostics.error(Code::kIterationsOutOfRange, {}, fmt::format("iterations = {} is too small", iterations),
                      {"a run has at least one time step"});
  }
  return good;
}

std::int64_t frame_tokens(const CoreInterface& core, const RunSettings& run) {
  return run.frame.words() + run.gap * run.slice(core.axes);
}

/// Frames by which a pass must be ahead of the next one, and tokens that may be in flight at the same time.
struct Ahead {
  std::int64_t frames = 0;
  std::int64_t slack = 0;
};

Ahead ahead_with(const CoreInterface& core, const RunSettings& run, const Extents& extents) {
  const std::int64_t tokens = frame_tokens(core, run);
  if (core.by_rows) {
    const RowWait wait = row_wait(core, run, extents);
    return {wait.frames, (run.frames() - wait.frames) * tokens - run.total_lag - wait.words + 1};
  }
  const std::int64_t ahead = ahead_of(core, run, extents, tokens);
  return {std::min(ceil_div(ahead, tokens), run.frames() - 1), run.frames() * tokens - run.total_lag - ahead};
}

/// About the most cycles of a pass: words wait for the previous pass in all but the last frames, which the first ones
/// wait for.
std::int64_t cycles_with(const CoreInterface& core, const RunSettings& run, const Ahead& ahead) {
  const std::int64_t tokens = frame_tokens(core, run);
  return pass_cycles((run.frames() - ahead.frames) * tokens, ahead.slack, core.round_trip()) + ahead.frames * tokens;
}

/// The gap of a run whose other settings are known: the smallest one with which passes make progress, or a larger one
/// if that is faster: a filler costs one cycle, but a word that waits for the previous pass costs the whole round trip.
/// Absent if no gap is enough.
std::optional<std::int64_t> chosen_gap(const CoreInterface& core, const RunSettings& run, const Extents& extents) {
  const auto with = [&run](std::int64_t gap) {
    RunSettings other = run;
    other.gap = gap;
    return other;
  };
  const auto gap_for = [&](std::int64_t slack, std::int64_t most) {
    return least_gap(most, [&](std::int64_t gap) { return ahead_with(core, with(gap), extents).slack - slack + 1; });
  };
  const auto cycles = [&](std::int64_t gap) {
    return cycles_with(core, with(gap), ahead_with(core, with(gap), extents));
  };
  constexpr std::int64_t kMostTokens = std::int64_t{1} << 44;
  const std::int64_t most = kMostTokens / std::max<std::int64_t>(1, run.slice(core.axes)) / run.frames();
  const auto least = gap_for(1, most);
  if (!least) return least;
  const std::int64_t limit = std::min(most, core.gap.most);
  const std::int64_t wide = gap_for(core.round_trip(), limit).value_or(limit);
  return wide > *least && cycles(wide) < cycles(*least) ? wide : *least;
}

}  // namespace

std::int64_t pass_cycles(std::int64_t tokens, std::int64_t slack, std::int64_t way) {
  return slack >= way ? tokens : ceil_div(tokens * way, slack);
}

Result<RunSettings> run_settings(const CoreInterface& core, const Extents& extents, std::int64_t iterations,
                                 Diagnostics& diagnostics, std::int64_t done) {
  if (!check_run(core, extents, iterations, diagnostics)) return Failure{};
  RunSettings run;
  run.frame = frame_shape(core.frame_extents(extents), core.cells_per_cycle);
  run.blocks = core.blocks(extents);
  run.tail = (extents[0] - 1) % core.cells_per_cycle;
  for (std::size_t a = 0; a < kMaxAxes; ++a) {
    const bool round = core.wraps(a) || core.block_wraps[a];
    run.phase[a] =
        round ? core.grid_coordinate(a, 0, extents[a]) / (core.blocked(a) && a == 0 ? core.cells_per_cycle : 1) : 0;
  }
  run.passes = ceil_div(iterations, core.steps);
  run.bypass = run.passes * core.steps - iterations;
  run.first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(done - run.bypass));
  run.total_lag = run.frame.count(core.total_lag);
  const auto gap = chosen_gap(core, run, extents);
  if (!gap)
    return diagnostics.error(
        Code::kExtentsBeyondLimits, {},
        "no gap between frames is long enough for the results of a pass to leave before they are needed",
        {"rtlgen does not generate such cores: the manifest is damaged"});
  run.gap = *gap;
  // A word can enter only after the word of the previous pass that it is computed from has left; the token `total_lag +
  // ahead` words later pushes that one out. So at most `slack` tokens are in flight at a time, each for as long as
  // Kernels, output FIFO and memory take.
  const std::int64_t period = run.frames() * frame_tokens(core, run);
  run.slack = ahead_with(core, run, extents).slack;
  run.pass_cycles = pass_cycles(period, run.slack, core.total_latency + kWordReturn);
  run.ideal_cycles = period * run.passes - run.gap * run.slice(core.axes) + run.total_lag + core.total_latency;
  return run;
}

RunSettings one_pass(const CoreInterface& core, const RunSettings& run, std::int64_t pass) {
  RunSettings one = run;
  one.passes = 1;
  one.bypass = pass == 0 ? run.bypass : 0;
  one.first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(run.first_step + pass * core.steps));
  const std::int64_t gaps = (run.frames() - 1) * run.gap * run.slice(core.axes);
  one.ideal_cycles = run.frames() * run.frame.words() + gaps + run.total_lag + core.total_latency;
  return one;
}

}  // namespace rtlgen::contract
