// Errors of the JSON library, in words for users.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rtlgen {

/// Whether a text starts like JSON; if not, the place of a syntax error does not help.
inline bool looks_like_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

/// The library's message without its internal names: "line 3, column 1: unexpected end of input; expected '}'" or "key
/// 'fabric' not found". Other texts are unchanged.
inline std::string json_fault(std::string_view what) {
  constexpr std::string_view kName = "[json.exception.", kParse = "parse error at ",
                             kWhile = ": syntax error while parsing ";
  if (!what.starts_with(kName)) return std::string(what);
  const std::size_t end = what.find("] ");
  if (end == std::string_view::npos) return std::string(what);
  what.remove_prefix(end + 2);
  if (!what.starts_with(kParse)) return std::string(what);
  what.remove_prefix(kParse.size());
  // Versions from 3.11.3 have a text of their own for an empty input, without a place in the grammar.
  if (const std::size_t empty = what.find(": attempting to parse an empty input"); empty != std::string_view::npos)
    return std::string(what.substr(0, empty)) + ": unexpected end of input; expected '[', '{', or a literal";
  const std::size_t context = what.find(kWhile), dash = what.find(" - ");
  if (context == std::string_view::npos || dash == std::string_view::npos || dash < context) return std::string(what);
  return std::string(what.substr(0, context)) + ": " + std::string(what.substr(dash + 3));
}

}  // namespace rtlgen
