// Applies edits to copies of a text and checks the diagnostics.
#include "lsp/edits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/yaml/edit.hpp"
#include "frontend/yaml/source_file.hpp"
#include "lsp/document.hpp"

namespace rtlgen::lsp {

namespace {

/// Analyses `text`; plans it too if it has no errors.
Analysis tried(const Document& document, const std::string& text) {
  Analysis out = analyse(text, document.path(), document.kind());
  check_plan(out);
  return out;
}

bool has(const Analysis& analysis, const Diagnostic& wanted) {
  const auto& all = analysis.diagnostics.all();
  return std::any_of(all.begin(), all.end(), [&](const Diagnostic& d) {
    return d.code == wanted.code && d.where.line == wanted.where.line && d.message == wanted.message;
  });
}

const Use* use_at(Document& document, std::size_t offset) {
  const Outline& outline = document.outline();
  if (!document.analysis().understood.document) return nullptr;
  const auto found = std::find_if(outline.uses.begin(), outline.uses.end(), [&](const Use& use) {
    return use.where.file == document.path() && document.text().span_of(use.where).touches(offset);
  });
  return found == outline.uses.end() ? nullptr : &*found;
}

/// Texts in backticks in the notes, which can replace the faulty text.
std::vector<std::string> proposals(const Diagnostic& diagnostic) {
  std::vector<std::string> out;
  for (const std::string& note : diagnostic.notes) {
    for (std::size_t begin = note.find('`'); begin != std::string::npos;) {
      const std::size_t end = note.find('`', begin + 1);
      if (end == std::string::npos) break;
      if (end > begin + 1) out.push_back(note.substr(begin + 1, end - begin - 1));
      begin = note.find('`', end + 1);
    }
  }
  return out;
}

/// The difference between two texts as one edit.
Edit difference(const std::string& from, const std::string& to) {
  std::size_t begin = 0;
  while (begin < std::min(from.size(), to.size()) && from[begin] == to[begin]) ++begin;
  std::size_t behind = 0;
  while (behind < std::min(from.size(), to.size()) - begin &&
         from[from.size() - 1 - behind] == to[to.size() - 1 - behind])
    ++behind;
  return {{begin, from.size() - behind}, to.substr(begin, to.size() - behind - begin)};
}

class Fixer {
 public:
  Fixer(Document& document, const Diagnostic& diagnostic)
      : document_(document),
        diagnostic_(diagnostic),
        text_(document.text()),
        span_(text_.span_of(diagnostic.where)),
        errors_(document.analysis().diagnostics.error_count()) {}

  std::vector<QuickFix> run() {
    if (diagnostic_.where.file != document_.path() || diagnostic_.where.line <= 0) return {};
    if (diagnostic_.fix) {
      // The location may begin before the word, or end after it.
      const std::size_t at = text_.bytes().find(diagnostic_.fix->replace, span_.begin);
      if (at != std::string::npos && at <= span_.end)
        offer({{at, at + diagnostic_.fix->replace.size()}, diagnostic_.fix->with}, true);
    }
    for (const std::string& proposal : proposals(diagnostic_)) {
      offer({span_, proposal});
      // A location may cover only the first word of a read or call.
      if (const Span whole = with_brackets(); whole != span_) offer({whole, proposal});
    }
    if (!diagnostic_.name.empty()) switch_off();
    return std::move(fixes_);
  }

 private:
  /// The location with the brackets that follow it.
  [[nodiscard]] Span with_brackets() const {
    Span out = span_;
    const std::string& bytes = text_.bytes();
    if (out.end >= bytes.size() || (bytes[out.end] != '(' && bytes[out.end] != '[')) return out;
    int depth = 0;
    for (std::size_t at = out.end; at < bytes.size() && bytes[at] != '\n'; ++at) {
      if (bytes[at] == '(' || bytes[at] == '[') ++depth;
      if ((bytes[at] == ')' || bytes[at] == ']') && --depth == 0) return {out.begin, at + 1};
    }
    return out;
  }

  /// `is_meant`: the frontend proposed the word, so the fix may reveal errors that were hidden.
  void offer(const Edit& edit, bool is_meant = false) {
    const std::string was(text_.part(edit.span));
    if (was == edit.with) return;
    const std::string text = text_.replaced(edit.span, edit.with);
    const Analysis after = tried(document_, text);
    const int most = is_meant ? errors_ : std::max(errors_, 1) - 1;
    if (has(after, diagnostic_) || after.diagnostics.error_count() > most) return;
    const std::string title = fmt::format("Replace '{}' with '{}'", was, edit.with);
    if (std::any_of(fixes_.begin(), fixes_.end(), [&](const QuickFix& f) { return f.title == title; })) return;
    fixes_.push_back({title, {edit}});
  }

  /// Adds the warning's name to `no_warn`.
  void switch_off() {
    if (errors_ > 0 || document_.text().bytes().find('\r') != std::string::npos) return;
    const Analysis& now = document_.analysis();
    std::string names = diagnostic_.name;
    if (now.understood.stencil && !now.understood.stencil->no_warn.empty()) return;
    Diagnostics unused;
    frontend::Texts texts;
    const frontend::Edited edited =
        frontend::edit_text(text_.bytes(), document_.path(), {fmt::format("no_warn=[{}]", names)}, texts, unused);
    if (edited.text.empty() || has(tried(document_, edited.text), diagnostic_)) return;
    fixes_.push_back({fmt::format("Switch off the warning '{}' in this description", diagnostic_.name),
                      {difference(text_.bytes(), edited.text)}});
  }

  Document& document_;
  const Diagnostic& diagnostic_;
  const Text& text_;
  Span span_;
  int errors_;
  std::vector<QuickFix> fixes_;
};

}  // namespace

std::string applied(const Text& text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.begin > b.span.begin; });
  std::string out = text.bytes();
  for (const Edit& edit : edits) out.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.with);
  return out;
}

std::vector<QuickFix> fixes_of(Document& document, const Diagnostic& diagnostic) {
  return Fixer(document, diagnostic).run();
}

std::vector<Span> places_of(Document& document, std::size_t offset) {
  const Use* const use = use_at(document, offset);
  if (use == nullptr) return {};
  const Outline& outline = document.outline();
  const SourceLocation& declared = outline.symbols[use->symbol].where;
  std::vector<Span> out;
  if (declared.file == document.path()) out.push_back(document.text().span_of(declared));
  for (const Use& other : outline.uses) {
    if (other.symbol != use->symbol || other.where.file != document.path()) continue;
    const Span span = document.text().span_of(other.where);
    if (std::find(out.begin(), out.end(), span) == out.end()) out.push_back(span);
  }
  return out;
}

std::optional<Span> name_at(Document& document, std::size_t offset) {
  const Use* const use = use_at(document, offset);
  if (use == nullptr || document.outline().symbols[use->symbol].where.file != document.path()) return std::nullopt;
  return document.text().span_of(use->where);
}

Renamed rename_at(Document& document, std::size_t offset, const std::string& name) {
  const Use* const use = use_at(document, offset);
  if (use == nullptr) return {{}, "there is no name to rename here"};
  const Symbol& symbol = document.outline().symbols[use->symbol];
  if (symbol.where.file != document.path())
    return {
        {},
        fmt::format("'{}' is declared in {}, which other descriptions may include", symbol.name, symbol.where.file)};
  Renamed out;
  for (const Span& span : places_of(document, offset)) {
    // A text whose YAML spelling differs from its value (an escape, a fold) cannot be edited in place.
    if (document.text().part(span) != symbol.name)
      return {{}, fmt::format("'{}' is written in a way that cannot be edited in place", symbol.name)};
    out.edits.push_back({span, name});
  }
  if (name == symbol.name) return {{}, ""};
  const Analysis now = tried(document, document.text().bytes());
  const Analysis after = tried(document, applied(document.text(), out.edits));
  const auto& errors = after.diagnostics.all();
  const auto fresh = std::find_if(errors.begin(), errors.end(),
                                  [&](const Diagnostic& d) { return d.severity == Severity::kError && !has(now, d); });
  // Messages quote names, so if there were errors before, only their number can be compared.
  const bool is_worse = after.diagnostics.error_count() > now.diagnostics.error_count();
  if (is_worse && fresh != errors.end()) return {{}, fmt::format("cannot rename to '{}': {}", name, fresh->message)};
  return out;
}

}  // namespace rtlgen::lsp
