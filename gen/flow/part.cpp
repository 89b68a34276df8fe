// Checked part numbers.
#include "flow/part.hpp"

#include "board/board.hpp"
#include "support/check.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow {

bool has_part_number(const board::Board& board) { return safe::plain_word(board.part.text).has_value(); }

std::string part_number(const board::Board& board) {
  const auto part = safe::plain_word(board.part.text);
  RTLGEN_CHECK(part.has_value(), "a part that was not checked");
  return *part;
}

void check_part(const board::Board& board, Diagnostics& diagnostics) {
  if (has_part_number(board)) return;
  diagnostics.error(
      Code::kUnsuitableBoard, {board.file.path().string()},
      "there is no project for '" + board.id + "': '" + safe::terminal(board.part.text) + "' (" +
          safe::terminal(board.part.source) + ") is not a part number that a tool could compile for",
      {"for your own board, pass --board PATH with a board.yaml that names its part, such as 1SG280LU2F50E2VG"});
}

}  // namespace rtlgen::flow
