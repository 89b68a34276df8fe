// Monitors, expressions evaluated after a pass, and parameters that are expressions of the step.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/expr/types.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/passes/open_cells.hpp"
#include "frontend/passes/vectors.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Type;

/// Default type of a sum: wide enough for any grid of ordinary values.
Type sum_type(const Type& field) {
  if (field.is_integer()) return field.is_signed() ? Type::int_of(64) : Type::uint_of(64);
  Type out = field;
  out.width = 64;
  if (field.is_float()) out = {spec::TypeKind::kFixed, 64, 0, 32};
  return out;
}

void refuse(Program& program, const SourceLocation& where, const std::string& what, const std::string& note) {
  program.diagnostics.error(Code::kInvalidMonitor, where, what, {note});
}

/// The field of a monitor, or none after a diagnostic.
spec::ArrayId field_of(Program& program, const YamlValue& of) {
  const spec::ArrayId found = array_named(program, of.text);
  if (found.valid() || refuse_vector(program, of.text, of.where)) return found;
  std::vector<std::string> fields;
  for (const auto& [name, array] : program.arrays) fields.push_back(name);
  const std::string known = fmt::format("fields are {}", fmt::join(fields, ", "));
  program.diagnostics.error(Code::kUndefinedName, of.where, fmt::format("there is no field '{}'", of.text), {known},
                            nearest_fix(of.text, fields));
  return {};
}

std::optional<Type> monitor_type(Program& program, const spec::Monitor& monitor, const Type& field,
                                 const YamlValue* type) {
  if (!reduction_word(monitor.reduction).is_sum) {
    if (type == nullptr) return field;
    refuse(program, type->where, fmt::format("'{}' has the type of its field, {}", monitor.name, field.name()),
           "only sums can have another type: leave 'type' out");
    return std::nullopt;
  }
  if (type == nullptr) return sum_type(field);
  const auto wanted = read_type(program, type);
  if (wanted && wanted->is_float()) {
    refuse(program, type->where,
           fmt::format("a sum cannot be {}: its last bits would depend on the order", wanted->name()),
           "use integers or fixed point, whose sums are the same in any order: fixed<64,32>, int<64>");
    return std::nullopt;
  }
  return wanted;
}

void check_monitor(Program& program, const spec::Monitor& monitor, const IndexVector<spec::ArrayId, bool>& ignored) {
  const spec::Array& array = program.stencil.arrays[monitor.array];
  if (array.role == spec::Role::kInput) {
    refuse(program, monitor.where, fmt::format("'{}' is not a state or output field", array.shown()),
           "no line assigns it: it is the same after every pass");
  } else if (reduction_word(monitor.reduction).needs_old_value && array.role != spec::Role::kState) {
    refuse(program, monitor.where, fmt::format("'{}' is an output: it has no old value to compare with", array.shown()),
           "max_change requires a state field, which some line reads");
  }
  if (ignored[monitor.array]) {
    refuse(program, monitor.where,
           fmt::format("cells of '{}' near the border do not matter (border: ignore)", array.shown()),
           "a monitor covers all cells: use border: keep, or monitor another field");
  }
}

std::optional<spec::NodeId> lower_one(Program& program, Graph& graph, const YamlValue& value, const Type& type,
                                      const std::string& name) {
  if (!value.is_scalar()) return std::nullopt;  // reported by the schema
  const auto ast = read_expression(program, value);
  if (!ast) return std::nullopt;
  Diagnostics reported_by_lower;
  const Typed root = infer(*ast, program.scope, reported_by_lower).back();
  if (type == Type::boolean() && root.typed() && root.type != type) {
    program.diagnostics.error(Code::kNotACondition, value.where,
                              fmt::format("'{}' is {}, not a condition", name, root.type.name()),
                              {"compare it with something: max_change < 1e-4"});
    return std::nullopt;
  }
  return lower(*ast, program.scope, type, name, graph, program.diagnostics);
}

bool names_monitor(const Program& program, spec::NodeId root) {
  std::vector<spec::NodeId> pending{root};
  while (!pending.empty()) {
    const spec::Node& node = program.stencil.nodes[pending.back()];
    pending.pop_back();
    if (node.op == spec::Op::kMonitor) return true;
    pending.insert(pending.end(), node.args.begin(), node.args.end());
  }
  return false;
}

}  // namespace

void lower_step_params(Program& program, Graph& graph) {
  program.scope.value_of = Scope::Of::kStep;
  for (const StepParam& param : program.step_params) {
    const auto node = lower(param.ast, program.scope, param.type, param.name, graph, program.diagnostics);
    Symbol& symbol = program.scope.symbols[param.name];
    if (node)
      symbol.node = *node;
    else
      symbol.kind = Symbol::Kind::kInvalid;
  }
  program.scope.value_of = Scope::Of::kCell;
}

void read_monitors(Program& program) {
  const YamlValue* monitors = program.settings.find("monitor");
  if (monitors == nullptr) return;
  for (std::size_t i = 0; i < monitors->keys.size(); ++i) {
    const std::string& name = monitors->keys[i];
    const YamlValue& entry = monitors->items[i];
    if (!take_name(program, name, "monitor", monitors->key_places[i])) continue;
    program.scope.symbols[name] = Symbol{};  // invalid until it has been checked
    const YamlValue* of = entry.is_map() ? entry.find("of") : nullptr;
    const YamlValue* reduce = entry.is_map() ? entry.find("reduce") : nullptr;
    if (of == nullptr || !of->is_scalar() || reduce == nullptr || !reduce->is_scalar()) continue;
    spec::Monitor monitor;
    monitor.name = name;
    monitor.where = of->where;
    monitor.reduction = reduction_table()[at(choice_or_default(reduce, key_row("monitor.*.reduce")))].reduction;
    monitor.array = field_of(program, *of);
    if (!monitor.array.valid()) continue;
    const Symbol& field = program.scope.symbols[program.stencil.arrays[monitor.array].shown()];
    if (field.kind != Symbol::Kind::kArray) continue;
    const auto type = monitor_type(program, monitor, field.type, entry.find("type"));
    if (!type) continue;
    monitor.type = *type;
    Symbol symbol;
    symbol.kind = Symbol::Kind::kMonitor;
    symbol.type = *type;
    symbol.index = static_cast<int>(program.stencil.monitors.size());
    program.scope.symbols[name] = symbol;
    program.stencil.monitors.push_back(std::move(monitor));
  }
}

void lower_after_pass(Program& program, Graph& graph) {
  const IndexVector<spec::ArrayId, bool> ignored = arrays_with_open_cells(program.stencil);
  for (const spec::Monitor& monitor : program.stencil.monitors) check_monitor(program, monitor, ignored);
  program.scope.value_of = Scope::Of::kPass;
  if (const YamlValue* until = program.settings.find("until")) {
    if (const auto root = lower_one(program, graph, *until, Type::boolean(), "until")) {
      program.stencil.until = *root;
      if (!names_monitor(program, *root)) {
        program.diagnostics.error(Code::kUntilWithoutMonitor, until->where,
                                  "'until' reads no monitor, so it never changes",
                                  {"compare a monitor, as in until: \"max_change < 1e-4\""});
      }
    }
  }
  for (const NextValue& next : program.next_values) {
    spec::Param& param = program.stencil.params[next.param];
    if (const auto root = lower_one(program, graph, *next.value, param.type, param.name)) param.next = *root;
  }
  program.scope.value_of = Scope::Of::kCell;
}

}  // namespace rtlgen::frontend
