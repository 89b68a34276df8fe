// Command line: dispatch and exit statuses.
#include "cli/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <new>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/commands/places.hpp"
#include "cli/faults.hpp"
#include "cli/shell_files.hpp"
#include "cli/usage.hpp"
#include "driver/cards/cards.hpp"
#include "driver/prepare/choices.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/version.hpp"
#include "frontend/board_file.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/progress.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

/// A file that could not be read at all is no fault of its text.
bool is_unreadable(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                     [](const Diagnostic& d) { return d.code == "RG0101"; });
}

/// One line and a line end.
std::string one_line(const std::string& message) { return fmt::format("rtlgen: {}\n", message); }

/// Writes what `--json` asks for; a file that cannot be written is told in `text`.
void put_faults(const std::string& place, const Json& json, std::string& text) {
  try {
    write_json(place, json);
  } catch (const EnvironmentError& error) {
    text += one_line(error.what());
  }
}

/// The command itself, with what comes before and after it whatever it is.
int run_checked(Options& options, int (*command)(const Options&, Diagnostics&), Diagnostics& diagnostics) {
  if (!check_places(options, diagnostics)) return status(ExitStatus::kInvalidInput);
  const std::string& board = options.board.empty() ? options.model.board : options.board;
  if (!driver::check_choices(options.source.sets, {board, options.device, options.explore.all_boards}, diagnostics))
    return status(ExitStatus::kInvalidInput);
  if (!options.board.empty()) {
    const auto source = driver::on_board(options.source, options.board, diagnostics);
    if (!source) return status(ExitStatus::kInvalidInput);
    options.source = *source;
  }
  int result = command(options, diagnostics);
  // A warning that is an error may come after the last point at which a command gives up.
  if (result == status(ExitStatus::kSuccess) && diagnostics.has_errors()) result = status(ExitStatus::kInvalidInput);
  return is_unreadable(diagnostics) ? status(ExitStatus::kEnvironment) : result;
}

/// Runs `command` and turns what may be thrown into statuses.
int guarded(Options& options, const std::string& doing, int (*command)(const Options&, Diagnostics&)) {
  Diagnostics diagnostics;
  diagnostics.set_policy(warning_policy(options));
  int result = status(ExitStatus::kInternalError);
  EndedBy ended;
  std::string message;
  const auto by_environment = [&](const char* kind, const std::string& what) {
    ended = {kind, what};
    message = one_line(what);
    result = status(ExitStatus::kEnvironment);
  };
  try {
    const Progress progress(doing);
    result = run_checked(options, command, diagnostics);
    if (options.result != nullptr) write_json(options.json, with_faults(*options.result, result, diagnostics, {}));
  } catch (const driver::ToldElsewhere&) {
    return status(ExitStatus::kSuccess);
  } catch (const EnvironmentError& error) {
    by_environment("environment", error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    by_environment("environment", error.what());
  } catch (const std::bad_alloc&) {
    by_environment("memory", "not enough memory for this grid");
  } catch (const std::exception& error) {
    ended = {"bug", error.what()};
    message = fmt::format(
        "rtlgen: internal error: {}\nThis is a bug of rtlgen {}. Please report it with the "
        "command and the stencil file.\n",
        error.what(), driver::version());
  }
  if (!options.json.empty() && options.result == nullptr && result != 0 && is_free_for_json(options.json, options)) {
    put_faults(options.json, with_faults(nullptr, result, diagnostics, ended), message);
  }
  std::fputs(safe::terminal_lines(OutsideText(diagnostics.render() + message)).c_str(), stderr);
  return result;
}

/// Tells what is wrong with the words; returns the exit status.
int refuse_words(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  const UsageFault fault = usage_fault(app, error, words);
  std::string text = fmt::format("rtlgen: {}\n{}", fault.message, fault.more);
  const int result = status(ExitStatus::kInvalidInput);
  if (const std::string json = json_asked_for(words); !json.empty()) {
    put_faults(json, with_faults(nullptr, result, {}, {"usage", fault.message, fault.fix}), text);
  }
  std::fputs(safe::terminal_lines(OutsideText(text)).c_str(), stderr);
  return result;
}

/// "rtlgen x.y.z", and the commit if it is known.
std::string version_line() {
  const std::string commit = driver::revision();
  return "rtlgen " + driver::version() + (commit.empty() ? "" : " (" + commit + ")");
}

/// Words that the parser's tables leave to whoever reads the value.
KnownWords known_words() {
  const std::vector<std::string> boards = frontend::board_names();
  return {{"--board", boards}, {"BOARD", boards}, {"--no-warn", warning_names()}};
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

}  // namespace

int run_program(int argc, const char* const* argv) {
  CLI::App app{"rtlgen: from a stencil in YAML to a proven streaming accelerator in Verilog and VHDL", "rtlgen"};
  app.set_version_flag("--version", version_line());
  app.footer(kExamples);
  app.require_subcommand(1);
  Options options;
  // In the order in which the help lists them.
  constexpr std::array kCommands = {new_command,    check_command,  generate_command,  sim_command,     run_command,
                                    golden_command, report_command, import_command,    model_command,   explore_command,
                                    advise_command, synth_command,  calibrate_command, project_command, sweep_command,
                                    boards_command, schema_command};
  std::vector<Command> commands;
  for (const auto add : kCommands) commands.push_back(add(app, options));

  // Of the build: completions and man pages. No group, so that the help does not list it.
  CLI::App* const shell = app.add_subcommand("shell-files", "writes man pages and completions")->group("");
  shell->add_option("DIR", options.folder)->required();

  const char* const* const end = argv + take_swept(argc, argv, options);
  const std::vector<std::string> words = with_plain_words({argv + std::min(argc, 1), end});
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    // The parser takes --help behind whatever it does not know.
    const bool is_unknown =
        !words.empty() && !words.front().starts_with('-') &&
        app.get_subcommands([&](const CLI::App* c) { return c->get_name() == words.front(); }).empty();
    if (is_unknown || error.get_exit_code() != 0) return refuse_words(app, error, words);
    return app.exit(error, std::cout, std::cerr);
  }
  if (shell->parsed()) {
    return shell_files(app, options.folder);
  }
  const auto chosen =
      std::find_if(commands.begin(), commands.end(), [](const Command& command) { return command.app->parsed(); });
  return guarded(options, "rtlgen " + chosen->app->get_name() + " is at work", chosen->run);
}

}  // namespace rtlgen::cli
