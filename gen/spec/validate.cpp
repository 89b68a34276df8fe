// Checks the invariants of a Stencil; a violation is a bug in the frontend, not the user's fault.
#include <fmt/format.h>

#include "spec/fused_sum.hpp"
#include "spec/mirror.hpp"
#include "spec/operations.hpp"
#include "spec/reach.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::spec {

namespace {

/// Checks the operand types of an operation, given that arguments precede the node.
class TypeCheck {
 public:
  TypeCheck(const Program& stencil, const Node& node, NodeId id)
      : stencil_(stencil), node_(node), row_(operation_of(node.op)), id_(id) {}

  void run() const {
    check_result();
    check_operands();
  }

 private:
  const Type& type_of(std::size_t i) const { return stencil_.nodes[node_.args[i]].type; }
  void require(bool good, const char* what) const { RTLGEN_CHECK(good, fmt::format("node {}: {}", id_.index(), what)); }

  /// `count` operands, all with the type of the node.
  bool takes_own(std::size_t count) const {
    bool good = node_.args.size() == count;
    for (std::size_t i = 0; good && i < count; ++i) good = type_of(i) == node_.type;
    return good;
  }

  void check_result() const {
    switch (row_.operands) {
      case Operands::kIntegers:
        return require(takes(row_.operands, node_.type), "bits are those of integers");
      case Operands::kFractions:
        return require(takes(row_.operands, node_.type), "a rounding takes floats or fixed point");
      case Operands::kFloatsAndIntegers:
        return require(node_.type.is_float(), "a fused sum of integers is a plain one");
      case Operands::kFloats:
        return require(takes(row_.operands, node_.type), "an operation of floats");
      case Operands::kConditions:
      case Operands::kAny:
        return;
    }
  }

  void check_operands() const {
    const std::size_t count = node_.args.size();
    switch (row_.typing) {
      case Typing::kLeaf:
        return require(count == 0, "a leaf has no operands");
      case Typing::kCast:
        return require(count == 1, "a cast takes one operand");
      case Typing::kLookup:
        require(count == 1 && type_of(0).is_integer(), "a table is indexed by an integer");
        require(stencil_.tables.contains(node_.table()), "a table that exists");
        return require(node_.type == stencil_.tables[node_.table()].type, "a table has its own type");
      case Typing::kCommon:
      case Typing::kLogical:
        if (row_.is_fused()) return check_fused(count);
        return require(takes_own(row_.least), "operands must have the type of the result");
      case Typing::kShift:
        return require(count == 2 && type_of(0) == node_.type && type_of(1).is_integer(),
                       "shifts keep the type of their left operand");
      case Typing::kComparison:
        return require(count == 2 && type_of(0) == type_of(1) && node_.type == Type::boolean(),
                       "comparisons take equal types and give uint<1>");
      case Typing::kSelect:
        return require(
            count == 3 && type_of(0) == Type::boolean() && type_of(1) == node_.type && type_of(2) == node_.type,
            "selection arms must have the type of the result");
    }
  }

  void check_fused(std::size_t count) const {
    require(count > 0 && takes_own(count), "operands must have the type of the result");
    require(!node_.fused.terms.empty(), "a fused sum has terms");
    const auto known = [&](int index) { return index >= 0 && static_cast<std::size_t>(index) < count; };
    for (const FusedTerm& term : node_.fused.terms) {
      require(known(term.value), "a term is of an operand");
      require(known(term.factor) == (term.kind != FusedTerm::Kind::kPlain), "a factor is an operand");
    }
    const int most = most_guard(node_.type, node_.fused.terms.size());
    require(node_.fused.guard >= 0 && node_.fused.guard <= most, "guard bits");
  }

  const Program& stencil_;
  const Node& node_;
  const Operation& row_;
  NodeId id_;
};

void check_format(const Type& type) {
  RTLGEN_CHECK(type.width >= 1 && type.width <= 64, "a type has 1 to 64 bits");
  if (type.is_fixed()) RTLGEN_CHECK(type.fraction >= 0 && type.fraction <= type.width, "F goes from 0 to W");
  if (!type.is_float()) RTLGEN_CHECK(type.exponent == 0, "only floats have an exponent");
}

bool within(int index, std::size_t size) { return index >= 0 && index < static_cast<int>(size); }

void check_leaf(const Program& stencil, const Node& node) {
  switch (node.op) {
    case Op::kTap: {
      RTLGEN_CHECK(stencil.streams.contains(node.stream), "a tap reads a stream that exists");
      const ArrayId array = stencil.streams[node.stream].array;
      RTLGEN_CHECK(node.type == stencil.arrays[array].type, "a tap has the type of its array");
      for (const auto& rule : node.boundary) RTLGEN_CHECK(!rule || !rule->negates, "signs of rules are written out");
      for (int axis = stencil.axes; axis < kMaxAxes; ++axis) {
        RTLGEN_CHECK(node.offset[static_cast<std::size_t>(axis)] == 0, "offsets stay on the grid's axes");
      }
      for (std::size_t axis = 0; axis < kMaxAxes; ++axis) {
        RTLGEN_CHECK(stencil.arrays[array].spans[axis] || node.offset[axis] == 0, "offsets stay on the array's axes");
      }
      break;
    }
    case Op::kParam:
      RTLGEN_CHECK(stencil.params.contains(node.param()), "a parameter that exists");
      RTLGEN_CHECK(node.type == stencil.params[node.param()].type, "a parameter has its own type");
      break;
    case Op::kCoordinate:
    case Op::kExtent:
      RTLGEN_CHECK(within(node.index, static_cast<std::size_t>(stencil.axes)), "an axis of the grid");
      RTLGEN_CHECK(node.type == Type::int_of(32), "coordinates and extents are int32");
      break;
    case Op::kRegion:
      RTLGEN_CHECK(stencil.regions.contains(node.region()), "a region that exists");
      RTLGEN_CHECK(node.type == Type::boolean(), "a cell lies in a region or not");
      break;
    case Op::kStep:
      RTLGEN_CHECK(node.type == Type::int_of(32), "the time step is int32");
      break;
    case Op::kMonitor:
      RTLGEN_CHECK(stencil.monitors.contains(node.monitor()), "a monitor that exists");
      RTLGEN_CHECK(node.type == stencil.monitors[node.monitor()].type, "a monitor has its own type");
      break;
    default:
      break;
  }
}

/// Streams at the start of the step come first, then one per stage, each for an existing array.
void check_streams(const Program& stencil) {
  const auto entering = static_cast<int>(stencil.streams.size() - stencil.stages.size());
  RTLGEN_CHECK(stencil.streams.size() >= stencil.stages.size(), "every stage has a stream");
  for (const StreamId i : stencil.streams.ids()) {
    const Stream& stream = stencil.streams[i];
    RTLGEN_CHECK(stencil.arrays.contains(stream.array), "a stream's array");
    const StageId stage = i.index() < entering ? StageId() : StageId(i.index() - entering);
    RTLGEN_CHECK(stream.stage == stage, "entering streams come first, then one per stage in order");
  }
}

/// A read of the stage's own results is at an earlier cell, row or plane. If none exists, it gives a constant, or the
/// cell receives no result.
void check_own_read(const Program& stencil, StageId stage, const Node& node) {
  RTLGEN_CHECK(stencil.streams[node.stream].stage == stage, "own results are those of the stage");
  RTLGEN_CHECK(stencil.stages[stage].sweep.has_value(), "a stage that reads its own results sweeps");
  const auto axis = at(stencil.stages[stage].sweep->axis);
  RTLGEN_CHECK(stencil.stages[stage].sweep->has(node.offset), "own results are read at cells before");
  for (std::size_t later = axis + 1; later < kMaxAxes; ++later)
    RTLGEN_CHECK(node.offset[later] == 0, "own results are read within the plane that is swept");
  const auto& rule = node.boundary[axis];
  RTLGEN_CHECK(!rule || is_constant(rule) || stencil.stages[stage].border == Border::kKeep,
               "there is no result before the first");
}

/// A stage reads only streams that exist before it, and its own results if it sweeps.
void check_order(const Program& stencil, StageId stage) {
  std::vector<NodeId> pending{stencil.stages[stage].root};
  IndexVector<NodeId, bool> seen(stencil.nodes.size());
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    const Node& node = stencil.nodes[id];
    if (node.op == Op::kTap && node.own)
      check_own_read(stencil, stage, node);
    else if (node.op == Op::kTap)
      RTLGEN_CHECK(stencil.streams[node.stream].stage < stage, "a stage reads what exists before it");
    RTLGEN_CHECK(node.op != Op::kMonitor, "a monitor has a value only after a pass");
    pending.insert(pending.end(), node.args.begin(), node.args.end());
  }
}

/// Expressions evaluated after a pass read nothing that differs between cells or steps.
void check_after_pass(const Program& stencil, NodeId root, const Type& type) {
  if (!root.valid()) return;
  RTLGEN_CHECK(stencil.nodes.contains(root), "an expression that exists");
  RTLGEN_CHECK(stencil.nodes[root].type == type, "a value after a pass has its type");
  std::vector<NodeId> pending{root};
  while (!pending.empty()) {
    const Node& node = stencil.nodes[pending.back()];
    pending.pop_back();
    RTLGEN_CHECK(node.op != Op::kTap && node.op != Op::kCoordinate && node.op != Op::kRegion && node.op != Op::kStep &&
                     node.op != Op::kLookup,
                 "a value after a pass reads no cell, no step and no table");
    RTLGEN_CHECK(node.op != Op::kParam || stencil.params[node.param()].by_step.empty(),
                 "a value after a pass reads no parameter by step");
    pending.insert(pending.end(), node.args.begin(), node.args.end());
  }
}

void check_params_and_monitors(const Program& stencil) {
  for (const Param& param : stencil.params) {
    RTLGEN_CHECK((param.value & ~param.type.mask()) == 0, "bits above the width of a parameter");
    for (const std::uint64_t value : param.by_step) {
      RTLGEN_CHECK((value & ~param.type.mask()) == 0, "bits above the width of a parameter by step");
    }
    RTLGEN_CHECK(param.by_step.empty() || !param.next.valid(), "a parameter by step is not a register");
    check_after_pass(stencil, param.next, param.type);
  }
  for (const ValueTable& table : stencil.tables) {
    RTLGEN_CHECK(!table.values.empty(), "a table has values");
    for (const std::uint64_t value : table.values)
      RTLGEN_CHECK((value & ~table.type.mask()) == 0, "bits above the width of a table");
  }
  check_after_pass(stencil, stencil.until, Type::boolean());
  for (const Monitor& monitor : stencil.monitors) {
    RTLGEN_CHECK(stencil.arrays.contains(monitor.array), "the array of a monitor");
    const Array& array = stencil.arrays[monitor.array];
    const bool sum = monitor.reduction == Reduction::kSum || monitor.reduction == Reduction::kSumSquares;
    RTLGEN_CHECK(
        array.role == Role::kState || (array.role == Role::kOutput && monitor.reduction != Reduction::kMaxChange),
        "a monitor is of a state or output field");
    RTLGEN_CHECK(sum ? !monitor.type.is_float() : monitor.type == array.type, "the type of a monitor");
  }
}

/// A stage that reverses rows or planes, or transposes planes, depends neither on other cells nor on the position of
/// its cell.
void check_mirror(const Program& stencil, const Stage& stage) {
  RTLGEN_CHECK(*stage.mirror >= 0 && *stage.mirror < stencil.axes && stencil.axes > 1, "rows or planes are reversed");
  RTLGEN_CHECK(!stage.sweep && stage.border == Border::kCompute, "a reversal is a plain stage");
  for (const NodeId id : nodes_below(stencil, stage.root)) {
    const Node& node = stencil.nodes[id];
    RTLGEN_CHECK(node.op == Op::kTap || node.op == Op::kCast, "a reversed value is at most converted");
    RTLGEN_CHECK(node.op != Op::kTap || node.offset == Offset{}, "a reversed value is read at the cell");
  }
}

void check_stage(const Program& stencil, StageId s) {
  const Stage& stage = stencil.stages[s];
  RTLGEN_CHECK(stencil.streams.contains(stage.output), "a stage's stream");
  RTLGEN_CHECK(stencil.nodes.contains(stage.root), "a stage's expression");
  const Stream& output = stencil.streams[stage.output];
  RTLGEN_CHECK(output.stage == s, "a stage's stream names it as producer");
  const Array& array = stencil.arrays[output.array];
  RTLGEN_CHECK(stencil.nodes[stage.root].type == array.type, "a stage computes the type of its array");
  RTLGEN_CHECK(stage.border != Border::kKeep || stage.old_stream.valid(), "border: keep needs an old value");
  if (stage.old_stream.valid()) {
    RTLGEN_CHECK(stencil.streams.contains(stage.old_stream), "the old value is a stream");
    const Stream& old = stencil.streams[stage.old_stream];
    RTLGEN_CHECK(old.array == output.array && old.stage < s, "the old value is the target's, from before");
  }
  if (stage.sweep) {
    RTLGEN_CHECK(stage.sweep->axis >= 0 && stage.sweep->axis < stencil.axes, "sweeps go along an axis of the grid");
    RTLGEN_CHECK(stage.border != Border::kIgnore, "a sweep does not ignore its border");
  }
  if (stage.mirror) check_mirror(stencil, stage);
  check_order(stencil, s);
}

}  // namespace

void validate(const Program& stencil) {
  RTLGEN_CHECK(stencil.axes >= 1 && stencil.axes <= kMaxAxes, "axes");
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    const std::int64_t extent = stencil.grid[static_cast<std::size_t>(axis)];
    RTLGEN_CHECK(extent >= 1 && (axis < stencil.axes || extent == 1), "extents");
  }
  for (const Array& array : stencil.arrays) {
    RTLGEN_CHECK(!array.held() || array.role == Role::kInput, "only inputs may lack axes");
    for (int axis = stencil.axes; axis < kMaxAxes; ++axis) {
      RTLGEN_CHECK(array.spans[static_cast<std::size_t>(axis)], "an array lacks axes of the grid only");
    }
  }
  RTLGEN_CHECK(!stencil.stages.empty(), "a time step has at least one stage");
  check_streams(stencil);
  for (const NodeId id : stencil.nodes.ids()) {
    const Node& node = stencil.nodes[id];
    for (const NodeId arg : node.args) RTLGEN_CHECK(arg.valid() && arg < id, "arguments precede their node");
    RTLGEN_CHECK((node.bits & ~node.type.mask()) == 0, "bits above the width of a constant");
    check_format(node.type);
    TypeCheck(stencil, node, id).run();
    check_leaf(stencil, node);
  }
  for (const StageId s : stencil.stages.ids()) check_stage(stencil, s);
  check_params_and_monitors(stencil);
}

void validate(const Stencil& stencil) {
  validate(static_cast<const Program&>(stencil));
  RTLGEN_CHECK(stencil.pass_steps == stencil.hardware.steps, "a pass is as long as the chain");
}

}  // namespace rtlgen::spec
