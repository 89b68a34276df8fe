// Distances in words, the shape of a frame, and the kinds of extents: the units of a plan.
#pragma once

#include <cstdint>

#include "contract/extents.hpp"

namespace rtlgen::contract {

/// A count of words as planes * plane_words + rows * row_words + words. Signed.
struct Distance {
  int planes = 0;
  int rows = 0;
  std::int64_t words = 0;

  friend bool operator==(const Distance&, const Distance&) = default;
  friend Distance operator+(Distance a, Distance b) {
    return {a.planes + b.planes, a.rows + b.rows, a.words + b.words};
  }
  friend Distance operator-(Distance a, Distance b) {
    return {a.planes - b.planes, a.rows - b.rows, a.words - b.words};
  }
};

/// A frame in its streamed form: rows padded to whole words of P cells.
struct FrameShape {
  std::int64_t row_words = 1;
  std::int64_t rows = 1;
  std::int64_t planes = 1;

  [[nodiscard]] std::int64_t plane_words() const { return row_words * rows; }
  [[nodiscard]] std::int64_t words() const { return row_words * rows * planes; }
  [[nodiscard]] std::int64_t count(const Distance& d) const {
    return d.planes * plane_words() + d.rows * row_words + d.words;
  }
};

FrameShape frame_shape(const Extents& extents, int cells_per_cycle);

enum class ExtentPlan : std::uint8_t {
  kRuntime,  ///< extents are inputs; any grid from the minimum to the compiled maximum
  kFixed,    ///< extents are constants
  kFlat      ///< constants, and the window is as large as the grid, so that distances are plain words
};

}  // namespace rtlgen::contract
