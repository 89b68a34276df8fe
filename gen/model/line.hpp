// How long a run takes on a serial line: of boards without memory, whose grid stays in the host (docs/projects.md).
//
// Each pass is a run. Its settings, its held words and its status go over the line, and all of its words in and out; a
// frame's response is sent before the next frame, so the two directions take turns. What the host and its USB bridge
// wait between two frames is not known, and not counted; nor is a frame that is sent again.
#pragma once

#include <cstdint>
#include <vector>

namespace rtlgen::contract {
struct CoreInterface;
struct RunSettings;
}  // namespace rtlgen::contract

namespace rtlgen::model {

/// Of one pass.
struct LinePass {
  std::int64_t bytes = 0;        ///< in both directions, frames and all
  std::int64_t frames = 0;       ///< with words of the grid
  std::int64_t rest_cycles = 0;  ///< of the core's clock: the bridge waits for words that do not come
};

/// The least, where no frame is sent again. `held_words`: of each held array.
LinePass line_pass(const contract::CoreInterface& core, const std::vector<std::int64_t>& held_words,
                   const contract::RunSettings& run);

/// Seconds of so many bytes: start, eight bits, stop.
double line_seconds(double bytes, int baud);

}  // namespace rtlgen::model
