// What a stage with `mirror` does with the order of cells.
#pragma once

#include <string>

#include "spec/axes.hpp"

namespace rtlgen::spec {

/// In place of an axis of a mirror: x and y change places, in planes of as many rows as columns.
constexpr int kTransposed = 0;

/// Does a mirror take a whole frame of a grid of `axes` axes? Else it takes a plane of three.
inline bool mirrors_frames(int axes, int mirror) { return (mirror == kTransposed ? 1 : mirror) == axes - 1; }

/// Where a mirror brings the cell at `from`; it brings that cell here.
inline Extents mirrored(int mirror, const Extents& from, const Extents& extents) {
  if (mirror == kTransposed) return {from[1], from[0], from[2]};
  Extents to = from;
  const auto axis = static_cast<std::size_t>(mirror);
  to[axis] = extents[axis] - 1 - from[axis];
  return to;
}

/// For reports: "reversed along y", "x and y exchanged".
std::string mirror_text(int mirror);

}  // namespace rtlgen::spec
