// Reads the lines of `update`.
#pragma once

#include <vector>

#include "frontend/line.hpp"

namespace rtlgen::frontend {

struct Program;

/// All lines; temporaries are declared. Faults: RG0353, RG0354, RG0367, RG0374, those of names, types, boundaries and
/// expressions.
std::vector<Line> read_lines(Program& program);

}  // namespace rtlgen::frontend
