// Numbers, names and symbols of an expression.
#include "frontend/expr/lexer.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

#include "frontend/expr/hints.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

/// Whether a dot after `token` selects a component.
bool may_have_components(const Token& token, std::size_t dot) {
  return token.end == dot && (token.kind == Token::Kind::kName || token.text == "]");
}

constexpr std::string_view kPunctuation = "?:()[],";

bool is_operator(std::string_view symbol) {
  return find_operation(Form::kBinary, symbol) != nullptr || find_operation(Form::kPrefix, symbol) != nullptr;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Lexer {
 public:
  Lexer(const YamlValue& scalar, Diagnostics& diagnostics)
      : scalar_(scalar), text_(scalar.text), diagnostics_(diagnostics) {}

  std::optional<std::vector<Token>> run() {
    std::vector<Token> tokens;
    while (true) {
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      if (at_ >= text_.size()) break;
      const std::size_t begin = at_;
      std::optional<Token::Kind> kind;
      if (peek(0) == '.' && peek(1) != '.' && !tokens.empty() && may_have_components(tokens.back(), at_))
        kind = dot();
      else if (is_letter(text_[at_]))
        kind = name();
      else if (is_digit(peek(0)) || (peek(0) == '.' && is_digit(peek(1))))
        kind = number();
      else
        kind = symbol();
      if (!kind) return std::nullopt;
      tokens.push_back({*kind, text_.substr(begin, at_ - begin), begin, at_});
    }
    tokens.push_back({Token::Kind::kEnd, "", text_.size(), text_.size()});
    return tokens;
  }

 private:
  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  std::nullopt_t fail(Code code, std::size_t begin, std::size_t length, const std::string& message,
                      std::vector<std::string> notes) {
    diagnostics_.error(code, scalar_.locate(begin, length), message, std::move(notes));
    return std::nullopt;
  }

  std::optional<Token::Kind> name() {
    while (is_letter(peek(0)) || is_digit(peek(0))) ++at_;
    return Token::Kind::kName;
  }

  std::optional<Token::Kind> dot() {
    ++at_;
    return Token::Kind::kSymbol;
  }

  void digits() {
    while (is_digit(peek(0))) ++at_;
  }

  std::optional<Token::Kind> number() {
    const std::size_t begin = at_;
    bool good = true;
    if (peek(0) == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      at_ += 2;
      good = std::isxdigit(static_cast<unsigned char>(peek(0))) != 0;
      while (std::isxdigit(static_cast<unsigned char>(peek(0))) != 0) ++at_;
    } else {
      digits();
      if (peek(0) == '.' && peek(1) != '.') {
        ++at_;
        digits();
      }
      if (peek(0) == 'e' || peek(0) == 'E') {
        ++at_;
        if (peek(0) == '+' || peek(0) == '-') ++at_;
        good = is_digit(peek(0));
        digits();
      }
    }
    const std::size_t end = at_;
    while (is_letter(peek(0)) || is_digit(peek(0)) || (peek(0) == '.' && peek(1) != '.')) ++at_;
    const std::string all = text_.substr(begin, at_ - begin);
    if (!good || at_ != end) {
      Notes notes = hint_for_number(all);
      notes.emplace_back("write numbers as 12, 0.5, 1e-3 or 0xff, without a suffix or _");
      return fail(Code::kMalformedNumber, begin, all.size(), fmt::format("'{}' is not a number", all),
                  std::move(notes));
    }
    if (all.size() > 1 && all[0] == '0' && is_digit(all[1])) {
      return fail(Code::kLeadingZero, begin, all.size(), fmt::format("the number '{}' has a leading zero", all),
                  {"remove it; octal numbers are not supported"});
    }
    return Token::Kind::kNumber;
  }

  std::optional<Token::Kind> symbol() {
    const std::string_view two = std::string_view(text_).substr(at_, 2);
    if (two.size() == 2 && (is_operator(two) || two == "..")) {
      at_ += 2;
      return Token::Kind::kSymbol;
    }
    const char c = text_[at_];
    // Boundary rules in the brackets of a read: `t[-1; x=wrap]`.
    if (kPunctuation.find(c) != std::string_view::npos || is_operator({&c, 1}) || c == ';' || (c == '=' && in_rules_)) {
      if (c == ';' || c == ']') in_rules_ = c == ';';
      ++at_;
      return Token::Kind::kSymbol;
    }
    std::size_t length = 1;  // a whole UTF-8 character
    while (at_ + length < text_.size() && (static_cast<unsigned char>(text_[at_ + length]) & 0xC0U) == 0x80U) {
      ++length;
    }
    std::vector<std::string> notes{"operators are + - * / % & | ^ ~ << >> < <= > >= == != && || ! ?:"};
    if (text_[at_] == '=') notes = hint_for_assignment(text_, AssignmentForm::kExpression);
    if (text_[at_] == '=' && notes.empty()) notes = {"write == for equality"};
    return fail(Code::kSyntaxError, at_, length,
                fmt::format("'{}' has no meaning in an expression", text_.substr(at_, length)), std::move(notes));
  }

  const YamlValue& scalar_;
  const std::string& text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool in_rules_ = false;  ///< between the semicolon and the bracket that ends a read
};

}  // namespace

std::optional<std::vector<Token>> tokenize(const YamlValue& scalar, Diagnostics& diagnostics) {
  return Lexer(scalar, diagnostics).run();
}

}  // namespace rtlgen::frontend
