// `rtlgen check`: is it valid; what was understood.
#include "cli/commands/commands.hpp"
#include "cli/report.hpp"
#include "driver/data/arrays.hpp"
#include "driver/prepare/prepare.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kCheckExamples = R"(Examples:
  rtlgen check configs/hotspot2d.yaml            what was understood, and the hardware it makes
  rtlgen check configs/hotspot2d.yaml --board kcu105 --set hardware.steps=4
  rtlgen check configs/hotspot2d.yaml --json -   the same for programs: faults and warnings with their places (docs/cli.md)
Exit status: 0 valid; 2 faults, each with its place and what would be right (docs/diagnostics.md).
)";

int run_check(const Options& options, Diagnostics& diagnostics) {
  const auto prepared = driver::prepare(options.source, diagnostics);
  if (!prepared) return status(ExitStatus::kInvalidInput);
  driver::check_inputs((*prepared)->reference(), true, diagnostics);
  if (diagnostics.has_errors()) return status(ExitStatus::kInvalidInput);
  say(options, check_text(**prepared));
  put_json(options, check_json(**prepared, options.source.file));
  return status(ExitStatus::kSuccess);
}

}  // namespace

Command check_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("check", "is it valid; what was understood");
  add_common(*command, options);
  add_board(*command, options);
  command->footer(kCheckExamples);
  return {command, run_check};
}

}  // namespace rtlgen::cli
