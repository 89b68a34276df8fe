// The reasons why a design is not faster, as four numbers: the potentials of Wang et al., HPCA 2016, equations 20 to
// 23, defined for a chain of Executors. docs/advice.md derives each and explains how it differs from the paper's, which
// are defined for pipelines of work items (model/wang2016.hpp).
//
// Input: a predicted run (time.hpp) and the design's use of the device. Output: fractions of the run or of the device,
// in [0, 1), or none if a figure is missing, with the reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/use.hpp"

namespace rtlgen::model {

struct Time;

struct Potential {
  std::optional<double> value;  ///< empty: unknown; `why` has the reason
  bool at_most = false;         ///< an upper bound, because a figure that could reduce it is missing
  std::string why;              ///< explanation for users
};

/// A unit that works concurrently with others in a run.
struct BusyUnit {
  std::string name;  ///< "kernel", "channel 0", "bus of channel 0"
  double busy = 0;   ///< fraction of the run
};

/// How well a channel uses the bandwidth of its pins.
struct ChannelUse {
  int number = 0;
  double busy = 0;      ///< fraction of the run
  double of_peak = 0;   ///< bandwidth while busy, relative to the pins' peak: lost to turnarounds, closed rows, streams
                        ///< that meet in a bank
  double of_cells = 0;  ///< share of grid cells in the bytes moved; the rest are ghosts and unused parts of beats
  /// The share of the pins' peak, while busy, that did not move cells: the paper's B_mem, equation 21.
  [[nodiscard]] double unused() const { return 1 - of_peak * of_cells; }
};

struct Potentials {
  Potential compute;            ///< B_comp: equation 20
  Potential memory;             ///< B_mem: for equation 21
  Potential balance;            ///< B_balance: equation 22
  Potential items;              ///< B_itpp: equation 23
  std::vector<BusyUnit> parts;  ///< busiest first
  std::vector<ChannelUse> channels;
};

struct PotentialsInput {
  const Time* time = nullptr;
  bool has_memory = false;  ///< `time` includes memory; otherwise it is assumed to keep up
  std::vector<Use> uses;    ///< use of the device; empty: no device is known
};

Potentials potentials(const PotentialsInput& input);

/// "the bus of memory channel 3": the bound of a run that waits for memory (kChannel, kBus).
std::string memory_bound_text(const Time& time);

/// The known resource of the device with the least left; nullptr if none is known or none is used.
const Use* scarcest(const std::vector<Use>& uses);

}  // namespace rtlgen::model
