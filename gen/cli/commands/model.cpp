// `rtlgen model`: resources, clock and time.
#include "cli/commands/commands.hpp"
#include "cli/models.hpp"
#include "driver/driver.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kModelExamples = R"(Examples:
  rtlgen model configs/hotspot2d.yaml --board de5net            does it fit, how fast is it
  rtlgen model configs/hotspot2d.yaml --board kcu105 --set hardware.steps=12 --modules
  rtlgen model examples/host/heat.yaml --board u250 --iterations 1000 --clock 300
Resources are those of the core as Yosys would map it, counted in the hardware without running Yosys: flip-flops, block RAM
and DSPs exactly, LUTs within some per cent (docs/area_model.md). Times: docs/time_model.md. Clocks are estimates.
Exit status 1: it does not fit the board.
)";

int run_model(const Options& options, Diagnostics& diagnostics) {
  const auto report = driver::model_design(model_options(options), diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, model_text(*report, options.modules));
  put_json(options, model_json(*report, options.source.file));
  return status(report->fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

Command model_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("model", "resources, clock and time, without building anything");
  add_common(*command, options);
  add_judged(*command, options);
  command->add_flag("--modules", options.modules, "the area of each module");
  command->footer(kModelExamples);
  return {command, run_model};
}

}  // namespace rtlgen::cli
