// Checks a document against the table of keys.
#include "frontend/schema/schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "frontend/expr/hints.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

const KeySpec* find_key(std::string_view path) {
  const auto table = key_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const KeySpec& k) { return k.path == path; });
  return found == table.end() ? nullptr : &*found;
}

namespace {

/// Names of the keys directly below `path` in the table.
std::vector<std::string> children_of(const std::string& path) {
  const std::string prefix = path.empty() ? "" : path + ".";
  std::vector<std::string> out;
  for (const KeySpec& spec : key_table()) {
    if (!spec.path.starts_with(prefix)) continue;
    const std::string_view rest = spec.path.substr(prefix.size());
    if (!rest.empty() && rest.find('.') == std::string_view::npos) out.emplace_back(rest);
  }
  return out;
}

bool is_truth_word(const std::string& text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* word : {"true", "false", "yes", "no", "on", "off", "y", "n"}) {
    if (lower == word) return true;
  }
  return false;
}

class Checker {
 public:
  Checker(Diagnostics& diagnostics, const std::function<std::string()>& channels)
      : diagnostics_(diagnostics), channels_(channels) {}

  /// Checks the keys of a mapping against the table's keys below `path`.
  void keys(YamlValue& map, const std::string& path) {
    const std::vector<std::string> known = children_of(path);
    for (std::size_t i = 0; i < map.keys.size() && !too_many_errors(diagnostics_); ++i) {
      if (std::find(known.begin(), known.end(), map.keys[i]) == known.end()) {
        unknown_key(map, i, path, known);
        if (!means(map, i, path)) continue;
      }
      const std::string full = path.empty() ? map.keys[i] : path + "." + map.keys[i];
      const std::string& alias = map.items[i].written_as;
      const std::string key = alias.empty() ? map.keys[i] : alias;
      if (!value(map.items[i], key_spec(full), key, map.key_places[i])) map.items[i] = YamlValue{};
    }
    for (const std::string& key : known) {
      if (key == "*") continue;
      const KeySpec& spec = key_spec(path.empty() ? key : path + "." + key);
      if (!spec.required || std::find(map.keys.begin(), map.keys.end(), key) != map.keys.end()) continue;
      const SourceLocation where = path.empty() ? SourceLocation{map.where.file} : map.where;
      diagnostics_.error(
          Code::kMissingKey, where, fmt::format("the key '{}' is missing", key),
          {spec.kind == KeyKind::kChoice ? fmt::format("{}: one of {}", spec.path, fmt::join(choices_of(spec), ", "))
                                         : fmt::format("{}: {}", spec.path, spec.meaning)});
    }
  }

 private:
  /// Reads a misspelt section or required key as the one that is meant, since much would be reported for its absence.
  bool means(YamlValue& map, std::size_t i, const std::string& path) {
    const auto fix = nearest_fix(map.keys[i], children_of(path));
    if (!fix || map.find(fix->with) != nullptr) return false;
    if (!path.empty() && !key_spec(path + "." + fix->with).required) return false;
    map.keys[i] = fix->with;
    return true;
  }

  void unknown_key(const YamlValue& map, std::size_t i, const std::string& path,
                   const std::vector<std::string>& known) {
    const auto fix = nearest_fix(map.keys[i], known);
    std::vector<std::string> notes;
    if (!fix && path.empty()) notes = hint_for_key(map.keys[i]);
    if (!fix && notes.empty()) notes = elsewhere(map.keys[i]);
    if (!fix && notes.empty()) notes = hint_for_key(map.keys[i]);
    if (map.keys[i].find_first_of("<>[]()") != std::string::npos) {
      notes.push_back("inside { } a comma ends a value: quote the type or expression before it");
    }
    notes.push_back(
        fmt::format("keys {} are {}", path.empty() ? "here" : fmt::format("of '{}'", path), fmt::join(known, ", ")));
    diagnostics_.error(Code::kUnknownKey, map.key_places[i], fmt::format("unknown key '{}'", map.keys[i]), notes, fix);
  }

  /// A key that belongs to another mapping with fixed keys, or an abbreviated key: `steps` belongs to `hardware`, and
  /// `step` is short for it.
  static std::vector<std::string> elsewhere(const std::string& key) {
    for (const KeySpec& spec : key_table()) {
      if (spec.path.find('*') == std::string_view::npos && spec.path.ends_with("." + key)) {
        return {fmt::format("'{}' belongs one level down: {}", key, spec.path)};
      }
    }
    constexpr std::size_t kShortestKey = 3;
    for (const KeySpec& spec : key_table()) {
      if (spec.path.find('*') != std::string_view::npos || key.size() < kShortestKey) continue;
      if (spec.path.find("." + key) != std::string_view::npos) return {fmt::format("did you mean '{}'?", spec.path)};
    }
    return {};
  }

  bool wrong_kind(const YamlValue& value, const KeySpec& spec, const std::string& key, const std::string& wanted) {
    diagnostics_.error(Code::kWrongKind, value.where,
                       fmt::format("'{}' must be {}, not {}", key, wanted, value.describe()),
                       {fmt::format("{}: {}", spec.path, spec.meaning)});
    return false;
  }

  /// Checks one value; false if it must not be used.
  bool value(YamlValue& v, const KeySpec& spec, const std::string& key, const SourceLocation& key_place) {
    if (v.is_null()) v.where = key_place;  // yaml-cpp locates null where the next token starts
    const std::string path(spec.path);
    switch (spec.kind) {
      case KeyKind::kMap:
        return map(v, spec, key);
      case KeyKind::kNamedMap:
      case KeyKind::kFunctions:
        return names(v, spec, key);
      case KeyKind::kLines:
        return lines(v, spec, key);
      case KeyKind::kEntries:
        return entries(v, spec, key);
      case KeyKind::kBoundary:
        return !v.is_null() || wrong_kind(v, spec, key, "a boundary rule");
      case KeyKind::kRegion:
        return v.is_scalar() || v.is_map() || wrong_kind(v, spec, key, "interior, rest, or bounds per axis");
      case KeyKind::kBorder:
        return v.is_map() ? map(v, spec, key) : choice(v, spec, key);
      case KeyKind::kIntegers:
        return integers(v, spec, key);
      case KeyKind::kConstants:
        return constants(v, spec, key);
      case KeyKind::kTable:
        return v.is_scalar() || check_table(v, spec, key, diagnostics_);
      case KeyKind::kFiles:
        return check_files(v, spec, key, diagnostics_);
      case KeyKind::kComponents:
        return components(v, spec, key);
      case KeyKind::kExpressions:
        return check_expressions(v, spec, key, diagnostics_);
      case KeyKind::kChannels:
        return channels(v, spec, key);
      case KeyKind::kAxes:
        return check_axes(v, spec, key, diagnostics_);
      case KeyKind::kText:
        if (v.is_null()) return true;  // an empty text
        [[fallthrough]];
      case KeyKind::kName:
      case KeyKind::kField:
      case KeyKind::kType:
      case KeyKind::kConstant:
      case KeyKind::kExpression:
        if (v.is_scalar()) return true;
        return wrong_kind(v, spec, key, spec.kind == KeyKind::kText ? "text" : article(spec.kind));
      case KeyKind::kInteger:
        return integer(v, spec, key);
      case KeyKind::kNumber:
      case KeyKind::kNumbers:
        return numbers(v, spec, key);
      case KeyKind::kBoolean:
        return boolean(v, spec, key);
      case KeyKind::kChoice:
        return choice(v, spec, key);
      case KeyKind::kWords:
        return words(v, spec, key);
    }
    return true;
  }

  bool components(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (v.is_map()) return wrong_kind(v, spec, key, "a number or a list of names");
    return v.is_list() ? check_components(v, spec, key, diagnostics_) : integer(v, spec, key);
  }

  static std::string article(KeyKind kind) {
    if (kind == KeyKind::kName || kind == KeyKind::kField) return "a name";
    if (kind == KeyKind::kType) return "a type such as float32";
    if (kind == KeyKind::kConstant) return "a number or constant expression";
    return "an expression";
  }

  bool no_mapping(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    const bool is_rule = spec.path == "fields.*" && v.is_scalar() &&
                         (boundary_word(v.text) || !hint_for_rule(v.text, RuleForm::kKey).empty());
    if (!is_rule) return wrong_kind(v, spec, key, "a mapping");
    diagnostics_.error(
        Code::kWrongKind, v.where, fmt::format("'{}' must be a mapping, not {}", key, v.describe()),
        {fmt::format("write `{{boundary: {}}}`; with --set, fields.{}.boundary={}", v.text, key, v.text)});
    return false;
  }

  bool map(YamlValue& v, const KeySpec& spec, const std::string& key) {
    const std::string path(spec.path);
    if (v.is_null() && spec.shorthand.empty()) {
      v.kind = YamlValue::Kind::kMap;
      return true;
    }
    if (!v.is_map()) {
      const bool bare =
          !spec.shorthand.empty() && may_be_bare(v.is_list(), key_spec(path + "." + std::string(spec.shorthand)).kind);
      if (!bare) return no_mapping(v, spec, key);
      YamlValue inner = std::move(v);
      v = {};
      v.kind = YamlValue::Kind::kMap;
      v.where = inner.where;
      v.keys.emplace_back(spec.shorthand);
      v.key_places.push_back(inner.where);
      inner.written_as = key;
      v.items.push_back(std::move(inner));
    }
    keys(v, path);
    return true;
  }

  void named(YamlValue& v, const std::string& path) {
    const KeySpec& each = key_spec(path + ".*");
    for (std::size_t i = 0; i < v.keys.size() && !too_many_errors(diagnostics_); ++i) {
      if (!value(v.items[i], each, v.keys[i], v.key_places[i])) v.items[i] = YamlValue{};
    }
  }

  bool lines(YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (!v.is_list()) return wrong_kind(v, spec, key, "a list of lines '- target: expression'");
    if (v.items.empty()) {
      diagnostics_.error(Code::kWrongKind, v.where, fmt::format("'{}' has no lines", key),
                         {"write at least one '- target: expression'"});
      return false;
    }
    for (YamlValue& line : v.items) {
      if (too_many_errors(diagnostics_)) break;
      if (line.is_map() && line.keys.size() == 2 && line.find("repeat") != nullptr && line.find("lines") != nullptr) {
        for (const char* part : {"repeat", "lines"}) {
          YamlValue& inner = *line.find(part);
          const SourceLocation& place = line.key_places[static_cast<std::size_t>(&inner - line.items.data())];
          if (!value(inner, key_spec(fmt::format("update.{}", part)), part, place)) inner = YamlValue{};
        }
        continue;
      }
      if (!line.is_map() || line.keys.size() != 1) {
        Notes notes = hint_for_assignment(line.text, AssignmentForm::kLine);
        if (notes.empty()) notes = {"start every line with its own dash; a group has 'repeat' and 'lines'"};
        diagnostics_.error(Code::kWrongKind, line.where,
                           fmt::format("a line of '{}' must be one '- target: expression', not {}", key,
                                       line.is_map() ? "several" : line.describe()),
                           std::move(notes));
        line = YamlValue{};
        continue;
      }
      named(line, "update");
    }
    return true;
  }

  bool entries(YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (!v.is_list()) return wrong_kind(v, spec, key, "a list, each entry with its own dash");
    for (YamlValue& entry : v.items) {
      if (too_many_errors(diagnostics_)) break;
      if (!entry.is_map() || !map(entry, key_spec(fmt::format("{}.*", spec.path)), key)) {
        if (!entry.is_map()) wrong_kind(entry, spec, key, "a list of mappings");
        entry = YamlValue{};
      }
    }
    return true;
  }

  bool range(double number, const KeySpec& spec, const YamlValue& v, const std::string& key) {
    if (number >= spec.least && number <= spec.most) return true;
    std::string note = spec.kind == KeyKind::kChannels && channels_ ? channels_() : "";
    if (note.empty())
      note = fmt::format("use a number from {:.10g} to {:.10g}{}", spec.least, spec.most,
                         spec.kind == KeyKind::kChannels ? "; most boards have fewer (rtlgen boards NAME)" : "");
    diagnostics_.error(Code::kNumberOutOfRange, v.where, fmt::format("'{}' is {}, which is out of range", key, v.text),
                       {note});
    return false;
  }

  bool octal(const YamlValue& v) {
    diagnostics_.error(Code::kLeadingZero, v.where, fmt::format("the number '{}' has a leading zero", v.text),
                       {"remove it; octal numbers are not supported"});
    return false;
  }

  bool integer(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    std::int64_t out = 0;
    if (v.is_scalar() && v.plain && is_octal_trap(v.text)) return octal(v);
    if (v.is_scalar() && v.plain && parse_integer(v.text, out)) {
      return range(static_cast<double>(out), spec, v, key);
    }
    double huge = 0;
    if (v.is_scalar() && v.plain && v.text.find_first_not_of("-0123456789") == std::string::npos &&
        parse_number(v.text, huge)) {
      return range(huge, spec, v, key);
    }
    return wrong_kind(v, spec, key, "an integer");
  }

  bool number(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    double out = 0;
    if (v.is_scalar() && v.plain && is_octal_trap(v.text)) return octal(v);
    if (!v.is_scalar() || !v.plain || !parse_number(v.text, out)) return wrong_kind(v, spec, key, "a number");
    return range(out, spec, v, key);
  }

  bool numbers(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (!v.is_list() || spec.kind == KeyKind::kNumber) return number(v, spec, key);
    return std::ranges::all_of(v.items, [&](const YamlValue& item) { return number(item, spec, key); });
  }

  bool boolean(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (v.is_scalar() && v.plain && (v.text == "true" || v.text == "false")) return true;
    if (v.is_scalar() && is_truth_word(v.text)) {
      diagnostics_.error(Code::kNotTrueOrFalse, v.where,
                         fmt::format("'{}' must be true or false, not '{}'", key, v.text),
                         {"write true or false, without quotes"});
      return false;
    }
    return wrong_kind(v, spec, key, "true or false");
  }

  bool choice(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (!v.is_scalar()) return wrong_kind(v, spec, key, "a word");
    const std::vector<std::string> words = choices_of(spec);
    if (std::find(words.begin(), words.end(), v.text) == words.end()) {
      const auto fix = nearest_fix(v.text, words);
      std::vector<std::string> notes;
      if (spec.path == "update.*.border" && !fix) notes = hint_for_border(v.text);
      notes.push_back(fmt::format("use one of {}", fmt::join(words, ", ")));
      diagnostics_.error(Code::kUnknownKeyword, v.where, fmt::format("'{}' cannot be '{}'", key, v.text), notes, fix);
      return false;
    }
    return true;
  }

  bool words(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (!v.is_list()) return wrong_kind(v, spec, key, "a list of words");
    if (!check_entries(v, spec, key, "a word", diagnostics_)) return false;
    return std::all_of(v.items.begin(), v.items.end(), [&](const YamlValue& item) { return choice(item, spec, key); });
  }

  bool constants(const YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (!v.is_list()) return wrong_kind(v, spec, key, "a list of numbers or constant expressions");
    const auto size = static_cast<double>(v.items.size());
    if (size < spec.least || size > spec.most) {
      diagnostics_.error(
          Code::kWrongKind, v.where,
          fmt::format("'{}' must have {} to {} entries, not {}", key, spec.least, spec.most, v.items.size()),
          {fmt::format("{}: {}", spec.path, spec.meaning)});
      return false;
    }
    return check_entries(v, spec, key, "a number or constant expression", diagnostics_);
  }

  bool names(YamlValue& v, const KeySpec& spec, const std::string& key) {
    if (v.is_null() || is_word(v, spec)) return true;
    if (spec.path == "fields" && is_list_of_words(v)) {
      list_of_fields(v);
    } else if (!v.is_map()) {
      return wrong_kind(v, spec, key,
                        spec.also.empty() ? "a mapping of names" : fmt::format("a mapping of names, or {}", spec.also));
    }
    named(v, std::string(spec.path));
    return true;
  }

  static bool is_list_of_words(const YamlValue& v) {
    return v.is_list() && !v.items.empty() && std::ranges::all_of(v.items, &YamlValue::is_scalar);
  }

  /// Reports `fields: [t]` and reads it as the mapping that is meant, since lines would miss the fields.
  void list_of_fields(YamlValue& v) {
    YamlValue map;
    map.kind = YamlValue::Kind::kMap;
    map.where = v.where;
    std::vector<std::string> entries;
    for (const YamlValue& item : v.items) {
      entries.push_back(item.text + ": {}");
      if (map.find(item.text) != nullptr) continue;
      map.keys.push_back(item.text);
      map.key_places.push_back(item.where);
      map.items.emplace_back();
      map.items.back().kind = YamlValue::Kind::kMap;
      map.items.back().where = item.where;
    }
    diagnostics_.error(Code::kWrongKind, v.where, "'fields' must be a mapping of names, not a list",
                       {fmt::format("write `fields: {{{}}}`", fmt::join(entries, ", "))});
    v = std::move(map);
  }

  /// Whether the value is the word that is allowed instead.
  static bool is_word(const YamlValue& v, const KeySpec& spec) {
    return !spec.also.empty() && v.is_scalar() && v.text == spec.also;
  }

  bool integers(YamlValue& v, const KeySpec& spec, const std::string& key) {
    const bool has_word = !spec.also.empty();
    if (is_word(v, spec)) return true;
    if (!v.is_list())
      return wrong_kind(v, spec, key,
                        has_word ? fmt::format("a list of integers, or {}", spec.also) : "a list of integers");
    if (has_word && v.items.empty()) return true;
    if (v.items.empty() || v.items.size() > 3) {
      diagnostics_.error(Code::kWrongKind, v.where,
                         fmt::format("'{}' must have 1, 2 or 3 entries, not {}", key, v.items.size()),
                         {"one per axis: [x], [x, y] or [x, y, z]",
                          "declare a fourth axis of few cells as a vector: fields: {u: {components: 3}}"});
      return false;
    }
    bool good = true;
    for (std::size_t i = 0; i < v.items.size(); ++i) {
      good = integer(v.items[i], spec, fmt::format("{}[{}]", key, i)) && good;
    }
    return good;
  }

  bool channels(const YamlValue& v, const KeySpec& spec, const std::string& array) {
    const std::string key = fmt::format("hardware.memory.{}", array);
    const char* const wanted = "a channel, or a list with one entry per buffer; a striped buffer is itself a list";
    if (!v.is_list()) return v.is_scalar() ? integer(v, spec, key) : wrong_kind(v, spec, key, wanted);
    bool good = !v.items.empty() || wrong_kind(v, spec, key, wanted);
    for (std::size_t i = 0; i < v.items.size(); ++i) {
      const YamlValue& buffer = v.items[i];
      const std::string place = fmt::format("{}[{}]", key, i);
      if (!buffer.is_list()) {
        good = integer(buffer, spec, place) && good;
        continue;
      }
      good = good && (!buffer.items.empty() || wrong_kind(buffer, spec, place, wanted));
      for (const YamlValue& channel : buffer.items) good = integer(channel, spec, place) && good;
    }
    return good;
  }

  Diagnostics& diagnostics_;
  const std::function<std::string()>& channels_;
};

}  // namespace

void check_schema(YamlValue& document, Diagnostics& diagnostics, const std::function<std::string()>& channels) {
  if (!document.is_map()) {
    diagnostics.error(Code::kWrongKind, document.where,
                      fmt::format("a description must be a mapping of keys, not {}", document.describe()),
                      {"it starts like this: name: heat"});
    document = YamlValue{};
    return;
  }
  Checker(diagnostics, channels).keys(document, "");
}

}  // namespace rtlgen::frontend
