// What a program says along the axes of its grid: extents, offsets of taps, and the boundary rules by which these read
// outside.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "contract/extents.hpp"

namespace rtlgen::spec {

using contract::Extents;
using contract::kMaxAxes;

/// A rule of the language stands before kOpen, which is none. It is that of a read that leaves the grid for no cell
/// that takes it, in a region; and along an axis that is cut into blocks, wrap becomes "what the frame holds there"
/// (plan/framing.hpp).
enum class BoundaryKind : std::uint8_t { kEdge, kConstant, kReflect, kSymmetric, kWrap, kOpen };

/// What a read outside the grid along one axis gives (terms of numpy.pad).
struct Boundary {
  BoundaryKind kind = BoundaryKind::kEdge;
  std::uint64_t constant = 0;  ///< kConstant: the value, as bits of the array's type
  /// The value is negated too. Only rules of arrays have it, for printers: the frontend has written out their reads as
  /// choices (docs/adr/0048-rules-with-a-sign.md), and no rule of a node does.
  bool negates = false;

  friend auto operator<=>(const Boundary&, const Boundary&) = default;
};

using BoundaryRule = std::array<Boundary, kMaxAxes>;  ///< by axis
using Offset = std::array<int, kMaxAxes>;             ///< in cells, by axis

}  // namespace rtlgen::spec
