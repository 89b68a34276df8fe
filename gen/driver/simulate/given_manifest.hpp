// Selects the manifest that describes the card of a run, and checks that a manifest given by the user matches the
// description.
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

/// The description of the card for a run.
struct CardDescription {
  std::string manifest;
  std::uint32_t identity = 0;
  double kernel_mhz = 0, bus_mhz = 0;  ///< bus: 0 without a shell
};

/// The manifest of `prepared`, or the one that the options name. Reports RG0805 if that is not a manifest, or if its
/// fields, run-time parameters, monitors, steps per pass or memory channels differ from those of `prepared`. Its
/// registers, addresses, lags and clocks may differ. With a serial line the plan determines the layout of all data that
/// the host sends and receives, so the whole interface must be equal.
Result<CardDescription> describe_card(const SimOptions& options, const Prepared& prepared, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
