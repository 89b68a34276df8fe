// The source text under a YAML document: checks of its bytes, and where each scalar's characters
// are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct TextPosition;

/// A source text; places in an override all name the override as a whole (line 0).
class SourceText {
 public:
  SourceText(std::string file, std::string text, bool is_override);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_override() const { return is_override_; }
  /// A yaml-cpp place (counted from 0, -1 where there is none) as ours.
  [[nodiscard]] SourceLocation location(int line, int column) const;
  /// Whether the scalar that starts there is written without quotes or block indicator.
  [[nodiscard]] bool is_plain(int line, int column) const;
  /// The place of each character of a scalar's content, given where the scalar starts.
  [[nodiscard]] std::vector<TextPosition> align(int line, int column, const std::string& content) const;
  /// The line (from 0) at which a second document starts, or the last one.
  [[nodiscard]] int second_document_line() const;
  /// The character at a yaml-cpp place; 0 at the end.
  [[nodiscard]] char char_at(int line, int column) const;

  struct Bracket {
    char opened;  ///< [ or {
    SourceLocation where;
  };
  /// The bracket without an end: the one that opens at this yaml-cpp place, or one behind it. Nothing if all have one.
  [[nodiscard]] std::optional<Bracket> unclosed(int line, int column) const;

 private:
  [[nodiscard]] SourceLocation location_of(std::size_t offset) const;
  [[nodiscard]] std::size_t offset_of(int line, int column) const;

  std::string file_;
  std::string text_;
  bool is_override_ = false;
  std::vector<std::size_t> line_starts_;
};

/// Refuses bytes that are not UTF-8, control characters and tabs in indentation.
bool check_text(const SourceText& source, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
