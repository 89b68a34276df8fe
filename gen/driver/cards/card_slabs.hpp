// The part of a grid that each card gets: which descriptions can be split, into how many slabs, and how long that is
// predicted to take.
#pragma once

#include <optional>
#include <vector>

#include "cards/slabs.hpp"
#include "model/cards.hpp"
#include "spec/axes.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

struct Prepared;

/// RG0812 to RG0814 for what a slab cannot compute like the whole grid.
bool check_for_cards(const Prepared& prepared, Diagnostics& diagnostics);

/// With one slab for each card.
cards::SplitInput split_input(const Prepared& prepared, const spec::Extents& extents, int cards,
                              const std::vector<double>& speeds);

bool has_ghosts(const std::vector<cards::Slab>& slabs);

struct SlabChoice {
  std::vector<cards::Slab> slabs;  ///< of all cards
  bool was_asked = false;          ///< for so many; otherwise they are the fastest that is known
  std::optional<model::CardsTime> predicted;
  std::vector<std::optional<model::CardsTime>>
      considered;  ///< with 1, 2, ... slabs; nothing where there are too few rows

  [[nodiscard]] int cards() const { return slabs.back().card + 1; }
  [[nodiscard]] int each() const { return static_cast<int>(slabs.size()) / cards(); }
};

/// What is known of times.
struct CardFigures {
  model::TimeInput time;         ///< of one card on the whole grid
  std::vector<double> slowness;  ///< of each card against that one; empty: none is slower
  model::Network network;        ///< between cards
};

/// As many slabs per card as requested; 0: the fastest, which is one where there are no figures. Fails with RG0815,
/// RG0816 as cards::split, and with RG0805 where several are requested and nothing is exchanged.
Result<SlabChoice> choose_slabs(cards::SplitInput split, int asked, const std::optional<CardFigures>& figures,
                                Diagnostics& diagnostics);

}  // namespace rtlgen::driver
