// `rtlgen boards`: lists the known boards and their figures.
#include "cli/boards.hpp"

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "frontend/board/board_file.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kBoardsExamples = R"(Examples:
  rtlgen boards                                  one line per board
  rtlgen boards de5net                           every figure with its source; ? marks unverified ones
  rtlgen boards u280 vcu118 --json -             the same for programs
  rtlgen boards ./myboard                        check whether this board file is valid (myboard/board.yaml)
In a stencil, hardware.board names one of these or the path of your own board file, and sets the device family and the
number of block RAMs. Keys of a board file: docs/boards.md; how to add one: boards/README.md.
)";

class Boards final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app =
        program.add_subcommand("boards", "list the boards, or show every figure of one with its source");
    app->add_option("BOARD", names_, "names of boards, or paths of board files (default: list all)")->expected(0, -1);
    add_json(*app, output);
    app->footer(kBoardsExamples);
    return app;
  }

  int run(Diagnostics& diagnostics) override {
    std::vector<board::Board> boards;
    for (const std::string& name : names_.empty() ? frontend::board_names() : names_) {
      if (auto board = frontend::load_board(name, diagnostics)) boards.push_back(*std::move(board));
    }
    if (diagnostics.has_errors()) return status(ExitStatus::kInvalidInput);
    std::string text;
    Json json = Json::array();
    for (const board::Board& board : boards) {
      text += (text.empty() ? "" : "\n") + board_text(board);
      json.push_back(board_json(board));
    }
    output.say(names_.empty() ? boards_text(boards) : text);
    output.put_json(std::move(json));
    return status(ExitStatus::kSuccess);
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<Command> boards_command() { return std::make_unique<Boards>(); }

}  // namespace rtlgen::cli
