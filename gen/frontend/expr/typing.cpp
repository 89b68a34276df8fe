// Type inference from the leaves to the root.
#include "frontend/expr/typing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "frontend/expr/hints.hpp"
#include "frontend/expr/lookup_typing.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/passes/signs.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/schema/words.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::frontend {

namespace {
using spec::Op;
using spec::Type;

constexpr const char* kStartReads =
    "start data can use coordinates, extents, parameters, tables, constants and random(seed)";
constexpr const char* kPassReads = "'until' and 'next' can read monitors, constants, run-time params and extents";

/// Whether the text of the node is in the definition of a function.
bool is_in_function(const AstNode& node) { return node.source != 0; }

class Inference {
 public:
  Inference(const Ast& ast, const Scope& scope, Diagnostics& diagnostics)
      : ast_(ast), scope_(scope), diagnostics_(diagnostics) {}

  std::vector<Typed> run() {
    out_.reserve(ast_.nodes.size());
    for (const AstNode& node : ast_.nodes) {
      const std::size_t before = diagnostics_.all().size();
      out_.push_back(infer_node(node));
      if (node.origin >= 0) diagnostics_.add_notes(before, ast_.trail_of(node.origin));
    }
    return std::move(out_);
  }

 private:
  const Typed& at(int id) const { return out_[static_cast<std::size_t>(id)]; }
  const AstNode& ast_at(int id) const { return ast_.nodes[static_cast<std::size_t>(id)]; }

  Typed fail(Code code, const SourceLocation& where, const std::string& message, std::vector<std::string> notes,
             const std::optional<Fix>& fix = std::nullopt) {
    diagnostics_.error(code, where, message, std::move(notes), fix);
    return {};
  }

  static Typed exact(Exact value) {
    Typed out;
    out.status = Typed::Status::kExact;
    out.value = std::move(value);
    return out;
  }

  static Typed typed(const Type& type) {
    Typed out;
    out.status = Typed::Status::kTyped;
    out.type = type;
    return out;
  }

  static Typed open() {
    Typed out;
    out.status = Typed::Status::kOpen;
    return out;
  }

  Typed infer_node(const AstNode& node) {
    switch (node.kind) {
      case AstNode::Kind::kNumber:
        return exact(node.number);
      case AstNode::Kind::kName:
        return infer_name(node);
      case AstNode::Kind::kTap:
        return infer_tap(node);
      case AstNode::Kind::kCast:
        return infer_cast(node);
      default:
        break;
    }
    bool all_exact = true;
    std::vector<Exact> values;
    for (const int arg : node.args) {
      if (at(arg).failed()) return {};
      all_exact = all_exact && at(arg).exact();
      values.push_back(at(arg).value);
    }
    if (all_exact) return infer_exact(node, values);
    switch (operation_of(node.op).typing) {
      case Typing::kLogical:
        return infer_logical(node);
      case Typing::kComparison:
        return infer_comparison(node);
      case Typing::kShift:
        return infer_shift(node);
      default:
        return infer_arithmetic(node);
    }
  }

  Typed infer_name(const AstNode& node) {
    const auto found = scope_.symbols.find(node.name);
    if (found == scope_.symbols.end()) return unknown_name(node);
    const Symbol& symbol = found->second;
    if (symbol.kind == Symbol::Kind::kInvalid) return {};
    if (symbol.kind == Symbol::Kind::kExact) return exact(symbol.value);
    if (is_table(symbol)) return bare_table(node, symbol, diagnostics_);
    if (scope_.constants_only) {
      const bool extent = symbol.kind == Symbol::Kind::kExtent;
      if (symbol.kind == Symbol::Kind::kTypedConstant || (extent && scope_.fixed_extents)) return exact(symbol.value);
      if (extent) {
        return fail(Code::kNotConstant, node.where,
                    fmt::format("'{}' is not a compile-time constant: a run may have a smaller grid", node.name),
                    {"with `hardware: {extents: fixed}` it is, and the design only works for this grid"});
      }
      return fail(Code::kNotConstant, node.where, fmt::format("'{}' is not a compile-time constant", node.name),
                  {"use only numbers and parameters without 'runtime: true' here"});
    }
    if (!in_time(node, symbol)) return {};
    if (symbol.kind == Symbol::Kind::kArray && !readable(node, spec::ArrayId(symbol.index), {})) return {};
    Typed out = typed(symbol.type);
    out.symbol = &symbol;
    return out;
  }

  /// Whether an expression of this granularity can read such a symbol.
  [[nodiscard]] bool has_value(Symbol::Kind kind) const {
    using Kind = Symbol::Kind;
    const bool of_cell = kind == Kind::kArray || kind == Kind::kCoordinate;
    const bool of_step = kind == Kind::kStep || kind == Kind::kByStep;
    switch (scope_.value_of) {
      case Scope::Of::kCell:
        return kind != Kind::kMonitor;
      case Scope::Of::kStart:
        return kind != Kind::kArray && kind != Kind::kMonitor && !of_step;
      case Scope::Of::kStep:
        return kind != Kind::kMonitor && !of_cell;
      case Scope::Of::kPass:
        return !of_cell && !of_step;
    }
    return false;
  }

  /// Monitors have one value per pass, fields and coordinates one per cell, and `step` one per time step.
  bool in_time(const AstNode& node, const Symbol& symbol) {
    if (has_value(symbol.kind)) return true;
    using Kind = Symbol::Kind;
    const auto refuse = [&](const char* why, const char* note) {
      fail(Code::kUnavailableValue, node.where, fmt::format("'{}' {}", node.name, why), {note});
      return false;
    };
    if (symbol.kind == Kind::kMonitor && scope_.value_of != Scope::Of::kPass)
      return refuse("is a monitor: it has a value only after a pass",
                    "only 'until' and a parameter's 'next' can read monitors");
    if (scope_.value_of == Scope::Of::kStart)
      return refuse("has no value yet: start data is set before the first time step", kStartReads);
    if (scope_.value_of == Scope::Of::kStep)
      return refuse("differs from cell to cell, but a parameter does not",
                    "write the expression where it is used, or in a line that assigns a temporary");
    return refuse("has no single value after a pass", kPassReads);
  }

  /// The names that can be read instead of an unknown one.
  [[nodiscard]] const char* readable_note(const AstNode& node) const {
    if (scope_.constants_only) return "a constant is a number, or an expression of numbers and parameters";
    if (is_in_function(node))
      return "declare it under 'params', or add a parameter to the function, and pass it in the call";
    switch (scope_.value_of) {
      case Scope::Of::kStart:
        return kStartReads;
      case Scope::Of::kStep:
        return "a parameter can use numbers, 'step', extents, tables and other parameters";
      case Scope::Of::kPass:
        return kPassReads;
      case Scope::Of::kCell:
        break;
    }
    return "declare it under 'fields' or 'params', or assign it in an earlier line of 'update'";
  }

  /// Whether `written` is too short for a misspelling of a coordinate or an extent: `dx` is no misspelt `nx`.
  static bool is_guess(const std::string& written, const std::string& known) {
    constexpr std::array<std::string_view, 6> kKnown = {"x", "y", "z", "nx", "ny", "nz"};
    return written.size() <= 2 && std::ranges::find(kKnown, known) != kKnown.end() && lower_case(written) != known;
  }

  /// Names that could stand there: others would only be refused for another reason.
  [[nodiscard]] std::vector<std::string> readable_names(const AstNode& node) const {
    using Kind = Symbol::Kind;
    std::vector<std::string> out;
    for (const auto& [name, symbol] : scope_.symbols) {
      const bool is_constant = symbol.kind == Kind::kExact || symbol.kind == Kind::kTypedConstant ||
                               symbol.kind == Kind::kTable || symbol.kind == Kind::kInvalid;
      const bool is_field = symbol.kind == Kind::kArray;
      if (name == kPi || (is_field && is_in_function(node)) || is_guess(node.name, name)) continue;
      if (scope_.constants_only ? is_constant : has_value(symbol.kind)) out.push_back(name);
    }
    return out;
  }

  Typed unknown_name(const AstNode& node) {
    std::vector<std::string> notes = hint_for_indices(ast_, node);
    for (const char* trap : {"on", "off", "yes", "no", "true", "false"}) {
      if (node.name == trap) notes = {"write truth values as 1 and 0"};
    }
    const auto fix = notes.empty() ? nearest_fix(node.name, readable_names(node)) : std::nullopt;
    if (notes.empty() && !fix) notes = hint_for_name(node.name);
    const bool is_of_cell = !scope_.constants_only && scope_.value_of == Scope::Of::kCell;
    if (notes.empty() && !fix && is_of_cell) notes = hint_for_index_name(node.name);
    constexpr std::size_t kShort = 2;  // similar to many names
    if (notes.empty() && (!fix || node.name.size() <= kShort)) notes = {readable_note(node)};
    return fail(Code::kUndefinedName, node.where, fmt::format("undefined name '{}'", node.name), notes, fix);
  }

  bool readable(const AstNode& node, spec::ArrayId array, const spec::Offset& offset) {
    if (scope_.streams[array].valid() || scope_.is_own_result(array, offset)) return true;
    fail(Code::kReadBeforeAssignment, node.where, fmt::format("'{}' is read before a line assigns it", node.name),
         hint_for_early_read(scope_, array, offset));
    return false;
  }

  Typed infer_tap(const AstNode& node) {
    const auto found = scope_.symbols.find(node.name);
    if (found == scope_.symbols.end()) return unknown_name(node);
    const Symbol& symbol = found->second;
    if (symbol.kind == Symbol::Kind::kInvalid) return {};
    if (symbol.kind == Symbol::Kind::kStoredTable) return infer_lookup(ast_, node, symbol, scope_, out_, diagnostics_);
    if (symbol.kind != Symbol::Kind::kArray) {
      return fail(Code::kNotReadableAtOffset, node.where,
                  fmt::format("'{}' is a single value, not an array", node.name),
                  {fmt::format("write {} without [ ]", node.name)});
    }
    if (scope_.constants_only || scope_.value_of != Scope::Of::kCell) return infer_name(node);
    const std::size_t offsets = node.offset_count();
    if (offsets != symbol.axes.size()) return scope_.has_grid ? wrong_offsets(node, symbol, offsets) : Typed{};
    Typed out = typed(symbol.type);
    out.symbol = &symbol;
    for (std::size_t i = 0; i < offsets; ++i) {
      if (at(node.args[i]).failed()) return {};
      const Typed& offset = at(node.args[i]);
      const bool is_known = offset.exact() && is_integer(offset.value);
      if (!is_known || abs(offset.value) > kLargestOffset) return wrong_offset(node.args[i], is_known);
      out.offset[static_cast<std::size_t>(symbol.axes[i])] = static_cast<int>(offset.value.get_num().get_si());
    }
    for (const RuleOverride& rule : node.rules) {
      if (!override_rule(rule, node, out)) return {};
    }
    if (!readable(node, spec::ArrayId(symbol.index), out.offset)) return {};
    return out;
  }

  /// A read of the next cell along the first axis.
  [[nodiscard]] std::string example_read() const {
    static constexpr const char* kReads[] = {"t[1]", "t[1,0]", "t[1,0,0]"};
    return kReads[std::clamp(scope_.axes, 1, static_cast<int>(std::size(kReads))) - 1];
  }

  /// `is_known`: a compile-time integer, but too large.
  Typed wrong_offset(int arg, bool is_known) {
    Notes notes = at(arg).exact() ? Notes{} : hint_for_indices(ast_, ast_at(arg));
    notes.push_back(is_known ? fmt::format("offsets range from -{0} to {0}", kLargestOffset)
                             : fmt::format("offsets are integers known at compile time, as in {}", example_read()));
    const std::string what =
        is_known ? fmt::format("exceeds the limit of {} cells", kLargestOffset) : "is not a compile-time integer";
    return fail(Code::kInvalidOffset, ast_at(arg).where, fmt::format("the offset '{}' {}", ast_.text_of(arg), what),
                std::move(notes));
  }

  /// A rule in the brackets of a read, its constant rounded to the type of the array.
  bool override_rule(const RuleOverride& rule, const AstNode& node, Typed& read) {
    if (rule.axis >= scope_.axes) {
      if (!scope_.has_grid) return false;
      fail(Code::kUnknownAxis, rule.where, fmt::format("the grid has no axis {}", "xyz"[rule.axis]),
           {fmt::format("the grid has {} ax{}s", scope_.axes, scope_.axes == 1 ? "i" : "e")});
      return false;
    }
    const std::vector<int>& axes = read.symbol->axes;
    const auto has = [&](int axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); };
    if (rule.axis >= 0 && !has(rule.axis)) {
      fail(Code::kUnknownAxis, rule.where, fmt::format("'{}' has no axis {}", node.name, "xyz"[rule.axis]),
           {"rules only apply to the axes that the field has: see its 'axes'"});
      return false;
    }
    spec::Boundary boundary = rule.rule;
    if (!takes_rule(boundary, read.type, node.name, rule.where, diagnostics_)) return false;
    if (rule.constant >= 0) {
      const Typed& value = at(rule.constant);
      if (value.failed()) return false;
      if (!value.exact()) {
        fail(Code::kNotConstant, ast_at(rule.constant).where,
             fmt::format("'{}' is not a compile-time constant", ast_.text_of(rule.constant)),
             {fmt::format("the constant boundary of '{}' must be a number, or an expression of numbers and "
                          "compile-time parameters",
                          node.name)});
        return false;
      }
      const auto bits = fit_or_report(value.value, read.type, ast_at(rule.constant).where, scope_, diagnostics_);
      if (!bits) return false;
      boundary.constant = *bits;
    }
    for (int axis = 0; axis < scope_.axes; ++axis) {
      if (has(axis) && (rule.axis < 0 || rule.axis == axis)) read.rules[static_cast<std::size_t>(axis)] = boundary;
    }
    return true;
  }

  /// A read has one offset per axis of its array.
  Typed wrong_offsets(const AstNode& node, const Symbol& symbol, std::size_t offset_count) {
    const bool whole = static_cast<int>(symbol.axes.size()) == scope_.axes;
    std::string offsets;
    for (const int axis : symbol.axes) offsets += fmt::format("{}d{}", offsets.empty() ? "" : ",", "xyz"[axis]);
    return fail(Code::kOffsetCount, node.where,
                fmt::format("'{}' is read with {} offset{}, but {} has {} ax{}s", node.name, offset_count,
                            offset_count == 1 ? "" : "s", whole ? "the grid" : "it", symbol.axes.size(),
                            symbol.axes.size() == 1 ? "i" : "e"),
                {symbol.axes.empty() ? fmt::format("write {} without [ ]", node.name)
                                     : fmt::format("write {}[{}]", node.name, offsets)});
  }

  Typed infer_cast(const AstNode& node) {
    const Typed& operand = at(node.args[0]);
    if (operand.failed()) return {};
    if (!operand.exact()) return typed(node.type);
    const Exact value = node.type.is_integer() ? truncate(operand.value) : operand.value;
    const auto bits = fit_or_report(value, node.type, node.where, scope_, diagnostics_);
    if (!bits) return {};
    if (scope_.constants_only) return exact(decode(*bits, node.type));
    return typed(node.type);
  }

  Typed infer_exact(const AstNode& node, const std::vector<Exact>& values) {
    if (operation_of(node.op).typing == Typing::kLogical) {
      for (const int arg : node.args) {
        if (!is_condition(arg)) return {};
      }
    }
    if (node.op == Op::kSelect && !is_condition(node.args[0])) return {};
    const Operation& row = operation_of(node.op);
    ExactResult result = evaluate_exact(node.op, values);
    switch (result.fault) {
      case ExactFault::kNone:
        return exact(std::move(result.value));
      case ExactFault::kZeroDivisor:
        return fail(Code::kDivisionByZero, node.where, "division by zero", {"the divisor is the constant 0"});
      case ExactFault::kNotInteger:
        return fail(Code::kUnsupportedOperand, node.where, fmt::format("'{}' needs integers", node.name),
                    {"an operand is not an integer"});
      case ExactFault::kNegative:
        return fail(Code::kDomainError, node.where,
                    std::string(row.outside.empty() ? "a shift by a negative amount" : row.outside),
                    {row.domain == spec::Domain::kPositive ? "the operand is a constant of zero or less"
                                                           : "the operand is a negative constant"});
      case ExactFault::kTooLarge:
        break;
    }
    return fail(Code::kConstantTooLarge, node.where, "the constant is too large to compute exactly",
                {fmt::format("numerator and denominator can have at most {} bits together", kMaxExactBits)});
  }

  /// Whether a node can be a condition: uint<1>, or a constant or open value that can become one.
  bool is_condition(int id) {
    const Typed& value = at(id);
    if (value.typed() && value.type == Type::boolean()) return true;
    if (value.open()) return true;
    if (value.exact() && (value.value == 0 || value.value == 1)) return true;
    diagnostics_.error(Code::kNotACondition, ast_at(id).where,
                       fmt::format("the condition '{}' is {}, not uint<1>", ast_.text_of(id),
                                   value.typed() ? value.type.name() : to_text(value.value)),
                       {fmt::format("compare it: {} != 0", ast_.text_of(id))});
    return false;
  }

  Typed infer_logical(const AstNode& node) {
    bool good = true;
    for (const int arg : node.args) good = is_condition(arg) && good;
    return good ? typed(Type::boolean()) : Typed{};
  }

  /// The type that all operands from `first` on can have: typed, or open if none has a type.
  Typed unify(const AstNode& node, std::size_t first) {
    std::optional<Type> common;
    int winner_arg = -1;
    for (std::size_t i = first; i < node.args.size(); ++i) {
      const Typed& operand = at(node.args[i]);
      if (!operand.typed()) continue;
      const auto winner = common ? wider(*common, operand.type) : operand.type;
      if (!winner) return mismatch(node, winner_arg, node.args[i]);
      if (!common || *winner != *common) winner_arg = node.args[i];
      common = winner;
    }
    return common ? typed(*common) : open();
  }

  Typed no_power(const AstNode& node, const std::string& type) {
    return fail(Code::kUnsupportedOperand, node.where, fmt::format("'^' needs integers, not {}", type),
                hint_for_power(ast_, node));
  }

  Typed mismatch(const AstNode& node, int left, int right) {
    const std::string a = at(left).type.name();
    const std::string b = at(right).type.name();
    // '^' binds looser than comparisons: no cast turns u^2 > v into a power.
    if (node.op == Op::kBitXor && (at(left).type.is_float() || at(right).type.is_float()))
      return no_power(node, at(left).type.is_float() ? a : b);
    return fail(Code::kTypeMismatch, node.where, fmt::format("'{}' mixes {} and {}", node.name, a, b),
                {fmt::format("'{}' is {}, '{}' is {}", ast_.text_of(left), a, ast_.text_of(right), b),
                 fmt::format("cast one of them, e.g. `{}`", cast_proposal(left, right))});
  }

  /// A cast that would make the two operands mix.
  std::string cast_proposal(int left, int right) const {
    const Type& a = at(left).type;
    const Type& b = at(right).type;
    const auto cast = [&](const Type& type, int id) { return cast_text(ast_, out_, id, type); };
    if (a.is_float() && !b.is_float()) return cast(a, right);
    if (b.is_float() && !a.is_float()) return cast(b, left);
    if (a.is_fixed() != b.is_fixed()) return a.is_fixed() ? cast(a, right) : cast(b, left);
    return a.width >= b.width ? cast(a, right) : cast(b, left);
  }

  Typed infer_comparison(const AstNode& node) {
    const Typed common = unify(node, 0);
    if (common.failed()) return {};
    if (common.open()) {
      return fail(Code::kUntypedConstants, node.where, "neither side of the comparison has a type",
                  {"cast one side, e.g. float32(...)"});
    }
    Typed out = typed(Type::boolean());
    out.operand = common.type;
    return out;
  }

  Typed infer_shift(const AstNode& node) {
    const Typed& left = at(node.args[0]);
    const Typed& amount = at(node.args[1]);
    if (amount.open()) {
      return fail(Code::kUntypedConstants, ast_at(node.args[1]).where, "the shift amount has no type",
                  {"cast it, e.g. uint8(...)"});
    }
    if (amount.exact() && (!is_integer(amount.value) || amount.value < 0 || amount.value > kLargestShift)) {
      return fail(Code::kDomainError, ast_at(node.args[1]).where,
                  fmt::format("'{}' cannot be a shift amount", ast_.text_of(node.args[1])),
                  {fmt::format("an amount is an integer from 0 to {}", kLargestShift)});
    }
    if (amount.typed() && !accepts(Op::kShl, amount.type, node, diagnostics_)) return {};
    if (!left.typed()) return open();
    if (!accepts(node.op, left.type, node, diagnostics_)) return {};
    return typed(left.type);
  }

  Typed infer_arithmetic(const AstNode& node) {
    const bool select = node.op == Op::kSelect;
    if (select && !is_condition(node.args[0])) return {};
    Typed common = unify(node, select ? 1 : 0);
    if (common.typed() && common.type.is_float() && node.op == Op::kBitXor) return no_power(node, common.type.name());
    if (common.typed() && !accepts(node.op, common.type, node, diagnostics_)) return {};
    return common;
  }

  const Ast& ast_;
  const Scope& scope_;
  Diagnostics& diagnostics_;
  std::vector<Typed> out_;
};

}  // namespace

std::vector<Typed> infer(const Ast& ast, const Scope& scope, Diagnostics& diagnostics) {
  return Inference(ast, scope, diagnostics).run();
}

}  // namespace rtlgen::frontend
