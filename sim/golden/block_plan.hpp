// Blocks of time steps: how rows follow one another through several steps, so that a grid beyond the caches is read and
// written once in as many steps.
//
// A block is a list of levels, the stages of its steps in order. Every level sweeps the outermost axis, a row (or
// plane) at a time, and trails those that it reads by its lag, so that what lies between two levels is a window of a
// few rows. A tile is the part of the grid that one sweep yields; below it a level computes as many cells more as later
// ones read, and neighbouring tiles compute those too: threads share nothing within a block.
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
    int step = 0;                               ///< of the block
    bool live = false;                          ///< something reads it, or it is a result
    bool is_result = false;                     ///< the last value of a state or output array
    std::int64_t lag = 0;                       ///< in rows or planes
    std::int64_t depth = 0;                     ///< rows or planes of its window, a power of two; 0: no level reads it
    spec::Extents low{0, 0, 0}, high{0, 0, 0};  ///< by axis: cells that later levels read beyond a tile
  };

  int steps = 0;  ///< 0: there is no block
  std::vector<Level> levels;
  std::size_t outer = 1, tiled = 0;  ///< axes: along which levels sweep, and which is cut into tiles
  std::int64_t tile = 0;             ///< cells of it in a tile

  /// The level that computes what `stream` is in `step`; -1: a grid from before the block.
  [[nodiscard]] static int level_of(const spec::Program& s, int step, spec::StreamId stream);
};

/// What a machine has, as far as blocks depend on it.
struct BlockLimits {
  int threads = 1;
  std::int64_t cache_bytes = 0;  ///< for windows
  int steps = 8;
};

/// The second-level cache of this machine, less what the grid's own rows need.
std::int64_t cache_for_windows();

/// The most steps at once, of `most`, that cost little more than they save.
BlockPlan plan_block(const spec::Program& s, const spec::Extents& extents,
                     const IndexVector<spec::StageId, Program>& programs, const BlockLimits& limits, std::int64_t most);

}  // namespace rtlgen::golden
