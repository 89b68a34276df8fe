// Declares the groups of options.
#include "cli/commands/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "board/board.hpp"
#include "cli/usage.hpp"
#include "data/io.hpp"
#include "driver/prepare/ranges.hpp"
#include "driver/simulate/options.hpp"
#include "frontend/schema/suggest.hpp"
#include "runner/sources.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::cli {

namespace {

void add_extents(CLI::App& app, std::vector<std::int64_t>& extents) {
  app.add_option_function<std::string>(
         "--extents", [&extents](const std::string& text) { extents = parse_extents(text); },
         "grid smaller than the description's: 64,48 or 64x48")
      ->type_name("NX[,NY[,NZ]]");
}

template <class Number>
void add_iterations(CLI::App& app, Number& iterations, const driver::WholeRange& range = driver::kIterationsRange) {
  app.add_option("--iterations", iterations, "time steps (default: the description's)")
      ->type_name("N")
      ->check(number_in(range));
}

}  // namespace

CLI::Validator one_of(const std::vector<std::string>& words) {
  return {[words](std::string& text) { return not_among(text, words); }, fmt::format("{{{}}}", fmt::join(words, ","))};
}

CLI::Validator number_in(const driver::WholeRange& range) {
  return {[range](std::string& text) -> std::string {
            std::uint64_t value = 0;
            const char* const end = text.data() + text.size();
            const auto [stop, error] = std::from_chars(text.data(), end, value);
            if (error == std::errc() && stop == end && range.holds(value)) return {};
            return fmt::format("'{}' is not {}", text, range.text());
          },
          range.high < driver::kMostSteps ? fmt::format("[{} - {}]", range.low, range.high) : ""};
}

CLI::Validator number_in(const driver::RealRange& range, bool percent) {
  const double unit = percent ? 100 : 1;
  const driver::RealRange shown{range.option, range.low * unit, range.high * unit, percent ? "percent" : range.unit};
  return {[shown](std::string& text) -> std::string {
            double value = 0;
            const char* const end = text.data() + text.size();
            const auto [stop, error] = std::from_chars(text.data(), end, value);
            if (error == std::errc() && stop == end && shown.holds(value)) return {};
            return fmt::format("'{}' is not {}", text, shown.text());
          },
          fmt::format("[{} - {}]", shown.low, shown.high)};
}

void check_needed(const CLI::App& app, const std::vector<std::string>& options, const std::string& needed) {
  for (const std::string& name : options) {
    if (app.get_option(name)->count() > 0) throw CLI::RequiresError(name, needed);
  }
}

void check_excluded(const CLI::App& app, const std::vector<std::string>& options, const std::string& other) {
  for (const std::string& name : options) {
    if (app.get_option(name)->count() > 0) throw CLI::ExcludesError(name, other);
  }
}

std::string dram_names() {
  std::vector<std::string_view> names;
  for (const board::Term& model : board::dram_models()) names.push_back(model.word);
  return fmt::format("{}", fmt::join(names, ", "));
}

CLI::Option* add_common(CLI::App& app, Command& command) {
  Description& description = *command.description();
  CLI::Option* const file = app.add_option("FILE", description.source.file,
                                           "the stencil: a YAML file, or the name of a shipped one (keys: "
                                           "docs/config.md; operators and types: docs/reference.md)")
                                ->type_name("YAML")
                                ->required();
  add_set(app, description, "override a key: --set hardware.steps=4");
  add_json(app, command.output);
  add_warnings(app, command.warnings);
  return file;
}

void add_set(CLI::App& app, Description& description, const char* help) {
  app.add_option("--set", description.source.sets, help)
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_json(CLI::App& app, Output& output, const char* help) {
  app.add_option("--json", output.json, help)->type_name("FILE|-");
}

void add_warnings(CLI::App& app, Warnings& warnings) {
  const auto is_warning = [](std::string& text) -> std::string {
    if (warning_code(text)) return {};
    const std::vector<std::string> names = warning_names();
    const std::string near = frontend::nearest(text, names);
    return fmt::format("there is no warning '{}'{}; the warnings are {}", text,
                       near.empty() ? "" : fmt::format(": did you mean '{}'?", near), fmt::join(names, ", "));
  };
  app.add_option("--no-warn", warnings.off,
                 "switch off a warning, by name or code: --no-warn narrow-wrap; repeatable (docs/warnings.md)")
      ->type_name("WARNING")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(CLI::Validator(is_warning, ""));
  app.add_flag("--werror", warnings.as_errors, "treat warnings as errors: exit status 2");
}

WarningPolicy Warnings::policy() const {
  WarningPolicy policy;
  policy.as_errors = as_errors;
  for (const std::string& name : off) policy.off.insert(*warning_code(name));
  return policy;
}

void add_board(CLI::App& app, std::string& board, const char* help) {
  app.add_option("--board", board, help)->type_name("BOARD");
}

void add_board(CLI::App& app, Description& description) {
  add_board(app, description.board,
            "board: a name (rtlgen boards) or the path of a board file (default: the description's)");
}

void add_folder(CLI::App& app, std::string& folder, const char* help) {
  app.add_option("-o,--out", folder, help)->required()->type_name("DIR");
}

void add_hdl(CLI::App& app, std::string& hdl, const char* help, bool both) {
  CLI::Option* const option = app.add_option("--hdl", hdl, help);
  if (both)
    option->check(one_of({"verilog", "vhdl", "both"}))->default_str("both");
  else
    option->check(one_of({"verilog", "vhdl"}))->default_str("verilog");
}

void add_calibration(CLI::App& app, std::string& calibration) {
  app.add_option("--calibration", calibration, "factors written by `rtlgen calibrate`")->type_name("FILE");
}

void add_cards(CLI::App& app, int& cards) {
  app.add_option("--cards", cards,
                 "cards that share the grid: the memory of each need only hold its slab (docs/cards.md)")
      ->type_name("N")
      ->check(number_in(driver::kCardsRange))
      ->capture_default_str();
}

void add_fill(CLI::App& app, std::optional<board::Fill>& fill) {
  app.add_option_function<std::vector<double>>(
         "--fill",
         [&fill](const std::vector<double>& percent) {
           if (percent.size() == 2)
             throw CLI::ValidationError("--fill", "give one number, or three for logic, RAM and DSP");
           const auto part = [&percent](std::size_t i) { return percent[percent.size() == 1 ? 0 : i] / 100; };
           fill = board::Fill{part(0), part(1), part(2)};
         },
         "fill limit in percent: one number, or three for logic, RAM and DSP (default: the limits of the board's "
         "generation; docs/area_model.md)")
      ->delimiter(',')
      ->expected(1, 3)
      ->allow_extra_args(false)
      ->type_name("%[,%,%]")
      ->check(number_in(driver::kFillRange, true));
}

// ---------------------------------------------------------------- a run

void RunGroup::declare(CLI::App& app, const char* outputs, const driver::WholeRange& range) {
  add_iterations(app, iterations, range);
  add_extents(app, options.extents);
  app.add_option("--input", options.inputs, "data of a field: " + data::readable_ends() + " (docs/data_files.md)")
      ->type_name("FIELD=PATH")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  if (outputs != nullptr) {
    app.add_option("--output", options.outputs, outputs)
        ->type_name("FIELD=PATH")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option("--every", options.every,
                   "write the outputs every N time steps and at the end: numbered files, or one (.h5, .nc, .webp)")
        ->type_name("N")
        ->check(number_in(driver::kEveryRange));
    app.add_option("--probes", options.probes, "CSV file for the values of the description's probes")
        ->type_name("FILE");
  }
  app.add_option("--seed", options.seed,
                 "seed for random data (in hardware, also for stalls and initial values of registers)")
      ->type_name("N")
      ->check(number_in(driver::kSeedRange));
}

CLI::Option* RunGroup::declare_checkpoint(CLI::App& app) {
  return app
      .add_option("--checkpoint", options.checkpoint,
                  "save the run in FILE whenever --every writes; if FILE exists, resume from it (docs/data_files.md)")
      ->type_name("FILE");
}

void RunGroup::add_places(Places& places) const {
  for (const std::string& input : options.inputs) places.read_data("--input", input);
  for (const std::string& output : options.outputs) places.write_data("--output", output, options.every > 0);
  places.write_file("--probes", options.probes);
  places.write_file("--checkpoint", options.checkpoint);
}

void RunGroup::check_names(Diagnostics& diagnostics) const {
  check_data_names("--input", options.inputs, true, diagnostics);
  check_data_names("--output", options.outputs, false, diagnostics);
}

std::string RunGroup::given() const {
  const driver::RunOptions none;
  if (!options.inputs.empty()) return "--input";
  if (iterations) return "--iterations";
  if (!options.extents.empty()) return "--extents";
  return options.seed != none.seed ? "--seed" : "";
}

driver::RunOptions RunGroup::of(const Description& description) const {
  driver::RunOptions run = options;
  run.source = description.source;
  run.iterations = iterations;
  run.progress = isatty(STDERR_FILENO) != 0 ? "bar" : "lines";
  return run;
}

// ---------------------------------------------------------------- a simulated card

std::vector<std::string> CardGroup::declare(CLI::App& app) {
  add_hdl(app, hdl, "language to simulate");
  app.add_option("--operators", operators, "native: float arithmetic on the CPU, same bits, much faster")
      ->check(one_of({"rtl", "native"}))
      ->capture_default_str();
  app.add_option(
         "--dram", dram,
         fmt::format(
             "DRAM of each memory channel: {}, or a file that describes one (default: the board's, else ddr4-2400)",
             dram_names()))
      ->type_name("PART|FILE");
  app.add_option("--link", link, "link from host to board: pcie3x8, or a file that describes one")
      ->type_name("LINK|FILE")
      ->capture_default_str();
  app.add_flag("--no-cache", no_cache, "recompile, and keep nothing in the cache");
  return {"--hdl", "--operators", "--dram", "--link", "--no-cache"};
}

void CardGroup::add_places(Places& places) const {
  places.read_named("--dram", dram);
  places.read_named("--link", link);
}

driver::SimOptions CardGroup::of(const Description& description, const RunGroup& run) const {
  driver::SimOptions sim;
  sim.run = run.of(description);
  sim.hdl = hdl == "vhdl" ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  sim.native_operators = operators == "native";
  sim.use_cache = !no_cache;
  sim.dram = dram;
  sim.link = link;
  sim.log = print_progress;
  return sim;
}

// ---------------------------------------------------------------- several cards

void SharesGroup::declare(CLI::App& app) {
  app.add_option("--speeds", speeds, "speed of each card, in any unit: a card twice as fast gets twice the rows")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("S,S,...");
  app.add_option("--slabs", slabs,
                 "slabs per card: the others are exchanged while one is computed, at the cost of more ghost cells; 1: "
                 "no overlap; auto: the fastest predicted")
      ->type_name("N|auto")
      ->check(one_of({"auto", "1", "2", "3", "4"}))
      ->capture_default_str();
}

// ---------------------------------------------------------------- predictions

void JudgedGroup::declare(CLI::App& app) {
  add_board(app, options.board,
            "board: a name (rtlgen boards) or the path of a board file (default: the description's)");
  declare_clock(app, "kernel clock of the times (default: the typical estimate, or the scheduled clock)");
  declare_iterations(app);
  add_extents(app, options.extents);
  declare_dram(app);
  app.add_option("--link", options.link, "include host transfers over this link: pcie3x8, or a file that describes one")
      ->type_name("LINK|FILE");
  add_calibration(app, options.calibration);
  declare_fill(app);
}

void add_batch(CLI::App& app, std::int64_t& grids, const char* help) {
  app.add_option("--batch", grids, help)->type_name("N")->check(number_in(driver::kBatchRange));
}

void JudgedGroup::declare_clock(CLI::App& app, const char* help) {
  app.add_option("--clock", clock_mhz, help)->type_name("MHZ")->check(number_in(driver::kClockRange));
}

void JudgedGroup::declare_iterations(CLI::App& app) { add_iterations(app, iterations); }

void JudgedGroup::declare_dram(CLI::App& app) {
  app.add_option("--dram", options.dram,
                 fmt::format("DRAM of each memory channel: {}, or ideal (default: the board's)", dram_names()))
      ->type_name("PART");
}

void JudgedGroup::add_places(Places& places) const {
  places.read_named("--dram", options.dram);
  places.read_named("--link", options.link);
  places.read_named("--board", options.board);
  places.read_named("--calibration", options.calibration);
}

driver::ModelOptions JudgedGroup::of(const Description& description) const {
  driver::ModelOptions model = options;
  model.source = description.source;
  if (clock_mhz > 0) model.clock_mhz = clock_mhz;
  if (iterations > 0) model.iterations = iterations;
  return model;
}

}  // namespace rtlgen::cli
