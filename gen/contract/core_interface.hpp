// The outside of a core: what a test bench, a shell or a host needs.
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

/// The registers of the way from a token to the use of its credit by another, beside the Executors': entrance, the
/// FIFO's memory and output, what happened, the count, the decision.
inline constexpr int kCreditLoop = 6;
/// Places of the output FIFO beyond what a word per cycle needs: the entrance goes on while nothing is taken for so
/// many cycles.
inline constexpr int kCreditSlack = 5;
/// Tokens that are not counted yet when the next one is decided upon: those of the two cycles before it.
inline constexpr int kUncounted = 2;
/// Registers of a hop, the way from one die to the next: one on each side of it.
inline constexpr int kHopRegisters = 2;
/// Registers of a core whose names begin so, and no others, follow from the configuration alone: they rest during a
/// run.
inline constexpr const char* kStaticPrefix = "static_";

/// A port of the core. `index`: the first array of a data or load port, the parameter of a kParam port, the
/// monitor of a kMonitor port.
struct Port {
  std::string name;
  int width = 1;
  bool is_input = true;
  PortRole role = PortRole::kClock;
  int index = -1;
  std::string field{};        ///< data and load ports: the name of what they carry
  std::vector<int> arrays{};  ///< and the arrays, usually one: the cells of a vector have their components side by
                              ///< side, the first in the low bits
};

/// The core's outside, all that a test bench or shell needs (see docs/core_interface.md).
struct CoreInterface {
  std::string module;  ///< top module
  std::vector<Port> ports;
  std::vector<int> input_arrays;   ///< arrays of kInData ports: state, and input fields of all axes
  std::vector<int> late_arrays;    ///< those of them with a separate handshake: first read later on
  std::vector<int> held_arrays;    ///< inputs of fewer axes: loaded before the run through separate ports
  std::vector<int> output_arrays;  ///< arrays of kOutData ports: state, and output fields
  int axes = 1;                    ///< of the grid; the last one is the slowest, which gaps extend
  int cells_per_cycle = 1;
  int steps = 1;
  int hops = 0;  ///< crossings from one die to the next along the chain of Executors
  ExtentPlan extents = ExtentPlan::kRuntime;
  Extents maximum{1, 1, 1};
  Extents minimum{1, 1, 1};
  /// Cells of a frame before and after those of the grid, filled from the grid's other side (repeatedly
  /// where it is smaller) by the sender; x: the ghosts before it are whole words.
  Extents ghost_low{0, 0, 0};
  Extents ghost_high{0, 0, 0};
  /// Along an axis that is cut into blocks: cells of a frame, ghosts included; 0: the axis is whole. What
  /// ghosts leave of it is written, and the next block begins that much further on.
  Extents block{0, 0, 0};
  /// Where the axis is cut: do frames go on at the grid's other side? Otherwise cells outside the grid hold anything.
  std::array<bool, kMaxAxes> block_wraps{false, false, false};
  /// Axes with ghosts along which some stage needs the coordinate in the grid.
  std::array<bool, kMaxAxes> rings{false, false, false};
  Distance total_lag;         ///< first real output word follows this many words
  int total_latency = 0;      ///< cycles through all Kernels
  std::int64_t row_unit = 1;  ///< along an x that goes round in memory nx is a multiple of it
  bool by_rows = false;  ///< with a shell: what the next pass reads is waited for row by row, and rows are whole beats
  int monitor_latency = 0;  ///< cycles from a frame's last word at the exit to its monitors' results

  /// The ports of a role, in their order.
  [[nodiscard]] std::vector<Port> ports_of(PortRole role) const;
  /// Does what the port carries come by a handshake of its own?
  [[nodiscard]] bool is_late(const Port& port) const;
  /// The die, from 0 on, of an Executor: each has as many, or one more than others.
  [[nodiscard]] int die_of(int executor) const { return executor * (hops + 1) / steps; }
  [[nodiscard]] int hop_cycles() const { return hops * kHopRegisters; }  ///< of the whole chain, one way
  [[nodiscard]] bool blocked(std::size_t axis) const { return block[axis] > 0; }
  /// Does a frame hold the whole axis, with ghosts around it?
  [[nodiscard]] bool wraps(std::size_t axis) const { return !blocked(axis) && ghost_low[axis] + ghost_high[axis] > 0; }
  [[nodiscard]] bool has_blocks() const { return blocked(0) || blocked(1) || blocked(2); }
  /// Words that position counters are ahead of the word that is here, of the fastest axis, and so the cycles in which
  /// they advance without a word after they have been loaded.
  [[nodiscard]] int words_ahead() const { return has_blocks() ? 1 : axes; }
  /// Cells from one block to the next.
  [[nodiscard]] std::int64_t stride(std::size_t axis) const { return block[axis] - ghost_low[axis] - ghost_high[axis]; }
  /// Blocks of a grid of these extents, by axis; a pass is all of them, x fastest.
  [[nodiscard]] Extents blocks(const Extents& grid) const;
  /// Extents of the frame that carries a grid of these extents, padding lanes not counted.
  [[nodiscard]] Extents frame_extents(const Extents& grid) const;
  /// The coordinate in the grid of frame coordinate `cell` of a block along `axis`, an axis of `extent` cells; -1:
  /// outside the grid.
  [[nodiscard]] std::int64_t grid_coordinate(std::size_t axis, std::int64_t cell, std::int64_t extent,
                                             std::int64_t block_index = 0) const;
};

/// Where the chain computes a coordinate of the grid: in which block, and where in its frame.
struct Home {
  std::int64_t block = 0;
  std::int64_t cell = 0;
};
Home home_of(const CoreInterface& core, std::size_t axis, std::int64_t coordinate);

/// Places: the lanes of all words of a pass, frame by frame, padding included. The cell of the grid that a place
/// shows (x first), or -1: padding, or outside the grid.
std::int64_t cell_at(const CoreInterface& core, const Extents& extents, std::int64_t place);
/// The place where a cell of the grid is computed: of its block, outside the ghosts.
std::int64_t place_of(const CoreInterface& core, const Extents& extents, std::int64_t cell);

/// The words of a pass's output that have to be written before word `word` of the next pass can be read:
/// one more than the index of the last word that holds one of its cells, 0 if none does. Words are counted over
/// the frames of a pass, gaps left out.
std::int64_t words_before(const CoreInterface& core, const Extents& extents, std::int64_t word);

}  // namespace rtlgen::contract
