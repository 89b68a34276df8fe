// From a seed to a valid program over the whole language.
#pragma once

#include <cstdint>

#include "program.hpp"

namespace rtlgen::test {

/// The same program from the same seed anywhere. It is small enough to simulate in an interpreter in
/// seconds; its clock may be more than some operator can do, and its run has the extents of the grid.
Program generate_program(std::uint64_t seed);

/// Gives a program a shell: a bus, and a place in memory for every field.
void add_shell(Program& program);

}  // namespace rtlgen::test
