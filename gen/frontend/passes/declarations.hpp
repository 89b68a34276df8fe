// Declarations before the update lines: grid, parameters and fields.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/expr/ast.hpp"
#include "frontend/expr/constants.hpp"
#include "frontend/expr/expand.hpp"
#include "frontend/expr/lower.hpp"
#include "frontend/expr/typing.hpp"
#include "frontend/schema/keys.hpp"
#include "frontend/schema/names.hpp"
#include "frontend/schema/schema.hpp"
#include "spec/stencil.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::frontend {

struct Given;
struct YamlValue;

/// A name that something must use.
struct Declared {
  std::string name;
  std::string what;
  SourceLocation where;
  bool added = false;  ///< exists only because of a --set
};

/// A parameter whose value is an expression of the time step.
struct StepParam {
  std::string name;
  spec::Type type;
  Ast ast;
};

/// The expression of a run-time parameter for the next pass.
struct NextValue {
  spec::ParamId param;
  const YamlValue* value = nullptr;
};

/// A value that is added to one cell in every time step: a parameter by step, or an expression of the step.
struct PointSource {
  spec::ArrayId field;
  spec::Extents at{0, 0, 0};
  spec::ParamId param;
  std::optional<Ast> add;
  SourceLocation where, field_where;  ///< places of its cell, and of its field's name
};

/// State shared by the steps that build a Stencil.
struct Program {
  Program(const YamlValue& document, const Given& instead, Diagnostics& sink)
      : settings(document), given(instead), diagnostics(sink) {
    scope.losses = &losses;
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Settings settings;
  const Given& given;
  Diagnostics& diagnostics;
  spec::Stencil stencil;
  ConstantLosses losses;
  Scope scope;
  Names names;
  Definitions definitions;
  std::optional<spec::Type> default_type;
  std::map<std::string, spec::ArrayId> arrays;  ///< fields and temporaries by name
  std::vector<Declared> declared;
  std::vector<StepParam> step_params;  ///< dependencies come first
  std::vector<NextValue> next_values;
  std::vector<PointSource> sources;
  std::set<std::string> used;  ///< names that some expression uses
  bool unparsed = false;       ///< a name or an expression could not be read, so `used` is incomplete
};

/// Name, texts, grid, default type, iterations and hardware settings.
void read_settings(Program& program);

/// Coordinates, extents, the step and pi.
void declare_builtins(Program& program);

/// The values of nx, ny and nz in constants; needs the grid.
void declare_extents(Program& program);

/// Fields and their types.
void read_fields(Program& program);

/// Functions. They may use parameters, which are read later.
void read_functions(Program& program);

/// Compile-time and run-time parameters, in any order of definition.
void read_params(Program& program);

/// Names and types of the tables; call it before anything that may use them.
void declare_tables(Program& program);

/// Values of the tables; needs all parameters.
void read_tables(Program& program);

/// The bits in `type` of the `values` of `entry`, or of those in its `file`; at most `most` of them. Empty after a
/// diagnostic. `what` names the owner of the values.
std::vector<std::uint64_t> read_values(Program& program, const YamlValue& entry, const spec::Type& type,
                                       std::size_t most, const std::string& what);

/// The sources; needs fields and parameters.
void read_sources(Program& program);

/// The value of `stage`, the last one that assigns `array`, with its sources added.
spec::NodeId add_sources(Program& program, Graph& graph, spec::Stage stage, spec::ArrayId array);

/// Whether a source adds to the array.
bool has_sources(const Program& program, spec::ArrayId array);

/// Called after all lines: refuses sources of fields that no line assigns.
void check_sources(Program& program);

/// The probes; needs the roles of all fields and the monitors.
void read_probes(Program& program);

/// The grid cell in `at`, one coordinate per axis, or nullopt after RG0384.
std::optional<spec::Extents> read_place(Program& program, const YamlValue& at, const std::string& what);

/// The field of a source or probe; none after a diagnostic, or if the field's own declaration is faulty.
spec::ArrayId read_point_field(Program& program, const YamlValue& field);

/// Converts `path`, relative to the description `filename`, to a path relative to the current folder.
std::string data_path(const std::string& filename, const std::string& path);

/// Nodes of the parameters that are expressions of the step; needs all parameters.
void lower_step_params(Program& program, Graph& graph);

/// Names and types of the monitors; needs the fields.
void read_monitors(Program& program);

/// Nodes of `until` and of the parameters' values for the next pass; checks that the monitors suit the roles and
/// borders of their fields. Needs the stages.
void lower_after_pass(Program& program, Graph& graph);

/// Boundaries of the fields, whose constants may use parameters.
void read_field_boundaries(Program& program);

/// The start data of runs; needs the roles of all fields.
void read_inputs(Program& program, const std::string& filename);

/// Bus and placement of fields; needs the roles of all fields.
void read_memory(Program& program);
/// Warns of a bus that the board's memory cannot feed (RG0913), or of memory that the board does not have (RG0912).
void warn_of_bus(Program& program, const board::Board& board);

/// The field with that name, or none after an error that suggests names.
spec::ArrayId find_field(Program& program, const std::string& name, const SourceLocation& where);

/// Registers a name; false: it means something else, and must not be declared. Reports RG0211, RG0212, RG0213.
bool take_name(Program& program, const std::string& name, const std::string& what, const SourceLocation& where);

/// Whether the key exists only because of a --set.
bool is_added(const YamlValue& map, const std::string& key);

/// Whether a location is in a file that the description includes.
bool is_included(const Program& program, const SourceLocation& where);

/// The value of a compile-time constant expression, or nullopt after a diagnostic.
std::optional<Exact> constant_of(Program& program, const Ast& ast);

/// Parses an expression and expands its calls. `turns`: of the enclosing `repeat`.
std::optional<Ast> read_expression(Program& program, const YamlValue& scalar, const Turns& turns = {});

/// The type in `value`, the value of a `type:` key; nullptr gives the default type.
std::optional<spec::Type> read_type(Program& program, const YamlValue* value);

/// Adds an array and its symbol; `type` is nullopt if it was faulty.
spec::ArrayId add_array(Program& program, const std::string& name, std::optional<spec::Type> type,
                        const SourceLocation& where);

/// Sets the boundary of an array; nullptr means `edge`. `turns`: of the `repeat` around its line. Reports RG0201,
/// RG0203, RG0207, RG0215, RG0375, RG0378 and the faults of constants.
void set_boundary(Program& program, spec::ArrayId array, const YamlValue* value, const Turns& turns = {});

}  // namespace rtlgen::frontend
