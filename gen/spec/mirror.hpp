// How a stage with `mirror` reorders cells.
#pragma once

#include <string>

#include "spec/axes.hpp"

namespace rtlgen::spec {

/// A mirror value that is not an axis: x and y are exchanged, in planes with as many rows as columns.
constexpr int kTransposed = 0;

/// Whether a mirror needs a whole frame of a grid with `axes` axes; otherwise one plane of three axes suffices.
inline bool mirrors_frames(int axes, int mirror) { return (mirror == kTransposed ? 1 : mirror) == axes - 1; }

/// The position to which a mirror moves the cell at `from`; the mirror moves the cell at that position to `from`.
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
