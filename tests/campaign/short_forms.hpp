// A program in the language's short forms: tables, folds, functions, repeated lines, whose meaning is the program
// itself.
#pragma once

#include <optional>
#include <string>

#include "program.hpp"

namespace rtlgen::test {

/// The YAML file with some expressions in short forms; which, follows from the program's seed.
std::string to_short_yaml(const Program& program);

/// The difference between the program and its short form; "": none; nullopt: the program is refused.
std::optional<std::string> short_form_difference(const Program& program);

}  // namespace rtlgen::test
