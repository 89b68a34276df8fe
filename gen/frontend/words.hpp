// The words of the language: operators, functions, names that are always there, boundary rules, modes of
// a border, reductions, and limits.
//
// Lexer, parser, typing and declarations read these tables, and docs/reference.md is printed from them
// (types are in types.hpp, keys in schema.hpp). A word of the language is added here and nowhere else in
// the frontend.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/program.hpp"

namespace rtlgen::frontend {

constexpr int kLargestOffset = 65535;         ///< of a read, either way
constexpr int kLargestShift = 65535;          ///< constant shift amount
constexpr int kMaxDepth = 200;                ///< nested brackets, prefix operators and ?:
constexpr std::size_t kLongestName = 64;      ///< characters
constexpr std::size_t kMostArguments = 1000;  ///< of min and max

// ---------------------------------------------------------------- operators and functions

/// What types an operation takes.
enum class Operands { kAny, kIntegers, kFloats, kSmallFloats, kConditions };

/// How the types of operands make the type of the result.
enum class Typing {
  kCommon,      ///< the one that holds all operands
  kComparison,  ///< operands as kCommon; uint<1>
  kLogical,     ///< conditions; uint<1>
  kShift,       ///< the left operand's; the amount has a type of its own
  kSelect       ///< a condition, then as kCommon
};

enum class Form { kPrefix, kBinary, kTernary, kFunction };

struct Operation {
  std::string_view symbol;
  Form form = Form::kBinary;
  int precedence = 0;                 ///< higher binds tighter; binary operators of one precedence go left to right
  spec::Op op = spec::Op::kConstant;  ///< kConstant: the operand itself
  Typing typing = Typing::kCommon;
  Operands operands = Operands::kAny;
  std::size_t least = 2, most = 2;  ///< operands; where most is larger, taken two by two from the left
  std::string_view meaning;
  bool swapped = false;  ///< a > b is b < a
};

/// Tightest first; functions last.
std::span<const Operation> operations();

/// The prefix or binary operator or the function of that name, or nullptr.
const Operation* find_operation(Form form, std::string_view symbol);

/// What `op` takes and gives. An op that no word makes is our bug.
const Operation& operation_of(spec::Op op);

bool takes(Operands operands, const spec::Type& type);
std::string_view words_for(Operands operands);

bool is_function(std::string_view name);
const std::vector<std::string>& function_names();

// ---------------------------------------------------------------- names

/// A name that every expression may use; all are int32.
struct BuiltinName {
  std::string_view name;
  spec::Op op;  ///< kCoordinate, kExtent, kStep
  int axis = -1;
  std::string_view meaning;
};
std::span<const BuiltinName> builtin_names();

/// Words that are parts of port names, which no user's name may be.
std::span<const std::string_view> port_words();

// ---------------------------------------------------------------- rules, borders, reductions

struct BoundaryWord {
  std::string_view word;
  spec::BoundaryKind kind;
  std::string_view meaning;
};
std::span<const BoundaryWord> boundary_table();

/// The boundary rule that a word stands for; `constant` needs a value beside it.
std::optional<spec::BoundaryKind> boundary_word(std::string_view word);
const std::vector<std::string>& boundary_words();

/// In the order of the choices of `update.*.border`.
struct BorderWord {
  std::string_view word;
  spec::Border border;
  bool of_temporaries;  ///< also on lines that assign a temporary
  std::string_view meaning;
};
std::span<const BorderWord> border_table();
const BorderWord& border_word(spec::Border border);

/// In the order of the choices of `monitor.*.reduce`.
struct ReductionWord {
  std::string_view word;
  spec::Reduction reduction;
  bool is_sum;           ///< has an integer or fixed-point type of its own; others have the field's
  bool needs_old_value;  ///< of state fields only
  std::string_view meaning;
};
std::span<const ReductionWord> reduction_table();
const ReductionWord& reduction_word(spec::Reduction reduction);

}  // namespace rtlgen::frontend
