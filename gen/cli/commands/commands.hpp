// The commands: each a function that adds its options to the command line and names what runs it. A new one is a file
// here and a line in program.cpp.
#pragma once

#include "cli/commands/options.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::cli {

struct Command {
  CLI::App* app = nullptr;
  int (*run)(const Options&, Diagnostics&) = nullptr;  ///< returns the exit status
};

Command new_command(CLI::App& app, Options& options);
Command check_command(CLI::App& app, Options& options);
Command generate_command(CLI::App& app, Options& options);
Command sim_command(CLI::App& app, Options& options);
Command run_command(CLI::App& app, Options& options);
Command golden_command(CLI::App& app, Options& options);
Command report_command(CLI::App& app, Options& options);
Command import_command(CLI::App& app, Options& options);
Command model_command(CLI::App& app, Options& options);
Command explore_command(CLI::App& app, Options& options);
Command advise_command(CLI::App& app, Options& options);
Command synth_command(CLI::App& app, Options& options);
Command calibrate_command(CLI::App& app, Options& options);
Command project_command(CLI::App& app, Options& options);
Command sweep_command(CLI::App& app, Options& options);
Command boards_command(CLI::App& app, Options& options);
Command schema_command(CLI::App& app, Options& options);

/// Of `sweep` takes what follows `--`, the swept command's options, which the parser would give to the option before;
/// returns how many words are left.
int take_swept(int argc, const char* const* argv, Options& options);

}  // namespace rtlgen::cli
