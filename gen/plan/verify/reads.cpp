// Proof that a plan's stages read what their expressions say: nodes, taps, boundary values.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

class ReadProof {
 public:
  explicit ReadProof(const Plan& plan) : plan_(plan), stencil_(plan.inside()) {}

  void run() const {
    need(plan_.executor.stages.size() == stencil_.stages.size(), "a stage is missing");
    for (const spec::StageId i : stencil_.stages.ids()) {
      const StagePlan& stage = plan_.executor.stages[i];
      need(stage.stage == i, "stages are out of order");
      check_nodes(stage);
      check_taps(stage);
      check_regions(stage);
      for (const spec::Extents& extents : proof_extents(plan_)) {
        for (std::size_t a = 0; a < spec::kMaxAxes; ++a) check_axis(stage, a, extents[a]);
      }
    }
  }

 private:
  void need(bool good, const std::string& what) const { require(plan_, good, what); }
  [[nodiscard]] bool keeps(const StagePlan& stage) const {
    return stencil_.stages[stage.stage].border == spec::Border::kKeep;
  }

  [[nodiscard]] std::set<spec::NodeId> nodes_of(spec::NodeId root) const {
    std::set<spec::NodeId> found;
    std::vector<spec::NodeId> rest{root};
    while (!rest.empty()) {
      const spec::NodeId id = rest.back();
      rest.pop_back();
      if (found.insert(id).second)
        rest.insert(rest.end(), stencil_.nodes[id].args.begin(), stencil_.nodes[id].args.end());
    }
    return found;
  }

  /// Checks that a stage has exactly the nodes that its root depends on, and what these need besides taps.
  void check_nodes(const StagePlan& stage) const {
    const std::set<spec::NodeId> found = nodes_of(stencil_.stages[stage.stage].root);
    need(std::vector<spec::NodeId>(found.begin(), found.end()) == stage.reads.nodes,
         "a stage has other nodes than its expression");
    std::set<spec::ParamId> params;
    bool coordinate[spec::kMaxAxes] = {}, extent[spec::kMaxAxes] = {}, step = false;
    for (const spec::NodeId id : found) {
      const spec::Node& n = stencil_.nodes[id];
      if (n.op == spec::Op::kParam) params.insert(n.param());
      if (n.op == spec::Op::kCoordinate) coordinate[n.index] = true;
      if (n.op == spec::Op::kExtent) extent[n.index] = true;
      step =
          step || n.op == spec::Op::kStep || (n.op == spec::Op::kParam && !stencil_.params[n.param()].by_step.empty());
    }
    need(params == std::set<spec::ParamId>(stage.reads.params.begin(), stage.reads.params.end()) &&
             params.size() == stage.reads.params.size(),
         "a stage has other parameters than its expression");
    need(step == stage.reads.uses_step &&
             std::equal(coordinate, coordinate + spec::kMaxAxes, stage.reads.uses_coordinate) &&
             std::equal(extent, extent + spec::kMaxAxes, stage.reads.uses_extent),
         "a stage has other coordinates than its expression");
  }

  /// Checks that every read has its tap and every tap its read, none twice.
  void check_taps(const StagePlan& stage) const {
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < stage.reads.nodes.size(); ++i) {
      const spec::Node& n = stencil_.nodes[stage.reads.nodes[i]];
      if (n.op != spec::Op::kTap) continue;
      const auto same = [&](const TapPlan& t) {
        return t.tap.stream == n.stream && t.tap.offset == n.offset && t.tap.boundary == n.boundary &&
               t.tap.own == n.own;
      };
      need(std::count_if(stage.taps.begin(), stage.taps.end(), same) == 1, "a read without its tap");
      const auto tap = std::find_if(stage.taps.begin(), stage.taps.end(), same);
      if (tap->tap.node == stage.reads.nodes[i]) ++distinct;
    }
    need(distinct == stage.taps.size(), "a tap that nothing reads");
    for (const TapPlan& tap : stage.taps) check_order(tap);
  }

  void check_regions(const StagePlan& stage) const {
    std::set<spec::RegionId> regions;
    for (const spec::NodeId id : stage.reads.nodes) {
      if (stencil_.nodes[id].op == spec::Op::kRegion) regions.insert(stencil_.nodes[id].region());
    }
    need(std::vector<spec::RegionId>(regions.begin(), regions.end()) == stage.reads.regions,
         "a stage has other regions than its expression");
  }

  void check_axis(const StagePlan& stage, std::size_t axis, std::int64_t extent) const {
    const int moved_low = stencil_.stages[stage.stage].reach_low[axis];
    const int moved_high = stencil_.stages[stage.stage].reach_high[axis];
    int reach = std::max(moved_low, moved_high);
    for (const TapPlan& t : stage.taps) reach = std::max(reach, std::abs(t.tap.offset[axis]));
    for (const std::int64_t c : near_ends(extent, reach, 0, 1)) {
      bool outside = c < moved_low || c >= extent - moved_high;
      for (const TapPlan& t : stage.taps) {
        const std::int64_t target = c + t.tap.offset[axis];
        const bool stays = reads_frame(t.tap.boundary[axis]);
        const bool inside = stays || (target >= 0 && target < extent);
        outside = outside || !inside;
        if (t.axis[axis].wrapped != plan_.core.wraps(axis))
          need(false, fmt::format("a read and its frame differ about ghosts, axis {}", axis));
        const bool is_computed = stencil_.stages[stage.stage].border == spec::Border::kCompute;
        if (inside || is_computed) check_target(t, axis, c, extent);
      }
      const bool kept = c < stage.keep_low[axis] || extent - 1 - c < stage.keep_high[axis];
      if (keeps(stage) && kept != outside)
        need(false, fmt::format("a cell keeps its old value wrongly, axis {} at {} of {}", axis, c, extent));
    }
  }

  /// Checks that the cases of a tap resolve a coordinate as the boundary rule does.
  void check_target(const TapPlan& tap, std::size_t axis, std::int64_t c, std::int64_t extent) const {
    const analysis::AxisRead& read = tap.axis[axis];
    const std::optional<spec::Boundary>& rule = tap.tap.boundary[axis];
    const std::int64_t target = c + tap.tap.offset[axis];
    if (read.wrapped) {
      need(read.ghost_low == plan_.core.ghost_low[axis] &&
               read.frame == plan_.core.frame_extents(plan_.core.maximum)[axis],
           "a read with other ghosts than the frame's");
    }
    if (spec::wraps(rule) && tap.tap.offset[axis] != 0) {
      need(read.wrapped && read.has_interior && read.cases.empty() && read.offset == tap.tap.offset[axis],
           fmt::format("a read that wraps has another value, axis {}", axis));
      return;
    }
    if (!rule) {
      need(read.has_interior && read.cases.empty() && read.offset == tap.tap.offset[axis],
           fmt::format("a read that stays in the frame has another value, axis {}", axis));
      return;
    }
    const analysis::EdgeCase* const low = case_at(read, analysis::Side::kLow, c);
    const analysis::EdgeCase* const high = case_at(read, analysis::Side::kHigh, extent - 1 - c);
    need(low == nullptr || high == nullptr, "two boundary cases hold at once");
    const analysis::EdgeCase* const holds = low != nullptr ? low : high;
    const auto need_here = [&](bool good, const char* what) {
      if (!good) need(false, fmt::format("{}, axis {} at {} of {}", what, axis, c, extent));
    };
    if (holds == nullptr) {
      need_here(read.has_interior && read.offset == tap.tap.offset[axis] && target >= 0 && target < extent,
                "a read outside the grid without a boundary case");
    } else if (spec::is_constant(rule)) {
      need_here((target < 0 || target >= extent) && holds->is_constant && holds->constant == rule->constant,
                "a boundary gives another constant");
    } else {
      const auto index = cell_read(target, extent, rule);
      need_here(index && !holds->is_constant && *index == c + holds->offset, "a boundary gives another cell");
    }
  }

  /// The case of one side that applies at this distance from it; null if none exists. A binary search, because a long
  /// read has one case per cell.
  static const analysis::EdgeCase* case_at(const analysis::AxisRead& read, analysis::Side side, std::int64_t distance) {
    const auto found = std::lower_bound(read.cases.begin(), read.cases.end(), std::pair(side, distance),
                                        [](const analysis::EdgeCase& e, const auto& place) {
                                          return std::pair(e.side, std::int64_t{e.distance}) < place;
                                        });
    return found != read.cases.end() && found->side == side && found->distance == distance ? &*found : nullptr;
  }

  /// Checks that cases are sorted, as the binary search requires, and that each is for a different position.
  void check_order(const TapPlan& tap) const {
    for (std::size_t axis = 0; axis < spec::kMaxAxes; ++axis) {
      const analysis::AxisRead& read = tap.axis[axis];
      const auto place = [](const analysis::EdgeCase& e) { return std::pair(e.side, e.distance); };
      const auto other = std::adjacent_find(read.cases.begin(), read.cases.end(),
                                            [&](const auto& a, const auto& b) { return !(place(a) < place(b)); });
      need(other == read.cases.end() || place(*other) != place(*(other + 1)), "two boundary cases hold at once");
      need(other == read.cases.end(), fmt::format("boundary cases are out of order, axis {}", axis));
    }
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
};

}  // namespace

void verify_reads(const Plan& plan) {
  ReadProof(plan).run();
  for (const spec::Extents& extents : proof_extents(plan)) verify_regions(plan, extents);
}

}  // namespace rtlgen::plan
