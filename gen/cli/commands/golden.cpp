// `rtlgen golden`: the CPU model alone.
#include "cli/commands/commands.hpp"
#include "cli/report.hpp"
#include "driver/driver.hpp"

namespace rtlgen::cli {

namespace {

int run_golden(const Options& options, Diagnostics& diagnostics) {
  const auto report = driver::golden(run_options(options), diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, golden_text(*report));
  put_json(options, golden_json(*report, options.source.file));
  return status(ExitStatus::kSuccess);
}

}  // namespace

Command golden_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("golden", "the CPU model alone");
  add_common(*command, options);
  add_run(*command, options, "where a field goes; formats as for --input");
  command->footer(kExamples);
  return {command, run_golden};
}

}  // namespace rtlgen::cli
