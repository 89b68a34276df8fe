// Changes of a text that rtlgen proposes or makes: each is tried on a copy first.
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

/// Fixes of a diagnostic of the document: those that remove it and bring no other error.
std::vector<QuickFix> fixes_of(Document& document, const Diagnostic& diagnostic);

struct Renamed {
  std::vector<Edit> edits;
  std::string refusal;  ///< not empty: why there are none
};

/// The symbol at `offset` under another name everywhere. Refused if the text then has errors that it does not have now.
Renamed rename_at(Document& document, std::size_t offset, const std::string& name);

/// The name that can be renamed there; nothing: none.
std::optional<Span> name_at(Document& document, std::size_t offset);

/// Where the symbol at `offset` stands, its declaration first; places of included files are left out.
std::vector<Span> places_of(Document& document, std::size_t offset);

}  // namespace rtlgen::lsp
