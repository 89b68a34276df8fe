// A YAML document as values of rtlgen (read by yaml_reader.hpp): text and exact source locations, without
// interpretation.
//
// They keep the location of every character of every scalar, so that a fault inside an expression can be underlined.
#pragma once

#include <string>
#include <vector>

#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

/// Counted from 1.
struct TextPosition {
  int line = 0;
  int column = 0;
};

struct YamlValue {
  enum class Kind { kNull, kScalar, kList, kMap };

  Kind kind = Kind::kNull;
  std::string text;                  ///< kScalar: its content
  bool plain = true;                 ///< kScalar: written without quotes
  std::vector<TextPosition> places;  ///< kScalar: location of each character of `text`; empty in a --set
  std::vector<YamlValue> items;
  std::vector<std::string> keys;           ///< kMap: parallel to `items`
  std::vector<SourceLocation> key_places;  ///< kMap: parallel to `items`
  std::vector<std::string> added;          ///< kMap: keys that only a --set added
  std::string
      written_as;  ///< the key as written, if a shorthand replaced it: `bus` for bits in `bus: 64`; "": same key
  SourceLocation where;

  [[nodiscard]] bool is_null() const { return kind == Kind::kNull; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::kScalar; }
  [[nodiscard]] bool is_list() const { return kind == Kind::kList; }
  [[nodiscard]] bool is_map() const { return kind == Kind::kMap; }

  /// The value of `key` in a map, or nullptr.
  [[nodiscard]] const YamlValue* find(const std::string& key) const;
  [[nodiscard]] YamlValue* find(const std::string& key);
  /// The location of `length` characters of a scalar's text from `begin`, cut at the end of the line.
  [[nodiscard]] SourceLocation locate(std::size_t begin, std::size_t length) const;
  /// A description for messages: "a list", "'12'", "the text '12'", ...
  [[nodiscard]] std::string describe() const;
};

/// Whether there are so many errors that more would only hide the first.
bool too_many_errors(const Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
