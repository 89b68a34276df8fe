// Builds values with C's types, and folds constants.
#include "import/c/value.hpp"

#include <algorithm>

#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

bool is_comparison(const std::string& op) {
  return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=";
}

bool is_logical(const std::string& op) { return op == "&&" || op == "||"; }

ValuePtr made(Value value) {
  for (const ValuePtr& arg : value.args) value.size = std::min(value.size + arg->size, kLargestTree);
  return std::make_shared<const Value>(std::move(value));
}

std::optional<Constant> folded(const std::string& op, const Constant& a, const Constant& b) {
  Fault fault = Fault::kNone;
  if (op == "<<" || op == ">>") {
    if (b.whole < 0 || b.whole >= a.type.width || a.whole < 0) return std::nullopt;
    const CType type = promoted(a.type);
    const Constant power{type, Int128{1} << static_cast<int>(b.whole), 0};
    return fold(op == "<<" ? "*" : "/", *convert(a, type, fault), power, type, fault);
  }
  if (is_logical(op)) return fold(op, a, b, CType::boolean(), fault);
  const auto common = common_type(a.type, b.type, is_comparison(op) ? '<' : op[0]);
  if (!common) return std::nullopt;
  const auto ca = convert(a, *common, fault);
  const auto cb = convert(b, *common, fault);
  if (!ca || !cb) return std::nullopt;
  return fold(op, *ca, *cb, is_comparison(op) ? CType::boolean() : *common, fault);
}

/// The number `b` of a sum, converted to the type of the other operand `a`, with the sign given by `op`; none unless
/// the sum has that type, so that C converts no operand.
std::optional<Constant> addend(const std::string& op, const ValuePtr& a, const ValuePtr& b) {
  const bool is_sum = (op == "+" || op == "-") && a->type.kind == CType::Kind::kInt && b->constant;
  if (!is_sum || common_type(a->type, b->type, op[0]) != a->type) return std::nullopt;
  Fault fault = Fault::kNone;
  const auto value = convert(*b->constant, a->type, fault);
  return value && op == "-" ? fold_unary("-", *value, fault) : value;
}

/// `value` + `by`, both of the same type.
ValuePtr shifted(const ValuePtr& value, const Constant& by, Span span) {
  if (by.is_zero()) return value;
  Fault fault = Fault::kNone;
  const Constant opposite = *fold_unary("-", by, fault);
  const bool is_less = opposite.whole > 0 && (by.whole < 0 || opposite.whole < by.whole);
  const auto size = static_cast<std::int64_t>(is_less ? opposite.whole : by.whole);
  return made({Value::Kind::kBinary,
               value->type,
               is_less ? "-" : "+",
               -1,
               {value, whole_number(size, value->type, span)},
               span,
               {}});
}

/// v + 0 as v, and v + m - n as v + (m - n), with the same bits, because integers wrap. Null if `a op b` is not such a
/// sum.
ValuePtr shorter_sum(const std::string& op, const ValuePtr& a, const ValuePtr& b, Span span) {
  if (op == "+" && a->constant && !b->constant) return shorter_sum(op, b, a, span);
  const auto outer = addend(op, a, b);
  if (!outer) return nullptr;
  if (outer->is_zero()) return a;
  if (a->kind != Value::Kind::kBinary || a->args[0]->type != a->type) return nullptr;
  const auto inner = addend(a->text, a->args[0], a->args[1]);
  Fault fault = Fault::kNone;
  return inner ? shifted(a->args[0], *fold("+", *inner, *outer, a->type, fault), span) : nullptr;
}

}  // namespace

ValuePtr number(const std::string& text, Span span, const Reporter& reporter) {
  Fault fault = Fault::kNone;
  const bool has_sign = text.size() > 1 && (text[0] == '-' || text[0] == '+') && text[1] != '-' && text[1] != '+';
  const std::string digits = has_sign ? text.substr(1) : text;
  auto constant = parse_literal(digits, fault);
  if (constant && has_sign && text[0] == '-') constant = fold_unary("-", *constant, fault);
  if (!constant) {
    reporter.fail(Code::kInvalidProgramNumber, span, "this number cannot be imported: " + text,
                  {"use float, double or integers of up to 64 bits"});
  }
  Value out{Value::Kind::kNumber, constant->type, text[0] == '+' ? digits : text, -1, {}, span, {}};
  if (constant->type.is_integer()) out.constant = constant;
  return made(out);
}

ValuePtr whole_number(std::int64_t value, const CType& type, Span span) {
  const bool is_above = value < 0 && type.width == 64 && !type.is_signed;  // 2^63 and more
  const Int128 whole = is_above ? static_cast<Int128>(static_cast<std::uint64_t>(value)) : Int128{value};
  return made({Value::Kind::kNumber, type, spelled({type, whole, 0}), -1, {}, span, Constant{type, whole, 0}});
}

ValuePtr leaf(Value::Kind kind, int id, const CType& type, Span span) {
  return made({kind, type, "", id, {}, span, {}});
}

ValuePtr unary(const std::string& op, const ValuePtr& a, Span span) {
  if (op == "+" && a->type == promoted(a->type)) return a;
  Value out{Value::Kind::kUnary, op == "!" ? CType::boolean() : promoted(a->type), op, -1, {a}, span, {}};
  if (a->constant) {
    Fault fault = Fault::kNone;
    const auto constant = op == "!" ? fold_unary(op, *a->constant, fault)
                                    : fold_unary(op, *convert(*a->constant, out.type, fault), fault);
    if (constant) return whole_number(static_cast<std::int64_t>(constant->whole), constant->type, span);
  }
  return made(out);
}

ValuePtr binary(const std::string& op, const ValuePtr& a, const ValuePtr& b, Span span, const Reporter& reporter) {
  if (a->constant && b->constant) {
    const auto constant = folded(op, *a->constant, *b->constant);
    if (constant) return whole_number(static_cast<std::int64_t>(constant->whole), constant->type, span);
  }
  if (op == "&&" || op == "||") {
    const bool stops = op == "||";  // the value that decides the result
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}}) {
      const auto known = whole(*one);
      if (known && (*known != 0) == stops) return whole_number(stops ? 1 : 0, CType::boolean(), span);
      if (known) return other->type == CType::boolean() ? other : cast(other, CType::boolean(), span);
    }
  }
  if (const ValuePtr shorter = shorter_sum(op, a, b, span)) return shorter;
  CType type = CType::boolean();
  if (op == "<<" || op == ">>") {
    type = promoted(a->type);
  } else if (!is_comparison(op) && !is_logical(op)) {
    const auto common = common_type(a->type, b->type, op[0]);
    if (!common) reporter.fail(Code::kNotExpressible, span, "'" + op + "' of these types cannot be imported");
    type = *common;
  }
  return made({Value::Kind::kBinary, type, op, -1, {a, b}, span, {}});
}

ValuePtr select(const ValuePtr& condition, const ValuePtr& a, const ValuePtr& b, Span span, const Reporter& reporter) {
  const auto common = common_type(a->type, b->type, '?');
  if (!common) reporter.fail(Code::kNotExpressible, span, "'?:' of these types cannot be imported");
  const auto known = whole(*condition);
  if (known) return cast(*known != 0 ? a : b, *common, span);
  return made({Value::Kind::kSelect, *common, "", -1, {condition, a, b}, span, {}});
}

ValuePtr cast(const ValuePtr& a, const CType& type, Span span) {
  if (a->type == type) return a;
  if (a->constant && type.is_integer()) {
    Fault fault = Fault::kNone;
    const auto constant = convert(*a->constant, type, fault);
    if (constant) return whole_number(static_cast<std::int64_t>(constant->whole), type, span);
  }
  return made({Value::Kind::kCast, type, "", -1, {a}, span, {}});
}

ValuePtr call(const std::string& name, std::vector<ValuePtr> args, const CType& type, Span span) {
  return made({Value::Kind::kCall, type, name, -1, std::move(args), span, {}});
}

ValuePtr negated(const ValuePtr& condition) { return unary("!", condition, condition->span); }

std::optional<std::int64_t> whole(const Value& value) {
  if (!value.constant) return std::nullopt;
  return static_cast<std::int64_t>(value.constant->whole);
}

std::optional<std::int64_t> whole_at(const Value& value, std::int64_t time) {
  if (value.kind == Value::Kind::kTime) return time;
  if (value.constant) return whole(value);
  std::vector<Constant> args;
  for (const ValuePtr& arg : value.args) {
    const auto one = whole_at(*arg, time);
    if (!one || !arg->type.is_integer()) return std::nullopt;
    args.push_back({arg->type, *one, 0});
  }
  std::optional<Constant> out;
  Fault fault = Fault::kNone;
  if (value.kind == Value::Kind::kBinary) out = folded(value.text, args[0], args[1]);
  if (value.kind == Value::Kind::kCast) out = convert(args[0], value.type, fault);
  if (value.kind == Value::Kind::kSelect) out = args[args[0].is_zero() ? 2 : 1];
  if (value.kind == Value::Kind::kUnary)
    out = value.text == "!" ? fold_unary("!", args[0], fault)
                            : fold_unary(value.text, *convert(args[0], promoted(args[0].type), fault), fault);
  if (!out) return std::nullopt;
  return static_cast<std::int64_t>(out->whole);
}

bool depends_on(const Value& value, Value::Kind kind) {
  bool found = false;
  walk(value, [&](const Value& node) { found = found || node.kind == kind; });
  return found;
}

}  // namespace rtlgen::importer::c
