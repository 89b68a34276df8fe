// Which manifest describes the card of a run, and whether one that a user names is of the description's program.
#pragma once

#include <cstdint>
#include <string>

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

struct Prepared;
struct SimOptions;

/// What describes the card that a run goes to.
struct CardDescription {
  std::string manifest;
  std::uint32_t identity = 0;
  double kernel_mhz = 0, bus_mhz = 0;  ///< bus: 0 without a shell
};

/// That of `prepared`, or the manifest that the options name. Fault: RG0805 if that is none, or if its fields, run-time
/// parameters, monitors, steps per pass or memory channels are not those of `prepared`. Its registers, addresses, lags
/// and clocks may be others. Behind a serial line all that the host sends and gets is laid out by the plan, so the
/// whole interface must be equal.
Result<CardDescription> describe_card(const SimOptions& options, const Prepared& prepared, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
