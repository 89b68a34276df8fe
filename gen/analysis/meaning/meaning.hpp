// Is a description meant, not only valid? Rules that look at a whole stencil and warn (docs/warnings.md).
//
// Input: the stencil as the frontend makes it, before sharing. A rule warns only where it can tell, so that a
// description without warnings is the normal case: every shipped one is.
#pragma once

#include "analysis/meaning/ranges.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::analysis {

/// All rules below.
void warn_of_meaning(const spec::Program& stencil, Diagnostics& diagnostics);

/// RG0901: sums, differences and products of truth values. RG0902: those of integers of at most 16 bits that can
/// leave their type, and lines that are assigned to a type that cannot hold them.
void warn_of_wraps(const spec::Program& stencil, const Ranges& ranges, Diagnostics& diagnostics);

/// RG0903: temporaries without a boundary rule that are read at an offset along an axis on which all that they are made
/// of wraps.
void warn_of_temporaries(const spec::Program& stencil, Diagnostics& diagnostics);

/// RG0904: linear time steps with constant coefficients that amplify a wave which the grid holds (von Neumann).
void warn_of_unstable_steps(const spec::Program& stencil, Diagnostics& diagnostics);

/// RG0907: casts that give one number whatever they are given.
void warn_of_casts(const spec::Program& stencil, const Ranges& ranges, Diagnostics& diagnostics);

}  // namespace rtlgen::analysis
