// A position in an MLIR text: reads words, symbols, numbers and balanced parts, and skips comments.
#pragma once

#include <string>
#include <string_view>

#include "import/reporter.hpp"

namespace rtlgen::importer::mlir {

class Cursor {
 public:
  Cursor(const Reporter& reporter, std::size_t at, std::size_t end) : reporter_(reporter), at_(at), end_(end) {}

  /// The position after blanks and comments.
  std::size_t at();
  [[nodiscard]] bool at_end() { return at() >= end_; }
  void move_to(std::size_t at) { at_ = at; }
  /// The next character; 0 at the end.
  [[nodiscard]] char peek();
  [[nodiscard]] bool is(std::string_view symbol);
  bool accept(std::string_view symbol);
  void expect(std::string_view symbol);
  /// A word of letters, digits, `_`, `.` and `$`; "" if none exists.
  [[nodiscard]] std::string peek_word();
  std::string word();
  bool accept_word(std::string_view word);
  void expect_word(std::string_view word);
  /// %name or %name#1.
  std::string value(Span& span);
  std::string string();
  std::int64_t integer();
  /// The text between two brackets, including them; the first one must be next.
  Span balanced();
  /// The text up to one of `ends` outside all brackets, or to the end of the line.
  Span until(std::string_view ends);
  [[nodiscard]] std::string text(Span span) const { return reporter_.quote(span); }
  [[noreturn]] void unexpected(const std::string& wanted);
  [[nodiscard]] const Reporter& reporter() const { return reporter_; }

 private:
  const Reporter& reporter_;
  std::size_t at_;
  std::size_t end_;
};

}  // namespace rtlgen::importer::mlir
