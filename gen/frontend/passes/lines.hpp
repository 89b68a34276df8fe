// The lines of `update` in the order of a time step; those of `repeat` appear once per turn.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/passes/line.hpp"

namespace rtlgen::frontend {

struct Program;

constexpr std::size_t kMostLines =
    4096;  ///< the most lines of a time step after expansion: `check` then takes a few seconds

/// Reads all lines and declares their temporaries. Call it after the fields and parameters are read.
std::vector<Line> read_lines(Program& program);

}  // namespace rtlgen::frontend
