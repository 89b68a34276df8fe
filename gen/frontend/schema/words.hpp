// The words of the language: operators, functions, built-in names, boundary rules, border modes, reductions, and
// limits.
//
// Lexer, parser, typing and declarations read these tables, and docs/reference.md is printed from them (operations are
// in spec/operations.hpp, boundary rules in spec/boundary.hpp, types in types.hpp, keys in schema.hpp). To add a word
// of the language, add it to its table; no other place in the frontend changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/boundary.hpp"
#include "spec/operations.hpp"

namespace rtlgen::spec {
enum class Border : std::uint8_t;
enum class Reduction : std::uint8_t;
}  // namespace rtlgen::spec

namespace rtlgen::frontend {

constexpr int kLargestOffset = 65535;       ///< largest offset of a read, in both directions
constexpr int kLargestShift = 65535;        ///< constant shift amount
constexpr std::size_t kMostVariables = 16;  ///< per fold
constexpr int kMaxDepth = 200;              ///< nested brackets, prefix operators and ?:
constexpr std::size_t kLongestName = 64;    ///< characters

// ---------------------------------------------------------------- operators and functions

// Their table is spec/operations.hpp.
using spec::Form;
using spec::kMostArguments;
using spec::Operands;
using spec::Operation;
using spec::operation_of;
using spec::operations;
using spec::takes;
using spec::Typing;
using spec::words_for;

/// The prefix or binary operator or the function with that name, or nullptr.
const Operation* find_operation(Form form, std::string_view symbol);

/// Whether it is a function whose name a program cannot use otherwise; other functions are recognised by the bracket
/// after them.
bool is_reserved_function(std::string_view name);
const std::vector<std::string>& function_names();

/// A call that is expanded over the values of loop variables, from left to right: `add(k in 0..2: c[k]*t[k])`.
struct FoldWord {
  std::string_view name;
  spec::Op joins;  ///< the operator between two terms
  int empty;       ///< the value without terms; -1: none
  bool fused;      ///< the terms form one fused sum
  std::string_view meaning;
};
std::span<const FoldWord> fold_words();
const FoldWord* find_fold(std::string_view name);
std::vector<std::string> fold_names();

// ---------------------------------------------------------------- names

/// A name that every expression may use; all have type int32.
struct BuiltinName {
  std::string_view name;
  spec::Op op;  ///< kCoordinate, kExtent, kStep
  int axis = -1;
  std::string_view meaning;
};
std::span<const BuiltinName> builtin_names();

/// A constant that every expression may use, unless the description defines the name.
constexpr std::string_view kPi = "pi";

/// Words in port names, which no user-defined name may be.
std::span<const std::string_view> port_words();

// ---------------------------------------------------------------- rules, borders, reductions

using spec::rule_words;
using spec::RuleWord;

/// The boundary rule for a word; `constant` also needs a value.
std::optional<spec::Boundary> boundary_word(std::string_view word);
const std::vector<std::string>& boundary_words();

/// In the order of the choices of `update.*.border`.
struct BorderWord {
  std::string_view word;
  spec::Border border;
  bool of_temporaries;  ///< also allowed for lines that assign a temporary
  std::string_view meaning;
};
std::span<const BorderWord> border_table();
const BorderWord& border_word(spec::Border border);

/// In the order of the choices of `monitor.*.reduce`.
struct ReductionWord {
  std::string_view word;
  spec::Reduction reduction;
  bool is_sum;           ///< has its own integer or fixed-point type; others have that of the field
  bool needs_old_value;  ///< for state fields only
  std::string_view meaning;
};
std::span<const ReductionWord> reduction_table();
const ReductionWord& reduction_word(spec::Reduction reduction);

}  // namespace rtlgen::frontend
