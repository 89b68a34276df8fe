// Changes of a text that rtlgen proposes or makes: each is first tried on a copy.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lsp/text.hpp"

namespace rtlgen {
struct Diagnostic;
}

namespace rtlgen::lsp {

class Document;

struct Edit {
  Span span;
  std::string with;
};

std::string applied(const Text& text, std::vector<Edit> edits);

struct QuickFix {
  std::string title;
  std::vector<Edit> edits;
};

/// The fixes of a diagnostic of the document that remove it and cause no other error.
std::vector<QuickFix> fixes_of(Document& document, const Diagnostic& diagnostic);

struct Renamed {
  std::vector<Edit> edits;
  std::string refusal;  ///< reason if none exist
};

/// Renames the symbol at `offset` everywhere. Refused if the text would then have new errors.
Renamed rename_at(Document& document, std::size_t offset, const std::string& name);

/// The name at `offset` that can be renamed; none if it cannot be renamed.
std::optional<Span> name_at(Document& document, std::size_t offset);

/// All occurrences of the symbol at `offset`, its declaration first, without those in included files.
std::vector<Span> places_of(Document& document, std::size_t offset);

}  // namespace rtlgen::lsp
