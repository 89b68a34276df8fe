// Cell i of an array that is reversed along an axis is cell n - 1 - i of the array. In a line that sweeps backward,
// everything is reversed with its target: offsets change sign, and regions and coordinates count from the other end. In
// a line that sweeps along x, which becomes a sweep along y, x and y are exchanged everywhere.
#include "analysis/turned.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spec/mirror.hpp"
#include "spec/reach.hpp"
#include "support/check.hpp"
#include "support/index.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;
using spec::Stage;
using spec::StageId;
using spec::StreamId;

/// The mirrors that one run of Turning makes.
enum class Turns : std::uint8_t { kTransposed, kBackward };

/// The axis along which a stage is reversed, or spec::kTransposed if x and y are exchanged; -1: unchanged.
int turn_of(const Stage& stage, Turns turns) {
  if (!stage.sweep) return -1;
  if (turns == Turns::kTransposed) return stage.sweep->axis == 0 ? spec::kTransposed : -1;
  return stage.sweep->backward && stage.sweep->axis > 0 ? stage.sweep->axis : -1;
}

class Turning {
 public:
  Turning(const spec::Program& program, Turns turns)
      : turns_(turns), old_(program), out_(program), straight_(program.streams.size()) {
    out_.nodes.clear();
    out_.stages.clear();
    out_.streams.clear();
    for (const StreamId i : old_.streams.ids()) {
      if (!old_.streams[i].stage.valid()) straight_[i] = out_.streams.push_back(old_.streams[i]);
    }
    for (const spec::Array& array : old_.arrays) names_.insert(lower_case(array.name));
  }

  spec::Program run() {
    for (const StageId i : old_.stages.ids()) {
      if (turn_of(old_.stages[i], turns_) < 0)
        copy_stage(old_.stages[i]);
      else
        turn_stage(i);
    }
    for (spec::Param& param : out_.params) {
      if (param.next.valid()) param.next = copy(param.next, -1, {});
    }
    if (out_.until.valid()) out_.until = copy(out_.until, -1, {});
    return std::move(out_);
  }

 private:
  /// Adds a stage that assigns `array`; returns its stream.
  StreamId add_stage(Stage stage, spec::ArrayId array) {
    stage.output = out_.streams.push_back({array, StageId(out_.stages.size())});
    out_.stages.push_back(std::move(stage));
    return out_.stages.back().output;
  }

  void copy_stage(const Stage& old) {
    Stage stage = old;
    straight_[old.output] = StreamId(out_.streams.size());
    stage.root = copy(old.root, -1, old);
    if (old.old_stream.valid()) stage.old_stream = straight(old.old_stream);
    add_stage(std::move(stage), old_.streams[old.output].array);
  }

  void turn_stage(StageId index) {
    const Stage& old = old_.stages[index];
    const int axis = turn_of(old, turns_);
    const spec::ArrayId target = old_.streams[old.output].array;
    line_ = old.where;
    turn_reads(old, axis);
    const bool keeps = old.border == spec::Border::kKeep;
    const StreamId before = keeps ? turned(old.old_stream, axis) : StreamId();
    Stage stage = old;
    if (axis == spec::kTransposed)
      stage.sweep->axis = 1;
    else
      stage.sweep->backward = false;
    stage.border = spec::Border::kCompute;
    stage.reach_low = stage.reach_high = {};
    stage.old_stream = {};
    const spec::ArrayId array = add_array(target, axis);
    turned_[{old.output, axis}] = StreamId(out_.streams.size());
    stage.root = copy(old.root, axis, old);
    if (keeps) stage.root = inside_or(old, axis, stage.root, before);
    const StreamId result = add_stage(std::move(stage), array);
    if (is_read_straight(index)) {
      Stage back = mirror_of(result, axis, old);
      if (old.old_stream.valid()) back.old_stream = straight(old.old_stream);
      straight_[old.output] = add_stage(std::move(back), target);
    }
  }

  /// Whether the results of a reversed stage are also needed in the order of the grid.
  [[nodiscard]] bool is_read_straight(StageId index) const {
    const StreamId output = old_.stages[index].output;
    const spec::ArrayId array = old_.streams[output].array;
    if (old_.arrays[array].role != spec::Role::kTemporary && old_.final_stream(array) == output) return true;
    const int axis = turn_of(old_.stages[index], turns_);
    for (const StageId i : old_.stages.ids()) {
      if (i <= index) continue;
      const Stage& reader = old_.stages[i];
      if (reader.old_stream == output) return true;
      if (turn_of(reader, turns_) == axis) continue;
      for (const NodeId id : spec::nodes_below(old_, reader.root)) {
        if (old_.nodes[id].op == Op::kTap && old_.nodes[id].stream == output) return true;
      }
    }
    return false;
  }

  /// A stream in the order of the grid.
  [[nodiscard]] StreamId straight(StreamId old) const {
    RTLGEN_CHECK(straight_[old].valid(), "a stream is read in an order in which it is not made");
    return straight_[old];
  }

  /// Whether an array stays the same when it is reversed or transposed.
  [[nodiscard]] static bool is_even(const spec::Array& array, int axis) {
    return !array.spans[at(axis)] && !(axis == spec::kTransposed && array.spans[1]);
  }

  /// A stream reversed along `axis`.
  StreamId turned(StreamId old, int axis) {
    const spec::Array& array = old_.arrays[old_.streams[old].array];
    if (is_even(array, axis)) return straight(old);
    const auto found = turned_.find({old, axis});
    if (found != turned_.end()) return found->second;
    StreamId from = straight(old);
    Stage where;
    where.where = line_;
    where.text = array.shown();
    // A held array comes from its own memory, so a line copies its words first.
    if (array.held()) {
      Stage copied = where;
      copied.root = cell_of(from, where.where);
      from = add_stage(std::move(copied), add_array(old_.streams[old].array, -1));
    }
    const StreamId made = add_stage(mirror_of(from, axis, where), add_array(old_.streams[old].array, axis));
    turned_[{old, axis}] = made;
    return made;
  }

  Stage mirror_of(StreamId from, int axis, const Stage& of) {
    Stage stage;
    stage.mirror = axis;
    stage.where = of.where;
    stage.text = of.text;
    stage.root = cell_of(from, of.where);
    return stage;
  }

  NodeId cell_of(StreamId stream, const SourceLocation& where) {
    Node node = spec::operation(Op::kTap, out_.arrays[out_.streams[stream].array].type, {}, where);
    node.stream = stream;
    return out_.nodes.push_back(std::move(node));
  }

  /// A temporary for the cells of `array`, reversed or copied (axis -1).
  spec::ArrayId add_array(spec::ArrayId array, int axis) {
    spec::Array made;
    made.name = old_.arrays[array].name + (axis < 0                    ? "_copied"
                                           : axis == spec::kTransposed ? "_transposed"
                                                                       : "_turned");
    while (!names_.insert(lower_case(made.name)).second) made.name += "_2";
    made.type = old_.arrays[array].type;
    made.role = spec::Role::kTemporary;
    made.where = old_.arrays[array].where;
    return out_.arrays.push_back(std::move(made));
  }

  /// Creates the reversed streams that a stage reads before the stage, so that no stage comes between it and its
  /// stream.
  void turn_reads(const Stage& stage, int axis) {
    for (const NodeId id : spec::nodes_below(old_, stage.root)) {
      const Node& node = old_.nodes[id];
      if (node.op == Op::kTap && !node.own) turned(node.stream, axis);
    }
  }

  /// Copies the nodes below `root`, for a stage in the order of the grid (axis -1) or a reversed one.
  NodeId copy(NodeId root, int axis, const Stage& stage) {
    std::map<NodeId, NodeId> of_stage;  // reads of a stage that keeps values have separate rules
    std::map<NodeId, NodeId>& made = axis < 0 ? straight_nodes_ : of_stage;
    for (const NodeId id : spec::nodes_below(old_, root)) {
      if (made.contains(id)) continue;
      Node node = old_.nodes[id];
      for (NodeId& arg : node.args) arg = made.at(arg);
      if (axis < 0) {
        if (node.op == Op::kTap) node.stream = straight(node.stream);
        made[id] = out_.nodes.push_back(std::move(node));
      } else {
        made[id] = turn(std::move(node), axis, stage);
      }
    }
    return made.at(root);
  }

  /// Whether there is a cell for which all reads of `stage` stay on the grid.
  [[nodiscard]] bool has_inside(const Stage& stage) const {
    const spec::Reach reach = spec::reach_of(old_, stage);
    bool any = true;
    for (std::size_t a = 0; a < at(old_.axes); ++a) any = any && reach.low[a] + reach.high[a] < old_.grid[a];
    return any;
  }

  NodeId turn(Node node, int axis, const Stage& stage) {
    if (node.op == Op::kTap) return turn_read(std::move(node), axis, stage);
    if (node.op == Op::kRegion) {
      spec::Region region = old_.regions[node.region()];
      turn_spans(region, axis);
      node.index = out_.region_id(region).index();
    }
    if (axis == spec::kTransposed) {
      if ((node.op == Op::kCoordinate || node.op == Op::kExtent) && node.index < 2) node.index = 1 - node.index;
      return out_.nodes.push_back(std::move(node));
    }
    if (node.op != Op::kCoordinate || node.index != axis) return out_.nodes.push_back(std::move(node));
    return from_other_end(std::move(node), axis);
  }

  NodeId turn_read(Node node, int axis, const Stage& stage) {
    node.stream = turned(node.stream, axis);
    if (axis == spec::kTransposed) {
      std::swap(node.offset[0], node.offset[1]);
      std::swap(node.boundary[0], node.boundary[1]);
    } else {
      node.offset[at(axis)] = -node.offset[at(axis)];
    }
    // A cell that keeps its value takes no read; if all cells do, nothing is read.
    const auto rule = stage.border == spec::Border::kKeep && has_inside(stage)
                          ? std::nullopt
                          : std::optional(spec::Boundary{spec::BoundaryKind::kConstant, 0});
    for (std::size_t a = 0; stage.border == spec::Border::kKeep && a < spec::kMaxAxes; ++a) {
      if (node.offset[a] != 0 && !spec::wraps(node.boundary[a])) node.boundary[a] = rule;
    }
    const std::optional<spec::Boundary> first = node.boundary[1], second = node.boundary[0];
    const int along = node.offset[1];
    const bool corner = axis == spec::kTransposed && along != 0 && node.offset[0] != 0 && first != second &&
                        spec::is_constant(first) && spec::is_constant(second);
    const spec::Type type = node.type;
    const SourceLocation where = node.where;
    const NodeId read = out_.nodes.push_back(std::move(node));
    return corner ? constant_beyond(read, along, spec::constant_node(type, first->constant, where)) : read;
  }

  /// Returns `read`, but `constant` if it leaves the rows: beyond a corner of the grid the constant of x applies, even
  /// if x has become y.
  NodeId constant_beyond(NodeId read, int along, Node constant) {
    const spec::Type type = constant.type;
    const SourceLocation where = constant.where;
    const NodeId outside = out_.nodes.push_back(std::move(constant));
    if (std::abs(along) >= old_.grid[1]) return outside;
    spec::Region region;
    region.spans[1] = {{std::max(-along, 0), false}, {std::max(along, 0), true}};
    Node inside = spec::operation(Op::kRegion, spec::Type::boolean(), {}, where);
    inside.index = out_.region_id(region).index();
    const NodeId when = out_.nodes.push_back(std::move(inside));
    return out_.nodes.push_back(spec::operation(Op::kSelect, type, {when, read, outside}, where));
  }

  NodeId from_other_end(Node coordinate, int axis) {
    const spec::Type type = coordinate.type;
    const SourceLocation where = coordinate.where;
    Node extent = spec::operation(Op::kExtent, type, {}, where);
    extent.index = axis;
    const NodeId here = out_.nodes.push_back(std::move(coordinate)), all = out_.nodes.push_back(std::move(extent)),
                 one = out_.nodes.push_back(spec::constant_node(type, 1, where)),
                 last = out_.nodes.push_back(spec::operation(Op::kSub, type, {all, one}, where));
    return out_.nodes.push_back(spec::operation(Op::kSub, type, {last, here}, where));
  }

  static void turn_spans(spec::Region& region, int axis) {
    if (axis == spec::kTransposed) {
      std::swap(region.spans[0], region.spans[1]);
      return;
    }
    const spec::Span span = region.spans[at(axis)];
    region.spans[at(axis)] = {other_end(span.end), other_end(span.first)};
  }

  /// The place at the same distance from the other end of the axis.
  static spec::Place other_end(const spec::Place& place) { return {place.cells, !place.from_end}; }

  /// `root` if all reads of `stage` stay on the grid, else the old value.
  NodeId inside_or(const Stage& stage, int axis, NodeId root, StreamId before) {
    spec::Reach reach = spec::reach_of(old_, stage);
    if (axis == spec::kTransposed) {
      std::swap(reach.low[0], reach.low[1]);
      std::swap(reach.high[0], reach.high[1]);
    } else {
      std::swap(reach.low[at(axis)], reach.high[at(axis)]);
    }
    spec::Region region;
    for (std::size_t a = 0; a < at(old_.axes); ++a) {
      region.spans[a] = {{reach.low[a], false}, {reach.high[a], true}};
      if (has_inside(stage))
        out_.least_grid[a] = std::max<std::int64_t>(out_.least_grid[a], reach.low[a] + reach.high[a] + 1);
    }
    Node inside = spec::operation(Op::kRegion, spec::Type::boolean(), {}, stage.where);
    inside.index = out_.region_id(region).index();
    const NodeId when = out_.nodes.push_back(std::move(inside)), old = cell_of(before, stage.where);
    return out_.nodes.push_back(spec::operation(Op::kSelect, out_.nodes[root].type, {when, root, old}, stage.where));
  }

  const Turns turns_;
  const spec::Program& old_;
  spec::Program out_;
  IndexVector<StreamId, StreamId> straight_;  ///< by old stream, in the order of the grid; invalid: not created
  std::map<std::pair<StreamId, int>, StreamId> turned_;  ///< by old stream and axis, or kTransposed
  std::map<NodeId, NodeId> straight_nodes_;              ///< nodes of stages in the order of the grid, by old node
  SourceLocation line_;                                  ///< location of the line that is reversed
  std::set<std::string> names_;
};

}  // namespace

std::string_view why_not_transposed(const spec::Program& program) {
  if (program.axes == 1) return "on a grid of one axis, each cell has to wait for the result of the previous one";
  if (program.grid[0] != program.grid[1]) return "x and y are exchanged on chip, which requires nx = ny";
  for (const Node& node : program.nodes) {
    if (node.op != Op::kTap) continue;
    for (std::size_t a = 0; a < 2; ++a) {
      if (node.offset[a] != 0 && spec::wraps(node.boundary[a]))
        return "x and y are exchanged on chip, so no read may wrap along x or y";
    }
  }
  return "";
}

spec::Program turned_round(const spec::Program& program) {
  const auto any = [](const spec::Program& p, Turns turns) {
    return std::any_of(p.stages.begin(), p.stages.end(), [&](const Stage& s) { return turn_of(s, turns) >= 0; });
  };
  const bool transposes = any(program, Turns::kTransposed) && why_not_transposed(program).empty();
  spec::Program out = transposes ? Turning(program, Turns::kTransposed).run() : program;
  return any(out, Turns::kBackward) ? Turning(out, Turns::kBackward).run() : out;
}

}  // namespace rtlgen::analysis
