// Evaluates the computation of an apply in one cell.
#include <fmt/format.h>

#include <algorithm>

#include "import/mlir/arithmetic.hpp"
#include "import/mlir/evaluator.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer::mlir {

using c::ValuePtr;
using Kind = c::Value::Kind;

namespace {

constexpr int kLargestValue = 2000;
constexpr int kLargestLine = 150;  ///< nodes of a value that does not get a name
constexpr int kLargestCopied = 8;
constexpr int kMostLets = 4000;

std::vector<std::int64_t> numbers_in(const Operation& op, const char* name) {
  const auto found = op.attributes.find(name);
  return found == op.attributes.end() ? std::vector<std::int64_t>{} : found->second.numbers;
}

bool ends(const Operation& op) { return op.name == "stencil.return" || op.name == "scf.yield"; }

}  // namespace

void Evaluator::count_uses(const Block& block, std::map<std::string, int>& uses) const {
  for (auto op = block.operations.rbegin(); op != block.operations.rend(); ++op) {
    const bool is_live = ends(*op) || std::any_of(op->results.begin(), op->results.end(),
                                                  [&](const std::string& name) { return uses[name] > 0; });
    if (!is_live || op->name == "stencil.return") continue;
    for (const Operand& operand : op->operands) ++uses[operand.name];
    for (const Block& region : op->regions) count_uses(region, uses);
  }
}

std::vector<ValuePtr> Evaluator::body(const Apply& apply, const std::vector<std::size_t>& results) {
  const Operation& op = *apply.operation;
  const Block& region = op.regions[0];
  if (region.operations.empty() || region.operations.back().name != "stencil.return")
    reporter_.fail(Code::kMalformedProgram, op.span, "this apply does not end with stencil.return");
  const Operation& last = region.operations.back();
  if (const auto unroll = numbers_in(last, "unroll");
      std::any_of(unroll.begin(), unroll.end(), [](auto n) { return n != 1; }))
    refuse(last.span, "this apply is unrolled",
           "import the program before unrolling; `hardware: cells_per_cycle` unrolls");
  if (last.operands.size() != apply.temps.size())
    reporter_.fail(
        Code::kProgramMismatch, last.span,
        fmt::format("{} for {}", counted(last.operands.size(), "value"), counted(apply.temps.size(), "result")));
  Frame frame;
  frame.scope = apply.scope;
  frame.names.emplace_back();
  for (std::size_t i = 0; i < region.arguments.size(); ++i)
    frame.names[0][region.arguments[i].name] = apply.operands[i];
  for (const std::size_t result : results) ++frame.uses[last.operands[result].name];
  count_uses(region, frame.uses);
  for (const Operation& one : region.operations) operation(one, frame);
  std::vector<ValuePtr> out;
  for (const std::size_t result : results) {
    const ValuePtr value = number(last.operands[result], frame);
    const CType& type = temp(apply.temps[result]).type.number;
    if (value->type != type)
      reporter_.fail(Code::kProgramMismatch, last.operands[result].span,
                     fmt::format("'{}' is {}, but the temp holds {}", last.operands[result].name,
                                 value->type.spelling(), type.spelling()));
    out.push_back(value);
  }
  return out;
}

const Entity& Evaluator::entity(const Operand& operand, const Frame& frame) const {
  for (auto scope = frame.names.rbegin(); scope != frame.names.rend(); ++scope) {
    const auto own = scope->find(operand.name);
    if (own != scope->end()) return own->second;
  }
  const Entity* const found = find(*frame.scope, operand.name);
  if (found == nullptr)
    reporter_.fail(Code::kUndeclaredProgramName, operand.span, fmt::format("'{}' is not defined here", operand.name));
  return *found;
}

ValuePtr Evaluator::number(const Operand& operand, const Frame& frame) const {
  const Entity& found = entity(operand, frame);
  if (found.kind != Entity::Kind::kValue)
    reporter_.fail(Code::kProgramMismatch, operand.span, fmt::format("'{}' is not a number", operand.name),
                   {"read temps with stencil.access"});
  if (!found.value)
    refuse(operand.span, "this uses a result that stores nothing",
           "store a value in all of these cells, or store fewer cells");
  return found.value;
}

ValuePtr Evaluator::kept(const std::string& name, const ValuePtr& value, bool several, Span span) {
  if (value->args.empty() || value->constant) return value;
  if (value->size > kLargestValue)
    refuse(span, "this value has too many operations", "compute a part of it in a separate apply");
  if (!several && value->size <= kLargestLine) return value;
  const bool reads = c::depends_on(*value, Kind::kRead);
  const bool is_place = value->type.is_integer() && !reads && !c::depends_on(*value, Kind::kLet);
  if (is_place || (!reads && value->size <= kLargestCopied)) return value;
  if (++lets_ > kMostLets) refuse(span, "the program has too many values", "import its parts as separate functions");
  c::Effect effect;
  effect.kind = c::Effect::Kind::kLet;
  effect.name = plain_name(name, "v");
  effect.let = trace_.lets++;
  effect.value = value;
  for (const std::size_t axis : order_) effect.loops.push_back(loops_[axis]);
  effect.box = box();
  effect.span = span;
  groups_.back().effects.push_back(effect);
  return c::leaf(Kind::kLet, effect.let, value->type, value->span);
}

void Evaluator::operation(const Operation& op, Frame& frame) {
  const bool is_live = std::any_of(op.results.begin(), op.results.end(), [&](const std::string& name) {
    const auto found = frame.uses.find(name);
    return found != frame.uses.end() && found->second > 0;
  });
  const bool is_known = op.name.starts_with("arith.") || op.name.starts_with("math.") || op.name == "scf.if" ||
                        ends(op) || op.name == "stencil.access" || op.name == "stencil.index" ||
                        op.name == "stencil.store_result";
  if (op.name == "stencil.dyn_access")
    refuse(op.span, "'stencil.dyn_access' reads a cell that depends on data",
           "rtlgen reads cells at constant offsets: use stencil.access");
  if (!is_known)
    refuse(op.span, fmt::format("the operation '{}' cannot be imported inside stencil.apply", op.name),
           "applies may contain stencil.access, stencil.index, scf.if, arith and math (docs/import_mlir.md)");
  if (!is_live || ends(op)) return;
  if (op.name == "scf.if") return branch(op, frame);
  if (op.results.size() != 1)
    reporter_.fail(Code::kProgramMismatch, op.span, fmt::format("'{}' must have one result", op.name));
  ValuePtr value;
  if (op.name == "stencil.access") {
    value = read(op, frame);
  } else if (op.name == "stencil.index") {
    value = index(op);
  } else if (op.name == "stencil.store_result") {
    if (!op.operands.empty()) value = number(op.operands[0], frame);
  } else {
    std::vector<ValuePtr> args;
    const bool repeats = repeats_arguments(op);
    for (const Operand& operand : op.operands) {
      args.push_back(number(operand, frame));
      if (repeats) args.back() = kept(operand.name, args.back(), true, op.statement);
    }
    value = computed(op, args, reporter_);
    if (op.name == "arith.select") {
      const auto known = c::decided(*args[0], box());
      if (known) value = *known ? args[1] : args[2];
    }
  }
  Entity entity;
  entity.kind = Entity::Kind::kValue;
  entity.value = value ? kept(op.results[0], value, frame.uses[op.results[0]] > 1, op.statement) : nullptr;
  frame.names.back()[op.results[0]] = entity;
}

/// The values that a region yields; names inside it end with it.
std::vector<ValuePtr> Evaluator::block(const Block& region, Frame& frame) {
  frame.names.emplace_back();
  for (const Operation& op : region.operations) operation(op, frame);
  std::vector<ValuePtr> out;
  if (!region.operations.empty() && region.operations.back().name == "scf.yield") {
    for (const Operand& operand : region.operations.back().operands) out.push_back(number(operand, frame));
  }
  frame.names.pop_back();
  return out;
}

void Evaluator::branch(const Operation& op, Frame& frame) {
  if (op.operands.size() != 1 || op.regions.size() != 2)
    reporter_.fail(Code::kProgramMismatch, op.span, "a condition that yields values needs two branches");
  const ValuePtr condition = kept(op.operands[0].name, number(op.operands[0], frame), true, op.statement);
  if (condition->type != CType::boolean())
    reporter_.fail(Code::kProgramMismatch, op.operands[0].span, fmt::format("'{}' is no i1", op.operands[0].name));
  const auto known = c::decided(*condition, box());
  std::vector<std::vector<ValuePtr>> sides(2);
  for (std::size_t side = 0; side < 2; ++side) {
    if (known && *known != (side == 0)) continue;
    facts_.push_back({condition, side == 0});
    sides[side] = block(op.regions[side], frame);
    facts_.pop_back();
    if (sides[side].size() != op.results.size())
      reporter_.fail(Code::kProgramMismatch, op.span,
                     fmt::format("{} {} yielded for {}", counted(sides[side].size(), "value"),
                                 by_number(sides[side].size(), "is", "are"), counted(op.results.size(), "result")));
  }
  for (std::size_t r = 0; r < op.results.size(); ++r) {
    Entity entity;
    entity.kind = Entity::Kind::kValue;
    if (known) {
      entity.value = sides[*known ? 0 : 1][r];
    } else {
      if (sides[0][r]->type != sides[1][r]->type)
        reporter_.fail(Code::kProgramMismatch, op.span, "the branches yield values of different types");
      const ValuePtr value = c::select(condition, sides[0][r], sides[1][r], op.span, reporter_);
      entity.value = kept(op.results[r], value, frame.uses[op.results[r]] > 1, op.statement);
    }
    frame.names.back()[op.results[r]] = entity;
  }
}

ValuePtr Evaluator::index(const Operation& op) const {
  const auto dim = numbers_in(op, "dim");
  const auto offset = numbers_in(op, "offset");
  if (dim.size() != 1 || dim[0] < 0 || dim[0] >= static_cast<std::int64_t>(rank_) || offset.size() != rank_)
    reporter_.fail(Code::kProgramMismatch, op.span, "an index needs one axis of the apply, and one offset per axis");
  const auto axis = static_cast<std::size_t>(dim[0]);
  const CType type = CType::integer(true, 64);
  const ValuePtr here = c::leaf(Kind::kLoop, loops_[axis], type, op.span);
  if (offset[axis] == 0) return here;
  return c::binary("+", here, c::whole_number(offset[axis], type, op.span), op.span, reporter_);
}

ValuePtr Evaluator::read(const Operation& op, const Frame& frame) {
  if (op.operands.size() != 1) reporter_.fail(Code::kProgramMismatch, op.span, "an access needs one temp");
  const Entity& found = entity(op.operands[0], frame);
  const int id = found.temp;
  if (found.kind != Entity::Kind::kTemp)
    reporter_.fail(Code::kProgramMismatch, op.operands[0].span, fmt::format("'{}' is not a temp", op.operands[0].name));
  const Temp& one = temp(id);
  if (one.kind != Temp::Kind::kLoad && !one.is_read)
    reporter_.fail(Code::kProgramMismatch, op.operands[0].span,
                   fmt::format("'{}' is not an operand of this apply", one.name),
                   {"pass temps to the apply: stencil.apply(%a = %t : ...)"});
  Spot spot;
  spot.offsets = numbers_in(op, "offset");
  const std::vector<std::int64_t> mapping = numbers_in(op, "offset_mapping");
  const std::size_t count = one.type.axes.size();
  const bool is_mapped = mapping.size() == count;
  if (spot.offsets.size() != count || (!is_mapped && (!mapping.empty() || count != rank_)))
    reporter_.fail(Code::kProgramMismatch, op.span,
                   fmt::format("{} for '{}', which has {}", counted(spot.offsets.size(), "offset"), one.name,
                               counted(count, "axis", "axes")),
                   {"read a temp with fewer axes than the apply as %w[_, 0]"});
  for (std::size_t d = 0; d < count; ++d) {
    const std::int64_t axis = is_mapped ? mapping[d] : static_cast<std::int64_t>(d);
    const bool taken = std::find(spot.axes.begin(), spot.axes.end(), static_cast<std::size_t>(axis)) != spot.axes.end();
    if (axis < 0 || axis >= static_cast<std::int64_t>(rank_) || taken)
      reporter_.fail(Code::kInvalidProgramValue, op.span,
                     fmt::format("axis {} is repeated, or not one of the {}", axis, counted(rank_, "axis", "axes")));
    spot.axes.push_back(static_cast<std::size_t>(axis));
  }
  constexpr std::int64_t kFarthest = 1000000;
  for (const std::int64_t offset : spot.offsets) {
    if (std::abs(offset) > kFarthest)
      reporter_.fail(Code::kInvalidProgramValue, op.span, fmt::format("the offset {} is too large", offset));
  }
  return value_at(id, spot, op.span);
}

}  // namespace rtlgen::importer::mlir
