// Partial results that are computed once: an expression that occurs for several cells becomes a
// temporary that is read at offsets. This is exact: no bit of any field changes.
//
// A read of the temporary outside the grid must return the value of the expression there.
// Along every axis, one of these conditions must therefore hold (docs/adr/0006-sharing.md):
//   - the temporary is read at one offset only, and its expression keeps the reads as they were;
//   - all reads in the expression have the same offset, so that the boundary rule of the temporary gives the same as
//     theirs (for constants: the expression of the constants);
//   - no boundary rule applies: the axis wraps, or only lines with `border: keep` or `ignore` use the temporary.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Node;
struct Program;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::analysis {

/// Computes the value of a node whose operands are all known; nullopt if it is undefined.
using Fold = std::function<std::optional<std::uint64_t>(const spec::Program&, const spec::Node&,
                                                        const std::vector<std::uint64_t>&)>;

/// For tests: a condition to ignore, to prove that the tests notice it.
enum class SharingFault : std::uint8_t {
  kNone,
  kAnyShiftIsLegal,          ///< reads outside the grid are not considered
  kConstantsAreKept,         ///< a constant boundary gives the constant itself, not the expression of the constant
  kEarlierAxesAreForgotten,  ///< a constant applies although the rule of an earlier axis takes precedence
  kReachIsForgotten          ///< the kept cells follow from the remaining reads only
};

/// Limits of the work of a search, and the work done, in nodes of all programs that are tried.
struct SharingWork {
  std::int64_t whole = 300'000;     ///< limit for the program as a whole
  std::int64_t slices = 1'500'000;  ///< limit for slices, which are tried after that
  std::int64_t nodes = 0;           ///< nodes visited
};

/// `stencil` with temporaries wherever they lower cost_of; with `sharing: free`, only temporaries that keep no more
/// cells. Returns `stencil` unchanged if none exist. Visits at most a few million nodes; a program of many hundred
/// lines is therefore shared within groups of consecutive lines (docs/adr/0006-sharing.md). Adds to `work`.
spec::Stencil share_partials(const spec::Stencil& stencil, const Fold& fold, SharingFault fault = SharingFault::kNone,
                             SharingWork* work = nullptr);

/// The same for tests, but takes every legal candidate, even if it increases the cost.
spec::Stencil share_everything(const spec::Stencil& stencil, const Fold& fold, int most,
                               SharingFault fault = SharingFault::kNone);

}  // namespace rtlgen::analysis
