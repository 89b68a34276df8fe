// The context of a position in a text that may not be valid YAML yet, for completion: the keys around it, and whether a
// key or a value is being written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::lsp {

struct Cursor {
  bool is_key = false;
  /// Keys around the position, outermost first; "-" is an item of a list. In a value, its key is the last.
  std::vector<std::string> path;
  std::string word;                   ///< letters, digits and underscores before the position
  std::string value;                  ///< in a value: the text before the position, without quotes
  std::vector<std::string> siblings;  ///< keys that the mapping already has
  bool in_comment = false;
};

Cursor cursor_at(std::string_view text, std::size_t offset);

/// A path in the table of keys, in which `*` matches any user-defined name.
struct TablePath {
  std::string path;  ///< "": the document
  bool is_known = true;
};
TablePath table_path(const std::vector<std::string>& path);

}  // namespace rtlgen::lsp
