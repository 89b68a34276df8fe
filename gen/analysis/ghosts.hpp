// How far a frame reaches beyond the grid, or beyond a block of it, for a chain of Executors.
#pragma once

#include "spec/axes.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::analysis {

/// Cells that a frame needs beyond the grid, by axis, so that reads that wrap find their cells.
struct Ghosts {
  spec::Extents low{0, 0, 0};
  spec::Extents high{0, 0, 0};

  [[nodiscard]] bool along(std::size_t axis) const { return low[axis] + high[axis] > 0; }
};

/// The ghosts of `stencil` for its hardware's chain of Executors, independent of the extents: from the
/// last time step back, what every stage must be given right so that the grid itself comes out right.
Ghosts ghost_zone(const spec::Stencil& stencil);

/// What the chain can reach beyond a block's own cells, along every axis, whatever the boundary rules.
Ghosts block_zone(const spec::Stencil& stencil);

}  // namespace rtlgen::analysis
