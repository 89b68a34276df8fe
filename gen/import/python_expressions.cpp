// The subset of Python expressions that StencilFlow programs use.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "import/expressions.hpp"
#include "import/make_expr.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer {

namespace {

const std::set<std::string>& functions() {
  static const std::set<std::string> names = {"sin", "cos", "tan",  "sinh", "cosh", "tanh", "sqrt",
                                              "min", "max", "fabs", "abs",  "exp",  "log",  "pow"};
  return names;
}

class Parser {
 public:
  Parser(TokenReader& reader, const std::vector<std::string>& iterators) : reader_(reader), iterators_(iterators) {}

  Expr conditional() {
    const Nesting nesting(depth_, reader_);
    Expr then = disjunction();
    if (!reader_.accept_word("if")) return then;
    Expr condition = disjunction();
    if (!reader_.accept_word("else")) reader_.unexpected("'else'");
    Expr otherwise = conditional();
    const Span span{then.span.begin, otherwise.span.end};
    return make_select(std::move(condition), std::move(then), std::move(otherwise), span, reader_.reporter());
  }

 private:
  Expr disjunction() {
    Expr left = conjunction();
    while (reader_.accept_word("or")) left = make_binary("||", std::move(left), conjunction(), reader_.reporter());
    return left;
  }

  Expr conjunction() {
    Expr left = negation();
    while (reader_.accept_word("and")) left = make_binary("&&", std::move(left), negation(), reader_.reporter());
    return left;
  }

  Expr negation() {
    if (!reader_.is_word("not")) return comparison();
    const Nesting nesting(depth_, reader_);
    const Span begin = reader_.take().span;
    return make_unary("!", begin, negation(), reader_.reporter());
  }

  [[nodiscard]] const char* comparator() const {
    for (const char* symbol : {"<=", ">=", "==", "!=", "<", ">"}) {
      if (reader_.is(symbol)) return symbol;
    }
    return nullptr;
  }

  Expr comparison() {
    Expr left = sum();
    const char* const symbol = comparator();
    if (symbol == nullptr) return left;
    reader_.take();
    Expr out = make_binary(symbol, std::move(left), sum(), reader_.reporter());
    if (comparator() != nullptr) {
      reader_.reporter().fail(Code::kNotExpressible, reader_.peek().span, "chained comparisons cannot be imported",
                              {"write 'a < b and b < c'"});
    }
    return out;
  }

  Expr sum() {
    Expr left = product();
    while (reader_.is("+") || reader_.is("-")) {
      const std::string symbol = reader_.take().text;
      left = make_binary(symbol, std::move(left), product(), reader_.reporter());
    }
    return left;
  }

  Expr product() {
    Expr left = unary();
    while (true) {
      if (reader_.is("%") || (reader_.is("/") && reader_.is("/", 1))) {
        const std::string symbol = reader_.is("%") ? "%" : "//";
        reader_.reporter().fail(Code::kNotExpressible, reader_.peek().span,
                                fmt::format("StencilFlow has no operator '{}'", symbol),
                                {"its operators are + - * / and comparisons"});
      }
      if (!reader_.is("*") && !reader_.is("/")) return left;
      const std::string symbol = reader_.take().text == "*" ? "*" : "//";
      left = make_binary(symbol, std::move(left), unary(), reader_.reporter());
    }
  }

  Expr unary() {
    for (const char* symbol : {"-", "+"}) {
      if (!reader_.is(symbol)) continue;
      const Nesting nesting(depth_, reader_);
      const Span begin = reader_.take().span;
      return make_unary(symbol, begin, unary(), reader_.reporter());
    }
    Expr operand = atom();
    if (reader_.is("**")) {
      reader_.reporter().fail(Code::kNotExpressible, reader_.peek().span, "StencilFlow has no operator '**'",
                              {"write the product"});
    }
    return operand;
  }

  Expr atom() {
    const Token& token = reader_.peek();
    if (token.kind == Token::Kind::kNumber) return take_number(reader_);
    if (reader_.is("(")) return parenthesised(reader_, [&] { return conditional(); });
    const Token name = reader_.expect_word("a number, a name or '('");
    if (reader_.is("(")) return call(name);
    if (reader_.is("[")) return read(name);
    Expr variable;
    variable.kind = Expr::Kind::kName;
    variable.text = name.text;
    variable.span = name.span;
    return variable;
  }

  Expr call(const Token& name) {
    if (!functions().contains(name.text)) {
      reader_.reporter().fail(Code::kNotExpressible, name.span,
                              fmt::format("the function '{}' cannot be imported", name.text),
                              {fmt::format("supported functions: {}", fmt::join(functions(), " "))});
    }
    reader_.expect("(");
    std::vector<Expr> arguments;
    do arguments.push_back(conditional());
    while (reader_.accept(","));
    const Span span{name.span.begin, reader_.expect(")").span.end};
    return make_call(name.text, span, std::move(arguments), reader_.reporter());
  }

  /// name[i, j+1, k-1], also with parentheses around indices or sums.
  Expr read(const Token& name) {
    Expr out;
    out.kind = Expr::Kind::kRead;
    out.text = name.text;
    reader_.expect("[");
    const bool tuple = reader_.is("(") && (reader_.is(",", 2) || reader_.is("(", 1));
    if (tuple) reader_.take();
    std::size_t last = iterators_.size();
    do {
      const Token at = reader_.peek();
      const std::size_t axis = index(out);
      if (axis >= last) {
        reader_.reporter().fail(Code::kProgramMismatch, at.span,
                                fmt::format("the index '{}' is out of order", iterators_[axis]),
                                {"write indices in the order i, j, k"});
      }
      last = axis;
      out.axes[axis] = true;
    } while (reader_.accept(","));
    if (tuple) reader_.expect(")");
    out.span = {name.span.begin, reader_.expect("]").span.end};
    return out;
  }

  /// Reads one index into `out`; returns its axis.
  std::size_t index(Expr& out) {
    const bool wrapped = reader_.accept("(");
    const Token name = reader_.expect_word("an iterator (i, j or k)");
    const auto found = std::find(iterators_.begin(), iterators_.end(), name.text);
    if (found == iterators_.end()) {
      reader_.reporter().fail(Code::kProgramMismatch, name.span,
                              fmt::format("'{}' is not an iterator of this program", name.text),
                              {"iterators are i, j, k; two-dimensional programs have j, k, one-dimensional ones k"});
    }
    const std::size_t axis = static_cast<std::size_t>(found - iterators_.begin());
    if (reader_.is("+") || reader_.is("-")) {
      const bool negative = reader_.take().text == "-";
      const Token at = reader_.peek();
      const int distance = reader_.expect_integer("a distance (an integer)");
      constexpr int kFarthest = 65535;
      if (std::abs(distance) > kFarthest) {
        reader_.reporter().fail(Code::kInvalidProgramValue, at.span,
                                fmt::format("the distance {} is out of range", distance),
                                {fmt::format("distances range from {} to {}", -kFarthest, kFarthest)});
      }
      out.offset[axis] = negative ? -distance : distance;
    }
    if (wrapped) reader_.expect(")");
    return axis;
  }

  TokenReader& reader_;
  const std::vector<std::string>& iterators_;
  int depth_ = 0;
};

}  // namespace

Expr parse_python_expression(TokenReader& reader, const std::vector<std::string>& iterators) {
  return Parser(reader, iterators).conditional();
}

}  // namespace rtlgen::importer
