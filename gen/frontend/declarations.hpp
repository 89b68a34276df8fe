// What the document declares before its update lines: grid, parameters and fields.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/ast.hpp"
#include "frontend/names.hpp"
#include "frontend/schema.hpp"
#include "frontend/typing.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::frontend {

/// A name that must be used by something.
struct Declared {
  std::string name;
  std::string what;
  SourceLocation where;
};

/// State shared by the steps that build a Stencil.
struct Program {
  Program(const YamlValue& document, Diagnostics& sink) : settings(document), diagnostics(sink) {}

  Settings settings;
  Diagnostics& diagnostics;
  spec::Stencil stencil;
  Scope scope;
  Names names;
  std::optional<spec::Type> default_type;
  std::map<std::string, int> arrays;  ///< index of each field and temporary by name
  std::vector<Declared> declared;
  std::set<std::string> used;  ///< names that some expression mentions
  bool unparsed = false;       ///< a name or expression could not be read: `used` is incomplete
};

/// Name, texts, grid, default type, iterations and hardware wishes.
void read_settings(Program& program);

/// Fields and their types.
void read_fields(Program& program);

/// Compile-time and run-time parameters, in any order of definition.
void read_params(Program& program);

/// Boundaries of the fields, which may hold constants made of parameters.
void read_field_boundaries(Program& program);

/// The data that runs start with; needs the roles of all fields.
void read_inputs(Program& program, const std::string& filename);

/// Parses an expression and notes the names it uses.
std::optional<Ast> read_expression(Program& program, const YamlValue& scalar);

/// The type a `type:` key names; `value` may be nullptr, which answers the default type.
std::optional<spec::Type> read_type(Program& program, const YamlValue* value);

/// Adds an array and its symbol; `type` is nullopt when it was faulty.
int add_array(Program& program, const std::string& name, std::optional<spec::Type> type,
              const SourceLocation& where);

/// Gives an array its boundary; nullptr is `edge`. Faults: RG0201, RG0203, RG0207, RG0209, RG0215
/// and those of constants.
void set_boundary(Program& program, int array, const YamlValue* value);

}  // namespace rtlgen::frontend
