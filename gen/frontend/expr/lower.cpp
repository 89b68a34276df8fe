// One pass from the root down finds the type that each node must have; a second one from the leaves up makes the nodes.
#include "frontend/expr/lower.hpp"

#include <fmt/format.h>

#include "frontend/expr/fuse.hpp"
#include "frontend/expr/hints.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/schema/words.hpp"
#include "spec/program.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;
using spec::Type;

constexpr std::size_t kLongestProposal = 120;  ///< the longest cast, in characters, that a note proposes in full

class Lowering {
 public:
  Lowering(const Ast& ast, const Scope& scope, Graph& graph, Diagnostics& diagnostics)
      : ast_(ast), scope_(scope), graph_(graph), diagnostics_(diagnostics) {}

  std::optional<NodeId> run(const Type& target, const std::string& target_name) {
    types_ = infer(ast_, scope_, diagnostics_);
    wanted_.resize(ast_.nodes.size());
    want_below_faults();
    const std::size_t before = diagnostics_.all().size();
    if (!types_.back().failed() && assignable(target, target_name))
      wanted_.back() = target;
    else
      failed_ = true;
    note_origin(before, ast_.nodes.size() - 1);
    for (std::size_t i = ast_.nodes.size(); i-- > 0;) demand(static_cast<int>(i));
    ids_.resize(ast_.nodes.size());
    for (std::size_t i = 0; i < ast_.nodes.size(); ++i) {
      if (!wanted_[i]) continue;
      const std::size_t first = diagnostics_.all().size();
      ids_[i] = emit(static_cast<int>(i));
      note_origin(first, i);
    }
    if (failed_) return std::nullopt;
    note_places();
    return ids_.back();
  }

 private:
  void note_places() {
    if (scope_.places == nullptr) return;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (ids_[i].valid()) scope_.places->push_back({ast_.nodes[i].where, ids_[i]});
    }
  }

  const AstNode& ast_at(int id) const { return ast_.nodes[static_cast<std::size_t>(id)]; }
  const Typed& type_at(int id) const { return types_[static_cast<std::size_t>(id)]; }
  const Type& wanted_at(int id) const { return *wanted_[static_cast<std::size_t>(id)]; }
  NodeId id_at(int id) const { return ids_[static_cast<std::size_t>(id)]; }
  void want(int id, const Type& type) { wanted_[static_cast<std::size_t>(id)] = type; }

  /// Adds the origin of the node to everything reported from `first` on.
  void note_origin(std::size_t first, std::size_t node) {
    const int origin = ast_.nodes[node].origin;
    if (origin >= 0) diagnostics_.add_notes(first, ast_.trail_of(origin));
  }

  /// Typed parts of a faulty expression are lowered anyway, so that their faults are reported too.
  void want_below_faults() {
    for (std::size_t i = 0; i < ast_.nodes.size(); ++i) {
      if (!types_[i].failed()) continue;
      for (const int arg : ast_.nodes[i].args) {
        if (type_at(arg).typed()) want(arg, type_at(arg).type);
      }
    }
  }

  /// Whether the whole expression may be assigned to `target`.
  bool assignable(const Type& target, const std::string& target_name) {
    const Typed& root = types_.back();
    if (!root.typed() || holds(target, root.type)) return true;
    if (root.type.kind == target.kind && target.is_integer()) return true;  // integers wrap
    const std::string text = cast_text(ast_, types_, static_cast<int>(ast_.nodes.size()) - 1, target);
    diagnostics_.error(
        Code::kTypeMismatch, ast_.nodes.back().where,
        fmt::format("the line computes {} but '{}' is {}", root.type.name(), target_name, target.name()),
        {fmt::format("cast it: `{}`, or give '{}' the type {}",
                     text.size() > kLongestProposal ? target.name() + "(...)" : text, target_name, root.type.name())});
    return false;
  }

  bool is_lookup(int id) const {
    const Symbol* symbol = type_at(id).symbol;
    return ast_at(id).kind == AstNode::Kind::kTap && symbol != nullptr && symbol->kind == Symbol::Kind::kStoredTable;
  }

  /// The type in which a node is computed: its own, or the one that its user needs.
  const Type& computed_in(int id) const { return type_at(id).typed() ? type_at(id).type : wanted_at(id); }

  /// Sets the types in which the arguments of a needed node are needed.
  void demand(int id) {
    const AstNode& node = ast_at(id);
    const Typed& typed = type_at(id);
    if (!wanted_[static_cast<std::size_t>(id)] || !(typed.typed() || typed.open())) return;
    if (node.kind == AstNode::Kind::kCast) {
      const Typed& operand = type_at(node.args[0]);
      if (!operand.exact()) want(node.args[0], operand.typed() ? operand.type : node.type);
      return;
    }
    if (is_lookup(id) && !type_at(node.args[0]).exact()) want(node.args[0], typed.index);
    if (node.kind != AstNode::Kind::kOperation) return;
    const Type type = computed_in(id);
    switch (operation_of(node.op).typing) {
      case Typing::kComparison:
        for (const int arg : node.args) want(arg, typed.operand);
        return;
      case Typing::kSelect:
        want(node.args[0], Type::boolean());
        want(node.args[1], type);
        want(node.args[2], type);
        return;
      case Typing::kShift:
        want(node.args[0], type);
        want(node.args[1], amount_type(node.args[1]));
        return;
      default:
        for (const int arg : node.args) want(arg, type);
    }
  }

  /// A shift amount keeps its type; a constant one takes the smallest uint that holds it.
  Type amount_type(int id) const {
    if (type_at(id).typed()) return type_at(id).type;
    int width = 1;
    while (type_at(id).value >= (std::uint64_t{1} << width)) ++width;
    return Type::uint_of(width);
  }

  NodeId constant(std::uint64_t bits, const Type& type, const SourceLocation& where) {
    return graph_.add(spec::constant_node(type, bits, where));
  }

  NodeId rounded(const Exact& value, const Type& type, const SourceLocation& where) {
    const auto bits = fit_or_report(value, type, where, scope_, diagnostics_);
    if (!bits) failed_ = true;
    // The substitute for a faulty constant is not zero, so that a division by it is not reported as well.
    return constant(bits.value_or(1), type, where);
  }

  /// The place to blame if `value` is infinite in `type`: the definition of a parameter, or else its use.
  const SourceLocation& place_of(const AstNode& node, const Exact& value, const Type& type) const {
    const auto symbol = scope_.symbols.find(node.name);
    const bool is_name = node.kind == AstNode::Kind::kName && symbol != scope_.symbols.end();
    const bool is_param = is_name && !symbol->second.where.file.empty();
    return is_param && fit(value, type).fault == FitFault::kOverflow ? symbol->second.where : node.where;
  }

  /// `from` as a value of `type`, which the rules allow without a cast in the source.
  NodeId convert(NodeId from, const Type& type, const SourceLocation& where) {
    const Node& node = graph_.at(from);
    if (node.type == type) return from;
    if (node.op == Op::kConstant && holds(type, node.type)) {
      return rounded(decode(node.bits, node.type), type, where);
    }
    return graph_.add(spec::operation(Op::kCast, type, {from}, where));
  }

  NodeId emit(int id) {
    const AstNode& node = ast_at(id);
    const Typed& typed = type_at(id);
    if (typed.exact()) return rounded(typed.value, wanted_at(id), place_of(node, typed.value, wanted_at(id)));
    NodeId out;
    switch (node.kind) {
      case AstNode::Kind::kNumber:  // exact; handled above
      case AstNode::Kind::kFold:    // expanded earlier
      case AstNode::Kind::kCall:
      case AstNode::Kind::kOver:
        break;
      case AstNode::Kind::kName:
      case AstNode::Kind::kTap:
        out = is_lookup(id) ? emit_lookup(node, typed) : emit_leaf(node, typed);
        break;
      case AstNode::Kind::kCast:
        out = emit_cast(node);
        break;
      case AstNode::Kind::kOperation:
        out = emit_operation(id);
        break;
    }
    return convert(out, wanted_at(id), node.where);
  }

  NodeId emit_leaf(const AstNode& node, const Typed& typed) {
    const Symbol& symbol = *typed.symbol;
    Node out;
    out.type = symbol.type;
    out.where = node.where;
    switch (symbol.kind) {
      case Symbol::Kind::kArray: {
        const spec::ArrayId array(symbol.index);
        out.op = Op::kTap;
        out.own = scope_.is_own_result(array, typed.offset);
        out.stream = out.own ? scope_.sweep->results : scope_.streams[array];
        out.offset = typed.offset;
        for (std::size_t axis = 0; axis < spec::kMaxAxes; ++axis) {
          out.boundary[axis] = graph_.stencil().arrays[array].rule(axis, typed.offset[axis]);
          // Along an axis without an offset, all rules give the same read.
          if (typed.rules[axis] && typed.offset[axis] != 0) out.boundary[axis] = typed.rules[axis];
        }
        break;
      }
      case Symbol::Kind::kRuntimeParam:
        out.op = Op::kParam;
        out.index = symbol.index;
        break;
      case Symbol::Kind::kStep:
        out.op = Op::kStep;
        break;
      case Symbol::Kind::kByStep:
        if (symbol.node.valid()) return symbol.node;
        out.op = Op::kParam;
        out.index = symbol.index;
        break;
      case Symbol::Kind::kMonitor:
        out.op = Op::kMonitor;
        out.index = symbol.index;
        break;
      case Symbol::Kind::kCoordinate:
      case Symbol::Kind::kExtent: {
        const bool coordinate = symbol.kind == Symbol::Kind::kCoordinate;
        if (symbol.index >= scope_.axes) return constant(coordinate ? 0 : 1, symbol.type, node.where);
        out.op = coordinate ? Op::kCoordinate : Op::kExtent;
        out.index = symbol.index;
        break;
      }
      default:
        return constant(fit(symbol.value, symbol.type).bits, symbol.type, node.where);  // typed and already rounded
    }
    return graph_.add(std::move(out));
  }

  /// A value at a known index is a constant.
  NodeId emit_lookup(const AstNode& node, const Typed& typed) {
    const Symbol& symbol = *typed.symbol;
    const spec::ValueTable& table = graph_.stencil().tables[spec::TableId(symbol.index)];
    const Typed& index = type_at(node.args[0]);
    if (index.exact()) return constant(table.values[index.value.get_num().get_ui()], table.type, node.where);
    Node out = spec::operation(Op::kLookup, table.type, {id_at(node.args[0])}, node.where);
    out.index = symbol.index;
    return graph_.add(std::move(out));
  }

  NodeId emit_cast(const AstNode& node) {
    const Typed& operand = type_at(node.args[0]);
    if (operand.exact()) {
      const Exact value = node.type.is_integer() ? truncate(operand.value) : operand.value;
      return rounded(value, node.type, node.where);
    }
    const NodeId to = convert(id_at(node.args[0]), node.type, node.where);
    if (node.type.is_integer()) graph_.mean_wrap(to);
    return to;
  }

  NodeId emit_operation(int id) {
    const AstNode& node = ast_at(id);
    Node out;
    out.op = node.op;
    out.type = computed_in(id);
    out.where = node.where;
    for (const int arg : node.args) out.args.push_back(id_at(arg));
    // Integers have no rounding that a fused sum would save.
    if (operation_of(node.op).is_fused() && out.type.is_integer()) return out.args[0];
    if (operation_of(node.op).is_fused()) return fuse_sum(graph_, out.args[0], scope_, diagnostics_, failed_);
    const Type& operand = graph_.at(out.args.back()).type;
    if (type_at(id).open() && !accepts(node.op, out.type, node, diagnostics_)) failed_ = true;
    if (node.op == Op::kDiv || node.op == Op::kRem) check_divisor(node, graph_.at(out.args[1]));
    if (node.op == Op::kAbs && !operand.is_float() && !operand.is_signed()) return out.args[0];
    const NodeId made = graph_.add(std::move(out));
    note_constant(made);
    warn_of_chain(node);
    return made;
  }

  /// Warns about `a < b < c`, which compares the truth value of `a < b`.
  void warn_of_chain(const AstNode& node) {
    const auto is_order = [](const AstNode& n) {
      return n.kind == AstNode::Kind::kOperation && (n.op == Op::kLt || n.op == Op::kLe);
    };
    if (!is_order(node)) return;
    const auto in_order = [&](const AstNode& n) {
      const auto [first, second] = std::pair(n.args[0], n.args[1]);
      const bool swapped = operation_of(n.op).symbol != n.name;
      return swapped ? std::pair(second, first) : std::pair(first, second);
    };
    const auto [left, right] = in_order(node);
    if (!is_order(ast_at(left)) && !is_order(ast_at(right))) return;
    Notes notes;
    if (is_order(ast_at(left))) {
      const int middle = in_order(ast_at(left)).second;
      const bool one_text = ast_at(middle).source == node.source && ast_at(right).source == node.source;
      notes.push_back(one_text ? fmt::format("write `{} && {} {} {}`", ast_.text_of(left), ast_.text_of(middle),
                                             node.name, ast_.text_of(right))
                               : "for a < b < c, write a < b && b < c");
    }
    notes.emplace_back("a cast marks it as intended: uint<1>(...)");
    spec::warn(graph_.stencil(), diagnostics_, Code::kTruthSum, node.where,
               fmt::format("'{}' compares the truth value (uint<1>) of a comparison, which is 0 or 1", node.name),
               std::move(notes));
  }

  /// Operations on typed constants are computed like all others. Their results are known, so they may vanish too.
  void note_constant(NodeId id) {
    const Node& node = graph_.at(id);
    const bool keeps_size = node.op == Op::kAdd || node.op == Op::kSub || node.op == Op::kNeg;
    if (scope_.losses == nullptr || node.type.is_integer()) return;
    if (!keeps_size && node.op != Op::kMul && node.op != Op::kDiv) return;
    std::vector<Exact> operands;
    for (const NodeId arg : node.args) {
      const Node& operand = graph_.at(arg);
      const auto known = constants_.find(arg);
      if (operand.op != Op::kConstant && known == constants_.end()) return;
      operands.push_back(known != constants_.end() ? known->second : decode(operand.bits, operand.type));
    }
    const ExactResult result = evaluate_exact(node.op, operands);
    if (result.fault != ExactFault::kNone) return;
    scope_.losses->note(result.value, node.type, node.where);
    const Fitted fitted = fit(result.value, node.type);
    if (fitted.fault == FitFault::kNone) constants_[id] = decode(fitted.bits, node.type);
  }

  void check_divisor(const AstNode& node, const Node& divisor) {
    if (divisor.op != Op::kConstant) return;
    const std::uint64_t magnitude = divisor.type.is_float() ? divisor.type.mask() >> 1 : divisor.type.mask();
    if ((divisor.bits & magnitude) != 0) return;
    if (divisor.type.is_float()) {
      spec::warn(graph_.stencil(), diagnostics_, Code::kZeroDivisor, node.where,
                 "division by a constant zero gives infinity or NaN", {"the divisor is 0 in " + divisor.type.name()});
      return;
    }
    diagnostics_.error(Code::kDivisionByZero, node.where, "division by zero", {"the divisor is the constant 0"});
    failed_ = true;
  }

  const Ast& ast_;
  const Scope& scope_;
  Graph& graph_;
  Diagnostics& diagnostics_;
  std::vector<Typed> types_;
  std::vector<std::optional<Type>> wanted_;
  std::vector<NodeId> ids_;
  std::map<NodeId, Exact> constants_;  ///< values of operations on typed constants
  bool failed_ = false;
};

}  // namespace

NodeId Graph::add(Node node) {
  const Key key{node.op,     {node.type.kind, node.type.width, node.type.exponent, node.type.fraction},
                node.args,   node.bits,
                node.stream, node.index,
                node.offset, node.boundary,
                node.fused,  node.own};
  const auto [found, fresh] = known_.emplace(key, NodeId(stencil_.nodes.size()));
  if (fresh) stencil_.nodes.push_back(std::move(node));
  return found->second;
}

std::optional<NodeId> lower(const Ast& ast, const Scope& scope, const Type& target, const std::string& target_name,
                            Graph& graph, Diagnostics& diagnostics) {
  return Lowering(ast, scope, graph, diagnostics).run(target, target_name);
}

}  // namespace rtlgen::frontend
