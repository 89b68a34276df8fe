// `rtlgen explore`: finds the best design for a board.
#include "cli/explore.hpp"

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/words.hpp"
#include "driver/explore/explore.hpp"
#include "driver/prepare/ranges.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kExploreExamples = R"(Examples:
  rtlgen explore hotspot2d --board kcu105                       the fastest design, the Pareto front, the runners-up
  rtlgen explore hotspot2d --all-boards --types float32,float16
  rtlgen explore hotspot2d --board kcu105 --arithmetic ieee,fused                 what fused sums gain
  rtlgen explore life --board arty_a7_35 --objective smallest --target 1e9
  rtlgen explore heat3d --board de5net --cells-per-cycle 4,8 --clock 250
  rtlgen explore life --board icebreaker --clocks 24,30,36
  rtlgen explore hotspot2d --board kcu105 --batch 64            the fastest for many grids, transfers included
  rtlgen explore life --board arty_a7_35 --write best.yaml                 then: rtlgen model best.yaml --clock 200
P is the number of cells per clock cycle (hardware.cells_per_cycle), I that of time steps per pass (hardware.steps).
The search covers P = 1, 2, 4 .. 64 (to 512 for few time steps; --cells-per-cycle lists others), all I that fit, the whole grid and smaller blocks, and kinds of RAM.
Each point gets an area and a lower bound on its time. In the order of these bounds, points are planned (their exact
hardware and time are computed), until no remaining point can be faster. Among the points within 1 % of the shortest time, the smallest is the best.
If the delays of the family's cells are known (iCE40, ECP5), clocks are searched too, up to the predicted one
less a fifth. Otherwise all points are timed at the description's clock. --clock sets one clock for all. On boards with
open tools, the time is that of a run over the serial line, with one transfer at a time. Exit status 1: nothing fits.
)";

class Explore final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  [[nodiscard]] driver::Choices choices() const override {
    return {.board = judged_.options.board, .all_boards = options_.all_boards};
  }
  void add_places(Places& places) const override {
    judged_.add_places(places);
    places.write_file("--write", options_.write);
  }
  int run(Diagnostics& diagnostics) override;

 private:
  void declare_space(CLI::App& app);

  Description description_;
  JudgedGroup judged_;
  driver::ExploreOptions options_;  ///< without those of the model, `objective` and `rams`
  std::string objective_ = "time";
  std::vector<std::string> rams_;
};

CLI::App* Explore::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand(
      "explore", "find the best design for a board (P, I, block, RAM, clock), and show the runners-up");
  add_common(*app, *this);
  add_board(*app, judged_.options.board,
            "board: a name (rtlgen boards) or the path of a board file (default: the description's)");
  app->add_flag("--all-boards", options_.all_boards,
                "print a table of all boards, the fastest first, and the details of the best")
      ->excludes(app->get_option("--board"));
  app->add_flag("--all-points", options_.all_points,
                "list every point that may fit in the file of --json, with its own time (default: the front and the "
                "runners-up)")
      ->needs(app->get_option("--json"));
  app->add_option("--objective", objective_,
                  "time: fastest; energy: smallest product of logic and time; smallest: lowest utilisation of the "
                  "fullest resource "
                  "among designs that reach --target")
      ->check(one_of(words_of(kObjectives)))
      ->capture_default_str();
  app->add_option("--target", options_.target, "cell updates per second that the smallest design must reach")
      ->type_name("CELLS/S")
      ->check(number_in(driver::kTargetRange));
  declare_space(*app);
  CLI::Option* const write =
      app->add_option(
             "--write", options_.write,
             "write a copy of FILE, comments included, with the best design's keys, board, type and arithmetic")
          ->type_name("FILE.yaml");
  app->add_flag("--force", options_.force, "replace the file of --write if it exists")->needs(write);
  judged_.declare_clock(*app,
                        "kernel clock for all times, which changes no pipeline; --clocks does (default: clocks are "
                        "searched, or the description's)");
  judged_.declare_iterations(*app);
  judged_.declare_dram(*app);
  add_cards(*app, judged_.options.cards);
  add_batch(*app, options_.grids, "count the time of a grid in a batch of N, whose transfers and runs overlap");
  app->add_option("--link", judged_.options.link,
                  "link of --batch: pcie3x8, or a file that describes one (default: pcie3x8)")
      ->type_name("LINK|FILE");
  app->callback([this, app] {
    if (options_.grids == 0) check_needed(*app, {"--link"}, "--batch");
  });
  add_calibration(*app, judged_.options.calibration);
  judged_.declare_fill(*app);
  app->footer(kExploreExamples);
  return app;
}

/// Lists of values to try.
void Explore::declare_space(CLI::App& app) {
  const auto list = [](CLI::Option* option, const char* values) {
    return option->delimiter(',')->allow_extra_args(false)->type_name(values);
  };
  list(app.add_option("--cells-per-cycle", options_.cells_per_cycle, "values of P (cells per cycle) to try"), "P,P")
      ->check(number_in(driver::kLanesRange));
  list(app.add_option("--steps", options_.steps, "values of I (time steps per pass) to try (default: all that fit)"),
       "I,I")
      ->check(number_in(driver::kDepthRange));
  list(app.add_option("--clocks", options_.clocks,
                      "kernel clocks to try, in MHz (default: the family's, if the delays of its cells are known)"),
       "MHZ,MHZ")
      ->check(number_in(driver::kClocksRange));
  list(app.add_option("--types", options_.types, "number formats to try (default: the description's)"), "TYPE,TYPE");
  list(app.add_option(
           "--arithmetic", options_.arithmetic,
           "arithmetic to try, instead of the description's: ieee, fused, hard (changes bits: docs/language_fused.md)"),
       "WORD,WORD")
      ->check(one_of({"ieee", "fused", "hard"}));
  list(app.add_option(
           "--ram", rams_,
           "kinds of RAM for buffers to try: auto, block, distributed, ultra (default: the description's, or all of "
           "the board's; Intel: auto)"),
       "RAM,RAM")
      ->check(one_of(words_of(kRams)));
}

int Explore::run(Diagnostics& diagnostics) {
  driver::ExploreOptions options = options_;
  options.model = judged_.of(description_);
  for (const std::string& ram : rams_) options.rams.push_back(meaning_of(kRams, ram));
  options.objective = meaning_of(kObjectives, objective_);
  const auto report = driver::explore_designs(options, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  output.say(explore_text(*report));
  output.put_json(explore_json(*report, description_.source.file));
  return status(report->best >= 0 ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

std::unique_ptr<Command> explore_command() { return std::make_unique<Explore>(); }

}  // namespace rtlgen::cli
