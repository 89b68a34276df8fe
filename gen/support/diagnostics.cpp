// Rendering of diagnostics: message, quoted line, caret, notes.
#include "support/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "support/check.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/error.hpp"
#include "support/errors.hpp"
#include "support/outside_text.hpp"
#include "support/result.hpp"
#include "support/safe_text.hpp"

namespace rtlgen {

namespace {

/// Text of a user's file for a terminal: control characters, which could steer it, become '?'.
std::string printable(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\t') || byte == 0x7f) c = '?';
  }
  return text;
}

/// The quoted line with its carets; for a very long line only the part around `column`.
std::string quote(const std::string& line, int column, int length) {
  constexpr std::size_t kBefore = 100;
  constexpr std::size_t kShown = 200;
  const auto is_inside = [&](std::size_t i) { return (static_cast<unsigned char>(line[i]) & 0xC0U) == 0x80U; };
  std::size_t caret = column > 0 ? static_cast<std::size_t>(column - 1) : 0;
  std::size_t begin = 0;
  if (line.size() > kShown && caret > kBefore) begin = std::min(caret - kBefore, line.size());
  while (begin > 0 && begin < line.size() && is_inside(begin)) --begin;  // whole characters
  std::size_t end = std::min(line.size(), begin + kShown);
  while (end < line.size() && is_inside(end)) ++end;
  std::string shown =
      (begin > 0 ? "..." : "") + printable(line.substr(begin, end - begin)) + (end < line.size() ? "..." : "");
  caret = std::min(caret - begin + (begin > 0 ? 3 : 0), shown.size());
  std::string pad;
  for (std::size_t i = 0; i < caret; ++i) pad += shown[i] == '\t' ? '\t' : ' ';
  const std::size_t carets = std::clamp<std::size_t>(length > 1 ? static_cast<std::size_t>(length) : 1, 1,
                                                     std::max<std::size_t>(1, shown.size() - caret));
  return fmt::format("  {}\n  {}{}\n", shown, pad, std::string(carets, '^'));
}

std::vector<std::string> with_fix(std::vector<std::string> notes, const std::optional<Fix>& fix) {
  if (fix) notes.insert(notes.begin(), fmt::format("did you mean '{}'?", fix->with));
  return notes;
}

}  // namespace

void Diagnostics::add_source(const std::string& file, const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  sources_[file] = std::move(lines);
}

void Diagnostics::rename(const std::string& file, const std::string& name) {
  if (file == name) return;
  if (auto source = sources_.extract(file)) {
    source.key() = name;
    sources_.insert(std::move(source));
  }
  for (Diagnostic& d : all_) {
    if (d.where.file == file) d.where.file = name;
  }
}

void Diagnostics::append(const Diagnostics& other) {
  sources_.insert(other.sources_.begin(), other.sources_.end());
  for (const Diagnostic& d : other.all_) {
    if (d.severity == Severity::kWarning) {
      add_warning(d);
    } else {
      add(d);
    }
  }
}

Failure Diagnostics::error(Code code, const SourceLocation& where, const std::string& message,
                           std::vector<std::string> notes, const std::optional<Fix>& fix) {
  add({Severity::kError, code, where, message, with_fix(std::move(notes), fix), "", fix});
  return {};
}

Failure Diagnostics::report(const Error& error) { return report(error, error.where); }

Failure Diagnostics::report(const Error& error, const SourceLocation& where) {
  RTLGEN_CHECK(error.kind == ErrorKind::kInput && error.code, "an error of a text or data has a code");
  return this->error(*error.code, where, error.message, error.notes, error.fix);
}

void Diagnostics::add_notes(std::size_t first, const std::vector<std::string>& notes) {
  for (std::size_t i = first; i < all_.size(); ++i)
    all_[i].notes.insert(all_[i].notes.end(), notes.begin(), notes.end());
}

void Diagnostics::warning(Code code, const SourceLocation& where, const std::string& message,
                          std::vector<std::string> notes, const std::optional<Fix>& fix) {
  add_warning({Severity::kWarning, code, where, message, with_fix(std::move(notes), fix), warning_name(code), fix});
}

void Diagnostics::add_warning(Diagnostic diagnostic) {
  if (policy_.off.contains(diagnostic.code)) return;
  if (policy_.as_errors) diagnostic.severity = Severity::kError;
  add(std::move(diagnostic));
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::kError) ++errors_raised_;
  const auto is_same = [&](const Diagnostic& d) {
    return d.code == diagnostic.code && d.where == diagnostic.where && d.message == diagnostic.message;
  };
  if (std::any_of(all_.begin(), all_.end(), is_same)) return;
  if (diagnostic.severity == Severity::kError) ++error_count_;
  all_.push_back(std::move(diagnostic));
}

std::string Diagnostics::render() const {
  std::string out;
  for (const Diagnostic& d : all_) {
    std::string place = safe::terminal(OutsideText(d.where.file));
    if (d.where.line > 0) place += fmt::format(":{}:{}", d.where.line, d.where.column);
    if (!place.empty()) place += ": ";
    const char* severity = d.severity == Severity::kError ? "error" : "warning";
    out += fmt::format("{}{}[{}{}{}]: {}\n", place, severity, to_string(d.code), d.name.empty() ? "" : " ", d.name,
                       printable(d.message));
    const auto source = sources_.find(d.where.file);
    if (source != sources_.end() && d.where.line > 0 && d.where.line <= static_cast<int>(source->second.size())) {
      const std::string& line = source->second[static_cast<std::size_t>(d.where.line - 1)];
      out += quote(line, d.where.column, d.where.length);
    }
    for (const std::string& note : d.notes) out += fmt::format("  note: {}\n", note);
  }
  return out;
}

void fail_result() { throw InternalError("a failed Result was read"); }

void fail_check(const char* file, int line, const char* condition, const std::string& message) {
  throw InternalError(fmt::format("{}:{}: {} ({})", file, line, message, condition));
}

}  // namespace rtlgen
