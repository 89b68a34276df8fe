// Local simplification of an expression about to be built.
#pragma once

#include <optional>

#include "hw/builder.hpp"

namespace rtlgen::hw {

/// An existing or simpler value equal to `expr`, or nullopt. Not all arguments are constants.
std::optional<Value> simplify(Builder& builder, const Expr& expr);

}  // namespace rtlgen::hw
