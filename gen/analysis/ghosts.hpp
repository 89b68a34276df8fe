// Computes how far a frame reaches beyond the grid, or beyond a block of the grid, for a chain of Executors.
#pragma once

#include "spec/axes.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::analysis {

/// Cells that a frame needs beyond the grid, by axis, so that wrapping reads find their cells.
struct Ghosts {
  spec::Extents low{0, 0, 0};
  spec::Extents high{0, 0, 0};

  [[nodiscard]] bool along(std::size_t axis) const { return low[axis] + high[axis] > 0; }
};

/// The ghosts of `stencil` for the chain of Executors in its hardware, independent of the extents: from the last time
/// step backwards, the cells that every stage needs with correct values so that the grid itself is correct at the end.
Ghosts ghost_zone(const spec::Stencil& stencil);

/// The cells that the chain can reach beyond a block's own cells, along every axis, for any boundary rules.
Ghosts block_zone(const spec::Stencil& stencil);

}  // namespace rtlgen::analysis
