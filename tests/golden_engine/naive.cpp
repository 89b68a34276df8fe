// Whole runs and the cells that do not matter, cell by cell.
#include "naive.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "naive_cell.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {

namespace {

using golden::Grid;
using naive::Cell;
using naive::fold;
using naive::View;
using spec::Op;
using spec::Type;

/// Whether a read that sharing has moved to another line left the grid.
bool moved_outside(const View& view, const spec::Stage& stage, const Cell& c) {
  const std::int64_t cell[3] = {c.x, c.y, c.z};
  bool outside = false;
  for (std::size_t a = 0; a < 3; ++a)
    outside = outside || cell[a] < stage.reach_low[a] || cell[a] + stage.reach_high[a] >= view.extents[a];
  return outside;
}

/// The cells of a grid in the order in which a line of `order` gets its results.
std::vector<Cell> in_order(const spec::Extents& extents, bool backward) {
  std::vector<Cell> cells;
  for (std::int64_t z = 0; z < extents[2]; ++z) {
    for (std::int64_t y = 0; y < extents[1]; ++y) {
      for (std::int64_t x = 0; x < extents[0]; ++x) cells.push_back({x, y, z});
    }
  }
  if (backward) std::reverse(cells.begin(), cells.end());
  return cells;
}

bool is_backward(const spec::Stage& stage) { return stage.sweep && stage.sweep->backward; }

/// The cell whose value a stage that turns rows or planes round, or exchanges x and y, writes at `c`.
Cell turned(const spec::Stage& stage, const spec::Extents& extents, Cell c) {
  if (stage.mirror == 0) std::swap(c.x, c.y);
  if (stage.mirror == 1) c.y = extents[1] - 1 - c.y;
  if (stage.mirror == 2) c.z = extents[2] - 1 - c.z;
  return c;
}

/// `out` is among what is read, so that a line that sweeps sees its results of cells before.
void sweep(const View& view, const spec::Stage& stage, Grid& out) {
  const bool keep = stage.border == spec::Border::kKeep && view.twist != Twist::kKeepIsForgotten;
  const bool backward = is_backward(stage) && view.twist != Twist::kBackwardIsForward;
  for (const Cell& place : in_order(view.extents, backward)) {
    const Cell c = turned(stage, view.extents, place);
    const std::int64_t i = place.x + view.extents[0] * (place.y + view.extents[1] * place.z);
    if (stage.border == spec::Border::kIgnore && (view.reads_outside(stage.root, c) || moved_outside(view, stage, c))) {
      out.set(i, (0x5bd1e995u + static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u) & out.type.mask());
      continue;
    }
    const bool old = keep && (view.reads_outside(stage.root, c) || moved_outside(view, stage, c));
    out.set(i, old ? view.streams[stage.old_stream].get(i) : view.value(stage.root, c));
  }
}

}  // namespace

std::map<int, Grid> naive_run(const spec::Stencil& s, const spec::Extents& extents, const std::map<int, Grid>& inputs,
                              std::int64_t iterations, const std::vector<std::uint64_t>& params, Twist twist) {
  std::map<int, Grid> now = inputs;  // by array
  for (std::int64_t step = 0; step < iterations; ++step) {
    IndexVector<spec::StreamId, Grid> streams;
    for (const spec::Stream& stream : s.streams) {
      streams.push_back(stream.stage.valid() ? Grid(s.arrays[stream.array].type, extents)
                                             : now.at(stream.array.index()));
    }
    const IndexVector<spec::StreamId, Grid> start = streams;
    for (const spec::Stage& stage : s.stages) {
      sweep({s, extents, streams, params, step, twist, &start}, stage, streams[stage.output]);
    }
    for (const spec::StreamId i : s.streams.ids()) now.insert_or_assign(s.streams[i].array.index(), streams[i]);
  }
  std::map<int, Grid> results;
  for (const spec::ArrayId a : s.arrays.ids()) {
    const spec::Role role = s.arrays[a].role;
    if (role == spec::Role::kState || role == spec::Role::kOutput) results.emplace(a.index(), now.at(a.index()));
  }
  return results;
}

namespace {

/// Marks of one array, and what a cell's expression reads of them.
struct Marks {
  const spec::Stencil& s;
  const spec::Extents& e;
  IndexVector<spec::StreamId, Grid> streams;  ///< 1: does not matter
  Twist twist;

  /// Is the value one of coordinates, extents and constants alone?
  [[nodiscard]] bool is_of_place(spec::NodeId id) const {
    const spec::Node& n = s.nodes[id];
    if (n.op == Op::kTap || n.op == Op::kParam || n.op == Op::kStep || n.op == Op::kMonitor) return false;
    for (const spec::NodeId arg : n.args) {
      if (!is_of_place(arg)) return false;
    }
    return true;
  }

  [[nodiscard]] bool depends(spec::NodeId id, const Cell& c) const {
    const spec::Node& n = s.nodes[id];
    if (n.op == Op::kTap) {
      const std::int64_t x = fold(c.x + n.offset[0], e[0], n.boundary[0], Twist::kNone);
      const std::int64_t y = x < 0 ? x : fold(c.y + n.offset[1], e[1], n.boundary[1], Twist::kNone);
      const std::int64_t z = y < 0 ? y : fold(c.z + n.offset[2], e[2], n.boundary[2], Twist::kNone);
      return z >= 0 && streams[n.stream].get(x + e[0] * (y + e[1] * z)) != 0;
    }
    if (n.op == Op::kSelect && twist != Twist::kIgnoreForgetsTheArms && is_of_place(n.args[0])) {
      const std::vector<std::uint64_t> none;
      return depends(n.args[View{s, e, streams, none, 0, Twist::kNone, nullptr}.value(n.args[0], c) != 0 ? 1 : 2], c);
    }
    const std::size_t count = n.op == Op::kSelect && twist == Twist::kIgnoreForgetsTheArms ? 1 : n.args.size();
    bool any = false;
    for (std::size_t a = 0; a < count; ++a) any = any || depends(n.args[a], c);
    return any;
  }

  void sweep(const spec::Stage& stage) {
    const std::vector<std::uint64_t> none;
    const View view{s, e, streams, none, 0, twist, nullptr};
    Grid& marks = streams[stage.output];  // a sweep reads those of the cells before
    for (const Cell& c : in_order(e, is_backward(stage))) {
      const std::int64_t i = c.x + e[0] * (c.y + e[1] * c.z);
      const bool outside = stage.border != spec::Border::kCompute && view.reads_outside(stage.root, c);
      bool mark = twist != Twist::kIgnoreStopsAtTheLine && depends(stage.root, c);
      if (outside && stage.border == spec::Border::kIgnore) mark = true;
      if (outside && stage.border == spec::Border::kKeep)
        mark = twist != Twist::kIgnoreStopsAtKeptCells && streams[stage.old_stream].get(i) != 0;
      marks.set(i, mark ? 1 : 0);
    }
  }
};

}  // namespace

golden::Masks naive_ignored(const spec::Stencil& s, const spec::Extents& extents, std::int64_t iterations,
                            Twist twist) {
  golden::Masks result;
  bool any = false;
  for (const spec::Stage& stage : s.stages) any = any || stage.border == spec::Border::kIgnore;
  if (!any) return result;
  Marks marks{s, extents, IndexVector<spec::StreamId, Grid>(s.streams.size(), Grid(Type::boolean(), extents)), twist};
  for (std::int64_t step = 0; step < iterations; ++step) {
    for (const spec::Stage& stage : s.stages) marks.sweep(stage);
    if (step + 1 == iterations) break;
    for (const spec::StreamId i : s.streams.ids()) {
      const spec::StreamId first = s.first_stream(s.streams[i].array);
      if (s.final_stream(s.streams[i].array) == i && first.valid()) marks.streams[first] = marks.streams[i];
    }
  }
  for (const spec::ArrayId a : s.arrays.ids()) {
    const spec::Role role = s.arrays[a].role;
    if (role != spec::Role::kState && role != spec::Role::kOutput) continue;
    const Grid& grid = marks.streams[s.final_stream(a)];
    result[a.index()] = grid.bytes;
  }
  return result;
}

}  // namespace rtlgen::test
