// Fields, boundary rules, and helpers that all declarations share.
#include "frontend/passes/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/expr/hints.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/passes/signs.hpp"
#include "frontend/passes/vectors.hpp"
#include "frontend/schema/overrides.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

/// The array that a rule belongs to; `type` is nullopt if it was faulty.
struct RuleOf {
  spec::ArrayId array;
  std::optional<spec::Type> type;
  Turns turns;
};

/// The constant of a rule for one array; for a component of a vector, its entry in a list.
const YamlValue* constant_for(Program& program, const YamlValue& constant, spec::ArrayId array) {
  const spec::Array& a = program.stencil.arrays[array];
  if (!constant.is_list() || a.vector.empty()) return constant.is_scalar() ? &constant : nullptr;
  const std::size_t count = program.stencil.components_of(a.vector).size();
  const std::size_t at = number_of(program, array);
  if (constant.items.size() == count) return constant.items[at].is_scalar() ? &constant.items[at] : nullptr;
  program.diagnostics.error(
      Code::kComponentCount, constant.where,
      fmt::format("{} for '{}', which has {} components", counted(constant.items.size(), "constant"), a.vector, count),
      {"give one constant for all components, or one for each"});
  return nullptr;
}

std::optional<spec::Boundary> read_rule(Program& program, const YamlValue& value, const RuleOf& of) {
  const auto fail = [&](Code code, const std::string& message) {
    std::vector<std::string> notes;
    if (value.is_scalar()) notes = hint_for_rule(value.text, RuleForm::kKey);
    const auto fix = value.is_scalar() && notes.empty() ? nearest_fix(value.text, boundary_words()) : std::nullopt;
    std::string rules;
    for (const RuleWord& r : rule_words()) {
      if (r.rule.kind == spec::BoundaryKind::kConstant) continue;
      rules += fmt::format("{}{}", rules.empty() ? "" : ", ", r.word);
    }
    notes.push_back(fmt::format("rules are {} and {{constant: value}}", rules));
    program.diagnostics.error(code, value.where, message, notes, fix);
    return std::nullopt;
  };
  spec::Boundary out;
  if (value.is_scalar()) {
    const auto rule = boundary_word(value.text);
    if (!rule || rule->kind == spec::BoundaryKind::kConstant)
      return fail(Code::kUnknownKeyword, fmt::format("there is no boundary rule '{}'", value.text));
    const spec::Array& array = program.stencil.arrays[of.array];
    const std::string& name = array.vector.empty() ? array.name : array.vector;
    if (of.type && !takes_rule(*rule, *of.type, name, value.where, program.diagnostics)) return std::nullopt;
    return rule;
  }
  const YamlValue* all = value.find("constant");
  const bool single = value.is_map() && all != nullptr && value.keys.size() == 1;
  const int errors_before = program.diagnostics.errors_raised();
  const YamlValue* constant = single ? constant_for(program, *all, of.array) : nullptr;
  if (program.diagnostics.errors_raised() > errors_before) return std::nullopt;
  if (constant == nullptr) {
    return fail(Code::kWrongKind,
                fmt::format("a boundary rule must be a word or {{constant: value}}, not {}", value.describe()));
  }
  out.kind = spec::BoundaryKind::kConstant;
  const auto ast = read_expression(program, *constant, of.turns);
  if (!ast) return std::nullopt;
  const auto number = constant_of(program, *ast);
  if (!number || !of.type) return std::nullopt;
  const auto bits = fit_or_report(*number, *of.type, constant->where, program.scope, program.diagnostics);
  if (!bits) return std::nullopt;
  out.constant = *bits;
  return out;
}

/// The rules of the two ends of an axis: one for both, or a list [low, high]. Faults: those of read_rule, RG0203,
/// RG0375.
std::optional<std::array<spec::Boundary, 2>> read_sides(Program& program, const YamlValue& value, const RuleOf& of) {
  if (!value.is_list()) {
    const auto rule = read_rule(program, value, of);
    if (!rule) return std::nullopt;
    return {{*rule, *rule}};
  }
  if (value.items.size() != 2) {
    program.diagnostics.error(Code::kWrongKind, value.where,
                              fmt::format("an axis has two ends, not {}", value.items.size()),
                              {"write [low, high], such as [edge, {constant: 0}], or one rule for both"});
    return std::nullopt;
  }
  const auto low = read_rule(program, value.items[0], of);
  const auto high = read_rule(program, value.items[1], of);
  if (!low || !high) return std::nullopt;
  const bool wraps = low->kind == spec::BoundaryKind::kWrap;
  if (wraps != (high->kind == spec::BoundaryKind::kWrap)) {
    program.diagnostics.error(Code::kOneSidedWrap, value.items[wraps ? 0 : 1].where,
                              "an axis must wrap at both ends or at neither",
                              {"write wrap alone, or another rule for each end"});
    return std::nullopt;
  }
  return {{*low, *high}};
}

void no_such_axis(Program& program, const std::string& name, const SourceLocation& where) {
  program.diagnostics.error(
      Code::kUnknownAxis, where, fmt::format("the grid has no axis {}", name),
      {fmt::format("the grid has {} ax{}s", program.stencil.axes, program.stencil.axes == 1 ? "i" : "e")});
}

/// The axis a key names, or -1 after a diagnostic.
int axis_of(Program& program, const std::string& key, const SourceLocation& where) {
  const int axis = axis_number(key);
  if (axis < 0) {
    program.diagnostics.error(Code::kUnknownKey, where, fmt::format("unknown key '{}'", key),
                              {"a boundary is a rule, {constant: value}, or one rule per axis: x, y, z"});
    return -1;
  }
  if (axis < program.stencil.axes || program.settings.find("grid") == nullptr) return axis;
  no_such_axis(program, key, where);
  return -1;
}

/// Removes from a field the axes that `value` does not name; nullptr: it has all axes.
void set_axes(Program& program, spec::ArrayId array, const YamlValue* value) {
  if (value == nullptr) return;
  spec::Array& field = program.stencil.arrays[array];
  Symbol& symbol = program.scope.symbols[field.shown()];
  if (!value->is_list()) {  // reported by the schema
    symbol.kind = Symbol::Kind::kInvalid;
    return;
  }
  std::vector<int> axes;
  for (const YamlValue& item : value->items) {
    const int axis = axis_number(item.text);
    if (axis < program.stencil.axes) {
      axes.push_back(axis);
      continue;
    }
    // Without a grid its axes are unknown, which is already reported.
    if (program.settings.find("grid") != nullptr) no_such_axis(program, item.text, item.where);
    symbol.kind = Symbol::Kind::kInvalid;
    return;
  }
  for (int axis = 0; axis < program.stencil.axes; ++axis) {
    field.spans[static_cast<std::size_t>(axis)] = std::find(axes.begin(), axes.end(), axis) != axes.end();
  }
  symbol.axes = axes;
}

}  // namespace

bool is_added(const YamlValue& map, const std::string& key) {
  return std::find(map.added.begin(), map.added.end(), key) != map.added.end();
}

bool is_included(const Program& program, const SourceLocation& where) {
  return where.file != program.stencil.file.path().string() && !is_override(where);
}

bool take_name(Program& program, const std::string& name, const std::string& what, const SourceLocation& where) {
  const Names::Verdict verdict = program.names.take(name, what, where, program.diagnostics);
  program.unparsed = program.unparsed || verdict != Names::Verdict::kFree;
  if (verdict == Names::Verdict::kRefused) program.definitions.vocabulary.refused.insert(name);
  return verdict != Names::Verdict::kTaken;
}

std::optional<Exact> constant_of(Program& program, const Ast& ast) {
  program.scope.constants_only = true;
  auto out = evaluate_constant(ast, program.scope, program.diagnostics);
  program.scope.constants_only = false;
  return out;
}

std::optional<Ast> read_expression(Program& program, const YamlValue& scalar, const Turns& turns) {
  auto ast = parse_expression(scalar, program.definitions.vocabulary, program.diagnostics);
  if (ast) return expand(program, *std::move(ast), turns);
  program.unparsed = true;
  return std::nullopt;
}

std::optional<spec::Type> read_type(Program& program, const YamlValue* value) {
  if (value == nullptr) return program.default_type;
  if (!value->is_scalar()) return std::nullopt;  // reported by the schema
  const Expected<spec::Type> type = parse_type(value->text);
  if (type) return *type;
  program.diagnostics.report(type.error(), value->where);
  return std::nullopt;
}

void set_boundary(Program& program, spec::ArrayId array, const YamlValue* value, const Turns& turns) {
  if (value == nullptr || value->is_null()) return;  // null: reported by the schema
  const Symbol& symbol = program.scope.symbols[program.stencil.arrays[array].shown()];
  program.stencil.arrays[array].boundary_given = true;
  RuleOf of{array, {}, turns};
  if (symbol.kind == Symbol::Kind::kArray) of.type = symbol.type;
  const auto& spans = program.stencil.arrays[array].spans;
  spec::BoundaryRule low{}, high{};
  const auto take = [&](std::size_t axis, const std::optional<std::array<spec::Boundary, 2>>& sides) {
    if (!sides) return;
    low[axis] = (*sides)[0];
    high[axis] = (*sides)[1];
  };
  if (!value->is_map() || value->find("constant") != nullptr) {
    const auto sides = read_sides(program, *value, of);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(program.stencil.axes); ++axis) {
      if (spans[axis]) take(axis, sides);
    }
  } else {
    for (std::size_t i = 0; i < value->keys.size(); ++i) {
      const int axis = axis_of(program, value->keys[i], value->key_places[i]);
      const auto sides = read_sides(program, value->items[i], of);
      if (axis >= 0 && !spans[static_cast<std::size_t>(axis)]) {
        program.diagnostics.error(
            Code::kUnknownAxis, value->key_places[i],
            fmt::format("'{}' has no axis {}", program.stencil.arrays[array].shown(), value->keys[i]),
            {"rules only apply to the axes that the field has: see its 'axes'"});
      } else if (axis >= 0) {
        take(static_cast<std::size_t>(axis), sides);
      }
    }
  }
  program.stencil.arrays[array].boundary = low;
  program.stencil.arrays[array].boundary_high = high;
}

spec::ArrayId add_array(Program& program, const std::string& name, std::optional<spec::Type> type,
                        const SourceLocation& where) {
  spec::Array array;
  array.name = name;
  array.type = type.value_or(spec::Type::float_of(8, 23));
  array.where = where;
  const spec::ArrayId index = program.stencil.arrays.push_back(std::move(array));
  program.scope.streams.push_back({});
  program.arrays[name] = index;
  Symbol symbol;
  symbol.kind = type ? Symbol::Kind::kArray : Symbol::Kind::kInvalid;
  symbol.index = index.index();
  symbol.type = type.value_or(spec::Type::float_of(8, 23));
  for (int axis = 0; axis < program.stencil.axes; ++axis) symbol.axes.push_back(axis);
  program.scope.symbols[name] = symbol;
  return index;
}

void read_fields(Program& program) {
  const YamlValue* fields = program.settings.find("fields");
  if (fields == nullptr) return;
  for (std::size_t i = 0; i < fields->keys.size(); ++i) {
    const YamlValue& entry = fields->items[i];
    if (!take_name(program, fields->keys[i], "field", fields->key_places[i])) continue;
    std::optional<spec::Type> type;
    if (entry.is_map()) type = read_type(program, entry.find("type"));
    const YamlValue* components = entry.is_map() ? entry.find("components") : nullptr;
    std::vector<spec::ArrayId> arrays;
    if (components == nullptr || components->is_null()) {
      arrays.push_back(add_array(program, fields->keys[i], type, fields->key_places[i]));
    } else if (const auto names = read_components(program, *components)) {
      const Vector vector{fields->keys[i], *names};
      arrays = add_vector(program, vector, type, fields->key_places[i]);
      program.definitions.vectors[fields->keys[i]] = vector;
    }
    program.unparsed = program.unparsed || arrays.empty();
    constexpr std::size_t kMostFields = 1024;
    if (program.stencil.arrays.size() > kMostFields) {
      program.diagnostics.error(Code::kTooManyFields, fields->key_places[i],
                                fmt::format("more than {} fields, counting each component of a vector", kMostFields),
                                {fmt::format("the remaining {} are ignored", fields->keys.size() - i)});
      program.unparsed = true;
      return;
    }
    for (const spec::ArrayId array : arrays) {
      const std::string name = program.stencil.arrays[array].shown();
      program.declared.push_back(
          {name, arrays.size() > 1 ? "component" : "field", fields->key_places[i], is_added(*fields, fields->keys[i])});
      if (entry.is_map()) set_axes(program, array, entry.find("axes"));
    }
  }
}

void read_field_boundaries(Program& program) {
  const YamlValue* fields = program.settings.find("fields");
  if (fields == nullptr) return;
  for (std::size_t i = 0; i < fields->keys.size(); ++i) {
    for (const spec::ArrayId array : arrays_of(program, fields->keys[i]))
      set_boundary(program, array, fields->items[i].find("boundary"));
  }
}

}  // namespace rtlgen::frontend
