// A place in an MLIR text: words, symbols, numbers and balanced pieces of it, without comments.
#pragma once

#include <string>
#include <string_view>

#include "import/reporter.hpp"

namespace rtlgen::importer::mlir {

class Cursor {
 public:
  Cursor(const Reporter& reporter, std::size_t at, std::size_t end) : reporter_(reporter), at_(at), end_(end) {}

  /// Behind blanks and comments.
  std::size_t at();
  [[nodiscard]] bool at_end() { return at() >= end_; }
  void move_to(std::size_t at) { at_ = at; }
  /// The character that is next; 0 at the end.
  [[nodiscard]] char peek();
  [[nodiscard]] bool is(std::string_view symbol);
  bool accept(std::string_view symbol);
  void expect(std::string_view symbol);
  /// A word of letters, digits, `_`, `.` and `$`; "" if there is none.
  [[nodiscard]] std::string peek_word();
  std::string word();
  bool accept_word(std::string_view word);
  void expect_word(std::string_view word);
  /// %name or %name#1.
  std::string value(Span& span);
  std::string string();
  std::int64_t integer();
  /// What stands between two brackets, these included, the first of which is next.
  Span balanced();
  /// Up to one of `ends` outside of all brackets, or the end of the line.
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
