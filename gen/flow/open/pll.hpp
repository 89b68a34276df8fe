// The clocks that the PLL of a board with open tools can make from its oscillator.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rtlgen::flow::open {

/// A clock and the settings that make it.
struct Clock {
  double mhz = 0;
  std::vector<std::pair<std::string, int>> dividers;  ///< parameters of the PLL's module; empty: no PLL
};

/// Whether a clock can be divided to a line of `baud`: the nearest whole number of clocks per bit is at least 4 and off
/// by at most 1.5 %, which leaves a receiver as much for the other end.
bool divides(double mhz, int baud);
/// That number of clocks per bit.
int clocks_per_bit(double mhz, int baud);

/// The fastest clock up to `most_mhz` that the PLL of `family` ("ice40", "ecp5") can make from `oscillator_mhz`, or the
/// oscillator's own, and that divides() into `baud`; none if all are faster. Limits are those of Lattice's
/// FPGA-TN-02052 for iCE40 and FPGA-TN-02200 for ECP5, as in icepll of fpga-icestorm and ecppll of prjtrellis.
std::optional<Clock> fastest_clock(const std::string& family, double oscillator_mhz, double most_mhz, int baud);

}  // namespace rtlgen::flow::open
