// Start data of runs: files, rules and expressions.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/passes/declarations.hpp"
#include "frontend/passes/start_values.hpp"
#include "frontend/passes/vectors.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

/// The number in `value`; a list has one per component of the field.
std::optional<double> value_of(Program& program, const YamlValue* value, std::size_t index, std::size_t count) {
  const KeySpec& spec = key_row("inputs.*.value");
  if (value == nullptr || !value->is_list()) return number_or_default(value, spec);
  if (count > 1 && value->items.size() == count) return number_or_default(&value->items[index], spec);
  program.diagnostics.error(
      Code::kComponentCount, value->where,
      fmt::format("{} value{} for {}", value->items.size(), value->items.size() == 1 ? "" : "s",
                  count > 1 ? fmt::format("{} components", count) : "a field that is not a vector"),
      {count > 1 ? "give one value for all components, or one for each" : "only vectors can have a list of values"});
  return std::nullopt;
}

/// The data of component `index` of a field with `count` components; 1: not a vector.
spec::DataSource pattern(Program& program, const YamlValue& entry, std::size_t index, std::size_t count) {
  spec::DataSource out;
  out.kind = static_cast<spec::DataKind>(static_cast<int>(spec::DataKind::kZero) +
                                         choice_or_default(entry.find("kind"), key_row("inputs.*.kind")));
  const auto number = [&](Key key) { return number_or_default(entry.find(key.name()), key_row(key)); };
  out.value = value_of(program, entry.find("value"), index, count).value_or(0.0);
  out.background = number("inputs.*.background");
  out.increment = number("inputs.*.increment");
  out.low = number("inputs.*.low");
  out.high = number("inputs.*.high");
  out.radius = integer_or_default(entry.find("radius"), key_row("inputs.*.radius"));
  out.seed = static_cast<std::uint64_t>(integer_or_default(entry.find("seed"), key_row("inputs.*.seed")));
  if (out.kind == spec::DataKind::kRandom) out.seed += index;  // each component has different numbers
  if (out.low > out.high) {
    program.diagnostics.error(Code::kNumberOutOfRange, entry.where, "'low' is above 'high'",
                              {"random values lie from low up to, but not including, high"});
  }
  return out;
}

/// The number of a key, for a list that of component `index`. If the key is missing, the location is that of the entry.
PlacedNumber number_at(const YamlValue& entry, Key key, std::size_t index) {
  const YamlValue* value = entry.find(key.name());
  if (value != nullptr && value->is_list()) value = index < value->items.size() ? &value->items[index] : nullptr;
  const bool is_given = value != nullptr && value->is_scalar();
  const std::string text = is_given ? value->text : std::string(key_row(key).standard);
  return {signed_number(text).value_or(0), is_given ? value->where : entry.where};
}

/// Notes what the numbers of a pattern lose in `type`, for component `index` on a grid of `cells`.
void note_losses(ConstantLosses& losses, const YamlValue& entry, spec::DataKind kind, const spec::Type& type,
                 std::size_t index, std::int64_t cells) {
  const auto note = [&](Key key) {
    const PlacedNumber number = number_at(entry, key, index);
    losses.note(number.value, type, number.where);
  };
  if (kind == spec::DataKind::kConstant || kind == spec::DataKind::kHotspot) note("inputs.*.value");
  if (kind == spec::DataKind::kHotspot) note("inputs.*.background");
  if (kind == spec::DataKind::kRamp) {
    const PlacedNumber first = number_at(entry, "inputs.*.value", index),
                       step = number_at(entry, "inputs.*.increment", index);
    const Exact last = first.value + step.value * static_cast<long>(cells - 1);
    const bool is_larger = abs(last) > abs(first.value);
    losses.note_end(
        is_larger ? last : first.value, type, is_larger ? step.where : first.where,
        fmt::format("the ramp's {} cell, {},", is_larger ? "last" : "first", to_text(is_larger ? last : first.value)));
  }
  if (kind == spec::DataKind::kRandom) {
    const PlacedNumber low = number_at(entry, "inputs.*.low", index), high = number_at(entry, "inputs.*.high", index);
    const PlacedNumber& end = abs(low.value) > abs(high.value) ? low : high;
    losses.note_end(
        end.value, type, end.where,
        fmt::format("the {} end of the random numbers, {},", &end == &low ? "low" : "high", to_text(end.value)));
  }
}

/// The arrays to which `name` gives data, or none after a diagnostic.
std::vector<spec::ArrayId> arrays_with_data(Program& program, const std::string& name, const SourceLocation& where) {
  const bool is_vector = program.definitions.vectors.contains(name);
  std::vector<spec::ArrayId> arrays;
  if (!is_vector) {
    const spec::ArrayId field = find_field(program, name, where);
    if (field.valid()) arrays.push_back(field);
  } else {
    arrays = arrays_of(program, name);
  }
  for (const spec::ArrayId id : arrays) {
    const spec::Array& array = program.stencil.arrays[id];
    if (array.role == spec::Role::kTemporary) {
      program.diagnostics.error(Code::kUndefinedName, where, fmt::format("there is no field '{}'", name),
                                {"it is a temporary"});
      return {};
    }
    if (array.role == spec::Role::kOutput && !program.unparsed) {
      program.diagnostics.error(Code::kStartDataOfOutput, where,
                                fmt::format("'{}' is an output and starts empty", array.shown()),
                                {"no line reads it, so start data would have no effect"});
      return {};
    }
    const auto has_data = [&](const spec::DataSource& source) { return source.array == id; };
    if (std::any_of(program.stencil.inputs.begin(), program.stencil.inputs.end(), has_data)) {
      program.diagnostics.error(Code::kNameClash, where, fmt::format("'{}' already has start data", array.shown()),
                                {"give the data of a vector as a whole, or by component"});
      return {};
    }
  }
  return arrays;
}

/// Which of `file`, `kind` and `expr` an entry has, or nothing after RG0202.
std::optional<std::string> way_of(Program& program, const YamlValue& entry) {
  std::vector<std::string> ways;
  for (const char* key : {"file", "kind", "expr"}) {
    const YamlValue* value = entry.find(key);
    const bool there = value != nullptr && (key != std::string("file") || value->is_scalar());
    if (there) ways.emplace_back(key);
  }
  if (ways.size() != 1) {
    program.diagnostics.error(Code::kMissingKey, entry.where,
                              "start data must be either a 'file', a 'kind' or an 'expr'",
                              {"for example {kind: constant, value: 1}, {file: power.npy} or {expr: \"float32(x)\"}"});
    return std::nullopt;
  }
  const bool is_expression = ways[0] == "expr";
  for (std::size_t i = 0; i < entry.keys.size(); ++i) {
    const std::string& key = entry.keys[i];
    const bool fits = key == "each" ? is_expression : key == "expr" || !is_expression;
    if (fits) continue;
    program.diagnostics.error(
        Code::kMissingKey, entry.key_places[i], fmt::format("'{}' has no meaning here", key),
        {is_expression ? "an 'expr' can only be combined with `each`" : "`each` belongs to the 'expr' of a vector"});
    return std::nullopt;
  }
  return ways[0];
}

}  // namespace

void read_inputs(Program& program, const std::string& filename) {
  const YamlValue* inputs = program.settings.find("inputs");
  if (inputs == nullptr) return;
  for (std::size_t i = 0; i < inputs->keys.size(); ++i) {
    const YamlValue& entry = inputs->items[i];
    const SourceLocation& where = inputs->key_places[i];
    const std::vector<spec::ArrayId> arrays = arrays_with_data(program, inputs->keys[i], where);
    if (arrays.empty() || !entry.is_map()) continue;
    const auto way = way_of(program, entry);
    if (!way) continue;
    if (*way == "expr") {
      read_start_values(program, inputs->keys[i], where, entry, arrays);
      continue;
    }
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      spec::DataSource source = pattern(program, entry, k, arrays.size());
      if (*way == "file") {
        const std::string& file = entry.find("file")->text;
        source.kind = spec::DataKind::kFile;
        source.path = OutsideText(data_path(filename, file));
        source.written = OutsideText(file);
        source.of_vector = arrays.size() > 1;
      } else {
        const spec::Array& array = program.stencil.arrays[arrays[k]];
        const spec::Extents shape = array.shape(program.stencil.grid);
        note_losses(program.losses, entry, source.kind, array.type, k, shape[0] * shape[1] * shape[2]);
      }
      source.array = arrays[k];
      source.where = where;
      program.stencil.inputs.push_back(std::move(source));
    }
  }
}

}  // namespace rtlgen::frontend
