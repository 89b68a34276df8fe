// How the registers of a pipeline are placed (hw/pipeline.hpp).
#pragma once

#include <cstdint>

namespace rtlgen::hw {

/// The objective for placing ranks.
enum class Cut : std::uint8_t {
  kFewRanks,  ///< as few ranks as the clock allows
  /// Few LUTs: the amount of a wide shift comes from registers, even if that takes one more rank. Synthesis
  /// maps the longest path of a stage for depth. If that path goes through an amount
  /// into a shifter, every bit of the shifter is on it and takes up to four LUTs instead of one.
  kFewLuts,
};

}  // namespace rtlgen::hw
