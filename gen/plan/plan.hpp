// The chosen architecture: every buffer, schedule, width and count. The one place where sizes are
// decided; elaborate, the models, the test bench and the host read it and decide nothing.
//
// Time is counted two ways. *Words* (tokens): how far a value trails the word that enters the
// Executor; changes only when a token arrives. *Cycles*: clock edges since the token entered,
// free running. A stream inside an Executor has a lag in words and a ready cycle; whoever reads
// several streams sees all of them at one lag and one cycle.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/windows.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "ops/operator.hpp"
#include "plan/shell.hpp"
#include "plan/stream_top.hpp"
#include "spec/stencil.hpp"
#include "support/result.hpp"

namespace rtlgen::plan {

struct Memo;

/// A count of words as planes * plane_words + rows * row_words + words. Signed.
struct Distance {
  int planes = 0;
  int rows = 0;
  std::int64_t words = 0;

  friend bool operator==(const Distance&, const Distance&) = default;
  friend Distance operator+(Distance a, Distance b) {
    return {a.planes + b.planes, a.rows + b.rows, a.words + b.words};
  }
  friend Distance operator-(Distance a, Distance b) {
    return {a.planes - b.planes, a.rows - b.rows, a.words - b.words};
  }
};

/// A frame as it is streamed: rows padded to whole words of P cells.
struct FrameShape {
  std::int64_t row_words = 1;
  std::int64_t rows = 1;
  std::int64_t planes = 1;

  [[nodiscard]] std::int64_t plane_words() const { return row_words * rows; }
  [[nodiscard]] std::int64_t words() const { return row_words * rows * planes; }
  [[nodiscard]] std::int64_t count(const Distance& d) const {
    return d.planes * plane_words() + d.rows * row_words + d.words;
  }
};

FrameShape frame_shape(const spec::Extents& extents, int cells_per_cycle);

enum class ExtentPlan : std::uint8_t {
  kRuntime,  ///< extents are inputs; any grid from minimum to the compiled maximum
  kFixed,    ///< extents are constants
  kFlat      ///< constants, and the window is as large as the grid: distances are plain words
};

// ---------------------------------------------------------------- buffers

/// A word of a stream that somebody reads: `distance` words after the newest one.
struct WindowWord {
  Distance distance;
  std::vector<int> lanes;  ///< the lanes that are read here, ascending: only they have registers
  std::string name;        ///< "y1_xm1": row and word relative to the stage that reads it first
};

enum class Storage : std::uint8_t {
  kRegister,       ///< depth 0: the next window register directly
  kShiftRegister,  ///< fixed short depth: registers with enable, which map to SRL
  kDistributed,    ///< circulating LUT memory
  kBlock           ///< circulating block RAM
};

/// How some lanes of a stream come from one window word to the next in which they are read: `depth`
/// words of delay, then the registers of word `to`. Lanes that skip a word pass it by in the delay.
struct Segment {
  int from = -1;           ///< index of a window word, or -1: the stream's own wire
  int to = 0;              ///< index of a window word
  std::vector<int> lanes;  ///< ascending
  Distance depth;
  std::int64_t max_depth = 0;  ///< at the compiled maximum
  int lead = 0;                ///< words of a circulating delay that are registers, so that it fits a pointer
  Storage storage = Storage::kRegister;
  int pointer = -1;  ///< index into ExecutorPlan::pointers (circulating memories)
  int memory = -1;   ///< index into ExecutorPlan::memories
};

/// What makes the words of a held array: a memory of the whole array, and a position of its own in the
/// frame that says which word is read.
struct SourcePlan {
  std::int64_t depth = 1;  ///< words at the compiled maximum
  int width = 0;           ///< of a word: P cells, or one where the array has no x
  Storage storage = Storage::kBlock;
  int ram_blocks = 0;
};

/// A stream inside the Executor.
struct StreamPlan {
  int stream = -1;  ///< its own index: of a spec stream, or above these: another source of a held array
  int array = -1;
  std::optional<SourcePlan> source;  ///< held arrays of at least one axis
  Distance lag;           ///< its word trails the Executor's input word by this much; inputs: more than 0 if late
  int ready_cycle = 0;    ///< cycles after the input token when its word is on the wire
  bool buffered = false;  ///< false: only the newest word is read, straight from the wire
  int home_cycle = 0;     ///< buffered: the edge that ends this cycle loads the window
  std::vector<WindowWord> words;    ///< newest first
  std::vector<Segment> segments;    ///< by `to`, `from`, lane: each lane's way through the words
  std::int64_t buffered_words = 0;  ///< at the compiled maximum, window registers included
  std::int64_t buffered_cells = 0;  ///< each lane up to its own last reader
};

/// A circulating address: one counter that any number of memories of equal depth share.
struct PointerPlan {
  Distance depth;
  std::int64_t max_depth = 1;
  int cycle = 0;  ///< home cycle of the streams that use it
};

/// One memory; segments of one Dimension and one pointer may share it, side by side in one word (in
/// the order of StreamPlan::segments, the first lowest).
struct MemoryPlan {
  std::string name;
  int stream = -1;
  int pointer = -1;
  std::int64_t depth = 1;
  int width = 0;
  Storage storage = Storage::kBlock;
  int ram_blocks = 0;  ///< 18-kbit halves of Xilinx block RAMs (M20K on Intel devices), or 0
};

// ---------------------------------------------------------------- Kernel schedule

/// How a Kernel's operators are cut into ranks. A rank more costs a cycle a run, a LUT is there for good.
inline constexpr hw::Cut kKernelCut = hw::Cut::kFewLuts;

/// When a node of the expression is computed. Nodes that are inputs or constants have cycle 0.
struct NodeSchedule {
  spec::NodeId node = -1;
  bool is_operator = false;  ///< a module of its own (request, latency); else inline logic
  bool is_folded = false;    ///< all operands are constants: the value is `folded`
  bool is_absorbed =
      false;  ///< a product that only the operator of its comparison with zero computes: no hardware of its own
  bool is_shared = false;  ///< follows the step and no cell: computed once an Executor, not once a lane
  std::uint64_t folded = 0;
  ops::Request request;
  std::vector<spec::NodeId>
      operands;  ///< what it takes: the node's; of an absorbed product none, its comparison takes them
  int latency = 0;
  int start = 0;       ///< Kernel cycle in which operands are taken
  int ready = 0;       ///< Kernel cycle in which the value is on the wire
  int arrival_ps = 0;  ///< within cycle `ready`
};

struct KernelPlan {
  std::string module;
  std::vector<NodeSchedule> nodes;  ///< in topological order
  int latency = 0;                  ///< cycle in which the result is on the wire
};

// ---------------------------------------------------------------- stages and Executor

/// One distinct read by a stage, axis by axis.
struct TapPlan {
  analysis::Tap tap;
  analysis::AxisRead axis[spec::kMaxAxes];
  /// Cycles after the stage's sample cycle in which the boundary multiplexers work: between cells first,
  /// x to z, then to constants, z to x. Registers are where the number rises.
  int cell_cycle[spec::kMaxAxes] = {0, 0, 0};
  int constant_cycle[spec::kMaxAxes] = {0, 0, 0};
  /// Cycles that each takes, the last of them the one above: more than one where it has more inputs than fit
  /// a cycle. Then every one but the last brings `fan` inputs to one.
  int cell_ranks[spec::kMaxAxes] = {1, 1, 1};
  int constant_ranks[spec::kMaxAxes] = {1, 1, 1};
  int fan = 2;
  int cycle = 0;       ///< Kernel cycle in which the value is there
  int arrival_ps = 0;  ///< within that cycle
  int slowest_ps = 0;  ///< the longest any of those cycles needs
};

/// How one lane answers a read along x. `word` counts from the end of the row that `side` names;
/// on the high side the case holds only while the row's last cell is in lane `tail`. Where x has ghosts,
/// `word` counts cells and the case holds when lane `tail` holds that coordinate of the grid.
struct LaneCase {
  bool is_interior = false;
  analysis::Side side = analysis::Side::kLow;
  std::int64_t word = 0;
  int tail = 0;
  bool wrapped = false;
  int offset = 0;
  bool is_constant = false;
  std::uint64_t constant = 0;
};

struct StagePlan {
  int stage = -1;
  std::string name;      ///< of the target
  Distance lag;          ///< its position trails the Executor's input word by this much
  int sample_cycle = 0;  ///< cycle in which windows and position flags are read
  std::vector<TapPlan> taps;
  analysis::StageReads reads;
  KernelPlan kernel;
  /// border: keep -- per axis the reach of the stage's reads below and above the cell.
  int keep_low[spec::kMaxAxes] = {0, 0, 0};
  int keep_high[spec::kMaxAxes] = {0, 0, 0};
  int ready_cycle = 0;  ///< sample_cycle + kernel.latency: its result is on the wire
};

struct ExecutorPlan {
  std::vector<StreamPlan> streams;  ///< one a spec stream, same index; then further sources of held arrays
  std::vector<StagePlan> stages;
  std::vector<PointerPlan> pointers;
  std::vector<MemoryPlan> memories;
  Distance lag;             ///< of the output word against the input word
  int latency = 0;          ///< cycles from input token to output word
  bool has_bypass = false;  ///< more than one step: the first pass may forward here
};

// ---------------------------------------------------------------- monitors

struct Plan;

/// A monitor behind the last Executor: a Kernel a lane makes of a cell what is folded (max_change,
/// sums), a tree with a register a level folds the lanes, an accumulator the words of a frame.
struct MonitorPlan {
  int monitor = -1;
  std::string module;
  std::shared_ptr<const spec::Stencil> cell_stencil;  ///< what is folded of a cell, as a stencil of one line
  std::shared_ptr<const Plan> cell;                   ///< its plan, for the Kernel; none: the cell itself is folded
  int cell_latency = 0;                               ///< of that Kernel
  int levels = 0;                                     ///< of the tree
  int segments = 1;  ///< sums: parts of a carry chain, each a cycle after the one below it
  int latency = 0;   ///< cycles from a word in the input register to a result that holds it
};

// ---------------------------------------------------------------- ports and the whole

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

/// A port of the core. `index`: the array of a data or load port, the parameter of a kParam port, the
/// monitor of a kMonitor port.
struct Port {
  std::string name;
  int width = 1;
  bool is_input = true;
  PortRole role = PortRole::kClock;
  int index = -1;
};

/// The core's outside, all that a test bench or shell must know (see docs/core_interface.md).
struct CoreInterface {
  std::string module;  ///< top module
  std::vector<Port> ports;
  std::vector<int> input_arrays;   ///< arrays with a kInData port: state, then input fields of all axes
  std::vector<int> late_arrays;    ///< those of them with a handshake of their own: first read later on
  std::vector<int> held_arrays;    ///< inputs of fewer axes: loaded before the run by ports of their own
  std::vector<int> output_arrays;  ///< arrays with a kOutData port: state, then output fields
  int axes = 1;                    ///< of the grid; the last one is the slowest, which gaps extend
  int cells_per_cycle = 1;
  int steps = 1;
  ExtentPlan extents = ExtentPlan::kRuntime;
  spec::Extents maximum{1, 1, 1};
  spec::Extents minimum{1, 1, 1};
  /// Cells of a frame before and after those of the grid, filled from the grid's other side (repeatedly
  /// where it is smaller) by whoever streams; x: the ghosts before it are whole words.
  spec::Extents ghost_low{0, 0, 0};
  spec::Extents ghost_high{0, 0, 0};
  /// Along an axis that is cut into blocks: cells of a frame, ghosts included; 0: the axis is whole. What
  /// ghosts leave of it is written, and the next block begins that much further on.
  spec::Extents block{0, 0, 0};
  /// Where the axis is cut: do frames go on at the grid's other side? Otherwise cells outside the grid hold anything.
  std::array<bool, spec::kMaxAxes> block_wraps{false, false, false};
  /// Axes with ghosts along which some stage asks for the coordinate in the grid.
  std::array<bool, spec::kMaxAxes> rings{false, false, false};
  Distance total_lag;         ///< first real output word follows this many words
  int total_latency = 0;      ///< cycles through all Kernels
  std::int64_t row_unit = 1;  ///< along an x that goes round in memory nx is a multiple of it
  bool by_rows = false;  ///< with a shell: what the next pass reads is waited for row by row, and rows are whole beats
  int monitor_latency = 0;  ///< cycles from a frame's last word at the exit to its monitors' results

  [[nodiscard]] bool blocked(std::size_t axis) const { return block[axis] > 0; }
  /// Does a frame hold the whole axis, with ghosts around it?
  [[nodiscard]] bool wraps(std::size_t axis) const { return !blocked(axis) && ghost_low[axis] + ghost_high[axis] > 0; }
  [[nodiscard]] bool has_blocks() const { return blocked(0) || blocked(1) || blocked(2); }
  /// Cells from one block to the next.
  [[nodiscard]] std::int64_t stride(std::size_t axis) const { return block[axis] - ghost_low[axis] - ghost_high[axis]; }
  /// Blocks of a grid of these extents, by axis; a pass is all of them, x fastest.
  [[nodiscard]] spec::Extents blocks(const spec::Extents& grid) const;
  /// Extents of the frame that carries a grid of these extents, padding lanes not counted.
  [[nodiscard]] spec::Extents frame_extents(const spec::Extents& grid) const;
  /// The coordinate in the grid of frame coordinate `cell` of a block along `axis`, an axis of `extent` cells; -1:
  /// outside the grid.
  [[nodiscard]] std::int64_t grid_coordinate(std::size_t axis, std::int64_t cell, std::int64_t extent,
                                             std::int64_t block_index = 0) const;
};

/// What the host writes before a run; values for the kRowWords .. kFirstStep ports.
struct RunSettings {
  FrameShape frame;
  spec::Extents blocks{1, 1, 1};  ///< frames of a pass, by axis
  std::int64_t tail = 0;          ///< lane of the last cell of a row, (nx - 1) mod P
  spec::Extents phase{
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
  std::int64_t first_step = 0;  ///< -bypass, as the 32 bits of an int32
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

/// Derives the settings of a run; fails with a diagnostic when `extents` are outside the limits.
Result<RunSettings> run_settings(const CoreInterface& core, const spec::Extents& extents, std::int64_t iterations,
                                 Diagnostics& diagnostics);

/// Whether an array leaves the Executor: results do, streamed inputs where another Executor follows.
bool leaves_executor(const spec::Stencil& stencil, int array);
/// The settings of pass `pass` (from 0) of a run, to be run on its own.
RunSettings one_pass(const CoreInterface& core, const RunSettings& run, std::int64_t pass);

/// Cells side by side in a word of `array`: P, or 1 where it has no x.
inline int lanes_of(const spec::Array& array, int cells_per_cycle) { return array.spans[0] ? cells_per_cycle : 1; }

/// An input of no axis of the grid: one value, a register.
bool is_single(const spec::Array& array, int axes);

/// The words of `array` alone, in its own shape; for a held array those that are loaded before a run.
FrameShape array_shape(const spec::Array& array, const spec::Extents& extents, int cells_per_cycle);

/// Which stream holds the word of a held array at `position` (words behind the Executor's input word),
/// and how far behind that stream's newest word: the word itself, or one of equal content where the
/// array lacks the slowest axes. Stream -1 if there is none, a fault of the plan.
std::pair<int, Distance> held_place(const ExecutorPlan& executor, const spec::Stencil& stencil, int array,
                                    const Distance& position, bool flat);

/// `d` without the digits along which words of `array` repeat: planes if it lacks z, then rows if it
/// lacks y too. Flat distances have no digits to leave out.
Distance without_repeats(const spec::Array& array, int axes, const Distance& d, bool flat);

/// Cycles from a word's place in the output FIFO until the entrance may use that place, or the word, again: the
/// entrance, the FIFO's write and output registers, and the credit counter's own register on both ways.
inline constexpr int kRoundTrip = 8;

struct Plan {
  const spec::Stencil* stencil = nullptr;  ///< outlives the plan
  hw::DelayModel device;
  int period_ps = 5000;
  FrameShape frame;  ///< at the compiled maximum
  ExecutorPlan executor;
  std::vector<MonitorPlan> monitors;  ///< one a spec monitor, same index
  CoreInterface core;
  int fifo_depth = 0;  ///< output FIFO = credits
  int fifo_width = 0;
  std::optional<Shell> shell;           ///< with a bus
  std::optional<StreamTop> stream_top;  ///< with streams
};

/// Chooses the architecture. Fails with diagnostics when it cannot be built (clock unreachable,
/// buffers beyond any device). `memo`: what is known of other plans, for whoever makes many.
Result<Plan> make_plan(const spec::Stencil& stencil, Diagnostics& diagnostics, Memo* memo = nullptr);

/// Places: the lanes of all words of a pass, frame by frame, padding included. The cell of the grid that a place
/// shows (x first), or -1: padding, or outside the grid.
std::int64_t cell_at(const CoreInterface& core, const spec::Extents& extents, std::int64_t place);
/// The place where a cell of the grid is computed: of its block, outside the ghosts.
std::int64_t place_of(const CoreInterface& core, const spec::Extents& extents, std::int64_t cell);

/// The words of a pass's output that have to be written before word `word` of the next pass can be read:
/// one more than the index of the last word that holds one of its cells, 0 if none does. Words are counted over
/// the frames of a pass, gaps left out.
std::int64_t words_before(const CoreInterface& core, const spec::Extents& extents, std::int64_t word);

/// The cases of an x read for `lane`: at most one interior entry, first. `fixed_extent` 0: run-time.
std::vector<LaneCase> lane_cases(const analysis::AxisRead& read, int lane, int cells_per_cycle,
                                 std::int64_t fixed_extent);

/// Proves the plan without sharing code with make_plan; a violation is an InternalError.
void verify(const Plan& plan);

/// The plan as data: manifest.json, deterministic.
std::string manifest_json(const Plan& plan);

}  // namespace rtlgen::plan
