// Puts sums, products, minima, maxima and bit operations into the order in which most of them can be
// shared. Exact without leave to reassociate: then only chains whose order changes no bit.
#pragma once

#include <optional>

#include "spec/program.hpp"

namespace rtlgen::analysis {

/// The stencil with chains reordered; nothing where nothing is gained. Depends on the program and
/// the grid alone, never on the hardware settings. With `everything` also chains of floats and of
/// saturating fixed point, whose bits then change; these become balanced trees.
std::optional<spec::Program> reordered(const spec::Program& stencil, bool everything);

/// The same, or the stencil itself where nothing is gained.
spec::Program reorder(const spec::Program& stencil, bool everything);

}  // namespace rtlgen::analysis
