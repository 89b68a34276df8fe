// Blocks of time steps: computes rows through several steps in one sweep, so that a grid larger than the caches is read
// and written once per block.
//
// A block is a list of levels, the stages of its steps in order. Every level sweeps the outermost axis, one row (or
// plane) at a time, and trails the levels that it reads by its lag, so that between two levels a window of a few rows
// is enough. A tile is the part of the grid that one sweep produces. For it, a level computes the additional cells that
// later levels read; neighbouring tiles compute them too, so threads share nothing within a block.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/program.hpp"
#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::golden {

struct BlockPlan {
  struct Level {
    spec::StageId stage;
    int step = 0;                               ///< within the block
    bool live = false;                          ///< it is read, or it is a result
    bool is_result = false;                     ///< the last value of a state or output array
    std::int64_t lag = 0;                       ///< in rows or planes
    std::int64_t depth = 0;                     ///< rows or planes in its window, a power of two; 0: no level reads it
    spec::Extents low{0, 0, 0}, high{0, 0, 0};  ///< by axis: cells that later levels read outside a tile
  };

  int steps = 0;  ///< 0: no block
  std::vector<Level> levels;
  std::size_t outer = 1, tiled = 0;  ///< axis of the sweeps, and axis that is cut into tiles
  std::int64_t tile = 0;             ///< length of a tile, in cells

  /// The level that computes `stream` in `step`; -1: a grid from before the block.
  [[nodiscard]] static int level_of(const spec::Program& s, int step, spec::StreamId stream);
};

/// Properties of a machine on which blocks depend.
struct BlockLimits {
  int threads = 1;
  std::int64_t cache_bytes = 0;  ///< for windows
  int steps = 8;
};

/// The second-level cache of this machine, minus the part for the grid's own rows.
std::int64_t cache_for_windows();

/// The largest block, of at most `most` steps, whose additional cost is small compared with its gain.
BlockPlan plan_block(const spec::Program& s, const spec::Extents& extents,
                     const IndexVector<spec::StageId, Program>& programs, const BlockLimits& limits, std::int64_t most);

}  // namespace rtlgen::golden
