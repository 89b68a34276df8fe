// Puts sums, products, minima, maxima and bit operations into the order in which most of them can be shared, such as (a
// + b) + c -> a + (b + c). Without permission to reassociate, this is exact: only chains whose order changes no bit are
// reordered.
#pragma once

#include <optional>

#include "spec/program.hpp"

namespace rtlgen::analysis {

/// The stencil with chains reordered; nothing if this gains nothing. Depends only on the program and
/// the grid, never on the hardware settings. With `everything`, also reorders chains of floats and of
/// saturating fixed point, which changes bits; these become balanced trees.
std::optional<spec::Program> reordered(const spec::Program& stencil, bool everything);

/// The same, or the stencil itself if nothing is gained.
spec::Program reorder(const spec::Program& stencil, bool everything);

}  // namespace rtlgen::analysis
