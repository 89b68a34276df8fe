// How a design scales over cards: the time model alone, nothing runs.
#pragma once

#include "driver/cards/card_slabs.hpp"
#include "driver/model/model.hpp"

namespace rtlgen::driver {

struct ScalingOptions {
  ModelOptions model;  ///< its `link` "": pcie3x8
  int cards = 1;
  std::vector<double> speeds;  ///< of all cards, the fastest is the design as it is; empty: all alike
  int slabs = 0;               ///< of each card; 0: the fastest
  model::Network network;      ///< between cards
};

/// A grid over cards, beside one card.
struct Scaled {
  int slabs = 1;  ///< of each card
  model::CardsTime time;
  double efficiency = 0;  ///< part of all cards' speed that is left
};

struct ScalingRow {
  int cards = 1;
  std::optional<Scaled> strong;  ///< the grid over all of them; nothing where it cannot be split so
  std::optional<Scaled> weak;    ///< a grid so many times longer along its last axis
};

struct ScalingReport {
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  std::string link, dram;        ///< dram "": memory that limits nothing
  SlabChoice choice;             ///< with all cards
  double worth = 1;              ///< how many cards as fast as the fastest all of them amount to
  std::vector<ScalingRow> rows;  ///< 1, 2, 4, ... cards, and all
};

/// `design`: the result of model_design for the same options. Refuses what run_on_cards refuses, and designs without
/// `hardware.bus`.
Result<ScalingReport> model_cards(const ScalingOptions& options, const ModelReport& design, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
