// Proof that open reads are open. From the last line of a step to the first, it tracks which cells of each line are
// needed; a needed cell that takes an open read must find it on the grid.
//
// Cells of a line are checked kind by kind: all cells between two coordinates where a region ends, or beyond which a
// read leaves the grid, take the same reads. The needed cells of a line are approximated by their bounding box: whether
// a read leaves the grid along an axis depends only on the least and the largest coordinate.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/mirror.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

struct Cells {
  spec::Extents low{0, 0, 0}, high{0, 0, 0};  ///< inclusive

  void cover(const Cells& other) {
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      low[a] = std::min(low[a], other.low[a]);
      high[a] = std::max(high[a], other.high[a]);
    }
  }
  [[nodiscard]] std::optional<Cells> with(const Cells& other) const {
    Cells both;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      both.low[a] = std::max(low[a], other.low[a]);
      both.high[a] = std::min(high[a], other.high[a]);
      if (both.low[a] > both.high[a]) return std::nullopt;
    }
    return both;
  }
};

class OpenProof {
 public:
  OpenProof(const Plan& plan, const spec::Extents& extents)
      : plan_(plan), stencil_(plan.inside()), extents_(extents), wanted_(stencil_.streams.size()) {}

  void run() {
    for (const spec::StageId i : stencil_.stages.ids_backwards()) {
      const spec::StreamId output = stencil_.stages[i].output;
      // A sweep needs everything that it may read later.
      if (stencil_.arrays[stencil_.streams[output].array].role != spec::Role::kTemporary || stencil_.stages[i].sweep)
        wanted_[output] = all();
      if (wanted_[output]) sweep(plan_.executor.stages[i], *wanted_[output]);
    }
  }

 private:
  [[nodiscard]] Cells all() const {
    Cells cells;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) cells.high[a] = extents_[a] - 1;
    return cells;
  }

  void sweep(const StagePlan& stage, const Cells& wanted) {
    std::array<std::set<std::int64_t>, spec::kMaxAxes> starts;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) starts[a] = starts_of(stage, a);
    const auto last = [&](std::size_t a, std::int64_t start) {
      const auto next = starts[a].upper_bound(start);
      return (next == starts[a].end() ? extents_[a] : *next) - 1;
    };
    for (const std::int64_t z : starts[2]) {
      for (const std::int64_t y : starts[1]) {
        for (const std::int64_t x : starts[0]) {
          const auto cells = wanted.with({{x, y, z}, {last(0, x), last(1, y), last(2, z)}});
          if (!cells) continue;
          const spec::Stage& line = stencil_.stages[stage.stage];
          for (const spec::NodeId id : taken(line.root, cells->low)) want(line, stencil_.nodes[id], *cells);
        }
      }
    }
  }

  /// The first coordinates of the kinds along an axis.
  [[nodiscard]] std::set<std::int64_t> starts_of(const StagePlan& stage, std::size_t axis) const {
    std::set<std::int64_t> starts{0};
    const auto add = [&](std::int64_t c) {
      if (c >= 0 && c < extents_[axis]) starts.insert(c);
    };
    for (const spec::NodeId id : stage.reads.nodes) {
      const spec::Node& n = stencil_.nodes[id];
      if (n.op == spec::Op::kRegion) {
        add(stencil_.regions[n.region()].spans[axis].first.at(extents_[axis]));
        add(stencil_.regions[n.region()].spans[axis].end.at(extents_[axis]));
      }
      if (n.op == spec::Op::kTap) add(n.offset[axis] < 0 ? -n.offset[axis] : extents_[axis] - n.offset[axis]);
    }
    return starts;
  }

  /// The reads that `cell` takes: a region chooses one side.
  [[nodiscard]] std::set<spec::NodeId> taken(spec::NodeId root, const spec::Extents& cell) const {
    std::set<spec::NodeId> seen, reads;
    std::vector<spec::NodeId> pending{root};
    while (!pending.empty()) {
      const spec::NodeId id = pending.back();
      pending.pop_back();
      if (!seen.insert(id).second) continue;
      const spec::Node& n = stencil_.nodes[id];
      if (n.op == spec::Op::kTap) reads.insert(id);
      if (n.op == spec::Op::kSelect && stencil_.nodes[n.args[0]].op == spec::Op::kRegion) {
        const bool inside = stencil_.regions[stencil_.nodes[n.args[0]].region()].holds(cell, extents_);
        pending.push_back(n.args[inside ? 1 : 2]);
      } else {
        pending.insert(pending.end(), n.args.begin(), n.args.end());
      }
    }
    return reads;
  }

  /// Marks the cells that the read `n` takes for `cells` of a line, which are of one kind.
  void want(const spec::Stage& line, const spec::Node& n, const Cells& cells) {
    Cells read;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      const bool transposed = line.mirror == spec::kTransposed;
      const bool turned = !transposed && line.mirror == static_cast<int>(a);
      const std::size_t of = transposed && a < 2 ? 1 - a : a;
      read.low[a] = (turned ? extents_[a] - 1 - cells.high[a] : cells.low[of]) + n.offset[a];
      read.high[a] = (turned ? extents_[a] - 1 - cells.low[a] : cells.high[of]) + n.offset[a];
      if (read.low[a] >= 0 && read.high[a] < extents_[a]) continue;
      const bool is_open = !n.boundary[a] && !plan_.core.block_wraps[a];
      require(
          plan_, !is_open,
          fmt::format(
              "stage {}: a cell takes a read by {} that leaves the grid without a rule, axis {}, cells {} to {}",
              stencil_.arrays[stencil_.streams[line.output].array].name, n.offset[a], a, cells.low[a], cells.high[a]));
      read.low[a] = 0;  // a rule may give any cell
      read.high[a] = extents_[a] - 1;
    }
    std::optional<Cells>& wanted = wanted_[n.stream];
    if (wanted)
      wanted->cover(read);
    else
      wanted = read;
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  spec::Extents extents_;
  IndexVector<spec::StreamId, std::optional<Cells>> wanted_;  ///< for streams of temporaries
};

}  // namespace

void verify_regions(const Plan& plan, const spec::Extents& extents) {
  const auto& nodes = plan.inside().nodes;
  const bool any =
      std::any_of(nodes.begin(), nodes.end(), [](const spec::Node& n) { return n.op == spec::Op::kRegion; });
  if (any) OpenProof(plan, extents).run();
}

}  // namespace rtlgen::plan
