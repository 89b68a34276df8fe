// Converts byte offsets to lines and columns.
#include "import/reporter.hpp"

#include <algorithm>

#include "support/diagnostics.hpp"

namespace rtlgen::importer {

Reporter::Reporter(const std::string& file, const std::string& text, Diagnostics& diagnostics)
    : file_(file), text_(text), diagnostics_(diagnostics), line_begins_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') line_begins_.push_back(i + 1);
  }
}

Reporter::Reporter(const Reporter& program, const std::vector<Source>& included) : Reporter(program) {
  std::size_t begin = text_.size() + 1;
  for (const Source& source : included) {
    diagnostics_.add_source(source.file, source.text);
    included_.emplace_back(begin, Reporter(source.file, source.text, diagnostics_));
    begin += source.text.size() + 1;
  }
}

std::optional<std::pair<const Reporter*, Span>> Reporter::inside(Span span) const {
  for (auto one = included_.rbegin(); one != included_.rend(); ++one) {
    const auto& [begin, reporter] = *one;
    if (span.begin >= begin) return std::pair{&reporter, Span{span.begin - begin, std::max(span.end, begin) - begin}};
  }
  return std::nullopt;
}

std::optional<std::size_t> Reporter::begin_of(const std::string& file) const {
  if (file == file_) return 0;
  for (const auto& [begin, reporter] : included_) {
    if (reporter.file_ == file) return begin;
  }
  return std::nullopt;
}

std::string Reporter::quote(Span span) const {
  if (const auto other = inside(span)) return other->first->quote(other->second);
  return text_.substr(span.begin, span.end - span.begin);
}

std::string Reporter::place_of(Span span) const {
  const SourceLocation place = locate(span);
  const std::string folder = file_.substr(0, file_.find_last_of('/') + 1);
  const bool is_beside = place.file.compare(0, folder.size(), folder) == 0;
  const std::string name = is_beside ? place.file.substr(folder.size()) : place.file;
  return (is_included(span) ? name + ", " : "") + "line " + std::to_string(place.line);
}

SourceLocation Reporter::locate(Span span) const {
  if (const auto other = inside(span)) return other->first->locate(other->second);
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), span.begin);
  const std::size_t line = static_cast<std::size_t>(after - line_begins_.begin());
  const std::size_t line_end = line < line_begins_.size() ? line_begins_[line] - 1 : text_.size();
  const std::size_t end = std::max(span.begin + 1, std::min(span.end, line_end));
  return {file_, static_cast<int>(line), static_cast<int>(span.begin - line_begins_[line - 1]) + 1,
          static_cast<int>(end - span.begin)};
}

void Reporter::error(Code code, Span span, const std::string& message, std::vector<std::string> notes,
                     const std::optional<Fix>& fix) const {
  if (silences_ > 0) return;
  diagnostics_.error(code, locate(span), message, std::move(notes), fix);
}

int Reporter::line_of(Span span) const { return locate(span).line; }

void Reporter::error(Code code, Span span, const std::string& message, std::vector<std::string> notes) const {
  if (silences_ > 0) return;
  diagnostics_.error(code, locate(span), message, std::move(notes));
}

void Reporter::warning(Code code, Span span, const std::string& message, std::vector<std::string> notes) const {
  if (silences_ > 0) return;
  diagnostics_.warning(code, locate(span), message, std::move(notes));
}

void Reporter::warning_once(Code code, Span span, const std::string& message, std::vector<std::string> notes) const {
  const auto& all = diagnostics_.all();
  const auto is_same = [&](const Diagnostic& d) { return d.code == code && d.where.file == file_; };
  if (std::none_of(all.begin(), all.end(), is_same)) warning(code, span, message, std::move(notes));
}

void Reporter::abandon() { throw Abandoned{}; }

void Reporter::stop_if_failed() const {
  if (diagnostics_.has_errors()) abandon();
}

void Reporter::fail(Code code, Span span, const std::string& message, std::vector<std::string> notes) const {
  error(code, span, message, std::move(notes));
  abandon();
}

}  // namespace rtlgen::importer
