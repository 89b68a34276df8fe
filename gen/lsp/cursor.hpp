// What stands at a place of a text that may not be valid YAML yet: the keys around it, and whether a key or a value is
// written there. For completion.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::lsp {

struct Cursor {
  bool is_key = false;
  /// Around the place, outermost first; "-" is an item of a list. Of a value its key is the last.
  std::vector<std::string> path;
  std::string word;                   ///< letters, digits and underscores before the place
  std::string value;                  ///< of a value what is written before the place, without quotes
  std::vector<std::string> siblings;  ///< keys that the mapping has already
  bool in_comment = false;
};

Cursor cursor_at(std::string_view text, std::size_t offset);

/// A path in the table of keys, where `*` stands for a chosen name.
struct TablePath {
  std::string path;  ///< "": the document
  bool is_known = true;
};
TablePath table_path(const std::vector<std::string>& path);

}  // namespace rtlgen::lsp
