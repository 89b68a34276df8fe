// Boundary rules, in one table: the value of a read outside the grid along one axis.
//
// Frontend, printers, analysis and the reference docs read the table. A rule that folds an index is an enumerator in
// axes.hpp and a row in boundary.cpp; the golden engine and the hardware both get their cells from `fold`. A rule with
// a sign is a second word in the row of the rule that reads the same cells.
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
  std::string_view meaning;
  /// The cell of an axis of n cells that index i outside of it reads; null: no cell. `wrap`, which reads the far side,
  /// is a case of the plan.
  std::int64_t (*fold)(std::int64_t i, std::int64_t n) = nullptr;
  bool reaches_back = false;  ///< a read d cells beyond an end may take a cell up to d cells before that end; otherwise
                              ///< only the end itself
  std::string_view negated{};  ///< the rule that reads the same cells and negates their values; "": none
  std::string_view negated_meaning{};
};

/// A word of the language for a rule.
struct RuleWord {
  std::string_view word;
  std::string_view meaning;
  Boundary rule;
};

/// The rules of the language, in the order of the reference.
std::span<const BoundaryWord> boundary_table();

/// The words of the rules, including those with a sign, in the order of the table.
std::span<const RuleWord> rule_words();

/// The word of `rule`; "open" for none, which is not a word of the language.
std::string_view word_of(const std::optional<Boundary>& rule);

const BoundaryWord& boundary_row(BoundaryKind kind);

/// Index `i` on an axis of `n` cells mapped back onto the grid by `kind`, or nullopt if the boundary gives a constant.
/// Folds repeatedly if the offset exceeds the axis; on an axis of one cell a rule that mirrors acts as `edge`
/// (numpy.pad).
inline std::optional<std::int64_t> resolve_index(std::int64_t i, std::int64_t n, BoundaryKind kind) {
  if (i >= 0 && i < n) return i;
  const auto fold = boundary_row(kind).fold;
  return fold == nullptr ? std::nullopt : std::optional(fold(i, n));
}

/// The same for a read that may be open, which finds nothing outside.
inline std::optional<std::int64_t> resolve_index(std::int64_t i, std::int64_t n, const std::optional<Boundary>& rule) {
  if (i >= 0 && i < n) return i;
  return rule ? resolve_index(i, n, rule->kind) : std::nullopt;
}

}  // namespace rtlgen::spec
