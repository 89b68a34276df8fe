// A program in the language's short forms: tables, folds, functions, repeated lines, whose meaning is the program
// itself.
#pragma once

#include <string>

#include "program.hpp"

namespace rtlgen::test {

/// The YAML file with some expressions in short forms; which, follows from the program's seed.
std::string to_short_yaml(const Program& program);

/// What is different between the program and its short form, node by node as the frontend gives them; "": nothing, or
/// the program is refused.
std::string short_form_difference(const Program& program);

/// The same of two files.
std::string difference(const std::string& yaml, const std::string& other);

}  // namespace rtlgen::test
