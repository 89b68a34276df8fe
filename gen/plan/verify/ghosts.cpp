// Proof that frames carry enough ghosts. Along each axis, forward and cell by cell, it tracks which values of a frame
// are right after every stage of every Executor. In the end those of the grid must be right, or, if the axis is cut
// into blocks, those of each block's own part.
//
// Axes are independent: a value is right if it is right along each axis.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

class GhostProof {
 public:
  GhostProof(const Plan& plan, std::size_t axis, std::int64_t extent, std::int64_t block = 0)
      : plan_(plan),
        stencil_(plan.inside()),
        axis_(axis),
        extent_(extent),
        low_(plan.core.ghost_low[axis]),
        frame_(plan.core.blocked(axis) ? plan.core.block[axis]
                                       : plan.core.ghost_low[axis] + extent + plan.core.ghost_high[axis]) {
    const std::int64_t own = frame_ - low_ - plan.core.ghost_high[axis];
    own_ = std::min(own, extent - block * own);
    for (std::int64_t cell = 0; cell < frame_; ++cell) {
      std::int64_t c = cell - low_ + block * own;
      const bool round = !plan.core.blocked(axis) || plan.core.block_wraps[axis];
      if (round) c = (c % extent + extent) % extent;
      coordinate_.push_back(c >= 0 && c < extent ? c : -1);
    }
    for (const spec::Stream& stream : stencil_.streams) {
      right_.push_back(Row(at(frame_), 0));
      if (stream.stage.valid()) continue;
      std::transform(coordinate_.begin(), coordinate_.end(), right_.back().begin(),
                     [](std::int64_t c) { return c >= 0 ? 1 : 0; });
    }
    for (const StagePlan& stage : plan.executor.stages) {
      reads_.push_back({});
      for (const spec::NodeId id : stage.reads.nodes) {
        const spec::Node& n = stencil_.nodes[id];
        if (n.op == spec::Op::kTap) reads_.back().push_back(&n);
      }
    }
  }

  void run() {
    for (int e = 0; e < plan_.core.steps; ++e) {
      for (const StagePlan& stage : plan_.executor.stages) sweep(stage);
      for (const spec::ArrayId a : stencil_.arrays.ids()) {
        const spec::StreamId first = stencil_.first_stream(a);
        const spec::StreamId last = stencil_.final_stream(a);
        if (last.valid()) check(right_[last]);
        if (first.valid() && first != last) right_[first] = right_[last];
      }
    }
  }

 private:
  using Row = std::vector<char>;

  void check(const Row& row) const {
    const auto first = row.begin() + low_;
    require(plan_, std::all_of(first, first + own_, [](char c) { return c != 0; }),
            fmt::format("the ghosts along axis {} are too narrow", axis_));
  }

  void sweep(const StagePlan& stage) {
    const spec::Stage& spec_stage = stencil_.stages[stage.stage];
    Row& out = right_[spec_stage.output];
    for (std::int64_t cell = 0; cell < frame_; ++cell) {
      bool good = coordinate_[at(cell)] >= 0;
      good = good && (spec_stage.border != spec::Border::kKeep || right_[spec_stage.old_stream][at(cell)] != 0);
      for (const spec::Node* n : reads_[stage.stage])
        good = good && (is_own_place(*n) || is_right(*n, spec_stage.border, cell));
      out[at(cell)] = good ? 1 : 0;
    }
  }

  /// Whether `n` reads the stage's own result at the cell's own position, which is right if this one is.
  [[nodiscard]] bool is_own_place(const spec::Node& n) const { return n.own && n.offset[axis_] == 0; }

  /// Whether the read `n` of frame cell `cell` finds a right value, or needs none.
  [[nodiscard]] bool is_right(const spec::Node& n, spec::Border border, std::int64_t cell) const {
    std::int64_t target = cell + n.offset[axis_];
    const std::optional<spec::Boundary>& rule = n.boundary[axis_];
    if (rule && rule->kind != spec::BoundaryKind::kWrap) {
      const std::int64_t here = coordinate_[at(cell)];
      const std::int64_t wanted = here + n.offset[axis_];
      const bool outside = wanted < 0 || wanted >= extent_;
      if (outside && border != spec::Border::kCompute) return true;
      const auto read_cell = cell_read(wanted, extent_, rule);
      if (!read_cell) return true;
      target = cell + *read_cell - here;
    } else if (!rule && !plan_.core.block_wraps[axis_]) {
      const std::int64_t wanted = coordinate_[at(cell)] + n.offset[axis_];
      if (wanted < 0 || wanted >= extent_) return true;  // no cell uses it: verify_reads
    }
    return target >= 0 && target < frame_ && right_[n.stream][at(target)] != 0;
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  std::size_t axis_;
  std::int64_t extent_, low_, frame_;
  std::int64_t own_ = 0;                  ///< cells after the ghosts that are written
  std::vector<std::int64_t> coordinate_;  ///< by cell of the frame: in the grid, or -1
  IndexVector<spec::StageId, std::vector<const spec::Node*>> reads_;
  IndexVector<spec::StreamId, Row> right_;  ///< whether the cell of the frame equals that of the grid
};

/// Cells of the shortest row that is a whole number of beats of every streamed field; without a bus, of a word.
std::int64_t whole_cells(const Plan& plan) {
  std::int64_t words = 1;
  for (std::size_t s = 0; plan.shell && s < plan.shell->streams.size(); ++s) {
    const contract::ShellStream& stream = plan.shell->streams[s];
    if (!stream.is_held)
      words = std::lcm(
          words, std::max<std::int64_t>(1, std::int64_t{plan.shell->bus_bits} * stream.stripes() / stream.word_bits));
  }
  return words * plan.core.cells_per_cycle;
}

}  // namespace

void verify_ghosts(const Plan& plan) {
  const contract::CoreInterface& core = plan.core;
  const std::int64_t unit = whole_cells(plan);
  require(plan, core.ghost_low[0] % unit == 0, "the ghosts before a row are not a whole number of words or beats");
  if (core.blocked(0))
    require(plan, core.stride(0) % unit == 0, "a block's own part is not a whole number of words or beats");
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    std::int64_t furthest = 0, sum = 0;
    bool wraps = false;
    for (const StagePlan& stage : plan.executor.stages) {
      std::int64_t reach = 0;
      for (const TapPlan& t : stage.taps) {
        const std::int64_t offset = std::abs(t.tap.offset[a]);
        reach = std::max(reach, offset);
        wraps = wraps || (offset > 0 && spec::wraps(t.tap.boundary[a]));
      }
      furthest = std::max(furthest, reach);
      sum += reach * core.steps;
    }
    const bool cut = core.blocked(a);
    const std::int64_t rounding = a == 0 ? unit - 1 : 0;
    require(plan, core.ghost_low[a] <= sum + rounding && core.ghost_high[a] <= sum + (cut ? rounding : 0),
            "ghosts that no read reaches");
    require(plan, cut || wraps || core.ghost_low[a] + core.ghost_high[a] == 0,
            "ghosts along an axis that nothing wraps");
    if (cut) {
      const std::int64_t own = core.block[a] - core.ghost_low[a] - core.ghost_high[a];
      // A first, a middle and a last block; also with a last block of one cell.
      for (const std::int64_t extent :
           {core.minimum[a], std::min(core.maximum[a], 3 * own), std::min(core.maximum[a], 2 * own + 1)}) {
        for (std::int64_t block = 0; block * own < extent; ++block) GhostProof(plan, a, extent, block).run();
      }
      continue;
    }
    if (!wraps) continue;
    // Beyond the reach of reads an axis is uniform, so a short axis represents a long one.
    for (const std::int64_t extent :
         {core.minimum[a], std::min(core.maximum[a], std::max(core.minimum[a], 2 * furthest + 3))}) {
      GhostProof(plan, a, extent).run();
    }
  }
}

}  // namespace rtlgen::plan
