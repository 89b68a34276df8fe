// Calls: C++ overloads of <cmath>, SODA's min, max and select.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>

#include "frontend/schema/words.hpp"
#include "import/make_expr.hpp"
#include "import/translate.hpp"
#include "spec/operations.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer {

namespace {

/// A replacement for functions that the language lacks.
std::string advice(const std::string& name) {
  static const std::map<std::string, std::string> table = {
      {"sinh", "write (exp(v) - exp(-v)) * 0.5f"},
      {"cosh", "write (exp(v) + exp(-v)) * 0.5f"},
      {"expm1", "write exp(v) - 1.0f"},
      {"log1p", "write log(1.0f + v)"},
      {"fdim", "write select(v > w, v - w, 0.0f)"},
      {"lround", "write int64(round(v))"},
      {"llround", "write int64(round(v))"},
      {"lrint", "write int64(rint(v))"},
      {"llrint", "write int64(rint(v))"},
      {"fmod", "write v - w * trunc(v / w)"},
      {"copysign", "write w < 0 ? -fabsf(v) : fabsf(v) (fabs for double), which differs for a w of -0 or NaN"}};
  const auto found = table.find(name);
  return found != table.end() ? found->second
                              : fmt::format("supported functions: {}", fmt::join(frontend::function_names(), " "));
}

}  // namespace

void Translator::refuse_function(const Expr& expr, const std::string& base) {
  reporter_.fail(Code::kNotExpressible, expr.span, fmt::format("the function '{}' cannot be imported", expr.text),
                 {advice(base)});
}

Value Translator::call(const Expr& expr) {
  const std::string& name = expr.text;
  if (name == "select" || name == "if") return select(expr, expr.args[0], expr.args[1], expr.args[2]);
  if (name == "min" || name == "max") return minimum(expr, name);
  if (name == "abs") return absolute(expr, false);
  if (name == "labs" || name == "llabs" || name == "imaxabs") return absolute(expr, false);
  const auto known = [](const std::string& word) { return spec::function_called(&spec::Operation::c, word); };
  std::string base = name;
  int suffix_width = 0;
  if (known(base) == nullptr && is_known_function(base.substr(0, base.size() - 1)) &&
      (base.back() == 'f' || base.back() == 'l')) {
    suffix_width = base.back() == 'f' ? 32 : -1;
    base.pop_back();
  }
  const spec::Operation* const ours = known(base);
  if (ours == nullptr || suffix_width < 0) refuse_function(expr, base);
  if (base == "fabs" && suffix_width == 0) return absolute(expr, true);
  return math(expr, *ours, suffix_width);
}

Value Translator::absolute(const Expr& expr, bool force_float) {
  if (expr.args.size() != 1)
    reporter_.fail(Code::kProgramMismatch, expr.span, fmt::format("'{}' takes one argument", expr.text));
  Value value = expression(expr.args[0]);
  if (value.type.is_integer() && force_float) value = convert_to(value, CType::floating(64), expr.span);
  if (!force_float && expr.text != "abs") value = convert_to(value, CType::integer(true, 64), expr.span);
  value = convert_to(value, promoted(value.type), expr.span);
  if (value.constant) {
    Constant folded = *value.constant;
    folded.real = folded.real < 0 ? -folded.real : folded.real + 0.0;
    if (folded.whole < 0) folded.whole = -folded.whole;
    return constant_value(folded, Fault::kNone, expr.span);
  }
  return {value.type, fmt::format("abs({})", value.text), kPrimary, std::nullopt};
}

Value Translator::math(const Expr& expr, const spec::Operation& function, int suffix_width) {
  const std::size_t arity = function.least;
  if (expr.args.size() != arity) {
    reporter_.fail(
        Code::kProgramMismatch, expr.span,
        fmt::format("'{}' takes {}, not {}", expr.text, counted(arity, "argument", "arguments"), expr.args.size()));
  }
  // C++'s overloads: an integer argument counts as double.
  std::vector<Value> values;
  CType type = CType::floating(suffix_width != 0 ? suffix_width : 16);
  for (const Expr& argument : expr.args) {
    values.push_back(expression(argument));
    const CType& own = values.back().type;
    if (own.is_fixed())
      reporter_.fail(Code::kNotExpressible, argument.span, fmt::format("'{}' does not accept fixed point", expr.text),
                     {"cast the argument to float32 first"});
    if (suffix_width == 0) type.width = std::max(type.width, own.is_float() ? own.width : 64);
  }
  std::vector<Part> parts;
  for (std::size_t i = 0; i < values.size(); ++i) parts.emplace_back(&values[i], expr.args[i].span);
  const auto literal = suffix_width == 0 ? literal_that_widens(expr.text, parts) : std::nullopt;
  bool constant = true;
  std::vector<Constant> constants;
  std::vector<Value> converted;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value value = convert_to(values[i], type, expr.args[i].span);
    constant = constant && value.constant;
    if (value.constant) constants.push_back(*value.constant);
    converted.push_back(value);
  }
  const std::string ours(function.symbol);
  const std::optional<Constant> folded = constant ? fold_function(ours, constants) : std::nullopt;
  if (folded) return constant_value(folded, Fault::kNone, expr.span);
  std::string list;
  for (const Value& value : converted)
    list += (list.empty() ? "" : ", ") + (constant ? typed_operand(value, 0) : operand(value, 0));
  return {type, fmt::format("{}({})", ours, list), kPrimary, std::nullopt, literal};
}

/// SODA: a balanced tree of std::min or std::max over the common type of all arguments.
Value Translator::minimum(const Expr& expr, const std::string& name) {
  if (expr.args.size() < 2)
    reporter_.fail(Code::kProgramMismatch, expr.span, fmt::format("'{}' takes two or more arguments", name));
  std::vector<Value> level;
  for (const Expr& argument : expr.args) level.push_back(expression(argument));
  CType type = level[0].type;
  for (std::size_t i = 1; i < level.size(); ++i) {
    const auto common = common_type(type, level[i].type, '?');
    if (!common) refuse_pair(expr, level[0], level[i]);
    type = *common;
  }
  std::vector<Part> parts;
  for (std::size_t i = 0; i < level.size(); ++i) parts.emplace_back(&level[i], expr.args[i].span);
  const auto literal = literal_that_widens(name, parts);
  for (Value& value : level) value = convert_to(value, type, expr.span);
  while (level.size() > 1) {
    std::vector<Value> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(min_max_pair(level[i], level[i + 1], type, name));
    if (level.size() % 2 != 0) next.push_back(level.back());
    level = std::move(next);
  }
  level[0].widened_by = literal;
  return level[0];
}

Value Translator::min_max_pair(const Value& a, const Value& b, const CType& type, const std::string& name) {
  if (a.constant && b.constant) {
    Fault fault = Fault::kNone;
    const auto less = name == "min" ? fold("<", *b.constant, *a.constant, CType::boolean(), fault)
                                    : fold("<", *a.constant, *b.constant, CType::boolean(), fault);
    return less->whole != 0 ? b : a;
  }
  if (!type.is_float()) {
    return {type, fmt::format("{}({}, {})", name, operand(a, 0), operand(b, 0)), kPrimary, std::nullopt};
  }
  // std::min(a, b) is b < a ? b : a, also for NaN and zeros with different signs, for which rtlgen's own min differs.
  const auto once = [&](const Value& value) {
    return value.constant || value.precedence == kPrimary ? value : scope_.store(value);
  };
  const Value first = once(a);
  const Value second = once(b);
  const std::string ta = operand(first, kPrimary);
  const std::string tb = operand(second, kPrimary);
  const std::string text =
      name == "min" ? fmt::format("{1} < {0} ? {1} : {0}", ta, tb) : fmt::format("{0} < {1} ? {1} : {0}", ta, tb);
  return {type, text, kTernary, std::nullopt};
}

}  // namespace rtlgen::importer
