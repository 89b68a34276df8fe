// The expression grammar that SODA and SASA share: C's, with `&` looser than `==`.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "import/expressions.hpp"
#include "import/make_expr.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer {

namespace {

/// Binary operators from loosest to tightest.
const std::array<std::vector<const char*>, 8>& levels() {
  static const std::array<std::vector<const char*>, 8> table = {
      {{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}}};
  return table;
}
const std::vector<const char*> kTightest = {"*", "/", "%"};

class Parser {
 public:
  Parser(TokenReader& reader, const CGrammar& grammar) : reader_(reader), grammar_(grammar) {}

  Expr binary(std::size_t level) {
    const std::vector<const char*>& symbols = level < levels().size() ? levels()[level] : kTightest;
    Expr left = level < levels().size() ? binary(level + 1) : unary();
    while (true) {
      const auto found = std::find_if(symbols.begin(), symbols.end(), [&](const char* s) { return reader_.is(s); });
      if (found == symbols.end()) return left;
      reader_.take();
      Expr right = level < levels().size() ? binary(level + 1) : unary();
      left = make_binary(*found, std::move(left), std::move(right), reader_.reporter());
    }
  }

 private:
  Expr unary() {
    for (const char* symbol : {"-", "+", "!", "~"}) {
      if (!reader_.is(symbol)) continue;
      const Nesting nesting(depth_, reader_);
      const Span begin = reader_.take().span;
      return make_unary(symbol, begin, unary(), reader_.reporter());
    }
    return operand();
  }

  Expr operand() {
    const Token& token = reader_.peek();
    if (token.kind == Token::Kind::kNumber) return take_number(reader_);
    if (reader_.is("(")) {
      const Nesting nesting(depth_, reader_);
      return parenthesised(reader_, [&] { return binary(0); });
    }
    if (token.kind != Token::Kind::kWord) reader_.unexpected("a number, a name or '('");
    return word();
  }

  Expr word() {
    const Token name = reader_.take();
    if (reader_.is("[")) {
      reader_.reporter().fail(Code::kNotExpressible, {name.span.begin, reader_.peek().span.end},
                              fmt::format("'{}' is used as an array of parameters", name.text),
                              {"rtlgen has scalar parameters only: declare one per element that is used, "
                               "or write its value as a number"});
    }
    if (!reader_.is("(")) {
      Expr variable;
      variable.kind = Expr::Kind::kName;
      variable.text = name.text;
      variable.span = name.span;
      return variable;
    }
    if (grammar_.casts) {
      if (const auto type = soda_type(name.text)) return cast(name, *type);
    }
    if (is_function(name.text)) return call(name);
    return read(name);
  }

  [[nodiscard]] bool is_function(const std::string& name) const {
    if (is_known_function(name)) return true;
    return grammar_.if_function && name == "if";
  }

  Expr cast(const Token& name, const CType& type) {
    if (type.width == 0) refuse_type(name.text, name.span, reader_.reporter());
    const Nesting nesting(depth_, reader_);
    reader_.expect("(");
    Expr inner = binary(0);
    const Span end = reader_.expect(")").span;
    return make_cast(type, {name.span.begin, end.end}, std::move(inner), reader_.reporter());
  }

  Expr call(const Token& name) {
    const Nesting nesting(depth_, reader_);
    reader_.expect("(");
    std::vector<Expr> arguments;
    do arguments.push_back(binary(0));
    while (reader_.accept(","));
    const Span end = reader_.expect(")").span;
    const Span span{name.span.begin, end.end};
    const bool select = name.text == "select" || name.text == "if";
    if (select && arguments.size() != 3) {
      reader_.reporter().fail(Code::kProgramMismatch, span,
                              fmt::format("'{}' takes three arguments, not {}", name.text, arguments.size()),
                              {"a condition, the value if it holds, the value if not"});
    }
    return make_call(name.text, span, std::move(arguments), reader_.reporter());
  }

  Expr read(const Token& name) {
    Expr out;
    out.kind = Expr::Kind::kRead;
    out.text = name.text;
    out.offset = parse_indices(reader_, grammar_, name.span);
    for (std::size_t a = 0; a < grammar_.axes; ++a) out.axes[a] = true;
    out.span = {name.span.begin, reader_.previous().end};
    return out;
  }

  TokenReader& reader_;
  const CGrammar& grammar_;
  int depth_ = 0;
};

}  // namespace

Expr parse_c_expression(TokenReader& reader, const CGrammar& grammar) { return Parser(reader, grammar).binary(0); }

Offset3 parse_indices(TokenReader& reader, const CGrammar& grammar, Span array) {
  reader.expect("(");
  std::vector<int> indices;
  do indices.push_back(reader.expect_integer("an index (an integer)"));
  while (reader.accept(","));
  const Span end = reader.expect(")").span;
  if (indices.size() != grammar.axes) {
    reader.reporter().fail(Code::kProgramMismatch, {array.begin, end.end},
                           fmt::format("{} for a grid of {}", counted(indices.size(), "index", "indices"),
                                       counted(grammar.axes, "axis", "axes")),
                           {"write one integer per axis of the inputs"});
  }
  constexpr int kFarthest = 65535;
  Offset3 offset{};
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (std::abs(indices[i]) > kFarthest) {
      reader.reporter().fail(Code::kInvalidProgramValue, {array.begin, end.end},
                             fmt::format("the index {} is out of range", indices[i]),
                             {fmt::format("indices range from {} to {}", -kFarthest, kFarthest)});
    }
    offset[grammar.reversed ? indices.size() - 1 - i : i] = indices[i];
  }
  return offset;
}

}  // namespace rtlgen::importer
