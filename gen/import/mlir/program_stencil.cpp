// Operations of the dialect outside applies: bounds, loads, applies, stores.
#include <fmt/format.h>

#include <algorithm>

#include "import/make_expr.hpp"
#include "import/mlir/program_reader.hpp"
#include "import/mlir/types.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer::mlir {

using c::ValuePtr;

std::optional<Bounds> ProgramReader::declared_bounds(const Operation& op) const {
  const auto low = op.attributes.find("lb");
  const auto high = op.attributes.find("ub");
  if (low != op.attributes.end() && high != op.attributes.end())
    return Bounds{low->second.numbers, high->second.numbers};
  const auto both = op.attributes.find("bounds");
  if (both == op.attributes.end()) return std::nullopt;
  const std::vector<std::int64_t>& n = both->second.numbers;
  const auto half = static_cast<std::ptrdiff_t>(n.size() / 2);
  return Bounds{{n.begin(), n.begin() + half}, {n.begin() + half, n.end()}};
}

void ProgramReader::stencil(const Operation& op, Scope& scope) {
  const std::string name = op.name.substr(8);
  const bool computes = name == "load" || name == "apply" || name == "store" || name == "combine";
  if (computes && after_loop_)
    refuse(op.span, "this is computed once, after the time loop", "move the loop to a separate function");
  if (name == "cast" || name == "assert") return cast(op, scope, name == "cast");
  if (name == "load") return load(op, scope);
  if (name == "apply") return apply(op, scope);
  if (name == "store") return store(op, scope);
  if (name == "combine") return combine(op, scope);
  if (name == "external_load") return external(op, scope);
  if (name == "buffer") {
    scope.names[result_name(op)] = needed(op, 0, Entity::Kind::kTemp, scope, "a temp");
  } else if (name == "alloc") {
    const std::string result = result_name(op);
    scope.names[result] = of_field(new_field(plain_name(result, "f"), result_type(op), op.span, true));
  } else {
    refuse(op.span, fmt::format("the operation '{}' cannot be imported", op.name),
           "docs/import_mlir.md lists the supported operations of the dialect");
  }
}

void ProgramReader::cast(const Operation& op, Scope& scope, bool has_result) {
  Field field = field_of(op, 0, scope);
  const auto declared = declared_bounds(op);
  if (declared) set_bounds(field, *declared, op.span);
  if (has_result) {
    const Type& type = result_type(op);
    if (type.number != field.type.number)
      reporter_.fail(Code::kProgramMismatch, op.span, "this cast changes the type of the elements");
    if (!declared) learn(field, type, op.span);
    scope.names[result_name(op)] = of_field(field);
    return;
  }
  for (auto& [name, known] : scope.names) {
    if (known.kind == Entity::Kind::kField && known.field.buffer == field.buffer) known.field.bounds = field.bounds;
  }
}

void ProgramReader::external(const Operation& op, Scope& scope) {
  const Entity& found = needed(op, 0, Entity::Kind::kMemref, scope, "a memref");
  const Memref memref = memrefs_[static_cast<std::size_t>(found.memref)];
  Memref& whole = memrefs_[static_cast<std::size_t>(memref.whole >= 0 ? memref.whole : found.memref)];
  const Type& type = result_type(op);
  if (type.kind != Type::Kind::kField)
    reporter_.fail(Code::kProgramMismatch, op.span, "an external load must return a field");
  if (whole.type.number != type.number || whole.type.axes.size() != type.axes.size())
    reporter_.fail(Code::kProgramMismatch, op.span, "the memref and the field have different elements or axes");
  Field field;
  field.type = type;
  if (whole.buffer < 0) {
    whole.buffer = new_field(whole.name, type, whole.span, false).buffer;
    field.bounds = out_.buffer_bounds[static_cast<std::size_t>(whole.buffer)];
    if (whole.type.copies) out_.copies[whole.buffer] = *whole.type.copies;
  }
  field.buffer = whole.buffer;
  field.slot = memref.slot;
  if (!field.bounds) learn(field, type, op.span);
  if (!field.bounds) field.bounds = out_.buffer_bounds[static_cast<std::size_t>(whole.buffer)];
  scope.names[result_name(op)] = of_field(field);
}

/// A field is its memref, so storing it there does nothing; a copy in another memref would be a separate field.
void ProgramReader::external_store(const Operation& op, const Scope& scope) {
  const Field& field = needed(op, 0, Entity::Kind::kField, scope, "a field").field;
  const Entity& target = needed(op, 1, Entity::Kind::kMemref, scope, "a memref");
  const Memref& memref = memrefs_[static_cast<std::size_t>(target.memref)];
  const Memref& whole = memref.whole >= 0 ? memrefs_[static_cast<std::size_t>(memref.whole)] : memref;
  const bool same_slot = memref.slot == field.slot || (memref.slot && field.slot && c::whole(*memref.slot) &&
                                                       c::whole(*memref.slot) == c::whole(*field.slot));
  if (whole.buffer != field.buffer || !same_slot)
    refuse(op.operands[1].span,
           fmt::format("'{}' is stored to a memref that it was not loaded from", op.operands[0].name),
           "load a field of that memref with stencil.external_load, and store the results to it");
}

void ProgramReader::element(const Operation& op, Scope& scope) {
  const Entity& found = needed(op, 0, Entity::Kind::kMemref, scope, "a memref");
  Memref out = memrefs_[static_cast<std::size_t>(found.memref)];
  if (!out.type.copies || out.whole >= 0 || op.operands.size() != 2)
    refuse(op.span, "this reads an element of a memref", "read fields with stencil.load and stencil.access");
  out.slot = needed(op, 1, Entity::Kind::kValue, scope, "an index").value;
  out.whole = found.memref;
  Entity entity;
  entity.kind = Entity::Kind::kMemref;
  entity.memref = static_cast<int>(memrefs_.size());
  memrefs_.push_back(out);
  scope.names[result_name(op)] = entity;
}

int ProgramReader::new_temp(const Operation& op, Temp::Kind kind, std::size_t result, Scope& scope) {
  Temp temp;
  temp.kind = kind;
  temp.name = result_name(op, result);
  temp.span = op.span;
  temp.type = result_type(op, result);
  temp.position = position_;
  temp.in_loop = in_loop_;
  temp.bounds = declared_bounds(op);
  if (!temp.bounds) temp.bounds = temp.type.bounds;
  if (temp.type.kind != Type::Kind::kTemp)
    reporter_.fail(Code::kProgramMismatch, op.span, fmt::format("'{}' must return a temp", op.name));
  if (temp.type.number.width == 0) refuse_elements(temp.type, reporter_);
  if (temp.bounds &&
      (temp.bounds->low.size() != temp.type.axes.size() || temp.bounds->high.size() != temp.bounds->low.size()))
    reporter_.fail(Code::kProgramMismatch, op.span, "the bounds do not match the axes of the type");
  out_.temps.push_back(temp);
  const int id = static_cast<int>(out_.temps.size()) - 1;
  Entity entity;
  entity.kind = Entity::Kind::kTemp;
  entity.temp = id;
  scope.names[temp.name] = entity;
  return id;
}

void ProgramReader::need_bounds(const Field& field, const Operation& op) const {
  if (!field.bounds)
    refuse(op.span, "the range of this field's indices is not known",
           "write it with stencil.cast, or in the type: !stencil.field<[-4,68]x[-4,68]xf64>");
}

void ProgramReader::load(const Operation& op, Scope& scope) {
  const Field field = field_of(op, 0, scope);
  need_bounds(field, op);
  const int id = new_temp(op, Temp::Kind::kLoad, 0, scope);
  Temp& temp = out_.temps[static_cast<std::size_t>(id)];
  temp.field = field;
  if (temp.type.number != field.type.number || temp.type.axes.size() != field.type.axes.size())
    reporter_.fail(Code::kProgramMismatch, op.span, "the field and the temp have different elements or axes");
  if (!temp.bounds) return;
  for (std::size_t a = 0; a < field.type.axes.size(); ++a) {
    if (field.type.axes[a] &&
        (temp.bounds->low[a] < field.bounds->low[a] || temp.bounds->high[a] > field.bounds->high[a]))
      refuse(op.span,
             fmt::format("this loads [{}, {}] along axis {} of a field that has [{}, {}]", temp.bounds->low[a],
                         temp.bounds->high[a], a, field.bounds->low[a], field.bounds->high[a]),
             "load only cells of the field");
  }
}

void ProgramReader::store(const Operation& op, Scope& scope) {
  const int id = needed(op, 0, Entity::Kind::kTemp, scope, "a temp").temp;
  const Field field = field_of(op, 1, scope);
  const auto range = declared_bounds(op);
  if (!range) reporter_.fail(Code::kProgramMismatch, op.span, "this store has no range", {"write ([0, 0] : [64, 64])"});
  add_store(op, id, field, *range);
}

void ProgramReader::add_store(const Operation& op, int id, const Field& field, const Bounds& range) {
  need_bounds(field, op);
  Temp& temp = out_.temps[static_cast<std::size_t>(id)];
  if (temp.type.number != field.type.number)
    reporter_.fail(Code::kProgramMismatch, op.span, "the temp and the field have different elements");
  const std::size_t rank = field.type.axes.size();
  if (std::count(field.type.axes.begin(), field.type.axes.end(), false) > 0)
    refuse(op.span, "this stores to a field with fewer axes", "store to a field with all axes of the grid");
  if (range.low.size() != rank || range.high.size() != rank)
    reporter_.fail(Code::kProgramMismatch, op.span,
                   fmt::format("a range of {} for a field of {}", counted(range.low.size(), "axis", "axes"), rank));
  for (std::size_t a = 0; a < rank; ++a) {
    if (range.low[a] >= range.high[a])
      reporter_.fail(Code::kInvalidProgramValue, op.span,
                     fmt::format("no cell lies in [{}, {}]", range.low[a], range.high[a]));
    if (range.low[a] < field.bounds->low[a] || range.high[a] > field.bounds->high[a])
      refuse(op.span,
             fmt::format("this stores [{}, {}] along axis {} of a field that has [{}, {}]", range.low[a], range.high[a],
                         a, field.bounds->low[a], field.bounds->high[a]),
             "store only to cells of the field");
  }
  ++temp.stores;
  Store out;
  out.temp = id;
  out.field = field;
  out.range = range;
  out.span = op.span;
  out.statement = op.statement;
  out.position = position_;
  out.in_loop = in_loop_;
  out_.stores.push_back(out);
}

void ProgramReader::apply(const Operation& op, Scope& scope) {
  if (op.attributes.contains("seq"))
    refuse(op.span, "sequential applies cannot be imported",
           "write the sweep as YAML: `order: forward` (docs/language_regions.md)");
  if (op.regions.size() != 1) reporter_.fail(Code::kMalformedProgram, op.span, "an apply must have one region");
  std::size_t outs = 0;
  if (const auto declared = op.attributes.find("outs"); declared != op.attributes.end())
    outs = declared->second.numbers.size();
  if (const auto sizes = op.attributes.find("operandSegmentSizes");
      sizes != op.attributes.end() && sizes->second.numbers.size() == 2)
    outs = static_cast<std::size_t>(std::max<std::int64_t>(sizes->second.numbers[1], 0));
  const std::size_t count = op.regions[0].arguments.size();
  if (op.operands.size() != count + outs)
    reporter_.fail(Code::kProgramMismatch, op.span,
                   fmt::format("{} for an apply with {}", counted(op.operands.size() - outs, "operand", "operands"),
                               counted(count, "argument", "arguments")));
  Apply out;
  out.operation = &op;
  out.scope = &scope;
  out.position = position_;
  out.in_loop = in_loop_;
  for (std::size_t i = 0; i < count; ++i) out.operands.push_back(operand_of(op, i, scope));
  const int id = static_cast<int>(out_.applies.size());
  for (std::size_t r = 0; r < op.results.size(); ++r) {
    out.temps.push_back(new_temp(op, Temp::Kind::kApply, r, scope));
    Temp& temp = out_.temps.back();
    temp.apply = id;
    temp.result = r;
  }
  if (outs > 0 && op.results.empty()) write_outs(op, count, outs, out, id, scope);
  out_.applies.push_back(out);
}

Entity ProgramReader::operand_of(const Operation& op, std::size_t index, Scope& scope) {
  Entity found = entity(op.operands[index], scope);
  if (found.kind == Entity::Kind::kField) {  // loaded here
    need_bounds(found.field, op);
    Temp temp;
    temp.name = op.operands[index].name;
    temp.span = op.operands[index].span;
    temp.type = found.field.type;
    temp.position = position_;
    temp.in_loop = in_loop_;
    temp.field = found.field;
    out_.temps.push_back(temp);
    found.kind = Entity::Kind::kTemp;
    found.temp = static_cast<int>(out_.temps.size()) - 1;
  }
  if (found.kind != Entity::Kind::kTemp && found.kind != Entity::Kind::kValue)
    reporter_.fail(Code::kProgramMismatch, op.operands[index].span,
                   fmt::format("'{}' is neither a temp nor a number", op.operands[index].name));
  if (found.kind == Entity::Kind::kTemp) out_.temps[static_cast<std::size_t>(found.temp)].is_read = true;
  return found;
}

void ProgramReader::write_outs(const Operation& op, std::size_t first, std::size_t count, Apply& apply, int id,
                               Scope& scope) {
  const auto range = declared_bounds(op);
  if (!range)
    reporter_.fail(Code::kProgramMismatch, op.span, "an apply with `outs` needs bounds",
                   {"write } to <[0, 0], [64, 64]>"});
  for (std::size_t r = 0; r < count; ++r) {
    const Field field = field_of(op, first + r, scope);
    Temp temp;
    temp.kind = Temp::Kind::kApply;
    temp.name = op.operands[first + r].name;
    temp.span = op.span;
    temp.type = field.type;
    temp.position = apply.position;
    temp.in_loop = in_loop_;
    temp.apply = id;
    temp.result = r;
    out_.temps.push_back(temp);
    apply.temps.push_back(static_cast<int>(out_.temps.size()) - 1);
    ++position_;
    add_store(op, apply.temps.back(), field, *range);
  }
}

void ProgramReader::combine(const Operation& op, Scope& scope) {
  const auto number = [&](const char* name) {
    const auto found = op.attributes.find(name);
    if (found == op.attributes.end() || found->second.numbers.empty())
      reporter_.fail(Code::kProgramMismatch, op.span, fmt::format("this combine has no '{}'", name));
    return found->second.numbers[0];
  };
  const std::int64_t dim = number("dim");
  const std::int64_t at = number("index");
  std::vector<std::int64_t> sizes;
  for (const char* const name : {"operandSegmentSizes", "operand_segment_sizes"}) {
    if (const auto found = op.attributes.find(name); found != op.attributes.end()) sizes = found->second.numbers;
  }
  if (sizes.empty())
    sizes = {static_cast<std::int64_t>(op.operands.size() / 2), static_cast<std::int64_t>(op.operands.size() / 2)};
  sizes.resize(4, 0);
  if (sizes[0] != sizes[1] || std::any_of(sizes.begin(), sizes.end(), [](std::int64_t n) { return n < 0 || n > 64; }) ||
      sizes[0] + sizes[1] + sizes[2] + sizes[3] != static_cast<std::int64_t>(op.operands.size()) ||
      sizes[0] + sizes[2] + sizes[3] != static_cast<std::int64_t>(op.results.size()))
    reporter_.fail(Code::kProgramMismatch, op.span, "lower, upper and the results do not match");
  const auto part = [&](std::size_t operand) { return needed(op, operand, Entity::Kind::kTemp, scope, "a temp").temp; };
  const auto shared = static_cast<std::size_t>(sizes[0]);
  for (std::size_t r = 0; r < op.results.size(); ++r) {
    if (r >= shared) {  // only on one side
      scope.names[op.results[r]] = needed(op, shared + r, Entity::Kind::kTemp, scope, "a temp");
      continue;
    }
    const int lower = part(r);
    const int upper = part(shared + r);
    const int id = new_temp(op, Temp::Kind::kCombine, r, scope);
    Temp& temp = out_.temps[static_cast<std::size_t>(id)];
    if (dim < 0 || dim >= static_cast<std::int64_t>(temp.type.axes.size()))
      reporter_.fail(Code::kInvalidProgramValue, op.span,
                     fmt::format("axis {} is not one of {}", dim, counted(temp.type.axes.size(), "axis", "axes")));
    temp.lower = lower;
    temp.upper = upper;
    temp.dim = static_cast<std::size_t>(dim);
    temp.at = at;
    for (const int side : {lower, upper}) out_.temps[static_cast<std::size_t>(side)].combines.push_back(id);
  }
}

}  // namespace rtlgen::importer::mlir
