// Changes the kernel clock of a card (docs/adr/0054-kernel-clock.md).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "host/card_block.hpp"
#include "host/design.hpp"

namespace rtlgen::host {

/// Limits of the block that makes the kernel clock in a generation of FPGAs, right for all its speed grades.
struct ClockFamily {
  std::string_view name;
  double least_vco_mhz, most_vco_mhz;  ///< range of its oscillator
  int most_multiplier;
  std::string_view source;
};
std::span<const ClockFamily> clock_families();

/// Dividers: input * multiplier / divider is the oscillator, and that / output the kernel clock.
struct ClockSettings {
  int divider = 1, multiplier = 1, output = 1;
  [[nodiscard]] double mhz(double input_mhz) const { return input_mhz * multiplier / divider / output; }
};
/// The settings for the highest clock not above `mhz`, and of these for the lowest jitter; none: all are above.
std::optional<ClockSettings> clock_settings(const ClockFamily& family, double input_mhz, double mhz);

/// The highest kernel clock that the bitstream meets, in MHz; none: its build did not say.
std::optional<double> met_mhz(const CardBlock& card);

/// The kernel clock that the card should have now, in MHz: the manifest's, or what the last change has set.
double expected_kernel_mhz(const CardBlock& card);

/// A note for users about the kernel clock: changed, or above what the bitstream meets; "" if nothing is.
std::string clock_note(const Design& design, const CardBlock& card);

/// Has the card load the clock of the bitstream again, also if a change has not ended. "", or why that does not help.
std::string restore_kernel_clock(const CardBlock& card);

/// Sets the kernel clock to the highest possible frequency not above `mhz`, measures it, and returns it in MHz. Resets
/// accelerators and the path to memory; memory keeps its contents. Throws an Error, without a change, if the request
/// cannot be met; a DeviceError if the clock does not come: then it is the bitstream's again, if possible.
double change_kernel_clock(const Design& design, const CardBlock& card, double mhz);

}  // namespace rtlgen::host
