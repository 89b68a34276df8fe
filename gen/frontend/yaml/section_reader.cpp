// Keys, words and numbers of a mapping.
#include "frontend/yaml/section_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "frontend/schema/schema.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

SourceLocation Section::place(std::string_view key) const {
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    if (map.keys[i] == key) return map.items[i].is_null() ? map.key_places[i] : map.items[i].where;
  }
  return map.where;
}

void SectionReader::error(Code code, const SourceLocation& where, const std::string& message, Names notes,
                          const std::optional<Fix>& fix) {
  if (!too_many_errors(diagnostics_)) diagnostics_.error(code, where, message, std::move(notes), fix);
}

bool refuse_stencil(const YamlValue& root, const char* wanted, Diagnostics& diagnostics) {
  const bool is_stencil = root.is_map() && root.find("update") != nullptr &&
                          (root.find("grid") != nullptr || root.find("fields") != nullptr);
  if (is_stencil)
    diagnostics.error(Code::kWrongKind, root.where, fmt::format("this is the description of a stencil, not {}", wanted),
                      {});
  return is_stencil;
}

void SectionReader::wrong_kind(const YamlValue& value, const SourceLocation& where, std::string_view key,
                               const std::string& wanted) {
  error(Code::kWrongKind, where, fmt::format("'{}' must be {}, not {}", key, wanted, value.describe()), {note_});
}

void SectionReader::keys(const Section& section, const Names& known, const Names& required) {
  for (std::size_t i = 0; i < section.map.keys.size(); ++i) {
    const std::string& key = section.map.keys[i];
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string all = fmt::format("keys of {} are {}", section.name.empty() ? whole_ : "'" + section.name + "'",
                                        fmt::join(known, ", "));
    error(Code::kUnknownKey, section.map.key_places[i], fmt::format("unknown key '{}'", key), {all},
          nearest_fix(key, known));
  }
  for (const std::string& key : required) {
    if (section.find(key) != nullptr) continue;
    const SourceLocation where = section.name.empty() ? SourceLocation{section.map.where.file} : section.map.where;
    error(Code::kMissingKey, where, fmt::format("the key '{}' is missing", key), {note_});
  }
}

std::optional<Section> SectionReader::section(const Section& parent, const char* key) {
  const YamlValue* value = parent.find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_map()) return Section{*value, key};
  wrong_kind(*value, parent.place(key), key, "a mapping");
  return std::nullopt;
}

std::string SectionReader::text(const Section& section, const char* key) {
  const YamlValue* value = section.find(key);
  if (value == nullptr) return "";
  if (value->is_scalar() && !value->text.empty()) return value->text;
  wrong_kind(*value, section.place(key), key, "text");
  return "";
}

std::string SectionReader::one_of(const YamlValue& value, const SourceLocation& where, const char* key,
                                  const Names& words) {
  if (!value.is_scalar()) {
    wrong_kind(value, where, key, words.empty() ? "text" : "a word");
  } else if (!words.empty() && std::find(words.begin(), words.end(), value.text) == words.end()) {
    error(Code::kUnknownKeyword, where, fmt::format("'{}' cannot be '{}'", key, value.text),
          {fmt::format("use one of {}", fmt::join(words, ", "))}, nearest_fix(value.text, words));
  } else {
    return value.text;
  }
  return "";
}

std::string SectionReader::choice(const Section& section, const char* key, const Names& words) {
  const YamlValue* value = section.find(key);
  return value != nullptr ? one_of(*value, section.place(key), key, words) : "";
}

SectionReader::Names SectionReader::list(const Section& section, const char* key, const Names& words) {
  Names out;
  const YamlValue* value = section.find(key);
  if (value == nullptr) return out;
  if (!value->is_list()) {
    wrong_kind(*value, section.place(key), key, words.empty() ? "a list of strings" : "a list of words");
    return out;
  }
  for (const YamlValue& item : value->items) {
    const std::string word = one_of(item, item.where, key, words);
    if (word.empty()) continue;
    if (std::find(out.begin(), out.end(), word) != out.end())
      error(Code::kUnknownKeyword, item.where, fmt::format("'{}' is listed twice", word), {});
    else
      out.push_back(word);
  }
  return out;
}

bool SectionReader::flag(const Section& section, const char* key, bool standard) {
  const YamlValue* value = section.find(key);
  if (value == nullptr) return standard;
  if (value->is_scalar() && value->plain && (value->text == "true" || value->text == "false"))
    return value->text == "true";
  error(Code::kNotTrueOrFalse, section.place(key),
        fmt::format("'{}' must be true or false, not {}", key, value->describe()), {});
  return standard;
}

std::optional<double> SectionReader::number(const YamlValue& value, const SourceLocation& where, std::string_view key,
                                            double least, double most, bool whole) {
  double out = 0;
  if (value.is_scalar() && value.plain && is_octal_trap(value.text)) {
    error(Code::kLeadingZero, where, fmt::format("the number '{}' has a leading zero", value.text),
          {"remove it; octal numbers are not supported"});
  } else if (!value.is_scalar() || !value.plain || !parse_number(value.text, out) ||
             (whole && out != std::floor(out))) {
    wrong_kind(value, where, key, whole ? "an integer" : "a number");
  } else if (out < least || out > most) {
    error(Code::kNumberOutOfRange, where, fmt::format("'{}' is {}, which is out of range", key, value.text),
          {fmt::format("use a number from {:.10g} to {:.10g}", least, most)});
  } else {
    return out;
  }
  return std::nullopt;
}

}  // namespace rtlgen::frontend
