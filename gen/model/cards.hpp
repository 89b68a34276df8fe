// Time of a run over several cards: each computes its slabs one after the other, pass by pass, and ghosts are exchanged
// between runs or during them (docs/cards.md). The host's program is followed step by step, with predicted times of
// runs and transfers.
#pragma once

#include <cstdint>
#include <vector>

#include "model/time.hpp"
#include "support/result.hpp"

namespace rtlgen::model {

/// The part of the last axis, in rows (planes with three axes), that a card computes in one slab. Slabs are in the
/// order of their rows; those of a card are adjacent.
struct CardPart {
  std::int64_t rows = 1;  ///< rows in a run, including ghosts
  std::int64_t receives_low = 0, receives_high = 0;
  std::int64_t sends_below = 0, sends_above = 0;
  int below = -1, above = -1;  ///< slabs with which it exchanges ghosts
  int card = 0;
  int slot = 0;         ///< position in the sequence of its card in each pass
  double slowness = 1;  ///< factor by which its card is slower than the plan predicts
};

/// Between machines; absent between the cards of one machine.
struct Network {
  double latency_ns = 0;
  double gbs = 0;  ///< 0: takes no time
};

struct CardsInput {
  TimeInput time;               ///< for one card on the whole grid, all iterations; with a link
  std::vector<CardPart> parts;  ///< one per slab, equally many for every card
  Network network;
};

struct CardsTime {
  std::int64_t passes = 0;
  double run_seconds = 0;       ///< slowest card in one pass: all of its slabs, with registers and interrupts
  double exchange_seconds = 0;  ///< transfers of a card between two passes, hidden or not: the card with the longest
  double pass_seconds = 0;      ///< from one pass to the next in a long run
  double seconds = 0;           ///< all passes, without loading and reading the arrays
  double alone_seconds = 0;     ///< one card on the whole grid
  /// Actual speed relative to the combined speed of `cards` cards.
  [[nodiscard]] double efficiency(double cards) const { return alone_seconds / seconds / cards; }
};

Result<CardsTime> cards_time(const CardsInput& input, Diagnostics& diagnostics);

}  // namespace rtlgen::model
