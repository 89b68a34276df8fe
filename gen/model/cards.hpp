// How long a run over several cards takes: each computes its slabs one after the other, pass by pass, and ghosts are
// exchanged in between or beside a run (docs/cards.md). The host's program is followed step by step with the times of
// runs and transfers instead of the cards.
#pragma once

#include <cstdint>
#include <vector>

#include "model/time.hpp"
#include "support/result.hpp"

namespace rtlgen::model {

/// What a card has of the last axis in one slab, in rows (planes of three axes). Slabs are in the order of their rows,
/// those of a card together.
struct CardPart {
  std::int64_t rows = 1;  ///< that it runs on, ghosts included
  std::int64_t receives_low = 0, receives_high = 0;
  std::int64_t sends_below = 0, sends_above = 0;
  int below = -1, above = -1;  ///< slabs that it exchanges with
  int card = 0;
  int slot = 0;         ///< of each pass, in which its card computes it
  double slowness = 1;  ///< factor by which its card takes longer than the plan predicts
};

/// Between machines; nothing between cards of one.
struct Network {
  double latency_ns = 0;
  double gbs = 0;  ///< 0: takes no time
};

struct CardsInput {
  TimeInput time;               ///< of one card on the whole grid, all iterations; with a link
  std::vector<CardPart> parts;  ///< a slab each, as many of every card
  Network network;
};

struct CardsTime {
  std::int64_t passes = 0;
  double run_seconds =
      0;  ///< of a card in one pass, all of its slabs, with registers and interrupts: the slowest one's
  double exchange_seconds = 0;  ///< transfers of a card between two passes, hidden or not: the card with the longest
  double pass_seconds = 0;      ///< from one pass to the next in a long run
  double seconds = 0;           ///< of all passes, without loading and reading the arrays
  double alone_seconds = 0;     ///< one card on the whole grid
  /// Part of as many cards' speed that is left.
  [[nodiscard]] double efficiency(double cards) const { return alone_seconds / seconds / cards; }
};

Result<CardsTime> cards_time(const CardsInput& input, Diagnostics& diagnostics);

}  // namespace rtlgen::model
