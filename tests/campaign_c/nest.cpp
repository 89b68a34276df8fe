// Statements that import accepts, and the loops around them.
#include "nest.hpp"

#include <utility>

namespace rtlgen::test::random_c {

std::vector<Piece> Nest::statements(bool with_odd, std::vector<std::string>& odd) {
  std::vector<Piece> out = some(dice_.from(1, 5), 2);
  if (with_odd) {
    odd.emplace_back();
    out.push_back(odd_statement(odd.back()));
  }
  for (const Name& to : cell_.targets) out.push_back(dice_.chance(80) ? assign(to) : compound(to));
  return out;
}

std::vector<Piece> Nest::some(int count, int depth) {
  std::vector<Piece> out;
  for (int i = 0; i < count; ++i) out.push_back(one(depth));
  return out;
}

Piece Nest::one(int depth) {
  const int dice = dice_.below(100);
  if (dice < 30) return declare();
  if (dice < 44) return assign(assignable());
  if (dice < 54) return compound(assignable());
  if (dice < 60) return step(assignable());
  if (dice < 66) return chain();
  if (dice < 72) return old_value();
  if (dice < 84 && depth > 0) return conditional(depth);
  if (dice < 88) return turns();
  if (dice < 92) return table();
  if (dice < 96) return by_pointer();
  const Name first = assignable();
  const Name second = assignable();
  return statement("$0, $1;\n", {value(first.text + " = $0", first.kind, {make().as(2, first.kind)}),
                                 value(second.text + " = $0", second.kind, {make().as(2, second.kind)})});
}

Piece Nest::declare() {
  const Type type = dice_.pick(cell_.types);
  const std::string name = fresh();
  const std::string word = dice_.chance(10) ? "__attribute__((unused)) " : "";
  Piece out = statement(word + type.words + " " + name + " = $0;\n", {make().as(dice_.from(1, 3), type.kind)});
  cell_.locals.push_back({name, type.kind});
  cell_.scope.names.push_back({name, type.kind});
  return out;
}

Piece Nest::assign(const Name& to) { return statement(to.text + " = $0;\n", {make().as(dice_.from(1, 4), to.kind)}); }

Piece Nest::compound(const Name& to) {
  if (is_float(to.kind))
    return statement(to.text + " " + dice_.word({"+=", "-=", "*=", "/="}) + " $0;\n", {make().any(2)});
  if (dice_.chance(30))
    return statement(to.text + dice_.word({" /= (($0 & 7) + 2);\n", " %= (($0 & 7) + 2);\n", " <<= ($0 & 7);\n",
                                           " >>= ($0 & 7);\n"}),
                     {make().whole(1)});
  return statement(to.text + " " + dice_.word({"+=", "-=", "*=", "&=", "|=", "^="}) + " $0;\n", {make().whole(2)});
}

Piece Nest::step(const Name& to) {
  return statement(dice_.word({to.text + "++;\n", "++" + to.text + ";\n", to.text + "--;\n", "--" + to.text + ";\n"}));
}

/// `a = b = e`, or an assignment as an operand.
Piece Nest::chain() {
  const Name inner = assignable();
  Name outer = assignable();
  if (is_float(inner.kind) && !is_float(outer.kind) && outer.kind != Kind::kBool) outer = inner;
  if (outer.text == inner.text) return assign(outer);
  const Piece source = make().as(3, inner.kind);
  if (dice_.chance(50)) return statement(outer.text + " = " + inner.text + " = $0;\n", {source});
  return statement(outer.text + " = ($0 = $1) " + dice_.word({"+ 3", "* 2", "- 1"}) + ";\n",
                   {fixed(inner.text), source});
}

/// `a = b++ * 2`: the rest reads neither.
Piece Nest::old_value() {
  const Name inner = assignable();
  Name outer = assignable();
  if (is_float(inner.kind) && !is_float(outer.kind) && outer.kind != Kind::kBool) return step(inner);
  if (outer.text == inner.text) return step(inner);
  const std::string part = dice_.word({inner.text + "++", inner.text + "--", "++" + inner.text, "--" + inner.text});
  return statement(outer.text + " = " + part + dice_.word({"", " * 2", " + 5", " > 3"}) + ";\n");
}

Piece Nest::conditional(int depth) {
  Piece test = make().condition(2);
  if (dice_.chance(35)) {
    const auto axis = static_cast<std::size_t>(dice_.below(static_cast<int>(cell_.loops.size())));
    const std::string& loop = cell_.loops[axis].text;
    test = fixed(dice_.word({loop + " > 3", loop + " == 2", loop + " < " + cell_.ends[axis] + " - 2", loop + " % 2",
                             loop + " >= 2 && " + loop + " < 5", loop + " != 3"}));
  }
  const Cell before = cell_;
  Piece then = fixed("$*", some(dice_.from(1, 2), depth - 1));
  cell_ = before;
  if (dice_.chance(50)) return statement("if ($0) {\n$1}\n", {std::move(test), std::move(then)});
  Piece otherwise = fixed("$*", some(dice_.from(1, 2), depth - 1));
  cell_ = before;
  return statement("if ($0) {\n$1} else {\n$2}\n", {std::move(test), std::move(then), std::move(otherwise)});
}

/// A loop of few turns that is written out.
Piece Nest::turns() {
  if (cell_.locals.empty()) return declare();
  const Name to = dice_.pick(cell_.locals);
  const std::string loop = "q" + std::to_string(names_++);
  const Cell before = cell_;
  cell_.scope.names.push_back({loop, Kind::kS32});
  Piece body = dice_.chance(50) ? compound(to) : assign(to);
  cell_ = before;
  const std::string head = dice_.word({" = 0; $ < 3; $++", " = -1; $ <= 1; ++$", " = 4; $ > 0; $ -= 2"});
  std::string text = "for (int " + loop;
  for (const char c : head) text += c == '$' ? loop : std::string(1, c);
  return statement(text + ") {\n$0}\n", {std::move(body)});
}

/// An array that the cell has for itself.
Piece Nest::table() {
  const Type type = dice_.pick(cell_.types);
  const std::string name = fresh();
  std::vector<Piece> first;
  for (int i = 0; i < 3; ++i) first.push_back(make().as(2, type.kind));
  Piece out = dice_.chance(50) ? statement(type.words + " " + name + "[3] = {$0, $1, $2};\n", std::move(first))
                               : statement(type.words + " " + name + "[3];\n" + name + "[0] = $0;\n" + name +
                                               "[1] = $1;\n" + name + "[2] = $2;\n",
                                           std::move(first));
  for (int i = 0; i < 3; ++i) {
    cell_.scope.names.push_back({name + "[" + std::to_string(i) + "]", type.kind});
    cell_.locals.push_back(cell_.scope.names.back());
  }
  return out;
}

/// A function that assigns through a pointer to an element.
Piece Nest::by_pointer() {
  const Name to = target();
  const std::string name = "@put" + std::to_string(names_++);
  const std::string& word = to.words;  // long and long long are different types behind pointers
  if (to.kind == Kind::kBool || to.text.empty()) return assign(to);
  const std::string op = dice_.word({"=", "+=", "-="});
  helpers_.push_back(statement("static void " + name + "(" + word + " *p, " + word + " d) {\n  *p " + op + " d;\n}\n"));
  return statement(name + "((" + word + " *)&" + to.text + ", $0);\n", {make().as(2, to.kind)});
}

}  // namespace rtlgen::test::random_c
