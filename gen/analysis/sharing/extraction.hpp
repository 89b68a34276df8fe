// Makes a candidate a separate temporary.
#pragma once

#include "analysis/sharing/candidates.hpp"
#include "analysis/sharing/forms.hpp"
#include "analysis/sharing/partials.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

/// A copy of `stencil` with `candidate` as a temporary at `placement`. `shell` is `stencil` without nodes; each
/// extraction copies it.
spec::Stencil extracted(const spec::Stencil& stencil, const spec::Stencil& shell, const Forms& forms,
                        const Candidate& candidate, const Placement& placement, SharingFault fault);

}  // namespace rtlgen::analysis
