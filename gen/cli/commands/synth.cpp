// `rtlgen synth` and `rtlgen calibrate`: Yosys beside the model.
#include "driver/synth/synth.hpp"

#include "cli/commands/commands.hpp"
#include "cli/models.hpp"
#include "cli/usage.hpp"
#include "frontend/overrides.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kSynthExamples = R"(Examples:
  rtlgen synth configs/jacobi2d.yaml                            every module through Yosys, beside the prediction
  rtlgen synth configs/jacobi2d.yaml --device cyclone10gx
  rtlgen calibrate bench/area/calibration/*.yaml --device xc7 -o xc7.json
  rtlgen model configs/jacobi2d.yaml --calibration xc7.json     with factors of your own
Modules are mapped one by one and kept in the cache: the second time takes seconds. Devices that Yosys maps: xc5v, xc7,
cyclone10gx; others are mapped as the nearest of these.
)";

CLI::Validator family() { return one_of(hw::DelayModel::names()); }

int run_synth(const Options& options, Diagnostics& diagnostics) {
  const auto report = driver::synthesise({options.source,
                                          options.device,
                                          options.model.calibration,
                                          {.use_cache = !options.no_cache, .log = print_progress}},
                                         diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, synth_text(*report));
  put_json(options, synth_json(*report, options.source.file));
  return status(ExitStatus::kSuccess);
}

int run_calibrate(const Options& options, Diagnostics& diagnostics) {
  driver::CalibrateOptions calibrate = options.calibrate;
  calibrate.sets = options.source.sets;
  const std::string set = frontend::value_set(options.source.sets, "hardware.device");
  if (const std::string wrong = not_among(set, hw::DelayModel::names()); !set.empty() && !wrong.empty()) {
    diagnostics.error("RG0207", {"--set hardware.device=" + set, 0, 0, 1}, wrong);
    return status(ExitStatus::kInvalidInput);
  }
  for (const std::string& asked : {set, options.device}) {
    if (!asked.empty()) calibrate.device = asked;
  }
  calibrate.use_cache = !options.no_cache;
  calibrate.log = print_progress;
  const auto report = driver::calibrate(calibrate, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, calibrate_text(*report, calibrate.out));
  put_json(options, calibrate_json(*report));
  return status(ExitStatus::kSuccess);
}

}  // namespace

Command synth_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("synth", "Yosys on the real output: cell counts next to the model's");
  add_common(*command, options);
  add_board(*command, options);
  command->add_option("--device", options.device, "family, instead of the file's")
      ->type_name("DEVICE")
      ->check(family());
  command->add_option("--calibration", options.model.calibration, "factors that `rtlgen calibrate` wrote")
      ->type_name("FILE");
  command->add_flag("--no-cache", options.no_cache, "map every module again");
  command->footer(kSynthExamples);
  return {command, run_synth};
}

Command calibrate_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("calibrate", "fit the model's factors of logic from runs of Yosys");
  command->add_option("FILE", options.calibrate.files, "stencils whose modules are measured")
      ->type_name("YAML")
      ->required()
      ->expected(1, -1);
  command->add_option("--set", options.source.sets, "override a key in each of them")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--device", options.device, "family")
      ->type_name("DEVICE")
      ->check(family())
      ->default_str(options.calibrate.device);
  command->add_option("-o,--out", options.calibrate.out, "file to write")->type_name("FILE.json");
  command->add_option("--json", options.json, "write the table as JSON; - is standard output")->type_name("FILE|-");
  command->add_flag("--no-cache", options.no_cache, "map every module again");
  add_warnings(*command, options);
  command->footer(kSynthExamples);
  return {command, run_calibrate};
}

}  // namespace rtlgen::cli
