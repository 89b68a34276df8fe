// `rtlgen diagnose`: finds out why a card does not work.
#include "driver/diagnose/diagnose.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/device.hpp"
#include "cli/commands/options.hpp"
#include "cli/diagnosis.hpp"
#include "cli/faults.hpp"
#include "driver/simulate/options.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kDiagnoseExamples = R"(Examples:
  rtlgen diagnose heat1d                                        a simulated card, which has no card block
  rtlgen diagnose stencil.yaml --backend xdma                   the card with the device files /dev/xdma0_*
  rtlgen diagnose stencil.yaml --backend xdma --manifest project/manifest.json        a card built by an older rtlgen
  rtlgen diagnose stencil.yaml --backend vfio --device 03:00.0  an Intel card bound to vfio-pci
  rtlgen diagnose stencil.yaml --backend uart --device /dev/ttyUSB1 --json -
  rtlgen diagnose stencil.yaml --backend xdma --soak 30         repeat memory tests and runs for half an hour
  rtlgen diagnose stencil.yaml --backend xdma --margin --set-clock ./clock.sh        the highest kernel clock with correct bits
Steps: 1 card on the bus; 2 card block; 3 clocks; 4 calibration of memory; 5 registers respond; 6 registers hold what is written;
7 design and contract; 8 no run is active; 9 transfers to and from memory; 10 memory test on the card; 11 size of memory;
12 end of a run; 13 hard blocks; 14 smallest grid; 15 the grid. The command stops at the first step that fails and prints what it saw, what it expected, likely causes,
and the next command to type. It overwrites the card's memory.
docs/diagnose.md explains each step.
Exit status 1: results are wrong, or a run ended with an error; 3: bus, driver, registers, memory or interrupt failed.
)";

class Diagnose final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  void add_places(Places& places) const override {
    run_.add_places(places);
    simulated_.add_places(places);
    device_.add_places(places);
  }
  void check_names(Diagnostics& diagnostics) const override { run_.check_names(diagnostics); }
  int run(Diagnostics& diagnostics) override;

 private:
  /// "", or why the clock could not be set.
  [[nodiscard]] std::string set_clock(double mhz) const;

  Description description_;
  RunGroup run_;
  CardGroup simulated_;
  DeviceGroup device_;
  std::string set_clock_;            ///< command of --set-clock
  driver::DiagnoseOptions options_;  ///< `card` and `show` are set by run()
};

CLI::App* Diagnose::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand("diagnose", "find out why a card does not come up, step by step");
  add_common(*app, *this);
  add_board(*app, description_);
  run_.declare(*app, nullptr);
  app->remove_option(app->get_option("--iterations"));  // always one pass
  device_.declare_backend(*app);
  const std::vector<std::string> simulation = simulated_.declare(*app);
  device_.declare(*app);
  app->add_option("--soak", options_.soak_minutes,
                  fmt::format("repeat steps {} to {} for this time, with transfers of up to 64 MiB",
                              int{driver::kMemoryStep}, int{driver::kDiagnoseSteps}))
      ->type_name("MINUTES")
      ->check(number_in(driver::kSoakRange));
  app->add_option("--limit", options_.limit_seconds,
                  "time limit of each step (default: 600; 7200 in simulation and on a serial port)")
      ->type_name("SECONDS")
      ->check(number_in(driver::kLimitRange));
  CLI::Option* const margin = app->add_flag(
      "--margin", options_.finds_margin,
      "after the last step, raise the kernel clock in increments of 5 % of the design's clock until bits differ");
  app->add_option("--set-clock", set_clock_,
                  "command that sets the kernel clock of a real card; gets the frequency in MHz as its last argument")
      ->type_name("COMMAND")
      ->needs(margin);
  app->add_flag("--polling", options_.accepts_polling, "accept a lost interrupt, and poll for the end of runs");
  app->footer(kDiagnoseExamples);
  app->callback([this, app, simulation] { device_.check(*app, simulation); });
  return app;
}

std::string Diagnose::set_clock(double mhz) const {
  constexpr int kSeconds = 120;
  ProcessOptions options;
  options.timeout_seconds = kSeconds;
  options.merge_stderr = true;
  const ProcessResult result =
      run_process({"sh", "-c", set_clock_ + " \"$1\"", "sh", fmt::format("{:.3f}", mhz)}, options);
  if (result.ok()) return "";
  const std::string end = result.timed_out ? fmt::format("did not end within {} s", kSeconds)
                                           : fmt::format("ended with status {}", result.exit_code);
  return fmt::format("the command of --set-clock {}: {}", end, result.output.substr(0, result.output.find('\n')));
}

int Diagnose::run(Diagnostics& diagnostics) {
  driver::DiagnoseOptions options = options_;
  options.card = device_.of(simulated_.of(description_, run_));
  if (!set_clock_.empty()) options.set_clock = [this](double mhz) { return set_clock(mhz); };
  options.show = [this](const driver::Step& step) { output.say(step_text(step)); };
  const auto report = driver::diagnose(options, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  output.say(end_text(*report));
  output.put_json(diagnosis_json(*report, description_.source.file, device_.backend, device_.name()));
  const driver::Step* const failure = report->failure();
  if (failure == nullptr) return status(ExitStatus::kSuccess);
  const int result = status(failure->is_device ? ExitStatus::kEnvironment : ExitStatus::kCheckFailed);
  if (!failure->is_endless) return result;
  // A thread is still in the driver, so objects that it uses must not be destroyed.
  if (output.result) write_json(output.json, with_faults(*output.result, result, diagnostics, {}));
  std::fflush(nullptr);
  std::_Exit(result);
}

}  // namespace

std::unique_ptr<Command> diagnose_command() { return std::make_unique<Diagnose>(); }

}  // namespace rtlgen::cli
