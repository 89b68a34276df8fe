// What a name, an operator, a key or a word is, as Markdown for hovers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "lsp/text.hpp"

namespace rtlgen::frontend {
struct KeySpec;
}

namespace rtlgen::lsp {

class Document;

struct Hover {
  std::string markdown;
  Span span;
};

/// What stands at a place of the text; nothing if there is nothing to say.
std::optional<Hover> hover_at(Document& document, std::size_t offset);

/// A key with its default, range and meaning.
std::string key_text(const frontend::KeySpec& spec);
/// A function, operator, fold, name or boundary rule of the language; "": the word is none.
std::string word_text(const std::string& word);
/// A board in a line; "": there is none of that name.
std::string board_text(const std::string& name);

}  // namespace rtlgen::lsp
