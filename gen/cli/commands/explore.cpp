// `rtlgen explore`: the best design on a board.
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
  rtlgen explore hotspot2d --board kcu105                       the fastest design, the front, and why not its neighbours
  rtlgen explore hotspot2d --all-boards --types float32,float16
  rtlgen explore hotspot2d --board kcu105 --arithmetic ieee,fused                 what fused sums are worth
  rtlgen explore life --board arty_a7_35 --objective smallest --target 1e9
  rtlgen explore heat3d --board de5net --cells-per-cycle 4,8 --clock 250
  rtlgen explore life --board icebreaker --clocks 24,30,36
  rtlgen explore life --board arty_a7_35 --write best.yaml                 then: rtlgen model best.yaml --clock 200
All requested P (1, 2, 4 .. 64), all steps that fit, whole grid and blocks by halves and three quarters, kinds of RAM: each point has an area
and a lower bound of its time, and points are planned from the lowest bound up until none is left that could be better.
Where the delays of the family's cells are known (iCE40, ECP5) clocks are searched too, up to what the prediction defends; elsewhere times are
counted with the file's clock for all points. On boards of open tools a time is that of a run over the serial line, a pass after the other in both
directions; of points within 1 % of the least time the smallest is the best. --clock: one clock for all, with the file's schedule. Exit status 1: nothing fits.
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
  driver::ExploreOptions options_;  ///< but for the model's, `objective` and `rams`
  std::string objective_ = "time";
  std::vector<std::string> rams_;
};

CLI::App* Explore::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand(
      "explore", "the best P, I, block, RAM and clock on a board, and what they are better than");
  add_common(*app, *this);
  add_board(*app, judged_.options.board,
            "a board by name (rtlgen boards) or the path of a board file; without it the file's");
  app->add_flag("--all-boards", options_.all_boards,
                "one table of all boards, the fastest first, and the details of the best");
  app->add_option("--objective", objective_,
                  "time; energy: least logic times time; smallest: least of its fullest resource that reaches --target")
      ->check(one_of(words_of(kObjectives)))
      ->capture_default_str();
  app->add_option("--target", options_.target, "cell updates per second that a smallest design must reach")
      ->type_name("CELLS/S")
      ->check(number_in(driver::kTargetRange));
  declare_space(*app);
  app->add_option("--write", options_.write,
                  "a copy of FILE, comments and all, with the best design's keys, board, type and arithmetic")
      ->type_name("FILE.yaml");
  app->add_flag("--force", options_.force, "replace the file of --write if it is there");
  judged_.declare_clock(
      *app, "one kernel clock to count all times with; without it clocks are searched, or it is the file's");
  judged_.declare_iterations(*app);
  judged_.declare_dram(*app);
  add_calibration(*app, judged_.options.calibration);
  judged_.declare_fill(*app);
  app->footer(kExploreExamples);
  return app;
}

/// Lists of values to look at.
void Explore::declare_space(CLI::App& app) {
  const auto list = [](CLI::Option* option, const char* values) {
    return option->delimiter(',')->allow_extra_args(false)->type_name(values);
  };
  list(app.add_option("--cells-per-cycle", options_.cells_per_cycle, "P to look at"), "P,P")
      ->check(number_in(driver::kLanesRange));
  list(app.add_option("--steps", options_.steps, "I to look at; without it all that fit"), "I,I")
      ->check(number_in(driver::kDepthRange));
  list(app.add_option(
           "--clocks", options_.clocks,
           "kernel clocks to look at, in MHz; without it the family's, where the delays of its cells are known"),
       "MHZ,MHZ")
      ->check(number_in(driver::kClocksRange));
  list(app.add_option("--types", options_.types, "number formats to try (default: the description's)"), "TYPE,TYPE");
  list(app.add_option("--arithmetic", options_.arithmetic,
                      "arithmetic to look at, instead of the file's: ieee, fused, hard (other bits: docs/language.md)"),
       "WORD,WORD")
      ->check(one_of({"ieee", "fused", "hard"}));
  list(app.add_option("--ram", rams_,
                      "what buffers are made of: auto, block, distributed, ultra; without it the file's, and all that "
                      "the board has where it names none (Intel: auto)"),
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
