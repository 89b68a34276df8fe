// `rtlgen model`: resources, clock and time.
#include "cli/cards.hpp"
#include "cli/commands/commands.hpp"
#include "cli/models.hpp"
#include "driver/cards/scaling.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kModelExamples = R"(Examples:
  rtlgen model configs/hotspot2d.yaml --board de5net            does it fit, how fast is it
  rtlgen model configs/hotspot2d.yaml --board kcu105 --set hardware.steps=12 --modules
  rtlgen model examples/host/heat.yaml --board u250 --iterations 1000 --clock 300
  rtlgen model stencil.yaml --board kcu105 --cards 8            and over 1, 2, 4 and 8 cards: strong and weak scaling
  rtlgen model stencil.yaml --board kcu105 --cards 4 --slabs 3 --speeds 2,1,1,1
Resources are those of the core as Yosys would map it, counted in the hardware without running Yosys: flip-flops, block RAM
and DSPs exactly, LUTs within some per cent (docs/area_model.md). Times: docs/time_model.md. Clocks are estimates.
Exit status 1: it does not fit the board.
)";

int run_model(const Options& options, Diagnostics& diagnostics) {
  const auto report = driver::model_design(model_options(options), diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  std::string text = model_text(*report, options.modules);
  Json json = model_json(*report, options.source.file);
  if (options.cards > 1 || !options.speeds.empty() || slabs_of(options) > 1) {
    driver::ScalingOptions cards{model_options(options), options.cards, options.speeds, slabs_of(options), {}};
    if (!options.network.empty()) cards.network = {options.network[0] * 1000, options.network[1]};
    const auto scaling = driver::model_cards(cards, *report, diagnostics);
    if (!scaling) return status(ExitStatus::kInvalidInput);
    text += scaling_text(*scaling, report->prepared->stencil());
    json["cards"] = scaling_json(*scaling, report->prepared->stencil());
  }
  say(options, text);
  put_json(options, json);
  return status(report->fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

Command model_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("model", "resources, clock and time, without building anything");
  add_common(*command, options);
  add_judged(*command, options);
  command->add_flag("--modules", options.modules, "the area of each module");
  command
      ->add_option("--cards", options.cards,
                   "the grid's last axis over so many cards, and over 1, 2, 4, ... of them (docs/cards.md)")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  add_shares(*command, options);
  command
      ->add_option("--network", options.network,
                   "each card in a separate machine: latency in microseconds and GB/s between them: 2,1.25; default: "
                   "messages take no time")
      ->delimiter(',')
      ->expected(2)
      ->type_name("US,GB/S")
      ->check(CLI::Range(1e-3, 1e6));
  command->footer(kModelExamples);
  return {command, run_model};
}

}  // namespace rtlgen::cli
