// The clock of a core, as a frequency and as a period.
#pragma once

namespace rtlgen::contract {

/// Made once, from the requested frequency. Neither member is computed from the other afterwards: the period is
/// rounded, so its frequency would be another than the requested one.
struct Clock {
  double mhz = 200;
  int period_ps = 5000;  ///< rounded down, so that logic that fits it fits the clock

  static Clock of_mhz(double mhz) { return {mhz, static_cast<int>(1e6 / mhz)}; }
};

/// For manifests, which hold only the period, and for simulated clocks, whose edges lie at whole picoseconds.
inline double mhz_of_period(double period_ps) { return 1e6 / period_ps; }

}  // namespace rtlgen::contract
