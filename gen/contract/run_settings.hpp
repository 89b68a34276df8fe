// The settings of a run: the numbers that a host or a test bench gives a core.
#pragma once

#include <cstdint>

#include "contract/frame.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::contract {

struct CoreInterface;

/// What the host writes before a run; values for the kRowWords .. kFirstStep ports.
/// Most cycles that a word takes from the last Executor to Executor 0 in the next pass: output FIFO, a memory that
/// responds at once, entrance.
inline constexpr int kWordReturn = 11;
/// An allowance for the same through a shell and DRAM, not a measurement: only the length of gaps depends on it.
inline constexpr int kRowReturn = 256;

struct CoreInterface;
/// Cycles from a word's entrance to that of the word of the next pass that it makes, as gaps allow for.
std::int64_t way_round(const CoreInterface& core);
/// Slices that the core's port for the gap can carry; without such a port the gap is a constant, of any length.
std::int64_t longest_gap(const CoreInterface& core);
/// Most cycles of a pass of `tokens`, of which `slack` are on the way of `way` cycles at a time.
std::int64_t pass_cycles(std::int64_t tokens, std::int64_t slack, std::int64_t way);

struct RunSettings {
  FrameShape frame;
  Extents blocks{1, 1, 1};  ///< frames of a pass, by axis
  std::int64_t tail = 0;    ///< lane of the last cell of a row, (nx - 1) mod P
  Extents phase{
      0, 0, 0};  ///< coordinate in the grid of the first frame's first cell, by axis; in words along an x that is cut
  std::int64_t gap = 0;  ///< filler slices (of the slowest axis) at the end of each frame
  /// Words of a slice, the unit of the gap: a plane, a row or a word.
  [[nodiscard]] std::int64_t slice(int axes) const {
    return axes > 2 ? frame.plane_words() : axes > 1 ? frame.row_words : 1;
  }
  [[nodiscard]] std::int64_t pass_words() const { return frames() * frame.words(); }       ///< gaps left out
  [[nodiscard]] std::int64_t frames() const { return blocks[0] * blocks[1] * blocks[2]; }  ///< of a pass
  std::int64_t passes = 0;
  std::int64_t bypass = 0;      ///< Executors that forward in the first pass
  std::int64_t first_step = 0;  ///< of the whole run, less `bypass`, as the 32 bits of an int32
  std::int64_t total_lag = 0;
  /// Tokens from the one that pushes out what a word (with a shell: a row) of the next pass needs to that word, at the
  /// least.
  std::int64_t slack = 0;
  /// Most cycles from one pass to the next without stalls: one a word of the frame and its gap, or, where a
  /// frame is hardly longer than the way through the chain, what waiting for the pass before makes of it.
  std::int64_t pass_cycles = 0;
  /// frame words x passes (gaps between frames included) + total lag + latencies: the fewest cycles possible
  std::int64_t ideal_cycles = 0;
};

/// Derives the settings of a run after `done` time steps; fails with a diagnostic when `extents` are outside the
/// limits.
Result<RunSettings> run_settings(const CoreInterface& core, const Extents& extents, std::int64_t iterations,
                                 Diagnostics& diagnostics, std::int64_t done = 0);

/// The settings of pass `pass` (from 0) of a run, to be run on its own.
RunSettings one_pass(const CoreInterface& core, const RunSettings& run, std::int64_t pass);

}  // namespace rtlgen::contract
