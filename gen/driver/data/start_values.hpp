// Start data given by expressions, which the golden engine computes like lines.
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

/// The values of the cells of `array` that `line`, a program with one line, computes for a run on a grid of `extents`.
/// `params`: the bits of every run-time parameter.
golden::Grid start_values(const spec::Program& line, const spec::Array& array, const spec::Extents& extents,
                          const std::vector<std::uint64_t>& params);

}  // namespace rtlgen::driver
