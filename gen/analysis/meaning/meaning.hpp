// Warns about valid descriptions that probably do not mean what their author intended (docs/warnings.md).
//
// The input is the stencil from the frontend, before sharing. A rule warns only if it is certain, so that most
// descriptions have no warnings: none of the shipped ones has.
#pragma once

#include "analysis/meaning/ranges.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::analysis {

/// Applies all rules below.
void warn_of_meaning(const spec::Program& stencil, Diagnostics& diagnostics);

/// RG0901: sums, differences and products of truth values. RG0902: sums, differences and products of integers of at
/// most 16 bits that can leave their type, and lines whose target has a type that cannot hold them.
void warn_of_wraps(const spec::Program& stencil, const Ranges& ranges, Diagnostics& diagnostics);

/// RG0903: temporaries without a boundary rule that are read at an offset along an axis along which all of their
/// operands wrap.
void warn_of_temporaries(const spec::Program& stencil, Diagnostics& diagnostics);

/// RG0904: linear time steps with constant coefficients that amplify a wave that fits the grid (von Neumann).
void warn_of_unstable_steps(const spec::Program& stencil, Diagnostics& diagnostics);

/// RG0907: casts that return the same number for every operand.
void warn_of_casts(const spec::Program& stencil, const Ranges& ranges, Diagnostics& diagnostics);

}  // namespace rtlgen::analysis
