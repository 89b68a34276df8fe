// A hand-written scanner: C's words and numbers, symbols of one or two characters, comments.
#include "import/lexer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "support/codes.hpp"

namespace rtlgen::importer {

namespace {

constexpr std::array<std::string_view, 9> kPairs = {"<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "**"};
constexpr std::string_view kSingles = "+-*/%&|^~!<>?:()[],;=.";
constexpr std::string_view kMinusSign = "\xE2\x88\x92";  // U+2212, as printed in papers

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Scanner {
 public:
  Scanner(const std::string& text, const std::vector<std::size_t>* places, LexerRules rules, const Reporter& reporter)
      : text_(text), places_(places), rules_(rules), reporter_(reporter) {}

  std::vector<Token> run() {
    while (true) {
      skip();
      if (at_ >= text_.size()) break;
      const std::size_t begin = at_;
      if (text_[at_] == '\n') {
        ++at_;
        put(Token::Kind::kNewline, begin, "\n");
      } else if (is_letter(text_[at_])) {
        while (is_letter(peek(0)) || is_digit(peek(0))) ++at_;
        put(Token::Kind::kWord, begin, text_.substr(begin, at_ - begin));
      } else if (is_digit(text_[at_]) || (text_[at_] == '.' && is_digit(peek(1)))) {
        number();
        put(Token::Kind::kNumber, begin, text_.substr(begin, at_ - begin));
      } else {
        symbol();
      }
    }
    put(Token::Kind::kEnd, text_.size(), "");
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  [[nodiscard]] std::size_t place(std::size_t i) const { return places_ != nullptr ? (*places_)[i] : i; }

  void put(Token::Kind kind, std::size_t begin, std::string text) {
    tokens_.push_back({kind, std::move(text), {place(begin), place(at_)}});
  }

  void skip() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool comment = (rules_.hash_comments && c == '#') || (rules_.slash_comments && c == '/' && peek(1) == '/');
      if (comment) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' ||
                 (c == '\n' && (!rules_.newlines || open_ > 0))) {
        ++at_;
      } else {
        return;
      }
    }
  }

  /// Scans everything that looks like a number; it is checked when its value is needed.
  void number() {
    const bool hex = peek(0) == '0' && (peek(1) == 'x' || peek(1) == 'X');
    while (is_letter(peek(0)) || is_digit(peek(0)) || peek(0) == '.') {
      const bool exponent = !hex && (peek(0) == 'e' || peek(0) == 'E');
      ++at_;
      if (exponent && (peek(0) == '+' || peek(0) == '-') && is_digit(peek(1))) ++at_;
    }
  }

  void symbol() {
    const std::size_t begin = at_;
    const std::string_view rest = std::string_view(text_).substr(at_);
    if (rest.substr(0, kMinusSign.size()) == kMinusSign) {
      at_ += kMinusSign.size();
      return put(Token::Kind::kSymbol, begin, "-");
    }
    const bool pair = std::find(kPairs.begin(), kPairs.end(), rest.substr(0, 2)) != kPairs.end();
    if (pair || kSingles.find(rest[0]) != std::string_view::npos) {
      at_ += pair ? 2 : 1;
      if (rest[0] == '(' || rest[0] == '[') ++open_;
      if ((rest[0] == ')' || rest[0] == ']') && open_ > 0) --open_;
      return put(Token::Kind::kSymbol, begin, text_.substr(begin, at_ - begin));
    }
    ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
    reporter_.fail(Code::kMalformedProgram, {place(begin), place(at_)},
                   fmt::format("'{}' is not allowed here", text_.substr(begin, at_ - begin)));
  }

  const std::string& text_;
  const std::vector<std::size_t>* places_;
  LexerRules rules_;
  const Reporter& reporter_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int open_ = 0;  ///< open brackets: a line that ends inside them continues
};

}  // namespace

std::vector<Token> tokenize(const std::string& text, const std::vector<std::size_t>* places, LexerRules rules,
                            const Reporter& reporter) {
  return Scanner(text, places, rules, reporter).run();
}

const Token& TokenReader::peek(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

bool TokenReader::is(const char* symbol, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.kind == Token::Kind::kSymbol && token.text == symbol;
}

bool TokenReader::is_word(const char* word) const { return peek().kind == Token::Kind::kWord && peek().text == word; }

Token TokenReader::take() {
  Token token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool TokenReader::accept(const char* symbol) {
  if (!is(symbol)) return false;
  take();
  return true;
}

bool TokenReader::accept_word(const char* word) {
  if (!is_word(word)) return false;
  take();
  return true;
}

Token TokenReader::expect(const char* symbol) {
  if (!is(symbol)) unexpected(fmt::format("'{}'", symbol));
  return take();
}

Token TokenReader::expect_word(const char* what) {
  if (peek().kind != Token::Kind::kWord) unexpected(what);
  return take();
}

int TokenReader::expect_integer(const char* what) {
  const bool negative = accept("-");
  if (!negative) accept("+");
  const Token& token = peek();
  const bool digits = token.kind == Token::Kind::kNumber && std::all_of(token.text.begin(), token.text.end(), is_digit);
  if (!digits) unexpected(what);
  if (token.text.size() > 9) {
    reporter_.fail(Code::kInvalidProgramValue, token.span, fmt::format("{} is too large for {}", token.text, what));
  }
  const int value = std::stoi(take().text);
  return negative ? -value : value;
}

void TokenReader::unexpected(const std::string& wanted) const {
  const Token& token = peek();
  std::string found = fmt::format("'{}'", token.text);
  if (token.kind == Token::Kind::kEnd) found = "the end of the text";
  if (token.kind == Token::Kind::kNewline) found = "the end of the line";
  reporter_.fail(Code::kMalformedProgram, token.span, fmt::format("expected {}, found {}", wanted, found));
}

void refuse_second_kernel(TokenReader reader, const std::string& word, const std::string& first, Span at) {
  const auto is_header = [&](const Token& t) {
    return t.text.size() == word.size() && std::equal(word.begin(), word.end(), t.text.begin(), [](char a, char b) {
             return a == std::tolower(static_cast<unsigned char>(b));
           });
  };
  std::vector<std::string> names{first};
  for (bool header = true; !reader.at_end(); header = is_header(reader.take())) {
    if (header && reader.is(":")) names.push_back(reader.peek(1).text);
  }
  reader.reporter().fail(
      Code::kProgramStatementCount, at,
      fmt::format("the file contains {} kernels: {}", names.size(), fmt::join(names, ", ")),
      {"a description has one kernel: split the file before each header and import the parts separately"});
}

}  // namespace rtlgen::importer
