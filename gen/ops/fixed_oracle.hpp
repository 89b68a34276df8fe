// The fixed-point half of ops::evaluate.
#pragma once

#include <cstdint>

#include "ops/operator.hpp"

namespace rtlgen::ops {

/// `r.operand` or `r.result` is fixed point; `b` counts only where the function has two operands.
std::uint64_t evaluate_fixed(const Request& r, std::uint64_t a, std::uint64_t b);

}  // namespace rtlgen::ops
