// The grammar of operators: choices, binary and prefix operators, brackets, numbers and names.
#include "frontend/expr/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/expr/hints.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

using spec::Op;

std::optional<Ast> ExpressionParser::run() {
  ast_.text = scalar_.text;
  ternary();
  return finished();
}

std::optional<Ast> ExpressionParser::run_repeat() {
  if (!loop_follows(0)) return run();
  ast_.text = scalar_.text;
  AstNode out;
  out.kind = AstNode::Kind::kFold;
  out.name = "repeat";
  out.where = scalar_.locate(0, scalar_.text.size());
  if (loop_variable(out)) {
    out.args.push_back(add(AstNode{}));
    out.end = scalar_.text.size();
    add(std::move(out));
  }
  return finished();
}

std::optional<Ast> ExpressionParser::finished() {
  if (!failed_ && current().kind != Token::Kind::kEnd) unexpected("an operator or the end of the expression");
  if (failed_ || faulty_) return std::nullopt;
  return std::move(ast_);
}

int ExpressionParser::fail(Code code, std::size_t begin, std::size_t end, const std::string& message,
                           std::vector<std::string> notes, const std::optional<Fix>& fix) {
  if (!failed_) {
    diagnostics_.error(code, scalar_.locate(begin, std::max<std::size_t>(end - begin, 1)), message, std::move(notes),
                       fix);
  }
  failed_ = true;
  return -1;
}

int ExpressionParser::report(Code code, const Token& from, const std::string& message, std::vector<std::string> notes,
                             const std::optional<Fix>& fix) {
  if (!failed_) {
    diagnostics_.error(code, scalar_.locate(from.begin, previous_end() - from.begin), message, std::move(notes), fix);
  }
  faulty_ = true;
  return add(AstNode{});
}

int ExpressionParser::unexpected(const std::string& wanted) {
  const Token& t = current();
  const std::vector<std::string> notes = hint_for_syntax(scalar_.text, tokens_, at_);
  if (t.kind == Token::Kind::kEnd) {
    return fail(Code::kSyntaxError, t.begin, t.end, fmt::format("expected {}, found the end of the expression", wanted),
                notes);
  }
  return fail(Code::kSyntaxError, t.begin, t.end, fmt::format("expected {}, found '{}'", wanted, t.text), notes);
}

bool ExpressionParser::expect(const char* symbol) {
  if (failed_) return false;
  if (!is(symbol)) {
    unexpected(fmt::format("'{}'", symbol));
    return false;
  }
  take();
  return true;
}

bool ExpressionParser::enter(const Token& t) {
  if (++depth_ <= kMaxDepth) return true;
  fail(Code::kNestedTooDeeply, t.begin, t.end, "the expression is nested too deeply here",
       {fmt::format("at most {} levels; assign a part of it to a temporary", kMaxDepth)});
  return false;
}

int ExpressionParser::add(AstNode node) {
  if (failed_) return -1;
  ast_.nodes.push_back(std::move(node));
  return static_cast<int>(ast_.nodes.size()) - 1;
}

int ExpressionParser::operation(Op op, const Token& symbol, std::vector<int> args, std::size_t begin) {
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

int ExpressionParser::ternary() {
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

const Operation* ExpressionParser::operator_here(Form form) const {
  return current().kind == Token::Kind::kSymbol ? find_operation(form, current().text) : nullptr;
}

int ExpressionParser::binary(int least) {
  const std::size_t begin = current().begin;
  int left = unary();
  while (!failed_) {
    const Operation* found = operator_here(Form::kBinary);
    if (found == nullptr || found->precedence < least) break;
    const Token symbol = take();
    const int right = binary(found->precedence + 1);
    if (failed_) return -1;
    left = operation(found->op, symbol, found->swapped ? std::vector<int>{right, left} : std::vector<int>{left, right},
                     begin);
  }
  return left;
}

int ExpressionParser::unary() {
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

int ExpressionParser::primary() {
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

int ExpressionParser::number(const Token& t) {
  const auto value = parse_literal(t.text);
  if (!value) {
    return report(Code::kConstantTooLarge, t, "the number is too long or its exponent too large",
                  {"exponents range from -8000 to 8000"});
  }
  AstNode out;
  out.number = *value;
  out.name = t.text;
  out.where = scalar_.locate(t.begin, t.end - t.begin);
  out.begin = t.begin;
  out.end = t.end;
  return add(std::move(out));
}

int ExpressionParser::named(const Token& t) {
  const bool is_refused = vocabulary_.refused.contains(t.text) && !is("(") && !is("<");
  if (is_type_word(t.text) && !is_refused) return cast(t);
  AstNode out;
  out.name = t.text;
  out.where = scalar_.locate(t.begin, t.end - t.begin);
  out.begin = t.begin;
  if (is("(")) return call(t);
  if (is_reserved_function(t.text) && !is_refused) return unexpected(fmt::format("'(' after {}", t.text));
  out.kind = AstNode::Kind::kName;
  if (is(".") && !component(out)) return -1;
  const int chosen = out.chosen;
  if (is("[")) {
    out.kind = AstNode::Kind::kTap;
    take();
    out.args = list("]", ";");
    if (is(";")) rules(out);
    if (!expect("]")) return -1;
    while (is("[") && out.rules.empty() && vocabulary_.tables.contains(t.text)) {
      take();
      ++out.pairs;
      for (const int index : list("]")) out.args.push_back(index);
    }
  }
  if (is(".")) return late_component(t, out.is_component() && out.kind == AstNode::Kind::kName);
  if (chosen >= 0) out.args.push_back(chosen);
  out.end = previous_end();
  return add(std::move(out));
}

std::size_t AstNode::offset_count() const {
  const auto constants =
      std::count_if(rules.begin(), rules.end(), [](const RuleOverride& r) { return r.constant >= 0; });
  return args.size() - static_cast<std::size_t>(constants) - (chosen >= 0 ? 1 : 0);
}

const std::string& Ast::source_of(const AstNode& node) const {
  return node.source == 0 ? text : provenance->texts[static_cast<std::size_t>(node.source - 1)];
}

std::string Ast::text_of(const AstNode& node) const {
  return source_of(node).substr(node.begin, node.end - node.begin);
}

const std::string& Ast::source_of(int node) const { return source_of(nodes[static_cast<std::size_t>(node)]); }

std::string Ast::text_of(int node) const { return text_of(nodes[static_cast<std::size_t>(node)]); }

std::vector<std::string> Ast::trail_of(int origin) const {
  std::vector<std::string> out;
  constexpr std::size_t kShown = 6;
  for (; origin >= 0; origin = provenance->origins[static_cast<std::size_t>(origin)].outer) {
    if (out.size() == kShown) {
      out.emplace_back("and so on");
      return out;
    }
    out.push_back(provenance->origins[static_cast<std::size_t>(origin)].note);
  }
  return out;
}

std::optional<Ast> parse_expression(const YamlValue& scalar, const Vocabulary& vocabulary, Diagnostics& diagnostics) {
  auto tokens = tokenize(scalar, diagnostics);
  if (!tokens) return std::nullopt;
  return ExpressionParser(scalar, std::move(*tokens), vocabulary, diagnostics).run();
}

std::optional<Ast> parse_repeat(const YamlValue& scalar, const Vocabulary& vocabulary, Diagnostics& diagnostics) {
  auto tokens = tokenize(scalar, diagnostics);
  if (!tokens) return std::nullopt;
  return ExpressionParser(scalar, std::move(*tokens), vocabulary, diagnostics).run_repeat();
}

}  // namespace rtlgen::frontend
