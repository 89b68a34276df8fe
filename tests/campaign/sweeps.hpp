// Lines that read their own results, in some programs.
#pragma once

#include "program.hpp"

namespace rtlgen::test {

/// Now and then a line of a program sweeps along its last axis, or along y, or along x of square planes at one cell per
/// cycle. Rows grow to what the hardware needs.
void add_sweeps(Program& program);

}  // namespace rtlgen::test
