// How the rows of a grid are shared out among cards: each owns a slab of the last axis, or several, and computes ghosts
// around them (docs/cards.md).
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
  int below = -1;          ///< the slab that owns what the ghosts below show; -1: there are none
  int above = -1;
  int card = 0;
  int slot = 0;  ///< a pass has a slot for each of a card's slabs, which it computes in this order

  /// Rows that its card runs on.
  [[nodiscard]] std::int64_t rows() const { return low + count + high; }
};

/// More of them hide no more of an exchange.
inline constexpr int kMostSlabs = 4;

/// Slots of a card's slabs, from the lowest rows to the highest. What a slab ends with in one slot is exchanged beside
/// the run of the next one; so of neighbours, on one card or on two, none has the last slot and the other the first.
/// Three slabs get there if the order turns round from card to card (not where an odd number of cards stands in a
/// circle), four in any case, two between cards alone.
std::vector<int> slots_of(int card, int slabs);

/// Must a slab of slot `to` wait for the rows that one of slot `from` has ended with, and nothing is computed
/// meanwhile?
inline bool is_exposed(int from, int to, int slabs) { return from == slabs - 1 && to == 0; }

struct SplitInput {
  std::int64_t rows = 1;
  int cards = 1;
  int slabs = 1;                               ///< of each card, up to kMostSlabs
  std::int64_t reach_low = 0, reach_high = 0;  ///< of the chain, over one pass
  bool wraps = false;                          ///< the last card has the first as its neighbour
  std::int64_t minimum = 1, maximum = 1;       ///< rows that the hardware takes
  std::vector<double> speeds;                  ///< cells per second of each card, in any unit; empty: all alike
};

/// Slabs from the lowest rows to the highest, those of a card one after the other. Rows owned are proportional to
/// speeds, whole, the largest rests rounded up; slabs of a card are alike. Every slab owns at least what a neighbour's
/// ghosts show. Fails with RG0815 where there are too few rows, RG0816 where speeds are none.
Result<std::vector<Slab>> split(const SplitInput& input, Diagnostics& diagnostics);

}  // namespace rtlgen::cards
