// Expressions that could become temporaries, and where each would stand if no bit may change.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analysis/sharing/forms.hpp"
#include "analysis/sharing/partials.hpp"
#include "spec/program.hpp"

namespace rtlgen::analysis {

/// One shape and where it occurs.
struct Candidate {
  spec::NodeId node;                                      ///< its first occurrence
  std::set<std::pair<spec::StageId, spec::Offset>> uses;  ///< stage, anchor
  double saved = 0;                                       ///< at most, for one cell
  std::size_t size = 0;                                   ///< nodes of the expression
};

/// Shapes that are no leaves, vary over the grid and occur more than once; what saves most first.
std::vector<Candidate> candidates_of(const spec::Program& stencil, const Forms& forms);

/// How a candidate becomes a temporary.
struct Placement {
  spec::Offset shift{};  ///< what its reads move by, against the first occurrence
  spec::BoundaryRule boundary{};
  spec::Border border = spec::Border::kCompute;
  spec::StageId stage;  ///< it comes before this one
};

/// The placement, or nullopt if it could change a bit.
std::optional<Placement> place(const spec::Program& stencil, const Forms& forms, const Candidate& candidate,
                               const Fold& fold, SharingFault fault);

}  // namespace rtlgen::analysis
