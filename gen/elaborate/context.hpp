// The state that all parts of the elaboration share: the plan, counter widths, static inputs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "contract/frame.hpp"
#include "hw/builder.hpp"
#include "hw/ir.hpp"
#include "ops/memo.hpp"
#include "plan/executor_plan.hpp"
#include "plan/plan.hpp"
#include "spec/op.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/widths.hpp"

namespace rtlgen {
struct SourceLocation;
}
namespace rtlgen::ops {
struct Request;
}

namespace rtlgen::elaborate {

/// A quasi-static value (an extent, or a number derived from extents): a port if extents are set at run time, a
/// constant otherwise. `constant` is its value for fixed extents.
struct StaticInput {
  std::string name;
  int width = 1;
  std::int64_t constant = 0;
  std::string comment{};
};

/// Position of a stage in the frame at the start of a run: x, y and z of its negated lag.
struct Start {
  std::int64_t x = 0, y = 0, z = 0;
};

/// Names of the Executor's streams in the HDL, by stream: the name of the array, with `_new` for a value assigned in
/// this step, `_copy` for further sources of a held array, and `_earlier` for own results as their stage reads them. No
/// two are equal, ignoring case.
IndexVector<spec::StreamId, std::string> stream_names(const plan::Plan& plan);
/// The stem of each stream's module names, from which the functions below derive names: the stream's name, with a
/// number if a module of another stream, stage or monitor already has that name (module_names.cpp).
IndexVector<spec::StreamId, std::string> module_stems(const plan::Plan& plan,
                                                      const IndexVector<spec::StreamId, std::string>& streams);
// Names of modules and instances, without the name of the stencil. Own results have the name of their stream.
std::string dimension_name(const std::string& stem, std::size_t groups, std::size_t group);
std::string source_name(const std::string& stem);
std::string source_position_name(const std::string& stem);
std::string mirror_name(const std::string& stem);

struct Context {
  explicit Context(const plan::Plan& p);

  const plan::Plan& plan;
  const spec::Stencil& stencil;
  int lanes;                                             ///< P
  bool fixed;                                            ///< extents are constants
  IndexVector<spec::StreamId, std::string> given_names;  ///< names of the streams
  IndexVector<spec::StreamId, std::string> stems;        ///< stems of their modules' names
  int width[3];  ///< bits of the x, y, z position counters (signed if lags make them start below 0)
  std::vector<StaticInput> frame_statics;    ///< inputs of position counters
  std::vector<StaticInput> ring_statics[3];  ///< inputs of the coordinates along an axis with ghosts
  std::vector<StaticInput> block_statics;    ///< along axes that are cut: the end of the grid, and the number of blocks
  std::vector<StaticInput>
      turn_statics[3];  ///< by axis of a mirror (kTransposed is 0): steps of addresses in its memory
  std::vector<StaticInput> monitor_statics;  ///< along axes with ghosts: the ends of the grid in the frame
  int grid_width[3] = {0, 0, 0};  ///< along axes that are cut: bits of the counter of words or rows of the grid, signed
  std::vector<StaticInput> executor_statics;  ///< frame and ring statics, lane of the last cell, buffer depths
  std::vector<hw::Module> modules;            ///< finished modules, leaves first
  std::map<std::string, int> module_index;
  ops::Memo* operators = nullptr;  ///< a cache shared with other designs; null: operators are built here

  [[nodiscard]] const spec::Array& array_of(spec::StreamId stream) const;
  /// Lanes of a word of `stream`; one if its array has no x.
  [[nodiscard]] int lanes_of(spec::StreamId stream) const { return plan::lanes_of(array_of(stream), lanes); }
  [[nodiscard]] int word_width(spec::StreamId stream) const { return array_of(stream).type.width * lanes_of(stream); }
  [[nodiscard]] Start start_of(const contract::Distance& lag) const;
  /// The lowest x, y and z from which any position counter starts. Counters further down the chain start from the sum
  /// of the digits of lags, which in a flat plan differs from the digits of the sum.
  [[nodiscard]] Start lowest_start() const;
  [[nodiscard]] bool uses_step() const;
  [[nodiscard]] bool uses_extent(int axis) const;
  [[nodiscard]] const std::string& stream_name(spec::StreamId stream) const { return given_names[stream]; }
  [[nodiscard]] const std::string& stem(spec::StreamId stream) const { return stems[stream]; }
  [[nodiscard]] bool has_axis(int axis) const { return axis < stencil.axes; }
  [[nodiscard]] bool wraps(int axis) const { return plan.core.wraps(static_cast<std::size_t>(axis)); }
  /// The number of grid coordinates to count along an axis with ghosts: one per lane for x, since a row may wrap
  /// in the middle of a word.
  [[nodiscard]] int rings(int axis) const { return axis == 0 ? lanes : 1; }
  [[nodiscard]] bool blocked(int axis) const { return plan.core.blocked(static_cast<std::size_t>(axis)); }
  /// Cells per unit of a position counter: counters count words along x, and cells along the other axes.
  [[nodiscard]] std::int64_t unit(int axis) const { return axis == 0 ? lanes : 1; }
  /// Adds a module. A module that exists already (an operator that several Kernels use) is dropped.
  void add(hw::Module module);
  /// Adds the module of an operator with `latency` pipeline stages, cut as for Kernels; returns its name.
  std::string add_operator(const ops::Request& request, int latency);

 private:
  void set_frame_statics();
  void set_ring_statics();
  void set_block_statics();
  void set_turn_statics();
  void set_monitor_statics();
};

/// `heat.yaml:12:9`, without folders, so that the HDL does not depend on the location of the file.
std::string place_of(const SourceLocation& where);

/// Statics of a module under construction: input ports, or constants if extents are fixed.
using Statics = std::map<std::string, hw::Value>;
Statics declare_statics(hw::Builder& b, const Context& context, const std::vector<StaticInput>& list);
/// Appends the connections of statics for an instance (none if extents are fixed).
void connect_statics(std::vector<std::pair<std::string, hw::Value>>& inputs, const Context& context,
                     const std::vector<StaticInput>& list, const Statics& values);

// ---- parts; each adds its modules to the context

/// A flag of a position counter: "the word is `index` words (rows, planes) from this end"; along an axis
/// with ghosts, "the cell is `index` cells from this end of the grid", for x by lane.
struct Flag {
  int axis = 0;
  bool high = false;
  std::int64_t index = 0;
  int lane = -1;
  bool from = false;  ///< at that position or after it
  friend auto operator<=>(const Flag&, const Flag&) = default;
};
std::string flag_name(const Flag& flag);

struct PositionWants {
  std::vector<Flag> flags;
  bool coordinate[3] = {false, false, false};
  bool in_frame = false;      ///< a real word, not a filler
  bool last_word = false;     ///< the last real word of the frame
  bool last_of_pass = false;  ///< the last real word of the last frame of a pass
  bool pass_end = false;      ///< the last word of a pass, including the gap
  bool in_grid = false;       ///< not a ghost along any axis (for x by words); and the last such word of its row
  bool end[2] = {false,
                 false};  ///< the last word of a row, the last row of a plane, in the frame; never the slowest axis
  bool before[2] = {false, false};  ///< x, y: the counter has not reached 0 yet

  [[nodiscard]] bool along(int axis) const;  ///< whether any flag or the coordinate is wanted along `axis`
  [[nodiscard]] bool counts_blocks() const { return pass_end || last_of_pass || in_grid || along(0) || along(1); }
};
/// Pulses before the first token of a run: position counters are loaded in one cycle and then advance for
/// CoreInterface::words_ahead cycles, so that their flags are those of the first word.
struct StartPulses {
  hw::Value load;
  hw::Value advance;  ///< high in the cycle of `load` and in the cycles after it
  hw::Value next;     ///< `load`, one register later
  hw::Value again;    ///< the cycles after `load`, except the last one
};
/// `at_reset`: `load` is a register that reset sets and that falls in the first cycle after it.
StartPulses start_pulses(hw::Builder& b, const Context& context, hw::Value load, bool at_reset);
/// The port of PositionWants::pass_end. If nothing is cut, a pass is one frame.
std::string pass_end_port(const Context& context);
/// "at_y"; if x has ghosts, "at_x_l2": one output per lane.
std::string coordinate_name(const Context& context, int axis, int lane);
/// A positive or negative number in two's complement.
hw::Bits signed_bits(int width, std::int64_t value);
/// The static inputs of a position module for these wants.
std::vector<StaticInput> position_statics(const Context& context, const PositionWants& wants);
/// `word`: the word whose position it is, for the header ("the word that enters").
void build_position(Context& context, const std::string& module, const std::string& word, const PositionWants& wants);
/// Instantiates a position module; returns its outputs by port name.
std::map<std::string, hw::Value> instantiate_position(hw::Builder& b, const Context& context, const std::string& module,
                                                      const std::string& instance, const PositionWants& wants,
                                                      const StartPulses& start, hw::Value token, const Start& minus,
                                                      const std::map<std::string, hw::Value>& base,
                                                      const Statics& statics);

/// Builds the sources of held arrays: position modules, and modules with memory and address (source.cpp).
void build_sources(Context& context);
/// Converts numbers of arrays, as lists of the contract hold them, to ids.
std::vector<spec::ArrayId> ids_of(const std::vector<int>& numbers);
/// The signals that load a held array; they travel down the chain of Executors.
struct LoadPorts {
  hw::Value valid, last, data;
};
/// Instantiates the position counter and the source of `stream`; returns its word.
hw::Value instantiate_source(hw::Builder& b, const Context& context, const plan::StreamPlan& stream,
                             const LoadPorts& load, const StartPulses& start, hw::Value token,
                             const std::map<std::string, hw::Value>& base, const Statics& statics);

/// Builds the memories of own results (results.cpp).
void build_results(Context& context);
/// Ports of such a memory: it reads a word when `token` is high, and writes one when `valid` is high.
struct ResultPorts {
  hw::Value token, read_address;
  hw::Value valid, write_address, word;
};
/// Instantiates the memory of `stream`; returns its word.
hw::Value instantiate_results(hw::Builder& b, const Context& context, const plan::StreamPlan& stream,
                              const ResultPorts& ports);

/// Builds the memories in which rows or planes are reversed, and their position counters (mirror.cpp).
void build_mirrors(Context& context);
/// Ports of such a memory: with each `token`, it reads a word and writes `word`.
struct MirrorPorts {
  hw::Value start, token, word;
};
/// Instantiates the memory and position counters of `stage`; returns its word.
hw::Value instantiate_mirror(hw::Builder& b, const Context& context, const plan::StagePlan& stage,
                             const MirrorPorts& ports, const StartPulses& start,
                             const std::map<std::string, hw::Value>& base, const Statics& statics);

/// A value that is the same in every lane, in the Kernel cycle in which lanes take it: the step, a
/// parameter by step, or a value computed from these.
struct SharedValue {
  spec::NodeId node;
  int cycle = 0;
  std::string port;          ///< port of the Kernel: step, param_<name>, n12_mul_s5
  bool is_register = false;  ///< the step or a parameter itself, in cycle 0: comes directly from a register

  friend auto operator<=>(const SharedValue& a, const SharedValue& b) {
    return std::pair(a.node, a.cycle) <=> std::pair(b.node, b.cycle);
  }
  friend bool operator==(const SharedValue& a, const SharedValue& b) { return (a <=> b) == 0; }
};

/// The parts of a stage's arithmetic: one is built in every lane, the other only once.
struct KernelParts {
  std::vector<SharedValue> shared;                     ///< values that lanes take from the shared part
  bool has_shared_module = false;                      ///< some of these are not registers
  std::vector<spec::NodeId> lane_nodes, shared_nodes;  ///< ascending, leaves included

  /// Whether a part reads the step (index -1), a parameter or an extent.
  [[nodiscard]] bool reads(const Context& context, spec::Op op, int index, bool in_shared) const;
};
KernelParts kernel_parts(const Context& context, const plan::StagePlan& stage);
/// The name of a node's value in HDL: step, param_dt, n12_mul.
std::string node_name(const Context& context, spec::NodeId id);
/// The port of a Kernel that is high if the cell is in a region.
std::string region_port(spec::RegionId region);

void build_kernel(Context& context, const plan::StagePlan& stage);
/// Builds the shared part: module <kernel>_shared, with an output for every SharedValue.
void build_shared_kernel(Context& context, const plan::StagePlan& stage);
std::string shared_kernel_module(const plan::StagePlan& stage);

/// The value of a parameter by step, in the time step that a stage of an Executor computes. `first_step` is
/// constant during a run; `start` loads it, and `next_frame` advances by the steps of a pass.
hw::Value step_table(hw::Builder& b, const spec::Param& param, const std::string& name, int steps, hw::Value first_step,
                     hw::Value start, hw::Value next_frame);

/// Builds the module of one monitor, with ports valid (one bit per lane), first and last (word of the frame), cells,
/// old_cells (max_change), and the result `q`, plan.latency cycles after the last word of the frame.
void build_monitor(Context& context, const plan::MonitorPlan& plan);
/// The ports of a Kernel in order: taps (index into stage.taps), then coordinates, extents, step, parameters.
std::vector<std::string> kernel_tap_ports(const Context& context, const plan::StagePlan& stage);

/// First and last window word of each Dimension (plane) of a buffered stream.
std::vector<std::pair<std::size_t, std::size_t>> dimension_ranges(const plan::StreamPlan& stream);
/// An input of a Dimension: lanes of the stream's wire (`from` -1), or of an older window
/// word in another Dimension.
struct DimensionInput {
  int from = -1;
  std::vector<int> lanes;  ///< ascending, lowest in the low bits of the port
  std::string port;
};
std::vector<DimensionInput> dimension_inputs(const plan::StreamPlan& stream, std::size_t first, std::size_t last);
std::vector<int> all_lanes(int count);
/// The cells of the lanes `wanted`, from a value with the cells of the lanes `held`.
hw::Value pick_lanes(hw::Value value, const std::vector<int>& held, const std::vector<int>& wanted, int cell_width);
void build_dimensions(Context& context);
std::string dimension_module(const Context& context, spec::StreamId stream, int group);

void build_executor(Context& context);
void build_core(Context& context);

}  // namespace rtlgen::elaborate
