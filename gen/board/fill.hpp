// How full a device may be: the part of its logic, block RAM and DSPs that a design may take and still be placed,
// routed and fast enough. By generation, each with where it comes from (docs/area_model.md).
#pragma once

#include <span>
#include <string_view>

namespace rtlgen::board {

/// Parts of the whole device, above 0 and at most 1. Flip-flops are logic.
struct Fill {
  double logic = 0.8, ram = 0.9, dsp = 0.9;
  friend bool operator==(const Fill&, const Fill&) = default;
};

struct FillLimit {
  std::string_view generation;  ///< of generations()
  Fill fill;
  std::string_view source;
};

/// A row of each generation.
std::span<const FillLimit> fill_limits();
/// That of a generation, which must be one of generations().
const FillLimit& fill_of(std::string_view generation);

}  // namespace rtlgen::board
