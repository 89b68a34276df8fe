// `rtlgen model`: predicts resources, clock and time.
#include <CLI/CLI.hpp>

#include "cli/batch.hpp"
#include "cli/cards.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/models.hpp"
#include "driver/cards/scaling.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kModelExamples = R"(Examples:
  rtlgen model hotspot2d --board de5net                         does it fit, and how fast is it?
  rtlgen model hotspot2d --board kcu105 --set hardware.steps=8 --modules
  rtlgen model hotspot2d --board u250 --iterations 1000 --clock 300
  rtlgen model stencil.yaml --board kcu105 --batch 64           many grids: upload, run and download overlap
  rtlgen model stencil.yaml --board kcu105 --cards 8            also over 1, 2, 4 and 8 cards: strong and weak scaling
  rtlgen model stencil.yaml --board kcu105 --cards 4 --slabs 3 --speeds 2,1,1,1
Resources are those of the core as Yosys would map it, counted without running Yosys: flip-flops, block RAM and DSPs
exactly, LUTs to within a few per cent (docs/area_model.md). Times: docs/time_model.md. Clocks are estimates.
Exit status 1: the design does not fit the board.
)";

class Model final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  [[nodiscard]] driver::Choices choices() const override { return {.board = judged_.options.board}; }
  void add_places(Places& places) const override { judged_.add_places(places); }
  int run(Diagnostics& diagnostics) override;

 private:
  Description description_;
  JudgedGroup judged_;
  bool modules_ = false;
  std::int64_t batch_ = 0;  ///< 0: none
  int cards_ = 1;
  SharesGroup shares_;
  std::vector<double> network_;
};

CLI::App* Model::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand("model", "predict resources, clock and time, without building anything");
  add_common(*app, *this);
  judged_.declare(*app);
  app->add_flag("--modules", modules_, "print the area of each module");
  add_batch(*app, batch_,
            "also predict a batch of N grids over --link (default: pcie3x8), whose transfers and runs overlap");
  app->add_option("--cards", cards_,
                  "split the grid's last axis over N cards, and also over 1, 2, 4, ... of them (docs/cards.md)")
      ->type_name("N")
      ->check(number_in(driver::kCardsRange))
      ->capture_default_str();
  shares_.declare(*app);
  app->add_option(
         "--network", network_,
         "network between cards in separate machines: latency in microseconds and GB/s, such as 2,1.25 (default: "
         "messages take no time)")
      ->delimiter(',')
      ->expected(2)
      ->type_name("US,GB/S")
      ->check(number_in(driver::kNetworkRange));
  app->footer(kModelExamples);
  app->callback([this, app] {
    if (cards_ < 2) check_needed(*app, {"--speeds", "--slabs", "--network"}, kSeveralCards);
  });
  return app;
}

int Model::run(Diagnostics& diagnostics) {
  driver::ModelOptions options = judged_.of(description_);
  options.cards = cards_;
  const auto report = driver::model_design(options, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  std::string text = model_text(*report, modules_);
  Json json = model_json(*report, description_.source.file);
  if (batch_ > 0) {
    const auto forecast = driver::model_batch(options, batch_, *report, diagnostics);
    if (!forecast) return status(ExitStatus::kInvalidInput);
    text += forecast_text(*forecast);
    json["batch"] = forecast_json(*forecast);
  }
  if (cards_ > 1) {
    driver::ScalingOptions cards{options, cards_, shares_.speeds, shares_.slabs_each(), {}};
    if (!network_.empty()) cards.network = {network_[0] * 1000, network_[1]};
    const auto scaling = driver::model_cards(cards, *report, diagnostics);
    if (!scaling) return status(ExitStatus::kInvalidInput);
    text += scaling_text(*scaling, report->prepared->stencil());
    json["cards"] = scaling_json(*scaling, report->prepared->stencil());
  }
  output.say(text);
  output.put_json(std::move(json));
  return status(report->fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

std::unique_ptr<Command> model_command() { return std::make_unique<Model>(); }

}  // namespace rtlgen::cli
