// Fill limits of devices: the share of logic, block RAM and DSPs that a design may use and still be placed and routed
// and meet timing. One row per generation, each with its source (docs/area_model.md).
#pragma once

#include <span>
#include <string_view>

namespace rtlgen::board {

/// Shares of the whole device, above 0 and at most 1. Flip-flops count as logic.
struct Fill {
  double logic = 0.8, ram = 0.9, dsp = 0.9;
  friend bool operator==(const Fill&, const Fill&) = default;
};

struct FillLimit {
  std::string_view generation;  ///< one of generations()
  Fill fill;
  std::string_view source;
};

/// One row per generation.
std::span<const FillLimit> fill_limits();
/// The limit for a generation, which must be one of generations().
const FillLimit& fill_of(std::string_view generation);

}  // namespace rtlgen::board
