// How much logic and how many cell updates a program has.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "program.hpp"

namespace rtlgen::test {

/// Functions by tables, each a few products and several hundred LUTs; pow, tan and atan2 are larger.
inline const std::set<std::string> kFunctions = {"exp", "exp2", "log",  "log2", "log10",
                                                 "sin", "cos",  "atan", "tanh", "cbrt"};

/// What an expression costs in hardware, roughly in hundreds of LUTs.
int weight(const Expr& e);

/// Products of an expression of hard operators, a block each at most; nothing where other operators take blocks too.
std::optional<int> products_of(const Expr& e);

/// How long simulations take, about: cell updates times the logic of a cell, in hundreds of LUTs.
std::int64_t work_of(const Program& program);

}  // namespace rtlgen::test
