// Parameters, fields and boundary rules.
#include "frontend/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/hints.hpp"
#include "frontend/suggest.hpp"
#include "frontend/types.hpp"
#include "frontend/words.hpp"

namespace rtlgen::frontend {

namespace {

/// A parameter while its value is not known yet.
struct PendingParam {
  std::string name;
  SourceLocation where;
  const YamlValue* value = nullptr;  ///< or the list of values
  bool listed = false;
  std::vector<Ast> asts;  ///< of the value, or of each in the list
  const YamlValue* next = nullptr;
  bool typed = false;
  bool runtime = false;
  std::optional<spec::Type> type;
  int waiting = 0;  ///< parameters it needs that are not known yet
};

bool is_added(const YamlValue& map, const std::string& key) {
  return std::find(map.added.begin(), map.added.end(), key) != map.added.end();
}

std::optional<Exact> constant_of(Program& program, const Ast& ast) {
  program.scope.constants_only = true;
  auto out = evaluate_constant(ast, program.scope, program.diagnostics);
  program.scope.constants_only = false;
  return out;
}

/// Whether the keys of a parameter go together.
bool check_keys(Program& program, const PendingParam& param, const YamlValue& entry) {
  const auto refuse = [&](const SourceLocation& where, const char* code, const std::string& what, const char* note) {
    program.diagnostics.error(code, where, what, {note});
    return false;
  };
  if (param.value == nullptr) {
    return refuse(entry.where, "RG0202", "the key 'value' is missing",
                  "a parameter has a 'value', or 'values' by time step");
  }
  if (param.listed && entry.find("value") != nullptr) {
    return refuse(param.value->where, "RG0361", fmt::format("'{}' has both 'value' and 'values'", param.name),
                  "'value' is one number for all time steps, 'values' one a step");
  }
  if (param.listed && param.runtime) {
    return refuse(param.value->where, "RG0361", fmt::format("a run-time parameter has one 'value', not 'values'"),
                  "leave 'runtime' out: the list is then folded into the hardware");
  }
  if (param.next != nullptr && !param.runtime) {
    return refuse(param.next->where, "RG0361",
                  fmt::format("'{}' has a 'next' but is no run-time parameter", param.name),
                  "add 'runtime: true': only a register can change from pass to pass");
  }
  return true;
}

void read_values(Program& program, PendingParam& param) {
  if (param.next != nullptr && !param.next->is_scalar()) program.unparsed = true;
  if (param.value == nullptr || (param.listed && !param.value->is_list()) ||
      (!param.listed && !param.value->is_scalar())) {
    program.unparsed = true;
    return;
  }
  const auto read = [&](const YamlValue& value) {
    if (auto ast = read_expression(program, value)) param.asts.push_back(*std::move(ast));
  };
  if (!param.listed) return read(*param.value);
  for (const YamlValue& item : param.value->items) read(item);
  if (param.asts.size() != param.value->items.size()) param.asts.clear();  // reported
}

std::vector<PendingParam> collect_params(Program& program, const YamlValue& params) {
  std::vector<PendingParam> out;
  for (std::size_t i = 0; i < params.keys.size(); ++i) {
    const std::string& name = params.keys[i];
    const YamlValue& entry = params.items[i];
    if (!program.names.take(name, "parameter", params.key_places[i], program.diagnostics)) {
      program.unparsed = true;
      continue;
    }
    program.declared.push_back({name, "parameter", params.key_places[i], is_added(params, name)});
    program.scope.symbols[name] = Symbol{};  // invalid until its value is known
    if (!entry.is_map()) continue;
    PendingParam param;
    param.name = name;
    param.where = params.key_places[i];
    param.listed = entry.find("values") != nullptr;
    param.value = entry.find(param.listed ? "values" : "value");
    param.next = entry.find("next");
    param.runtime = boolean_or_default(entry.find("runtime"), key_spec("params.*.runtime"));
    const YamlValue* type = entry.find("type");
    param.typed = param.runtime || param.listed || type != nullptr;
    param.type = read_type(program, type);
    const bool sound = check_keys(program, param, entry);
    read_values(program, param);
    if (param.runtime && param.type) {
      Symbol& symbol = program.scope.symbols[name];
      symbol.kind = Symbol::Kind::kRuntimeParam;
      symbol.type = *param.type;
    }
    if (sound && !param.asts.empty()) out.push_back(std::move(param));
  }
  return out;
}

/// Does the value follow the time step?
bool follows_step(const Program& program, const Ast& ast) {
  return std::any_of(ast.nodes.begin(), ast.nodes.end(), [&](const AstNode& node) {
    const auto symbol = program.scope.symbols.find(node.name);
    if (node.kind != AstNode::Kind::kName || symbol == program.scope.symbols.end()) return false;
    return symbol->second.kind == Symbol::Kind::kStep || symbol->second.kind == Symbol::Kind::kByStep;
  });
}

/// A value for every time step: a list, or an expression of the step.
void define_by_step(Program& program, PendingParam& param) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::kByStep;
  if (!param.type) return;
  symbol.type = *param.type;
  if (!param.listed) {
    program.step_params.push_back({param.name, *param.type, std::move(param.asts[0])});
  } else {
    spec::Param out;
    out.name = param.name;
    out.type = *param.type;
    out.where = param.where;
    for (std::size_t i = 0; i < param.asts.size(); ++i) {
      const auto value = constant_of(program, param.asts[i]);
      if (!value) return;
      const auto bits = fit_or_report(*value, *param.type, param.value->items[i].where, program.diagnostics);
      if (!bits) return;
      out.by_step.push_back(*bits);
    }
    symbol.index = static_cast<int>(program.stencil.params.size());
    program.stencil.params.push_back(std::move(out));
  }
  program.scope.symbols[param.name] = symbol;
}

void define_param(Program& program, PendingParam& param) {
  if (param.listed || (!param.runtime && follows_step(program, param.asts[0]))) {
    return define_by_step(program, param);
  }
  const auto value = constant_of(program, param.asts[0]);
  Symbol& symbol = program.scope.symbols[param.name];
  if (!value || (param.typed && !param.type)) return;
  if (!param.typed) {
    symbol.kind = Symbol::Kind::kExact;
    symbol.value = *value;
    return;
  }
  const auto bits = fit_or_report(*value, *param.type, param.value->where, program.diagnostics);
  if (!bits) return;
  symbol.type = *param.type;
  if (param.runtime) {
    symbol.index = static_cast<int>(program.stencil.params.size());
    if (param.next != nullptr) program.next_values.push_back({symbol.index, param.next});
    program.stencil.params.push_back({param.name, *param.type, *bits, {}, -1, param.where});
    return;
  }
  symbol.kind = Symbol::Kind::kTypedConstant;
  symbol.value = decode(*bits, *param.type);
}

/// One rule; `type` is nullopt when the array's type was faulty.
std::optional<spec::Boundary> read_rule(Program& program, const YamlValue& value,
                                        const std::optional<spec::Type>& type) {
  const auto fail = [&](const char* code, const std::string& message) {
    std::vector<std::string> notes;
    if (value.is_scalar()) notes = hint_for_rule(value.text, RuleForm::kKey);
    const auto fix = value.is_scalar() && notes.empty() ? nearest_fix(value.text, boundary_words()) : std::nullopt;
    notes.emplace_back("rules are edge, reflect, symmetric, wrap and {constant: value}");
    program.diagnostics.error(code, value.where, message, notes, fix);
    return std::nullopt;
  };
  spec::Boundary out;
  if (value.is_scalar()) {
    const auto kind = boundary_word(value.text);
    if (!kind || *kind == spec::BoundaryKind::kConstant)
      return fail("RG0207", fmt::format("there is no boundary rule '{}'", value.text));
    out.kind = *kind;
    return out;
  }
  const YamlValue* constant = value.find("constant");
  if (!value.is_map() || constant == nullptr || value.keys.size() != 1 || !constant->is_scalar()) {
    return fail("RG0203",
                fmt::format("a boundary rule must be a word or {{constant: value}}, not {}", value.describe()));
  }
  out.kind = spec::BoundaryKind::kConstant;
  const auto ast = read_expression(program, *constant);
  if (!ast) return std::nullopt;
  const auto number = constant_of(program, *ast);
  if (!number || !type) return std::nullopt;
  const auto bits = fit_or_report(*number, *type, constant->where, program.diagnostics);
  if (!bits) return std::nullopt;
  out.constant = *bits;
  return out;
}

void no_such_axis(Program& program, const std::string& name, const SourceLocation& where) {
  program.diagnostics.error(
      "RG0215", where, fmt::format("the grid has no axis {}", name),
      {fmt::format("the grid has {} ax{}s", program.stencil.axes, program.stencil.axes == 1 ? "i" : "e")});
}

/// The axis a key names, or -1 after a diagnostic.
int axis_of(Program& program, const std::string& key, const SourceLocation& where) {
  const int axis = axis_number(key);
  if (axis < 0) {
    program.diagnostics.error("RG0201", where, fmt::format("there is no key '{}'", key),
                              {"a boundary is a rule, {constant: value}, or rules by axis: x, y, z"});
    return -1;
  }
  if (axis < program.stencil.axes || program.settings.find("grid") == nullptr) return axis;
  no_such_axis(program, key, where);
  return -1;
}

/// Takes the axes that `value` does not name away from a field; nullptr: it has all.
void set_axes(Program& program, int array, const YamlValue* value) {
  if (value == nullptr) return;
  spec::Array& field = program.stencil.arrays[static_cast<std::size_t>(array)];
  Symbol& symbol = program.scope.symbols[field.name];
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
    // Without a grid nothing is known of its axes, and that is reported already.
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

std::optional<Ast> read_expression(Program& program, const YamlValue& scalar) {
  auto ast = parse_expression(scalar, program.diagnostics);
  if (!ast) {
    program.unparsed = true;
    return std::nullopt;
  }
  for (const AstNode& node : ast->nodes) {
    if (node.kind == AstNode::Kind::kName || node.kind == AstNode::Kind::kTap) {
      program.used.insert(node.name);
    }
  }
  return ast;
}

std::optional<spec::Type> read_type(Program& program, const YamlValue* value) {
  if (value == nullptr) return program.default_type;
  if (!value->is_scalar()) return std::nullopt;  // reported by the schema
  TypeOutcome outcome = parse_type(value->text);
  if (!outcome.type) {
    program.diagnostics.error(outcome.code, value->where, outcome.message, outcome.notes);
  }
  return outcome.type;
}

void set_boundary(Program& program, int array, const YamlValue* value) {
  if (value == nullptr || value->is_null()) return;  // null: reported by the schema
  const Symbol& symbol = program.scope.symbols[program.stencil.arrays[static_cast<std::size_t>(array)].name];
  program.stencil.arrays[static_cast<std::size_t>(array)].boundary_given = true;
  std::optional<spec::Type> type;
  if (symbol.kind == Symbol::Kind::kArray) type = symbol.type;
  const auto& spans = program.stencil.arrays[static_cast<std::size_t>(array)].spans;
  spec::BoundaryRule out{};
  if (value->is_scalar() || value->find("constant") != nullptr) {
    const auto rule = read_rule(program, *value, type);
    const auto axes = static_cast<std::size_t>(program.stencil.axes);
    for (std::size_t axis = 0; axis < out.size(); ++axis) {
      if (axis < axes && spans[axis]) out[axis] = rule.value_or(spec::Boundary{});
    }
  } else {
    for (std::size_t i = 0; i < value->keys.size(); ++i) {
      const int axis = axis_of(program, value->keys[i], value->key_places[i]);
      const auto rule = read_rule(program, value->items[i], type);
      if (axis >= 0 && !spans[static_cast<std::size_t>(axis)]) {
        program.diagnostics.error(
            "RG0215", value->key_places[i],
            fmt::format("'{}' has no axis {}", program.stencil.arrays[static_cast<std::size_t>(array)].name,
                        value->keys[i]),
            {"a rule is for an axis that the field has, see its 'axes'"});
      } else if (axis >= 0 && rule) {
        out[static_cast<std::size_t>(axis)] = *rule;
      }
    }
  }
  program.stencil.arrays[static_cast<std::size_t>(array)].boundary = out;
}

int add_array(Program& program, const std::string& name, std::optional<spec::Type> type, const SourceLocation& where) {
  spec::Array array;
  array.name = name;
  array.type = type.value_or(spec::Type::float_of(8, 23));
  array.where = where;
  const int index = static_cast<int>(program.stencil.arrays.size());
  program.stencil.arrays.push_back(std::move(array));
  program.scope.streams.push_back(-1);
  program.arrays[name] = index;
  Symbol symbol;
  symbol.kind = type ? Symbol::Kind::kArray : Symbol::Kind::kInvalid;
  symbol.index = index;
  symbol.type = type.value_or(spec::Type::float_of(8, 23));
  for (int axis = 0; axis < program.stencil.axes; ++axis) symbol.axes.push_back(axis);
  program.scope.symbols[name] = symbol;
  return index;
}

void read_params(Program& program) {
  const YamlValue* params = program.settings.find("params");
  if (params == nullptr) return;
  std::vector<PendingParam> pending = collect_params(program, *params);
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < pending.size(); ++i) index[pending[i].name] = i;
  std::map<std::string, std::vector<std::size_t>> waiting_for;
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < pending.size(); ++i) {
    std::set<std::string> needs;
    for (const Ast& ast : pending[i].asts) {
      for (const AstNode& node : ast.nodes) {
        const auto found = index.find(node.name);
        // A run-time parameter in a constant is a fault that evaluation reports.
        if (node.kind == AstNode::Kind::kName && found != index.end() && !pending[found->second].runtime) {
          needs.insert(node.name);
        }
      }
    }
    pending[i].waiting = static_cast<int>(needs.size());
    for (const std::string& need : needs) waiting_for[need].push_back(i);
    if (needs.empty()) ready.push_back(i);
  }
  std::size_t defined = 0;
  for (; defined < ready.size(); ++defined) {
    PendingParam& param = pending[ready[defined]];
    define_param(program, param);
    param.waiting = -1;
    for (const std::size_t next : waiting_for[param.name]) {
      if (--pending[next].waiting == 0) ready.push_back(next);
    }
  }
  for (const PendingParam& param : pending) {
    if (param.waiting <= 0) continue;
    program.diagnostics.error("RG0318", param.value->where,
                              fmt::format("the value of '{}' depends on itself", param.name),
                              {"follow the names in it: they lead back here, or into another circle"});
  }
}

void read_fields(Program& program) {
  const YamlValue* fields = program.settings.find("fields");
  if (fields == nullptr) return;
  for (std::size_t i = 0; i < fields->keys.size(); ++i) {
    const YamlValue& entry = fields->items[i];
    if (!program.names.take(fields->keys[i], "field", fields->key_places[i], program.diagnostics)) {
      program.unparsed = true;
      continue;
    }
    program.declared.push_back({fields->keys[i], "field", fields->key_places[i], is_added(*fields, fields->keys[i])});
    std::optional<spec::Type> type;
    if (entry.is_map()) type = read_type(program, entry.find("type"));
    const int array = add_array(program, fields->keys[i], type, fields->key_places[i]);
    if (entry.is_map()) set_axes(program, array, entry.find("axes"));
  }
}

void read_field_boundaries(Program& program) {
  const YamlValue* fields = program.settings.find("fields");
  if (fields == nullptr) return;
  for (std::size_t i = 0; i < fields->keys.size(); ++i) {
    const auto array = program.arrays.find(fields->keys[i]);
    if (array == program.arrays.end()) continue;
    set_boundary(program, array->second, fields->items[i].find("boundary"));
  }
}

}  // namespace rtlgen::frontend
