// Expressions that could become temporaries, and the placement of each that changes no bit.
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

/// A shape and its occurrences.
struct Candidate {
  spec::NodeId node;                                      ///< its first occurrence
  std::set<std::pair<spec::StageId, spec::Offset>> uses;  ///< stage, anchor
  double saved = 0;                                       ///< upper bound of the saving, per cell
  std::size_t size = 0;                                   ///< nodes of the expression
};

/// Shapes that are not leaves, vary over the grid and occur more than once. Those that save most come first.
std::vector<Candidate> candidates_of(const spec::Program& stencil, const Forms& forms);

/// The properties of a candidate as a temporary.
struct Placement {
  spec::Offset shift{};  ///< shift of its reads, relative to the first occurrence
  spec::BoundaryRule boundary{};
  spec::Border border = spec::Border::kCompute;
  spec::StageId stage;  ///< the stage before which it is inserted
};

/// The placement, or nullopt if it could change a bit.
std::optional<Placement> place(const spec::Program& stencil, const Forms& forms, const Candidate& candidate,
                               const Fold& fold, SharingFault fault);

}  // namespace rtlgen::analysis
