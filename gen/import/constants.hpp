// Numeric constants and C's arithmetic on them: what gcc would fold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "import/c_types.hpp"
#include "support/int128.hpp"

namespace rtlgen::importer {

/// A value known at import: bool, integer, float or double.
struct Constant {
  CType type;
  Int128 whole = 0;  ///< bool and integers
  double real = 0;   ///< float and double, already rounded to the type

  [[nodiscard]] bool is_zero() const { return type.is_float() ? real == 0 : whole == 0; }
};

/// The reason why there is no constant.
enum class Fault { kNone, kNotANumber, kNoType, kRange, kZeroDivisor };

/// A C literal: 12, 0x1f, 0b101, 017, 2u, 3ll, 2.0, 2.f, 1e-5, .5.
std::optional<Constant> parse_literal(const std::string& text, Fault& fault);

/// Converts as C++ does; nullopt if the type has no constants here (half, fixed), or the value does not fit an integer.
std::optional<Constant> convert(const Constant& value, const CType& type, Fault& fault);

/// `op` on operands of one type (the promoted, common one): + - * / % & | ^ < <= == != && ||.
std::optional<Constant> fold(const std::string& op, const Constant& a, const Constant& b, const CType& result,
                             Fault& fault);

/// - + ~ ! on a promoted operand.
std::optional<Constant> fold_unary(const std::string& op, const Constant& a, Fault& fault);

/// sqrt abs floor ... of float or double. nullopt for exp, pow and others that IEEE 754 does not define exactly: the C
/// library of this machine must not determine their bits.
std::optional<Constant> fold_function(const std::string& name, const std::vector<Constant>& arguments);

/// The shortest text that rtlgen reads as this value in its type. Infinities, NaN and negative zero, which are not
/// numbers of the language, become expressions in parentheses.
std::string spelled(const Constant& value);

}  // namespace rtlgen::importer
