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

/// The most cycles that a word takes from the last Executor to Executor 0 in the next pass: output FIFO, a memory that
/// responds at once, entrance.
inline constexpr int kWordReturn = 11;
/// An allowance for the same path through a shell and DRAM, not a measurement: only the length of gaps depends on it.
inline constexpr int kRowReturn = 256;

/// The most cycles of a pass of `tokens` tokens, if at most `slack` of them are in flight on a path of `way` cycles.
std::int64_t pass_cycles(std::int64_t tokens, std::int64_t slack, std::int64_t way);

/// The values that the host writes before a run, for the kRowWords .. kFirstStep ports, and values derived from them.
struct RunSettings {
  FrameShape frame;
  Extents blocks{1, 1, 1};  ///< frames per pass, by axis
  std::int64_t tail = 0;    ///< lane of the last cell of a row, (nx - 1) mod P
  /// Grid coordinates of the first cell of the first frame; in words along an x that is cut.
  Extents phase{0, 0, 0};
  std::int64_t gap = 0;  ///< filler slices (of the slowest axis) at the end of each frame
  /// Words in a slice, the unit of the gap: a plane, a row or a word.
  [[nodiscard]] std::int64_t slice(int axes) const {
    return axes > 2 ? frame.plane_words() : axes > 1 ? frame.row_words : 1;
  }
  [[nodiscard]] std::int64_t pass_words() const { return frames() * frame.words(); }       ///< without gaps
  [[nodiscard]] std::int64_t frames() const { return blocks[0] * blocks[1] * blocks[2]; }  ///< per pass
  std::int64_t passes = 0;
  std::int64_t bypass = 0;      ///< Executors that only forward in the first pass
  std::int64_t first_step = 0;  ///< first step of the whole run, minus `bypass`, as the 32 bits of an int32
  std::int64_t total_lag = 0;
  /// The minimum number of tokens from the one that pushes out a word (with a shell: a row) that the next pass needs to
  /// the word that needs it.
  std::int64_t slack = 0;
  /// The most cycles from one pass to the next without stalls: one per word of the frame and its gap, or more if the
  /// frame is hardly longer than the chain and passes wait for each other.
  std::int64_t pass_cycles = 0;
  /// The fewest cycles possible: frame words x passes (including gaps between frames) + total lag + latencies.
  std::int64_t ideal_cycles = 0;
};

/// The gap is the only setting that is chosen and not counted. The plan decides its limits (CoreInterface::gap); within
/// them it depends on the extents, so the planner, a test bench and a host compute it here for each run.
///
/// Derives the settings of a run after `done` time steps; fails with a diagnostic if `extents` are outside the limits.
Result<RunSettings> run_settings(const CoreInterface& core, const Extents& extents, std::int64_t iterations,
                                 Diagnostics& diagnostics, std::int64_t done = 0);

/// The settings of pass `pass` (from 0) of a run as a separate run.
RunSettings one_pass(const CoreInterface& core, const RunSettings& run, std::int64_t pass);

}  // namespace rtlgen::contract
