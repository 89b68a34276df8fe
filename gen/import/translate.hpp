// Converts expressions with C's types to text of rtlgen's language in which every conversion is explicit.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "import/constants.hpp"
#include "import/program.hpp"

namespace rtlgen::spec {
struct Operation;
}

namespace rtlgen::importer {

/// A translated expression.
struct Value {
  CType type;
  std::string text;
  int precedence = 0;  ///< precedence of the outermost operator; larger values bind tighter
  std::optional<Constant> constant;
  std::optional<Span> widened_by = std::nullopt;  ///< the literal that makes it double
};

/// The context of an expression; each function is called once per use.
struct Scope {
  std::function<Value(const Expr&)> name;  ///< a let, parameter, constant or field without axes
  std::function<Value(const Expr&)> read;  ///< a field at an offset
  /// Gives a value a separate line and returns its name: for values that are used twice.
  std::function<Value(const Value&)> store;
};

class Translator {
 public:
  Translator(const Program& program, const Reporter& reporter, Scope scope)
      : program_(program), reporter_(reporter), scope_(std::move(scope)) {}

  /// Throws Abandoned.
  Value expression(const Expr& expr);
  /// Converts like an assignment or a cast.
  Value convert_to(const Value& value, const CType& type, Span span);
  /// The expression converted to `type`.
  Value expression_as(const Expr& expr, const CType& type);
  /// Text for a place that requires `type`: a constant has no cast, because it takes the type from its context.
  std::string line_text(const Value& value) const;

 private:
  Value number(const Expr& expr);
  Value unary(const Expr& expr);
  Value binary(const Expr& expr);
  Value arithmetic(const Expr& expr, const std::string& op, const Value& a, const Value& b);
  Value shift(const Expr& expr, const Value& a, const Value& b);
  Value comparison(const Expr& expr, const std::string& op, const Value& a, const Value& b);
  Value select(const Expr& expr, const Expr& c, const Expr& t, const Expr& e);
  Value call(const Expr& expr);
  Value minimum(const Expr& expr, const std::string& name);
  Value absolute(const Expr& expr, bool force_float);
  Value math(const Expr& expr, const spec::Operation& function, int suffix_width);
  using Part = std::pair<const Value*, Span>;
  /// The literal, double by C's rules, that alone makes the common type of `parts` double; if another part is float, it
  /// is widened, and there is a warning.
  std::optional<Span> literal_that_widens(const std::string& what, const std::vector<Part>& parts) const;
  [[noreturn]] void refuse_function(const Expr& expr, const std::string& base);
  [[noreturn]] void refuse_pair(const Expr& expr, const Value& a, const Value& b);

  Value condition(const Value& value, Span span);
  Value constant_value(const std::optional<Constant>& constant, Fault fault, Span span);
  [[nodiscard]] std::string operand(const Value& value, int precedence) const;
  /// Like operand(), but casts a constant, if its context gives it no type.
  [[nodiscard]] std::string typed_operand(const Value& value, int precedence) const;
  Value min_max_pair(const Value& a, const Value& b, const CType& type, const std::string& name);

  const Program& program_;
  const Reporter& reporter_;
  Scope scope_;
};

/// Precedences of rtlgen's language.
enum Precedence : int {
  kTernary = 1,
  kOr,
  kAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEqual,
  kLess,
  kShift,
  kSum,
  kProduct,
  kUnaryOp,
  kPrimary
};

}  // namespace rtlgen::importer
