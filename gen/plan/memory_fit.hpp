// Checks whether the arrays of a run fit the memory of the board (docs/adr/0043-one-memory-rule.md).
#pragma once

#include "spec/axes.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

/// Whether the arrays on `grid` fit the board's channels. `stencil` is not cut into blocks, and has the placement of
/// the description; if none exists, plan::places_of chooses one. A stencil without a bus is checked with the board's
/// bus. Returns true if the board or the size of its channels is unknown.
bool fits_memory(const spec::Stencil& stencil, const spec::Extents& grid);

/// Checks likewise, and reports RG0832 with the need of each channel that is too small, and what would fit.
bool check_memory_fit(const spec::Stencil& stencil, const spec::Extents& grid, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
