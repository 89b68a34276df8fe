// `rtlgen synth` and `rtlgen calibrate`: compare the model with Yosys, and fit it to Yosys.
#include "driver/synth/synth.hpp"

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/models.hpp"
#include "cli/usage.hpp"
#include "frontend/schema/overrides.hpp"
#include "hw/delay_model.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kSynthExamples = R"(Examples:
  rtlgen synth jacobi2d                                         run every module through Yosys, next to the prediction
  rtlgen synth jacobi2d --device cyclone10gx
  rtlgen calibrate *.yaml --device xc7 -o xc7.json             factors fitted to your stencils
  rtlgen model jacobi2d --calibration xc7.json                  with your own factors
Modules are mapped one by one and kept in the cache, so a second run takes seconds. Yosys maps for xc5v, xc7,
cyclone10gx, ice40 and ecp5; other devices are mapped as the nearest of these.
)";

CLI::Validator family() { return one_of(hw::DelayModel::names()); }

class Synth final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app = program.add_subcommand(
        "synth", "run Yosys on the generated modules, and print cell counts next to the model's");
    add_common(*app, *this);
    add_board(*app, description_);
    app->add_option("--device", device_, "device family (default: the description's)")
        ->type_name("DEVICE")
        ->check(family());
    add_calibration(*app, calibration_);
    app->add_flag("--no-cache", no_cache_, "map every module again");
    app->footer(kSynthExamples);
    return app;
  }

  Description* description() override { return &description_; }
  [[nodiscard]] driver::Choices choices() const override { return {.device = device_}; }
  void add_places(Places& places) const override { places.read_named("--calibration", calibration_); }

  int run(Diagnostics& diagnostics) override {
    const auto report = driver::synthesise(
        {description_.source, device_, calibration_, {.use_cache = !no_cache_, .log = print_progress}}, diagnostics);
    if (!report) return status(ExitStatus::kInvalidInput);
    output.say(synth_text(*report));
    output.put_json(synth_json(*report, description_.source.file));
    return status(ExitStatus::kSuccess);
  }

 private:
  Description description_;
  std::string device_, calibration_;
  bool no_cache_ = false;
};

class Calibrate final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &keys_; }
  [[nodiscard]] driver::Choices choices() const override { return {.device = device_}; }
  void add_places(Places& places) const override {
    for (const std::string& file : options_.files) places.read_file("a description", file);
    places.write_file("--out", options_.out);
  }
  int run(Diagnostics& diagnostics) override;

 private:
  Description keys_;  ///< only --set is used
  driver::CalibrateOptions options_;
  std::string device_;
  bool no_cache_ = false;
};

CLI::App* Calibrate::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand("calibrate", "fit the model's logic factors to runs of Yosys");
  app->add_option("FILE", options_.files, "stencils whose modules are measured")
      ->type_name("YAML")
      ->required()
      ->expected(1, -1);
  add_set(*app, keys_, "override a key in every stencil");
  app->add_option("--device", device_, "device family")
      ->type_name("DEVICE")
      ->check(family())
      ->default_str(options_.device);
  app->add_option("-o,--out", options_.out, "file to write")->type_name("FILE.json");
  add_json(*app, output, "write the table as JSON; - is standard output");
  app->add_flag("--no-cache", no_cache_, "map every module again");
  add_warnings(*app, warnings);
  app->footer(kSynthExamples);
  return app;
}

int Calibrate::run(Diagnostics& diagnostics) {
  driver::CalibrateOptions calibrate = options_;
  calibrate.sets = keys_.source.sets;
  const std::string set = frontend::value_set(keys_.source.sets, "hardware.device");
  if (const std::string wrong = not_among(set, hw::DelayModel::names()); !set.empty() && !wrong.empty()) {
    diagnostics.error(Code::kUnknownKeyword, {"--set hardware.device=" + set}, wrong);
    return status(ExitStatus::kInvalidInput);
  }
  for (const std::string& requested : {set, device_}) {
    if (!requested.empty()) calibrate.device = requested;
  }
  calibrate.use_cache = !no_cache_;
  calibrate.log = print_progress;
  const auto report = driver::calibrate(calibrate, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  output.say(calibrate_text(*report, calibrate.out));
  output.put_json(calibrate_json(*report));
  return status(ExitStatus::kSuccess);
}

}  // namespace

std::unique_ptr<Command> synth_command() { return std::make_unique<Synth>(); }
std::unique_ptr<Command> calibrate_command() { return std::make_unique<Calibrate>(); }

}  // namespace rtlgen::cli
