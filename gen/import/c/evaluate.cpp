// Evaluates values to numbers, beyond the integers that are folded while values are built.
#include <algorithm>

#include "import/c/value.hpp"

namespace rtlgen::importer::c {

namespace {

bool compares(const std::string& op) {
  return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=";
}

std::optional<Constant> binary_constant(const std::string& op, const Constant& a, const Constant& b) {
  Fault fault = Fault::kNone;
  if (op == "&&" || op == "||") return fold(op, a, b, CType::boolean(), fault);
  if (op == "<<" || op == ">>") return std::nullopt;  // building the value has folded the shifts that C defines
  const auto common = common_type(a.type, b.type, compares(op) ? '<' : op[0]);
  if (!common) return std::nullopt;
  const auto ca = convert(a, *common, fault);
  const auto cb = convert(b, *common, fault);
  if (!ca || !cb) return std::nullopt;
  return fold(op, *ca, *cb, compares(op) ? CType::boolean() : *common, fault);
}

/// The name by which fold_function() knows a function of floats; "" if it does not know it.
std::string exact_name(const Value& call) {
  std::string name = call.text;
  if (call.type.width == 32 && name.back() == 'f') name.pop_back();
  static const std::map<std::string, std::string> exact = {{"sqrt", "sqrt"}, {"fabs", "abs"},    {"floor", "floor"},
                                                           {"ceil", "ceil"}, {"trunc", "trunc"}, {"round", "round"},
                                                           {"rint", "rint"}, {"fma", "fma"},     {"nearbyint", "rint"},
                                                           {"fmin", "min"},  {"fmax", "max"}};
  const auto found = exact.find(name);
  return found == exact.end() ? "" : found->second;
}

/// Functions whose result IEEE 754 or their definition fixes. The others are left to run time, where one library
/// computes them all.
std::optional<Constant> call_constant(const Value& value, const std::vector<Constant>& args) {
  if (value.type.is_integer()) {
    if (args.size() != 1) return std::nullopt;
    Constant out = args[0];
    Fault fault = Fault::kNone;
    return out.whole < 0 ? fold_unary("-", out, fault) : out;
  }
  const std::string name = exact_name(value);
  return name.empty() ? std::nullopt : fold_function(name, args);
}

}  // namespace

bool is_exact_call(const Value& call) { return call.type.is_integer() || !exact_name(call).empty(); }

std::optional<Constant> evaluated(const Value& value, const KnownNumbers& known) {
  using Kind = Value::Kind;
  if (value.constant) return value.constant;
  if (known) {
    if (const auto number = known(value)) return number;
  }
  Fault fault = Fault::kNone;
  if (value.kind == Kind::kNumber) {
    const auto literal = parse_literal(value.text, fault);
    return literal ? convert(*literal, value.type, fault) : std::nullopt;
  }
  std::vector<Constant> args;
  for (const ValuePtr& arg : value.args) {
    const auto one = evaluated(*arg, known);
    if (!one) return std::nullopt;
    args.push_back(*one);
  }
  if (args.empty()) return std::nullopt;
  if (value.kind == Kind::kCast) return convert(args[0], value.type, fault);
  if (value.kind == Kind::kBinary) return binary_constant(value.text, args[0], args[1]);
  if (value.kind == Kind::kSelect) return convert(args[args[0].is_zero() ? 2 : 1], value.type, fault);
  if (value.kind == Kind::kCall) return call_constant(value, args);
  if (value.kind != Kind::kUnary) return std::nullopt;
  if (value.text == "!") return fold_unary("!", args[0], fault);
  const auto operand = convert(args[0], promoted(args[0].type), fault);
  return operand ? fold_unary(value.text, *operand, fault) : std::nullopt;
}

std::optional<std::int64_t> whole_at_loop(const Value& value, int loop, std::int64_t at) {
  using Kind = Value::Kind;
  if (value.constant) return whole(value);
  if (!value.type.is_integer()) return std::nullopt;
  if (value.kind == Kind::kLoop) return value.id == loop ? std::optional(at) : std::nullopt;
  if (value.kind != Kind::kUnary && value.kind != Kind::kBinary && value.kind != Kind::kCast &&
      value.kind != Kind::kSelect)
    return std::nullopt;
  std::vector<Constant> args;
  for (const ValuePtr& arg : value.args) {
    const auto one = whole_at_loop(*arg, loop, at);
    if (!one) return std::nullopt;
    args.push_back({arg->type, *one, 0});
  }
  Fault fault = Fault::kNone;
  std::optional<Constant> out;
  if (value.kind == Kind::kCast) out = convert(args[0], value.type, fault);
  if (value.kind == Kind::kBinary) out = binary_constant(value.text, args[0], args[1]);
  if (value.kind == Kind::kSelect) out = convert(args[args[0].is_zero() ? 2 : 1], value.type, fault);
  if (value.kind == Kind::kUnary) {
    const auto operand = value.text == "!" ? args[0] : convert(args[0], promoted(args[0].type), fault);
    if (operand) out = fold_unary(value.text, *operand, fault);
  }
  return out ? std::optional(static_cast<std::int64_t>(out->whole)) : std::nullopt;
}

ValuePtr replaced(const ValuePtr& value, const Value* old, const ValuePtr& other, const Reporter& reporter) {
  if (value.get() == old) return cast(other, value->type, value->span);
  std::vector<ValuePtr> args;
  for (const ValuePtr& arg : value->args) args.push_back(replaced(arg, old, other, reporter));
  if (args == value->args) return value;
  switch (value->kind) {
    case Value::Kind::kUnary:
      return unary(value->text, args[0], value->span);
    case Value::Kind::kBinary:
      return binary(value->text, args[0], args[1], value->span, reporter);
    case Value::Kind::kCast:
      return cast(args[0], value->type, value->span);
    case Value::Kind::kSelect:
      return select(args[0], args[1], args[2], value->span, reporter);
    default:
      return call(value->text, std::move(args), value->type, value->span);
  }
}

bool is_same(const ValuePtr& a, const ValuePtr& b) {
  if (a == b) return true;
  if (!a || !b) return false;
  const auto one = affine(*a);
  const auto other = affine(*b);
  return one && other && *one == *other;
}

}  // namespace rtlgen::importer::c
