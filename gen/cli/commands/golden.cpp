// `rtlgen golden`: the CPU model alone.
#include "cli/commands/commands.hpp"
#include "cli/report.hpp"
#include "driver/simulate/simulate.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kGoldenExamples = R"(Examples:
  rtlgen golden configs/hotspot2d.yaml --input t=hot.npy --output t=hotter.npy
  rtlgen golden configs/blur.yaml --output blurred=out.png
  rtlgen golden configs/hotspot2d.yaml --extents 32x32 --iterations 500 --output t=after.npy
Formats by the end of a file's name: docs/data_files.md. Fields without --input are as the file says, else random by --seed.
)";

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
  command->footer(kGoldenExamples);
  return {command, run_golden};
}

}  // namespace rtlgen::cli
