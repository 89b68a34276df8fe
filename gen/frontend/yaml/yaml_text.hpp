// The source text of a YAML document: checks of its bytes, and the locations of the characters of each scalar.
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

/// A source text; in an override, every location is the whole override (line 0).
class SourceText {
 public:
  SourceText(std::string file, std::string text, bool is_override);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_override() const { return is_override_; }
  /// Converts a yaml-cpp location (counted from 0, -1 if unknown).
  [[nodiscard]] SourceLocation location(int line, int column) const;
  /// Whether the scalar that starts there has no quotes or block indicator.
  [[nodiscard]] bool is_plain(int line, int column) const;
  /// The location of each character of a scalar's content, given the start of the scalar.
  [[nodiscard]] std::vector<TextPosition> align(int line, int column, const std::string& content) const;
  /// The line (from 0) at which a second document starts, or the last line.
  [[nodiscard]] int second_document_line() const;
  /// The character at a yaml-cpp location; 0 at the end.
  [[nodiscard]] char char_at(int line, int column) const;

  struct Bracket {
    char opened;  ///< [ or {
    SourceLocation where;
  };
  /// A bracket at or after this yaml-cpp location that is not closed; none if all are closed.
  [[nodiscard]] std::optional<Bracket> unclosed(int line, int column) const;

 private:
  [[nodiscard]] SourceLocation location_of(std::size_t offset) const;
  [[nodiscard]] std::size_t offset_of(int line, int column) const;

  std::string file_;
  std::string text_;
  bool is_override_ = false;
  std::vector<std::size_t> line_starts_;
};

/// Refuses bytes that are not UTF-8, control characters, and tabs in indentation.
bool check_text(const SourceText& source, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
