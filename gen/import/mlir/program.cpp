// One pass over the function: its arguments, numbers and time loop. Unknown operations are refused.
#include "import/mlir/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "import/make_expr.hpp"
#include "import/mlir/arithmetic.hpp"
#include "import/mlir/program_reader.hpp"
#include "import/mlir/types.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer::mlir {

using c::ValuePtr;

namespace {

constexpr std::int64_t kMostTimeSteps = 2147483647;
constexpr std::int64_t kFarthestStep = 1000000000000000000;
constexpr std::size_t kMostAxes = 3;
constexpr int kLargestNumber = 1000;  ///< operations

}  // namespace

Program ProgramReader::run() {
  out_.trace.name = function_.name.empty() ? "stencil" : function_.name;
  out_.trace.language = "MLIR";
  out_.trace.simultaneous = true;
  out_.column_major = function_.column_major;
  Scope& scope = out_.scopes.emplace_back();
  for (const Argument& argument : function_.body.arguments) declare(argument, scope);
  for (const auto& [name, value] : values_) {
    if (!scope.names.contains("%" + name) && !(name.starts_with("arg") && scope.names.contains("%" + name.substr(3))))
      reporter_.warning(Code::kIneffectiveImportOption, function_.span,
                        fmt::format("-D {}: '{}' has no argument of that name", name, out_.trace.name));
  }
  walk(function_.body, scope);
  if (out_.stores.empty())
    refuse(function_.span, "this function stores nothing", "rtlgen imports what stencil.store writes");
  return std::move(out_);
}

void ProgramReader::refuse(Span span, const std::string& message, const std::string& note) const {
  reporter_.fail(Code::kNotExpressible, span, message, {note});
}

Entity ProgramReader::of_value(const ValuePtr& value) {
  Entity out;
  out.kind = Entity::Kind::kValue;
  out.value = value;
  return out;
}

Entity ProgramReader::of_field(const Field& field) {
  Entity out;
  out.kind = Entity::Kind::kField;
  out.field = field;
  return out;
}

void ProgramReader::declare(const Argument& argument, Scope& scope) {
  const std::string name = plain_name(argument.name, "arg");
  Entity entity;
  if (argument.type.kind == Type::Kind::kField) {
    entity = of_field(new_field(name, argument.type, argument.span, false));
  } else if (argument.type.kind == Type::Kind::kMemref) {
    entity.kind = Entity::Kind::kMemref;
    entity.memref = static_cast<int>(memrefs_.size());
    memrefs_.push_back({argument.type, name, argument.span, nullptr, -1, -1});
  } else {
    const CType type = number_of(argument.type, argument.span, reporter_);
    const auto given = values_.find(name);
    if (given != values_.end()) {
      entity = of_value(constant_of(given->second, type, argument.span, reporter_));
    } else {
      const int id = static_cast<int>(out_.trace.parameters.size());
      out_.trace.parameters.push_back({name, argument.span, type});
      entity = of_value(c::leaf(c::Value::Kind::kParameter, id, type, argument.span));
    }
  }
  scope.names[argument.name] = entity;
}

Field ProgramReader::new_field(const std::string& name, const Type& type, Span span, bool is_local) {
  Field field;
  field.type = type;
  if (type.number.width == 0) refuse_elements(type, reporter_);
  if (type.axes.empty() || type.axes.size() > kMostAxes)
    refuse(type.span, fmt::format("this field has {}", counted(type.axes.size(), "axis", "axes")),
           "grids have one to three axes");
  field.buffer = static_cast<int>(out_.trace.buffers.size());
  out_.trace.buffers.push_back({name, span, type.number, {}, false, is_local});
  out_.buffer_bounds.emplace_back();
  learn(field, type, span);
  return field;
}

void ProgramReader::learn(Field& field, const Type& type, Span span) {
  std::optional<Bounds> bounds = type.bounds;
  const bool sized =
      std::all_of(type.sizes.begin(), type.sizes.end(), [](const auto& size) { return size.has_value(); });
  auto& known = out_.buffer_bounds[static_cast<std::size_t>(field.buffer)];
  if (!bounds && sized && !type.sizes.empty() && !known && !field.bounds) {
    bounds = Bounds{};
    for (const auto& size : type.sizes) {
      bounds->low.push_back(0);
      bounds->high.push_back(*size);
    }
  }
  if (bounds) set_bounds(field, *bounds, span);
}

void ProgramReader::set_bounds(Field& field, const Bounds& bounds, Span span) {
  auto& known = out_.buffer_bounds[static_cast<std::size_t>(field.buffer)];
  if (bounds.low.size() != field.type.axes.size() || bounds.high.size() != bounds.low.size())
    reporter_.fail(Code::kProgramMismatch, span,
                   fmt::format("{} for a field with {}", counted(bounds.low.size(), "bound"),
                               counted(field.type.axes.size(), "axis", "axes")));
  constexpr std::int64_t kFarthest = 999999999;  // nine digits, as in types
  for (std::size_t a = 0; a < bounds.low.size(); ++a) {
    if (!field.type.axes[a]) continue;
    if (bounds.low[a] >= bounds.high[a])
      reporter_.fail(Code::kInvalidProgramValue, span,
                     fmt::format("no cell lies in [{}, {}]", bounds.low[a], bounds.high[a]));
    if (bounds.low[a] < -kFarthest || bounds.high[a] > kFarthest)
      reporter_.fail(Code::kInvalidProgramValue, span,
                     fmt::format("the bounds [{}, {}] are too large", bounds.low[a], bounds.high[a]),
                     {kMostDigitsNote});
  }
  if (known && (known->low != bounds.low || known->high != bounds.high))
    refuse(span, "this field has different bounds elsewhere", "use one range of indices per field");
  known = bounds;
  field.bounds = bounds;
}

const Entity& ProgramReader::entity(const Operand& operand, const Scope& scope) const {
  const Entity* const found = find(scope, operand.name);
  if (found == nullptr)
    reporter_.fail(Code::kUndeclaredProgramName, operand.span, fmt::format("'{}' is not defined here", operand.name));
  return *found;
}

const Entity& ProgramReader::needed(const Operation& op, std::size_t index, Entity::Kind kind, const Scope& scope,
                                    const char* what) const {
  if (index >= op.operands.size())
    reporter_.fail(Code::kProgramMismatch, op.span, fmt::format("'{}' needs {} here", op.name, what));
  const Entity& found = entity(op.operands[index], scope);
  if (found.kind != kind)
    reporter_.fail(Code::kProgramMismatch, op.operands[index].span,
                   fmt::format("'{}' is not {}", op.operands[index].name, what));
  return found;
}

Field ProgramReader::field_of(const Operation& op, std::size_t index, const Scope& scope) {
  const Field field = needed(op, index, Entity::Kind::kField, scope, "a field").field;
  if (in_loop_ && !scope.names.contains(op.operands[index].name))
    outside_.emplace_back(field.buffer, op.operands[index].span);
  return field;
}

std::string ProgramReader::result_name(const Operation& op, std::size_t index) const {
  if (index >= op.results.size())
    reporter_.fail(Code::kProgramMismatch, op.span, fmt::format("the result of '{}' has no name", op.name));
  return op.results[index];
}

const Type& ProgramReader::result_type(const Operation& op, std::size_t index) const {
  if (index >= op.result_types.size())
    reporter_.fail(Code::kProgramMismatch, op.span, fmt::format("'{}' has no type", op.name));
  const Type& type = op.result_types[index];
  if (type.kind == Type::Kind::kOther) refuse_long_numbers(type, reporter_);
  return type;
}

void ProgramReader::walk(const Block& block, Scope& scope) {
  for (const Operation& op : block.operations) {
    ++position_;
    if (op.name == "scf.for") {
      time_loop(op, scope);
    } else if (op.name == "func.return") {
      for (const Operand& operand : op.operands) entity(operand, scope);
    } else if (op.name == "stencil.external_store") {
      external_store(op, scope);
    } else if (op.name == "scf.yield") {
      exchange(op, scope);
    } else if (op.name.starts_with("stencil.")) {
      stencil(op, scope);
    } else if (op.name == "memref.load") {
      element(op, scope);
    } else {
      numbers(op, scope);
    }
  }
}

void ProgramReader::numbers(const Operation& op, Scope& scope) {
  const bool known = op.name.starts_with("arith.") || op.name.starts_with("math.");
  if (!known)
    refuse(op.span,
           fmt::format("the operation '{}' cannot be imported{}", op.name,
                       op.name == "scf.if" ? " outside stencil.apply" : ""),
           "rtlgen imports func, stencil, arith, math, scf.if and scf.for (docs/import_mlir.md)");
  std::vector<ValuePtr> args;
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    args.push_back(needed(op, i, Entity::Kind::kValue, scope, "a number").value);
  const ValuePtr value = computed(op, args, reporter_);
  if (value->size > kLargestNumber)
    refuse(op.span, "this number has too many operations",
           "compute a part of it in an apply, or pass it as an argument");
  scope.names[result_name(op)] = of_value(value);
}

std::int64_t ProgramReader::known(const Operation& op, std::size_t index, const Scope& scope, const char* what) const {
  const ValuePtr value = needed(op, index, Entity::Kind::kValue, scope, "a number").value;
  if (const auto number = c::whole(*value)) return *number;
  std::string name = op.operands[index].name.substr(1);
  c::walk(*value, [&](const c::Value& node) {
    if (node.kind == c::Value::Kind::kParameter) name = out_.trace.parameters[static_cast<std::size_t>(node.id)].name;
  });
  refuse(op.operands[index].span, fmt::format("{} of the loop is not known", what),
         fmt::format("use a constant, or --define {}=100", name));
}

void ProgramReader::time_loop(const Operation& op, Scope& outer) {
  if (in_loop_ || after_loop_)
    refuse(op.span, in_loop_ ? "this loop is inside the time loop" : "this is a second time loop",
           "import one loop over time steps");
  if (!out_.stores.empty())
    refuse(out_.stores[0].span, "this is stored once, before the time loop", "move the loop to a separate function");
  if (op.operands.size() < 3 || op.regions.size() != 1 || op.regions[0].arguments.size() + 2 != op.operands.size())
    reporter_.fail(Code::kProgramMismatch, op.span,
                   "a loop needs bounds, a step, and one argument per value that it carries");
  c::Time time;
  time.first = known(op, 0, outer, "the first step");
  const std::int64_t end = known(op, 1, outer, "the end");
  time.stride = known(op, 2, outer, "the stride");
  if (time.stride < 1) refuse(op.operands[2].span, "this loop does not run forward", "use a positive step");
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t value = i == 0 ? time.first : i == 1 ? end : time.stride;
    if (value < -kFarthestStep || value > kFarthestStep)
      refuse(op.operands[i].span, "the steps of this loop go beyond 10^18", "number the time steps from 0");
  }
  time.count = end > time.first ? (end - time.first + time.stride - 1) / time.stride : 0;
  if (time.count < 1 || time.count > kMostTimeSteps)
    refuse(op.operands[1].span, fmt::format("the loop has {} time steps", time.count),
           "a program has at least one step");
  const Block& body = op.regions[0];
  time.name = plain_name(body.arguments[0].name, "t");
  time.span = op.span;
  out_.trace.time = time;
  Scope& scope = out_.scopes.emplace_back();
  scope.outer = &outer;
  const ValuePtr step = c::leaf(c::Value::Kind::kTime, 0, CType::integer(true, time.is_wide() ? 64 : 32), op.span);
  scope.names[body.arguments[0].name] = of_value(c::cast(step, CType::integer(true, 64), op.span));
  for (std::size_t i = 1; i < body.arguments.size(); ++i) {
    const Entity& start = entity(op.operands[i + 2], outer);
    if (start.kind != Entity::Kind::kField)
      refuse(op.operands[i + 2].span, "the time loop carries something other than fields",
             "numbers that change in each time step cannot be imported: compute them from the loop's variable");
    scope.names[body.arguments[i].name] = start;
    carried_.push_back(start.field.buffer);
  }
  in_loop_ = true;
  walk(body, scope);
  in_loop_ = false;
  after_loop_ = true;
  name_results(op, scope, outer);
}

/// Binds the results of the loop to the fields that they hold after the last swap.
void ProgramReader::name_results(const Operation& op, const Scope& scope, Scope& outer) {
  const std::vector<Argument>& arguments = op.regions[0].arguments;
  for (std::size_t i = 0; i < op.results.size() && i < carried_.size(); ++i) {
    std::vector<int> turns{carried_[i]};  // field held after each number of steps, until it repeats
    for (auto next = out_.trace.exchanges.find(carried_[i]);
         next != out_.trace.exchanges.end() && next->second != carried_[i];
         next = out_.trace.exchanges.find(next->second))
      turns.push_back(next->second);
    const int last = turns[static_cast<std::size_t>(out_.trace.time->count) % turns.size()];
    const auto at = std::find(carried_.begin(), carried_.end(), last) - carried_.begin();
    const Entity* const field = find(scope, arguments[static_cast<std::size_t>(at) + 1].name);
    outer.names[op.results[i]] = field != nullptr ? *field : Entity{};
  }
}

void ProgramReader::exchange(const Operation& op, Scope& scope) {
  if (!in_loop_) refuse(op.span, "a yield outside a loop", "end functions with func.return");
  if (op.operands.size() != carried_.size())
    reporter_.fail(Code::kProgramMismatch, op.span,
                   fmt::format("the yield has {} for {}", counted(op.operands.size(), "value", "values"),
                               counted(carried_.size(), "argument", "arguments")));
  std::set<int> yielded;
  for (std::size_t i = 0; i < carried_.size(); ++i) {
    const Field field = field_of(op, i, scope);
    if (std::find(carried_.begin(), carried_.end(), field.buffer) == carried_.end())
      refuse(op.operands[i].span, "the loop does not carry this field", "yield the loop's own arguments");
    if (std::count(carried_.begin(), carried_.end(), carried_[i]) > 1)
      refuse(op.span, "one field is carried twice", "use a different field for each argument of the loop");
    if (!yielded.insert(field.buffer).second)
      refuse(op.operands[i].span, "this field is yielded twice", "yield each argument of the loop once");
    if (field.buffer != carried_[i]) out_.trace.exchanges[carried_[i]] = field.buffer;
  }
  for (const auto& [buffer, span] : outside_) {
    if (out_.trace.exchanges.contains(buffer))
      refuse(span, "this names a field that the loop swaps", "use the argument of the loop instead");
  }
}

Program read_program(const Function& function, const std::map<std::string, std::string>& values,
                     const Reporter& reporter) {
  return ProgramReader(function, values, reporter).run();
}

const Entity* find(const Scope& scope, const std::string& name) {
  for (const Scope* at = &scope; at != nullptr; at = at->outer) {
    const auto found = at->names.find(name);
    if (found != at->names.end()) return &found->second;
  }
  return nullptr;
}

std::string plain_name(const std::string& name, const std::string& prefix) {
  std::string out = name.starts_with("%") ? name.substr(1) : name;
  std::replace(out.begin(), out.end(), '#', '_');
  const bool digit = !out.empty() && out[0] >= '0' && out[0] <= '9';
  return digit ? prefix + out : out;
}

}  // namespace rtlgen::importer::mlir
