// The meaning of a description, as pure values: the golden engine computes it, and the hardware must match. No YAML, no
// hardware, and no sizes are decided here; the requested hardware is in spec/hardware.hpp.
//
// Shape of a program: arrays (fields and temporaries) are defined on a grid of 1 to 3 axes, axis 0 (x) contiguous. A
// time step is a list of stages, each evaluating one expression over the whole grid. Every value that an array has
// within a step is a *stream*: the value at the start of the step, or the result of a stage. Stages are listed in order
// and read only streams that exist before them, so they form a DAG; a stage with a sweep also reads its own results at
// cells that come earlier in its order.
//
// Invariants (checked by validate()): node arguments precede the node; operands of arithmetic and bitwise nodes have
// the node's type (the frontend inserts kCast); operands of a comparison share one type and give uint<1>; stage outputs
// have the type of their array; bits above a type's width are zero.
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
#include "support/code.hpp"
#include "support/outside_text.hpp"
#include "support/source_location.hpp"

namespace rtlgen::spec {

// ---------------------------------------------------------------- arrays and streams

enum class Role : std::uint8_t { kState, kInput, kOutput, kTemporary };

struct Array {
  std::string name;
  Type type;
  Role role = Role::kState;
  BoundaryRule boundary{};       ///< at the low end of each axis
  BoundaryRule boundary_high{};  ///< at the high end
  /// The grid axes that the array has. An input that lacks some is *held*: loaded on chip once, with the same value
  /// along the axes that it lacks. Its taps have offset 0 along those.
  std::array<bool, kMaxAxes> spans{true, true, true};
  SourceLocation where;
  bool boundary_given = false;  ///< set by the description; for warnings
  std::string vector{};         ///< the vector field or temporary that it is a component of; "": none
  std::string component{};      ///< its name or number in the vector

  /// The name for users: its name, or `vector.component`.
  [[nodiscard]] std::string shown() const { return vector.empty() ? name : vector + "." + component; }
  /// The rule of a read at `offset` along an axis: it leaves the grid at one end only.
  [[nodiscard]] const std::optional<Boundary>& rule(std::size_t axis, int offset) const {
    return offset > 0 ? boundary_high[axis] : boundary[axis];
  }
  [[nodiscard]] bool held() const { return !(spans[0] && spans[1] && spans[2]); }
  /// The extents of the array on a grid with extents `grid`: 1 along the axes that it lacks.
  [[nodiscard]] Extents shape(const Extents& grid) const {
    return {spans[0] ? grid[0] : 1, spans[1] ? grid[1] : 1, spans[2] ? grid[2] : 1};
  }
};

/// One value of an array within a step. Streams of arrays that enter the step come first.
struct Stream {
  ArrayId array;
  StageId stage;  ///< stage that produces it; none: the value at the start of the step

  friend bool operator==(const Stream&, const Stream&) = default;
};

// ---------------------------------------------------------------- expressions

struct Node {
  Op op = Op::kConstant;
  Type type;
  std::vector<NodeId> args;
  FusedSum fused;  ///< for kFused: how args are combined
  std::uint64_t bits = 0;
  StreamId stream;
  int index = -1;  ///< number of an axis, parameter, monitor, region or table
  Offset offset{};
  BoundaryRule boundary{};
  SourceLocation where;
  bool own = false;         ///< for kTap: reads the results of this stage at a cell earlier in its sweep
  bool wrap_meant = false;  ///< integers: an explicit cast in the source, even to the same type, allows the result to
                            ///< wrap; for warnings

  [[nodiscard]] ParamId param() const { return ParamId(index); }        ///< kParam
  [[nodiscard]] MonitorId monitor() const { return MonitorId(index); }  ///< kMonitor
  [[nodiscard]] TableId table() const { return TableId(index); }        ///< kLookup
  [[nodiscard]] RegionId region() const { return RegionId(index); }     ///< kRegion
};

/// A node for `op` on `args`, with type `type`.
Node operation(Op op, const Type& type, std::vector<NodeId> args, const SourceLocation& where);
Node constant_node(const Type& type, std::uint64_t bits, const SourceLocation& where);

// ---------------------------------------------------------------- stages and programs

enum class Border : std::uint8_t {
  kCompute,  ///< boundary rules resolve every read
  kKeep,     ///< cells with any read outside the grid keep the old value of the target
  kIgnore    ///< the values of such cells do not matter
};

struct Stage {
  StreamId output;      ///< stream that this stage defines
  StreamId old_stream;  ///< stream of the target before this stage (fields); none for temporaries
  NodeId root;
  Border border = Border::kCompute;
  Offset reach_low{},
      reach_high{};  ///< keep, ignore: minimum distances of reads below and above the cell, from before sharing
  std::optional<Sweep> sweep;  ///< present if it reads its own results
  std::optional<int> mirror;  ///< axis along which the stage reverses its expression, which reads only the cell itself:
                              ///< cell i gets the value of cell n - 1 - i (or kTransposed: spec/mirror.hpp)
  std::string text;           ///< the expression as written, for comments in generated files
  SourceLocation where;
};

/// A scalar that is not a compile-time constant, or differs between time steps.
struct Param {
  std::string name;
  Type type;
  std::uint64_t value = 0;             ///< for a run-time parameter: the default of its register
  std::vector<std::uint64_t> by_step;  ///< not empty: no register; values in step 0, 1, ...; the last one is kept
  NodeId next;  ///< value for the next pass, an expression of monitors, params and constants; none: unchanged
  SourceLocation where;

  /// The value in time step `step` of a parameter with values by step.
  [[nodiscard]] std::uint64_t value_at(std::int64_t step) const {
    const auto last = static_cast<std::int64_t>(by_step.size()) - 1;
    return by_step[static_cast<std::size_t>(step < last ? step : last)];
  }
};

/// The value that a monitor computes over all cells of a state or output field at the end of a pass.
enum class Reduction : std::uint8_t {
  kMaxChange,   ///< largest |new - old| in the last time step of the pass (state fields)
  kSum,         ///< sum of the values, each first converted to the monitor's type
  kSumSquares,  ///< sum of the squares, squared in the field's type and then converted
  kMin,
  kMax
};

/// A reduction of one field over the grid. Independent of the order by definition: sums are computed in an integer or
/// fixed-point type, modulo 2^width; min and max are those of the language.
struct Monitor {
  std::string name;
  Reduction reduction = Reduction::kMax;
  ArrayId array;
  Type type;  ///< type of the result; for sums: integer or fixed
  SourceLocation where;
};

/// A cell whose value a run records every few time steps. It changes no bit of a result, and no hardware.
struct Probe {
  std::string name;
  ArrayId array;  ///< a state or output field
  Extents at{0, 0, 0};
  std::int64_t every = 1;
  SourceLocation where;
};

enum class DataKind : std::uint8_t { kFile, kZero, kConstant, kRamp, kRandom, kHotspot, kExpression };

struct Program;

/// The initial data of a field, if a run names no other. Numbers are rounded to the type of the field (to nearest even;
/// integers truncate and saturate as a cast does).
struct DataSource {
  ArrayId array;
  DataKind kind = DataKind::kRandom;
  OutsideText path;         ///< for kFile: relative paths are already joined to the folder of the YAML file
  OutsideText written;      ///< for kFile: the path as written in the description
  bool of_vector = false;   ///< for kFile: the file has all components of the array's vector
  double value = 1.0;       ///< kConstant: every cell; kRamp: cell 0; kHotspot: the hot cells
  double background = 0.0;  ///< kHotspot: every other cell
  double increment = 1.0;   ///< kRamp: difference between consecutive cells (x first, then y, then z)
  double low = 0.0;         ///< kRandom: uniform in [low, high)
  double high = 1.0;
  std::int64_t radius = 1;  ///< kHotspot: hot where |2 i - (n - 1)| <= 2 radius along every axis
  std::uint64_t seed = 1;   ///< kRandom
  /// For kExpression: its only line computes the values, in an array with all axes. Its nodes do not read along axes
  /// that the field lacks.
  std::shared_ptr<const Program> values{};
  SourceLocation where;
};

/// A stencil program: everything that affects the bits of its results.
struct Program {
  std::string name;
  OutsideText description;  ///< free text
  OutsideText source;       ///< source of the formula, free text
  OutsideText file;         ///< as given on the command line
  int axes = 1;
  Extents grid{1, 1, 1};
  SourceLocation grid_where;
  /// On a smaller grid regions overlap or are empty, or one of their reads leaves the grid.
  Extents least_grid{1, 1, 1};
  IndexVector<ArrayId, Array> arrays;     ///< fields in file order, then temporaries in stage order
  IndexVector<StreamId, Stream> streams;  ///< first one per state and input array (start of step), then one per stage
  IndexVector<NodeId, Node> nodes;        ///< one graph for all stages, topologically ordered
  IndexVector<StageId, Stage> stages;
  IndexVector<RegionId, Region> regions;  ///< regions of lines; all different
  IndexVector<ParamId, Param> params;
  IndexVector<TableId, ValueTable> tables;
  std::int64_t iterations = 1;
  /// Time steps of a pass, after which `until` and parameter updates read the monitors: the number of Executors in the
  /// chain that computes it. The first pass of a run does the remainder.
  int pass_steps = 1;
  IndexVector<MonitorId, Monitor> monitors;
  NodeId until;  ///< uint<1> expression of monitors, checked after each pass: true ends the run
  Subnormals subnormals = Subnormals::kKeep;
  Rounding rounding = Rounding::kNearestEven;
  Overflow overflow = Overflow::kWrap;
  int guard_bits = kStandardGuard;  ///< for fused sums
  bool reassociate = false;         ///< sums may be reordered; golden follows the chosen order
  std::vector<Probe> probes;        ///< in file order
  std::vector<DataSource> inputs;   ///< at most one per array, in file order
  std::vector<Code> no_warn;        ///< warnings that it disables

  /// The last stream of `array` in a step: its new value (state, output), or the one at the start of the step.
  [[nodiscard]] StreamId final_stream(ArrayId array) const;
  /// The stream of `array` at the start of a step; none for outputs and temporaries.
  [[nodiscard]] StreamId first_stream(ArrayId array) const;
  /// The arrays that are the components of the vector, in order; empty if there is no such vector.
  [[nodiscard]] std::vector<ArrayId> components_of(const std::string& vector) const;
  /// The arrays whose cells are adjacent in memory, including `array`, in order: all components of a vector if they
  /// have one role, otherwise only the array (docs/adr/0040-vector-streams.md).
  [[nodiscard]] std::vector<ArrayId> together(ArrayId array) const;
  /// The external name of those arrays: the vector's, or the array's own.
  [[nodiscard]] const std::string& outside_name(ArrayId array) const;
  /// Whether `until` or a parameter's `next` reads the monitors between passes, which makes each pass a separate run.
  [[nodiscard]] bool decides_between_passes() const;
  /// The id of `region`, which is added if it is new.
  RegionId region_id(const Region& region);
  [[nodiscard]] std::int64_t cells() const { return grid[0] * grid[1] * grid[2]; }
};

/// Checks the invariants above; a violation is a bug in rtlgen (InternalError).
void validate(const Program& program);

/// Whether any value is a float.
bool has_floats(const Program& program);

}  // namespace rtlgen::spec
