// Boundary rules, in one table: what a read outside the grid gives along one axis.
//
// Frontend, printers, analysis and the reference docs read the table. A rule that folds an index is an enumerator
// in axes.hpp and a row in boundary.cpp; golden engine and hardware both get their cells from `fold`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "spec/axes.hpp"

namespace rtlgen::spec {

/// A row of the table.
struct BoundaryWord {
  BoundaryKind kind{};
  std::string_view word;
  std::string_view meaning;  ///< "": not a rule of the language
  /// The cell of an axis of n cells that index i outside of it reads; null: no cell. `wrap`, which reads the far side,
  /// is a case of the plan.
  std::int64_t (*fold)(std::int64_t i, std::int64_t n) = nullptr;
  bool reaches_back = false;  ///< d cells beyond an end it may read up to d cells before that end; else the end itself
};

/// The rules of the language, as the reference lists them.
std::span<const BoundaryWord> boundary_table();

/// The row of `kind`, also of kOpen.
const BoundaryWord& boundary_row(BoundaryKind kind);

/// Index `i` on an axis of `n` cells mapped back onto the grid by `kind`, or nullopt when the
/// boundary gives a constant. Folds repeatedly where the offset exceeds the axis; on an axis
/// of one cell a rule that mirrors acts as `edge` (numpy.pad).
inline std::optional<std::int64_t> resolve_index(std::int64_t i, std::int64_t n, BoundaryKind kind) {
  if (i >= 0 && i < n) return i;
  const auto fold = boundary_row(kind).fold;
  return fold == nullptr ? std::nullopt : std::optional(fold(i, n));
}

}  // namespace rtlgen::spec
