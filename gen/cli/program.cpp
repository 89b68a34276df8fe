// Command line: dispatch and exit statuses.
#include "cli/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/commands/places.hpp"
#include "cli/complete_words.hpp"
#include "cli/faults.hpp"
#include "cli/shell_files.hpp"
#include "cli/shipped.hpp"
#include "cli/usage.hpp"
#include "driver/cards/cards.hpp"
#include "driver/prepare/choices.hpp"
#include "driver/prepare/source.hpp"
#include "driver/prepare/version.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/schema/suggest.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/progress.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

/// Shown by the program's own help.
constexpr const char* kExamples = R"(Examples:
  rtlgen check hotspot2d                         validate it, and show the resulting hardware
  rtlgen sim hotspot2d                           simulate the Verilog, compare with the golden engine
  rtlgen sim heat1d --hdl vhdl --stalls random --seed 7
  rtlgen sim blur --output blurred=out.png
  rtlgen run heat1d --backend xdma               run on a card (default: --backend sim, a simulated card)
  rtlgen diagnose heat1d --backend xdma          find out why a card does not come up, from the bus to correct bits
  rtlgen golden hotspot2d --input t=hot.npy --output t=hotter.npy
  rtlgen generate jacobi3d -o build/jacobi3d --set hardware.steps=4
  rtlgen report hotspot2d -o build/report        one HTML page: architecture, cost, speed, pictures
  rtlgen generate hotspot2d -o build/heat --set hardware.bus=128 --card    a simulated card for your own program
  rtlgen import kernel.c -o kernel.yaml          translate C loops, MLIR stencils, SODA, SASA and StencilFlow programs
  rtlgen model hotspot2d --board de5net          does it fit, and how fast is it? (rtlgen synth runs Yosys)
  rtlgen explore hotspot2d --board kcu105        find the fastest design for a board
  rtlgen advise hotspot2d --board kcu105         find what limits it, and the next change to make
  rtlgen project hotspot2d --board kcu105 -o build/hotspot2d    a Vivado, Vitis or Quartus project, built with make
  rtlgen sweep hotspot2d --over hardware.steps=1,2,4 -o build/sweep -- --board kcu105    a table of variants
  rtlgen boards u280                             every figure of a board; without a name: list the boards
  rtlgen explain RG0309                          what a message means, an example and the fix
  rtlgen doctor                                  which tools are installed, and what works with them
New here? rtlgen docs tutorial. Operators, functions and types: rtlgen docs reference; semantics: rtlgen docs language.
FILE is a description, or the name of a shipped one (rtlgen new --list). docs/PAGE.md: rtlgen docs PAGE prints it.
Exit status: 0 success; 1 a check ran and failed; 2 invalid input; 3 I/O or a missing tool; 70 a bug in rtlgen.
)";

/// Whether a file could not be read at all, which is not an error in its text.
bool is_unreadable(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                     [](const Diagnostic& d) { return d.code == Code::kUnreadableFile; });
}

/// One line and a line end.
std::string one_line(const std::string& message) { return fmt::format("rtlgen: {}\n", message); }

/// Writes the JSON of `--json`; if the file cannot be written, `text` says so, once.
void put_faults(const std::string& place, const nlohmann::ordered_json& json, std::string& text) {
  try {
    write_json(place, json);
  } catch (const EnvironmentError& error) {
    if (text.find(error.what()) == std::string::npos) text += one_line(error.what());
  }
}

/// Reports a missing file whose name equals or resembles that of a shipped stencil, as when an example is run in
/// another folder. Returns false if it was reported.
bool exists_or_is_reported(const std::string& file, Diagnostics& diagnostics) {
  std::error_code error;
  if (file.empty() || std::filesystem::exists(file, error)) return true;
  const std::string name = std::filesystem::path(file).stem().string();
  const std::vector<std::string> names = shipped_names();
  if (const std::string own = file + ".yaml"; std::filesystem::is_regular_file(own, error)) {
    diagnostics.error(Code::kUnreadableFile, {file}, "the file cannot be read", {"No such file or directory"},
                      Fix{file, own});
    return false;
  }
  const auto report = [&](const std::string& note, const std::optional<Fix>& fix) {
    diagnostics.error(Code::kUnreadableFile, {file}, "the file cannot be read", {"No such file or directory", note},
                      fix);
    return false;
  };
  if (std::binary_search(names.begin(), names.end(), name))
    return report(fmt::format("rtlgen ships a stencil '{0}': write {0} instead", name), std::nullopt);
  auto fix = file.find('/') == std::string::npos ? frontend::nearest_fix(name, names) : std::nullopt;
  if (!fix) return true;
  fix->replace = file;
  return report("rtlgen new --list lists the shipped stencils", fix);
}

/// Runs the command with the steps that all commands share.
int run_checked(Command& command, Diagnostics& diagnostics) {
  if (Description* const description = command.description(); description != nullptr) {
    driver::Source& source = description->source;
    const std::string given = std::exchange(source.file, shipped_or(source.file));
    if (source.file != given) source.shipped = given;
    if (!exists_or_is_reported(description->source.file, diagnostics)) return status(ExitStatus::kEnvironment);
  }
  if (!check_places(command, diagnostics)) return status(ExitStatus::kInvalidInput);
  driver::Choices choices = command.choices();
  if (Description* const description = command.description(); description != nullptr) {
    const std::string& board = description->board;
    if (!board.empty()) choices.board = board;
    if (!driver::check_choices(description->source, choices, diagnostics)) return status(ExitStatus::kInvalidInput);
    if (!board.empty()) {
      const auto source = driver::on_board(description->source, board, diagnostics);
      if (!source) return status(is_unreadable(diagnostics) ? ExitStatus::kEnvironment : ExitStatus::kInvalidInput);
      description->source = *source;
    }
  }
  int result = command.run(diagnostics);
  // A warning that counts as an error may appear after the last point at which a command checks for errors.
  if (result == status(ExitStatus::kSuccess) && diagnostics.has_errors()) result = status(ExitStatus::kInvalidInput);
  return is_unreadable(diagnostics) ? status(ExitStatus::kEnvironment) : result;
}

std::string message_of(const Error& error) {
  if (error.kind != ErrorKind::kBug) return one_line(error.message);
  return fmt::format(
      "rtlgen: internal error: {}\nThis is a bug in rtlgen {}. Please report it with the command and the stencil "
      "file.\n",
      error.message, driver::version());
}

/// Runs `command`; an exception becomes an Error, its message and its exit status here, and nowhere else.
int guarded(Command& command, const std::string& doing) {
  Diagnostics diagnostics;
  diagnostics.set_policy(command.warnings.policy());
  int result = status(ExitStatus::kInternalError);
  std::optional<Error> ended;
  std::string message;
  const Output& output = command.output;
  try {
    std::optional<Progress> progress;
    if (!command.is_service()) progress.emplace(doing);
    result = run_checked(command, diagnostics);
    if (output.result) write_json(output.json, with_faults(*output.result, result, diagnostics, std::nullopt));
  } catch (const driver::ReportedElsewhere&) {
    return status(ExitStatus::kSuccess);
  } catch (...) {
    ended = error_in_flight();
    message = message_of(*ended);
    result = status(status_of(ended->kind));
  }
  if (!output.json.empty() && !output.result && result != 0 && is_free_for_json(command)) {
    put_faults(output.json, with_faults(nullptr, result, diagnostics, ended), message);
  }
  std::fputs(safe::terminal_lines(OutsideText(diagnostics.render() + message)).c_str(), stderr);
  return result;
}

/// Reports what is wrong with the words; returns the exit status.
int refuse_words(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  const UsageFault fault = usage_fault(app, error, words);
  std::string text = fmt::format("rtlgen: {}\n{}", fault.message, fault.more);
  const int result = status(ExitStatus::kInvalidInput);
  if (const std::string json = requested_json(words); !json.empty()) {
    put_faults(
        json,
        with_faults(nullptr, result, {}, Error{.kind = ErrorKind::kUsage, .message = fault.message, .fix = fault.fix}),
        text);
  }
  std::fputs(safe::terminal_lines(OutsideText(text)).c_str(), stderr);
  return result;
}

/// "rtlgen x.y.z", and the commit if it is known.
std::string version_line() {
  const std::string commit = driver::revision();
  return "rtlgen " + driver::version() + (commit.empty() ? "" : " (" + commit + ")");
}

/// Possible values that are not in the parser's tables.
KnownWords known_words() {
  const std::vector<std::string> boards = frontend::board_names();
  return {{"--board", boards}, {"BOARD", boards}, {"--no-warn", warning_names()}, {"--from", shipped_names()}};
}

int shell_files(const CLI::App& app, const std::string& folder) {
  try {
    write_shell_files(app, known_words(), version_line().substr(std::string("rtlgen ").size()), folder);
    return status(ExitStatus::kSuccess);
  } catch (const EnvironmentError& error) {
    std::fputs(safe::terminal_lines(OutsideText(one_line(error.what()))).c_str(), stderr);
    return status(ExitStatus::kEnvironment);
  }
}

/// All commands, in the order in which the help lists them.
auto all_commands(std::vector<std::string> swept) {
  return std::array{new_command(),    check_command(),     generate_command(), sim_command(),
                    run_command(),    diagnose_command(),  golden_command(),   report_command(),
                    import_command(), model_command(),     explore_command(),  advise_command(),
                    synth_command(),  calibrate_command(), project_command(),  sweep_command(std::move(swept)),
                    boards_command(), schema_command(),    docs_command(),     explain_command(),
                    doctor_command(), lsp_command()};
}

/// Removes the words after `--` of `sweep` by moving `end`, because the parser would assign them to the preceding
/// option.
std::vector<std::string> take_swept(const char* const* argv, const char* const*& end) {
  if (end - argv < 2 || std::string_view(argv[1]) != "sweep") return {};
  const char* const* const mark = std::find(argv, end, std::string_view("--"));
  if (mark == end) return {};
  std::vector<std::string> swept(mark + 1, end);
  end = mark;
  return swept;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  // For shell completion: not listed in the help, and accepts any words.
  if (argc > 1 && std::string_view(argv[1]) == "complete") {
    for (const std::string& word : complete_words({argv + 2, argv + argc})) std::puts(word.c_str());
    return status(ExitStatus::kSuccess);
  }
  CLI::App app{"rtlgen: turn a stencil in YAML into a verified streaming accelerator in Verilog and VHDL", "rtlgen"};
  app.set_version_flag("--version", version_line());
  app.footer(kExamples);
  app.require_subcommand(1);
  const char* const* end = argv + argc;
  const auto commands = all_commands(take_swept(argv, end));
  std::vector<CLI::App*> declared;
  declared.reserve(commands.size());
  for (const auto& command : commands) declared.push_back(command->declare(app));

  // Writes completions and man pages for the build. Without a group it is not listed in the help.
  std::string folder;
  CLI::App* const shell = app.add_subcommand("shell-files", "write man pages and completions")->group("");
  shell->add_option("DIR", folder)->required();

  const std::vector<std::string> words = with_plain_words({argv + std::min(argc, 1), end});
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    // The parser accepts --help after an unknown word.
    const bool is_unknown =
        !words.empty() && !words.front().starts_with('-') &&
        app.get_subcommands([&](const CLI::App* c) { return c->get_name() == words.front(); }).empty();
    if (is_unknown || error.get_exit_code() != 0) return refuse_words(app, error, words);
    return app.exit(error, std::cout, std::cerr);
  }
  if (shell->parsed()) return shell_files(app, folder);
  const auto chosen = std::find_if(declared.begin(), declared.end(), [](const CLI::App* a) { return a->parsed(); });
  return guarded(*commands[static_cast<std::size_t>(chosen - declared.begin())],
                 "rtlgen " + (*chosen)->get_name() + ": still running");
}

}  // namespace rtlgen::cli
