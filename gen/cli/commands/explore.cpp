// `rtlgen explore`: the best design on a board.
#include "cli/explore.hpp"

#include <limits>

#include "cli/commands/commands.hpp"
#include "driver/explore/explore.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kExploreExamples = R"(Examples:
  rtlgen explore configs/hotspot2d.yaml --board kcu105          the fastest design, the front, and why not its neighbours
  rtlgen explore configs/hotspot2d.yaml --all-boards --types float32,float16
  rtlgen explore configs/life.yaml --board arty_a7_35 --objective smallest --target 1e9
  rtlgen explore configs/heat3d.yaml --board de5net --cells-per-cycle 4,8 --clock 250
  rtlgen explore configs/life.yaml --board arty_a7_35 --write best.yaml    then: rtlgen model best.yaml --clock 200
All P that are asked for (1, 2, 4 .. 64), all steps that fit, whole grid and blocks by halves and three quarters, kinds of RAM: each point has an area
and a bound below its time, and points are planned from the lowest bound up until none is left that could be better.
Times are counted with one clock for all points: --clock, or the file's. Exit status 1: nothing fits.
)";

int run_explore(const Options& options, Diagnostics& diagnostics) {
  driver::ExploreOptions explore = options.explore;
  explore.model = model_options(options);
  for (const std::string& ram : options.rams) {
    explore.rams.push_back(ram == "block"         ? spec::RamChoice::kBlock
                           : ram == "distributed" ? spec::RamChoice::kDistributed
                                                  : spec::RamChoice::kAuto);
  }
  explore.objective = options.objective == "energy"     ? explore::Objective::kEnergy
                      : options.objective == "smallest" ? explore::Objective::kSmallest
                                                        : explore::Objective::kTime;
  const auto report = driver::explore_designs(explore, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, explore_text(*report));
  put_json(options, explore_json(*report, options.source.file));
  return status(report->best >= 0 ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

Command explore_command(CLI::App& app, Options& options) {
  CLI::App* const command =
      app.add_subcommand("explore", "the best P, I, block and RAM on a board, and what they are better than");
  driver::ExploreOptions& explore = options.explore;
  add_common(*command, options);
  command
      ->add_option("--board", options.model.board,
                   "a board by name (rtlgen boards) or the path of a board file; without it the file's")
      ->type_name("BOARD");
  command->add_flag("--all-boards", explore.all_boards, "every board that is known");
  command
      ->add_option(
          "--objective", options.objective,
          "time; energy: least logic times time; smallest: least of its fullest resource that reaches --target")
      ->check(one_of({"time", "energy", "smallest"}))
      ->capture_default_str();
  command->add_option("--target", explore.target, "cell updates a second that a smallest design must reach")
      ->type_name("CELLS/S")
      ->check(CLI::Range(1.0, 1e18));
  command->add_option("--cells-per-cycle", explore.cells_per_cycle, "P to look at")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("P,P")
      ->check(CLI::Range(1, 1024));
  command->add_option("--steps", explore.steps, "I to look at; without it all that fit")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("I,I")
      ->check(CLI::Range(1, 65536));
  command->add_option("--types", explore.types, "formats to look at, in place of the file's type:")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("TYPE,TYPE");
  command
      ->add_option("--ram", options.rams,
                   "what buffers are made of: auto, block, distributed; without it the file's, and all three where it "
                   "names none (Intel: auto)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("RAM,RAM")
      ->check(one_of({"auto", "block", "distributed"}));
  command
      ->add_option("--write", explore.write,
                   "a copy of FILE, comments and all, with the best design's keys, board and type")
      ->type_name("FILE.yaml");
  command->add_flag("--force", explore.force, "replace the file of --write if it is there");
  command->add_option("--clock", options.clock_mhz, "kernel clock to count times with; without it the file's")
      ->type_name("MHZ")
      ->check(CLI::Range(1.0, 2000.0));
  command->add_option("--iterations", options.iterations, "time steps, instead of the file's")
      ->type_name("N")
      ->check(whole_number(1, std::numeric_limits<std::int32_t>::max()));
  command
      ->add_option("--dram", options.model.dram,
                   "each memory channel: ddr3-1600, ddr4-2133, ddr4-2400, hbm2, or ideal; without it the board's")
      ->type_name("PART");
  command->add_option("--calibration", options.model.calibration, "factors that `rtlgen calibrate` wrote")
      ->type_name("FILE");
  command->footer(kExploreExamples);
  return {command, run_explore};
}

}  // namespace rtlgen::cli
