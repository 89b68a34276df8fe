// Regions: boxes of cells to which lines apply. Bounds are counted from either end of an axis, so a region is defined
// for all extents that a run may have.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "spec/axes.hpp"

namespace rtlgen::spec {

/// A place on an axis of n cells, counted from its low or its high end: cell `cells`, or cell n - `cells`.
struct Place {
  std::int64_t cells = 0;
  bool from_end = false;

  [[nodiscard]] std::int64_t at(std::int64_t n) const { return from_end ? n - cells : cells; }
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The cells of an axis from `first` to the one before `end`.
struct Span {
  Place first;
  Place end{0, true};

  [[nodiscard]] bool whole() const { return first == Place{} && end == Place{0, true}; }
  [[nodiscard]] bool holds(std::int64_t cell, std::int64_t n) const { return cell >= first.at(n) && cell < end.at(n); }
  friend auto operator<=>(const Span&, const Span&) = default;
};

struct Region {
  std::array<Span, kMaxAxes> spans;  ///< by axis
  /// The cells for which a read leaves the grid along an axis; on a part of the grid, for which it leaves the part.
  bool outside = false;

  [[nodiscard]] bool holds(const Extents& cell, const Extents& extents) const {
    bool inside = true;
    for (std::size_t a = 0; a < spans.size(); ++a) inside = inside && spans[a].holds(cell[a], extents[a]);
    return inside;
  }
  friend auto operator<=>(const Region&, const Region&) = default;
};

/// The notation of the language, without whole axes: "x: [1, -2], y: 0"; "all" if every axis is whole.
std::string region_text(const Region& region);

}  // namespace rtlgen::spec
