// Text from outside: file names, descriptions, contents of board files and of the command line.
//
// It may contain anything: line ends, quotes, `$(...)`, bytes that are not UTF-8. So it has a separate type that cannot
// be printed: no conversion to a string, no formatter, no stream. Only the functions of support/safe_text.hpp turn it
// into text that rtlgen writes; each documents its kind of text. tests/support proves that the compiler rejects
// everything else.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace rtlgen {

namespace safe {
/// For safe_text.cpp only.
class Access;
}  // namespace safe

class OutsideText {
 public:
  OutsideText() = default;
  explicit OutsideText(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] bool empty() const { return text_.empty(); }
  /// For the operating system, and as the file of a SourceLocation, whose text diagnostics clean. Never write it
  /// elsewhere.
  [[nodiscard]] std::filesystem::path path() const { return text_; }

  friend bool operator==(const OutsideText&, const OutsideText&) = default;
  friend bool operator==(const OutsideText& a, std::string_view b) { return a.text_ == b; }
  /// Text of rtlgen joined with text from outside counts as text from outside.
  friend OutsideText operator+(std::string_view before, const OutsideText& text) {
    return OutsideText(std::string(before) + text.text_);
  }
  friend OutsideText operator+(const OutsideText& text, std::string_view behind) {
    return OutsideText(text.text_ + std::string(behind));
  }

 private:
  friend class safe::Access;
  std::string text_;
};

}  // namespace rtlgen
