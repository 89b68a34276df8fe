// `rtlgen boards`: what is known of each board.
#include "cli/boards.hpp"

#include "cli/commands/commands.hpp"
#include "frontend/board_file.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kBoardsExamples = R"(Examples:
  rtlgen boards                                  one line a board
  rtlgen boards de5net                           every figure with its source; ? marks what nobody has looked up
  rtlgen boards u280 vcu118 --json -             the same for programs
  rtlgen boards ./myboard                        is this board file valid (myboard/board.yaml)
In a stencil, hardware.board names one of these or a path to a file of your own; device family and block RAMs
then follow from it. Keys of a board file: docs/boards.md; how to add one: boards/README.md.
)";

int run_boards(const Options& options, Diagnostics& diagnostics) {
  std::vector<board::Board> boards;
  for (const std::string& name : options.boards.empty() ? frontend::board_names() : options.boards) {
    if (auto board = frontend::load_board(name, diagnostics)) boards.push_back(*std::move(board));
  }
  if (diagnostics.has_errors()) return status(ExitStatus::kInvalidInput);
  std::string text;
  Json json = Json::array();
  for (const board::Board& board : boards) {
    text += (text.empty() ? "" : "\n") + board_text(board);
    json.push_back(board_json(board));
  }
  say(options, options.boards.empty() ? boards_text(boards) : text);
  put_json(options, json);
  return status(ExitStatus::kSuccess);
}

}  // namespace

Command boards_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("boards", "what is known of each board");
  command->add_option("BOARD", options.boards, "names of boards, or paths to board files; without one all are listed")
      ->expected(0, -1);
  command->add_option("--json", options.json, "write the result as JSON; - is standard output")->type_name("FILE|-");
  command->footer(kBoardsExamples);
  return {command, run_boards};
}

}  // namespace rtlgen::cli
