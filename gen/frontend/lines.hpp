// The lines of `update` in the order in which a time step computes them, those of `repeat` once for each turn.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/line.hpp"

namespace rtlgen::frontend {

struct Program;

constexpr std::size_t kMostLines = 4096;  ///< of a time step, written out: `check` then takes a few seconds

/// Reads all lines and declares their temporaries. Needs the fields and parameters.
std::vector<Line> read_lines(Program& program);

}  // namespace rtlgen::frontend
