// Divides the rows of a grid among cards: each owns one slab of the last axis, or several, and computes ghosts around
// them (docs/cards.md).
#pragma once

#include <cstdint>
#include <vector>

#include "support/result.hpp"

namespace rtlgen::cards {

/// Rows of the last axis; planes for a grid with three axes.
struct Slab {
  std::int64_t first = 0;  ///< first row of the grid that it owns
  std::int64_t count = 0;  ///< number of rows that it owns
  std::int64_t low = 0;    ///< ghosts below them, 0 at the end of the grid
  std::int64_t high = 0;   ///< ghosts above them
  int below = -1;          ///< the slab that owns the rows of the lower ghosts; -1: no ghosts
  int above = -1;
  int card = 0;
  int slot = 0;  ///< position in the sequence of its card's slabs, which are computed once per pass

  /// The number of rows in its runs.
  [[nodiscard]] std::int64_t rows() const { return low + count + high; }
};

/// With more slabs, no more of an exchange is hidden.
inline constexpr int kMostSlabs = 4;

/// The slots of a card's slabs, from the lowest rows to the highest. The results of a slab in one slot are exchanged
/// during the run of the next slot. So of two neighbours, on one card or on two, one must not have the last slot and
/// the other the first. Three slabs achieve that if the order alternates from card to card (except in a ring with an
/// odd number of cards), four always, and two only between cards.
std::vector<int> slots_of(int card, int slabs);

/// Whether a slab in slot `to` must wait for the results of one in slot `from` while nothing is computed.
inline bool is_exposed(int from, int to, int slabs) { return from == slabs - 1 && to == 0; }

struct SplitInput {
  std::int64_t rows = 1;
  int cards = 1;
  int slabs = 1;                               ///< per card, up to kMostSlabs
  std::int64_t reach_low = 0, reach_high = 0;  ///< reach of the chain in one pass
  bool wraps = false;                          ///< the last card and the first are neighbours
  std::int64_t minimum = 1, maximum = 1;       ///< numbers of rows that the hardware supports
  std::vector<double> speeds;                  ///< by card: cells per second, in any unit; empty: all equal
};

/// Slabs from the lowest rows to the highest; those of a card are adjacent. The rows owned are proportional to speeds,
/// in whole rows with the largest remainders rounded up; the slabs of a card are equal. Every slab owns at least the
/// rows that a neighbour's ghosts need. Fails with RG0815 if there are too few rows, and with RG0816 if speeds are
/// invalid.
Result<std::vector<Slab>> split(const SplitInput& input, Diagnostics& diagnostics);

}  // namespace rtlgen::cards
