// Counts bytes, UTF-16 units and lines.
#include "lsp/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "support/source_location.hpp"
#include "support/utf8.hpp"

namespace rtlgen::lsp {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kScheme = "file://";

bool is_word_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Bytes and UTF-16 units of the character at `at`. A byte that is not UTF-8 counts as one.
std::pair<std::size_t, int> character_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kBytesOfPair = 4;
  const std::size_t length = std::max<std::size_t>(utf8_length(text, at), 1);
  return {length, length == kBytesOfPair ? 2 : 1};
}

}  // namespace

Text::Text(std::string text) : text_(std::move(text)), lines_{0}, newlines_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool is_newline = text_[i] == '\n';
    const bool is_return = text_[i] == '\r' && (i + 1 >= text_.size() || text_[i + 1] != '\n');
    if (is_newline || is_return) lines_.push_back(i + 1);
    if (is_newline) newlines_.push_back(i + 1);
  }
}

std::size_t Text::end_of_line(std::size_t line) const {
  std::size_t end = line + 1 < lines_.size() ? lines_[line + 1] : text_.size();
  while (end > lines_[line] && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return end;
}

std::size_t Text::offset_of(const Position& position) const {
  if (position.line < 0) return 0;
  const auto line = static_cast<std::size_t>(position.line);
  if (line >= lines_.size()) return text_.size();
  const std::size_t end = end_of_line(line);
  std::size_t at = lines_[line];
  for (int units = 0; at < end;) {
    const auto [bytes, more] = character_at(text_, at);
    if (units + more > position.character) break;
    units += more;
    at += bytes;
  }
  return std::min(at, end);
}

Position Text::position_of(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset);
  const auto line = static_cast<std::size_t>(next - lines_.begin()) - 1;
  Position out{static_cast<int>(line), 0};
  for (std::size_t at = lines_[line]; at < offset;) {
    const auto [bytes, units] = character_at(text_, at);
    out.character += units;
    at += bytes;
  }
  return out;
}

Range Text::range_of(const Span& span) const { return {position_of(span.begin), position_of(span.end)}; }

Span Text::span_of(const Range& range) const {
  const std::size_t begin = offset_of(range.start);
  return {begin, std::max(begin, offset_of(range.end))};
}

Span Text::span_of(const SourceLocation& where) const {
  const bool is_whole = where.line <= 0;
  const auto line = std::min(static_cast<std::size_t>(is_whole ? 0 : where.line - 1), newlines_.size() - 1);
  const std::size_t end = line + 1 < newlines_.size() ? newlines_[line + 1] - 1 : text_.size();
  std::size_t begin = newlines_[line];
  if (line == 0 && text_.starts_with(kByteOrderMark)) begin += kByteOrderMark.size();
  if (is_whole) return {begin, end};
  begin = std::min(begin + static_cast<std::size_t>(std::max(where.column - 1, 0)), end);
  return {begin, std::min(begin + static_cast<std::size_t>(std::max(where.length, 1)), end)};
}

Span Text::word_at(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  Span out{offset, offset};
  while (out.begin > 0 && is_word_byte(text_[out.begin - 1])) --out.begin;
  while (out.end < text_.size() && is_word_byte(text_[out.end])) ++out.end;
  return out;
}

std::string_view Text::part(const Span& span) const {
  return std::string_view(text_).substr(span.begin, span.end - span.begin);
}

std::string Text::replaced(const Span& span, std::string_view with) const {
  return text_.substr(0, span.begin) + std::string(with) + text_.substr(span.end);
}

std::string path_of_uri(const std::string& uri) {
  if (!uri.starts_with(kScheme)) return uri;
  const std::string rest = uri.substr(std::min(uri.find('/', kScheme.size()), uri.size()));
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const auto digit = [&](std::size_t at) {
      return at < rest.size() && std::isxdigit(static_cast<unsigned char>(rest[at])) != 0;
    };
    if (rest[i] == '%' && digit(i + 1) && digit(i + 2)) {
      path += static_cast<char>(std::stoi(rest.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      path += rest[i];
    }
  }
  return path;
}

std::string uri_of_path(const std::string& path) {
  std::string out(kScheme);
  for (const char c : std::filesystem::absolute(path).lexically_normal().string()) {
    const bool is_plain = is_word_byte(c) || std::string_view("/-.~").find(c) != std::string_view::npos;
    out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

}  // namespace rtlgen::lsp
