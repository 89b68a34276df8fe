// The clock that a design may reach after place and route: an estimate, from published designs of its family and from
// what its schedule allows.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::model {

/// A published design, or several of one source.
struct PublishedClock {
  std::string family;             ///< of hw::DelayModel
  double logic_percent;           ///< of the part's logic; below 0: not printed
  double low_mhz, mhz, high_mhz;  ///< one design: all the same
  std::string source;             ///< paper, table, row
};
const std::vector<PublishedClock>& published_clocks();

struct ClockEstimate {
  double low_mhz = 0, typical_mhz = 0, high_mhz = 0;
  double scheduled_mhz = 0;  ///< what the Kernels are cut for; the others are not above it
  std::vector<const PublishedClock*>
      rows;           ///< what it is based on; none: no design of the family is known, and all are scheduled_mhz
  std::string basis;  ///< for users; marks it as an estimate
};

/// Of a family's published designs those whose logic is as full, within 15 points, or all if they are fewer than three:
/// least, median, most. `logic`: part of the device's logic; `period_ps`: the plan's.
ClockEstimate estimate_clock(const std::string& family, double logic, int period_ps);

}  // namespace rtlgen::model
