// Derives lags from reads ahead, windows from reads behind, and tiles from the size of the cache.
#include "golden/block_plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "golden/grid.hpp"
#include "spec/boundary.hpp"
#include "spec/program.hpp"
#include "support/index.hpp"

namespace rtlgen::golden {

namespace {

/// How far a read reaches below and above the cell, by axis, after folding.
struct ReadReach {
  spec::Extents low{0, 0, 0}, high{0, 0, 0};

  void widen(std::size_t axis, std::int64_t distance) {
    low[axis] = std::max(low[axis], -distance);
    high[axis] = std::max(high[axis], distance);
  }
};

/// The reads of one stage, by stream.
using Reads = std::map<spec::StreamId, ReadReach>;

void widen_by_fold(ReadReach& reach, std::size_t axis, std::int64_t offset, std::int64_t n,
                   const std::optional<spec::Boundary>& rule) {
  if (std::abs(offset) < n) reach.widen(axis, offset);
  const std::int64_t outside = std::min(std::abs(offset), n);
  for (std::int64_t k = 0; k < outside; ++k) {
    const std::int64_t cell = offset < 0 ? k : n - 1 - k;
    if (const auto read = spec::resolve_index(cell + offset, n, rule)) reach.widen(axis, *read - cell);
  }
}

Reads reads_of(const spec::Program& s, const spec::Extents& extents, const spec::Stage& stage, const Program& program) {
  Reads reads;
  for (const Instruction& i : program.code) {
    const spec::Node& node = s.nodes[i.node];
    if (node.op != spec::Op::kTap) continue;
    ReadReach& reach = reads[node.stream];
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      if (s.arrays[s.streams[node.stream].array].spans[a])
        widen_by_fold(reach, a, node.offset[a], extents[a], node.boundary[a]);
    }
  }
  if (stage.border == spec::Border::kKeep) reads[stage.old_stream];
  return reads;
}

bool is_result(const spec::Program& s, spec::StreamId stream) {
  const spec::ArrayId array = s.streams[stream].array;
  const spec::Role role = s.arrays[array].role;
  return (role == spec::Role::kState || role == spec::Role::kOutput) && s.final_stream(array) == stream;
}

class Planner {
 public:
  Planner(const spec::Program& s, const spec::Extents& extents, const IndexVector<spec::StageId, Program>& programs,
          const BlockLimits& limits)
      : program_(s), extents_(extents), limits_(limits), outer_(extents[2] > 1 ? 2 : 1), tiled_(outer_ - 1) {
    if (extents[outer_] < 2 * limits.threads) possible_ = false;  // fewer than two rows per thread
    for (const spec::StageId i : s.stages.ids()) {
      // A stage that reads its own results, or whose results move to another place, is not computed in the order of
      // rows.
      if (s.stages[i].sweep || s.stages[i].mirror) possible_ = false;
      reads_.push_back(reads_of(s, extents, s.stages[i], programs[i]));
    }
  }

  BlockPlan best(std::int64_t most) {
    const std::int64_t blocks = (most + limits_.steps - 1) / limits_.steps;  // blocks of equal size
    for (auto steps = static_cast<int>((most + blocks - 1) / blocks); possible_ && steps > 0; --steps) {
      BlockPlan plan = levels(steps);
      if (has_tiles(plan)) return plan;
    }
    return {};
  }

 private:
  BlockPlan levels(int steps) const {
    BlockPlan plan;
    plan.steps = steps;
    plan.outer = outer_;
    plan.tiled = tiled_;
    for (int step = 0; step < steps; ++step) {
      for (const spec::StageId i : program_.stages.ids()) {
        const bool result = step + 1 == steps && is_result(program_, program_.stages[i].output);
        plan.levels.push_back({i, step, result, result});
      }
    }
    for (std::size_t l = plan.levels.size(); l-- > 0;)
      each_read(plan, l, [&](BlockPlan::Level& m, const ReadReach& r) {
        if (!plan.levels[l].live) return;
        m.live = true;
        for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
          m.low[a] = std::max(m.low[a], plan.levels[l].low[a] + r.low[a]);
          m.high[a] = std::max(m.high[a], plan.levels[l].high[a] + r.high[a]);
        }
      });
    for (std::size_t l = 0; l < plan.levels.size(); ++l)
      each_read(plan, l, [&](BlockPlan::Level& m, const ReadReach& r) {
        plan.levels[l].lag = std::max(plan.levels[l].lag, m.lag + r.high[outer_]);
      });
    for (std::size_t l = 0; l < plan.levels.size(); ++l)
      each_read(plan, l, [&](BlockPlan::Level& m, const ReadReach& r) {
        if (plan.levels[l].live) m.depth = std::max(m.depth, plan.levels[l].lag - m.lag + r.low[outer_] + 1);
      });
    for (BlockPlan::Level& level : plan.levels) {
      if (level.depth > 0)
        level.depth = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(level.depth)));
    }
    return plan;
  }

  /// Calls `f` with every level that level `l` reads.
  template <class F>
  void each_read(BlockPlan& plan, std::size_t l, F f) const {
    for (const auto& [stream, reach] : reads_[plan.levels[l].stage]) {
      const int from = BlockPlan::level_of(program_, plan.levels[l].step, stream);
      if (from >= 0) f(plan.levels[at(from)], reach);
    }
  }

  /// Finds the largest tile whose windows fit in the cache.
  bool has_tiles(BlockPlan& plan) const {
    constexpr double kMostOverhead = 0.125;
    constexpr std::int64_t kLeastRow = 256;
    for (std::int64_t tiles = 1;; tiles *= 2) {
      plan.tile = (extents_[tiled_] + tiles - 1) / tiles;
      if (overhead(plan) > kMostOverhead) return false;
      if (window_bytes(plan) <= limits_.cache_bytes) return true;
      if (plan.tile <= (tiled_ == 0 ? kLeastRow : 1)) return false;
    }
  }

  [[nodiscard]] std::int64_t tile_cells(const BlockPlan& plan, const BlockPlan::Level& l) const {
    return std::min(extents_[tiled_], plan.tile + l.low[tiled_] + l.high[tiled_]);
  }

  [[nodiscard]] std::int64_t window_bytes(const BlockPlan& plan) const {
    std::int64_t bytes = 0;
    for (const BlockPlan::Level& l : plan.levels) {
      const spec::Array& array = program_.arrays[program_.streams[program_.stages[l.stage].output].array];
      bytes += l.depth * tile_cells(plan, l) * (tiled_ == 1 ? extents_[0] : 1) * cell_bytes(array.type);
    }
    return bytes;
  }

  /// Cells that are computed more than once, as a fraction of all others.
  [[nodiscard]] double overhead(const BlockPlan& plan) const {
    const double chunk = static_cast<double>(extents_[outer_]) / limits_.threads;
    double all = 0, own = 0;
    for (const BlockPlan::Level& l : plan.levels) {
      if (!l.live) continue;
      const double rows = std::min<double>(static_cast<double>(extents_[outer_]),
                                           chunk + static_cast<double>(l.low[outer_] + l.high[outer_]));
      all += static_cast<double>(tile_cells(plan, l)) * rows;
      own += static_cast<double>(plan.tile) * chunk;
    }
    return all / own - 1;
  }

  const spec::Program& program_;
  const spec::Extents& extents_;
  const BlockLimits& limits_;
  IndexVector<spec::StageId, Reads> reads_;
  std::size_t outer_, tiled_;
  bool possible_ = true;
};

}  // namespace

int BlockPlan::level_of(const spec::Program& s, int step, spec::StreamId stream) {
  const auto stages = static_cast<int>(s.stages.size());
  if (s.streams[stream].stage.valid()) return step * stages + s.streams[stream].stage.index();
  const spec::StreamId last = s.final_stream(s.streams[stream].array);
  if (step == 0 || last == stream) return -1;
  return (step - 1) * stages + s.streams[last].stage.index();
}

std::int64_t cache_for_windows() {
  constexpr long kUsual = 512 * 1024;
#ifdef _SC_LEVEL2_CACHE_SIZE
  const long size = sysconf(_SC_LEVEL2_CACHE_SIZE);
#else
  const long size = 0;
#endif
  return (size > 0 ? size : kUsual) / 2;
}

BlockPlan plan_block(const spec::Program& s, const spec::Extents& extents,
                     const IndexVector<spec::StageId, Program>& programs, const BlockLimits& limits,
                     std::int64_t most) {
  return most > 0 ? Planner(s, extents, programs, limits).best(most) : BlockPlan{};
}

}  // namespace rtlgen::golden
