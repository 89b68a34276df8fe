// Every thread sweeps its part of the rows through all levels of a block, tile by tile.
#include "golden/time_blocks.hpp"

#include <omp.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>

#include "golden/grid.hpp"
#include "golden/row_ops.hpp"
#include "golden/row_runner.hpp"
#include "golden/rows.hpp"
#include "spec/program.hpp"
#include "support/index.hpp"
#include "support/interruption.hpp"

namespace rtlgen::golden {

namespace {

/// Cells from `low` up to the one before `high`, by axis.
struct Box {
  spec::Extents low{0, 0, 0}, high{0, 0, 0};
};

struct Block {
  const spec::Program& s;
  const spec::Extents& extents;
  const IndexVector<spec::StageId, Program>& programs;
  const BlockPlan& plan;
  const std::vector<std::uint64_t>& params;
  std::int64_t first_step = 0;
  const IndexVector<spec::StreamId, Rows>& streams;
};

}  // namespace

/// Memory of a thread, by level.
struct TimeBlocks::Windows {
  std::vector<std::vector<std::uint64_t>> rows;
};

namespace {

/// One thread's sweeps.
class BlockSweep {
 public:
  BlockSweep(const Block& block, std::vector<std::vector<std::uint64_t>>& memory)
      : block_(block), memory_(memory), streams_(at(block.plan.steps)) {
    memory_.resize(block_.plan.levels.size());
    const bool flush = block_.s.subnormals == spec::Subnormals::kFlush;
    inputs_.reserve(streams_.size());
    for (std::size_t step = 0; step < streams_.size(); ++step) {
      streams_[step].resize(block_.s.streams.size());
      inputs_.push_back({block_.s, block_.extents, streams_[step], block_.params,
                         block_.first_step + static_cast<std::int64_t>(step), flush});
    }
    for (const BlockPlan::Level& l : block_.plan.levels)
      runners_.emplace_back(inputs_[at(l.step)], block_.s.stages[l.stage], block_.programs[l.stage], scratch_);
  }

  /// Computes the part `tile` of the results.
  void run(const Box& tile) {
    tile_ = tile;
    place_windows();
    const std::vector<BlockPlan::Level>& levels = block_.plan.levels;
    const std::size_t outer = block_.plan.outer;
    std::int64_t begin = tile.high[outer], end = 0;
    for (std::size_t l = 0; l < levels.size(); ++l) {
      if (!levels[l].live) continue;
      begin = std::min(begin, boxes_[l].low[outer] + levels[l].lag);
      end = std::max(end, boxes_[l].high[outer] + levels[l].lag);
    }
    for (std::int64_t now = begin; now < end; ++now) {
      if (omp_get_thread_num() == 0) interruption::look();  // only in the thread that called the engine
      for (std::size_t l = 0; l < levels.size(); ++l) {
        const std::int64_t row = now - levels[l].lag;
        if (levels[l].live && row >= boxes_[l].low[outer] && row < boxes_[l].high[outer]) sweep(l, row);
      }
    }
  }

 private:
  [[nodiscard]] const spec::Stage& stage(std::size_t level) const {
    return block_.s.stages[block_.plan.levels[level].stage];
  }

  /// Determines what each level computes for the tile, and in which window.
  void place_windows() {
    boxes_.clear();
    std::vector<Rows> windows;
    for (std::size_t l = 0; l < block_.plan.levels.size(); ++l) {
      const BlockPlan::Level& level = block_.plan.levels[l];
      Box box;
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
        box.low[a] = std::max<std::int64_t>(0, tile_.low[a] - level.low[a]);
        box.high[a] = std::min(block_.extents[a], tile_.high[a] + level.high[a]);
      }
      boxes_.push_back(box);
      windows.push_back(level.depth == 0 ? block_.streams[stage(l).output] : window(l, box));
    }
    for (std::size_t step = 0; step < streams_.size(); ++step) {
      for (const spec::StreamId i : block_.s.streams.ids()) {
        const int from = BlockPlan::level_of(block_.s, static_cast<int>(step), i);
        streams_[step][i] = from < 0 ? block_.streams[i] : windows[at(from)];
      }
    }
  }

  Rows window(std::size_t l, const Box& box) {
    const BlockPlan::Level& level = block_.plan.levels[l];
    const spec::Array& array = block_.s.arrays[block_.s.streams[stage(l).output].array];
    Rows rows;
    rows.cell_bytes = cell_bytes(array.type);
    rows.extents = block_.extents;
    rows.x0 = box.low[0];
    // An odd number of cache lines, so that rows start in different sets of the cache.
    constexpr std::int64_t kLine = 64;
    const std::int64_t lines = ((box.high[0] - box.low[0]) * rows.cell_bytes + kLine - 1) / kLine;
    rows.width = (lines | 1) * kLine / rows.cell_bytes;
    if (block_.plan.outer == 1) {
      rows.height = level.depth;
      rows.y_mask = level.depth - 1;
    } else {
      rows.y0 = box.low[1];
      rows.height = box.high[1] - box.low[1];
      rows.z_mask = level.depth - 1;
    }
    const std::int64_t cells = rows.width * rows.height * (block_.plan.outer == 1 ? 1 : level.depth);
    constexpr std::size_t kWords = kLine / sizeof(std::uint64_t);
    std::vector<std::uint64_t>& memory = memory_[l];
    const std::size_t words = at(cells * rows.cell_bytes) / sizeof(std::uint64_t) + kWords;
    if (memory.size() < words) memory.resize(words);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
    rows.bytes = reinterpret_cast<std::uint8_t*>(memory.data()) + (kLine - begin % kLine) % kLine;
    return rows;
  }

  /// Computes row or plane `row` of a level.
  void sweep(std::size_t l, std::int64_t row) {
    const Box& box = boxes_[l];
    if (block_.plan.outer == 1) return sweep_row(l, row, 0);
    for (std::int64_t y = box.low[1]; y < box.high[1]; ++y) sweep_row(l, y, row);
  }

  void sweep_row(std::size_t l, std::int64_t y, std::int64_t z) {
    const Box& box = boxes_[l];
    const Rows& out = streams_[at(block_.plan.levels[l].step)][stage(l).output];
    const std::int64_t cells = box.high[0] - box.low[0], pieces = (cells + kSegment - 1) / kSegment;
    for (std::int64_t i = 0; i < pieces; ++i) {
      const std::int64_t x = box.low[0] + cells * i / pieces, end = box.low[0] + cells * (i + 1) / pieces;
      runners_[l].run({x, y, z, static_cast<int>(end - x)}, out.cell(x, y, z));
    }
    if (block_.plan.levels[l].is_result && block_.plan.levels[l].depth > 0) copy_row(out, stage(l).output, y, z);
  }

  /// Copies a row to the grid from a window that later stages also read.
  void copy_row(const Rows& from, spec::StreamId stream, std::int64_t y, std::int64_t z) {
    if (y < tile_.low[1] || y >= tile_.high[1] || z < tile_.low[2] || z >= tile_.high[2]) return;
    const Rows& to = block_.streams[stream];
    const std::int64_t x = tile_.low[0];
    std::memcpy(to.cell(x, y, z), from.cell(x, y, z), at((tile_.high[0] - x) * to.cell_bytes));
  }

  const Block& block_;
  std::vector<std::vector<std::uint64_t>>& memory_;
  std::vector<IndexVector<spec::StreamId, Rows>> streams_;  ///< by step
  std::vector<StepInputs> inputs_;                          ///< by step
  Scratch scratch_;
  std::vector<Runner> runners_;  ///< by level
  std::vector<Box> boxes_;       ///< by level
  Box tile_;
};

}  // namespace

TimeBlocks::TimeBlocks(const spec::Program& s, const spec::Extents& extents,
                       const IndexVector<spec::StageId, Program>& programs, const BlockLimits& limits)
    : program_(s), extents_(extents), programs_(programs), limits_(limits), windows_(at(limits.threads)) {}

TimeBlocks::~TimeBlocks() = default;

std::int64_t TimeBlocks::steps(std::int64_t most) {
  if (planned_ != most && (planned_ == 0 || most < 2 * limits_.steps)) {
    plan_ = plan_block(program_, extents_, programs_, limits_, most);
    planned_ = most;
  }
  return plan_.steps;
}

void TimeBlocks::run(std::int64_t first_step, const std::vector<std::uint64_t>& params,
                     const IndexVector<spec::StreamId, Rows>& streams) {
  const Block block{program_, extents_, programs_, plan_, params, first_step, streams};
  const std::size_t outer = plan_.outer, tiled = plan_.tiled;
  std::exception_ptr failure;
#pragma omp parallel num_threads(limits_.threads)
  try {
    const std::int64_t count = omp_get_num_threads();
    const std::int64_t self = omp_get_thread_num();
    const FlushMode mode(program_.subnormals == spec::Subnormals::kFlush);
    BlockSweep sweep(block, windows_[at(self)].rows);
    Box tile{{0, 0, 0}, extents_};
    tile.low[outer] = extents_[outer] * self / count;
    tile.high[outer] = extents_[outer] * (self + 1) / count;
    for (std::int64_t i = 0; i < extents_[tiled] && tile.low[outer] < tile.high[outer]; i += plan_.tile) {
      tile.low[tiled] = i;
      tile.high[tiled] = std::min(i + plan_.tile, extents_[tiled]);
      sweep.run(tile);
    }
  } catch (...) {
#pragma omp critical
    failure = std::current_exception();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace rtlgen::golden
