// `rtlgen advise`: what limits a design.
#include "cli/advise.hpp"

#include "cli/commands/commands.hpp"
#include "driver/prepare/prepare.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kAdviseExamples = R"(Examples:
  rtlgen advise configs/hotspot2d.yaml --board kcu105           what limits it, and what to change, with what that gives
  rtlgen advise examples/host/heat.yaml --board u250 --iterations 1000
  rtlgen sim bench/memory/heat.yaml --memory ddr --json sim.json --set hardware.board=u250
  rtlgen advise bench/memory/heat.yaml --board u250 --measured sim.json    the simulated counters beside the prediction
  rtlgen advise --kernel examples/kernels/vecadd.yaml           a kernel of work items, after Wang et al. 2016
  rtlgen advise --kernel examples/kernels/vecadd_simd16.yaml --reading printed
Every change is planned and timed as `rtlgen model` does, at one clock; what is not faster, does not fit or cannot be built is listed with the
reason. The four potentials, the roofline and kernel files: docs/advice.md. Exit status 1: the design does not fit the board.
)";

int run_advise_kernel(const Options& options, Diagnostics& diagnostics) {
  const auto reading =
      options.reading == "printed" ? model::wang2016::Reading::kPrinted : model::wang2016::Reading::kConsistent;
  const auto report = driver::advise_kernel(options.kernel, reading, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, kernel_text(*report));
  put_json(options, kernel_json(*report, options.kernel));
  return status(ExitStatus::kSuccess);
}

int run_advise(const Options& options, Diagnostics& diagnostics) {
  if (!options.kernel.empty()) return run_advise_kernel(options, diagnostics);
  if (options.source.file.empty()) {
    diagnostics.error("RG0805", {"advise", 0, 0, 1}, "there is nothing to advise on",
                      {"name a stencil, or a kernel with --kernel; rtlgen advise --help has examples"});
    return status(ExitStatus::kInvalidInput);
  }
  const auto report = driver::advise({model_options(options), options.measured}, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, advise_text(*report));
  put_json(options, advise_json(*report, options.source.file));
  return status(report->now.fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

Command advise_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("advise", "what limits a design, and the next change to make");
  CLI::Option* const file = add_common(*command, options)->required(false);
  add_judged(*command, options);
  command
      ->add_option("--measured", options.measured,
                   "output of `rtlgen sim FILE --memory ddr --json` for this design, to compare with the prediction")
      ->type_name("FILE.json");
  CLI::Option* const kernel =
      command->add_option("--kernel", options.kernel, "in place of FILE: a kernel of work items (docs/advice.md)")
          ->type_name("FILE.yaml")
          ->excludes(file);
  for (const char* other :
       {"--set", "--board", "--clock", "--iterations", "--extents", "--dram", "--link", "--calibration", "--measured"})
    kernel->excludes(command->get_option(other));
  command
      ->add_option("--reading", options.reading,
                   "reading of the paper's equations: as printed, or consistent with its text")
      ->check(one_of({"printed", "consistent"}))
      ->capture_default_str()
      ->needs(kernel);
  command->footer(kAdviseExamples);
  return {command, run_advise};
}

}  // namespace rtlgen::cli
