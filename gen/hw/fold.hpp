// Evaluates one expression on constant operands: the meaning of every ExprKind, in one place.
#pragma once

#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::hw {

/// The value of `expr` when its arguments have the values `args` (kSignal has none to give).
Bits evaluate_expr(const Expr& expr, const std::vector<Bits>& args);

}  // namespace rtlgen::hw
