// How long a run over several cards takes: passes in step, each the slowest card's run and its exchange of ghosts (docs/cards.md).
#pragma once

#include <cstdint>
#include <vector>

#include "model/time.hpp"

namespace rtlgen::model {

/// What one card has of the last axis, in rows (planes of three axes).
struct CardPart {
  std::int64_t rows = 1;                          ///< that it runs on, ghosts included
  std::int64_t receives_low = 0, receives_high = 0;
  std::int64_t sends_below = 0, sends_above = 0;
};

/// Between machines; nothing between cards of one.
struct Network {
  double latency_ns = 0;
  double gbs = 0;  ///< 0: takes no time
};

struct CardsInput {
  TimeInput time;               ///< of one card on the whole grid, all iterations; with a link
  std::vector<CardPart> parts;  ///< a card each
  Network network;
};

struct CardsTime {
  std::int64_t passes = 0;
  double run_seconds = 0;       ///< of the slowest card in one pass, with registers and interrupt
  double exchange_seconds = 0;  ///< likewise; 0 in the last pass
  double seconds = 0;           ///< of all passes, without loading and reading the arrays
  double alone_seconds = 0;     ///< one card on the whole grid
  /// Part of as many cards' speed that is left.
  [[nodiscard]] double efficiency(std::size_t cards) const { return alone_seconds / seconds / static_cast<double>(cards); }
};

Result<CardsTime> cards_time(const CardsInput& input, Diagnostics& diagnostics);

}  // namespace rtlgen::model
