// The operations of the language, in one table (operations.inc): spelling, operands and result, drawing, documentation,
// and numeric value.
//
// Lexer, parser, typing, validation, printers, report, model and docs/reference.md read this table. To add an
// operation, add a row; its hardware is a file in gen/ops/operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "spec/op.hpp"

namespace rtlgen::spec {

struct Type;
struct RealCall;      // spec/real.hpp
struct RationalCall;  // spec/real.hpp

constexpr std::size_t kMostArguments = 1000;  ///< for a call of min or max

/// The operand types that an operation accepts.
enum class Operands : std::uint8_t { kAny, kIntegers, kFractions, kFloatsAndIntegers, kFloats, kConditions };

/// How the operand types determine the result type.
enum class Typing : std::uint8_t {
  kLeaf,        ///< no operands
  kCast,        ///< one operand of any type; the type is given by the node
  kLookup,      ///< one operand of any integer type; the type of its table
  kCommon,      ///< the smallest type that holds all operands
  kComparison,  ///< operands as kCommon; uint<1>
  kLogical,     ///< conditions; uint<1>
  kShift,       ///< the left operand's; the amount may have a different type
  kSelect       ///< a condition, then as kCommon
};

enum class Form : std::uint8_t { kNone, kPrefix, kBinary, kTernary, kFunction };

/// The colour of a node in a drawing of a Kernel.
enum class Drawn : std::uint8_t { kRead, kAdd, kMultiply, kDivide, kLogic };

/// The real numbers for which a function is defined.
enum class Domain : std::uint8_t { kAll, kNotNegative, kPositive };

/// Calls that become one fused sum of all their arguments (spec/fused_sum.hpp): a sum of the arguments, or of the
/// products of pairs of them.
enum class Fuses : std::uint8_t { kNothing, kArguments, kProducts };

/// Rough size of a float operator in LUTs: per_bit * width + square * (fraction + 1)^2 / square_by.
struct FloatLuts {
  double per_bit = 0, square = 4, square_by = 1;
};

/// A row of the table. Some operations have more than one row: a > b is b < a.
struct Operation {
  Op op{};
  std::string_view symbol = "";  ///< operator symbol, or name of the function; "" if it has no spelling
  /// Its names in other languages, separated by blanks: C's <math.h> (the float version has an f appended), MLIR's math
  /// dialect, Python as MODULE.NAME, and aliases that only get a hint.
  std::string_view c = "", mlir = "", python = "", aliases = "";
  Form form = Form::kNone;
  int precedence = 12;  ///< higher binds tighter; binary operators of one precedence are left-associative
  Typing typing = Typing::kCommon;
  Operands operands = Operands::kAny;
  /// The operands of a node (for a fused sum, the minimum), and the most that a call may have: further ones are
  /// combined in pairs from the left.
  std::size_t least = 2, most = least;
  std::string_view meaning = "";
  bool swapped = false;   ///< a > b is b < a
  bool commutes = false;  ///< the first two operands may be exchanged
  bool reserved = true;   ///< no field may have its name; false if programs existed before the function
  Fuses fuses = Fuses::kNothing;
  double flops = 0;  ///< for a float result, as papers count: 1 for arithmetic, 0 for abs, neg and roundings
  std::string_view signal = "";  ///< its part in names of signals
  Drawn drawn = Drawn::kLogic;
  std::string_view drawn_as = "";
  FloatLuts float_luts = {};  ///< the default is that of a multiplier

  // ------------------------------------------------------------ as a number
  Domain domain = Domain::kAll;
  std::string_view outside = "";  ///< the result for a constant operand outside the domain
  /// The exact value, if the operands give a rational one (else returns false); used for constants.
  bool (*rational)(const RationalCall&) = nullptr;
  /// The real value from MPFR, rounded to the precision of the result; returns MPFR's ternary value relative to the
  /// real value (so roundings to integers use mpfr_rint_floor, not mpfr_floor). Without `bits`, a float result is this
  /// value, rounded once.
  int (*real)(const RealCall&) = nullptr;
  /// The result bit for bit, if the language does not define it as the nearest value; operands are bits of `type`.
  std::uint64_t (*bits)(const Type& type, const std::uint64_t* operands, bool flush) = nullptr;
  /// The least and the largest value for operands in [low, high]; null: any value of the type.
  std::pair<double, double> (*image)(double low, double high) = nullptr;

  [[nodiscard]] bool is_fused() const { return fuses != Fuses::kNothing; }
};

/// Rows that have a spelling, in the order of the reference: operators, tightest first, then functions.
std::span<const Operation> operations();

/// The row of `op`; the first one if there are several.
const Operation& operation_of(Op op);

/// The function whose `column` lists `word`; nullptr if none exists.
const Operation* function_called(std::string_view Operation::*column, std::string_view word);

bool takes(Operands operands, const Type& type);
std::string_view words_for(Operands operands);

}  // namespace rtlgen::spec
