// Vectors: fields and temporaries with several components, each of which is an array with a name such as `t.r`; and the
// targets of lines.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/expr/expand.hpp"
#include "spec/ids.hpp"
#include "spec/type.hpp"

namespace rtlgen {
struct SourceLocation;
}

namespace rtlgen::frontend {

struct Line;
struct Program;
struct YamlValue;

/// "0", "1", ... as names of components.
std::vector<std::string> numbered(std::size_t count);

/// The component names given by `components`, or none after a diagnostic: RG0203, RG0211, RG0213.
std::optional<std::vector<std::string>> read_components(Program& program, const YamlValue& value);

/// Adds an array for each component of `vector`, and their names. `what`: "field", "temporary". Reports
/// RG0211, RG0213.
std::vector<spec::ArrayId> add_vector(Program& program, const Vector& vector, const std::optional<spec::Type>& type,
                                      const SourceLocation& where);

/// The component that a text names or numbers.
std::optional<std::size_t> component_number(const Vector& vector, const std::string& text);

/// "components of 't' are t.r, t.g, t.b".
std::string components_note(const std::string& name, const Vector& vector);

/// The array that a text names: a field or temporary, `t.r`, `t.0`; none if there is no such array.
spec::ArrayId array_named(const Program& program, const std::string& text);

/// The array of `name`, or those of all its components; empty if there is no such field or temporary.
std::vector<spec::ArrayId> arrays_of(const Program& program, const std::string& name);

/// Whether `name` is a field with faulty `components`: then no other faults of it are reported.
bool is_faulty_vector(const Program& program, const std::string& name);

/// Reports that a component must be selected, if `text` names a whole vector.
bool refuse_vector(Program& program, const std::string& text, const SourceLocation& where);

/// The index of a component in its vector.
std::size_t number_of(const Program& program, spec::ArrayId array);

/// The target of an `update` line: a value, a vector, or a new temporary.
struct Target {
  enum class Kind { kFaulty, kNew, kValue, kVector };
  Kind kind = Kind::kFaulty;
  std::string key;  ///< key of the array, or of the vector
};

/// The target of a line; `known`: existing temporaries, `turns`: of the enclosing `repeat`. Reports RG0391.
Target target_of(Program& program, const Line& line, const std::set<std::string>& known, const Turns& turns);

/// The variable of the line's `each`, "" without one. Reports RG0211, RG0212.
std::string variable_of(Program& program, const Line& line);

/// Reports an `each` of a line that assigns one value.
void refuse_each(Program& program, const Line& line);

/// Reports a list of expressions whose length is not the number of components.
void refuse_list(Program& program, const Line& line, const Part& part, const YamlValue& list);

/// Reports that the number of components of a temporary is not known.
void refuse_number(Program& program, const Line& line, const std::string& each);

}  // namespace rtlgen::frontend
