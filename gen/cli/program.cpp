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
#include "cli/shell_files.hpp"
#include "driver/driver.hpp"
#include "driver/version.hpp"
#include "frontend/board_file.hpp"
#include "support/diagnostic_codes.hpp"

namespace rtlgen::cli {

namespace {

/// A file that could not be read at all is no fault of its text.
bool is_unreadable(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                     [](const Diagnostic& d) { return d.code == "RG0101"; });
}

/// Runs `command` and turns what may be thrown into statuses.
int guarded(const Options& options, int (*command)(const Options&, Diagnostics&)) {
  Diagnostics diagnostics;
  diagnostics.set_policy(warning_policy(options));
  int result = status(ExitStatus::kInternalError);
  std::string message;
  try {
    check_place("--json", options.json);
    result = command(options, diagnostics);
    // A warning that is an error may come after the last point at which a command gives up.
    if (result == status(ExitStatus::kSuccess) && diagnostics.has_errors()) result = status(ExitStatus::kInvalidInput);
    if (is_unreadable(diagnostics)) result = status(ExitStatus::kEnvironment);
  } catch (const EnvironmentError& error) {
    // Of several processes one says what happened, with its status.
    const bool is_told = *error.what() == '\0';
    if (!is_told) message = fmt::format("rtlgen: {}\n", error.what());
    result = status(is_told ? ExitStatus::kSuccess : ExitStatus::kEnvironment);
  } catch (const std::filesystem::filesystem_error& error) {
    message = fmt::format("rtlgen: {}\n", error.what());
    result = status(ExitStatus::kEnvironment);
  } catch (const std::bad_alloc&) {
    message = "rtlgen: not enough memory for this grid\n";
    result = status(ExitStatus::kEnvironment);
  } catch (const std::exception& error) {
    message = fmt::format("rtlgen: internal error: {}\nThis is a bug of rtlgen {}. Please report it with the "
                          "command and the stencil file.\n",
                          error.what(), driver::version());
  }
  std::fputs((diagnostics.render() + message).c_str(), stderr);
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

}  // namespace

int run_program(int argc, const char* const* argv) {
  CLI::App app{"rtlgen: from a stencil in YAML to a proven streaming accelerator in Verilog and VHDL", "rtlgen"};
  app.set_version_flag("--version", version_line());
  app.footer(kExamples);
  app.require_subcommand(1);
  Options options;
  // In the order in which the help lists them.
  constexpr std::array kCommands = {new_command, check_command, generate_command, sim_command, run_command, golden_command, report_command, import_command,
                                    model_command, explore_command, advise_command, synth_command, calibrate_command, project_command, sweep_command, boards_command};
  std::vector<Command> commands;
  for (const auto add : kCommands) commands.push_back(add(app, options));

  // Of the build: completions and man pages. No group, so that the help does not list it.
  CLI::App* const shell = app.add_subcommand("shell-files", "writes man pages and completions")->group("");
  shell->add_option("DIR", options.folder)->required();

  try {
    app.parse(take_swept(argc, argv, options), argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error, std::cout, std::cerr);
    return code == 0 ? status(ExitStatus::kSuccess) : status(ExitStatus::kInvalidInput);
  }
  if (shell->parsed()) {
    write_shell_files(app, known_words(), version_line().substr(std::string("rtlgen ").size()), options.folder);
    return status(ExitStatus::kSuccess);
  }
  const auto chosen = std::find_if(commands.begin(), commands.end(), [](const Command& command) { return command.app->parsed(); });
  return guarded(options, chosen->run);
}

}  // namespace rtlgen::cli
