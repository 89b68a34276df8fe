// The grammar of expressions as one class; parser.cpp and parser_calls.cpp define its members.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/expr/ast.hpp"
#include "frontend/expr/lexer.hpp"
#include "frontend/schema/words.hpp"
#include "support/code.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

/// Recursive descent with the precedence of C. Chains of one operator are loops, so only brackets, prefix operators and
/// ?: use the stack, and their depth is limited. Faults set `failed_`; every rule then returns -1.
class ExpressionParser {
 public:
  ExpressionParser(const YamlValue& scalar, std::vector<Token> tokens, const Vocabulary& vocabulary,
                   Diagnostics& diagnostics)
      : scalar_(scalar), tokens_(std::move(tokens)), vocabulary_(vocabulary), diagnostics_(diagnostics) {}

  /// Parses the whole text as one expression.
  std::optional<Ast> run();
  /// Parses the whole text as the value of `repeat`.
  std::optional<Ast> run_repeat();

 private:
  std::optional<Ast> finished();
  [[nodiscard]] const Token& current() const { return tokens_[at_]; }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  [[nodiscard]] bool is(std::string_view symbol) const {
    return current().kind == Token::Kind::kSymbol && current().text == symbol;
  }
  int fail(Code code, std::size_t begin, std::size_t end, const std::string& message, std::vector<std::string> notes,
           const std::optional<Fix>& fix = std::nullopt);
  /// Reports a semantic fault; parsing continues with a placeholder.
  int report(Code code, const Token& from, const std::string& message, std::vector<std::string> notes,
             const std::optional<Fix>& fix = std::nullopt);
  int unexpected(const std::string& wanted);
  bool expect(const char* symbol);
  bool enter(const Token& t);
  int add(AstNode node);
  [[nodiscard]] const AstNode& node(int id) const { return ast_.nodes[static_cast<std::size_t>(id)]; }
  int operation(spec::Op op, const Token& symbol, std::vector<int> args, std::size_t begin);
  [[nodiscard]] std::size_t previous_end() const { return at_ > 0 ? tokens_[at_ - 1].end : 0; }
  int ternary();
  const Operation* operator_here(Form form) const;
  /// Precedence climbing: parses every operator of at least `least`.
  int binary(int least);
  int unary();
  int primary();
  int number(const Token& t);
  int named(const Token& t);
  /// `.r`, `.0`, `.k` or `.(number)` after the name of a vector.
  bool component(AstNode& read);
  /// Handles the same after brackets, where it is not allowed.
  int late_component(const Token& name, bool has_one);
  /// Comma-separated expressions up to and including `close`; with `other`, up to but excluding either.
  std::vector<int> list(const char* close, const char* other = nullptr);
  /// `; rule` or `; x=rule, y=rule`, from the semicolon to the bracket that ends the read.
  void rules(AstNode& read);
  int axis_named(const Token& name);
  /// The rule that a word names; for `constant`, also its value.
  bool rule_word(const Token& word, RuleOverride& rule, AstNode& read);
  int cast(const Token& t);
  int call(const Token& t);
  /// A call of a function of the description.
  int own_call(const Token& t);
  /// Whether `variable in` follows `ahead` tokens after the current one.
  [[nodiscard]] bool loop_follows(std::size_t ahead) const;
  /// `k in first..last, ...: body)` after the word of a fold and its bracket.
  int fold(const Token& t);
  /// `k in first..last`; its bounds become arguments of the node.
  bool loop_variable(AstNode& fold);
  /// A fold over the components of `vector`.
  int over_components(const Token& t, int vector);
  /// The call on the sum of its contents: of the arguments, or of the products of pairs of them.
  int fused_call(const Operation& row, const Token& t, const std::vector<int>& args);

  const YamlValue& scalar_;
  std::vector<Token> tokens_;
  const Vocabulary& vocabulary_;
  Diagnostics& diagnostics_;
  Ast ast_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;  ///< syntax error: unwind
  bool faulty_ = false;  ///< any other fault: continue, but return nothing
};

}  // namespace rtlgen::frontend
