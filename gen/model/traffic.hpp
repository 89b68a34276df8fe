// The memory traffic of a run: whole beats of the rows that are on the grid, by stream and channel.
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

/// The traffic of a stream of the shell for the extents of a run. Beats are those of one of its stripes.
struct StreamTraffic {
  int stream = -1;  ///< index in the shell
  std::int64_t pass_beats =
      0;  ///< per pass, including ghost zones inside the grid for reads; ghosts are not written. Held streams: per run
  std::int64_t rows = 0;         ///< per pass: contiguous pieces of memory
  std::int64_t array_beats = 0;  ///< beats of a whole buffer
  std::int64_t beat_words = 1;   ///< words per beat
  std::int64_t word_beats = 1;   ///< beats per word, 1 if several words fit a beat
};

/// One entry per stream of the shell, in order. `plan` must have a shell.
std::vector<StreamTraffic> stream_traffic(const plan::Plan& plan, const spec::Extents& extents);

/// The active streams of a channel in passes of a parity: pass p reads buffer p mod 2 of a state field and writes the
/// other.
struct ChannelStreams {
  int number = 0;
  std::array<std::vector<int>, 2> readers,
      writers;  ///< by parity; a stream appears once for each of its stripes in this channel
};
std::vector<ChannelStreams> channel_streams(const contract::Shell& shell);

}  // namespace rtlgen::model
