// Partial results that are computed once: an expression that occurs for several cells becomes a
// temporary, read at offsets. Exact: not a bit of any field changes.
//
// A read of the temporary outside the grid must give the value of the expression there.
// So along every axis one of these holds (docs/adr/0006-sharing.md):
//   - it is read at one offset only, and so holds the reads as they were;
//   - all reads in it have the same offset, so the temporary's own boundary rule gives the same as theirs
//     did (constants: the expression of the constants);
//   - no boundary rule applies there: the axis wraps, or only lines with `border: keep` or `ignore` use it.
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

/// Value of a node whose operands are all known, or nullopt if it is undefined.
using Fold = std::function<std::optional<std::uint64_t>(const spec::Program&, const spec::Node&,
                                                        const std::vector<std::uint64_t>&)>;

/// For tests: what to forget, to prove that it would be noticed.
enum class SharingFault : std::uint8_t {
  kNone,
  kAnyShiftIsLegal,          ///< reads outside the grid are not considered
  kConstantsAreKept,         ///< a constant boundary gives the constant, not the expression of it
  kEarlierAxesAreForgotten,  ///< a constant applies although the rule of an earlier axis would come first
  kReachIsForgotten          ///< kept cells are those of the reads that are left
};

/// How much a search may look at, and how much it did: in nodes of all programs that are tried.
struct SharingWork {
  std::int64_t whole = 300'000;     ///< with the program as a whole
  std::int64_t slices = 1'500'000;  ///< and then by slices
  std::int64_t nodes = 0;           ///< that were looked at
};

/// `stencil` with temporaries wherever that lowers cost_of, with `sharing: free` only such as keep no more
/// cells; `stencil` itself where nothing does. Looks at no more than some millions of nodes, so of a program of many
/// hundred lines it shares within groups of consecutive lines (docs/adr/0006-sharing.md). Adds to `work`.
spec::Stencil share_partials(const spec::Stencil& stencil, const Fold& fold, SharingFault fault = SharingFault::kNone,
                             SharingWork* work = nullptr);

/// The same, but every legal candidate is taken, dear or not: for tests.
spec::Stencil share_everything(const spec::Stencil& stencil, const Fold& fold, int most,
                               SharingFault fault = SharingFault::kNone);

}  // namespace rtlgen::analysis
