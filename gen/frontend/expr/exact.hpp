// Exact constants: rational arithmetic, and a single rounding to a number format.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/op.hpp"

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::frontend {

using Exact = mpq_class;

/// The limit on the total bits of numerator and denominator; a larger constant is refused (RG0319). It is far more than
/// any format needs, and small enough that no chain of products exhausts memory.
constexpr std::size_t kMaxExactBits = 1U << 16;

/// The MPFR precision in bits for irrational roots, functions and powers.
constexpr int kFunctionPrecision = 1024;

enum class ExactFault {
  kNone,
  kZeroDivisor,
  kNotInteger,  ///< %, shifts and bitwise operators need integers
  kNegative,    ///< square root, shift amount, base of a fractional power; for a logarithm also zero
  kTooLarge
};

struct ExactResult {
  Exact value;
  ExactFault fault = ExactFault::kNone;
};

/// `op` on exact operands; comparisons and logical operators return 0 or 1.
ExactResult evaluate_exact(spec::Op op, const std::vector<Exact>& operands);

bool is_integer(const Exact& value);

/// Pi, in kFunctionPrecision bits.
Exact exact_pi();

/// The value of a literal in the lexer's syntax (decimal with optional fraction and exponent, or 0x hexadecimal), or
/// nullopt if its exponent or length is absurd.
std::optional<Exact> parse_literal(const std::string& text);

/// A decimal number with an optional sign, such as `.5` and `1e-3`; nullopt if `word` is not a number.
std::optional<Exact> signed_number(const std::string& word);

enum class FitFault { kNone, kOverflow, kFraction, kRange };

struct Fitted {
  std::uint64_t bits = 0;
  FitFault fault = FitFault::kNone;
};

/// Converts `value` to `type`: floats and fixed-point types round to nearest even, integers must fit exactly.
Fitted fit(const Exact& value, const spec::Type& type);

/// The exact value of finite `bits` of `type`.
Exact decode(std::uint64_t bits, const spec::Type& type);

/// `value` truncated toward zero.
Exact truncate(const Exact& value);

/// A short decimal text: exact if that is short, otherwise rounded to 9 digits.
std::string to_text(const Exact& value);

}  // namespace rtlgen::frontend
