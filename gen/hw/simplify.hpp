// Local simplification of an expression about to be built.
#pragma once

#include <optional>

namespace rtlgen::hw {

class Builder;
struct Expr;
struct Value;

/// An existing or simpler value equal to `expr`, or nullopt. At least one argument must not be a constant.
std::optional<Value> simplify(Builder& builder, const Expr& expr);

}  // namespace rtlgen::hw
