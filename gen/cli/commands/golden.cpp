// `rtlgen golden`: runs only the golden engine.
#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/report.hpp"
#include "driver/simulate/accuracy.hpp"
#include "driver/simulate/simulate.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kGoldenExamples = R"(Examples:
  rtlgen golden hotspot2d --input t=hot.npy --output t=hotter.npy
  rtlgen golden blur --output blurred=out.png
  rtlgen golden jacobi2d --extents 32x32 --iterations 500 --output t=after.npy
  rtlgen golden hotspot2d --iterations 1000 --every 100 --output t=heat.pvd                     a series for ParaView
  rtlgen golden hotspot2d --iterations 0 --output t=start.png     the start data
  rtlgen golden hotspot2d --accuracy --types float16,float64                 errors against exact arithmetic
The file extension selects the format: docs/data_files.md. Fields without --input start as the description says, else
with random values from --seed.
)";

class Golden final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app = program.add_subcommand("golden", "run the golden engine alone, on the CPU");
    add_common(*app, *this);
    run_.declare(*app, "file for the result of a field; formats as for --input, and .webp",
                 driver::kGoldenIterationsRange);
    run_.declare_checkpoint(*app);
    CLI::Option* const accuracy = app->add_flag(
        "--accuracy", accuracy_, "print the errors of ieee and fused arithmetic against exact arithmetic");
    app->add_option("--types", types_, "with --accuracy: also try these types instead of the top-level type")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("TYPE,...")
        ->needs(accuracy);
    app->footer(kGoldenExamples);
    return app;
  }

  Description* description() override { return &description_; }
  void add_places(Places& places) const override { run_.add_places(places); }
  void check_names(Diagnostics& diagnostics) const override { run_.check_names(diagnostics); }

  int run(Diagnostics& diagnostics) override {
    if (accuracy_) return run_accuracy(diagnostics);
    const auto report = driver::golden(run_.of(description_), diagnostics);
    if (!report) return status(ExitStatus::kInvalidInput);
    output.say(golden_text(*report));
    output.put_json(golden_json(*report, description_.source.file));
    return status(ExitStatus::kSuccess);
  }

 private:
  int run_accuracy(Diagnostics& diagnostics) {
    const driver::RunOptions options = run_.of(description_);
    if (!options.outputs.empty() || options.every > 0 || !options.checkpoint.empty() || !options.probes.empty()) {
      diagnostics.error(Code::kOptionConflict, {"--accuracy"}, "--accuracy writes no field",
                        {"leave out --output, --every, --probes and --checkpoint"});
      return status(ExitStatus::kInvalidInput);
    }
    const auto report = driver::accuracy(options, types_, diagnostics);
    if (!report) return status(ExitStatus::kInvalidInput);
    output.say(accuracy_text(*report));
    output.put_json(accuracy_json(*report, description_.source.file));
    return status(ExitStatus::kSuccess);
  }

  bool accuracy_ = false;
  std::vector<std::string> types_;
  Description description_;
  RunGroup run_;
};

}  // namespace

std::unique_ptr<Command> golden_command() { return std::make_unique<Golden>(); }

}  // namespace rtlgen::cli
