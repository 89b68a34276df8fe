// What a run moves between memory and core: whole beats of the rows that are on the grid, stream by stream, channel by
// channel.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spec/axes.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::contract {
struct Shell;
}

namespace rtlgen::model {

/// A stream of the shell at the extents of a run. Beats are those of one of its stripes.
struct StreamTraffic {
  int stream = -1;  ///< of the shell
  std::int64_t pass_beats =
      0;  ///< ghost zones as they are fetched, nothing outside the grid; ghosts are not written. Held: of the run
  std::int64_t rows = 0;         ///< of a pass: pieces of memory that hang together
  std::int64_t array_beats = 0;  ///< of a whole buffer
  std::int64_t beat_words = 1;   ///< words that fit a beat
  std::int64_t word_beats = 1;   ///< that a word needs, 1 where several words fit a beat
};

/// By the streams of the shell, in order. `plan` has a shell.
std::vector<StreamTraffic> stream_traffic(const plan::Plan& plan, const spec::Extents& extents);

/// The streams at work in a channel in passes of a parity: pass p reads buffer p mod 2 of a state field and writes the
/// other.
struct ChannelStreams {
  int number = 0;
  std::array<std::vector<int>, 2> readers, writers;  ///< by parity; a stream with several stripes here is here as often
};
std::vector<ChannelStreams> channel_streams(const contract::Shell& shell);

}  // namespace rtlgen::model
