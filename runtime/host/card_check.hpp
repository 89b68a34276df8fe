// Checks a card by its card block: whether it responds, its clocks run, and its memory is calibrated and good. What is
// wrong with the card is a Finding, never an exception.
#pragma once

#include <cstdint>

#include "host/card_block.hpp"
#include "host/design.hpp"
#include "host/finding.hpp"

namespace rtlgen::host {

/// Checks the first word of the block, every bit of its scratch register, and its digest.
Finding check_card(const Design& design, const CardBlock& card);
/// Checks that the kernel clock is locked, and that every clock has its frequency.
Finding check_clocks(const Design& design, const CardBlock& card);
/// Checks that the kernel clock has this frequency.
Finding check_kernel_clock(const Design& design, const CardBlock& card, double mhz);
/// Checks that every channel is calibrated and ready. Resets a firewall that is closed first.
Finding check_calibration(const CardBlock& card);

/// A memory test by the card itself, at the speed of its bus. Overwrites what it tests.
struct OnCardTest {
  int first_channel = 0, channels = 1;  ///< channels of the card
  std::uint64_t channel_bytes = 0;      ///< from the beginning of a channel to that of the next
  std::uint64_t bytes = 0;              ///< tested bytes of each channel, a multiple of 4096
  std::uint32_t seed = 1;
  double patience_seconds = 60;  ///< for each channel
};
/// If the memory is good, `seen` has the rates.
Finding check_on_card(const OnCardTest& test, const Design& design, const CardBlock& card);

}  // namespace rtlgen::host
