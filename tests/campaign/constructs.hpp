// Which parts of the language a program has, for the campaign's table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "program.hpp"

namespace rtlgen::test {

/// The names of all that is counted, in the order of `constructs_of`.
const std::vector<std::string>& construct_names();

/// For each of them whether the program has it.
std::vector<bool> constructs_of(const Program& program);

}  // namespace rtlgen::test
