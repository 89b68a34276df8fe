// A description on another board, and its keys as text.
#include "driver/prepare/source.hpp"

#include <memory>
#include <utility>

#include "board/board.hpp"
#include "driver/prepare/command_text.hpp"
#include "frontend/board/board_file.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

Result<Source> on_board(Source source, const std::string& named, Diagnostics& diagnostics) {
  if (named.empty()) return source;
  auto board = frontend::load_board(named, *source.given.texts, diagnostics);
  if (!board) return Failure{};
  source.given.board_name = board_key(named, source.file, *board);
  source.given.board = std::make_shared<const board::Board>(*std::move(board));
  return source;
}

Result<std::string> text_of(const Source& source, Diagnostics& diagnostics) {
  if (source.text) return *source.text;
  return source.given.texts->read(source.file, diagnostics);
}

std::vector<std::string> recorded_sets(const Source& source) { return frontend::sets_with(source.sets, source.given); }

}  // namespace rtlgen::driver
