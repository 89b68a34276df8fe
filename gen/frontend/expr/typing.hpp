// Infers the type of every node of an expression, or its exact value if it is a constant.
//
// Constants and expressions of constants have no type. A node is therefore exact (its value is known), typed, or open:
// not constant, but without typed parts, as in `c ? 1 : 0`. Open and exact nodes take the type of the values with which
// they are combined; lower.hpp determines it from the root down.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/expr/ast.hpp"
#include "frontend/expr/constants.hpp"
#include "frontend/expr/exact.hpp"
#include "frontend/expr/node_places.hpp"
#include "spec/axes.hpp"
#include "spec/ids.hpp"
#include "spec/op.hpp"
#include "spec/sweep.hpp"
#include "spec/type.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

/// The meaning of a name.
struct Symbol {
  enum class Kind {
    kArray,          ///< field or temporary `index`
    kRuntimeParam,   ///< register `index`
    kExact,          ///< compile-time parameter without a type: `value`
    kTypedConstant,  ///< compile-time parameter with a type: `value`, already rounded to it
    kCoordinate,     ///< coordinate along axis `index`
    kExtent,         ///< extent of axis `index`
    kStep,
    kByStep,       ///< parameter that changes with the time step: register `index` or `node`
    kMonitor,      ///< monitor `index`
    kTable,        ///< parameter with several constants; expand() inserts its entries
    kStoredTable,  ///< table `index` with `value` values, read in hardware
    kInvalid       ///< its definition was faulty; uses of it are not reported again
  };

  Kind kind = Kind::kInvalid;
  spec::Type type;
  int index = -1;
  Exact value;            ///< kExtent: of the description's grid; kStoredTable: number of values
  spec::NodeId node;      ///< kByStep given by an expression: its node
  std::vector<int> axes;  ///< kArray: its axes, ascending, with one offset each
  SourceLocation where;   ///< kExact of a parameter: its value
};

/// How a line with `order` reads its target at an earlier cell.
struct LineSweep {
  spec::ArrayId target;
  spec::Sweep order;
  spec::StreamId results;
};

/// The names that an expression may use, at one line of the program.
struct Scope {
  std::map<std::string, Symbol> symbols;
  IndexVector<spec::ArrayId, spec::StreamId> streams;  ///< the stream that a read refers to; none before its first line
  int axes = 1;
  bool has_grid = true;         ///< false: the grid has a fault, so `axes` is not the number that is meant
  bool fixed_extents = false;   ///< the grid never changes, so its extents are constants too
  bool constants_only = false;  ///< values known only at run time are faults (RG0317)
  enum class Of { kCell, kStart, kStep, kPass };
  Of value_of = Of::kCell;  ///< the granularity of values: names that differ within it are faults (RG0363)
  std::optional<LineSweep> sweep;
  ConstantLosses* losses = nullptr;  ///< records what constants lose in their types
  NodePlaces* places = nullptr;      ///< records which nodes expressions become

  [[nodiscard]] bool is_own_result(spec::ArrayId array, const spec::Offset& offset) const {
    return sweep && sweep->target == array && sweep->order.has(offset);
  }
};

struct Typed {
  enum class Status { kFailed, kExact, kTyped, kOpen };

  Status status = Status::kFailed;
  Exact value;                                                      ///< kExact
  spec::Type type;                                                  ///< kTyped
  spec::Type operand;                                               ///< comparisons: the common type of the operands
  const Symbol* symbol = nullptr;                                   ///< names and reads
  spec::Offset offset{};                                            ///< reads
  spec::Type index;                                                 ///< reads of tables: type of the index
  std::array<std::optional<spec::Boundary>, spec::kMaxAxes> rules;  ///< reads: rules in their brackets

  [[nodiscard]] bool failed() const { return status == Status::kFailed; }
  [[nodiscard]] bool exact() const { return status == Status::kExact; }
  [[nodiscard]] bool typed() const { return status == Status::kTyped; }
  [[nodiscard]] bool open() const { return status == Status::kOpen; }
};

/// One entry per node of `ast`. Reports RG0303 to RG0308, RG0311, RG0314 to RG0317, RG0319, RG0322, RG0363, RG0378,
/// RG0380 to RG0382.
std::vector<Typed> infer(const Ast& ast, const Scope& scope, Diagnostics& diagnostics);

/// Whether `op` accepts operands of `type`; if not, reports RG0308 at `node`.
bool accepts(spec::Op op, const spec::Type& type, const AstNode& node, Diagnostics& diagnostics);

/// The exact value of a constant expression, or nullopt after a diagnostic. The scope must be `constants_only`.
std::optional<Exact> evaluate_constant(const Ast& ast, const Scope& scope, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
