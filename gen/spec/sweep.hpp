// The order in which a line gets its results where it reads its own.
#pragma once

#include <cstddef>
#include <string>

#include "spec/axes.hpp"

namespace rtlgen::spec {

/// All results of a cell (along x), row (along y) or plane (along z) come after all of the one before, or with
/// `backward` after all of the one behind it.
struct Sweep {
  int axis = 1;
  bool backward = false;

  /// Is a read of the line's target at `offset` one of its own results?
  [[nodiscard]] bool has(const Offset& offset) const {
    const int along = offset[static_cast<std::size_t>(axis)];
    return backward ? along > 0 : along < 0;
  }
  /// As it is written: "backward y".
  [[nodiscard]] std::string text() const { return (backward ? "backward " : "forward ") + std::string(1, "xyz"[axis]); }
  friend bool operator==(const Sweep&, const Sweep&) = default;
};

}  // namespace rtlgen::spec
