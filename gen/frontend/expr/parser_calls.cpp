// The grammar after a name: reads with their rules, calls, casts, folds.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/expr/hints.hpp"
#include "frontend/expr/parser.hpp"
#include "frontend/expr/token_text.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/schema/names.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

using spec::Op;

std::vector<int> ExpressionParser::list(const char* close, const char* other) {
  std::vector<int> out;
  const auto ends = [&] { return is(close) || (other != nullptr && is(other)); };
  while (!failed_ && (!out.empty() || !ends())) {
    out.push_back(ternary());
    if (failed_ || !is(",")) break;
    take();
  }
  if (!failed_ && !ends()) unexpected(fmt::format("',' or '{}'", close));
  if (!failed_ && other == nullptr) take();
  return out;
}

bool ExpressionParser::component(AstNode& read) {
  take();
  const Token t = current();
  if (is("(")) {
    take();
    read.chosen = ternary();
    return expect(")");
  }
  const bool number = t.kind == Token::Kind::kNumber && t.text.find_first_not_of("0123456789") == std::string::npos;
  if (!number && t.kind != Token::Kind::kName) {
    unexpected("a component, as in t.r, t.0 or t.(k + 1)");
    return false;
  }
  read.component = take().text;
  return true;
}

int ExpressionParser::late_component(const Token& name, bool has_one) {
  if (has_one)
    return fail(Code::kSyntaxError, name.begin, current().end, "a component has no components",
                {fmt::format("write one name or number after the dot: {}.r", name.text)});
  return fail(Code::kSyntaxError, name.begin, current().end, "a component must come before the brackets",
              {fmt::format("write {}.r[...]", name.text)});
}

void ExpressionParser::rules(AstNode& read) {
  take();
  while (!failed_) {
    const Token first = current();
    RuleOverride rule;
    if (first.kind != Token::Kind::kName) {
      unexpected("a boundary rule");
      return;
    }
    take();
    Token word = first;
    if (is("=")) {
      take();
      rule.axis = axis_named(first);
      word = current();
      if (word.kind != Token::Kind::kName) unexpected("a boundary rule");
      take();
    }
    rule.where = scalar_.locate(first.begin, word.end - first.begin);
    if (failed_ || !rule_word(word, rule, read)) return;
    const auto same = [&](const RuleOverride& r) { return r.axis == rule.axis; };
    if (!read.rules.empty() && (rule.axis < 0 || read.rules[0].axis < 0)) {
      fail(Code::kSyntaxError, first.begin, word.end, "a rule for all axes must be the only one",
           {"name the axes: [...; x=wrap, y=edge]"});
    } else if (std::any_of(read.rules.begin(), read.rules.end(), same)) {
      fail(Code::kSyntaxError, first.begin, word.end, fmt::format("axis {} has two rules here", first.text),
           {"give each axis one rule"});
    }
    read.rules.push_back(std::move(rule));
    if (!is(",")) return;
    take();
  }
}

int ExpressionParser::axis_named(const Token& name) {
  if (name.text.size() == 1 && name.text[0] >= 'x' && name.text[0] <= 'z') return name.text[0] - 'x';
  return fail(Code::kSyntaxError, name.begin, name.end, fmt::format("'{}' is not an axis", name.text),
              {"axes are x, y and z"});
}

bool ExpressionParser::rule_word(const Token& word, RuleOverride& rule, AstNode& read) {
  const auto found = boundary_word(word.text);
  if (!found) {
    std::vector<std::string> notes = hint_for_rule(word.text, RuleForm::kBrackets);
    const auto fix = notes.empty() ? nearest_fix(word.text, boundary_words()) : std::nullopt;
    notes.push_back(fmt::format("rules are {}(value)", fmt::join(boundary_words(), ", ")));
    fail(Code::kUnknownKeyword, word.begin, word.end, fmt::format("there is no boundary rule '{}'", word.text), notes,
         fix);
    return false;
  }
  rule.rule = *found;
  if (rule.rule.kind != spec::BoundaryKind::kConstant) return true;
  if (!expect("(")) return false;
  rule.constant = ternary();
  read.args.push_back(rule.constant);
  return expect(")");
}

int ExpressionParser::cast(const Token& t) {
  std::vector<long> widths;
  if (is("<")) {
    take();
    while (!failed_) {
      const Token width = current();
      if (width.kind != Token::Kind::kNumber || width.text.size() > 4 ||
          width.text.find_first_not_of("0123456789") != std::string::npos) {
        return unexpected("a width in bits");
      }
      widths.push_back(std::stol(width.text));
      take();
      if (!is(",")) break;
      take();
    }
    if (!expect(">")) return -1;
  }
  const std::size_t type_end = previous_end();
  const Expected<spec::Type> made = make_type(t.text, widths);
  if (!made) report(*made.error().code, t, made.error().message, made.error().notes);
  const spec::Type type = made ? *made : spec::Type{};
  if (!is("(")) return unexpected(fmt::format("'(' after the type {}", type.name()));
  take();
  AstNode out;
  out.kind = AstNode::Kind::kCast;
  out.args = list(")");
  if (failed_) return -1;
  if (out.args.size() != 1) {
    return report(Code::kArgumentCount, t, fmt::format("a cast takes one value, not {}", out.args.size()),
                  {fmt::format("write {}({})", type.name(), out.args.empty() ? "..." : ast_.text_of(out.args[0]))});
  }
  out.name = type.name();
  out.type = type;
  out.where = scalar_.locate(t.begin, type_end - t.begin);
  out.begin = t.begin;
  out.end = previous_end();
  return add(std::move(out));
}

int ExpressionParser::own_call(const Token& t) {
  if (vocabulary_.later_functions.contains(t.text))
    return fail(
        Code::kInvalidFunction, t.begin, t.end,
        fmt::format("'{}' is defined further down, or is this function itself", t.text),
        {"a function can only call functions above it: calls are expanded in place, so recursion is impossible"});
  AstNode out;
  out.kind = AstNode::Kind::kCall;
  out.name = t.text;
  out.where = scalar_.locate(t.begin, t.end - t.begin);
  out.begin = t.begin;
  take();
  out.args = list(")");
  out.end = previous_end();
  return add(std::move(out));
}

bool ExpressionParser::loop_follows(std::size_t ahead) const {
  return at_ + ahead + 1 < tokens_.size() && tokens_[at_ + ahead].kind == Token::Kind::kName &&
         tokens_[at_ + ahead + 1].kind == Token::Kind::kName && tokens_[at_ + ahead + 1].text == "in";
}

bool ExpressionParser::loop_variable(AstNode& fold) {
  if (!loop_follows(0)) {
    unexpected("a variable, as in k in 0..2");
    return false;
  }
  const Token name = take();
  const auto same = [&](const LoopVariable& v) { return v.name == name.text; };
  if (is_reserved_name(name.text)) {
    fail(Code::kReservedName, name.begin, name.end, fmt::format("the name '{}' is reserved", name.text),
         {"choose another name for the variable, e.g. k"});
  } else if (std::any_of(fold.loops.begin(), fold.loops.end(), same)) {
    fail(Code::kNameClash, name.begin, name.end, fmt::format("two variables are called '{}' here", name.text),
         {"each variable needs its own name"});
  }
  if (fold.loops.size() == kMostVariables) {
    fail(Code::kNestedTooDeeply, name.begin, name.end, "too many variables here",
         {fmt::format("at most {}", kMostVariables)});
    return false;
  }
  fold.loops.push_back({name.text, scalar_.locate(name.begin, name.end - name.begin)});
  take();
  fold.args.push_back(binary(1));
  if (!expect("..")) return false;
  fold.args.push_back(binary(1));
  return !failed_;
}

int ExpressionParser::fold(const Token& t) {
  if (find_fold(t.text) == nullptr) {
    return fail(Code::kUnknownFunction, t.begin, t.end, fmt::format("'{}' does not accept a range", t.text),
                {fmt::format("use one of {}", fmt::join(fold_names(), ", "))});
  }
  if (!enter(t)) return -1;
  AstNode out;
  out.kind = AstNode::Kind::kFold;
  out.name = t.text;
  out.where = scalar_.locate(t.begin, t.end - t.begin);
  out.begin = t.begin;
  do {
    take();  // the bracket, or a comma
    if (!loop_variable(out)) return -1;
  } while (is(","));
  if (!expect(":")) return -1;
  out.args.push_back(ternary());
  if (!expect(")")) return -1;
  out.end = previous_end();
  --depth_;
  return add(std::move(out));
}

int ExpressionParser::call(const Token& t) {
  if (loop_follows(1)) return fold(t);
  if (vocabulary_.functions.contains(t.text) || vocabulary_.later_functions.contains(t.text)) return own_call(t);
  const Operation* found = find_operation(Form::kFunction, t.text);
  const bool over = find_fold(t.text) != nullptr;  // with one argument
  if (found == nullptr && !over) {
    std::vector<std::string> notes = hint_for_call(scalar_.text, tokens_, at_ - 1);
    std::vector<std::string> known = function_names();
    known.insert(known.end(), vocabulary_.functions.begin(), vocabulary_.functions.end());
    const auto fix = notes.empty() ? nearest_fix(t.text, known) : std::nullopt;
    const bool is_list = vocabulary_.lists.contains(t.text);
    const bool is_array = vocabulary_.arrays.contains(t.text);
    if (is_list) notes = {hint_for_list(scalar_.text, tokens_, at_ - 1)};
    if (is_array && notes.empty()) notes = hint_for_read(scalar_.text, tokens_, at_ - 1);
    if (notes.empty()) {
      const std::string read = is_array ? fmt::format("; to read an array, write {}[...]", t.text) : "";
      notes.push_back(fmt::format("functions are {}{}", fmt::join(known, ", "), read));
    }
    const std::string what = fmt::format("there is no function '{}'", t.text);
    if (t.text == "if") return fail(Code::kUnknownFunction, t.begin, t.end, what, notes);  // `else` is a fault too
    report(Code::kUnknownFunction, t, what, notes, is_list || is_array ? std::nullopt : fix);
  }
  const std::size_t name = at_ - 1;
  take();
  const std::vector<int> args = list(")");
  if (failed_) return -1;
  if (over && args.size() == 1) return over_components(t, args[0]);
  if (over && found == nullptr) {
    return report(Code::kArgumentCount, t, fmt::format("{} takes a range, or one vector", t.text),
                  {fmt::format("write {0}(k in 0..2: ...), or {0}(v)", t.text)});
  }
  if (found == nullptr) return add(AstNode{});
  if (args.size() < found->least || args.size() > found->most) {
    const std::string wanted =
        found->most > found->least ? fmt::format("{} or more", found->least) : fmt::format("{}", found->least);
    std::vector<std::string> shown = arguments(scalar_.text, tokens_, name + 1);
    shown.resize(std::min(args.size(), found->most));
    while (shown.size() < found->least) shown.emplace_back("...");
    std::vector<std::string> notes{fmt::format("write {}({})", t.text, fmt::join(shown, ", "))};
    for (std::string& note : hint_for_call(scalar_.text, tokens_, name)) notes.push_back(std::move(note));
    return report(Code::kArgumentCount, t,
                  fmt::format("{} takes {} {}, not {}", t.text, wanted, by_number(found->most, "argument", "arguments"),
                              args.size()),
                  std::move(notes));
  }
  if (found->is_fused()) return fused_call(*found, t, args);
  if (found->most == found->least) return operation(found->op, t, args, t.begin);
  int left = args[0];
  for (std::size_t i = 1; i < args.size(); ++i) {
    left = operation(found->op, t, {left, args[i]}, t.begin);
  }
  return left;
}

int ExpressionParser::over_components(const Token& t, int vector) {
  AstNode out;
  out.kind = AstNode::Kind::kOver;
  out.name = t.text;
  out.args = {vector};
  out.where = scalar_.locate(t.begin, t.end - t.begin);
  out.begin = t.begin;
  out.end = previous_end();
  return add(std::move(out));
}

int ExpressionParser::fused_call(const Operation& row, const Token& t, const std::vector<int>& args) {
  std::vector<int> terms = args;
  if (row.fuses == spec::Fuses::kProducts) {
    if (args.size() % 2 != 0) {
      return report(Code::kArgumentCount, t,
                    fmt::format("{} takes pairs of factors, not {}", t.text, counted(args.size(), "argument")),
                    {fmt::format("write {}(a, b, c, d) for a*b + c*d", t.text)});
    }
    terms.clear();
    for (std::size_t i = 0; i < args.size(); i += 2)
      terms.push_back(operation(Op::kMul, t, {args[i], args[i + 1]}, t.begin));
  }
  int sum = terms[0];
  for (std::size_t i = 1; i < terms.size(); ++i) sum = operation(Op::kAdd, t, {sum, terms[i]}, t.begin);
  return operation(row.op, t, {sum}, t.begin);
}

}  // namespace rtlgen::frontend
