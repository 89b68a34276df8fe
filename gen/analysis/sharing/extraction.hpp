// One candidate as a temporary of its own.
#pragma once

#include "analysis/sharing/candidates.hpp"
#include "analysis/sharing/forms.hpp"
#include "analysis/sharing/partials.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

/// `stencil` once more, with `candidate` as a temporary where `placement` has it. `shell` is `stencil` without nodes,
/// of which each extraction needs a copy.
spec::Stencil extracted(const spec::Stencil& stencil, const spec::Stencil& shell, const Forms& forms,
                        const Candidate& candidate, const Placement& placement, SharingFault fault);

}  // namespace rtlgen::analysis
