// How the rows of a grid are shared out among cards: each owns a slab of the last axis and computes ghosts around it (docs/cards.md).
#pragma once

#include <cstdint>
#include <vector>

#include "support/result.hpp"

namespace rtlgen::cards {

/// Rows of the last axis; planes of a grid of three axes.
struct Slab {
  std::int64_t first = 0;  ///< row of the grid that it owns first
  std::int64_t count = 0;  ///< rows that it owns
  std::int64_t low = 0;    ///< ghosts below them, 0 at the grid's end
  std::int64_t high = 0;   ///< ghosts above them
  int below = -1;          ///< the card that owns what the ghosts below show; -1: there are none
  int above = -1;

  /// Rows that its card runs on.
  [[nodiscard]] std::int64_t rows() const { return low + count + high; }
};

struct SplitInput {
  std::int64_t rows = 1;
  int cards = 1;
  std::int64_t reach_low = 0, reach_high = 0;  ///< of the chain, over one pass
  bool wraps = false;                          ///< the last card has the first as its neighbour
  std::int64_t minimum = 1, maximum = 1;       ///< rows that the hardware takes
  std::vector<double> speeds;                  ///< cells a second of each card, in any unit; empty: all alike
};

/// Rows owned are proportional to speeds, whole, the largest rests rounded up. Every slab owns at least what a neighbour's ghosts show.
/// Fails with RG0815 where there are too few rows, RG0816 where speeds are none.
Result<std::vector<Slab>> split(const SplitInput& input, Diagnostics& diagnostics);

}  // namespace rtlgen::cards
