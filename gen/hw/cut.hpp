// Where the registers of a pipeline go (hw/pipeline.hpp).
#pragma once

#include <cstdint>

namespace rtlgen::hw {

/// What the ranks are placed for.
enum class Cut : std::uint8_t {
  kFewRanks,  ///< as few ranks as the clock allows
  /// Few LUTs: the amount of a wide shift comes from registers, if need be for a rank more. Synthesis
  /// maps the longest path of a stage for its depth, and where that path goes through an amount
  /// into a shifter, every bit of the shifter is on it and takes up to four LUTs instead of one.
  kFewLuts,
};

}  // namespace rtlgen::hw
