// A YAML document as our own values: text and exact source places, nothing interpreted.
//
// yaml-cpp accepts duplicate keys, expands anchors and guesses types; this reader uses only its
// event stream, refuses what would surprise (anchors, aliases, tags, duplicates, several
// documents) and keeps, for every character of every scalar, where it stands in the file, so that
// a fault inside an expression can be underlined.
#pragma once

#include <string>
#include <vector>

#include "support/diagnostics.hpp"
#include "support/result.hpp"

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
inline bool too_many_errors(const Diagnostics& diagnostics) { return diagnostics.error_count() >= 100; }

/// Reads one document. Faults: RG0102 and RG0104 to RG0111.
Result<YamlValue> read_yaml(const std::string& text, const std::string& file, Diagnostics& diagnostics);

/// Reads the value part of a --set; every place in it is the override as a whole.
Result<YamlValue> read_yaml_override(const std::string& value, const std::string& source_name,
                                     Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
