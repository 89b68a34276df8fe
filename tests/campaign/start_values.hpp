// Start data that are expressions, and the same values by a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program.hpp"

namespace rtlgen::test {

/// Gives some fields expressions to start with, by the seed itself.
void add_start_values(Program& program, const std::vector<spec::Type>& types);

/// A program with an output for each field that starts with an expression, `start_FIELD`, and a line of that
/// expression; its `random` is a function as docs/language_data.md defines it. "": no field does.
std::string start_lines(const Program& program);

/// The place at which start data differ from the values of `lines`, the text of such a program; nothing: nowhere.
std::optional<std::string> start_value_difference(const Program& program, const std::string& lines);

}  // namespace rtlgen::test
