// The grammar of expressions as one class, whose members parser.cpp and parser_calls.cpp define.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/ast.hpp"
#include "frontend/lexer.hpp"
#include "frontend/words.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

/// Recursive descent with C's precedence. Chains of one operator are loops, so only brackets, prefix operators and ?:
/// use the stack, and their depth is bounded. Faults set `failed_`; every rule then unwinds with -1.
class ExpressionParser {
 public:
  ExpressionParser(const YamlValue& scalar, std::vector<Token> tokens, const Vocabulary& vocabulary,
                   Diagnostics& diagnostics)
      : scalar_(scalar), tokens_(std::move(tokens)), vocabulary_(vocabulary), diagnostics_(diagnostics) {}

  /// The whole text as one expression.
  std::optional<Ast> run();
  /// The whole text as what `repeat` says.
  std::optional<Ast> run_repeat();

 private:
  std::optional<Ast> finished();
  [[nodiscard]] const Token& current() const { return tokens_[at_]; }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  [[nodiscard]] bool is(std::string_view symbol) const {
    return current().kind == Token::Kind::kSymbol && current().text == symbol;
  }
  int fail(const char* code, std::size_t begin, std::size_t end, const std::string& message,
           std::vector<std::string> notes, const std::optional<Fix>& fix = std::nullopt);
  /// Reports a fault of meaning, after which parsing can go on with a stand-in.
  int report(const char* code, const Token& from, const std::string& message, std::vector<std::string> notes,
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
  /// Precedence climbing: every operator of at least `least`.
  int binary(int least);
  int unary();
  int primary();
  int number(const Token& t);
  int named(const Token& t);
  /// `.r`, `.0`, `.k` or `.(number)` behind the name of a vector.
  bool component(AstNode& read);
  /// The same behind brackets, where it does not stand.
  int late_component(const Token& name, bool has_one);
  /// Comma-separated expressions up to and including `close`; with `other`, up to but without either.
  std::vector<int> list(const char* close, const char* other = nullptr);
  /// `; rule` or `; x=rule, y=rule`, from the semicolon to the bracket that ends the read.
  void rules(AstNode& read);
  int axis_named(const Token& name);
  /// The rule a word names; `constant` takes its value with it.
  bool rule_word(const Token& word, RuleOverride& rule, AstNode& read);
  int cast(const Token& t);
  int call(const Token& t);
  /// A call of the program's own function.
  int own_call(const Token& t);
  /// Whether `variable in` stands `ahead` of here.
  [[nodiscard]] bool loop_follows(std::size_t ahead) const;
  /// `k in first..last, ...: body)` behind the word of a fold and its bracket.
  int fold(const Token& t);
  /// `k in first..last`, its bounds among the node's arguments.
  bool loop_variable(AstNode& fold);
  /// A fold over the components of `vector`.
  int over_components(const Token& t, int vector);
  /// The call around the sum of what is in it: of the arguments, or of their products two by two.
  int fused_call(const Operation& row, const Token& t, const std::vector<int>& args);

  const YamlValue& scalar_;
  std::vector<Token> tokens_;
  const Vocabulary& vocabulary_;
  Diagnostics& diagnostics_;
  Ast ast_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;  ///< the syntax is broken: unwind
  bool faulty_ = false;  ///< something else is wrong: go on, but return nothing
};

}  // namespace rtlgen::frontend
