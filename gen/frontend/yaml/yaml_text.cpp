// Byte-level checks of a source text, and the alignment of scalars with it.
#include "frontend/yaml/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/utf8.hpp"

namespace rtlgen::frontend {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Length in the source of one escaped character of a double-quoted scalar, including the backslash.
std::size_t escape_length(const std::string& s, std::size_t i) {
  if (i + 1 >= s.size()) return 1;
  switch (s[i + 1]) {
    case 'x':
      return 4;
    case 'u':
      return 6;
    case 'U':
      return 10;
    default:
      return 2;
  }
}

/// The last character of the quoted scalar that starts at `i`.
std::size_t end_of_quote(const std::string& s, std::size_t i) {
  const char quote = s[i];
  for (++i; i < s.size() && s[i] != quote; ++i) {
    if (quote == '"' && s[i] == '\\') ++i;
  }
  return i;
}

}  // namespace

SourceText::SourceText(std::string file, std::string text, bool is_override)
    : file_(std::move(file)), text_(std::move(text)), is_override_(is_override), line_starts_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

SourceLocation SourceText::location(int line, int column) const {
  if (is_override_ || line < 0) return {file_};
  return {file_, line + 1, column + 1, 1};
}

std::size_t SourceText::offset_of(int line, int column) const {
  if (line < 0 || static_cast<std::size_t>(line) >= line_starts_.size()) return text_.size();
  return std::min(text_.size(),
                  line_starts_[static_cast<std::size_t>(line)] + static_cast<std::size_t>(std::max(column, 0)));
}

bool SourceText::is_plain(int line, int column) const {
  const std::size_t at = offset_of(line, column);
  if (at >= text_.size()) return true;
  const char c = text_[at];
  return c != '"' && c != '\'' && c != '|' && c != '>';
}

std::vector<TextPosition> SourceText::align(int line, int column, const std::string& content) const {
  std::size_t at = offset_of(line, column);
  TextPosition place{line + 1, column + 1};
  const auto advance = [&] {
    if (text_[at] == '\n') {
      ++place.line;
      place.column = 1;
    } else {
      ++place.column;
    }
    ++at;
  };
  const char style = at < text_.size() ? text_[at] : ' ';
  if (style == '"' || style == '\'') {
    advance();
  } else if (style == '|' || style == '>') {
    while (at < text_.size() && text_[at] != '\n') advance();
  }
  std::vector<TextPosition> places;
  places.reserve(content.size());
  for (const char c : content) {
    if (!is_blank(c)) {
      while (at < text_.size() && is_blank(text_[at])) advance();
    }
    places.push_back(place);
    if (at >= text_.size()) continue;
    std::size_t length = 1;
    if (style == '"' && text_[at] == '\\') length = escape_length(text_, at);
    if (style == '\'' && text_[at] == '\'') length = 2;
    if (is_blank(c) && !is_blank(text_[at]) && length == 1) continue;
    for (std::size_t k = 0; k < length && at < text_.size(); ++k) advance();
  }
  return places;
}

int SourceText::second_document_line() const {
  int line = 0;
  int found = -1;
  bool content = false;
  for (std::size_t begin = 0; begin < text_.size(); ++line) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    const std::string row = text_.substr(begin, end - begin);
    if (row.starts_with("---")) {
      if (content && found < 0) found = line;
    } else if (!row.empty() && row[0] != '#' && row[0] != '%') {
      content = true;
    }
    begin = end + 1;
  }
  return found < 0 ? std::max(line - 1, 0) : found;
}

char SourceText::char_at(int line, int column) const {
  const std::size_t offset = offset_of(line, column);
  return offset < text_.size() ? text_[offset] : '\0';
}

SourceLocation SourceText::location_of(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return location(static_cast<int>(next - line_starts_.begin()) - 1, static_cast<int>(offset - *std::prev(next)));
}

std::optional<SourceText::Bracket> SourceText::unclosed(int line, int column) const {
  std::vector<std::size_t> open;
  const auto found = [&](std::size_t at) { return Bracket{text_[at], location_of(at)}; };
  for (std::size_t i = offset_of(line, column); i < text_.size(); ++i) {
    const char c = text_[i], before = i > 0 ? text_[i - 1] : '\n';
    if ((c == '"' || c == '\'') &&
        (is_blank(before) || std::string_view("[{,:").find(before) != std::string_view::npos))
      i = end_of_quote(text_, i);
    else if (c == '#' && is_blank(before))
      i = std::min(text_.find('\n', i), text_.size());
    else if (c == '[' || c == '{')
      open.push_back(i);
    else if ((c != ']' && c != '}') || open.empty())
      continue;
    else if (text_[open.back()] != (c == ']' ? '[' : '{'))
      return found(open.back());
    else
      open.pop_back();
    if (open.empty()) return std::nullopt;
  }
  return open.empty() ? std::nullopt : std::optional(found(open.front()));
}

bool check_text(const SourceText& source, Diagnostics& diagnostics) {
  const std::string& s = source.text();
  int line = 0;
  int column = 0;
  bool indentation = true;
  bool good = true;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t length = utf8_length(s, i);
    const auto c = static_cast<unsigned char>(s[i]);
    if (length == 0 || (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F) {
      diagnostics.error(Code::kNotText, source.location(line, column),
                        fmt::format("the byte 0x{:02x} does not belong in a text file", c),
                        {"a description is UTF-8 text without control characters"});
      return false;
    }
    if (c == '\t' && indentation && !source.is_override()) {
      diagnostics.error(Code::kTabIndentation, source.location(line, column), "a tab is used for indentation",
                        {"YAML requires spaces here"});
      good = false;
    }
    if (c != ' ') indentation = false;
    column += static_cast<int>(length);
    i += length;
    if (c == '\n') {
      ++line;
      column = 0;
      indentation = true;
    }
  }
  return good;
}

}  // namespace rtlgen::frontend
