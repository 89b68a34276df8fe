// The interface of a core, for test benches, shells and hosts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "contract/frame.hpp"

namespace rtlgen::contract {

enum class PortRole : std::uint8_t {
  kClock,
  kReset,
  kLoadValid,
  kLoadLast,
  kLoadData,
  kRowWords,
  kRows,
  kPlanes,
  kPlaneWords,
  kTail,
  kExtentX,
  kPhaseX,
  kPhaseY,
  kPhaseZ,
  kGap,
  kPasses,
  kGridWords,
  kGridRows,
  kBlocksX,
  kBlocksY,
  kBypass,
  kFirstStep,
  kParam,
  kInValid,
  kInReady,
  kInData,
  kOutValid,
  kOutReady,
  kOutData,
  kDone,
  kConfigError,
  kMonitorValid,
  kMonitor,
  kLateValid,
  kLateReady
};

/// The registers, besides those in the Executors, from a token to the reuse of its credit by another token: entrance,
/// memory and output of the FIFO, event, count, decision.
inline constexpr int kCreditLoop = 6;
/// Slots of the output FIFO beyond those needed for a word per cycle: for so many cycles the entrance continues while
/// nothing is taken.
inline constexpr int kCreditSlack = 5;
/// Tokens that are not yet counted when the next one is decided upon: those of the previous two cycles.
inline constexpr int kUncounted = 2;
/// Registers of a hop, the path from one die to the next: one on each side.
inline constexpr int kHopRegisters = 2;
/// Prefix of the registers of a core that depend on the configuration only, and so are constant during a run. No other
/// register has it.
inline constexpr const char* kStaticPrefix = "static_";

/// A port of the core. `index` is the first array of a data or load port, the parameter of a kParam port, or the
/// monitor of a kMonitor port.
struct Port {
  std::string name;
  int width = 1;
  bool is_input = true;
  PortRole role = PortRole::kClock;
  int index = -1;
  std::string field{};        ///< for data and load ports: the external name of the arrays
  std::vector<int> arrays{};  ///< for data and load ports: the arrays, usually one; the components of a cell of a
                              ///< vector are adjacent, the first in the low bits
};

/// The plan's decisions for the gap between frames, which contract::run_settings chooses for the extents of a run.
struct GapLimits {
  /// The most slices of a gap: all that the port can carry; with fixed extents, the gap itself.
  std::int64_t most = 0;
  /// Cycles that a word is assumed to take from the exit of the core to the entrance, where a word of the next pass
  /// waits for it.
  std::int64_t way_back = 0;
};

/// The complete interface of a core (see docs/core_interface.md).
struct CoreInterface {
  std::string module;  ///< name of the top module
  std::vector<Port> ports;
  std::vector<int> input_arrays;   ///< arrays of kInData ports: state, and input fields with all axes
  std::vector<int> late_arrays;    ///< subset of these with a separate handshake, because they are first read later
  std::vector<int> held_arrays;    ///< inputs with fewer axes: loaded before the run through separate ports
  std::vector<int> output_arrays;  ///< arrays of kOutData ports: state, and output fields
  int axes = 1;                    ///< axes of the grid; the last one is the slowest, and gaps extend it
  int cells_per_cycle = 1;
  int steps = 1;
  int hops = 0;  ///< die crossings along the chain of Executors
  ExtentPlan extents = ExtentPlan::kRuntime;
  Extents maximum{1, 1, 1};
  Extents minimum{1, 1, 1};
  /// Ghost cells of a frame before and after those of the grid, which the sender fills from the grid's other side
  /// (repeatedly if the grid is smaller). Along x, those before it are whole words.
  Extents ghost_low{0, 0, 0};
  Extents ghost_high{0, 0, 0};
  /// The cells of a frame, including ghosts, along an axis that is cut into blocks; 0 if the axis is whole. The cells
  /// that are not ghosts are written; their number is also the distance to the next block.
  Extents block{0, 0, 0};
  /// Whether, along an axis that is cut, frames continue at the grid's other side. If not, cells outside the grid are
  /// arbitrary.
  std::array<bool, kMaxAxes> block_wraps{false, false, false};
  /// Axes with ghosts for which a stage needs the coordinate in the grid.
  std::array<bool, kMaxAxes> rings{false, false, false};
  Distance total_lag;  ///< words before the first valid output word
  GapLimits gap;
  int total_latency = 0;      ///< sum of the Kernels' latencies, in cycles
  std::int64_t row_unit = 1;  ///< if x wraps in memory, nx must be a multiple of this
  bool by_rows = false;       ///< with a shell: the next pass waits for its data row by row, and rows are whole beats
  int monitor_latency = 0;    ///< cycles from the last word of a frame at the exit to the results of its monitors

  /// The ports with a role, in order.
  [[nodiscard]] std::vector<Port> ports_of(PortRole role) const;
  /// Whether the data of the port has its own handshake.
  [[nodiscard]] bool is_late(const Port& port) const;
  /// The die of an Executor, from 0. The numbers of Executors per die differ by one at most.
  [[nodiscard]] int die_of(int executor) const { return executor * (hops + 1) / steps; }
  [[nodiscard]] int hop_cycles() const { return hops * kHopRegisters; }  ///< for the whole chain, one way
  /// Cycles from the entrance of a word to the entrance of a word of the next pass that waits for it, as assumed.
  [[nodiscard]] std::int64_t round_trip() const { return total_latency + gap.way_back; }
  [[nodiscard]] bool blocked(std::size_t axis) const { return block[axis] > 0; }
  /// Whether a frame holds the whole axis, with ghosts around it.
  [[nodiscard]] bool wraps(std::size_t axis) const { return !blocked(axis) && ghost_low[axis] + ghost_high[axis] > 0; }
  [[nodiscard]] bool has_blocks() const { return blocked(0) || blocked(1) || blocked(2); }
  /// The number of words by which position counters run ahead of the current word (for the fastest axis), and so the
  /// number of cycles in which they advance without a word after loading.
  [[nodiscard]] int words_ahead() const { return has_blocks() ? 1 : axes; }
  /// Cells from the start of one block to the start of the next.
  [[nodiscard]] std::int64_t stride(std::size_t axis) const { return block[axis] - ghost_low[axis] - ghost_high[axis]; }
  /// Blocks of a grid with these extents, by axis; a pass covers all of them, x fastest.
  [[nodiscard]] Extents blocks(const Extents& grid) const;
  /// Extents of the frame for a grid with these extents, without padding lanes.
  [[nodiscard]] Extents frame_extents(const Extents& grid) const;
  /// The grid coordinate along `axis`, of `extent` cells, of the frame coordinate `cell` in a block; -1 if it is
  /// outside the grid.
  [[nodiscard]] std::int64_t grid_coordinate(std::size_t axis, std::int64_t cell, std::int64_t extent,
                                             std::int64_t block_index = 0) const;
};

/// The place where the chain computes a grid coordinate: block, and position in its frame.
struct Home {
  std::int64_t block = 0;
  std::int64_t cell = 0;
};
Home home_of(const CoreInterface& core, std::size_t axis, std::int64_t coordinate);

/// Places are the lanes of all words of a pass, frame by frame, including padding. Returns the grid cell (x first) at a
/// place, or -1 for padding and places outside the grid.
std::int64_t cell_at(const CoreInterface& core, const Extents& extents, std::int64_t place);
/// The place where a cell of the grid is computed: in its block, outside the ghosts.
std::int64_t place_of(const CoreInterface& core, const Extents& extents, std::int64_t cell);

/// The number of output words of a pass that must be written before word `word` of the next pass can be read: one more
/// than the index of the last word with one of its cells, 0 if none exists. Words are counted over the frames of a
/// pass, without gaps.
std::int64_t words_before(const CoreInterface& core, const Extents& extents, std::int64_t word);

}  // namespace rtlgen::contract
