// Products with a constant as sums of shifted copies: logic instead of DSP blocks.
#pragma once

#include <optional>

#include "hw/builder.hpp"

namespace rtlgen::hw {

/// `a * b` with the result of mul or mul_signed, if one of them is a constant of at most 62 bits: x * 5 -> (x << 2) +
/// x. Subexpressions that occur more than once in the signed digits of the constant are added once (Hartley 1996,
/// subexpression sharing in filters).
std::optional<Value> shift_add(Value a, Value b, bool is_signed);

/// Whether the product is a shift, which takes neither a DSP block nor logic: one operand is a power of two.
bool is_shift(Value a, Value b, bool is_signed);

}  // namespace rtlgen::hw
