// Completions for a position in a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::lsp {

struct Outline;

/// Kinds of completions, with the numbers of the protocol.
enum class ItemKind : int {
  kFunction = 3,
  kField = 5,
  kVariable = 6,
  kProperty = 10,
  kValue = 12,
  kEnum = 13,
  kKeyword = 14,
  kConstant = 21,
  kOperator = 24,
  kType = 25
};

struct Item {
  std::string label;
  ItemKind kind = ItemKind::kValue;
  std::string detail;         ///< a few words
  std::string documentation;  ///< Markdown
  std::string insert = {};    ///< "": the label
};

/// All completions for the position, regardless of the word before it, because the editor filters. `outline` has the
/// names.
std::vector<Item> completions_at(std::string_view text, std::size_t offset, const Outline& outline);

}  // namespace rtlgen::lsp
