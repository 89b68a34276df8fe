// Builds syntax trees of limited depth, for both expression parsers.
#pragma once

#include <string>
#include <vector>

#include "import/lexer.hpp"
#include "import/program.hpp"

namespace rtlgen::importer {

Expr make_unary(const std::string& symbol, Span symbol_span, Expr operand, const Reporter& reporter);
Expr make_binary(const std::string& symbol, Expr left, Expr right, const Reporter& reporter);
Expr make_call(const std::string& name, Span span, std::vector<Expr> arguments, const Reporter& reporter);
Expr make_cast(const CType& type, Span span, Expr operand, const Reporter& reporter);
Expr make_select(Expr condition, Expr then, Expr otherwise, Span span, const Reporter& reporter);

/// Reads the next token, a number.
Expr take_number(TokenReader& reader);

/// The expression in the parentheses that begin at the next token, read by `inner`; its span includes the parentheses.
template <class Inner>
Expr parenthesised(TokenReader& reader, Inner&& inner) {
  const Span begin = reader.take().span;
  Expr result = inner();
  result.span = {begin.begin, reader.expect(")").span.end};
  return result;
}

/// A function of C's <math.h>, with or without the suffix f or l, or min, max, select.
bool is_known_function(const std::string& name);

/// Refuses a type that the other language has and rtlgen lacks. Throws Abandoned.
[[noreturn]] void refuse_type(const std::string& name, Span span, const Reporter& reporter);

/// Counts the recursion depth of a parser; throws Abandoned if it is too deep.
class Nesting {
 public:
  Nesting(int& depth, const TokenReader& reader);
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  ~Nesting() { --depth_; }

 private:
  int& depth_;
};

}  // namespace rtlgen::importer
