// Splits what libclang prints into tokens, and skips parts of it.
#include "import/c/printed_text.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace rtlgen::importer::c {

namespace {

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}

/// The position after a string or character literal, which begins with its quote.
std::size_t behind_quote(const std::string& text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

/// The position after a number as the preprocessor reads it: exponents have signs.
std::size_t behind_number(const std::string& text, std::size_t at) {
  const auto is_exponent = [&](std::size_t i) {
    const bool hex = text.compare(at, 2, "0x") == 0 || text.compare(at, 2, "0X") == 0;
    return hex ? text[i] == 'p' || text[i] == 'P' : text[i] == 'e' || text[i] == 'E';
  };
  std::size_t end = at + 1;
  while (end < text.size() &&
         (is_word(text[end]) || text[end] == '.' || ((text[end] == '+' || text[end] == '-') && is_exponent(end - 1))))
    ++end;
  return end;
}

std::size_t behind_sign(const std::string& text, std::size_t at) {
  static const std::vector<std::string> longest_first = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                                         "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                                         "*=",  "/=",  "%=",  "&=", "|=", "^="};
  for (const std::string& sign : longest_first) {
    if (text.compare(at, sign.size(), sign) == 0) return at + sign.size();
  }
  return at + 1;
}

std::size_t behind_token(const std::string& text, std::size_t at) {
  const char c = text[at];
  if (c == '"' || c == '\'') return behind_quote(text, at);
  const bool is_fraction =
      c == '.' && at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1])) != 0;
  if (std::isdigit(static_cast<unsigned char>(c)) != 0 || is_fraction) return behind_number(text, at);
  if (!is_word(c)) return behind_sign(text, at);
  std::size_t end = at;
  while (end < text.size() && is_word(text[end])) ++end;
  const bool is_prefix = end - at <= 2 && end < text.size() && (text[end] == '"' || text[end] == '\'');
  return is_prefix ? behind_quote(text, end) : end;
}

/// Whether a token begins a group that does not affect the declared name.
bool begins_aside(const std::string& token) {
  static const std::set<std::string> words = {"__attribute__", "__declspec", "_Alignas", "asm",
                                              "__asm",         "__asm__",    "typeof",   "__typeof__"};
  return words.contains(token);
}

}  // namespace

PrintedText::PrintedText(const std::string& text) {
  bool begins_line = true;
  for (std::size_t at = 0; at < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      begins_line = begins_line || text[at] == '\n';
      ++at;
    } else if (begins_line && text[at] == '#') {  // a pragma of a loop
      at = std::min(text.find('\n', at), text.size());
    } else {
      const std::size_t end = behind_token(text, at);
      tokens_.push_back(text.substr(at, end - at));
      at = end;
      begins_line = false;
    }
  }
}

void need(bool matches) {
  if (!matches) throw Mismatch{};
}

const std::string& PrintedText::peek(std::size_t ahead) const {
  static const std::string nothing;
  return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : nothing;
}

std::string PrintedText::take() {
  need(at_ < tokens_.size());
  return tokens_[at_++];
}

bool PrintedText::accept(const std::string& token) {
  const bool is_it = peek() == token;
  if (is_it) ++at_;
  return is_it;
}

void PrintedText::expect(const std::string& token) { need(accept(token)); }

void PrintedText::skip_group() {
  int depth = 0;
  do {
    const std::string token = take();
    if (token == "(" || token == "[" || token == "{") ++depth;
    if (token == ")" || token == "]" || token == "}") --depth;
  } while (depth > 0);
}

void PrintedText::skip_attributes() {
  while (peek() == "__attribute__" || (peek() == "[" && peek(1) == "[")) {
    accept("__attribute__");
    skip_group();
  }
}

std::vector<std::size_t> PrintedText::skip_to(const std::vector<std::string>& tokens) {
  std::vector<std::size_t> out;
  int depth = 0;
  while (depth > 0 || std::find(tokens.begin(), tokens.end(), peek()) == tokens.end()) {
    if (begins_aside(peek()) && peek(1) == "(") {
      take();
      skip_group();
    } else if (peek() == "{") {
      skip_group();
    } else if (peek() == "[") {
      if (peek(1) != "[" && peek(1) != "]") out.push_back(at_ + 1);
      skip_group();
    } else {
      const std::string token = take();
      depth += token == "(" ? 1 : token == ")" ? -1 : 0;
      need(depth >= 0);
    }
  }
  return out;
}

void PrintedText::skip_statement() {
  skip_attributes();
  if (peek() == "{") return skip_group();
  if (accept("do")) {
    skip_statement();
    expect("while");
    skip_group();
    return expect(";");
  }
  if (peek() == "if" || peek() == "for" || peek() == "while" || peek() == "switch") {
    const bool is_if = take() == "if";
    skip_group();
    skip_statement();
    if (is_if && accept("else")) skip_statement();
    return;
  }
  const bool is_case = peek() == "case" || peek() == "default";
  if (is_case || peek(1) == ":") {
    skip_to({":"});
    take();
    return skip_statement();
  }
  skip_to({";"});
  take();
}

std::vector<std::string> PrintedText::attributes(std::size_t begin, std::size_t end) const {
  std::vector<std::string> out;
  for (std::size_t i = begin; i + 3 < end; ++i) {
    if (tokens_[i] == "__attribute__" && tokens_[i + 1] == "(" && tokens_[i + 2] == "(") out.push_back(tokens_[i + 3]);
  }
  return out;
}

}  // namespace rtlgen::importer::c
