// Cells whose value does not matter: what `border: ignore` leaves open, and all that is made from it.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "spec/axes.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::golden {

/// By array, one byte per cell in the order of Grid: 1 where the value does not matter.
using Masks = std::map<int, std::vector<std::uint8_t>>;

/// The cells of each state and output array that do not matter after `iterations` steps on `extents`.
/// A cell does not matter if its line ignores it, or if any read of its line returns such a cell,
/// used or not (both sides of `?:`), but for the side that a condition of coordinates, extents and constants alone does
/// not take there. Constants matter always; a cell that is kept is as its old value. Empty if no line ignores anything.
Masks ignored(const spec::Program& stencil, const spec::Extents& extents, std::int64_t iterations);

/// How many cells the masks hold.
std::int64_t count(const Masks& masks);

}  // namespace rtlgen::golden
