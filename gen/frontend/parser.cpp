// Recursive descent with C's precedence. Chains of one operator are loops, so only brackets,
// prefix operators and ?: use the stack, and their depth is bounded.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "frontend/ast.hpp"
#include "frontend/hints.hpp"
#include "frontend/lexer.hpp"
#include "frontend/suggest.hpp"
#include "frontend/types.hpp"
#include "frontend/words.hpp"
#include "frontend/yaml_value.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Op;

/// Faults set `failed_`; every rule then unwinds with -1.
class Parser {
 public:
  Parser(const YamlValue& scalar, std::vector<Token> tokens, Diagnostics& diagnostics)
      : scalar_(scalar), tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  std::optional<Ast> run() {
    ast_.text = scalar_.text;
    ternary();
    if (!failed_ && current().kind != Token::Kind::kEnd) {
      unexpected("an operator or the end of the expression");
    }
    if (failed_ || faulty_) return std::nullopt;
    return std::move(ast_);
  }

 private:
  const Token& current() const { return tokens_[at_]; }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool is(std::string_view symbol) const { return current().kind == Token::Kind::kSymbol && current().text == symbol; }

  int fail(const char* code, std::size_t begin, std::size_t end, const std::string& message,
           std::vector<std::string> notes, const std::optional<Fix>& fix = std::nullopt) {
    if (!failed_) {
      diagnostics_.error(code, scalar_.locate(begin, std::max<std::size_t>(end - begin, 1)), message, std::move(notes),
                         fix);
    }
    failed_ = true;
    return -1;
  }

  /// Reports a fault of meaning, after which parsing can go on with a stand-in.
  int report(const char* code, const Token& from, const std::string& message, std::vector<std::string> notes,
             const std::optional<Fix>& fix = std::nullopt) {
    if (!failed_) {
      diagnostics_.error(code, scalar_.locate(from.begin, previous_end() - from.begin), message, std::move(notes), fix);
    }
    faulty_ = true;
    return add(AstNode{});
  }

  int unexpected(const std::string& wanted) {
    const Token& t = current();
    const std::vector<std::string> notes = hint_for_syntax(scalar_.text, tokens_, at_);
    if (t.kind == Token::Kind::kEnd) {
      return fail("RG0301", t.begin, t.end, fmt::format("the expression ends where {} should follow", wanted), notes);
    }
    return fail("RG0301", t.begin, t.end, fmt::format("'{}' where {} should be", t.text, wanted), notes);
  }

  bool expect(const char* symbol) {
    if (failed_) return false;
    if (!is(symbol)) {
      unexpected(fmt::format("'{}'", symbol));
      return false;
    }
    take();
    return true;
  }

  bool enter(const Token& t) {
    if (++depth_ <= kMaxDepth) return true;
    fail("RG0321", t.begin, t.end, "the expression is nested too deeply here",
         {fmt::format("at most {} levels; give a part its own line as a temporary", kMaxDepth)});
    return false;
  }

  int add(AstNode node) {
    if (failed_) return -1;
    ast_.nodes.push_back(std::move(node));
    return static_cast<int>(ast_.nodes.size()) - 1;
  }

  const AstNode& node(int id) const { return ast_.nodes[static_cast<std::size_t>(id)]; }

  int operation(Op op, const Token& symbol, std::vector<int> args, std::size_t begin) {
    AstNode out;
    out.kind = AstNode::Kind::kOperation;
    out.name = symbol.text;
    out.op = op;
    out.args = std::move(args);
    out.where = scalar_.locate(symbol.begin, symbol.end - symbol.begin);
    out.begin = begin;
    out.end = previous_end();
    return add(std::move(out));
  }

  std::size_t previous_end() const { return at_ > 0 ? tokens_[at_ - 1].end : 0; }

  int ternary() {
    const Token start = current();
    if (!enter(start)) return -1;
    int condition = binary(1);
    if (!failed_ && is("?")) {
      const Token question = take();
      const int then = ternary();
      if (!expect(":")) return -1;
      const int otherwise = ternary();
      if (failed_) return -1;
      condition = operation(Op::kSelect, question, {condition, then, otherwise}, start.begin);
    }
    --depth_;
    return condition;
  }

  const Operation* operator_here(Form form) const {
    return current().kind == Token::Kind::kSymbol ? find_operation(form, current().text) : nullptr;
  }

  /// Precedence climbing: every operator of at least `least`.
  int binary(int least) {
    const std::size_t begin = current().begin;
    int left = unary();
    while (!failed_) {
      const Operation* found = operator_here(Form::kBinary);
      if (found == nullptr || found->precedence < least) break;
      const Token symbol = take();
      const int right = binary(found->precedence + 1);
      if (failed_) return -1;
      left = operation(found->op, symbol,
                       found->swapped ? std::vector<int>{right, left} : std::vector<int>{left, right}, begin);
    }
    return left;
  }

  int unary() {
    if (failed_) return -1;
    const Token symbol = current();
    const Operation* found = operator_here(Form::kPrefix);
    if (found == nullptr) return primary();
    if (!enter(symbol)) return -1;
    take();
    const int operand = unary();
    --depth_;
    if (failed_ || found->op == Op::kConstant) return operand;
    return operation(found->op, symbol, {operand}, symbol.begin);
  }

  int primary() {
    const Token t = current();
    if (t.kind == Token::Kind::kNumber) return number(take());
    if (t.kind == Token::Kind::kName) return named(take());
    if (!is("(")) return unexpected("a value");
    take();
    const int inner = ternary();
    if (!expect(")")) return -1;
    AstNode& n = ast_.nodes[static_cast<std::size_t>(inner)];
    n.begin = t.begin;
    n.end = previous_end();
    return inner;
  }

  int number(const Token& t) {
    const auto value = parse_literal(t.text);
    if (!value) {
      return report("RG0319", t, "the number is too long or its exponent too large",
                    {"exponents go from -8000 to 8000"});
    }
    AstNode out;
    out.number = *value;
    out.name = t.text;
    out.where = scalar_.locate(t.begin, t.end - t.begin);
    out.begin = t.begin;
    out.end = t.end;
    return add(std::move(out));
  }

  int named(const Token& t) {
    if (is_type_word(t.text)) return cast(t);
    AstNode out;
    out.name = t.text;
    out.where = scalar_.locate(t.begin, t.end - t.begin);
    out.begin = t.begin;
    if (is("(")) return call(t);
    if (is_reserved_function(t.text)) return unexpected(fmt::format("'(' after {}", t.text));
    out.kind = AstNode::Kind::kName;
    if (is("[")) {
      out.kind = AstNode::Kind::kTap;
      take();
      out.args = list("]", ";");
      if (is(";")) rules(out);
      if (!expect("]")) return -1;
    }
    out.end = previous_end();
    return add(std::move(out));
  }

  /// Comma-separated expressions up to and including `close`; with `other`, up to but without either.
  std::vector<int> list(const char* close, const char* other = nullptr) {
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

  /// `; rule` or `; x=rule, y=rule`, from the semicolon to the bracket that ends the read.
  void rules(AstNode& read) {
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
        fail("RG0301", first.begin, word.end, "a rule for all axes stands alone",
             {"name the axes: [...; x=wrap, y=edge]"});
      } else if (std::any_of(read.rules.begin(), read.rules.end(), same)) {
        fail("RG0301", first.begin, word.end, fmt::format("axis {} has two rules here", first.text),
             {"give each axis one rule"});
      }
      read.rules.push_back(std::move(rule));
      if (!is(",")) return;
      take();
    }
  }

  int axis_named(const Token& name) {
    if (name.text.size() == 1 && name.text[0] >= 'x' && name.text[0] <= 'z') return name.text[0] - 'x';
    return fail("RG0301", name.begin, name.end, fmt::format("'{}' is not an axis", name.text), {"axes are x, y and z"});
  }

  /// The rule a word names; `constant` takes its value with it.
  bool rule_word(const Token& word, RuleOverride& rule, AstNode& read) {
    const auto kind = boundary_word(word.text);
    if (!kind) {
      std::vector<std::string> notes = hint_for_rule(word.text, RuleForm::kBrackets);
      const auto fix = notes.empty() ? nearest_fix(word.text, boundary_words()) : std::nullopt;
      notes.push_back(fmt::format("rules are {}(value)", fmt::join(boundary_words(), ", ")));
      fail("RG0207", word.begin, word.end, fmt::format("there is no boundary rule '{}'", word.text), notes, fix);
      return false;
    }
    rule.kind = *kind;
    if (rule.kind != spec::BoundaryKind::kConstant) return true;
    if (!expect("(")) return false;
    rule.constant = ternary();
    read.args.push_back(rule.constant);
    return expect(")");
  }

  int cast(const Token& t) {
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
    TypeOutcome outcome = make_type(t.text, widths);
    if (!outcome.type) {
      report(outcome.code.c_str(), t, outcome.message, outcome.notes);
      outcome.type = spec::Type{};
    }
    if (!is("(")) return unexpected(fmt::format("'(' after the type {}", outcome.type->name()));
    take();
    AstNode out;
    out.kind = AstNode::Kind::kCast;
    out.args = list(")");
    if (failed_) return -1;
    if (out.args.size() != 1) {
      return report("RG0312", t, fmt::format("a cast takes one value, not {}", out.args.size()),
                    {fmt::format("write {}(value)", outcome.type->name())});
    }
    out.name = outcome.type->name();
    out.type = *outcome.type;
    out.where = scalar_.locate(t.begin, type_end - t.begin);
    out.begin = t.begin;
    out.end = previous_end();
    return add(std::move(out));
  }

  int call(const Token& t) {
    const Operation* found = find_operation(Form::kFunction, t.text);
    if (found == nullptr) {
      std::vector<std::string> notes = hint_for_call(scalar_.text, tokens_, at_ - 1);
      const auto fix = notes.empty() ? nearest_fix(t.text, function_names()) : std::nullopt;
      if (notes.empty() && !fix) notes = hint_for_read(scalar_.text, tokens_, at_ - 1);
      notes.push_back(
          fmt::format("functions are {}; a read is written {}[...]", fmt::join(function_names(), ", "), t.text));
      report("RG0313", t, fmt::format("there is no function '{}'", t.text), notes, fix);
    }
    const std::size_t name = at_ - 1;
    take();
    const std::vector<int> args = list(")");
    if (failed_) return -1;
    if (found == nullptr) return add(AstNode{});
    if (args.size() < found->least || args.size() > found->most) {
      const std::string wanted =
          found->most > found->least ? fmt::format("{} or more", found->least) : fmt::format("{}", found->least);
      std::vector<std::string> notes{fmt::format("write {}({})", t.text,
                                                 found->least == 1   ? "a"
                                                 : found->least == 2 ? "a, b"
                                                                     : "a, b, c")};
      for (std::string& note : hint_for_call(scalar_.text, tokens_, name)) notes.push_back(std::move(note));
      return report(
          "RG0312", t,
          fmt::format("{} takes {} argument{}, not {}", t.text, wanted, found->most == 1 ? "" : "s", args.size()),
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

  /// The call around the sum of what is in it: of the arguments, or of their products two by two.
  int fused_call(const Operation& row, const Token& t, const std::vector<int>& args) {
    std::vector<int> terms = args;
    if (row.fuses == spec::Fuses::kProducts) {
      if (args.size() % 2 != 0) {
        return report("RG0312", t, fmt::format("{} takes pairs of factors, not {} arguments", t.text, args.size()),
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

  const YamlValue& scalar_;
  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  Ast ast_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;  ///< the syntax is broken: unwind
  bool faulty_ = false;  ///< something else is wrong: go on, but answer nothing
};

}  // namespace

std::string Ast::text_of(int node) const {
  const AstNode& n = nodes[static_cast<std::size_t>(node)];
  return text.substr(n.begin, n.end - n.begin);
}

std::optional<Ast> parse_expression(const YamlValue& scalar, Diagnostics& diagnostics) {
  auto tokens = tokenize(scalar, diagnostics);
  if (!tokens) return std::nullopt;
  return Parser(scalar, std::move(*tokens), diagnostics).run();
}

}  // namespace rtlgen::frontend
