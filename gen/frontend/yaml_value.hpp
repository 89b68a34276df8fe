// A YAML document as our own values (read by yaml_reader.hpp): text and exact source places, nothing interpreted.
//
// They keep, for every character of every scalar, where it stands in the file, so that a fault inside an expression can
// be underlined.
#pragma once

#include <string>
#include <vector>

#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

/// From 1.
struct TextPosition {
  int line = 0;
  int column = 0;
};

struct YamlValue {
  enum class Kind { kNull, kScalar, kList, kMap };

  Kind kind = Kind::kNull;
  std::string text;                  ///< kScalar: its content
  bool plain = true;                 ///< kScalar: written without quotes
  std::vector<TextPosition> places;  ///< kScalar: place of each character of `text`; empty in a --set
  std::vector<YamlValue> items;
  std::vector<std::string> keys;           ///< kMap: parallel to `items`
  std::vector<SourceLocation> key_places;  ///< kMap: parallel to `items`
  std::vector<std::string> added;          ///< kMap: keys that only a --set has brought in
  std::string written_as;                  ///< the key that stands for its own: `bus` of bits in `bus: 64`; "": its own
  SourceLocation where;

  [[nodiscard]] bool is_null() const { return kind == Kind::kNull; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::kScalar; }
  [[nodiscard]] bool is_list() const { return kind == Kind::kList; }
  [[nodiscard]] bool is_map() const { return kind == Kind::kMap; }

  /// The value of `key` in a map, or nullptr.
  [[nodiscard]] const YamlValue* find(const std::string& key) const;
  [[nodiscard]] YamlValue* find(const std::string& key);
  /// The place of `length` characters of a scalar's text from `begin`, cut at the end of its line.
  [[nodiscard]] SourceLocation locate(std::size_t begin, std::size_t length) const;
  /// What it is, for messages: "a list", "'12'", "the text '12'", ...
  [[nodiscard]] std::string describe() const;
};

/// Whether so many errors are known that looking for more would only bury the first.
bool too_many_errors(const Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
