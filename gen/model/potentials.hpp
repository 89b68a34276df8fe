// What keeps a design from being faster, as four numbers: the potentials of Wang et al., HPCA 2016, equations 20 to 23,
// defined for a chain of Executors. docs/advice.md derives each and says how it differs from the paper's, which are
// those of pipelines of work items (model/wang2016.hpp).
//
// Input: a predicted run (time.hpp) and what the design takes of the device. Output: parts of the run or of the device,
// in [0, 1), or nothing where a figure is missing, with the reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/channel.hpp"
#include "model/use.hpp"

namespace rtlgen::model {

struct Time;

struct Potential {
  std::optional<double> value;  ///< empty: unknown, and `why` gives the reason
  bool at_most = false;         ///< a figure is missing that could make it less
  std::string why;              ///< for people: what it comes from
};

/// A unit that works concurrently with others in a run.
struct BusyUnit {
  std::string name;  ///< "kernel", "channel 0", "bus of channel 0"
  double busy = 0;   ///< part of the run
};

/// What a channel makes of its pins.
struct ChannelUse {
  int number = 0;
  double busy = 0;      ///< part of the run
  double of_peak = 0;   ///< while busy, of the pins' peak: turnarounds, closed rows, streams that meet in a bank
  double of_cells = 0;  ///< of the bytes moved, cells of the grid: the rest are ghosts and the rests of beats
  /// Of what the pins could have moved while busy, what was not cells: the paper's B_mem, equation 21.
  [[nodiscard]] double unused() const { return 1 - of_peak * of_cells; }
};

struct Potentials {
  Potential compute;            ///< B_comp: equation 20
  Potential memory;             ///< B_mem: for equation 21
  Potential balance;            ///< B_balance: equation 22
  Potential items;              ///< B_itpp: equation 23
  std::vector<BusyUnit> parts;  ///< the busiest first
  std::vector<ChannelUse> channels;
};

struct PotentialsInput {
  const Time* time = nullptr;      ///< with memory if `channel` is known
  std::optional<Channel> channel;  ///< none: memory was taken to keep up
  std::vector<Use> uses;           ///< of the device; empty: no device is known
};

Potentials potentials(const PotentialsInput& input);

/// Of the resources that a device is known to have, the one with the least left; nothing if none is known, or none in
/// use.
const Use* scarcest(const std::vector<Use>& uses);

}  // namespace rtlgen::model
