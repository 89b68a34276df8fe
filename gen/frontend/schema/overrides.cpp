// Resolves paths in a document: keys in short and long form, and names that do not exist.
#include "frontend/schema/overrides.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "frontend/expr/hints.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

const char* const kForm = "write it as key.path=value, e.g. hardware.steps=4";

std::string path_of(const std::string& assignment) { return assignment.substr(0, assignment.find('=')); }

std::string value_of(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  return equals == std::string::npos ? "" : assignment.substr(equals + 1);
}

/// The path with every number in brackets as a part of its own: update.0.t for update[0].t.
std::string with_dots(const std::string& path) {
  std::string out;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = path[at] == '[' ? path.find_first_not_of("0123456789", at + 1) : std::string::npos;
    if (end == std::string::npos || end == at + 1 || path[end] != ']') {
      out += path[at++];
      continue;
    }
    out += "." + path.substr(at + 1, end - at - 1);
    at = end + 1;
  }
  return out;
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> segments;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    segments.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return segments;
}

/// Which segment names the target of a line: update.0.t, update.0.lines.2.t; 0: the path leads to no line.
std::size_t target_of_line(const std::vector<std::string>& segments) {
  if (segments[0] != "update") return 0;
  std::size_t at = 2;
  const auto is_number = [&](std::size_t i) {
    return i < segments.size() && segments[i].find_first_not_of("0123456789") == std::string::npos;
  };
  while (at < segments.size() && segments[at] == "lines" && is_number(at + 1)) at += 2;
  return at;
}

/// The position of an array's name in a path, and the table's keys below it. None: {0, ""}.
std::pair<std::size_t, std::string> array_in(const std::vector<std::string>& segments) {
  if (segments[0] == "inputs") return {1, "inputs.*."};
  if (segments[0] == "hardware" && segments.size() > 1 && segments[1] == "memory") return {2, "hardware.memory.*."};
  const std::size_t target = target_of_line(segments);
  const bool is_group = target < segments.size() && segments[target] == "lines";
  return is_group ? std::pair<std::size_t, std::string>() : std::pair<std::size_t, std::string>(target, "update.*.");
}

/// The table's key for the first `count` segments, or nullptr.
const KeySpec* spec_of(const std::vector<std::string>& segments, std::size_t count) {
  const KeySpec* spec = nullptr;
  std::string path;
  const std::size_t target = target_of_line(segments);
  for (std::size_t i = 0; i < count; ++i) {
    const bool named = spec != nullptr && (spec->kind == KeyKind::kNamedMap || spec->kind == KeyKind::kFunctions ||
                                           spec->kind == KeyKind::kLines || spec->kind == KeyKind::kEntries);
    if (named && spec->kind == KeyKind::kLines) {
      if (count <= target) return nullptr;  // a whole line or group
      i = target;
    }
    path += (path.empty() ? "" : ".") + (named ? "*" : segments[i]);
    spec = find_key(path);
    if (spec == nullptr) return nullptr;
  }
  return spec;
}

/// The key that the long form of an assignment adds to its path; "" if none.
std::string_view long_form_key(const std::vector<std::string>& segments, const std::string& value) {
  const KeySpec* spec = spec_of(segments, segments.size());
  // Such a value replaces the whole entry: a file with start data replaces a rule.
  if (spec == nullptr || spec->shorthand.empty() || spec->alone) return "";
  const KeySpec* inner = find_key(std::string(spec->path) + "." + std::string(spec->shorthand));
  const std::size_t first = value.find_first_not_of(" \t");
  if (first == std::string::npos || value[first] == '{') return "";
  return may_be_bare(value[first] == '[', inner->kind) ? spec->shorthand : "";
}

/// The item of a list that a segment names, counted from 0.
std::optional<std::size_t> index_in(const YamlValue& list, const std::string& segment) {
  std::size_t index = 0;
  const char* end = segment.data() + segment.size();
  const auto [rest, error] = std::from_chars(segment.data(), end, index);
  if (error != std::errc{} || rest != end || index >= list.items.size()) return std::nullopt;
  return index;
}

const YamlValue* item_of(const YamlValue& list, const std::string& segment) {
  const auto index = index_in(list, segment);
  return index ? &list.items[*index] : nullptr;
}

const YamlValue* look_up(const YamlValue& document, const std::vector<std::string>& segments) {
  const YamlValue* at = &document;
  for (std::size_t i = 0; at != nullptr && i < segments.size(); ++i) {
    at = at->is_list() ? item_of(*at, segments[i]) : at->find(segments[i]);
  }
  return at;
}

/// All names of a component, `text` first: its name and its number.
std::vector<std::string> names_of(const YamlValue& document, const std::string& field, const std::string& text) {
  std::vector<std::string> names{text};
  const YamlValue* components = look_up(document, {"fields", field, "components"});
  for (std::size_t i = 0; components != nullptr && components->is_list() && i < components->items.size(); ++i) {
    const std::string name = components->items[i].text, number = std::to_string(i);
    if (text == name || text == number) names.push_back(text == name ? number : name);
  }
  return names;
}

/// Expands the short form of a parameter or update line, so that a --set can change its keys. `written_as`: its key.
void expand_shorthand(YamlValue& value, std::string_view key, const std::string& written_as) {
  YamlValue inner = std::move(value);
  inner.written_as = written_as;
  value = {};
  value.kind = YamlValue::Kind::kMap;
  value.where = inner.where;
  value.keys.emplace_back(key);
  value.key_places.push_back(inner.where);
  value.items.push_back(std::move(inner));
}

void remove_key(YamlValue& map, const std::string& key) {
  const auto found = std::find(map.keys.begin(), map.keys.end(), key);
  if (found == map.keys.end()) return;
  const auto index = found - map.keys.begin();
  map.keys.erase(found);
  map.key_places.erase(map.key_places.begin() + index);
  map.items.erase(map.items.begin() + index);
}

/// Applies one assignment to a document.
class Override {
 public:
  Override(const std::string& assignment, std::vector<std::string> segments, Diagnostics& diagnostics)
      : where_{"--set " + assignment}, segments_(std::move(segments)), diagnostics_(diagnostics) {}

  [[nodiscard]] const SourceLocation& where() const { return where_; }

  /// The value that the path names, created if that is allowed; nullptr after a fault.
  YamlValue* walk(YamlValue& document) {
    YamlValue* at = &document;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      if (segments_[i].empty()) return fail("the key path has an empty part", {kForm});
      const KeySpec* spec = spec_of(segments_, i);
      if (at->is_scalar() && spec != nullptr && !spec->shorthand.empty())
        expand_shorthand(*at, spec->shorthand, segments_[i - 1]);
      at = descend(*at, i);
      if (at == nullptr) return nullptr;
    }
    return at;
  }

  YamlValue* fail(const std::string& message, Notes notes, const std::optional<Fix>& fix = std::nullopt) {
    diagnostics_.error(Code::kInvalidSet, where_, message, std::move(notes), fix);
    return nullptr;
  }

 private:
  /// One step of the path, to a new key if there may be one.
  YamlValue* descend(YamlValue& from, std::size_t i) {
    const std::string& segment = segments_[i];
    if (from.is_list()) return item(from, i);
    if (from.is_scalar()) {
      return fail(fmt::format("there is no '{}' in {}", segment, from.describe()),
                  {"only lists and mappings have keys"});
    }
    from.kind = YamlValue::Kind::kMap;
    if (YamlValue* found = from.find(segment)) {
      from.key_places[static_cast<std::size_t>(found - from.items.data())] = where_;
      return found;
    }
    if (!may_be_new(from, i)) return nullptr;
    from.keys.push_back(segment);
    from.key_places.push_back(where_);
    from.added.push_back(segment);
    from.items.emplace_back();
    from.items.back().where = where_;
    return &from.items.back();
  }

  YamlValue* item(YamlValue& list, std::size_t i) {
    if (const auto index = index_in(list, segments_[i])) return &list.items[*index];
    const std::size_t count = list.items.size();
    return fail(fmt::format("there is no '{}' in {}", segments_[i], list.describe()),
                {"select an item of a list by its number, from 0",
                 count == 0 ? "this list is empty"
                            : fmt::format("this list has {} item{}: 0{}", count, count == 1 ? "" : "s",
                                          count == 1 ? "" : fmt::format(" to {}", count - 1))});
  }

  /// A line has one target, and a new name must come with all its keys.
  bool may_be_new(const YamlValue& from, std::size_t i) {
    const bool line = i > 0 && i == target_of_line(segments_);
    const bool piece = i == 1 && segments_.size() > 2 &&
                       (segments_[0] == "params" || segments_[0] == "fields" || segments_[0] == "monitor" ||
                        segments_[0] == "functions");
    if (!line && !piece) return true;
    const auto fix = nearest_fix(segments_[i], from.keys);
    Notes notes;
    if (line) {
      notes.push_back(fmt::format("line {} assigns {}", segments_[i - 1], fmt::join(from.keys, ", ")));
      fail(fmt::format("this line does not assign '{}'", segments_[i]), notes, fix);
    } else {
      if (!from.keys.empty()) notes.push_back(fmt::format("it has {}", fmt::join(from.keys, ", ")));
      notes.push_back(
          fmt::format("to add one, give all its keys: {}.{}={{{}: ...}}", segments_[0], segments_[1], segments_[2]));
      fail(fmt::format("'{}' has no '{}'", segments_[0], segments_[1]), notes, fix);
    }
    return false;
  }

  SourceLocation where_;
  std::vector<std::string> segments_;
  Diagnostics& diagnostics_;
};

/// Paths of all keys that are not below a user-defined name.
Notes known_paths() {
  Notes out;
  for (const KeySpec& spec : key_table()) {
    if (spec.path.find('*') == std::string_view::npos) out.emplace_back(spec.path);
  }
  return out;
}

/// Suggests the meaning of a text without '='.
Notes form_notes(const std::string& text) {
  Notes notes;
  std::string best = nearest(text, known_paths());
  for (const std::string& path : known_paths()) {
    if (path.ends_with("." + text)) best = path;
  }
  if (!best.empty()) notes.push_back(fmt::format("did you mean '{}=...'?", best));
  notes.emplace_back(kForm);
  return notes;
}

/// The segments as far as the path alone determines them.
std::vector<std::string> segments_of(const std::string& path) { return segments_in(YamlValue(), path); }

/// Whether `later` discards what `earlier` has set.
bool undoes(const std::string& later, const std::string& earlier) {
  const std::string path = path_of(later), before = path_of(earlier);
  if (path == before) return true;
  if (!before.starts_with(path + ".")) return false;
  const std::string_view key = long_form_key(segments_of(path), value_of(later));
  return key.empty() || before == path + "." + std::string(key);
}

}  // namespace

std::vector<std::string> segments_in(const YamlValue& document, const std::string& path) {
  std::vector<std::string> segments = parts_of(path);
  const auto [at, keys] = array_in(segments);
  if (at == 0 || at + 1 >= segments.size()) return segments;
  const std::string name = segments[at], component = segments[at + 1];
  const YamlValue* map = look_up(document, {segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(at)});
  const auto is_there = [&](const std::string& key) {
    return map != nullptr && map->is_map() && map->find(key) != nullptr;
  };
  const auto is_key = [&, &prefix = keys](std::size_t i) {
    return i < segments.size() && find_key(prefix + segments[i]) != nullptr;
  };
  if (is_there(name)) return segments;
  const std::vector<std::string> names = names_of(document, name, component);
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const std::string& n) { return is_there(name + "." + n); });
  const bool is_number = component.find_first_not_of("0123456789") == std::string::npos;
  const bool is_new = !is_key(at + 1) && (is_number || is_key(at + 2) || names.size() > 1);
  if (found == names.end() && (component.empty() || !is_new)) return segments;
  segments[at] = name + "." + (found == names.end() ? component : *found);
  segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return segments;
}

bool check_sets(const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  bool good = true;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::size_t equals = sets[i].find('=');
    if (equals == std::string::npos || equals == 0) continue;  // reported where it is applied
    for (std::size_t k = 0; k < i; ++k) {
      if (sets[i] == sets[k] || !undoes(sets[i], sets[k])) continue;
      diagnostics.error(Code::kInvalidSet, {"--set " + sets[i]}, fmt::format("this undoes --set {}", sets[k]),
                        {fmt::format("set '{}' only once", path_of(sets[i]))});
      good = false;
      break;
    }
  }
  return good;
}

std::vector<std::string> merged_sets(const std::vector<std::string>& first, const std::vector<std::string>& then) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& set) {
    std::erase_if(out, [&](const std::string& earlier) { return undoes(set, earlier); });
    out.push_back(set);
  };
  for (const std::string& set : first) add(set);
  for (const std::string& set : then) add(set);
  return out;
}

std::string value_set(const std::vector<std::string>& sets, const std::string& path) {
  Diagnostics ignored;
  YamlValue document;
  for (const std::string& set : sets) {
    if (path_of(set) == path || path.starts_with(path_of(set) + ".")) apply_override(document, set, ignored);
  }
  const YamlValue* value = look_up(document, segments_of(path));
  return value != nullptr ? value->text : "";
}

std::string written_out(const YamlValue& document, const std::string& assignment) {
  const std::string path = path_of(assignment), value = value_of(assignment);
  const std::vector<std::string> segments = segments_in(document, path);
  const std::string_view key = long_form_key(segments, value);
  const YamlValue* there = key.empty() ? nullptr : look_up(document, segments);
  if (there == nullptr || !there->is_map()) return assignment;
  return fmt::format("{}.{}={}", path, key, value);
}

bool is_override(const SourceLocation& where) { return where.file.starts_with("--set "); }

void apply_override(YamlValue& document, const std::string& assignment, Diagnostics& diagnostics) {
  const std::string name = "--set " + assignment;
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    diagnostics.error(Code::kInvalidSet, {name}, "this is not key.path=value", form_notes(assignment));
    return;
  }
  if (const std::string dotted = with_dots(path_of(assignment)); dotted != path_of(assignment)) {
    diagnostics.error(Code::kInvalidSet, {name}, "an entry of a list is selected with a dot, not with brackets",
                      {fmt::format("write {}={}", dotted, value_of(assignment))});
    return;
  }
  const auto value = read_yaml_override(assignment.substr(equals + 1), name, diagnostics);
  if (!value) return;
  const std::vector<std::string> segments = segments_in(document, path_of(assignment));
  Override override_of(assignment, segments, diagnostics);
  const KeySpec* spec = spec_of(segments, segments.size());
  if (value->is_null() && spec != nullptr && spec->kind != KeyKind::kText) {
    override_of.fail(fmt::format("no value is given for '{}'", path_of(assignment)),
                     {fmt::format("{}: {}", spec->path, spec->meaning)});
    return;
  }
  if (segments[0] == "include") {
    override_of.fail("'include' cannot be overridden", {"--set can override what is included: params.NAME"});
    return;
  }
  YamlValue* at = override_of.walk(document);
  if (at == nullptr) return;
  const std::string_view key = at->is_map() ? long_form_key(segments, value_of(assignment)) : "";
  if (key.empty()) {
    *at = *value;
    return;
  }
  for (const std::string& other : words_in(spec->exclusive)) remove_key(*at, other);
  YamlValue* inner = at->find(std::string(key));
  if (inner == nullptr) {
    at->keys.emplace_back(key);
    at->key_places.push_back(override_of.where());
    inner = &at->items.emplace_back();
  }
  *inner = *value;
  inner->written_as = segments.back();
}

}  // namespace rtlgen::frontend
