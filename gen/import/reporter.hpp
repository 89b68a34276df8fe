// Faults of an imported program, located by byte offsets into its text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
struct Fix;
struct SourceLocation;
}  // namespace rtlgen

namespace rtlgen::importer {

/// Bytes [begin, end) of the file.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Thrown inside this layer by a parser that cannot go on; the fault is reported already.
struct Abandoned {};

class Reporter {
 public:
  Reporter(const std::string& file, const std::string& text, Diagnostics& diagnostics);

  void error(const char* code, Span span, const std::string& message, std::vector<std::string> notes = {}) const;
  void error(const char* code, Span span, const std::string& message, std::vector<std::string> notes,
             const std::optional<Fix>& fix) const;
  void warning(const char* code, Span span, const std::string& message, std::vector<std::string> notes = {}) const;
  /// Of several of a kind the first.
  void warning_once(const char* code, Span span, const std::string& message, std::vector<std::string> notes = {}) const;
  /// Reports and throws Abandoned.
  [[noreturn]] void fail(const char* code, Span span, const std::string& message,
                         std::vector<std::string> notes = {}) const;

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string quote(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  /// Line of the first byte, from 1.
  [[nodiscard]] int line_of(Span span) const;
  [[nodiscard]] bool failed() const;

 private:
  [[nodiscard]] SourceLocation locate(Span span) const;

  std::string file_;
  const std::string& text_;
  Diagnostics& diagnostics_;
  std::vector<std::size_t> line_begins_;
};

}  // namespace rtlgen::importer
