// Look-ups in YAML values.
#include "frontend/yaml/yaml_value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/diagnostics.hpp"

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
  while (last + 1 < places.size() && last + 1 < begin + length && places[last + 1].line == out.line) {
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
  // A whole file may have been parsed as one scalar.
  constexpr std::size_t kMostShown = 60;
  std::size_t shown = std::min(text.size(), kMostShown);
  while (shown > 0 && shown < text.size() && (static_cast<unsigned char>(text[shown]) & 0xC0U) == 0x80U) --shown;
  return fmt::format("{}'{}{}'", plain ? "" : "the text ", text.substr(0, shown), shown < text.size() ? "..." : "");
}

bool too_many_errors(const Diagnostics& diagnostics) { return diagnostics.error_count() >= 100; }

}  // namespace rtlgen::frontend
