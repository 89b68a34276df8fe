// Resolves the reads of all stages, axis by axis and lane by lane.
#include "plan/lags/reads.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analysis/ghosts.hpp"
#include "plan/interface/scalars.hpp"
#include "plan/lags/order.hpp"
#include "plan/storage/mirrors.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

/// Offsets along y or z that a read may resolve to.
std::vector<int> resolved_offsets(const analysis::AxisRead& read) {
  std::vector<int> offsets;
  if (read.has_interior) offsets.push_back(read.offset);
  for (const analysis::EdgeCase& edge : read.cases) {
    if (!edge.is_constant) offsets.push_back(edge.offset);
  }
  std::sort(offsets.begin(), offsets.end());
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  return offsets;
}

class ReadResolver {
 public:
  ReadResolver(const spec::Stencil& stencil, const analysis::Ghosts& ghosts, const Order& order, const Target& target)
      : stencil_(stencil), ghosts_(ghosts), order_(order), target_(target) {}

  Reads run() const {
    Reads reads;
    LeastFrame least(order_);
    for (const spec::StageId s : stencil_.stages.ids()) {
      ResolvedStage stage = resolved(s);
      // A word is written one cycle after the old word at its address is read, and is itself read at least a row later.
      if (stage.mirror) least.apart({}, order_.normal({0, 1, 0}), 2);
      reads.consumers.push_back(consumer(stage));
      reads.stages.push_back(std::move(stage));
    }
    reads.consumers.push_back(exit());
    reads.least = least.shape();
    return reads;
  }

 private:
  ResolvedStage resolved(spec::StageId s) const {
    const spec::Stage& line = stencil_.stages[s];
    ResolvedStage stage;
    stage.stage = s;
    stage.name = stencil_.arrays[stencil_.streams[line.output].array].name;
    stage.reads = analysis::collect_reads(stencil_, s);
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      stage.keep_low[a] = line.reach_low[a];
      stage.keep_high[a] = line.reach_high[a];
    }
    for (const analysis::Tap& tap : stage.reads.taps) {
      TapRead read{tap, {}};
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
        read.axis[a] = axis_read(tap, a, line.border == spec::Border::kCompute);
        // Cells that are kept or ignored need no boundary value.
        if (line.border != spec::Border::kCompute) read.axis[a].cases.clear();
        if (!spec::has_edge_cases(tap.boundary[a])) continue;
        stage.keep_low[a] = std::max(stage.keep_low[a], -tap.offset[a]);
        stage.keep_high[a] = std::max(stage.keep_high[a], tap.offset[a]);
      }
      stage.taps.push_back(std::move(read));
    }
    if (line.mirror) stage.mirror = plan_mirror(stencil_, s, order_, target_);
    return stage;
  }

  /// Resolves `tap` along one axis. If `resolve_outside`, also for positions outside the grid.
  analysis::AxisRead axis_read(const analysis::Tap& tap, std::size_t a, bool resolve_outside) const {
    const bool fixed = order_.fixed();
    if (!ghosts_.along(a)) return analysis::resolve_axis(tap.offset[a], tap.boundary[a], stencil_.grid[a], fixed);
    const std::int64_t frame = ghosts_.low[a] + stencil_.grid[a] + ghosts_.high[a];
    analysis::AxisRead read;
    read.offset = tap.offset[a];
    read.has_interior = !fixed || frame > std::abs(read.offset);
    if (resolve_outside && !spec::wraps(tap.boundary[a])) {
      read = analysis::resolve_axis(tap.offset[a], tap.boundary[a], stencil_.grid[a], fixed);
    }
    read.wrapped = true;
    read.ghost_low = ghosts_.low[a];
    read.frame = frame;
    return read;
  }

  /// Adds the reads of the cell that a consumer works on.
  void need_centre(Consumer& consumer, spec::StreamId stream) const {
    for (int lane = 0; lane < stencil_.hardware.cells_per_cycle; ++lane) {
      consumer.needs.push_back({stream, contract::Distance{}, lane});
    }
  }

  Consumer consumer(const ResolvedStage& stage) const {
    Consumer consumer{stage.stage, {}};
    for (const TapRead& tap : stage.taps) {
      if (tap.tap.own) continue;  // independent of the stage's lag: see with_own_results()
      const auto needs = needs_of(tap, stencil_, order_);
      consumer.needs.insert(consumer.needs.end(), needs.begin(), needs.end());
    }
    for (Need& need : consumer.needs) {
      if (stage.mirror) need.offset = order_.normal(need.offset + stage.mirror->block);
    }
    const spec::Stage& line = stencil_.stages[stage.stage];
    if (line.border == spec::Border::kKeep) need_centre(consumer, line.old_stream);
    return consumer;
  }

  Consumer exit() const {
    Consumer exit;
    for (const spec::ArrayId a : stencil_.arrays.ids()) {
      if (!leaves_executor(stencil_, a)) continue;
      const spec::StreamId last = stencil_.final_stream(a);
      const spec::StreamId first = stencil_.first_stream(a);
      need_centre(exit, last);
      const bool needs_old = stencil_.hardware.steps > 1 || monitors_change(stencil_, a);
      if (needs_old && first.valid() && first != last) need_centre(exit, first);
    }
    return exit;
  }

  const spec::Stencil& stencil_;
  const analysis::Ghosts& ghosts_;
  const Order& order_;
  const Target& target_;
};

}  // namespace

std::vector<Need> needs_of(const TapRead& tap, const spec::Stencil& stencil, const Order& order) {
  const int cells_per_cycle = stencil.hardware.cells_per_cycle;
  const std::int64_t fixed_extent_x = order.fixed() ? stencil.grid[0] : 0;
  std::vector<Need> needs;
  const auto ys = resolved_offsets(tap.axis[1]);
  const auto zs = resolved_offsets(tap.axis[2]);
  for (int lane = 0; lane < cells_per_cycle; ++lane) {
    for (const LaneCase& c : lane_cases(tap.axis[0], lane, cells_per_cycle, fixed_extent_x)) {
      if (c.is_constant) continue;
      const std::int64_t cell = lane + c.offset;
      std::int64_t word = cell / cells_per_cycle;
      if (cell < 0 && cell % cells_per_cycle != 0) --word;
      const int source = static_cast<int>(cell - word * cells_per_cycle);
      for (const int z : zs) {
        for (const int y : ys) {
          needs.push_back({tap.tap.stream, order.normal({z, y, word}), source});
        }
      }
    }
  }
  return needs;
}

Reads reads_of(const spec::Stencil& stencil, const analysis::Ghosts& ghosts, const Order& order, const Target& target) {
  return ReadResolver(stencil, ghosts, order, target).run();
}

}  // namespace rtlgen::plan
