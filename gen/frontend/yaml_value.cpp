// Look-ups in YAML values and the --set overrides applied to them.
#include "frontend/yaml_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rtlgen::frontend {

YamlValue* YamlValue::find(const std::string& key) {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

const YamlValue* YamlValue::find(const std::string& key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

SourceLocation YamlValue::locate(std::size_t begin, std::size_t length) const {
  if (places.empty()) return where;
  const std::size_t first = std::min(begin, places.size() - 1);
  SourceLocation out{where.file, places[first].line, places[first].column, 1};
  if (begin >= places.size()) {  // just past the end
    out.column += 1;
    return out;
  }
  std::size_t last = first;
  while (last + 1 < places.size() && last + 1 < begin + length &&
         places[last + 1].line == out.line) {
    ++last;
  }
  out.length = places[last].column - out.column + 1;
  return out;
}

std::string YamlValue::describe() const {
  switch (kind) {
    case Kind::kNull:
      return "nothing";
    case Kind::kList:
      return "a list";
    case Kind::kMap:
      return "a mapping";
    case Kind::kScalar:
      break;
  }
  return fmt::format("{}'{}'", plain ? "" : "the text ", text);
}

namespace {

/// One step of a path into a document, creating it if it is not there. nullptr: cannot go there.
YamlValue* descend(YamlValue& from, const std::string& segment, const SourceLocation& where) {
  if (from.is_list()) {
    std::size_t index = 0;
    const char* end = segment.data() + segment.size();
    const auto [rest, error] = std::from_chars(segment.data(), end, index);
    if (error != std::errc{} || rest != end || index >= from.items.size()) return nullptr;
    return &from.items[index];
  }
  if (from.is_scalar()) return nullptr;
  from.kind = YamlValue::Kind::kMap;
  if (YamlValue* found = from.find(segment)) {
    from.key_places[static_cast<std::size_t>(found - from.items.data())] = where;
    return found;
  }
  from.keys.push_back(segment);
  from.key_places.push_back(where);
  from.items.emplace_back();
  from.items.back().where = where;
  return &from.items.back();
}

/// A parameter or update line in its short form, written out so that a --set can reach inside.
void expand_shorthand(YamlValue& value, const std::string& key) {
  YamlValue inner = std::move(value);
  value = {};
  value.kind = YamlValue::Kind::kMap;
  value.where = inner.where;
  value.keys.push_back(key);
  value.key_places.push_back(inner.where);
  value.items.push_back(std::move(inner));
}

}  // namespace

void apply_override(YamlValue& document, const std::string& assignment, Diagnostics& diagnostics) {
  const std::string name = "--set " + assignment;
  const SourceLocation where{name, 0, 0, 1};
  const std::vector<std::string> notes{"write it as key.path=value, e.g. hardware.steps=4"};
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    diagnostics.error("RG0208", where, "this is not key.path=value", notes);
    return;
  }
  const auto value = read_yaml_override(assignment.substr(equals + 1), name, diagnostics);
  if (!value) return;
  const std::string path = assignment.substr(0, equals);
  YamlValue* at = &document;
  std::vector<std::string> segments;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    segments.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (segments[i].empty()) {
      diagnostics.error("RG0208", where, "the key path has an empty part", notes);
      return;
    }
    if (at->is_scalar() && i == 2 && segments[0] == "params") expand_shorthand(*at, "value");
    if (at->is_scalar() && i == 3 && segments[0] == "update") expand_shorthand(*at, "expr");
    if (at->is_scalar() && i == 2 && segments[0] == "inputs") expand_shorthand(*at, "file");
    YamlValue* next = descend(*at, segments[i], where);
    if (next == nullptr) {
      diagnostics.error("RG0208", where,
                        fmt::format("there is no '{}' in {}", segments[i], at->describe()),
                        {at->is_list() ? "an item of a list is named by its number, from 0"
                                       : "only lists and mappings hold further keys"});
      return;
    }
    at = next;
  }
  *at = *value;
}

}  // namespace rtlgen::frontend
