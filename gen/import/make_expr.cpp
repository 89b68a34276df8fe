// Nodes store the depth of their trees, so that later passes cannot run out of stack.
#include "import/make_expr.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "support/codes.hpp"

namespace rtlgen::importer {

namespace {

constexpr int kMaxNesting = 150;

Expr finish(Expr node, const Reporter& reporter) {
  for (const Expr& argument : node.args) node.depth = std::max(node.depth, argument.depth + 1);
  if (node.depth > kMaxDepth) {
    reporter.fail(Code::kProgramTooDeep, node.span, "this expression is too long or too deeply nested",
                  {fmt::format("at most {} nested operators; move a part to a separate local", kMaxDepth)});
  }
  return node;
}

}  // namespace

Expr make_unary(const std::string& symbol, Span symbol_span, Expr operand, const Reporter& reporter) {
  Expr node;
  node.kind = Expr::Kind::kUnary;
  node.text = symbol;
  node.span = {symbol_span.begin, operand.span.end};
  node.args.push_back(std::move(operand));
  return finish(std::move(node), reporter);
}

Expr make_binary(const std::string& symbol, Expr left, Expr right, const Reporter& reporter) {
  Expr node;
  node.kind = Expr::Kind::kBinary;
  node.text = symbol;
  node.span = {left.span.begin, right.span.end};
  node.args.reserve(2);
  node.args.push_back(std::move(left));
  node.args.push_back(std::move(right));
  return finish(std::move(node), reporter);
}

Expr make_call(const std::string& name, Span span, std::vector<Expr> arguments, const Reporter& reporter) {
  Expr node;
  node.kind = Expr::Kind::kCall;
  node.text = name;
  node.span = span;
  node.args = std::move(arguments);
  return finish(std::move(node), reporter);
}

Expr make_cast(const CType& type, Span span, Expr operand, const Reporter& reporter) {
  Expr node;
  node.kind = Expr::Kind::kCast;
  node.type = type;
  node.span = span;
  node.args.push_back(std::move(operand));
  return finish(std::move(node), reporter);
}

Expr make_select(Expr condition, Expr then, Expr otherwise, Span span, const Reporter& reporter) {
  Expr node;
  node.kind = Expr::Kind::kSelect;
  node.span = span;
  node.args.reserve(3);
  node.args.push_back(std::move(condition));
  node.args.push_back(std::move(then));
  node.args.push_back(std::move(otherwise));
  return finish(std::move(node), reporter);
}

Expr take_number(TokenReader& reader) {
  Expr number;
  number.text = reader.peek().text;
  number.span = reader.take().span;
  return number;
}

bool is_known_function(const std::string& name) {
  static const std::set<std::string> base = {
      "cos",       "sin",        "tan",   "acos",   "asin",   "atan",      "atan2",     "cosh",   "sinh",     "tanh",
      "acosh",     "asinh",      "atanh", "exp",    "frexp",  "ldexp",     "log",       "log10",  "modf",     "exp2",
      "expm1",     "ilogb",      "log1p", "log2",   "logb",   "scalbn",    "scalbln",   "pow",    "sqrt",     "cbrt",
      "hypot",     "erf",        "erfc",  "tgamma", "lgamma", "ceil",      "floor",     "fmod",   "trunc",    "round",
      "lround",    "llround",    "rint",  "lrint",  "llrint", "nearbyint", "remainder", "remquo", "copysign", "nan",
      "nextafter", "nexttoward", "fdim",  "fmax",   "fmin",   "fabs",      "fma"};
  static const std::set<std::string> whole = {"abs",     "labs",    "llabs", "div", "ldiv",  "lldiv",
                                              "imaxabs", "imaxdiv", "min",   "max", "select"};
  if (base.contains(name) || whole.contains(name)) return true;
  const bool suffixed = name.size() > 1 && (name.back() == 'f' || name.back() == 'l');
  return suffixed && base.contains(name.substr(0, name.size() - 1));
}

void refuse_type(const std::string& name, Span span, const Reporter& reporter) {
  reporter.fail(
      Code::kUnsupportedProgramType, span, fmt::format("the type '{}' cannot be imported", name),
      {"supported types are intN and uintN (N 1 to 64), intW_I and uintW_I (fixed point, I from 0 to W, W 1 to 64), "
       "half, float, double, float16, float32, float64"});
}

Nesting::Nesting(int& depth, const TokenReader& reader) : depth_(depth) {
  if (++depth_ <= kMaxNesting) return;
  reader.reporter().fail(Code::kProgramTooDeep, reader.peek().span, "this expression is nested too deeply",
                         {fmt::format("at most {} levels; move a part to a separate local", kMaxNesting)});
}

}  // namespace rtlgen::importer
