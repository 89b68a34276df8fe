// An open text, and positions in it for the protocol, the frontend and memory.
//
// The protocol counts lines and UTF-16 units from 0, and ends lines at \n, \r\n and \r. The frontend counts lines that
// end at \n and bytes from 1, and skips a byte order mark. Functions here use bytes of the editor's text.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen {
struct SourceLocation;
}

namespace rtlgen::lsp {

struct Position {
  int line = 0, character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct Range {
  Position start, end;
};

/// Bytes from `begin` up to, but excluding, `end`.
struct Span {
  std::size_t begin = 0, end = 0;

  /// Also true directly after it, where the cursor is after typing a word.
  [[nodiscard]] bool touches(std::size_t at) const { return at >= begin && at <= end; }
  friend bool operator==(const Span&, const Span&) = default;
};

class Text {
 public:
  explicit Text(std::string text);

  [[nodiscard]] const std::string& bytes() const { return text_; }
  /// For a position beyond the end of a line or of the text, returns that end.
  [[nodiscard]] std::size_t offset_of(const Position& position) const;
  [[nodiscard]] Position position_of(std::size_t offset) const;
  [[nodiscard]] Range range_of(const Span& span) const;
  [[nodiscard]] Span span_of(const Range& range) const;
  /// The bytes of a frontend location in this text; line 0, the whole file, is mapped to the first line.
  [[nodiscard]] Span span_of(const SourceLocation& where) const;
  /// The word of letters, digits and underscores that touches `offset`; empty if none exists.
  [[nodiscard]] Span word_at(std::size_t offset) const;
  [[nodiscard]] std::string_view part(const Span& span) const;
  [[nodiscard]] std::string replaced(const Span& span, std::string_view with) const;

 private:
  [[nodiscard]] std::size_t end_of_line(std::size_t line) const;

  std::string text_;
  std::vector<std::size_t> lines_;     ///< start of each line of the protocol
  std::vector<std::size_t> newlines_;  ///< start of each line of the frontend
};

/// The path of a file: URI; any other URI is returned unchanged.
std::string path_of_uri(const std::string& uri);
std::string uri_of_path(const std::string& path);

}  // namespace rtlgen::lsp
