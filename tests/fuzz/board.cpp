// Board files.
#include "board/board.hpp"

#include "frontend/board/board_file.hpp"
#include "support/diagnostics.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  Diagnostics diagnostics;
  const auto board = frontend::load_board_text(fuzz::text_of(data, size), "boards/fuzz/board.yaml", diagnostics);
  fuzz::require(board.ok() == !diagnostics.has_errors(), "a board and errors, or neither");
  fuzz::require(board.ok() || !diagnostics.render().empty(), "no text");
  return 0;
}
