// Start data that are expressions, computed by the golden engine as lines are.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/grid.hpp"
#include "spec/axes.hpp"

namespace rtlgen::spec {
struct Array;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::driver {

/// The values that `line`, a program of one line, gives the cells of `array` in a run on a grid of `extents`. `params`:
/// the bits of every run-time parameter.
golden::Grid start_values(const spec::Program& line, const spec::Array& array, const spec::Extents& extents,
                          const std::vector<std::uint64_t>& params);

}  // namespace rtlgen::driver
