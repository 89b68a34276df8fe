// How much logic and how many cell updates a program has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "program.hpp"

namespace rtlgen::test {

/// Whether `word` is a function by tables. Each takes a few products and several hundred LUTs; pow, tan and atan2 take
/// more.
bool is_by_tables(const std::string& word);

/// The cost of an expression in hardware, roughly in hundreds of LUTs.
int weight(const Expr& e);

/// Products of an expression of hard operators, a block each at most; nothing where other operators take blocks too.
std::optional<int> products_of(const Expr& e);

/// How long simulations take, about: cell updates times the logic of a cell, in hundreds of LUTs.
std::int64_t work_of(const Program& program);

}  // namespace rtlgen::test
