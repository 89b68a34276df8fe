// Extents of frames, and the smallest ones that the hardware of a stencil supports.
#pragma once

#include "analysis/ghosts.hpp"
#include "spec/axes.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

/// Ghosts as they are streamed: the ghosts before a row are rounded up to whole words, so that a row of the grid
/// begins with lane 0.
analysis::Ghosts streamed_ghosts(const spec::Stencil& stencil);

spec::Extents with_ghosts(const spec::Extents& grid, const analysis::Ghosts& ghosts);

/// Whether any stage needs the position of a cell along `axis` of the grid: by name, for a boundary rule other than
/// wrap, or for a border that is kept.
bool uses_coordinate(const spec::Stencil& stencil, std::size_t axis);

/// The smallest extents, by axis, for which the boundary cases of every tap are correct.
spec::Extents window_minimum(const spec::Stencil& stencil);

bool fits(const spec::Extents& minimum, const spec::Extents& maximum);

}  // namespace rtlgen::plan
