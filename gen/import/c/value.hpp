// Values of a C program as expressions of loop variables, array elements and parameters.
//
// They are built while statements are executed symbolically (executor.hpp), so they contain no local variables or
// calls. Constant integers are folded at once, because indices and bounds are made from them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "import/c_types.hpp"
#include "import/constants.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer::c {

struct Value;
using ValuePtr = std::shared_ptr<const Value>;

struct Value {
  enum class Kind {
    kNumber,     ///< text, and constant if it is an integer
    kLoop,       ///< the variable of loop id
    kTime,       ///< the variable of the time loop
    kParameter,  ///< id
    kRead,       ///< access id
    kLet,        ///< value id, computed earlier in the same iteration
    kLost,       ///< not known at import, for reason id; no effect depends on it
    kUnary,
    kBinary,
    kSelect,
    kCast,
    kCall  ///< text(args), a function of math.h
  };
  Kind kind = Kind::kNumber;
  CType type{};
  std::string text{};
  int id = -1;
  std::vector<ValuePtr> args{};
  Span span{};
  std::optional<Constant> constant{};
  int size = 1;  ///< nodes in the tree, at most kLargestTree
};

constexpr int kLargestTree = 100000;

ValuePtr number(const std::string& text, Span span, const Reporter& reporter);
ValuePtr whole_number(std::int64_t value, const CType& type, Span span);
ValuePtr leaf(Value::Kind kind, int id, const CType& type, Span span);
/// Operators on numbers, with C's type of the result.
ValuePtr unary(const std::string& op, const ValuePtr& a, Span span);
ValuePtr binary(const std::string& op, const ValuePtr& a, const ValuePtr& b, Span span, const Reporter& reporter);
ValuePtr select(const ValuePtr& condition, const ValuePtr& a, const ValuePtr& b, Span span, const Reporter& reporter);
ValuePtr cast(const ValuePtr& a, const CType& type, Span span);
ValuePtr call(const std::string& name, std::vector<ValuePtr> args, const CType& type, Span span);
ValuePtr negated(const ValuePtr& condition);

/// The known integer, or none.
std::optional<std::int64_t> whole(const Value& value);
/// The same with a given value of the time loop's variable.
std::optional<std::int64_t> whole_at(const Value& value, std::int64_t time);
bool depends_on(const Value& value, Value::Kind kind);
/// The numbers that a value may depend on, besides literals; none for any other value.
using KnownNumbers = std::function<std::optional<Constant>(const Value&)>;
/// The value of an expression that contains only numbers, as gcc folds it; none if it depends on more, or if a C
/// library determines its bits.
std::optional<Constant> evaluated(const Value& value, const KnownNumbers& known = {});
/// Whether evaluated() computes calls of this function: IEEE 754 or the function's definition determines its bits.
bool is_exact_call(const Value& call);
/// The integer for a given value of one loop's variable; none if it depends on more.
std::optional<std::int64_t> whole_at_loop(const Value& value, int loop, std::int64_t at);
/// The value with its part `old` replaced by `other`.
ValuePtr replaced(const ValuePtr& value, const Value* old, const ValuePtr& other, const Reporter& reporter);
/// Whether two values are certainly equal.
bool is_same(const ValuePtr& a, const ValuePtr& b);
/// Calls `visit` for each node, outermost first.
template <class Visit>
void walk(const Value& value, const Visit& visit) {
  visit(value);
  for (const ValuePtr& arg : value.args) walk(*arg, visit);
}

/// constant + sum of factor * variable, by variable.
struct Affine {
  std::int64_t constant = 0;
  std::map<int, std::int64_t> factors;

  friend bool operator==(const Affine&, const Affine&) = default;
};

/// First and last value, both inclusive.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// Ranges by variable: loops, and remainders of them.
using Box = std::map<int, Range>;

/// The value as an affine form of loop variables; none if it is not one.
std::optional<Affine> affine(const Value& value);
Range range_of(const Affine& form, const Box& box);

/// A condition and whether it is true.
struct Fact {
  ValuePtr condition;
  bool holds = true;
};

/// The value of a condition if it is the same for all cells of a box.
std::optional<bool> decided(const Value& condition, const Box& box);
/// The smallest known box that contains all cells of `box` for which the facts hold.
Box narrowed(Box box, const std::vector<Fact>& facts);

}  // namespace rtlgen::importer::c
