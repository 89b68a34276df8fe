// The inside of an Executor: the buffers of its streams, the schedules of its Kernels, its stages.
//
// Each step of the planner computes one part of every stage, read and stream (docs/architecture.md). The parts are base
// classes of the plans, so a part and its plan share their members.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/windows.hpp"
#include "contract/frame.hpp"
#include "ops/request.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Array;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

/// A word of a stream that a stage reads: `distance` words after the newest one.
struct WindowWord {
  contract::Distance distance;
  std::vector<int> lanes;  ///< the lanes that are read here, ascending: only these have registers
  std::string name;        ///< "y1_xm1": row and word relative to the stage that reads it first
};

enum class Storage : std::uint8_t {
  kRegister,       ///< depth 0: directly into the next window register
  kShiftRegister,  ///< fixed short depth: registers with enable, which map to SRL
  kDistributed,    ///< circulating LUT memory
  kBlock,          ///< circulating block RAM
  kUltra           ///< circulating UltraRAM
};

/// Whether a delay of this kind is a memory with a circulating address.
constexpr bool circulates(Storage s) {
  return s == Storage::kDistributed || s == Storage::kBlock || s == Storage::kUltra;
}

/// The path of some lanes of a stream from one window word to the next word in which they are read: `depth`
/// words of delay, then the registers of word `to`. Lanes that skip a window word pass it inside the delay.
struct Path {
  int from = -1;           ///< index of a window word; -1: the stream's wire
  int to = 0;              ///< index of a window word
  std::vector<int> lanes;  ///< ascending
  contract::Distance depth;
  std::int64_t max_depth = 0;  ///< at the compiled maximum
  Storage storage = Storage::kRegister;
};

/// A path and its memory.
struct Segment : Path {
  int lead = 0;      ///< words of a circulating delay that are kept in registers, so that the rest matches a pointer
  int pointer = -1;  ///< index into ExecutorPlan::pointers (circulating memories)
  int memory = -1;   ///< index into ExecutorPlan::memories
};

/// The source of the words of a held array: a memory with the whole array, and a separate position in the
/// frame that selects the word.
struct SourcePlan {
  std::int64_t depth = 1;  ///< words at the compiled maximum
  int width = 0;           ///< bits per word: P cells, or one cell if the array lacks x
  Storage storage = Storage::kBlock;
  int ram_blocks = 0;
};

/// The source from which a stage reads its own results: a memory in which each result waits for as many tokens as the
/// memory has words (docs/adr/0031-sweeps.md).
struct OwnResults {
  spec::StageId stage;
  contract::Distance depth;    ///< tokens from the one that produces a word to the one that reads it
  std::int64_t max_depth = 1;  ///< at the compiled maximum
  int width = 0;               ///< bits per word
  int read_cycles = 1;         ///< cycles from the read to the word on the wire; 2 if a register follows the memory
  Storage storage = Storage::kBlock;
  int ram_blocks = 0;
};

/// The addresses of their memory, as indices into ExecutorPlan::pointers.
struct ResultsPointers {
  int read_pointer = -1;
  int write_pointer = -1;
};

struct ResultsPlan : OwnResults, ResultsPointers {};

/// The source of a stream, and its lag.
struct StreamPosition {
  spec::StreamId stream;  ///< that of the spec stream; further sources of held arrays and own results follow
  spec::ArrayId array;
  std::optional<SourcePlan> source;  ///< held arrays of at least one axis
  contract::Distance lag;  ///< distance by which its word trails the Executor's input word; inputs: nonzero if late
};

/// The words of a stream that are kept for its readers.
struct Window {
  bool buffered = false;            ///< false: only the newest word is read, straight from the wire
  std::vector<WindowWord> words;    ///< newest first
  std::int64_t buffered_words = 0;  ///< at the compiled maximum, window registers included
  std::int64_t buffered_cells = 0;  ///< each lane up to its own last reader
};

struct StreamTiming {
  int ready_cycle = 0;  ///< cycles from the input token until its word is on the wire
  int arrival_ps = 0;   ///< within that cycle: when the logic of a stage that reads it in the same cycle may begin
  int home_cycle = 0;   ///< if buffered: the edge at the end of this cycle loads the window
};

/// A stream inside the Executor.
struct StreamPlan : StreamPosition, Window, StreamTiming {
  std::optional<ResultsPlan> results;  ///< only for own results of a sweeping stage, as it reads them
  std::vector<Segment> segments;       ///< sorted by `to`, `from`, lane: the path of each lane through the words
};

/// A circulating address: one counter, shared by any number of memories of equal depth.
struct PointerPlan {
  contract::Distance depth;
  std::int64_t max_depth = 1;
  int cycle = 0;  ///< home cycle of the streams that use it; own results: cycle of the read, or of the write
};

/// One memory. Segments of the same Dimension and pointer may share it, side by side in a word (in
/// the order of StreamPlan::segments, the first one lowest).
struct MemoryPlan {
  std::string name;
  spec::StreamId stream;
  int pointer = -1;
  std::int64_t depth = 1;
  int width = 0;
  Storage storage = Storage::kBlock;
  bool reads_ahead = false;  ///< reads one word ahead of the one that it writes; its delays are then at least two words
  int ram_blocks = 0;        ///< 18-kbit halves of Xilinx block RAMs (M20K on Intel devices), or 0
  int ultra_rams = 0;        ///< UltraRAMs of 288 kbit, or 0
};

/// The schedule of a node of the expression. Nodes that are inputs or constants have cycle 0.
struct NodeSchedule {
  spec::NodeId node;
  bool is_operator = false;  ///< a separate module (request, latency); else inline logic
  bool is_folded = false;    ///< all operands are constants: the value is `folded`
  bool is_absorbed =
      false;  ///< computed by its readers, if all of them are comparisons with zero or sums: no separate hardware
  bool is_shared = false;  ///< depends on the step but not on the cell: computed once per Executor, not once per lane
  std::uint64_t folded = 0;
  ops::Request request;
  std::vector<spec::NodeId>
      operands;  ///< operands of the node; empty for an absorbed product, whose readers take its factors
  int latency = 0;
  int start = 0;       ///< Kernel cycle in which it takes its operands
  int ready = 0;       ///< Kernel cycle in which the value is on the wire
  int arrival_ps = 0;  ///< within cycle `ready`
};

struct KernelPlan {
  std::string module;
  std::vector<NodeSchedule> nodes;  ///< in topological order
  int latency = 0;                  ///< cycle in which the result is on the wire
  int arrival_ps = 0;               ///< within that cycle
};

/// One distinct read by a stage, resolved axis by axis.
struct TapRead {
  analysis::Tap tap;
  analysis::AxisRead axis[contract::kMaxAxes];
};

/// Timing of the boundary multiplexers of a read.
struct TapTiming {
  /// Cycles after the stage's sample cycle in which the boundary multiplexers select: first between cells, x to z, then
  /// constants, z to x. A register lies between two multiplexers in different cycles.
  int cell_cycle[contract::kMaxAxes] = {0, 0, 0};
  int constant_cycle[contract::kMaxAxes] = {0, 0, 0};
  /// Cycles that each multiplexer takes, ending with the one above: more than one if it has more inputs than fit
  /// a cycle. Each of its cycles except the last then reduces `fan` inputs to one.
  int cell_mux_stages[contract::kMaxAxes] = {1, 1, 1};
  int constant_mux_stages[contract::kMaxAxes] = {1, 1, 1};
  int fan = 2;
  int cycle = 0;       ///< Kernel cycle in which the value is available
  int arrival_ps = 0;  ///< within that cycle
  int slowest_ps = 0;  ///< the time that the slowest of these cycles needs
};

struct TapPlan : TapRead, TapTiming {};

/// One case of a read along x in one lane. `word` counts from the end of the row given by `side`; on the high side, the
/// case applies only if the last cell of the row is in lane `tail`. If x has ghosts, `word` counts cells, and the case
/// applies if lane `tail` holds that coordinate of the grid.
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

/// The memory that reverses the words of a stage along an axis. It holds one plane or one frame, whichever is reversed
/// as a unit. Each result is written to the address that is read at that moment. Successive rows (planes) are therefore
/// stored in alternating directions, and transposed planes alternately by rows and by columns
/// (docs/adr/0036-backward-sweeps.md).
struct MirrorPlan {
  int axis = 1;              ///< or spec::kTransposed
  contract::Distance block;  ///< words that are reversed together: the stage reads this far ahead
  std::int64_t words = 1;    ///< at the compiled maximum
  int width = 0;             ///< bits per word
  int read_cycles = 1;       ///< cycles from the read to the word on the wire; 2 if a register follows the memory
  Storage storage = Storage::kBlock;
  int ram_blocks = 0;
};

/// A stage and its reads.
struct StageInput {
  spec::StageId stage;
  std::string name;  ///< name of its target
  analysis::StageReads reads;
  /// border: keep -- reach of the stage's reads below and above the cell, per axis.
  int keep_low[contract::kMaxAxes] = {0, 0, 0};
  int keep_high[contract::kMaxAxes] = {0, 0, 0};
  std::optional<MirrorPlan> mirror;
};

/// The operators of a stage that DSP blocks compute.
struct DspChoice {
  std::set<spec::NodeId> expanded;  ///< operators with fewer DSP blocks (plan/timing/dsp_limit.hpp)
  std::map<spec::NodeId, int>
      block_sums;  ///< additions of fused sums that are in DSP blocks (plan/timing/dsp_sums.hpp)
};

struct StageTiming {
  int sample_cycle = 0;  ///< cycle in which windows and position flags are read
  KernelPlan kernel;
  int ready_cycle = 0;  ///< cycle of its result on the wire: sample_cycle plus the cycles of Kernel and `mirror`
};

struct StagePlan : StageInput, DspChoice, StageTiming {
  std::vector<TapPlan> taps;
  contract::Distance lag;      ///< distance by which its position trails the Executor's input word
  spec::StreamId own_results;  ///< the stream of its own results; invalid if it reads none

  /// The lag of the words at the cell's own position. A stage with a mirror reads one block ahead.
  [[nodiscard]] contract::Distance read_lag() const { return mirror ? lag - mirror->block : lag; }
};

struct ExecutorPlan {
  IndexVector<spec::StreamId, StreamPlan> streams;  ///< spec streams with their ids, then further sources
  IndexVector<spec::StageId, StagePlan> stages;
  std::vector<PointerPlan> pointers;
  std::vector<MemoryPlan> memories;
  contract::Distance lag;   ///< distance by which the output word trails the input word
  int latency = 0;          ///< cycles from input token to output word
  bool has_bypass = false;  ///< with several steps only: the first pass may forward words unchanged here

  /// Whether a memory with this pointer is read one word ahead.
  [[nodiscard]] bool reads_ahead(int pointer) const {
    return std::any_of(memories.begin(), memories.end(),
                       [&](const MemoryPlan& m) { return m.pointer == pointer && m.reads_ahead; });
  }
};

/// Whether an array leaves the Executor: results do, and streamed inputs if another Executor follows.
bool leaves_executor(const spec::Stencil& stencil, spec::ArrayId array);
/// Cells side by side in a word of `array`: P, or 1 if it has no x.
int lanes_of(const spec::Array& array, int cells_per_cycle);

/// Whether `array` is an input without any axis of the grid: one value, held in a register.
bool is_single(const spec::Array& array, int axes);

/// The words of `array`, in its own shape; for a held array, the words that are loaded before a run.
contract::FrameShape array_shape(const spec::Array& array, const spec::Extents& extents, int cells_per_cycle);

/// Finds the word of a held array at `position` (words behind the Executor's input word): the stream that holds it, and
/// its distance from the newest word of that stream. If the array lacks the slowest axes, the word may be another one
/// of equal content. The stream is invalid if none exists; the plan is then wrong.
std::pair<spec::StreamId, contract::Distance> held_place(const ExecutorPlan& executor, const spec::Stencil& stencil,
                                                         spec::ArrayId array, const contract::Distance& position,
                                                         bool flat);

/// `d` without the digits along which the words of `array` repeat: planes if it lacks z, and rows if it
/// also lacks y. Flat distances have no digits to leave out.
contract::Distance without_repeats(const spec::Array& array, int axes, const contract::Distance& d, bool flat);

/// The cases of an x read for `lane`: at most one interior entry, first. `fixed_extent` 0: run-time.
std::vector<LaneCase> lane_cases(const analysis::AxisRead& read, int lane, int cells_per_cycle,
                                 std::int64_t fixed_extent);

}  // namespace rtlgen::plan
