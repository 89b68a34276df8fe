// Properties of a program along the axes of its grid: extents, offsets of taps, and the boundary rules of taps outside
// the grid.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "contract/extents.hpp"

namespace rtlgen::spec {

using contract::Extents;
using contract::kMaxAxes;

enum class BoundaryKind : std::uint8_t { kEdge, kConstant, kReflect, kSymmetric, kWrap };

/// The value of a read outside the grid along one axis (terms of numpy.pad).
struct Boundary {
  BoundaryKind kind = BoundaryKind::kEdge;
  std::uint64_t constant = 0;  ///< for kConstant: the value, as bits of the array's type
  /// Also negates the value. Only rules of arrays set it, and only printers read it: the frontend has rewritten such
  /// reads as choices (docs/adr/0048-rules-with-a-sign.md), so no rule of a node sets it.
  bool negates = false;

  friend auto operator<=>(const Boundary&, const Boundary&) = default;
};

/// The rules of reads by axis. Without a rule a read is *open*: it takes the cell of the frame at its offset, wherever
/// that lies. In a region, no cell whose read leaves the grid takes the value (docs/adr/0028-regions.md); along an axis
/// that is cut into blocks, the frame holds the cells that `wrap` reads (docs/adr/0008-blocks.md).
struct BoundaryRule {
  std::array<std::optional<Boundary>, kMaxAxes> along{Boundary{}, Boundary{}, Boundary{}};

  [[nodiscard]] const std::optional<Boundary>& operator[](std::size_t axis) const { return along[axis]; }
  [[nodiscard]] std::optional<Boundary>& operator[](std::size_t axis) { return along[axis]; }
  [[nodiscard]] auto begin() const { return along.begin(); }
  [[nodiscard]] auto end() const { return along.end(); }
  [[nodiscard]] auto begin() { return along.begin(); }
  [[nodiscard]] auto end() { return along.end(); }
  friend auto operator<=>(const BoundaryRule&, const BoundaryRule&) = default;
};

using Offset = std::array<int, kMaxAxes>;  ///< in cells, by axis

constexpr std::optional<BoundaryKind> kind_of(const std::optional<Boundary>& rule) {
  return rule ? std::optional(rule->kind) : std::nullopt;
}
constexpr bool wraps(const std::optional<Boundary>& rule) { return rule && rule->kind == BoundaryKind::kWrap; }
constexpr bool is_constant(const std::optional<Boundary>& rule) {
  return rule && rule->kind == BoundaryKind::kConstant;
}
/// The value of a `constant` rule; 0 for any other.
constexpr std::uint64_t constant_bits(const std::optional<Boundary>& rule) { return rule ? rule->constant : 0; }
/// Whether the rule replaces reads at the ends of the grid. An open read has none, and the cells that `wrap` reads are
/// in the frame.
constexpr bool has_edge_cases(const std::optional<Boundary>& rule) { return rule && !wraps(rule); }

}  // namespace rtlgen::spec
