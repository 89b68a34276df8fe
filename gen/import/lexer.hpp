// Words, numbers and symbols of the three languages, each with its position in the file.
#pragma once

#include <string>
#include <vector>

#include "import/reporter.hpp"

namespace rtlgen::importer {

struct Token {
  enum class Kind { kWord, kNumber, kSymbol, kNewline, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;
  Span span;
};

struct LexerRules {
  bool hash_comments = false;   ///< `#` to the end of the line
  bool slash_comments = false;  ///< `//` to the end of the line
  bool newlines = false;        ///< line ends are tokens
};

/// Splits `text`. Byte i of `text` is at places[i] in the file, its end at places.back() (one more entry than bytes).
/// Without places, the text is the file itself. Throws Abandoned.
std::vector<Token> tokenize(const std::string& text, const std::vector<std::size_t>* places, LexerRules rules,
                            const Reporter& reporter);

/// Reads tokens, with one function for every kind of error.
class TokenReader {
 public:
  TokenReader(std::vector<Token> tokens, const Reporter& reporter) : tokens_(std::move(tokens)), reporter_(reporter) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool at_end() const { return peek().kind == Token::Kind::kEnd; }
  [[nodiscard]] bool is(const char* symbol, std::size_t ahead = 0) const;
  [[nodiscard]] bool is_word(const char* word) const;
  Token take();
  bool accept(const char* symbol);
  bool accept_word(const char* word);
  Token expect(const char* symbol);
  Token expect_word(const char* what);
  /// A signed decimal integer of at most 9 digits.
  int expect_integer(const char* what);
  [[noreturn]] void unexpected(const std::string& wanted) const;
  [[nodiscard]] Span previous() const { return at_ > 0 ? tokens_[at_ - 1].span : Span{}; }
  [[nodiscard]] const Reporter& reporter() const { return reporter_; }

 private:
  std::vector<Token> tokens_;
  const Reporter& reporter_;
  std::size_t at_ = 0;
};

/// Refuses a file with several kernels, at the header of the second, and lists the names of all: `reader` is after its
/// keyword, `first` is the previous name.
[[noreturn]] void refuse_second_kernel(TokenReader reader, const std::string& word, const std::string& first, Span at);

}  // namespace rtlgen::importer
