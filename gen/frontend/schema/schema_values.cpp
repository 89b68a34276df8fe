// Values of a checked document, with defaults from the table of keys.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "frontend/schema/keys.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/check.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

int axis_number(std::string_view name) { return name == "x" ? 0 : name == "y" ? 1 : name == "z" ? 2 : -1; }

bool is_octal_trap(const std::string& text) {
  const std::size_t first = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  return text.size() > first + 1 && text[first] == '0' &&
         std::isdigit(static_cast<unsigned char>(text[first + 1])) != 0;
}

bool parse_number(const std::string& text, double& out) {
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.back())) != 0) return false;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && rest == text.data() + text.size() && std::isfinite(out);
}

bool parse_integer(const std::string& text, std::int64_t& out) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && rest == text.data() + text.size();
}

const YamlValue* Settings::find(Key key) const {
  const std::string_view path = key.path();
  const YamlValue* at = &document_;
  for (std::size_t begin = 0; at != nullptr && begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    at = at->find(std::string(path.substr(begin, end - begin)));
    begin = end + 1;
  }
  return at != nullptr && at->is_null() ? nullptr : at;
}

std::int64_t integer_or_default(const YamlValue* value, const KeySpec& spec) {
  std::int64_t out = 0;
  const std::string text = value != nullptr && value->is_scalar() ? value->text : std::string(spec.standard);
  RTLGEN_CHECK(parse_integer(text, out), "an unchecked integer");
  return out;
}

double number_or_default(const YamlValue* value, const KeySpec& spec) {
  double out = 0;
  const std::string text = value != nullptr && value->is_scalar() ? value->text : std::string(spec.standard);
  RTLGEN_CHECK(parse_number(text, out), "an unchecked number");
  return out;
}

int choice_or_default(const YamlValue* value, const KeySpec& spec) {
  const std::string text = value != nullptr && value->is_scalar() ? value->text : std::string(spec.standard);
  const std::vector<std::string> words = choices_of(spec);
  const auto found = std::find(words.begin(), words.end(), text);
  RTLGEN_CHECK(found != words.end(), "an unchecked choice");
  return static_cast<int>(found - words.begin());
}

bool boolean_or_default(const YamlValue* value, const KeySpec& spec) {
  return (value != nullptr && value->is_scalar() ? value->text : spec.standard) == "true";
}

std::int64_t Settings::integer(Key key) const { return integer_or_default(find(key), key_row(key)); }
double Settings::number(Key key) const { return number_or_default(find(key), key_row(key)); }
bool Settings::boolean(Key key) const { return boolean_or_default(find(key), key_row(key)); }
int Settings::choice(Key key) const { return choice_or_default(find(key), key_row(key)); }
std::string Settings::text(Key key) const {
  const YamlValue* value = find(key);
  return value != nullptr && value->is_scalar() ? value->text : std::string(key_row(key).standard);
}

bool may_be_bare(bool is_list, KeyKind kind) {
  if (kind == KeyKind::kConstants) return is_list;
  return !is_list || kind == KeyKind::kTable || kind == KeyKind::kExpressions;
}

bool check_entries(const YamlValue& list, const KeySpec& spec, const std::string& key, const char* wanted,
                   Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const YamlValue& item = list.items[i];
    if (item.is_scalar()) continue;
    // yaml-cpp locates null where the next token starts.
    diagnostics.error(Code::kWrongKind, item.is_null() ? list.where : item.where,
                      fmt::format("'{}[{}]' must be {}, not {}", key, i, wanted, item.describe()),
                      {fmt::format("{}: {}", spec.path, spec.meaning)});
    return false;
  }
  return true;
}

bool check_files(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics) {
  if (v.is_scalar()) return true;
  if (v.is_list()) return check_entries(v, spec, key, "a path", diagnostics);
  diagnostics.error(Code::kWrongKind, v.where,
                    fmt::format("'{}' must be a path or a list of paths, not {}", key, v.describe()),
                    {fmt::format("{}: {}", spec.path, spec.meaning)});
  return false;
}

bool check_axes(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics) {
  if (!v.is_list()) {
    diagnostics.error(Code::kWrongKind, v.where, fmt::format("'{}' must be a list of axes, not {}", key, v.describe()),
                      {fmt::format("{}: {}", spec.path, spec.meaning)});
    return false;
  }
  int last = -1;
  for (const YamlValue& item : v.items) {
    const int axis = item.is_scalar() ? axis_number(item.text) : -1;
    if (axis > last) {
      last = axis;
      continue;
    }
    const std::string name = item.is_scalar() ? "'" + item.text + "'" : item.describe();
    diagnostics.error(Code::kUnknownKeyword, item.where,
                      axis < 0       ? fmt::format("{} is not an axis", name)
                      : axis == last ? fmt::format("the axis {} is named twice", name)
                                     : fmt::format("the axis {} is out of order", name),
                      {fmt::format("{}: {}", spec.path, spec.meaning)});
    return false;
  }
  return true;
}

bool check_components(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics) {
  if (!check_entries(v, spec, key, "a name", diagnostics)) return false;
  const auto size = static_cast<double>(v.items.size());
  if (size >= spec.least && size <= spec.most) return true;
  diagnostics.error(Code::kWrongKind, v.where, fmt::format("'{}' has {}", key, counted(v.items.size(), "name")),
                    {fmt::format("a vector has {} to {} components", spec.least, spec.most)});
  return false;
}

bool check_expressions(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics) {
  constexpr std::size_t kMost = 64;
  const std::string meaning = fmt::format("{}: {}", spec.path, spec.meaning);
  if (v.is_scalar()) return true;
  if (!v.is_list()) {
    diagnostics.error(Code::kWrongKind, v.where, fmt::format("'{}' must be an expression, not {}", key, v.describe()),
                      {meaning});
    return false;
  }
  if (v.items.size() < 2 || v.items.size() > kMost) {
    diagnostics.error(Code::kWrongKind, v.where, fmt::format("'{}' has {}", key, counted(v.items.size(), "expression")),
                      {fmt::format("a list has 2 to {}, one for each component of a vector", kMost), meaning});
    return false;
  }
  return check_entries(v, spec, key, "an expression", diagnostics);
}

bool check_table(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics) {
  const auto wrong = [&](const SourceLocation& where, const std::string& message, const std::string& note) {
    diagnostics.error(Code::kWrongKind, where, message, {note});
    return false;
  };
  const std::string meaning = fmt::format("{}: {}", spec.path, spec.meaning);
  const auto empty = [&](const YamlValue& list, const std::string& what) {
    return wrong(list.where, fmt::format("{} has no entries", what),
                 fmt::format("a table has 1 to {} entries", spec.most));
  };
  if (!v.is_list())
    return wrong(v.where,
                 fmt::format("'{}' must be a number, a list of constants, or a list of rows of constants, not {}", key,
                             v.describe()),
                 meaning);
  if (v.items.empty()) return empty(v, fmt::format("'{}'", key));
  const YamlValue& first = v.items.front();
  std::size_t entries = 0;
  for (std::size_t i = 0; i < v.items.size(); ++i) {
    const YamlValue& row = v.items[i];
    const std::string name = fmt::format("{}[{}]", key, i);
    if (!row.is_scalar() && !row.is_list())
      return wrong(row.is_null() ? v.where : row.where,
                   fmt::format("'{}' must be a constant or a row of constants, not {}", name, row.describe()), meaning);
    if (row.is_list() && row.items.empty()) return empty(row, fmt::format("this row of '{}'", key));
    if (row.kind != first.kind)
      return wrong(row.where, fmt::format("'{}' mixes constants and rows of constants", key), meaning);
    if (!check_entries(row, spec, name, "a constant", diagnostics)) return false;
    entries += row.is_list() ? row.items.size() : 1;
    if (row.items.size() != first.items.size())
      return wrong(row.where,
                   fmt::format("this row of '{}' has {}, but the first has {}", key,
                               counted(row.items.size(), "entry", "entries"), first.items.size()),
                   "all rows of a table must have the same length");
  }
  if (static_cast<double>(entries) <= spec.most) return true;
  return wrong(v.where, fmt::format("'{}' has {} entries", key, entries),
               fmt::format("a table has at most {} entries", spec.most));
}

}  // namespace rtlgen::frontend
