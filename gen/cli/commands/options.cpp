// Options that several commands share, output and statuses.
#include "cli/commands/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>

#include "cli/usage.hpp"
#include "driver/prepare/json_text.hpp"
#include "frontend/suggest.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/interruption.hpp"
#include "support/progress.hpp"
#include "support/safe_text.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::cli {

const char* const kExamples = R"(Examples:
  rtlgen check configs/hotspot2d.yaml            what was understood, and the hardware it makes
  rtlgen sim configs/hotspot2d.yaml              simulate the Verilog, compare with the golden engine
  rtlgen sim configs/heat1d.yaml --hdl vhdl --stalls random --seed 7
  rtlgen sim configs/blur.yaml --output blurred=out.png
  rtlgen run configs/heat1d.yaml --backend xdma  the same on a card; --backend sim, the default, on a simulated one
  rtlgen golden configs/hotspot2d.yaml --input t=hot.npy --output t=hotter.npy
  rtlgen generate configs/jacobi3d.yaml -o build/jacobi3d --set hardware.steps=4
  rtlgen report configs/hotspot2d.yaml -o build/report   one page: architecture, cost, speed, pictures; for a browser
  rtlgen generate examples/host/heat.yaml -o build/heat --card    a simulation that your own program runs
  rtlgen import tests/import/programs/blur.soda  a SODA, SASA or StencilFlow program as YAML
  rtlgen model configs/hotspot2d.yaml --board de5net    does it fit, how fast is it; synth asks Yosys
  rtlgen explore configs/hotspot2d.yaml --board kcu105  the best P, I and block
  rtlgen advise configs/hotspot2d.yaml --board kcu105   what limits it, and the next change to make
  rtlgen project configs/hotspot2d.yaml --board kcu105 -o build/hotspot2d    a Vivado, Vitis or Quartus project: make builds it
  rtlgen sweep configs/hotspot2d.yaml --over hardware.steps=1,2,4 -o build/sweep -- --board kcu105    a table of variants
  rtlgen boards u280                             every figure of a board; without a name: the boards that are known
New here: docs/tutorial.md. Operators, functions and types: docs/reference.md; meaning: docs/language.md.
Exit status: 0 success; 1 a check ran and failed; 2 invalid input; 3 I/O or a missing tool; 70 a bug.
)";

namespace {

void print(std::FILE* stream, const std::string& text) {
  // A long text fails while it is printed, a short one when it is flushed.
  const bool printed = std::fputs(text.c_str(), stream) >= 0;
  if (std::fflush(stream) == 0 && printed) return;
  // A reader that has seen enough, as head does, ends us as it ends every program.
  if (errno == EPIPE) interruption::end_by(SIGPIPE);
  throw EnvironmentError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

void add_extents(CLI::App& command, Options& options) {
  command
      .add_option_function<std::string>(
          "--extents", [&options](const std::string& text) { options.run.extents = parse_extents(text); },
          "a smaller grid than the file's: 64,48 or 64x48")
      ->type_name("NX[,NY[,NZ]]");
}

}  // namespace

CLI::Option* add_common(CLI::App& command, Options& options) {
  CLI::Option* const file = command
                                .add_option("FILE", options.source.file,
                                            "the stencil, a YAML file (keys: docs/config.md, words: docs/reference.md)")
                                ->type_name("YAML")
                                ->required();
  command.add_option("--set", options.source.sets, "override a key: --set hardware.steps=4")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--json", options.json, "write the result as JSON; - is standard output")->type_name("FILE|-");
  add_warnings(command, options);
  return file;
}

void add_warnings(CLI::App& command, Options& options) {
  const auto is_warning = [](std::string& text) -> std::string {
    if (!warning_code(text).empty()) return {};
    const std::vector<std::string> names = warning_names();
    const std::string near = frontend::nearest(text, names);
    return fmt::format("no warning is called '{}'{}; they are {}", text,
                       near.empty() ? "" : fmt::format(": did you mean '{}'?", near), fmt::join(names, ", "));
  };
  command
      .add_option("--no-warn", options.no_warn,
                  "switch a warning off, by name or code: --no-warn narrow-wrap; repeatable (docs/warnings.md)")
      ->type_name("WARNING")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(CLI::Validator(is_warning, ""));
  command.add_flag("--werror", options.werror, "warnings are errors: exit status 2");
}

WarningPolicy warning_policy(const Options& options) {
  WarningPolicy policy;
  policy.as_errors = options.werror;
  for (const std::string& name : options.no_warn) policy.off.insert(warning_code(name));
  return policy;
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  return {[words](std::string& text) { return not_among(text, words); }, fmt::format("{{{}}}", fmt::join(words, ","))};
}

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  return CLI::Validator(
      [low, high](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc() && stop == end && value >= low && value <= high) return {};
        return fmt::format("'{}' is no whole number from {} to {}", text, low, high);
      },
      "");
}

void add_board(CLI::App& command, Options& options) {
  command
      .add_option("--board", options.board,
                  "a board by name (rtlgen boards) or the path of a board file, in place of the file's")
      ->type_name("BOARD");
}

void add_run(CLI::App& command, Options& options, const char* outputs) {
  command.add_option("--iterations", options.iterations, "time steps, instead of the file's")
      ->type_name("N")
      ->check(whole_number(1, std::numeric_limits<std::int32_t>::max()));
  add_extents(command, options);
  command
      .add_option("--input", options.run.inputs,
                  "data of a field: .npy, .raw or .bin, .png, .pgm, .txt or no end (docs/data_files.md)")
      ->type_name("FIELD=PATH")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  if (outputs != nullptr) {
    command.add_option("--output", options.run.outputs, outputs)
        ->type_name("FIELD=PATH")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  command.add_option("--seed", options.run.seed, "seed of random data, stalls and start-up registers")
      ->type_name("N")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
}

std::vector<std::string> add_simulated_card(CLI::App& command, Options& options) {
  command.add_option("--hdl", options.hdl, "language to simulate")
      ->check(one_of({"verilog", "vhdl"}))
      ->default_str("verilog");
  command.add_option("--operators", options.operators, "native: float arithmetic by the CPU, same bits, much faster")
      ->check(one_of({"rtl", "native"}))
      ->capture_default_str();
  command
      .add_option("--dram", options.dram,
                  "each memory channel: ddr3-1600, ddr4-2133, ddr4-2400, hbm2, or a file like those")
      ->type_name("PART|FILE")
      ->default_str("ddr4-2400");
  command.add_option("--link", options.link, "the host's way to a board: pcie3x8, or a file like that")
      ->type_name("LINK|FILE")
      ->capture_default_str();
  command.add_flag("--no-cache", options.no_cache, "recompile and keep nothing");
  return {"--hdl", "--operators", "--dram", "--link", "--no-cache"};
}

void add_shares(CLI::App& command, Options& options) {
  command
      .add_option("--speeds", options.speeds,
                  "cells a second of each card, in any unit: a card twice as fast gets twice the rows")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("S,S,...");
  command
      .add_option("--slabs", options.slabs,
                  "slabs per card: while one is computed the others are exchanged, at the cost of more ghosts; 1: no "
                  "overlap; auto: the fastest by prediction")
      ->type_name("N|auto")
      ->check(one_of({"auto", "1", "2", "3", "4"}))
      ->capture_default_str();
}

void add_judged(CLI::App& command, Options& options) {
  command
      .add_option("--board", options.model.board,
                  "a board by name (rtlgen boards) or the path of a board file; without it the file's")
      ->type_name("BOARD");
  command.add_option("--clock", options.clock_mhz, "kernel clock to count times with; without it the typical estimate")
      ->type_name("MHZ")
      ->check(CLI::Range(1.0, 2000.0));
  command.add_option("--iterations", options.iterations, "time steps, instead of the file's")
      ->type_name("N")
      ->check(whole_number(1, std::numeric_limits<std::int32_t>::max()));
  add_extents(command, options);
  command
      .add_option("--dram", options.model.dram,
                  "each memory channel: ddr3-1600, ddr4-2133, ddr4-2400, hbm2, or ideal; without it the board's")
      ->type_name("PART");
  command.add_option("--link", options.model.link, "count the host's transfers: pcie3x8, or a file like that")
      ->type_name("LINK|FILE");
  command.add_option("--calibration", options.model.calibration, "factors that `rtlgen calibrate` wrote")
      ->type_name("FILE");
}

driver::RunOptions run_options(const Options& options) {
  driver::RunOptions run = options.run;
  run.source = options.source;
  if (options.iterations > 0) run.iterations = options.iterations;
  run.progress = isatty(STDERR_FILENO) != 0 ? "bar" : "lines";
  return run;
}

int slabs_of(const Options& options) { return options.slabs == "auto" ? 0 : options.slabs.front() - '0'; }

driver::SimOptions sim_options(const Options& options) {
  driver::SimOptions sim;
  sim.run = run_options(options);
  sim.hdl = options.hdl == "vhdl" ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  sim.native_operators = options.operators == "native";
  sim.use_cache = !options.no_cache;
  if (!options.dram.empty()) sim.dram = options.dram;
  sim.link = options.link;
  sim.log = print_progress;
  return sim;
}

driver::ModelOptions model_options(const Options& options) {
  driver::ModelOptions model = options.model;
  model.source = options.source;
  model.extents = options.run.extents;
  if (options.clock_mhz > 0) model.clock_mhz = options.clock_mhz;
  if (options.iterations > 0) model.iterations = options.iterations;
  return model;
}

// What a description, a tool or a file name put into the text steers no terminal.
void say(const Options& options, const std::string& text) {
  print(options.json == "-" ? stderr : stdout, safe::terminal_lines(OutsideText(text)));
}

void put_json(const Options& options, Json json) {
  if (!options.json.empty()) options.result = std::make_shared<const Json>(std::move(json));
}

void write_json(const std::string& place, const Json& json) {
  const std::string text = driver::json_text(json);
  if (place == "-")
    print(stdout, text);
  else
    write_whole_file(place, text);
}

void print_progress(const std::string& line) { say_line(safe::terminal_lines(OutsideText(line))); }

int put_sim(const Options& options, const driver::SimReport& report, const SimFacts& facts) {
  say(options, sim_text(report, facts));
  put_json(options, sim_json(report, facts));
  return status(report.match() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace rtlgen::cli
