// Estimates the clock of a design after place and route: from published designs of its family, or from the delays of
// its cells; unknown if neither exists.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/paths.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::model {

/// One published design, or several from one source.
struct PublishedClock {
  std::string device;             ///< name of a hw::DelayModel without speed grade
  double logic_percent;           ///< share of the part's logic; below 0: not printed
  double low_mhz, mhz, high_mhz;  ///< all the same for one design
  std::string source;             ///< paper, table, row
};
const std::vector<PublishedClock>& published_clocks();

/// The highest clock that the model defends: the predicted clock less a margin of a fifth. The margin is larger than
/// the error for any routed iCE40 core (docs/evidence/timing.md); ECP5 has not been compared.
double defended_mhz(const LongestPath& path);

/// Whether a prediction for a device is more than a rough estimate: place and route of a row of its family has been
/// compared with predictions. No AMD family has been compared, so predictions never choose their clocks.
bool defends_clock(const hw::DelayModel& device);

struct ClockEstimate {
  double low_mhz = 0, typical_mhz = 0, high_mhz = 0;  ///< 0: unknown
  double scheduled_mhz = 0;                           ///< the target clock of the Kernels, an upper bound of the others
  std::optional<LongestPath> predicted;               ///< for this design, if the cells of its family are known
  std::optional<LongestPath> slack;                   ///< the shorter path of core and bridge; absent without a bridge
  std::vector<const PublishedClock*> rows;            ///< designs that it is based on
  std::string basis;                                  ///< text for users that marks it as an estimate
  std::string worth;  ///< text for users: the error of predictions from the device's delays
  [[nodiscard]] bool known() const { return typical_mhz > 0; }
  /// Derived from the delays of cells, not from published designs.
  [[nodiscard]] bool is_predicted() const { return known() && rows.empty() && predicted.has_value(); }
};

/// The lowest, median and highest clock of the device's published designs with about the same share of logic (within 15
/// points), or of all its designs if fewer than three are that close. If the device has fewer than three designs: the
/// predicted clock, less and plus the margin (docs/evidence/timing.md has the errors); or unknown if its predictions
/// are only rough estimates, with the prediction as text. `logic`: share of the device's logic; `scheduled_mhz`:
/// hardware.clock_mhz; `bridge`: the path between a serial line and the core (bridge.hpp). The longer path limits the
/// clock.
ClockEstimate estimate_clock(const hw::DelayModel& device, double logic, double scheduled_mhz,
                             const std::optional<LongestPath>& core = {},
                             const std::optional<LongestPath>& bridge = {});

/// The clock that is reached, as far as it is known, with the error of the prediction: part of a sentence for users.
std::string reached_text(const ClockEstimate& clock);

}  // namespace rtlgen::model
