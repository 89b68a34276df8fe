// Operators by kind of type, operands by what is there.
#include "expressions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/expr/types.hpp"
#include "spec/boundary.hpp"
#include "spec/operations.hpp"

namespace rtlgen::test {

using spec::Type;

Expr Expressions::cast(const Type& type, Expr value) {
  return {Expr::Kind::kCast, type, "", {std::move(value)}, {}, ""};
}

Expr Expressions::infix(const Type& type, const std::string& op, Expr a, Expr b) {
  return {Expr::Kind::kInfix, type, op, {std::move(a), std::move(b)}, {}, ""};
}

Expr Expressions::text(const Type& type, const std::string& text) {
  return {Expr::Kind::kText, type, text, {}, {}, ""};
}

Expr Expressions::call(const Type& type, const std::string& name, std::vector<Expr> args) {
  return {Expr::Kind::kCall, type, name, std::move(args), {}, ""};
}

std::string Expressions::literal(const Type& type) {
  if (type.is_float()) {
    static const std::vector<std::string> tiny{"0.5", "1", "1.5", "2", "1/3"};
    static const std::vector<std::string> more{"0.1", "0.25", "-0.5", "-1", "3", "7/8", "1e-3", "10", "-2.75"};
    return random_.of(type.exponent <= 3 || random_.chance(40) ? tiny : more);
  }
  // Units of the last place, small ones and the ends of the range.
  const int magnitude = type.width - (type.is_signed() ? 1 : 0);
  const std::uint64_t top = magnitude == 0 ? 0 : ~std::uint64_t{0} >> (64 - magnitude);
  std::string units;
  if (top == 0 || (type.is_signed() && random_.chance(20))) {
    units = random_.chance(70) || magnitude == 0 ? "-1" : fmt::format("-{}", std::min<std::uint64_t>(top, 5));
  } else {
    const std::uint64_t small = static_cast<std::uint64_t>(random_.between(1, 7))
                                << (random_.chance(50) ? type.fraction / 2 : 0);
    units = fmt::format("{}", random_.chance(15) ? top : std::min(top, small));
  }
  return type.fraction == 0 ? units
                            : units + (type.fraction == 64 ? "/18446744073709551616"
                                                           : fmt::format("/{}", std::uint64_t{1} << type.fraction));
}

int Expressions::offset() {
  if (random_.chance(4)) return random_.between(-5, 5);
  return random_.chance(15) ? random_.between(-2, 2) : random_.between(-1, 1);
}

std::string fitting_rule(const Type& type, const std::string& word) {
  for (const spec::RuleWord& r : spec::rule_words()) {
    const bool fits = !r.rule.negates || type.is_float() || type.is_signed();
    if (r.word == word && !fits) return std::string(spec::boundary_row(r.rule.kind).word);
  }
  return word;
}

std::string Expressions::rule(const Type& type, const std::string& constant_form) {
  static const std::vector<std::string> rules = [] {
    std::vector<std::string> words{"wrap"};  // twice: its halo is the largest
    for (const spec::RuleWord& r : spec::rule_words()) words.emplace_back(r.word);
    return words;
  }();
  const std::string word = fitting_rule(type, random_.of(rules));
  return word == "constant" ? fmt::format(fmt::runtime(constant_form), literal(type)) : word;
}

std::string Expressions::boundary(const Type& type, const std::vector<int>& axes) {
  if (axes.empty() || random_.chance(25)) return "";
  if (random_.chance(50)) return rule(type, "{{constant: \"{}\"}}");
  std::vector<std::string> parts;
  for (const int a : axes) {
    if (random_.chance(70)) parts.push_back(fmt::format("{}: {}", "xyz"[a], rule(type, "{{constant: \"{}\"}}")));
  }
  return parts.empty() ? "" : fmt::format("{{{}}}", fmt::join(parts, ", "));
}

Expr Expressions::tap(const Scope::Readable& array, Scope& scope) {
  Expr e{Expr::Kind::kTap, array.type, array.name, {}, {}, ""};
  const bool centre = random_.chance(25);
  for (std::size_t i = 0; i < array.axes.size(); ++i) e.offsets.push_back(centre ? 0 : offset());
  scope.unused.erase(array.name);
  if (array.axes.empty() || !random_.chance(12)) return e;
  if (random_.chance(50)) {
    e.rule = rule(array.type, "constant({})");
  } else {
    const int axis = random_.of(array.axes);
    e.rule = fmt::format("{}={}", "xyz"[axis], rule(array.type, "constant({})"));
  }
  return e;
}

Expr Expressions::leaf(const Type& type, Scope& scope) {
  std::vector<const Scope::Readable*> fit;
  std::vector<const Scope::Readable*> wanted;
  for (const auto* list : {&scope.arrays, &scope.params}) {
    for (const Scope::Readable& r : *list) {
      if (r.type != type) continue;
      fit.push_back(&r);
      if (scope.unused.contains(r.name)) wanted.push_back(&r);
    }
  }
  if (!wanted.empty() && random_.chance(60)) fit = wanted;
  if (!fit.empty() && random_.chance(92)) {
    const Scope::Readable& r = *random_.of(fit);
    const bool array =
        std::any_of(scope.arrays.begin(), scope.arrays.end(), [&](const auto& a) { return a.name == r.name; });
    if (array) return tap(r, scope);
    scope.unused.erase(r.name);
    return text(type, r.name);
  }
  if (scope.random && random_.chance(40)) {
    Expr number = text(*scope.random, fmt::format("random({})", random_.below(1000)));
    return type == *scope.random ? number : cast(type, std::move(number));
  }
  std::vector<Scope::Readable> any = scope.arrays;
  if (!any.empty() && (!scope.coordinates || random_.chance(70))) return cast(type, tap(random_.of(any), scope));
  std::vector<std::string> names{scope.step ? "step" : "nz", "nx", "ny"};
  // Along an axis that the grid does not have, a coordinate is a constant 0, which nothing divides by.
  const std::vector<std::string> coordinates[] = {{"x"}, {"x", "y"}, {"x", "y", "x", "z"}};
  if (scope.coordinates) {
    const auto& own = coordinates[scope.axes - 1];
    names.insert(names.end(), own.begin(), own.end());
  }
  return cast(type, text(Type::int_of(32), random_.of(names)));
}

Expr Expressions::operand(const Type& type, int depth, Scope& scope) {
  // An operand that the type holds is widened.
  if (random_.chance(8)) {
    for (const Type& t : types_) {
      if (t != type && frontend::holds(type, t)) return make(t, depth, scope);
    }
  }
  return make(type, depth, scope);
}

Expr Expressions::condition(int depth, Scope& scope) {
  static const std::vector<std::string> comparisons{"<", "<=", ">", ">=", "==", "!="};
  if (random_.chance(20) && depth > 0) {
    return infix(Type::boolean(), random_.chance(50) ? "&&" : "||", condition(depth - 1, scope),
                 condition(depth - 1, scope));
  }
  if (random_.chance(8))
    return {Expr::Kind::kPrefix, Type::boolean(), "!", {condition(std::max(0, depth - 1), scope)}, {}, ""};
  const Type type = random_.of(types_);
  Expr a = make(type, depth, scope);
  Expr b = random_.chance(40) ? text(type, literal(type)) : make(type, std::max(0, depth - 1), scope);
  return infix(Type::boolean(), random_.of(comparisons), std::move(a), std::move(b));
}

Expr Expressions::other(const Type& type, int depth, Scope& scope) {
  if (!scope.constants.empty() && random_.chance(30)) {
    for (const Scope::Readable& c : scope.constants) {
      if (c.type != type) continue;
      scope.unused.erase(c.name);
      return text(type, c.name);
    }
  }
  return random_.chance(30) ? text(type, literal(type)) : operand(type, depth, scope);
}

Expr Expressions::make(const Type& type, int depth, Scope& scope) {
  if (depth <= 0 || random_.chance(8)) return leaf(type, scope);
  if (type == Type::boolean() && random_.chance(70)) return condition(depth - 1, scope);
  if (random_.chance(9)) {
    Expr c = condition(depth - 1, scope);
    Expr a = operand(type, depth - 1, scope);
    // One branch has the type whole, so that the result has it too.
    Expr b = make(type, depth - 1, scope);
    return {Expr::Kind::kSelect, type, "", {std::move(c), std::move(a), std::move(b)}, {}, ""};
  }
  if (random_.chance(9))
    return cast(type, make(random_.chance(70) ? random_.of(types_) : random_.of(all_types()), depth - 1, scope));
  return operation(type, depth - 1, scope);
}

Expr Expressions::operation(const Type& type, int depth, Scope& scope) {
  using spec::Op;
  if (type.is_float() && random_.chance(6)) return fused_call(type, depth, scope);
  // Sums, differences and products are what programs have most of.
  const bool usual = random_.chance(30);
  const Op op = random_.of(usual ? std::vector{Op::kAdd, Op::kSub, Op::kMul} : choices(type, random_.chance(10)));
  const spec::Operation& row = spec::operation_of(op);
  const std::string symbol(row.symbol);
  Expr a = make(type, depth, scope);
  if (row.form == spec::Form::kPrefix) return {Expr::Kind::kPrefix, type, symbol, {std::move(a)}, {}, ""};
  if (row.form == spec::Form::kFunction) {
    std::vector<Expr> args{std::move(a)};
    while (args.size() < row.least) args.push_back(other(type, depth, scope));
    if (row.most > row.least && random_.chance(20)) args.push_back(other(type, depth, scope));
    return call(type, symbol, std::move(args));
  }
  if (row.typing == spec::Typing::kShift) {
    const Type amount = Type::uint_of(random_.between(1, 7));
    if (random_.chance(50))
      return infix(type, symbol, std::move(a), text(type, fmt::format("{}", random_.below(type.width + 2))));
    return infix(type, symbol, std::move(a), cast(amount, make(random_.of(types_), std::max(0, depth - 1), scope)));
  }
  Expr b = other(type, depth, scope);
  const bool swapped = b.kind == Expr::Kind::kText && random_.chance(30);
  return swapped ? infix(type, symbol, std::move(b), std::move(a)) : infix(type, symbol, std::move(a), std::move(b));
}

Expr Expressions::fused_call(const Type& type, int depth, Scope& scope) {
  const bool dot = random_.chance(50);
  const auto count = static_cast<std::size_t>(dot ? 2 * random_.between(1, 2) : random_.between(2, 4));
  std::vector<Expr> args{make(type, depth, scope)};
  while (args.size() < count) args.push_back(other(type, depth, scope));
  return call(type, dot ? "dot" : "sum", std::move(args));
}

Expr Expressions::box(const Type& type, const Scope::Readable& array, Scope& scope) {
  scope.unused.erase(array.name);
  const std::vector<std::string> weights{"", literal(type), literal(type)};
  const bool weighted = random_.chance(50);
  const int width = random_.between(2, 3);
  const std::string op = random_.of(std::vector<std::string>{"+", "+", "+", "min", "max", "*"});
  Expr sum;
  bool first = true;
  const int rows = array.axes.size() > 1 ? random_.between(1, 3) : 1;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < width; ++i) {
      Expr t{Expr::Kind::kTap, array.type, array.name, {}, std::vector<int>(array.axes.size(), 0), ""};
      if (!t.offsets.empty()) t.offsets[0] = i - width / 2;
      if (t.offsets.size() > 1) t.offsets[1] = j - rows / 2;
      if (array.type != type) t = cast(type, std::move(t));
      const std::string weight = weighted ? weights[static_cast<std::size_t>(std::abs(i - j)) % weights.size()] : "";
      if (!weight.empty()) t = infix(type, "*", text(type, weight), std::move(t));
      if (first)
        sum = std::move(t);
      else if (op.size() > 1)
        sum = call(type, op, {std::move(sum), std::move(t)});
      else
        sum = infix(type, op, std::move(sum), std::move(t));
      first = false;
    }
  }
  return sum;
}

}  // namespace rtlgen::test
