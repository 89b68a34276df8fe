// The operations of the language, in one table (operations.inc): what each is called, takes and gives, how it is
// drawn and documented, and what it means as a number.
//
// Lexer, parser, typing, validation, printers, report, model and docs/reference.md read this table. An operation is
// added there; its hardware is a file of gen/ops/operators.
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

constexpr std::size_t kMostArguments = 1000;  ///< of a call of min or max

/// What types an operation takes.
enum class Operands : std::uint8_t { kAny, kIntegers, kFractions, kFloats, kConditions };

/// How the types of operands make the type of the result.
enum class Typing : std::uint8_t {
  kLeaf,        ///< no operands
  kCast,        ///< one operand of any type; the type that the node says
  kLookup,      ///< one operand of any integer type; the type of its table
  kCommon,      ///< the one that holds all operands
  kComparison,  ///< operands as kCommon; uint<1>
  kLogical,     ///< conditions; uint<1>
  kShift,       ///< the left operand's; the amount has a type of its own
  kSelect       ///< a condition, then as kCommon
};

enum class Form : std::uint8_t { kNone, kPrefix, kBinary, kTernary, kFunction };

/// The colour of a node in a drawing of a Kernel.
enum class Drawn : std::uint8_t { kRead, kAdd, kMultiply, kDivide, kLogic };

/// Real numbers for which a function has a value.
enum class Domain : std::uint8_t { kAll, kNotNegative, kPositive };

/// Calls that become one fused sum of all their arguments (spec/fused_sum.hpp): of these, or of their products two by
/// two.
enum class Fuses : std::uint8_t { kNothing, kArguments, kProducts };

/// Rough size of a float operator in LUTs: per_bit * width + square * (fraction + 1)^2 / square_by.
struct FloatLuts {
  double per_bit = 0, square = 4, square_by = 1;
};

/// A row of the table. Some operations have more than one: a > b is b < a.
struct Operation {
  Op op{};
  std::string_view symbol = "";  ///< sign, or name of the function; "" if it has no spelling
  /// Its words in other languages, each a list with blanks between: C's <math.h> (a float's have an f behind), MLIR's
  /// dialect math, Python as MODULE.NAME, and words that only get a hint.
  std::string_view c = "", mlir = "", python = "", aliases = "";
  Form form = Form::kNone;
  int precedence = 12;  ///< higher binds tighter; binary operators of one precedence go left to right
  Typing typing = Typing::kCommon;
  Operands operands = Operands::kAny;
  /// Operands of a node (of a fused sum the least), and the most that a call may have: these are taken two by two from
  /// the left.
  std::size_t least = 2, most = least;
  std::string_view meaning = "";
  bool swapped = false;   ///< a > b is b < a
  bool commutes = false;  ///< the first two operands may change places
  bool reserved = true;   ///< no field may have the name; false where programs are older than the function
  Fuses fuses = Fuses::kNothing;
  double flops = 0;              ///< of a float result, as papers count: 1 for arithmetic, 0 for abs, neg, roundings
  std::string_view signal = "";  ///< the operation in the names of signals
  Drawn drawn = Drawn::kLogic;
  std::string_view drawn_as = "";
  FloatLuts float_luts = {};  ///< the default is a multiplier's

  // ------------------------------------------------------------ as a number
  Domain domain = Domain::kAll;
  std::string_view outside = "";  ///< what a constant operand outside the domain makes
  /// The exact value, where the operands have a rational one (else false); constants are computed by it.
  bool (*rational)(const RationalCall&) = nullptr;
  /// The real value by MPFR, rounded to the result's precision; returns MPFR's ternary value against the real value
  /// (for roundings to integers mpfr_rint_floor, not mpfr_floor). Without `bits` a float result is this, rounded once.
  int (*real)(const RealCall&) = nullptr;
  /// The result bit for bit, where the language defines another than the nearest one; operands as bits of `type`.
  std::uint64_t (*bits)(const Type& type, const std::uint64_t* operands, bool flush) = nullptr;
  /// The least and the largest value for operands in [low, high]; null: any of the type.
  std::pair<double, double> (*image)(double low, double high) = nullptr;

  [[nodiscard]] bool is_fused() const { return fuses != Fuses::kNothing; }
};

/// Rows that have a spelling, as the reference lists them: operators, tightest first, then functions.
std::span<const Operation> operations();

/// The row of `op`; its first one where there are more.
const Operation& operation_of(Op op);

/// The function whose `column` lists `word`; nullptr: none.
const Operation* function_called(std::string_view Operation::*column, std::string_view word);

bool takes(Operands operands, const Type& type);
std::string_view words_for(Operands operands);

}  // namespace rtlgen::spec
