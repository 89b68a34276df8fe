// Products with a constant as sums of shifted copies: logic instead of DSP blocks.
#pragma once

#include <optional>

#include "hw/builder.hpp"

namespace rtlgen::hw {

/// `a * b` as mul, or mul_signed, has it, if one of both is a constant of at most 62 bits. What
/// occurs more than once in the constant's signed digits is added once (Hartley 1996, subexpression sharing in
/// filters).
std::optional<Value> shift_add(Value a, Value b, bool is_signed);

/// Whether the product is one of both moved up, which takes neither a DSP block nor logic: the other is a power of two.
bool is_shift(Value a, Value b, bool is_signed);

}  // namespace rtlgen::hw
