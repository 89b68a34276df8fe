// Reports faults of an imported program, located by byte offsets into its text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/code.hpp"

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

/// A text that the program includes.
struct Source {
  std::string file;
  std::string text;
};

/// Thrown by Reporter if a parser cannot continue, and caught where the layer returns a Result. It says nothing: the
/// fault has been reported.
struct Abandoned {};

class Reporter {
 public:
  Reporter(const std::string& file, const std::string& text, Diagnostics& diagnostics);
  /// For a program with included texts, which must outlive the reporter. Their bytes are numbered after those of the
  /// program; see begin_of().
  Reporter(const Reporter& program, const std::vector<Source>& included);

  void error(Code code, Span span, const std::string& message, std::vector<std::string> notes = {}) const;
  void error(Code code, Span span, const std::string& message, std::vector<std::string> notes,
             const std::optional<Fix>& fix) const;
  void warning(Code code, Span span, const std::string& message, std::vector<std::string> notes = {}) const;
  /// Reports only the first of several warnings of one kind.
  void warning_once(Code code, Span span, const std::string& message, std::vector<std::string> notes = {}) const;
  /// Reports and throws Abandoned.
  [[noreturn]] void fail(Code code, Span span, const std::string& message, std::vector<std::string> notes = {}) const;

  /// Throws Abandoned.
  [[noreturn]] static void abandon();
  /// Throws Abandoned if anything was reported as an error.
  void stop_if_failed() const;

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string quote(Span span) const;
  /// The number of the first byte of a file; none if the program does not include it.
  [[nodiscard]] std::optional<std::size_t> begin_of(const std::string& file) const;
  [[nodiscard]] bool is_included(Span span) const { return span.begin > text_.size(); }
  /// "line 12", or "header.h, line 12", relative to the program's folder.
  [[nodiscard]] std::string place_of(Span span) const;
  /// Line of the first byte, counted from 1.
  [[nodiscard]] int line_of(Span span) const;

  /// Suppresses reports while it exists, for callers that try something and continue if it fails.
  class Silence {
   public:
    explicit Silence(const Reporter& reporter) : reporter_(reporter) { ++reporter_.silences_; }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    ~Silence() { --reporter_.silences_; }

   private:
    const Reporter& reporter_;
  };

 private:
  [[nodiscard]] SourceLocation locate(Span span) const;
  /// The included text that contains the span, and the span in it; none for the program itself.
  [[nodiscard]] std::optional<std::pair<const Reporter*, Span>> inside(Span span) const;

  std::string file_;
  const std::string& text_;
  Diagnostics& diagnostics_;
  std::vector<std::size_t> line_begins_;
  std::vector<std::pair<std::size_t, Reporter>> included_;  ///< by number of the first byte, ascending
  mutable int silences_ = 0;
};

}  // namespace rtlgen::importer
