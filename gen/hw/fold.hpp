// Evaluates one expression on constant operands: the meaning of every ExprKind, in one place.
#pragma once

#include <vector>

namespace rtlgen::hw {

struct Bits;
struct Expr;

/// The value of `expr` if its arguments have the values `args` (kSignal is not allowed: it has no constant value).
Bits evaluate_expr(const Expr& expr, const std::vector<Bits>& args);

/// Word `index` of a kTable expression.
Bits table_word(const Expr& table, std::uint64_t index);

}  // namespace rtlgen::hw
