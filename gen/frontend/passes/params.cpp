// Parameters, defined in any order: constants, run-time ones and those that depend on the time step.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/passes/declarations.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

/// A parameter whose value is not known yet.
struct PendingParam {
  std::string name;
  SourceLocation where;
  const YamlValue* value = nullptr;  ///< the value, or the list of values
  bool listed = false;
  std::vector<std::size_t> shape;  ///< shape of a table; empty: the value is not a list
  std::vector<Ast> asts;           ///< syntax trees of the value, or of each entry of the list or table
  std::vector<SourceLocation> places;
  const YamlValue* next = nullptr;
  bool typed = false;
  bool runtime = false;
  std::optional<spec::Type> type;
  int waiting = 0;  ///< number of parameters it needs that are not known yet
};

/// Whether the keys of a parameter are compatible.
bool check_keys(Program& program, const PendingParam& param, const YamlValue& entry) {
  const auto refuse = [&](const SourceLocation& where, Code code, const std::string& what, const char* note) {
    program.diagnostics.error(code, where, what, {note});
    return false;
  };
  if (param.value == nullptr) {
    return refuse(entry.where, Code::kMissingKey, "the key 'value' is missing",
                  "a parameter needs a 'value', or 'values' per time step");
  }
  if (param.listed && entry.find("value") != nullptr) {
    return refuse(param.value->where, Code::kIncompatibleParamKeys,
                  fmt::format("'{}' has both 'value' and 'values'", param.name),
                  "'value' is one number for all time steps, 'values' has one per step");
  }
  if (param.listed && param.runtime) {
    return refuse(param.value->where, Code::kIncompatibleParamKeys,
                  fmt::format("a run-time parameter has one 'value', not 'values'"),
                  "leave 'runtime' out: the list is then built into the hardware");
  }
  if (!param.listed && param.value->is_list() && (param.runtime || param.next != nullptr)) {
    return refuse(param.value->where, Code::kIncompatibleParamKeys,
                  fmt::format("the table '{}' cannot be a run-time parameter", param.name),
                  "a table is expanded where it is used: make each entry that changes a separate parameter");
  }
  if (param.next != nullptr && !param.runtime) {
    return refuse(param.next->where, Code::kIncompatibleParamKeys,
                  fmt::format("'{}' has a 'next' but is not a run-time parameter", param.name),
                  "add 'runtime: true': only a register can change from pass to pass");
  }
  return true;
}

void read_values(Program& program, PendingParam& param) {
  if (param.next != nullptr && !param.next->is_scalar()) program.unparsed = true;
  if (param.value == nullptr || param.value->is_null() || (param.listed && !param.value->is_list())) {
    program.unparsed = true;
    return;
  }
  std::size_t wanted = 0;
  const auto read = [&](const YamlValue& value) {
    ++wanted;
    param.places.push_back(value.where);
    if (auto ast = parse_expression(value, program.definitions.vocabulary, program.diagnostics))
      param.asts.push_back(*std::move(ast));
  };
  if (!param.value->is_list()) {
    read(*param.value);
  } else {
    for (const YamlValue& item : param.value->items) {
      if (!item.is_list()) read(item);
      for (const YamlValue& entry : item.items) read(entry);
    }
    const YamlValue& first = param.value->items.front();
    if (!param.listed) param.shape = {param.value->items.size()};
    if (!param.listed && first.is_list()) param.shape.push_back(first.items.size());
  }
  if (param.asts.size() == wanted) return;
  param.asts.clear();  // reported
  program.unparsed = true;
}

std::vector<PendingParam> collect_params(Program& program, const YamlValue& params) {
  std::vector<PendingParam> out;
  for (std::size_t i = 0; i < params.keys.size(); ++i) {
    const std::string& name = params.keys[i];
    const YamlValue& entry = params.items[i];
    if (!take_name(program, name, "parameter", params.key_places[i])) continue;
    // An included file may define more than is needed here.
    if (is_added(params, name) || !is_included(program, params.key_places[i]))
      program.declared.push_back({name, "parameter", params.key_places[i], is_added(params, name)});
    program.scope.symbols[name] = Symbol{};  // invalid until its value is known
    if (!entry.is_map()) continue;
    PendingParam param;
    param.name = name;
    param.where = params.key_places[i];
    param.listed = entry.find("values") != nullptr;
    param.value = entry.find(param.listed ? "values" : "value");
    param.next = entry.find("next");
    param.runtime = boolean_or_default(entry.find("runtime"), key_row("params.*.runtime"));
    const YamlValue* type = entry.find("type");
    param.typed = param.runtime || param.listed || type != nullptr;
    param.type = read_type(program, type);
    const bool sound = check_keys(program, param, entry);
    read_values(program, param);
    if (param.runtime && param.type && param.shape.empty()) {
      Symbol& symbol = program.scope.symbols[name];
      symbol.kind = Symbol::Kind::kRuntimeParam;
      symbol.type = *param.type;
    }
    if (sound && !param.asts.empty()) out.push_back(std::move(param));
  }
  return out;
}

/// Whether the value depends on the time step.
bool follows_step(const Program& program, const Ast& ast) {
  return std::any_of(ast.nodes.begin(), ast.nodes.end(), [&](const AstNode& node) {
    const auto symbol = program.scope.symbols.find(node.name);
    if (node.kind != AstNode::Kind::kName || symbol == program.scope.symbols.end()) return false;
    return symbol->second.kind == Symbol::Kind::kStep || symbol->second.kind == Symbol::Kind::kByStep;
  });
}

/// The numbers of a list or table, or nothing after a diagnostic.
std::optional<std::vector<PlacedNumber>> numbers_of(Program& program, const PendingParam& param) {
  std::vector<PlacedNumber> out;
  for (std::size_t i = 0; i < param.asts.size(); ++i) {
    const auto value = constant_of(program, param.asts[i]);
    if (!value) return std::nullopt;
    out.push_back({*value, param.places[i]});
  }
  return out;
}

/// Their bits in the parameter's type.
std::optional<std::vector<std::uint64_t>> fitted_values(Program& program, const PendingParam& param) {
  const auto numbers = numbers_of(program, param);
  if (!numbers) return std::nullopt;
  return fit_list(*numbers, *param.type, param.value->where, program.scope, program.diagnostics);
}

/// Defines a parameter with a value for every time step: a list, or an expression of the step.
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
    const auto bits = fitted_values(program, param);
    if (!bits) return;
    out.by_step = *bits;
    symbol.index = static_cast<int>(program.stencil.params.size());
    program.stencil.params.push_back(std::move(out));
  }
  program.scope.symbols[param.name] = symbol;
}

void define_table(Program& program, const PendingParam& param) {
  Table table{param.shape, {}, param.type};
  if (param.typed && !param.type) return;
  if (param.typed) {
    const auto bits = fitted_values(program, param);
    if (!bits) return;
    for (const std::uint64_t entry : *bits) table.values.push_back(decode(entry, *param.type));
  } else {
    const auto numbers = numbers_of(program, param);
    if (!numbers) return;
    for (const PlacedNumber& number : *numbers) table.values.push_back(number.value);
  }
  program.scope.symbols[param.name].kind = Symbol::Kind::kTable;
  if (!param.typed) table.type.reset();
  program.definitions.tables[param.name] = std::move(table);
}

void define_param(Program& program, PendingParam& param) {
  for (Ast& ast : param.asts) {
    auto expanded = expand(program, std::move(ast), {});
    if (!expanded) return;
    ast = *std::move(expanded);
  }
  if (!param.shape.empty()) return define_table(program, param);
  if (param.listed || (!param.runtime && follows_step(program, param.asts[0]))) {
    return define_by_step(program, param);
  }
  const auto value = constant_of(program, param.asts[0]);
  Symbol& symbol = program.scope.symbols[param.name];
  if (!value || (param.typed && !param.type)) return;
  if (!param.typed) {
    symbol.kind = Symbol::Kind::kExact;
    symbol.value = *value;
    symbol.where = param.value->where;
    return;
  }
  const auto bits = fit_or_report(*value, *param.type, param.value->where, program.scope, program.diagnostics);
  if (!bits) return;
  symbol.type = *param.type;
  if (param.runtime) {
    symbol.index = static_cast<int>(program.stencil.params.size());
    if (param.next != nullptr) program.next_values.push_back({spec::ParamId(symbol.index), param.next});
    program.stencil.params.push_back({param.name, *param.type, *bits, {}, {}, param.where});
    return;
  }
  symbol.kind = Symbol::Kind::kTypedConstant;
  symbol.value = decode(*bits, *param.type);
}

}  // namespace

void declare_builtins(Program& program) {
  for (const BuiltinName& builtin : builtin_names()) {
    Symbol symbol;
    symbol.type = spec::Type::int_of(32);
    symbol.index = builtin.axis;
    symbol.kind = builtin.op == spec::Op::kStep         ? Symbol::Kind::kStep
                  : builtin.op == spec::Op::kCoordinate ? Symbol::Kind::kCoordinate
                                                        : Symbol::Kind::kExtent;
    program.scope.symbols[std::string(builtin.name)] = symbol;
  }
  Symbol& pi = program.scope.symbols[std::string(kPi)];
  pi.kind = Symbol::Kind::kExact;
  pi.value = exact_pi();
}

void declare_extents(Program& program) {
  program.scope.fixed_extents = program.stencil.hardware.extents == spec::ExtentMode::kFixed;
  for (const BuiltinName& builtin : builtin_names()) {
    if (builtin.op != spec::Op::kExtent) continue;
    const bool there = builtin.axis < program.stencil.axes;
    program.scope.symbols[std::string(builtin.name)].value =
        there ? static_cast<long>(program.stencil.grid[at(builtin.axis)]) : 1L;
  }
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
      std::set<std::string> names = free_names(ast);
      names.merge(called_names(ast, program.definitions));
      for (const std::string& name : names) {
        const auto found = index.find(name);
        // A run-time parameter in a constant is a fault that evaluation reports.
        if (found != index.end() && !pending[found->second].runtime) needs.insert(name);
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
    program.unparsed = program.unparsed || !program.definitions.functions.empty();  // any of these may be called
    program.diagnostics.error(Code::kCircularParams, param.value->where,
                              fmt::format("the value of '{}' depends on itself", param.name),
                              {"follow the names in it: they lead back here, or into another cycle"});
  }
}

}  // namespace rtlgen::frontend
