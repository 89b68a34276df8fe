// Cells with undefined values: those that `border: ignore` leaves open, and everything computed from them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "spec/axes.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::golden {

/// By array, one byte per cell in the order of Grid: 1 if the value is undefined.
using Masks = std::map<int, std::vector<std::uint8_t>>;

/// The undefined cells of each state and output array after `iterations` steps on `extents`. A cell is undefined if its
/// line ignores it, or if any read of its line returns such a cell, used or not (both sides of `?:`), except for a side
/// that a condition of only coordinates, extents and constants does not select. Constants are always defined; a kept
/// cell is like its old value. Empty if no line ignores anything.
Masks ignored(const spec::Program& stencil, const spec::Extents& extents, std::int64_t iterations);

/// The number of cells marked in the masks.
std::int64_t count(const Masks& masks);

}  // namespace rtlgen::golden
