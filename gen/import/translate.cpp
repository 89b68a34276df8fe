// Operators: C's usual arithmetic conversions as casts; constants are folded as in C.
#include "import/translate.hpp"

#include <fmt/format.h>

#include <utility>

#include "support/codes.hpp"

namespace rtlgen::importer {

namespace {

int precedence_of(const std::string& op) {
  static const std::map<std::string, int> table = {{"||", kOr},    {"&&", kAnd},    {"|", kBitOr},   {"^", kBitXor},
                                                   {"&", kBitAnd}, {"==", kEqual},  {"!=", kEqual},  {"<", kLess},
                                                   {"<=", kLess},  {">", kLess},    {">=", kLess},   {"+", kSum},
                                                   {"-", kSum},    {"*", kProduct}, {"/", kProduct}, {"%", kProduct}};
  return table.at(op);
}

Value made(const CType& type, std::string text, int precedence) {
  return {type, std::move(text), precedence, std::nullopt};
}

Value widened(Value value, const std::optional<Span>& literal) {
  value.widened_by = literal;
  return value;
}

/// The error, and the correction.
std::pair<const char*, const char*> explain(Fault fault) {
  switch (fault) {
    case Fault::kNotANumber:
      return {"this is not a number", "write numbers as 12, 0x1f, 0.5, 0.5f or 1e-3"};
    case Fault::kNoType:
      return {"this number has a type that cannot be imported", "use float, double or integers of up to 64 bits"};
    case Fault::kRange:
      return {"this number does not fit its type",
              "use a smaller number or a wider type; the widest are 64-bit integers and double"};
    default:
      return {"this divides by zero", "an integer divided by zero has no value, as in C: correct the divisor"};
  }
}

}  // namespace

Value Translator::constant_value(const std::optional<Constant>& constant, Fault fault, Span span) {
  if (!constant) {
    const auto [what, instead] = explain(fault);
    reporter_.fail(Code::kInvalidProgramNumber, span, what, {instead});
  }
  return {constant->type, "", kPrimary, constant};
}

std::string Translator::operand(const Value& value, int precedence) const {
  if (value.constant) return spelled(*value.constant);
  return value.precedence < precedence ? "(" + value.text + ")" : value.text;
}

std::string Translator::typed_operand(const Value& value, int precedence) const {
  const std::string text = operand(value, precedence);
  return value.constant ? fmt::format("{}({})", value.type.spelling(), text) : text;
}

std::string Translator::line_text(const Value& value) const { return operand(value, 0); }

Value Translator::convert_to(const Value& value, const CType& type, Span span) {
  if (value.type == type) return value;
  if (type.kind == CType::Kind::kBool) return condition(value, span);
  if (value.constant) {
    Fault fault = Fault::kNone;
    const auto converted = convert(*value.constant, type, fault);
    if (converted || fault != Fault::kNone) return constant_value(converted, fault, span);
    return made(type, fmt::format("{}({})", type.spelling(), typed_operand(value, 0)), kPrimary);
  }
  Value out = value;
  out.type = type;
  out.widened_by.reset();
  if (value.type.spelling() == type.spelling()) return out;
  out.text = value.text;
  if (value.type.is_fixed() && type.is_integer() && type.width < 64) {
    // C++ drops the fraction and wraps; a cast from fixed point saturates, so it must not be the narrowing one.
    out.text = fmt::format("{}({})", CType::integer(value.type.is_signed, 64).spelling(), out.text);
  }
  out.text = fmt::format("{}({})", type.spelling(), out.text);
  out.precedence = kPrimary;
  return out;
}

Value Translator::condition(const Value& value, Span span) {
  if (value.type.kind == CType::Kind::kBool) return value;
  if (value.constant) {
    Fault fault = Fault::kNone;
    return constant_value(convert(*value.constant, CType::boolean(), fault), fault, span);
  }
  return made(CType::boolean(), operand(value, kEqual) + " != 0", kEqual);
}

Value Translator::expression_as(const Expr& expr, const CType& type) {
  return convert_to(expression(expr), type, expr.span);
}

Value Translator::expression(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::kNumber:
      return number(expr);
    case Expr::Kind::kName:
      return scope_.name(expr);
    case Expr::Kind::kRead:
      return scope_.read(expr);
    case Expr::Kind::kCall:
      return call(expr);
    case Expr::Kind::kCast:
      return widened(expression_as(expr.args[0], expr.type), {});  // a cast to double is intended
    case Expr::Kind::kUnary:
      return unary(expr);
    case Expr::Kind::kBinary:
      return binary(expr);
    case Expr::Kind::kSelect:
      return select(expr, expr.args[0], expr.args[1], expr.args[2]);
  }
  return {};
}

Value Translator::number(const Expr& expr) {
  Fault fault = Fault::kNone;
  std::optional<Constant> constant = parse_literal(expr.text, fault);
  if (constant && program_.float_numbers) constant = convert(*constant, CType::floating(32), fault);
  if (constant && program_.single_constants && constant->type == CType::floating(64)) {
    constant = parse_literal(expr.text + "f", fault);
  }
  return constant_value(constant, fault, expr.span);
}

Value Translator::unary(const Expr& expr) {
  Value value = expression(expr.args[0]);
  if (expr.text == "!") {
    value = condition(value, expr.span);
  } else {
    value = convert_to(value, promoted(value.type), expr.span);
  }
  const bool grows = expr.text == "-" && (value.type.kind == CType::Kind::kApInt || value.type.is_fixed());
  if (grows) {
    CType type = value.type;
    type.is_signed = true;
    if (++type.width > 64)
      reporter_.fail(Code::kUnsupportedProgramType, expr.span, "this needs more than 64 bits",
                     {"cast the operand to fewer bits first"});
    value = convert_to(value, type, expr.span);
  }
  if (value.constant) {
    Fault fault = Fault::kNone;
    return constant_value(fold_unary(expr.text, *value.constant, fault), fault, expr.span);
  }
  if (expr.text == "+") return value;
  if (expr.text == "~" && !value.type.is_integer()) {
    reporter_.fail(Code::kNotExpressible, expr.span, fmt::format("'~' does not accept {}", value.type.spelling()),
                   {"bitwise operators need integers"});
  }
  return widened(made(value.type, expr.text + operand(value, kPrimary), kUnaryOp), value.widened_by);
}

void Translator::refuse_pair(const Expr& expr, const Value& a, const Value& b) {
  const std::string types =
      fmt::format("'{}' of {} and {}", expr.text == "//" ? "/" : expr.text, a.type.spelling(), b.type.spelling());
  if (a.type.is_float() || b.type.is_float()) {
    reporter_.fail(Code::kNotExpressible, expr.span, types + " is not supported",
                   {"floats have + - * / and comparisons; to mix fixed point and floats, write a cast"});
  }
  if (a.type.is_fixed() || b.type.is_fixed()) {
    reporter_.fail(Code::kNotExpressible, expr.span, types + " is not supported",
                   {"fixed point has + - * and comparisons, in at most 64 bits: cast the operands to fewer bits, to an "
                    "integer or to float"});
  }
  reporter_.fail(Code::kUnsupportedProgramType, expr.span, types + " needs more than 64 bits",
                 {"cast the operands to fewer bits first"});
}

Value Translator::binary(const Expr& expr) {
  const Value a = expression(expr.args[0]);
  const Value b = expression(expr.args[1]);
  if (expr.text == "&&" || expr.text == "||") {
    const Value ca = condition(a, expr.args[0].span);
    const Value cb = condition(b, expr.args[1].span);
    Fault fault = Fault::kNone;
    if (ca.constant && cb.constant)
      return constant_value(fold(expr.text, *ca.constant, *cb.constant, ca.type, fault), fault, expr.span);
    const int own = precedence_of(expr.text);
    return made(CType::boolean(),
                fmt::format("{} {} {}", typed_operand(ca, own), expr.text, typed_operand(cb, own + 1)), own);
  }
  if (expr.text == "//") {
    // Python divides integers as reals.
    const bool whole = a.type.is_integer() && b.type.is_integer();
    const CType real = CType::floating(64);
    return whole ? arithmetic(expr, "/", convert_to(a, real, expr.span), convert_to(b, real, expr.span))
                 : arithmetic(expr, "/", a, b);
  }
  if (expr.text == "<<" || expr.text == ">>") return shift(expr, a, b);
  const bool compares = expr.text.size() == 2 || expr.text == "<" || expr.text == ">";
  return compares ? comparison(expr, expr.text, a, b) : arithmetic(expr, expr.text, a, b);
}

std::optional<Span> Translator::literal_that_widens(const std::string& what, const std::vector<Part>& parts) const {
  const CType wide = CType::floating(64);
  std::optional<Span> literal;
  const Value* narrow = nullptr;
  for (const auto& [value, span] : parts) {
    const bool is_literal = value->widened_by || value->constant;
    if (value->type == wide && !is_literal) return std::nullopt;
    if (value->type == wide && !literal) literal = value->widened_by ? value->widened_by : span;
    if (value->type.is_float() && value->type != wide && !value->constant) narrow = value;
  }
  if (!literal || narrow == nullptr) return literal;
  reporter_.warning_once(
      Code::kDoubleLiteral, *literal,
      fmt::format("{} is double, as in C, so '{}' on {} is computed in float64, which needs several times the hardware",
                  reporter_.quote(*literal), what, narrow->type.spelling()),
      {"--single-precision-constants makes these numbers float32, like OpenCL's -cl-single-precision-constant",
       "or add the suffix f, if the language has it"});
  return literal;
}

Value Translator::arithmetic(const Expr& expr, const std::string& op, const Value& a, const Value& b) {
  const auto common = common_type(a.type, b.type, op[0]);
  if (!common) refuse_pair(expr, a, b);
  const auto literal = literal_that_widens(op, {{&a, expr.args[0].span}, {&b, expr.args[1].span}});
  const Value ca = convert_to(a, *common, expr.args[0].span);
  const Value cb = convert_to(b, *common, expr.args[1].span);
  const CType result = result_type(a.type, b.type, *common, op[0]);
  if (ca.constant && cb.constant) {
    Fault fault = Fault::kNone;
    return constant_value(fold(op, *ca.constant, *cb.constant, result, fault), fault, expr.span);
  }
  const bool divides = op == "/" || op == "%";
  if (divides && !common->is_float() && cb.constant && cb.constant->is_zero())
    constant_value(std::nullopt, Fault::kZeroDivisor, expr.span);
  const int own = precedence_of(op);
  const std::string text = fmt::format("{} {} {}", operand(ca, own), op, operand(cb, own + 1));
  return widened(convert_to(made(*common, text, own), result, expr.span), literal);
}

/// The shift amount does not affect the type.
Value Translator::shift(const Expr& expr, const Value& a, const Value& b) {
  if (!a.type.is_integer() || !b.type.is_integer()) refuse_pair(expr, a, b);
  const Value value = convert_to(a, promoted(a.type), expr.args[0].span);
  const Value amount = convert_to(b, promoted(b.type), expr.args[1].span);
  return made(value.type,
              fmt::format("{} {} {}", typed_operand(value, kShift), expr.text, typed_operand(amount, kShift + 1)),
              kShift);
}

Value Translator::comparison(const Expr& expr, const std::string& op, const Value& a, const Value& b) {
  const auto common = common_type(a.type, b.type, '<');
  if (!common) refuse_pair(expr, a, b);
  literal_that_widens(op, {{&a, expr.args[0].span}, {&b, expr.args[1].span}});
  const Value ca = convert_to(a, *common, expr.args[0].span);
  const Value cb = convert_to(b, *common, expr.args[1].span);
  if (ca.constant && cb.constant) {
    Fault fault = Fault::kNone;
    return constant_value(fold(op, *ca.constant, *cb.constant, CType::boolean(), fault), fault, expr.span);
  }
  const int own = precedence_of(op);
  return made(CType::boolean(), fmt::format("{} {} {}", operand(ca, own), op, operand(cb, own + 1)), own);
}

Value Translator::select(const Expr& expr, const Expr& c, const Expr& t, const Expr& e) {
  const Value chosen = condition(expression(c), c.span);
  const Value then = expression(t);
  const Value otherwise = expression(e);
  const auto common = common_type(then.type, otherwise.type, '?');
  if (!common) refuse_pair(expr, then, otherwise);
  const auto literal = literal_that_widens("?:", {{&then, t.span}, {&otherwise, e.span}});
  const Value ct = convert_to(then, *common, t.span);
  const Value ce = convert_to(otherwise, *common, e.span);
  if (chosen.constant) return chosen.constant->is_zero() ? ce : ct;
  const bool bare = ct.constant && ce.constant;
  return widened(made(*common,
                      fmt::format("{} ? {} : {}", operand(chosen, kOr),
                                  bare ? typed_operand(ct, kOr) : operand(ct, kOr), operand(ce, kTernary)),
                      kTernary),
                 literal);
}

}  // namespace rtlgen::importer
