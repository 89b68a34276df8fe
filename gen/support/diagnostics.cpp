// Rendering of diagnostics: message, quoted line, caret, notes.
#include "support/diagnostics.hpp"

#include <fmt/format.h>

#include <sstream>

namespace rtlgen {

void Diagnostics::add_source(const std::string& file, const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  sources_[file] = std::move(lines);
}

void Diagnostics::error(const std::string& code, const SourceLocation& where,
                        const std::string& message, std::vector<std::string> notes) {
  all_.push_back({Severity::kError, code, where, message, std::move(notes)});
  ++error_count_;
}

void Diagnostics::warning(const std::string& code, const SourceLocation& where,
                          const std::string& message, std::vector<std::string> notes) {
  all_.push_back({Severity::kWarning, code, where, message, std::move(notes)});
}

std::string Diagnostics::render() const {
  std::string out;
  for (const Diagnostic& d : all_) {
    std::string place = d.where.file;
    if (d.where.line > 0) place += fmt::format(":{}:{}", d.where.line, d.where.column);
    if (!place.empty()) place += ": ";
    const char* severity = d.severity == Severity::kError ? "error" : "warning";
    out += fmt::format("{}{}[{}]: {}\n", place, severity, d.code, d.message);
    const auto source = sources_.find(d.where.file);
    if (source != sources_.end() && d.where.line > 0 &&
        d.where.line <= static_cast<int>(source->second.size())) {
      const std::string& line = source->second[static_cast<std::size_t>(d.where.line - 1)];
      std::string pad;
      for (int i = 0; i + 1 < d.where.column && i < static_cast<int>(line.size()); ++i) {
        pad += line[static_cast<std::size_t>(i)] == '\t' ? '\t' : ' ';
      }
      const int carets = d.where.length > 1 ? d.where.length : 1;
      out += fmt::format("  {}\n  {}{}\n", line, pad, std::string(static_cast<std::size_t>(carets), '^'));
    }
    for (const std::string& note : d.notes) out += fmt::format("  note: {}\n", note);
  }
  return out;
}

void fail_check(const char* file, int line, const char* condition, const std::string& message) {
  throw InternalError(fmt::format("{}:{}: {} ({})", file, line, message, condition));
}

}  // namespace rtlgen
