// `rtlgen advise`: finds what limits a design, and what to change.
#include "cli/advise.hpp"

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kAdviseExamples = R"(Examples:
  rtlgen advise hotspot2d --board kcu105                        find what limits it, and what a change would gain
  rtlgen advise hotspot2d --board u250 --iterations 1000
  rtlgen sim jacobi2d --memory ddr --json sim.json --set hardware.board=u250
  rtlgen advise jacobi2d --board u250 --measured sim.json       simulated counters next to the prediction
  rtlgen advise --kernel kernel.yaml                            a kernel of work items, after Wang et al. 2016
  rtlgen advise --kernel kernel.yaml --reading printed
Every change is planned and timed as in `rtlgen model`, at one clock. Changes that are not faster, do not fit or cannot
be built are listed with the reason. The four potentials, the roofline and kernel files: docs/advice.md.
Exit status 1: the design does not fit the board.
)";

class Advise final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  [[nodiscard]] driver::Choices choices() const override { return {.board = judged_.options.board}; }
  void add_places(Places& places) const override;
  int run(Diagnostics& diagnostics) override;

 private:
  int run_kernel(Diagnostics& diagnostics);

  Description description_;
  JudgedGroup judged_;
  std::string measured_, kernel_;
  std::string reading_ = "consistent";
};

CLI::App* Advise::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand("advise", "find what limits a design, and which change to make next");
  CLI::Option* const file = add_common(*app, *this)->required(false);
  judged_.declare(*app);
  add_cards(*app, judged_.options.cards);
  app->add_option("--measured", measured_,
                  "output of `rtlgen sim FILE --memory ddr --json` for this design, compared with the prediction")
      ->type_name("FILE.json");
  CLI::Option* const kernel =
      app->add_option("--kernel", kernel_,
                      "OpenCL-style kernel (work items) to analyse instead of a stencil (docs/advice.md)")
          ->type_name("FILE.yaml")
          ->excludes(file);
  for (const char* other : {"--set", "--board", "--clock", "--iterations", "--extents", "--dram", "--link",
                            "--calibration", "--fill", "--cards", "--measured"})
    kernel->excludes(app->get_option(other));
  app->add_option("--reading", reading_,
                  "with --kernel: the equations of Wang et al. as printed, or made consistent with their text")
      ->check(one_of({"printed", "consistent"}))
      ->capture_default_str()
      ->needs(kernel);
  app->footer(kAdviseExamples);
  return app;
}

void Advise::add_places(Places& places) const {
  judged_.add_places(places);
  places.read_named("--measured", measured_);
  places.read_named("--kernel", kernel_);
}

int Advise::run_kernel(Diagnostics& diagnostics) {
  const auto reading =
      reading_ == "printed" ? model::wang2016::Reading::kPrinted : model::wang2016::Reading::kConsistent;
  const auto report = driver::advise_kernel(kernel_, reading, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  output.say(kernel_text(*report));
  output.put_json(kernel_json(*report, kernel_));
  return status(ExitStatus::kSuccess);
}

int Advise::run(Diagnostics& diagnostics) {
  if (!kernel_.empty()) return run_kernel(diagnostics);
  if (description_.source.file.empty()) {
    diagnostics.error(Code::kOptionConflict, {"advise"}, "there is nothing to advise on",
                      {"name a stencil, or a kernel with --kernel; rtlgen advise --help has examples"});
    return status(ExitStatus::kInvalidInput);
  }
  const auto report = driver::advise({judged_.of(description_), measured_}, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  output.say(advise_text(*report));
  output.put_json(advise_json(*report, description_.source.file));
  return status(report->now.fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

std::unique_ptr<Command> advise_command() { return std::make_unique<Advise>(); }

}  // namespace rtlgen::cli
