// Additions to some programs, by the seed itself, so that programs are otherwise those that a seed has always given.
#pragma once

#include <vector>

#include "program.hpp"

namespace rtlgen::test {

/// Lines that look something up. Tables of a few values are logic, those of more than a LUT holds memories; indices
/// go beyond both ends.
void add_tables(Program& program, const std::vector<spec::Type>& types);

/// Sources of a field, two of them in one cell or not.
void add_sources(Program& program, const std::vector<spec::Type>& types);

}  // namespace rtlgen::test
