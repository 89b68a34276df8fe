// Time of a run on a serial line, for boards without memory, whose grid stays in the host (docs/projects.md).
//
// Each pass is a run. Its settings, held words and status go over the line, and all of its words in both directions.
// The response to a frame is sent before the next frame, so the two directions take turns. Delays of the host and its
// USB bridge between two frames are unknown and not counted; neither are frames that are sent again.
#pragma once

#include <cstdint>
#include <vector>

namespace rtlgen::contract {
struct CoreInterface;
struct RunSettings;
}  // namespace rtlgen::contract

namespace rtlgen::model {

/// Traffic of one pass.
struct LinePass {
  std::int64_t bytes = 0;        ///< in both directions, including frames
  std::int64_t frames = 0;       ///< frames with words of the grid
  std::int64_t rest_cycles = 0;  ///< cycles of the core's clock in which the bridge waits for words that do not come
};

/// The minimum, if no frame is sent again. `held_words`: for each held array.
LinePass line_pass(const contract::CoreInterface& core, const std::vector<std::int64_t>& held_words,
                   const contract::RunSettings& run);

/// Seconds to send `bytes` bytes, with a start bit, eight data bits and a stop bit.
double line_seconds(double bytes, int baud);

}  // namespace rtlgen::model
