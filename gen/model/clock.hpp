// The clock that a design may reach after place and route: an estimate, from published designs of its family, or
// predicted from the delays of its cells; unknown where there is neither.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/paths.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::model {

/// A published design, or several of one source.
struct PublishedClock {
  std::string device;             ///< a row of hw::DelayModel without its speed grade
  double logic_percent;           ///< of the part's logic; below 0: not printed
  double low_mhz, mhz, high_mhz;  ///< one design: all the same
  std::string source;             ///< paper, table, row
};
const std::vector<PublishedClock>& published_clocks();

/// What the model stands for: the predicted clock, less a margin of a fifth. It is larger than the error of any routed
/// iCE40 core (docs/evidence/timing.md); ECP5 has not been compared.
double defended_mhz(const LongestPath& path);

/// Whether what is predicted for a device is more than a hint: a router has measured a row of its family. Of AMD
/// families none has been compared, so no clock is chosen by their prediction.
bool defends_clock(const hw::DelayModel& device);

struct ClockEstimate {
  double low_mhz = 0, typical_mhz = 0, high_mhz = 0;  ///< 0: unknown
  double scheduled_mhz = 0;                           ///< what the Kernels are cut for; the others are not above it
  std::optional<LongestPath> predicted;               ///< of this design, where its family's cells are known
  std::optional<LongestPath> slack;                   ///< of core and bridge the shorter one; without a bridge nothing
  std::vector<const PublishedClock*> rows;            ///< designs that it is based on
  std::string basis;                                  ///< for users; marks it as an estimate
  std::string worth;                                  ///< of what the device's delays predict: its error, for users
  [[nodiscard]] bool known() const { return typical_mhz > 0; }
  /// From the delays of cells, no published design.
  [[nodiscard]] bool is_predicted() const { return known() && rows.empty() && predicted.has_value(); }
};

/// Of a device's published designs those whose logic is as full, within 15 points, or all if these are fewer than
/// three: least, median, most. Of a device with fewer than three, what is predicted, and the margin less and more
/// (docs/evidence/timing.md has the errors); or unknown where it defends none, with what is predicted as a hint.
/// `logic`: part of the device's logic; `scheduled_mhz`: hardware.clock_mhz; `bridge`: what is between a serial line
/// and the core (bridge.hpp), the longer path binds.
ClockEstimate estimate_clock(const hw::DelayModel& device, double logic, double scheduled_mhz,
                             const std::optional<LongestPath>& core = {},
                             const std::optional<LongestPath>& bridge = {});

/// Which clock is reached, as far as that is known, with the error of what is predicted: part of a sentence for users.
std::string reached_text(const ClockEstimate& clock);

}  // namespace rtlgen::model
