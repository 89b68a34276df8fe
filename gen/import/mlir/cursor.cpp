// Reads tokens and groups; strings, comments and `->` hide brackets.
#include "import/mlir/cursor.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>

#include "support/codes.hpp"

namespace rtlgen::importer::mlir {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_word(char c) {
  return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '$';
}
bool is_number(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

char closing(char open) {
  if (open == '(') return ')';
  if (open == '[') return ']';
  if (open == '{') return '}';
  return '>';
}

}  // namespace

std::size_t Cursor::at() {
  const std::string& text = reporter_.text();
  while (at_ < end_) {
    if (is_blank(text[at_])) {
      ++at_;
    } else if (text.compare(at_, 2, "//") == 0) {
      at_ = std::min(text.find('\n', at_), end_);
    } else {
      break;
    }
  }
  return at_;
}

char Cursor::peek() { return at_end() ? '\0' : reporter_.text()[at_]; }

bool Cursor::is(std::string_view symbol) {
  return !at_end() && end_ - at_ >= symbol.size() && reporter_.text().compare(at_, symbol.size(), symbol) == 0;
}

bool Cursor::accept(std::string_view symbol) {
  if (!is(symbol)) return false;
  at_ += symbol.size();
  return true;
}

void Cursor::expect(std::string_view symbol) {
  if (!accept(symbol)) unexpected(fmt::format("'{}'", symbol));
}

std::string Cursor::peek_word() {
  const std::string& text = reporter_.text();
  std::size_t end = at();
  if (end >= end_ || !is_letter(text[end])) return "";
  while (end < end_ && is_word(text[end])) ++end;
  return text.substr(at_, end - at_);
}

std::string Cursor::word() {
  std::string out = peek_word();
  if (out.empty()) unexpected("a word");
  at_ += out.size();
  return out;
}

bool Cursor::accept_word(std::string_view word) {
  if (peek_word() != word) return false;
  at_ += word.size();
  return true;
}

void Cursor::expect_word(std::string_view word) {
  if (!accept_word(word)) unexpected(fmt::format("'{}'", word));
}

std::string Cursor::value(Span& span) {
  if (peek() != '%') unexpected("a value such as %x");
  const std::string& text = reporter_.text();
  const std::size_t begin = at_++;
  while (at_ < end_ && (is_word(text[at_]) || (text[at_] == '-' && text.compare(at_, 2, "->") != 0))) ++at_;
  if (at_ == begin + 1) unexpected("a name after '%'");
  if (at_ < end_ && text[at_] == '#') {
    ++at_;
    while (at_ < end_ && is_number(text[at_])) ++at_;
  }
  span = {begin, at_};
  std::string name = text.substr(begin, at_ - begin);
  if (name.ends_with("#0")) name.resize(name.size() - 2);
  return name;
}

std::string Cursor::string() {
  if (peek() != '"') unexpected("a string");
  const std::string& text = reporter_.text();
  const std::size_t begin = ++at_;
  while (at_ < end_ && text[at_] != '"' && text[at_] != '\n') at_ += text[at_] == '\\' ? 2U : 1U;
  if (at_ >= end_ || text[at_] != '"') {
    at_ = begin - 1;
    unexpected("the end of this string");
  }
  return text.substr(begin, at_++ - begin);
}

std::int64_t Cursor::integer() {
  const std::string& text = reporter_.text();
  const std::size_t begin = at();
  std::size_t end = begin + (is("-") ? 1 : 0);
  const std::size_t digits = end;
  while (end < end_ && is_number(text[end])) ++end;
  if (end == digits) unexpected("a whole number");
  constexpr std::size_t kMostDigits = 12;
  if (end - digits > kMostDigits)
    reporter_.fail(Code::kInvalidProgramValue, {begin, end}, "this number is too large",
                   {fmt::format("numbers here have at most {} digits", kMostDigits)});
  at_ = end;
  return std::stoll(text.substr(begin, end - begin));
}

Span Cursor::balanced() {
  const std::string& text = reporter_.text();
  const std::size_t begin = at();
  std::string open;
  while (!at_end()) {
    const char c = text[at_];
    if (c == '"') {
      static_cast<void>(string());
      continue;
    }
    const bool arrow = text.compare(at_, 2, "->") == 0;
    if (c == '(' || c == '[' || c == '{' || c == '<') {
      open += c;
    } else if (!arrow && (c == ')' || c == ']' || c == '}' || c == '>')) {
      // A comparison sign in a map is not a bracket.
      while (!open.empty() && open.back() == '<' && c != '>') open.pop_back();
      if (open.empty() || (closing(open.back()) != c && c != '>')) unexpected("matching brackets");
      if (closing(open.back()) == c) open.pop_back();
    }
    at_ += arrow ? 2U : 1U;
    if (open.empty()) return {begin, at_};
  }
  reporter_.fail(Code::kMalformedProgram, {begin, begin + 1}, "this bracket is not closed");
}

Span Cursor::until(std::string_view ends) {
  const std::string& text = reporter_.text();
  const std::size_t begin = at();
  std::size_t last = begin;
  while (at_ < end_ && text[at_] != '\n' && ends.find(text[at_]) == std::string_view::npos) {
    const char c = text[at_];
    if (c == '(' || c == '[' || c == '{' || c == '<') {
      static_cast<void>(balanced());
      last = at_;
    } else if (c == '"') {
      static_cast<void>(string());
      last = at_;
    } else if (text.compare(at_, 2, "//") == 0) {
      break;
    } else {
      ++at_;
      if (!is_blank(c)) last = at_;
    }
  }
  return {begin, last};
}

void Cursor::unexpected(const std::string& wanted) {
  const std::string& text = reporter_.text();
  const std::size_t begin = std::min(at(), text.size());
  std::size_t end = begin;
  if (begin < end_ && text[begin] == '%') ++end;
  while (end < end_ && is_word(text[end])) ++end;
  if (end == begin) end = std::min(begin + 1, end_);
  const bool over = begin >= end_;
  reporter_.fail(Code::kMalformedProgram, {begin, std::max(end, begin + 1)},
                 fmt::format("expected {}, found {}", wanted,
                             over ? std::string("the end of the text") : "'" + text.substr(begin, end - begin) + "'"));
}

}  // namespace rtlgen::importer::mlir
