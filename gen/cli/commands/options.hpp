// What the command line's options are read into, and what commands share: options of several of them, output, statuses.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "cli/report.hpp"
#include "driver/explore/explore.hpp"
#include "driver/import/import_program.hpp"
#include "driver/model/model.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/run/run.hpp"
#include "driver/simulate/simulate.hpp"
#include "driver/sweep/sweep.hpp"
#include "driver/synth/synth.hpp"

namespace rtlgen::cli {

/// Shown by the program's own help.
extern const char* const kExamples;

/// Options of every command, then those of single ones.
struct Options {
  driver::Source source;
  std::vector<std::string> no_warn;  ///< names or codes of warnings
  bool werror = false;
  std::string json;
  std::string folder;
  std::string name, from;
  bool list = false;
  std::string hdl;
  bool force = false;
  bool card = false;
  driver::RunOptions run;
  std::int64_t iterations = 0;
  std::string operators = "rtl";
  std::string simulator = "verilator";
  std::string stalls = "none";
  std::string memory = "ideal";
  std::string dram;
  std::string link = "pcie3x8";
  std::string trace;
  bool no_cache = false;
  std::string backend = "sim";
  driver::CardOptions card_run;
  bool no_check = false;
  int cards = 1;
  std::vector<double> speeds;
  std::string slabs = "auto";
  std::vector<double> network;
  driver::ImportOptions import;
  std::int64_t extent = 0;
  std::vector<std::string> boards;
  std::string schema = "stencil";
  std::string simulate = "ideal";
  bool with_hdl = false, explore_page = false;
  driver::ModelOptions model;
  driver::CalibrateOptions calibrate;
  driver::ExploreOptions explore;
  std::string objective = "time";
  std::vector<std::string> rams;
  double clock_mhz = 0;
  bool modules = false;
  std::string measured, kernel;
  std::string reading = "consistent";
  std::string device;
  driver::SweepOptions sweep;
  std::string slurm;
  std::string board;                           ///< of commands that build or check for one: in place of the file's
  mutable std::shared_ptr<const Json> result;  ///< what `put_json` was given
};

constexpr int status(ExitStatus s) { return static_cast<int>(s); }

// ---------------------------------------------------------------- options

/// One of these words.
CLI::Validator one_of(const std::vector<std::string>& words);
/// A decimal number from `low` to `high`; CLI11 would take one that is too large for its type as the largest.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);

/// Adds FILE, --set and --json; returns the FILE option.
CLI::Option* add_common(CLI::App& command, Options& options);
/// --werror and --no-warn, of commands that read a description or program.
void add_warnings(CLI::App& command, Options& options);
/// The values of these options.
WarningPolicy warning_policy(const Options& options);
/// A run and its data. `outputs`: help of --output; null: no such option.
void add_run(CLI::App& command, Options& options, const char* outputs);
/// --board in place of the file's.
void add_board(CLI::App& command, Options& options);
/// How a whole card is simulated; returns the names.
std::vector<std::string> add_simulated_card(CLI::App& command, Options& options);
/// How a grid is shared out among cards: speeds and slabs.
void add_shares(CLI::App& command, Options& options);
/// What designs are judged on: board, clock, run and memory.
void add_judged(CLI::App& command, Options& options);

driver::RunOptions run_options(const Options& options);
/// What `sim` and `run` share.
driver::SimOptions sim_options(const Options& options);
driver::ModelOptions model_options(const Options& options);
/// Slabs of a card; 0: the fastest.
int slabs_of(const Options& options);

// ---------------------------------------------------------------- output

/// Text for people: standard output, or standard error while JSON has standard output.
void say(const Options& options, const std::string& text);
/// Keeps the result until the command has ended: then it is written with its status and diagnostics.
void put_json(const Options& options, Json json);
/// To a file, whole or not at all, or to standard output for "-".
void write_json(const std::string& place, const Json& json);
void print_progress(const std::string& line);
/// The result of a run, and its status.
int put_sim(const Options& options, const driver::SimReport& report, const SimFacts& facts);

}  // namespace rtlgen::cli
