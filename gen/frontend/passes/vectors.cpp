// Declares vectors, finds their components by name, and finds the targets of lines.
#include "frontend/passes/vectors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/passes/declarations.hpp"
#include "frontend/passes/line.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

using TargetKind = Target::Kind;

Target component_of(Program& program, const Line& line, const std::string& name, const Vector* vector,
                    const Turns& turns) {
  const std::string text = line.target.substr(name.size() + 1);
  if (vector == nullptr) {
    if (!is_faulty_vector(program, name))
      program.diagnostics.error(Code::kUnknownComponent, line.where, fmt::format("'{}' has no components", name),
                                {"declare a vector with `components`, or assign it as a whole before"});
    return {};
  }
  const auto turn = turns.find(text);
  if (turn != turns.end() && component_number(*vector, text)) {
    program.diagnostics.error(Code::kUnknownComponent, line.where,
                              fmt::format("'{}' is both a component of '{}' and a variable here", text, name),
                              {"give the variable another name", components_note(name, *vector)});
    return {};
  }
  const std::string value = turn != turns.end() ? std::to_string(turn->second) : text;
  const auto number = component_number(*vector, value);
  if (number) return {TargetKind::kValue, fmt::format("{}.{}", name, vector->components[*number])};
  program.diagnostics.error(Code::kUnknownComponent, line.where, fmt::format("'{}' has no component '{}'", name, value),
                            {components_note(name, *vector)});
  return {};
}

}  // namespace

std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(std::to_string(i));
  return out;
}

std::optional<std::vector<std::string>> read_components(Program& program, const YamlValue& value) {
  if (value.is_scalar())
    return numbered(static_cast<std::size_t>(integer_or_default(&value, key_row("fields.*.components"))));
  std::vector<std::string> out;
  for (const YamlValue& item : value.items) {
    if (!check_identifier(item.text, item.where, program.diagnostics)) return std::nullopt;
    if (std::find(out.begin(), out.end(), item.text) != out.end()) {
      program.diagnostics.error(Code::kNameClash, item.where,
                                fmt::format("two components are called '{}' here", item.text),
                                {"each component needs its own name"});
      return std::nullopt;
    }
    out.push_back(item.text);
  }
  return out;
}

std::vector<spec::ArrayId> add_vector(Program& program, const Vector& vector, const std::optional<spec::Type>& type,
                                      const SourceLocation& where) {
  std::vector<spec::ArrayId> out;
  for (std::size_t i = 0; i < vector.count(); ++i) {
    const std::string name = fmt::format("{}_{}", vector.name, vector.components[i]);
    const std::string what = fmt::format("component of '{}'", vector.name);
    if (!program.names.is_refused(vector.name)) take_name(program, name, what, where);
    const spec::ArrayId array = add_array(program, vector.key(i), type, where);
    program.stencil.arrays[array].name = name;
    program.stencil.arrays[array].vector = vector.name;
    program.stencil.arrays[array].component = vector.components[i];
    out.push_back(array);
  }
  return out;
}

std::optional<std::size_t> component_number(const Vector& vector, const std::string& text) {
  for (std::size_t i = 0; i < vector.count(); ++i) {
    if (vector.components[i] == text || std::to_string(i) == text) return i;
  }
  return std::nullopt;
}

std::string components_note(const std::string& name, const Vector& vector) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(vector.count(), kShown); ++i)
    names.push_back(fmt::format("{}.{}", name, vector.components[i]));
  const std::string rest =
      vector.count() > kShown ? fmt::format(", ... to {}.{}", name, vector.components.back()) : std::string();
  return fmt::format("components of '{}' are {}{}", name, fmt::join(names, ", "), rest);
}

spec::ArrayId array_named(const Program& program, const std::string& text) {
  const auto found = program.arrays.find(text);
  if (found != program.arrays.end()) return found->second;
  const std::size_t dot = text.find('.');
  const auto vector = program.definitions.vectors.find(text.substr(0, dot));
  if (dot == std::string::npos || vector == program.definitions.vectors.end()) return {};
  const auto number = component_number(vector->second, text.substr(dot + 1));
  return number ? program.arrays.at(vector->second.key(*number)) : spec::ArrayId();
}

std::vector<spec::ArrayId> arrays_of(const Program& program, const std::string& name) {
  const auto vector = program.definitions.vectors.find(name);
  if (vector != program.definitions.vectors.end()) return program.stencil.components_of(vector->second.name);
  const spec::ArrayId array = array_named(program, name);
  return array.valid() ? std::vector<spec::ArrayId>{array} : std::vector<spec::ArrayId>{};
}

bool is_faulty_vector(const Program& program, const std::string& name) {
  const YamlValue* fields = program.settings.find("fields");
  const YamlValue* field = fields != nullptr && fields->is_map() ? fields->find(name) : nullptr;
  return field != nullptr && field->is_map() && field->find("components") != nullptr &&
         !program.definitions.vectors.contains(name);
}

bool refuse_vector(Program& program, const std::string& text, const SourceLocation& where) {
  const auto vector = program.definitions.vectors.find(text);
  if (vector == program.definitions.vectors.end()) return false;
  program.diagnostics.error(
      Code::kComponentCount, where,
      fmt::format("'{}' has {} components, but a single value is required", text, vector->second.count()),
      {"select one of them", components_note(text, vector->second)});
  return true;
}

std::size_t number_of(const Program& program, spec::ArrayId array) {
  const spec::Array& a = program.stencil.arrays[array];
  const std::vector<spec::ArrayId> all = program.stencil.components_of(a.vector);
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), array) - all.begin());
}

Target target_of(Program& program, const Line& line, const std::set<std::string>& known, const Turns& turns) {
  const auto is_there = [&](const std::string& name, const std::string& key) {
    const auto array = program.arrays.find(key);
    const bool field =
        array != program.arrays.end() && program.stencil.arrays[array->second].role != spec::Role::kTemporary;
    return field || known.contains(name);
  };
  const std::size_t dot = line.target.find('.');
  const std::string name = line.target.substr(0, dot);
  const auto vector = program.definitions.vectors.find(name);
  const bool is_vector = vector != program.definitions.vectors.end() && is_there(name, vector->second.key(0));
  if (dot != std::string::npos) return component_of(program, line, name, is_vector ? &vector->second : nullptr, turns);
  if (is_vector) return {TargetKind::kVector, name};
  return {is_there(name, name) ? TargetKind::kValue : TargetKind::kNew, name};
}

std::string variable_of(Program& program, const Line& line) {
  const YamlValue* each = line.value->find("each");
  if (each == nullptr || !each->is_scalar()) return "";
  if (!check_identifier(each->text, each->where, program.diagnostics)) return "";
  if (!is_reserved_name(each->text)) return each->text;
  program.diagnostics.error(Code::kReservedName, each->where, fmt::format("the name '{}' is reserved", each->text),
                            {"choose another name for the variable, e.g. k"});
  return "";
}

void refuse_each(Program& program, const Line& line) {
  const YamlValue* each = line.value->find("each");
  if (each == nullptr || each->is_null() || is_faulty_vector(program, line.target)) return;
  program.diagnostics.error(Code::kComponentCount, each->where,
                            fmt::format("'{}' is a single value, not a vector", line.target),
                            {"`each` is the component number in a line that assigns a whole vector"});
}

void refuse_list(Program& program, const Line& line, const Part& part, const YamlValue& list) {
  if (is_faulty_vector(program, line.target)) return;
  const std::string name = line.target.substr(0, part.count > 1 ? line.target.find('.') : std::string::npos);
  program.diagnostics.error(
      Code::kComponentCount, list.where,
      part.count > 1
          ? fmt::format("{} expressions for '{}', which has {} components", list.items.size(), name, part.count)
          : fmt::format("{} expressions for '{}', which is a single value", list.items.size(), name),
      {part.count > 1 ? "write one for each component, or one for all components"
                      : "only vectors can have a list of expressions"});
}

void refuse_number(Program& program, const Line& line, const std::string& each) {
  program.unparsed = true;
  program.diagnostics.error(Code::kComponentCount, line.where,
                            fmt::format("the number of components of '{}' is unknown", line.target),
                            {fmt::format("write - {}: {{components: 3, each: {}, expr: ...}}", line.target, each)});
}

}  // namespace rtlgen::frontend
