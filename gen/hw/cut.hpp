// The placement of a pipeline's registers (hw/pipeline.hpp).
#pragma once

#include <cstdint>

namespace rtlgen::hw {

/// The objective of the placement.
enum class Cut : std::uint8_t {
  kFewStages,  ///< as few stages as the clock allows
  /// Few LUTs: the amount of a wide shift comes from registers, even if that takes one more stage. Synthesis maps the
  /// longest path of a stage for depth. If that path goes through an amount into a shifter, every bit of the shifter is
  /// on it and takes up to four LUTs instead of one.
  kFewLuts,
};

}  // namespace rtlgen::hw
