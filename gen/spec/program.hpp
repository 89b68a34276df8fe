// What a description means, as pure values: what the golden engine computes and the hardware has to. No YAML, no
// hardware, no sizes decided here; the requested hardware is in spec/hardware.hpp.
//
// Shape of a program: arrays (fields and temporaries) live on a grid of 1 to 3 axes,
// axis 0 (x) contiguous. A time step is a list of stages, each sweeping one expression
// over the whole grid. Every value an array takes within a step is a *stream*: the
// value it has when the step starts, or the one a stage gives it. Stages are listed in
// order and read only streams that exist before them, so they form a DAG; a stage that
// sweeps also reads its own results at cells that come before in its order.
//
// Invariants (checked by validate()): node arguments precede the node; operands of
// arithmetic and bitwise nodes have the node's type (the frontend inserts kCast);
// operands of a comparison share one type and give uint<1>; stage outputs have the
// type of their array; bits above a type's width are zero.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "spec/fused_terms.hpp"
#include "spec/ids.hpp"
#include "spec/op.hpp"
#include "spec/region.hpp"
#include "spec/sweep.hpp"
#include "spec/type.hpp"
#include "spec/value_table.hpp"
#include "support/outside_text.hpp"
#include "support/source_location.hpp"

namespace rtlgen::spec {

// ---------------------------------------------------------------- arrays and streams

enum class Role : std::uint8_t { kState, kInput, kOutput, kTemporary };

struct Array {
  std::string name;
  Type type;
  Role role = Role::kState;
  BoundaryRule boundary{};       ///< of the low end of each axis
  BoundaryRule boundary_high{};  ///< of the high end
  /// The grid's axes that the array has. An input that lacks some is *held*: loaded on chip once, with
  /// the same value along the axes it lacks. Taps of it have offset 0 along those.
  std::array<bool, kMaxAxes> spans{true, true, true};
  SourceLocation where;
  bool boundary_given = false;  ///< the description says it; for warnings
  std::string vector{};         ///< the field or temporary of several components that it is one of; "": none
  std::string component{};      ///< its name there, or its number

  /// What people call it: its name, or `vector.component`.
  [[nodiscard]] std::string shown() const { return vector.empty() ? name : vector + "." + component; }
  /// The rule of a read at `offset` along an axis: it leaves the grid at one end only.
  [[nodiscard]] const std::optional<Boundary>& rule(std::size_t axis, int offset) const {
    return offset > 0 ? boundary_high[axis] : boundary[axis];
  }
  [[nodiscard]] bool held() const { return !(spans[0] && spans[1] && spans[2]); }
  /// Its own extents on a grid of extents `grid`: 1 along the axes it lacks.
  [[nodiscard]] Extents shape(const Extents& grid) const {
    return {spans[0] ? grid[0] : 1, spans[1] ? grid[1] : 1, spans[2] ? grid[2] : 1};
  }
};

/// One value of an array within a step. Streams 0 .. arrays that enter the step come first.
struct Stream {
  ArrayId array;
  StageId stage;  ///< producing stage; none: the value at the start of the step

  friend bool operator==(const Stream&, const Stream&) = default;
};

// ---------------------------------------------------------------- expressions

struct Node {
  Op op = Op::kConstant;
  Type type;
  std::vector<NodeId> args;
  FusedSum fused;  ///< kFused: how args are combined
  std::uint64_t bits = 0;
  StreamId stream;
  int index = -1;  ///< of the axis, parameter, monitor, region or table that it is, or reads
  Offset offset{};
  BoundaryRule boundary{};
  SourceLocation where;
  bool own = false;  ///< kTap: of the results of the stage itself, at a cell before it in its sweep
  bool wrap_meant =
      false;  ///< integers: a cast in the source, even to its own type, says that the result may wrap; for warnings

  [[nodiscard]] ParamId param() const { return ParamId(index); }        ///< kParam
  [[nodiscard]] MonitorId monitor() const { return MonitorId(index); }  ///< kMonitor
  [[nodiscard]] TableId table() const { return TableId(index); }        ///< kLookup
  [[nodiscard]] RegionId region() const { return RegionId(index); }     ///< kRegion
};

/// `op` of `args`, of type `type`.
Node operation(Op op, const Type& type, std::vector<NodeId> args, const SourceLocation& where);
Node constant_node(const Type& type, std::uint64_t bits, const SourceLocation& where);

// ---------------------------------------------------------------- stages and the whole

enum class Border : std::uint8_t {
  kCompute,  ///< boundary rules resolve every read
  kKeep,     ///< cells with any read outside the grid keep the target's old value
  kIgnore    ///< for such cells the value does not matter
};

struct Stage {
  StreamId output;      ///< stream this stage defines
  StreamId old_stream;  ///< the target's stream before this stage (fields); none: temporaries
  NodeId root;
  Border border = Border::kCompute;
  Offset reach_low{},
      reach_high{};            ///< keep, ignore: reads reached at least as far below and above the cell before sharing
  std::optional<Sweep> sweep;  ///< has reads of its own results
  std::optional<int> mirror;   ///< the axis along which the stage turns its expression round, which reads at the cell
                               ///< alone: cell i gets the value of cell n - 1 - i (or kTransposed: spec/mirror.hpp)
  std::string text;            ///< the expression as written, for comments in generated files
  SourceLocation where;
};

/// A scalar that is not known when compiled, or not the same in every time step.
struct Param {
  std::string name;
  Type type;
  std::uint64_t value = 0;             ///< run-time parameter: a register with this default
  std::vector<std::uint64_t> by_step;  ///< not empty: no register; the value in step 0, 1, ...; the last one holds
  NodeId next;  ///< its value for the next pass, an expression of monitors, params and constants; none: unchanged
  SourceLocation where;

  /// The value in time step `step` of a parameter by step.
  [[nodiscard]] std::uint64_t value_at(std::int64_t step) const {
    const auto last = static_cast<std::int64_t>(by_step.size()) - 1;
    return by_step[static_cast<std::size_t>(step < last ? step : last)];
  }
};

/// What a monitor computes over all cells of a state or output field at the end of a pass.
enum class Reduction : std::uint8_t {
  kMaxChange,   ///< largest |new - old| of the pass's last time step (state fields)
  kSum,         ///< sum of the values, each converted to the monitor's type first
  kSumSquares,  ///< sum of the squares, squared in the field's type and then converted
  kMin,
  kMax
};

/// A reduction of one field over the grid. Order-free by definition: sums are taken in an integer or
/// fixed-point type, modulo 2^width; min and max are those of the language.
struct Monitor {
  std::string name;
  Reduction reduction = Reduction::kMax;
  ArrayId array;
  Type type;  ///< of the result; sums: integer or fixed
  SourceLocation where;
};

/// A cell whose value a run writes down every so many time steps. It changes no bit of a result, and no hardware.
struct Probe {
  std::string name;
  ArrayId array;  ///< a state or output field
  Extents at{0, 0, 0};
  std::int64_t every = 1;
  SourceLocation where;
};

enum class DataKind : std::uint8_t { kFile, kZero, kConstant, kRamp, kRandom, kHotspot, kExpression };

struct Program;

/// The data a field starts with when a run names no other. Numbers are rounded to the field's type
/// (to nearest even; integers truncate and saturate as a cast does).
struct DataSource {
  ArrayId array;
  DataKind kind = DataKind::kRandom;
  OutsideText path;         ///< kFile: relative paths already joined to the YAML file's folder
  OutsideText written;      ///< kFile: the path as the description has it
  bool of_vector = false;   ///< kFile: the file has all components of the array's vector
  double value = 1.0;       ///< kConstant: every cell; kRamp: cell 0; kHotspot: the hot cells
  double background = 0.0;  ///< kHotspot: every other cell
  double increment = 1.0;   ///< kRamp: added from each cell to the next (x first, then y, then z)
  double low = 0.0;         ///< kRandom: uniform in [low, high)
  double high = 1.0;
  std::int64_t radius = 1;  ///< kHotspot: hot where |2 i - (n - 1)| <= 2 radius along every axis
  std::uint64_t seed = 1;   ///< kRandom
  /// kExpression: its only line computes them, in an array of all axes; what the field's own lack, its nodes do not
  /// read.
  std::shared_ptr<const Program> values{};
  SourceLocation where;
};

/// A stencil program: all that decides a bit of its results.
struct Program {
  std::string name;
  OutsideText description;  ///< free text
  OutsideText source;       ///< where the formula comes from, free text
  OutsideText file;         ///< as given on the command line
  int axes = 1;
  Extents grid{1, 1, 1};
  Extents least_grid{1, 1, 1};  ///< on a smaller one regions overlap or are empty, or a read of theirs leaves the grid
  IndexVector<ArrayId, Array> arrays;     ///< fields in file order, then temporaries in stage order
  IndexVector<StreamId, Stream> streams;  ///< first one per state and input array (start of step), then one per stage
  IndexVector<NodeId, Node> nodes;        ///< one graph for all stages, topologically ordered
  IndexVector<StageId, Stage> stages;
  IndexVector<RegionId, Region> regions;  ///< of lines; no two are equal
  IndexVector<ParamId, Param> params;
  IndexVector<TableId, ValueTable> tables;
  std::int64_t iterations = 1;
  /// Time steps of a pass, after which `until` and what sets a parameter look at the monitors: as many as Executors in
  /// the chain that computes it. The first pass of a run has what is left over.
  int pass_steps = 1;
  IndexVector<MonitorId, Monitor> monitors;
  NodeId until;  ///< uint<1> expression of monitors, checked after each pass: true ends the run
  Subnormals subnormals = Subnormals::kKeep;
  Rounding rounding = Rounding::kNearestEven;
  Overflow overflow = Overflow::kWrap;
  int guard_bits = kStandardGuard;   ///< of fused sums
  bool reassociate = false;          ///< sums may be reordered; golden follows the order chosen
  std::vector<Probe> probes;         ///< in file order
  std::vector<DataSource> inputs;    ///< at most one an array, in file order
  std::vector<std::string> no_warn;  ///< codes of warnings that are switched off for it

  /// The last stream of `array` in a step: its new value (state, output), or the one it entered with.
  [[nodiscard]] StreamId final_stream(ArrayId array) const;
  /// The stream of `array` at the start of a step; none: outputs, temporaries.
  [[nodiscard]] StreamId first_stream(ArrayId array) const;
  /// The arrays that are the vector's components, in their order; none: there is no such vector.
  [[nodiscard]] std::vector<ArrayId> components_of(const std::string& vector) const;
  /// The arrays whose cells lie side by side outside the core, `array` among them, in their order: all components of a
  /// vector if they have one role, otherwise the array alone (docs/adr/0040-vector-streams.md).
  [[nodiscard]] std::vector<ArrayId> together(ArrayId array) const;
  /// The name that those arrays have outside: the vector's, or the array's own.
  [[nodiscard]] const std::string& outside_name(ArrayId array) const;
  /// Do `until` or a parameter's `next` look at the monitors between passes, so that each pass is a run of its own?
  [[nodiscard]] bool decides_between_passes() const;
  /// `region` among the regions, added if it is new.
  RegionId region_id(const Region& region);
  [[nodiscard]] std::int64_t cells() const { return grid[0] * grid[1] * grid[2]; }
};

/// Checks the invariants above; a violation is a bug in rtlgen (InternalError).
void validate(const Program& program);

/// Whether some value is a float.
bool has_floats(const Program& program);

}  // namespace rtlgen::spec
