// Values of a C program as expressions of loop variables, array elements and parameters.
//
// They are built while statements are executed symbolically (executor.hpp), so local variables and calls are gone. What
// is constant and whole is folded at once, since indices and bounds are made of it.
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
    kNumber,     ///< text, and constant where it is whole
    kLoop,       ///< the variable of loop id
    kTime,       ///< the variable of the time loop
    kParameter,  ///< id
    kRead,       ///< access id
    kLet,        ///< value id, computed earlier in the same iteration
    kLost,       ///< not known to the import, by reason id; no effect depends on it
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
  int size = 1;  ///< nodes of the tree, up to kLargestTree
};

constexpr int kLargestTree = 100000;

ValuePtr number(const std::string& text, Span span, const Reporter& reporter);
ValuePtr whole_number(std::int64_t value, const CType& type, Span span);
ValuePtr leaf(Value::Kind kind, int id, const CType& type, Span span);
/// An operator on numbers, with C's type of the result.
ValuePtr unary(const std::string& op, const ValuePtr& a, Span span);
ValuePtr binary(const std::string& op, const ValuePtr& a, const ValuePtr& b, Span span, const Reporter& reporter);
ValuePtr select(const ValuePtr& condition, const ValuePtr& a, const ValuePtr& b, Span span, const Reporter& reporter);
ValuePtr cast(const ValuePtr& a, const CType& type, Span span);
ValuePtr call(const std::string& name, std::vector<ValuePtr> args, const CType& type, Span span);
ValuePtr negated(const ValuePtr& condition);

/// A whole number that is known, or none.
std::optional<std::int64_t> whole(const Value& value);
/// The same with the time loop's variable given.
std::optional<std::int64_t> whole_at(const Value& value, std::int64_t time);
bool depends_on(const Value& value, Value::Kind kind);
/// The numbers that a value may be made of, beside literals; none for a value that is not one of them.
using KnownNumbers = std::function<std::optional<Constant>(const Value&)>;
/// The number that a value of numbers alone has, as gcc folds it; none if it depends on more, or if a C library decides
/// its bits.
std::optional<Constant> evaluated(const Value& value, const KnownNumbers& known = {});
/// Whether a call is of a function that evaluated() computes: IEEE 754 or its definition fixes its bits.
bool is_exact_call(const Value& call);
/// A whole value with the variable of one loop given; none if it depends on more.
std::optional<std::int64_t> whole_at_loop(const Value& value, int loop, std::int64_t at);
/// The value with its part `old` replaced by `other`.
ValuePtr replaced(const ValuePtr& value, const Value* old, const ValuePtr& other, const Reporter& reporter);
/// Whether two values are the same for sure.
bool is_same(const ValuePtr& a, const ValuePtr& b);
/// Calls `visit` for each node, the outermost first.
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

/// First and last value, both included.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// Of variables: loops, and remainders of them.
using Box = std::map<int, Range>;

/// The value as an affine one of loop variables; none where it is not.
std::optional<Affine> affine(const Value& value);
Range range_of(const Affine& form, const Box& box);

/// A condition and whether it holds.
struct Fact {
  ValuePtr condition;
  bool holds = true;
};

/// What is known of a condition for all cells of a box.
std::optional<bool> decided(const Value& condition, const Box& box);
/// The smallest box that is known to hold all cells of `box` for which the facts hold.
Box narrowed(Box box, const std::vector<Fact>& facts);

}  // namespace rtlgen::importer::c
