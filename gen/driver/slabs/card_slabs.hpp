// The parts of a grid that cards compute: which descriptions can be split, into how many slabs, and how long the run is
// predicted to take.
#pragma once

#include <optional>
#include <vector>

#include "cards/slabs.hpp"
#include "model/cards.hpp"
#include "spec/axes.hpp"
#include "support/result.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::driver {

struct Prepared;
struct SharedProgram;

/// Reports RG0812 to RG0814 for whatever a slab cannot compute like the whole grid.
bool check_for_cards(const SharedProgram& shared, Diagnostics& diagnostics);

/// The extents of the largest slab of the stencil's grid, ghosts included, with one slab for each of `cards` equal
/// cards; nothing if there are too few rows. The stencil is not cut into blocks.
std::optional<spec::Extents> largest_slab(const spec::Stencil& stencil, int cards);

/// Whether `cards` equal cards can share the grid of a plan, with one slab each. Reports RG0815 and RG0816.
bool check_slabs(const plan::Plan& plan, int cards, Diagnostics& diagnostics);

/// With one slab per card.
cards::SplitInput split_input(const Prepared& prepared, const spec::Extents& extents, int cards,
                              const std::vector<double>& speeds);

bool has_ghosts(const std::vector<cards::Slab>& slabs);

struct SlabChoice {
  std::vector<cards::Slab> slabs;  ///< for all cards
  bool was_requested = false;      ///< this number was requested; otherwise it is the fastest one
  std::optional<model::CardsTime> predicted;
  std::vector<std::optional<model::CardsTime>>
      considered;  ///< with 1, 2, ... slabs per card; none if there are too few rows

  [[nodiscard]] int cards() const { return slabs.back().card + 1; }
  [[nodiscard]] int each() const { return static_cast<int>(slabs.size()) / cards(); }
};

/// Whether the memory of each card holds its slabs, ghosts included. Reports RG0832.
bool check_slab_memory(const Prepared& prepared, const spec::Extents& extents, const std::vector<cards::Slab>& slabs,
                       Diagnostics& diagnostics);

/// Whether `cards` equal cards hold the grid of a run, with one slab each; a single card holds all of it. Reports
/// RG0832, and for several cards whatever they refuse (RG0812 to RG0816).
bool check_memory(const Prepared& prepared, const spec::Extents& extents, int cards, Diagnostics& diagnostics);

/// The figures for predicting times.
struct CardFigures {
  model::TimeInput time;         ///< one card on the whole grid
  std::vector<double> slowness;  ///< per card, relative to `time`; empty: all as fast
  model::Network network;        ///< between cards
};

/// Chooses slabs: `requested` per card or, if that is 0, the fastest number, which is one without figures. Fails with
/// RG0815 and RG0816 like cards::split, and with RG0805 if several are requested although no ghosts are exchanged.
Result<SlabChoice> choose_slabs(cards::SplitInput split, int requested, const std::optional<CardFigures>& figures,
                                Diagnostics& diagnostics);

}  // namespace rtlgen::driver
