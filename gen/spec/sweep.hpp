// The order in which a line that reads its own results computes them.
#pragma once

#include <cstddef>
#include <string>

#include "spec/axes.hpp"

namespace rtlgen::spec {

/// All results of a cell (along x), row (along y) or plane (along z) come after all of the previous one, or with
/// `backward` after all of the next one.
struct Sweep {
  int axis = 1;
  bool backward = false;

  /// Whether a read of the line's target at `offset` is one of its own results.
  [[nodiscard]] bool has(const Offset& offset) const {
    const int along = offset[static_cast<std::size_t>(axis)];
    return backward ? along > 0 : along < 0;
  }
  /// The notation of the language: "backward y".
  [[nodiscard]] std::string text() const { return (backward ? "backward " : "forward ") + std::string(1, "xyz"[axis]); }
  friend bool operator==(const Sweep&, const Sweep&) = default;
};

}  // namespace rtlgen::spec
