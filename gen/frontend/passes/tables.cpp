// Tables: names first, so that every expression can use them, then their values, which may use parameters.
#include <fmt/format.h>

#include "frontend/given.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/yaml/number_file.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

namespace {

/// The listed values, or none after a diagnostic.
std::optional<std::vector<PlacedNumber>> listed_values(Program& program, const YamlValue& list) {
  std::vector<PlacedNumber> out;
  for (const YamlValue& item : list.items) {
    const auto ast = read_expression(program, item);
    const auto value = ast ? constant_of(program, *ast) : std::nullopt;
    if (!value || too_many_errors(program.diagnostics)) return std::nullopt;
    out.push_back({*value, item.where});
  }
  return out;
}

std::optional<std::vector<PlacedNumber>> file_values(Program& program, const YamlValue& file, std::size_t most) {
  auto numbers =
      read_number_file(file, program.stencil.file.path().string(), most, *program.given.texts, program.diagnostics);
  return numbers ? std::optional(*std::move(numbers)) : std::nullopt;
}

}  // namespace

std::vector<std::uint64_t> read_values(Program& program, const YamlValue& entry, const spec::Type& type,
                                       std::size_t most, const std::string& what) {
  const YamlValue* values = entry.find("values");
  const YamlValue* file = entry.find("file");
  if ((values == nullptr) == (file == nullptr)) {
    program.diagnostics.error(Code::kMissingKey, entry.where,
                              fmt::format("{} must have either 'values' or a 'file'", what),
                              {"for example {values: [0, 1, 4, 9]} or {file: curve.csv}"});
    return {};
  }
  const YamlValue& list = values != nullptr ? *values : *file;
  std::optional<std::vector<PlacedNumber>> numbers;
  if (values != nullptr && values->is_list()) numbers = listed_values(program, *values);
  if (values == nullptr && file->is_scalar()) numbers = file_values(program, *file, most);
  if (!numbers) return {};
  return fit_list(*numbers, type, list.where, program.scope, program.diagnostics)
      .value_or(std::vector<std::uint64_t>());
}

void declare_tables(Program& program) {
  const YamlValue* tables = program.settings.find("tables");
  if (tables == nullptr) return;
  for (std::size_t i = 0; i < tables->keys.size(); ++i) {
    const std::string& name = tables->keys[i];
    if (!take_name(program, name, "table", tables->key_places[i])) continue;
    program.declared.push_back({name, "table", tables->key_places[i], is_added(*tables, name)});
    program.scope.symbols[name] = Symbol{};  // invalid until its values are known
    const YamlValue& entry = tables->items[i];
    const auto type = entry.is_map() ? read_type(program, entry.find("type")) : std::nullopt;
    if (!type) continue;
    Symbol& symbol = program.scope.symbols[name];
    symbol.kind = Symbol::Kind::kStoredTable;
    symbol.type = *type;
  }
}

void read_tables(Program& program) {
  const YamlValue* tables = program.settings.find("tables");
  if (tables == nullptr) return;
  for (std::size_t i = 0; i < tables->keys.size(); ++i) {
    const std::string& name = tables->keys[i];
    const auto known = program.scope.symbols.find(name);
    if (known == program.scope.symbols.end() || known->second.kind != Symbol::Kind::kStoredTable) continue;
    spec::ValueTable table;
    table.name = name;
    table.type = known->second.type;
    const auto most = static_cast<std::size_t>(key_row("tables.*.values").most);
    table.values = read_values(program, tables->items[i], table.type, most, fmt::format("the table '{}'", name));
    if (table.values.empty()) {
      program.scope.symbols[name] = Symbol{};
      continue;
    }
    Symbol& symbol = program.scope.symbols[name];
    symbol.index = static_cast<int>(program.stencil.tables.size());
    symbol.value = static_cast<unsigned long>(table.values.size());
    program.stencil.tables.push_back(std::move(table));
  }
}

}  // namespace rtlgen::frontend
