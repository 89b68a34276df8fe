// Programs are built as the frontend would: arrays, streams, nodes before their readers.
#include "random_stencil.hpp"

#include <fmt/format.h>

#include "random_region.hpp"
#include "spec/boundary.hpp"
#include "spec/functions/functions.hpp"
#include "spec/operations.hpp"
#include "support/index.hpp"

namespace rtlgen::test {

namespace {

using golden::Grid;
using spec::Op;
using spec::Stencil;
using spec::Type;

class Builder {
 public:
  explicit Builder(std::uint64_t seed) : random_(seed), sweeps_(seed + 0x5eed) {}

  Case build() {
    grid();
    params();
    arrays();
    const int lines = random_.between(1, 5);
    for (int i = 0; i < lines; ++i) line(i);
    sweep();
    finish();
    return std::move(case_);
  }

 private:
  Stencil& s() { return case_.stencil; }

  void grid() {
    s().name = "random";
    s().axes = random_.between(1, 3);
    for (int a = 0; a < s().axes; ++a)
      s().grid[at(a)] = random_.chance(25) ? random_.between(1, 2) : random_.between(3, 9);
    // Rows longer than a segment of the engine, now and then.
    if (random_.chance(8)) s().grid = {random_.between(500, 1300), 1, 1};
    case_.extents = s().grid;
    if (random_.chance(30)) case_.extents[0] = 1 + random_.below(static_cast<int>(s().grid[0]));
    if (random_.chance(25)) s().subnormals = spec::Subnormals::kFlush;
    if (random_.chance(50)) s().rounding = spec::Rounding::kTruncate;
    if (random_.chance(50)) s().overflow = spec::Overflow::kSaturate;
    case_.iterations = random_.between(1, 3);
  }

  void params() {
    for (int i = random_.below(3); i > 0; --i) {
      // Lists have the type that half of all programs compute in, so that something reads them.
      const bool listed = random_.chance(40);
      const Type type = listed ? Type::int_of(32) : random_.of(types_);
      s().params.push_back({fmt::format("k{}", i), type, hard_value(type, random_), {}, {}, {}});
      case_.params.push_back(hard_value(type, random_));
      for (int n = listed ? random_.between(1, 3) : 0; n > 0; --n) {
        s().params.back().by_step.push_back(hard_value(type, random_));
      }
    }
  }

  spec::Boundary boundary(const Type& type) {
    static const std::vector<spec::BoundaryWord> rules(spec::boundary_table().begin(), spec::boundary_table().end());
    const auto kind = random_.of(rules).kind;
    return {kind, kind == spec::BoundaryKind::kConstant ? hard_value(type, random_) : 0};
  }

  /// Fields, then temporaries; states and inputs enter the step. Few types, so that lines can share
  /// cells.
  void arrays() {
    types_ = {random_.of(all_types()), random_.of(all_types()),
              random_.chance(50) ? Type::int_of(32) : Type::boolean()};
    const auto add = [&](const char* prefix, spec::Role role, int count) {
      for (int i = 0; i < count; ++i) {
        spec::Array array{fmt::format("{}{}", prefix, i), random_.of(types_), role, {}, {}, {true, true, true}, {}};
        for (auto& axis : array.boundary) axis = boundary(array.type);
        s().arrays.push_back(array);
      }
    };
    add("s", spec::Role::kState, random_.between(1, 2));
    add("i", spec::Role::kInput, random_.below(2));
    const spec::ArrayId held(s().arrays.size());
    add("h", spec::Role::kInput, random_.chance(40) ? 1 : 0);
    // Inputs of fewer axes: any that are left after taking one of the grid's away.
    for (const spec::ArrayId h : s().arrays.ids()) {
      if (h < held) continue;
      for (int a = 0; a < s().axes; ++a) s().arrays[h].spans[at(a)] = random_.chance(50);
      s().arrays[h].spans[at(random_.below(s().axes))] = false;
    }
    add("o", spec::Role::kOutput, random_.below(2));
    add("t", spec::Role::kTemporary, random_.below(3));
    current_.assign(s().arrays.size(), {});
    for (const spec::ArrayId a : s().arrays.ids()) {
      const spec::Role role = s().arrays[a].role;
      if (role != spec::Role::kState && role != spec::Role::kInput) continue;
      current_[a] = s().streams.push_back({a, {}});
    }
  }

  void line(int index) {
    std::vector<spec::ArrayId> targets;
    for (const spec::ArrayId a : s().arrays.ids()) {
      if (s().arrays[a].role != spec::Role::kInput) targets.push_back(a);
    }
    const spec::ArrayId target = random_.of(targets);
    spec::Stage stage;
    stage.old_stream = current_[target];
    stage.root = expression(s().arrays[target].type, random_.between(1, 4));
    stage.output = s().streams.push_back({target, spec::StageId(index)});
    if (stage.old_stream.valid() && s().arrays[target].role == spec::Role::kState && random_.chance(30))
      stage.border = spec::Border::kKeep;
    else if (random_.chance(15))
      stage.border = spec::Border::kIgnore;
    current_[target] = stage.output;
    s().stages.push_back(stage);
  }

  /// Now and then a line also reads its own results, at one or two cells before.
  void sweep() {
    if (!sweeps_.chance(40)) return;
    spec::Stage& stage = s().stages[spec::StageId(sweeps_.below(static_cast<int>(s().stages.size())))];
    if (stage.border == spec::Border::kIgnore) return;
    stage.sweep = spec::Sweep{sweeps_.below(s().axes), sweeps_.chance(50)};
    const Type type = s().nodes[stage.root].type;
    for (int reads = sweeps_.between(1, 2); reads > 0; --reads)
      stage.root = node(type == Type::boolean() ? Op::kBitXor : Op::kAdd, type, {stage.root, own_tap(stage)});
  }

  spec::NodeId own_tap(const spec::Stage& stage) {
    const spec::Array& array = s().arrays[s().streams[stage.output].array];
    const auto swept = at(stage.sweep->axis);
    spec::Node n;
    n.op = Op::kTap;
    n.type = array.type;
    n.stream = stage.output;
    n.boundary = array.boundary;
    n.own = true;
    for (std::size_t a = 0; a < swept; ++a) n.offset[a] = sweeps_.between(-2, 2);
    n.offset[swept] = stage.sweep->backward ? sweeps_.between(1, 2) : -sweeps_.between(1, 2);
    if (stage.border != spec::Border::kKeep || spec::wraps(n.boundary[swept]))
      n.boundary[swept] = spec::Boundary{spec::BoundaryKind::kConstant, hard_value(n.type, sweeps_)};
    return s().nodes.push_back(n);
  }

  void finish() {
    // An output that no line assigned would hold nothing.
    for (const spec::ArrayId a : s().arrays.ids()) {
      if (current_[a].valid()) continue;
      spec::Array& array = s().arrays[a];
      array.role = spec::Role::kTemporary;
    }
    spec::validate(s());
    for (const spec::ArrayId a : s().arrays.ids()) {
      const int index = a.index();
      if (s().first_stream(a).valid())
        case_.inputs.emplace(index, hard_grid(s().arrays[a].type, s().arrays[a].shape(case_.extents), random_));
    }
  }

  spec::NodeId node(Op op, const Type& type, std::vector<spec::NodeId> args) {
    spec::Node n;
    n.op = op;
    n.type = type;
    n.args = std::move(args);
    return s().nodes.push_back(n);
  }

  spec::NodeId tap(spec::ArrayId array) {
    spec::Node n;
    n.op = Op::kTap;
    n.type = s().arrays[array].type;
    n.stream = current_[array];
    n.boundary = s().arrays[array].boundary;
    if (random_.chance(15)) n.boundary[at(random_.below(s().axes))] = boundary(n.type);
    for (int a = 0; a < s().axes; ++a) {
      if (s().arrays[array].spans[at(a)])
        n.offset[at(a)] = random_.chance(10) ? random_.between(-40, 40) : random_.between(-2, 2);
    }
    return s().nodes.push_back(n);
  }

  spec::NodeId indexed(Op op, int index, const Type& type) {
    const spec::NodeId id = node(op, type, {});
    s().nodes.back().index = index;
    return id;
  }

  spec::NodeId leaf(const Type& type) {
    if (type == Type::boolean() && random_.chance(40))
      return indexed(Op::kRegion, s().regions.push_back(random_region(random_, s().axes)).index(), type);
    std::vector<spec::ArrayId> readable;
    for (const spec::ArrayId a : s().arrays.ids()) {
      if (current_[a].valid() && s().arrays[a].type == type && s().arrays[a].role != spec::Role::kOutput)
        readable.push_back(a);
    }
    if (!readable.empty() && random_.chance(80)) return tap(random_.of(readable));
    for (const spec::ParamId i : s().params.ids())
      if (s().params[i].type == type && random_.chance(50)) return indexed(Op::kParam, i.index(), type);
    if (type == Type::int_of(32) && random_.chance(70)) {
      const Op op = random_.of(std::vector<Op>{Op::kCoordinate, Op::kCoordinate, Op::kExtent, Op::kStep});
      return indexed(op, op == Op::kStep ? -1 : random_.below(s().axes), type);
    }
    const spec::NodeId id = node(Op::kConstant, type, {});
    s().nodes.back().bits = hard_value(type, random_);
    return id;
  }

  spec::NodeId compare(int depth) {
    const Type type = random_.of(types_);
    const Op op = random_.of(std::vector<Op>{Op::kLt, Op::kLe, Op::kEq, Op::kNe});
    return node(op, Type::boolean(), {expression(type, depth), expression(type, depth)});
  }

  spec::NodeId expression(const Type& type, int depth) {
    if (depth == 0) return leaf(type);
    --depth;
    // A value that is there already, used once more.
    for (int tries = 0; random_.chance(10) && tries < 5 && !s().nodes.empty(); ++tries) {
      const spec::NodeId id(random_.below(static_cast<int>(s().nodes.size())));
      if (s().nodes[id].type == type) return id;
    }
    if (type == Type::boolean() && random_.chance(50)) return compare(depth);
    if (random_.chance(12)) return select(type, depth);
    if (random_.chance(4)) return lookup(type, depth);
    if (random_.chance(15)) {
      // Casts to and from anything, not only the types of the program.
      const Type other = random_.chance(50) ? random_.of(types_) : random_.of(all_types());
      return node(Op::kCast, type, {expression(other, depth)});
    }
    return operation(type, depth);
  }

  /// In a table of a few values, at places that may be beyond both of its ends.
  spec::NodeId lookup(const Type& type, int depth) {
    spec::ValueTable table;
    table.name = "table" + std::to_string(s().tables.size());
    table.type = type;
    for (int values = random_.between(1, 9); values > 0; --values)
      table.values.push_back(hard_value(type, random_) & type.mask());
    const int index = s().tables.push_back(std::move(table)).index();
    const Type place = random_.chance(50) ? Type::uint_of(random_.between(1, 8)) : Type::int_of(random_.between(1, 64));
    const spec::NodeId from = node(Op::kCast, place, {expression(random_.of(types_), depth)});
    const spec::NodeId id = node(Op::kLookup, type, {from});
    s().nodes[id].index = index;
    return id;
  }

  spec::NodeId select(const Type& type, int depth) {
    const spec::NodeId c = expression(Type::boolean(), depth);
    const spec::NodeId a = expression(type, depth);
    return node(Op::kSelect, type, {c, a, expression(type, depth)});
  }

  spec::NodeId operation(const Type& type, int depth) {
    if (type.is_float() && random_.chance(6)) return fused(type, depth);
    // Sums and products are what programs have most of.
    const bool usual = random_.chance(25);
    const Op op = random_.of(usual ? std::vector{Op::kAdd, Op::kMul} : choices(type, random_.chance(10)));
    const spec::Operation& row = spec::operation_of(op);
    std::vector<spec::NodeId> args{expression(type, depth)};
    while (args.size() < row.least)
      args.push_back(row.typing == spec::Typing::kShift ? amount(type, depth) : expression(type, depth));
    return node(op, type, args);
  }

  /// Terms of every kind; factors of scaled ones are constants, which the same one may have more of.
  spec::NodeId fused(const Type& type, int depth) {
    using spec::FusedTerm;
    std::vector<spec::NodeId> args{node(Op::kConstant, type, {})};
    s().nodes[args[0]].bits = hard_value(type, random_);
    spec::FusedSum sum{random_.between(0, 6), {}};
    const auto operand = [&](spec::NodeId id) {
      args.push_back(id);
      return static_cast<int>(args.size()) - 1;
    };
    for (int terms = random_.between(1, 5); terms > 0; --terms) {
      const auto kind = static_cast<FusedTerm::Kind>(random_.below(3));
      FusedTerm term{kind, random_.chance(40), operand(expression(type, depth)), -1};
      if (kind == FusedTerm::Kind::kScaled) term.factor = 0;
      if (kind == FusedTerm::Kind::kProduct) term.factor = operand(expression(type, depth));
      sum.terms.push_back(term);
    }
    const spec::NodeId id = node(Op::kFused, type, args);
    s().nodes[id].fused = std::move(sum);
    return id;
  }

  /// Amounts below, at and beyond the width, of any integer type; constants and rows.
  spec::NodeId amount(const Type& shifted, int depth) {
    const Type type = random_.chance(50) ? Type::uint_of(random_.between(1, 8)) : Type::int_of(random_.between(1, 64));
    if (random_.chance(40)) return node(Op::kCast, type, {expression(random_.of(types_), depth)});
    const spec::NodeId id = node(Op::kConstant, type, {});
    s().nodes.back().bits = static_cast<std::uint64_t>(random_.below(shifted.width + 3)) & type.mask();
    return id;
  }

  Random random_, sweeps_;  ///< another one for sweeps, so that programs are otherwise what a seed has always given
  Case case_;
  std::vector<Type> types_ = all_types();
  IndexVector<spec::ArrayId, spec::StreamId> current_;  ///< by array: the stream that a read sees
};

}  // namespace

Grid hard_grid(const Type& type, const spec::Extents& extents, Random& random) {
  Grid grid(type, extents);
  for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, hard_value(type, random));
  return grid;
}

Case random_case(std::uint64_t seed) { return Builder(seed).build(); }

Case operator_case(Op op, const Type& result, const std::vector<Type>& operands, bool flush,
                   const spec::Extents& extents, std::uint64_t seed) {
  Random random(seed);
  Case c;
  Stencil& s = c.stencil;
  s.name = "one_operator";
  s.axes = 3;
  s.grid = c.extents = extents;
  if (flush) s.subnormals = spec::Subnormals::kFlush;
  std::vector<spec::NodeId> args;
  for (std::size_t a = 0; a < operands.size(); ++a) {
    const spec::ArrayId operand =
        s.arrays.push_back({fmt::format("a{}", a), operands[a], spec::Role::kInput, {}, {}, {true, true, true}, {}});
    spec::Node tap;
    tap.op = Op::kTap;
    tap.type = operands[a];
    tap.stream = s.streams.push_back({operand, {}});
    args.push_back(s.nodes.push_back(tap));
    c.inputs.emplace(static_cast<int>(a), hard_grid(operands[a], extents, random));
  }
  spec::Node root;
  root.op = op;
  root.type = result;
  root.args = args;
  const spec::NodeId result_node = s.nodes.push_back(root);
  const spec::ArrayId q = s.arrays.push_back({"q", result, spec::Role::kOutput, {}, {}, {true, true, true}, {}});
  spec::Stage stage;
  stage.output = s.streams.push_back({q, spec::StageId(0)});
  stage.root = result_node;
  s.stages.push_back(stage);
  spec::validate(s);
  return c;
}

}  // namespace rtlgen::test
