// Declarations of variables and arrays.
#include <fmt/format.h>

#include "import/c/executor.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr std::int64_t kLargestTable = 4096;
constexpr std::int64_t kLongRow = 32;  ///< longer than a table that each cell has

}  // namespace

void Executor::declare(const Node& variable) {
  if (!variable.refusal.empty()) refuse_node(variable);
  Binding binding;
  binding.name = variable.text;
  binding.type = variable.type.number;
  const bool is_local = function_ != nullptr && declared(*function_).contains(variable.decl);
  if (variable.is_static && is_local && assigns(function_->body, variable.decl)) {
    refuse(variable.span, fmt::format("'{}' keeps its value from one call to the next", variable.text),
           "pass it as a parameter, or use an array for it");
  }
  if (variable.type.kind == Type::Kind::kArray) {
    declare_array(variable, binding);
  } else if (variable.type.kind == Type::Kind::kPointer && !variable.kids.empty()) {
    const Node& first = variable.kids[0];
    if (first.type.kind == Type::Kind::kPointer && !variable.type.has_number && first.decl >= 0) {
      binding.record = first.decl;
    } else {
      binding.pointer = new_memory(first)
                            ? Pointer{new_buffer(variable.text, variable.type, variable.span, true), {}, {}}
                            : pointer(first);
    }
  } else if (variable.type.kind == Type::Kind::kNumber && !variable.kids.empty()) {
    binding.value =
        kept(variable.text, named(variable.text, cast(expression(variable.kids[0]), binding.type, variable.span)));
    binding.state = Binding::State::kSet;
    touch(variable.decl, true);
  } else if (variable.type.kind == Type::Kind::kRecord || (variable.type.kind == Type::Kind::kOther && is_live_)) {
    refuse(variable.span, fmt::format("'{}' is a struct, a union or another type that is not a number", variable.text),
           "use numbers, arrays of numbers and pointers to them; structs and unions cannot be imported");
  }
  environment_[variable.decl] = std::move(binding);
}

void Executor::declare_array(const Node& variable, Binding& binding) {
  Type type = variable.type;
  for (std::size_t i = 0; i < type.extents.size() && i < variable.sizes.size(); ++i) {
    if (!type.extents[i] && pure(variable.sizes[i])) type.extents[i] = whole(*expression(variable.sizes[i]));
  }
  std::int64_t size = 1;
  for (const auto& extent : type.extents) size = extent && size <= kLargestTable ? size * *extent : kLargestTable + 1;
  const bool in_loop = !loops_.empty() || turns_ > 0;
  const bool is_small = size > 0 && size <= kLargestTable && type.has_number;
  const bool is_global = function_ == nullptr || !declared(*function_).contains(variable.decl);
  const bool has_values = !variable.kids.empty();
  // Cells assigned by the loop that the pragma names: their initial values are data.
  const bool by_cell = !is_global && !is_live_ && callings_ == 0 && !in_loop && has_values && wanted_ != nullptr &&
                       touched(unit_, *wanted_).elements.contains(variable.decl) &&
                       !is_table(unit_, *wanted_, variable.decl);
  const bool is_weights =
      has_values || in_loop || is_global || (is_small && is_table(unit_, function_->body, variable.decl));
  if (!is_weights || by_cell) {
    binding.pointer = Pointer{new_buffer(variable.text, type, variable.span, true), {}, {}};
    if (by_cell) dropped_.emplace(binding.pointer->buffer, variable.span);
    return;
  }
  if (in_loop && declare_row(variable, type, binding)) return;
  if (!is_small) {
    refuse(variable.span, fmt::format("this table has more than {} numbers", kLargestTable),
           "declare arrays of cells outside the loops and without initial values");
  }
  for (const auto& extent : type.extents) binding.extents.push_back(*extent);
  binding.table.resize(static_cast<std::size_t>(size));
  binding.state = Binding::State::kSet;
  std::size_t at = 0;
  if (!has_values) return;
  fill_table(variable.kids[0], binding, 0, at);
  for (ValuePtr& value : binding.table) {
    if (!value) value = cast(whole_number(0, CType::integer(true, 32), variable.span), binding.type, variable.span);
  }
}

/// An array that loops over cells fill and read along an axis that is not open yet. Each iteration of the enclosing
/// loops has its own row, so it becomes an array that also has their axes.
bool Executor::declare_row(const Node& variable, const Type& type, Binding& binding) {
  if (loops_.empty() || body_ == nullptr || !variable.kids.empty() || !type.has_number) return false;
  bool is_long = false;
  for (const auto& extent : type.extents) is_long = is_long || !extent || *extent > kLongRow;
  std::set<int> others = tables();
  others.insert(variable.decl);
  if (!is_row(unit_, *body_, variable.decl, is_long, others)) return false;
  Type wide = type;
  wide.extents.insert(wide.extents.begin(), loops_.size(), std::nullopt);
  Pointer row{new_buffer(variable.text, wide, variable.span, true), {}, {}};
  for (const int loop : loops_)
    row.index.push_back(
        leaf(Value::Kind::kLoop, loop, trace_.loops[static_cast<std::size_t>(loop)].type, variable.span));
  binding.pointer = row;
  return true;
}

/// The numbers in the declaration of a global variable or array; none if it has none, or if they cannot be read.
std::vector<std::optional<Constant>> Executor::first_values(const Node& variable) {
  std::vector<std::optional<Constant>> out;
  if (variable.kids.empty() || !variable.type.has_number) return out;
  Binding binding;
  binding.type = variable.type.number;
  std::int64_t size = 1;
  for (const auto& extent : variable.type.extents) {
    size = extent && size <= kLargestTable ? size * *extent : kLargestTable + 1;
    binding.extents.push_back(extent.value_or(0));
  }
  if (size < 1 || size > kLargestTable) return out;
  binding.table.resize(static_cast<std::size_t>(size));
  const Reporter::Silence silence(reporter_);
  try {
    std::size_t at = 0;
    fill_table(variable.kids[0], binding, 0, at);
    for (const ValuePtr& value : binding.table) out.push_back(value ? evaluated(*value) : Constant{binding.type, 0, 0});
  } catch (const Abandoned&) {
    out.clear();
  }
  return out;
}

/// Reads the elements of { ... } into the table from position `at`, which then is the position after them.
void Executor::fill_table(const Node& list, Binding& binding, std::size_t depth, std::size_t& at) {
  if (list.kind != Node::Kind::kList || depth >= binding.extents.size()) {
    const Node& value = list.kind == Node::Kind::kList && list.kids.size() == 1 ? list.kids[0] : list;
    if (at < binding.table.size())
      binding.table[at] = kept("element", named(binding.name, cast(expression(value), binding.type, list.span)));
    ++at;
    return;
  }
  std::size_t part = 1;  // elements of one entry at this depth
  for (std::size_t i = depth + 1; i < binding.extents.size(); ++i) part *= static_cast<std::size_t>(binding.extents[i]);
  for (const Node& kid : list.kids) {
    const std::size_t begin = at;
    fill_table(kid, binding, depth + 1, at);
    if (kid.kind == Node::Kind::kList) at = begin + part;
  }
}

}  // namespace rtlgen::importer::c
