// Descriptions of names, operators, keys and words as Markdown for hovers.
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

/// The description of a position in the text; none if there is nothing to describe.
std::optional<Hover> hover_at(Document& document, std::size_t offset);

/// A key with its default, range and meaning.
std::string key_text(const frontend::KeySpec& spec);
/// A function, operator, fold, name or boundary rule of the language; "" for other words.
std::string word_text(const std::string& word);
/// A board on one line; "" if none exists with that name.
std::string board_text(const std::string& name);

}  // namespace rtlgen::lsp
