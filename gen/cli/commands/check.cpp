// `rtlgen check`: is it valid; what was understood.
#include "cli/commands/commands.hpp"
#include "cli/report.hpp"
#include "driver/driver.hpp"

namespace rtlgen::cli {

namespace {

int run_check(const Options& options, Diagnostics& diagnostics) {
  const auto prepared = driver::prepare(options.source, diagnostics);
  if (!prepared) return status(ExitStatus::kInvalidInput);
  driver::check_inputs((*prepared)->reference, true, diagnostics);
  if (diagnostics.has_errors()) return status(ExitStatus::kInvalidInput);
  say(options, check_text(**prepared));
  put_json(options, check_json(**prepared, options.source.file));
  return status(ExitStatus::kSuccess);
}

}  // namespace

Command check_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("check", "is it valid; what was understood");
  add_common(*command, options);
  command->footer(kExamples);
  return {command, run_check};
}

}  // namespace rtlgen::cli
