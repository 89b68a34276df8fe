// Predicts how a design scales over cards with the time model; nothing is run.
#pragma once

#include "driver/model/model.hpp"
#include "driver/slabs/card_slabs.hpp"

namespace rtlgen::driver {

struct ScalingOptions {
  ModelOptions model;  ///< `link` "": pcie3x8
  int cards = 1;
  std::vector<double> speeds;  ///< by card; the fastest equals the design; empty: all alike
  int slabs = 0;               ///< per card; 0: the fastest number
  model::Network network;      ///< between cards
};

/// A grid on several cards, compared with one card.
struct Scaled {
  int slabs = 1;  ///< per card
  model::CardsTime time;
  double efficiency = 0;  ///< speed relative to the combined speed of the cards
};

struct ScalingRow {
  int cards = 1;
  std::optional<Scaled> strong;  ///< the grid split over all of them; none if it cannot be split so, or does not fit
  std::optional<Scaled> weak;    ///< a grid that is longer along its last axis by the number of cards
};

struct ScalingReport {
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  std::string link, dram;        ///< dram "": memory is not a limit
  SlabChoice choice;             ///< with all cards
  double worth = 1;              ///< combined speed of all cards, as a multiple of the fastest
  std::vector<ScalingRow> rows;  ///< 1, 2, 4, ... cards, and all cards
};

/// `design`: the result of model_design with the same options. Refuses everything that run_on_cards refuses, and
/// designs without `hardware.bus`.
Result<ScalingReport> model_cards(const ScalingOptions& options, const ModelReport& design, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
