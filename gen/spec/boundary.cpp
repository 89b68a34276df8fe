// The table of boundary rules and their folding.
#include "spec/boundary.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "support/check.hpp"

namespace rtlgen::spec {

namespace {

constexpr std::int64_t modulo(std::int64_t a, std::int64_t m) { return ((a % m) + m) % m; }

constexpr std::int64_t nearest(std::int64_t i, std::int64_t n) { return std::clamp<std::int64_t>(i, 0, n - 1); }

constexpr std::int64_t about_the_cell(std::int64_t i, std::int64_t n) {
  if (n == 1) return 0;
  const std::int64_t k = modulo(i, 2 * (n - 1));
  return k < n ? k : 2 * (n - 1) - k;
}

constexpr std::int64_t about_the_border(std::int64_t i, std::int64_t n) {
  const std::int64_t k = modulo(i, 2 * n);
  return k < n ? k : 2 * n - 1 - k;
}

using Kind = BoundaryKind;
constexpr auto kRows = std::to_array<BoundaryWord>({
    {Kind::kEdge, "edge", "the nearest cell; the default", nearest},
    {Kind::kReflect, "reflect", "mirrored at the outermost cell; on an axis of one cell like `edge`", about_the_cell,
     true, "antireflect", "like `reflect`, with the value negated"},
    {Kind::kSymmetric, "symmetric", "mirrored at the border, so the outermost cell is repeated", about_the_border, true,
     "antisymmetric", "like `symmetric`, with the value negated"},
    {Kind::kWrap, "wrap", "the other side of the grid", modulo, false, "antiwrap",
     "like `wrap`, with the value negated"},
    {Kind::kConstant, "constant",
     "the value `v`, whatever the rules of other axes; `{constant: v}` as a key, `constant(v)` in brackets"},
});

}  // namespace

std::span<const BoundaryWord> boundary_table() { return kRows; }

std::span<const RuleWord> rule_words() {
  static const std::vector<RuleWord> words = [] {
    std::vector<RuleWord> out;
    for (const BoundaryWord& row : boundary_table()) {
      out.push_back({row.word, row.meaning, {row.kind, 0}});
      if (!row.negated.empty()) out.push_back({row.negated, row.negated_meaning, {row.kind, 0, true}});
    }
    return out;
  }();
  return words;
}

std::string_view word_of(const std::optional<Boundary>& rule) {
  if (!rule) return "open";
  const BoundaryWord& row = boundary_row(rule->kind);
  return rule->negates ? row.negated : row.word;
}

const BoundaryWord& boundary_row(BoundaryKind kind) {
  const auto found = std::find_if(kRows.begin(), kRows.end(), [&](const BoundaryWord& b) { return b.kind == kind; });
  RTLGEN_CHECK(found != kRows.end(), "a boundary rule without a row");
  return *found;
}

}  // namespace rtlgen::spec
