// The FPGA's part number as scripts, recipes and options have it.
#pragma once

#include <string>

#include "board/board.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow {

/// Letters, digits, dashes, dots and underscores are literal in every tool's language.
inline bool has_part_number(const board::Board& board) { return safe::plain_word(board.part.text).has_value(); }

/// Of a board that has_part_number().
inline std::string part_number(const board::Board& board) {
  const auto part = safe::plain_word(board.part.text);
  RTLGEN_CHECK(part.has_value(), "a part that was not checked");
  return *part;
}

/// RG0810 where a tool could not compile for the board file's part.
inline void check_part(const board::Board& board, Diagnostics& diagnostics) {
  if (has_part_number(board)) return;
  diagnostics.error(
      "RG0810", {board.file.path().string(), 0, 0, 1},
      "there is no project for '" + board.id + "': '" + safe::terminal(board.part.text) + "' (" +
          safe::terminal(board.part.source) + ") is not a part number that a tool could compile for",
      {"with a board of your own: a board.yaml that names its part, as 1SG280LU2F50E2VG, by --board PATH"});
}

}  // namespace rtlgen::flow
