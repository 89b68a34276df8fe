// Groups of options that several commands share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "board/fill.hpp"
#include "cli/commands/command.hpp"
#include "driver/data/run_options.hpp"
#include "driver/model/model.hpp"
#include "driver/prepare/ranges.hpp"
#include "driver/prepare/source.hpp"

namespace rtlgen::driver {
struct SimOptions;
}  // namespace rtlgen::driver

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace rtlgen::cli {

/// Accepts one of these words.
CLI::Validator one_of(const std::vector<std::string>& words);
/// Accepts only numbers in the range of the setting. The parser alone would turn a number that is too large for its
/// type into the largest, and accept NaN. `percent`: the command line uses percent, so 100 means 1.
CLI::Validator number_in(const driver::WholeRange& range);
CLI::Validator number_in(const driver::RealRange& range, bool percent = false);

/// Call after parsing. Throws the parser's error if one of the options was given without `needed`, which makes it
/// useless.
void check_needed(const CLI::App& app, const std::vector<std::string>& options, const std::string& needed);
/// The same for options that have no effect together with `other`.
void check_excluded(const CLI::App& app, const std::vector<std::string>& options, const std::string& other);

/// FILE and --set, and --board for commands that build or check for a board.
struct Description {
  driver::Source source;
  std::string board;  ///< overrides the file's
};

/// The memory channels that have a model, for help: "ddr3-1600, ddr4-2400".
std::string dram_names();

/// Adds FILE, --set, --json and the options for warnings; returns the FILE option. The command must have a description.
CLI::Option* add_common(CLI::App& app, Command& command);
/// Adds --set for a description.
void add_set(CLI::App& app, Description& description, const char* help);
void add_json(CLI::App& app, Output& output, const char* help = "write the result as JSON; - is standard output");
/// Adds --werror and --no-warn, for commands that read a description or program.
void add_warnings(CLI::App& app, Warnings& warnings);
/// Adds --board, which overrides the file's.
void add_board(CLI::App& app, std::string& board, const char* help);
void add_board(CLI::App& app, Description& description);
/// Adds -o,--out: a folder to write.
void add_folder(CLI::App& app, std::string& folder, const char* help);
/// Adds --hdl with two languages, and `both` as a third choice.
void add_hdl(CLI::App& app, std::string& hdl, const char* help, bool both = false);
void add_calibration(CLI::App& app, std::string& calibration);
/// --batch: how many grids.
void add_batch(CLI::App& app, std::int64_t& grids, const char* help);
/// --cards, for commands that build or check what several cards run.
void add_cards(CLI::App& app, int& cards);
/// --fill: how full a device may be.
void add_fill(CLI::App& app, std::optional<board::Fill>& fill);

/// A run and its data.
struct RunGroup {
  driver::RunOptions options;  ///< without the description and `iterations`
  std::optional<std::int64_t> iterations;

  /// `outputs`: the help text of --output; null: no such option.
  void declare(CLI::App& app, const char* outputs, const driver::WholeRange& range = driver::kIterationsRange);
  CLI::Option* declare_checkpoint(CLI::App& app);
  void add_places(Places& places) const;
  void check_names(Diagnostics& diagnostics) const;
  /// The name of an option that was used; "": none was.
  [[nodiscard]] std::string given() const;
  [[nodiscard]] driver::RunOptions of(const Description& description) const;
};

/// How a whole card is simulated.
struct CardGroup {
  std::string hdl;  ///< "": verilog
  std::string operators = "rtl";
  std::string dram;
  std::string link = "pcie3x8";
  bool no_cache = false;

  /// Returns the names of the declared options.
  std::vector<std::string> declare(CLI::App& app);
  void add_places(Places& places) const;
  [[nodiscard]] driver::SimOptions of(const Description& description, const RunGroup& run) const;
};

/// The condition for options of several cards.
inline constexpr const char* kSeveralCards = "--cards 2 or more";

/// How a grid is divided among cards.
struct SharesGroup {
  std::vector<double> speeds;
  std::string slabs = "auto";

  void declare(CLI::App& app);
  /// Slabs per card; 0: the fastest number.
  [[nodiscard]] int slabs_each() const { return slabs == "auto" ? 0 : slabs.front() - '0'; }
};

/// The basis for judging designs: board, clock, run and memory.
struct JudgedGroup {
  driver::ModelOptions options;  ///< without the description, `clock_mhz` and `iterations`
  double clock_mhz = 0;
  std::int64_t iterations = 0;

  void declare(CLI::App& app);
  void declare_clock(CLI::App& app, const char* help);
  void declare_iterations(CLI::App& app);
  void declare_dram(CLI::App& app);
  void declare_fill(CLI::App& app) { add_fill(app, options.fill); }
  void add_places(Places& places) const;
  [[nodiscard]] driver::ModelOptions of(const Description& description) const;
};

}  // namespace rtlgen::cli
