// Which clocks the PLL of an open board makes of its oscillator.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rtlgen::flow::open {

/// A clock and how it is made.
struct Clock {
  double mhz = 0;
  std::vector<std::pair<std::string, int>> dividers;  ///< parameters of the PLL's module; empty: no PLL
};

/// Whether clocks of a line of `baud` can be counted: the nearest whole number of clocks per bit, 4 or more, is off by
/// no more than 1.5 %, which leaves a receiver as much for the other end.
bool divides(double mhz, int baud);
/// The number of clocks per bit.
int clocks_per_bit(double mhz, int baud);

/// The fastest clock of at most `most_mhz` that the PLL of `family` ("ice40", "ecp5") makes of `oscillator_mhz`, or the
/// oscillator's own, that divides() into `baud`; none if all are faster. Limits: Lattice's FPGA-TN-02052 for iCE40 and
/// FPGA-TN-02200 for ECP5, as icepll of fpga-icestorm and ecppll of prjtrellis have them.
std::optional<Clock> fastest_clock(const std::string& family, double oscillator_mhz, double most_mhz, int baud);

}  // namespace rtlgen::flow::open
