// Command line: options, dispatch, output streams and exit statuses.
#include "cli/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <limits>
#include <new>

#include "cli/advise.hpp"
#include "cli/boards.hpp"
#include "cli/explore.hpp"
#include "cli/models.hpp"
#include "cli/project.hpp"
#include "cli/report.hpp"
#include "driver/driver.hpp"
#include "driver/project.hpp"
#include "driver/report.hpp"
#include "driver/run.hpp"
#include "frontend/board_file.hpp"
#include "runner/folder.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kExamples = R"(Examples:
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
  rtlgen project configs/hotspot2d.yaml --board kcu105 -o build/hotspot2d    a Vivado project: make builds the bitstream
  rtlgen boards u280                             every figure of a board; without a name: the boards that are known
New here: docs/tutorial.md. Operators, functions and types: docs/reference.md; meaning: docs/language.md.
Exit status: 0 success; 1 a check ran and failed; 2 invalid input; 3 I/O or a missing tool; 70 a bug.
)";

constexpr const char* kRunExamples = R"(Examples:
  rtlgen run examples/host/heat.yaml                            on a simulated card: shell, core, DRAM and a host behind PCIe
  rtlgen run examples/host/heat.yaml --iterations 100 --input t=plate.npy --output t=warmer.npy
  rtlgen run stencil.yaml --backend xdma                        on the card whose files are /dev/xdma0_*
  rtlgen run stencil.yaml --backend xdma --device 1 --no-check --output u=u.npy --json -
  rtlgen run stencil.yaml --backend xrt --xclbin stencil.xclbin        an Alveo card, where rtlgen was built with XRT
It is one host program: arrays to the card's memory, all passes, arrays back, every bit compared with the golden engine. On a card,
FILE and --set must be those that its bitstream was built from; the card is asked, and another one is refused. hardware.board says where
its memory lies. What is needed and what has been proven: docs/host.md.
Exit status: 1: cells differ, or the run ended with an error; 3: no driver, no card, another card, or a transfer failed.
)";

constexpr const char* kImportExamples = R"(Examples:
  rtlgen import blur.soda -o blur.yaml           then: rtlgen check blur.yaml; rtlgen sim blur.yaml
  rtlgen import blur.soda --extent 480           SODA leaves the last extent open
  rtlgen import horidiff.json                    the YAML on standard output
  rtlgen import hotspot.txt --format sasa -o hotspot.yaml
The YAML means the same to the bit; comments quote the program. What cannot be imported is refused
with its line and what to write instead; docs/import.md says how each construct is understood.
)";

constexpr const char* kBoardsExamples = R"(Examples:
  rtlgen boards                                  one line a board
  rtlgen boards de5net                           every figure with its source; ? marks what nobody has looked up
  rtlgen boards u280 vcu118 --json -             the same for programs
  rtlgen boards ./myboard                        is this board file valid (myboard/board.yaml)
In a stencil, hardware.board names one of these or a path to a file of your own; device family and block RAMs
then follow from it. Keys of a board file: docs/boards.md; how to add one: boards/README.md.
)";

constexpr const char* kReportExamples = R"(Examples:
  rtlgen report configs/hotspot2d.yaml -o build/report
  rtlgen report configs/hotspot2d.yaml -o build/report --set hardware.board=de5net --set hardware.bus=512 --explore
  rtlgen report configs/jacobi3d.yaml -o build/report --simulate ddr --extents 64,64,32 --iterations 8
  rtlgen report configs/blur.yaml -o build/report --with-hdl
DIR/index.html opens in any browser and needs no network. Without --iterations and --extents a large run is made
smaller, so that it takes seconds; the page says so. What the page shows: docs/report.md.
)";

constexpr const char* kModelExamples = R"(Examples:
  rtlgen model configs/hotspot2d.yaml --board de5net            does it fit, how fast is it
  rtlgen model configs/hotspot2d.yaml --board kcu105 --set hardware.steps=12 --modules
  rtlgen model examples/host/heat.yaml --board u250 --iterations 1000 --clock 300
Resources are those of the core as Yosys would map it, counted in the hardware without running Yosys: flip-flops, block RAM
and DSPs exactly, LUTs within some per cent (docs/area_model.md). Times: docs/time_model.md. Clocks are estimates.
Exit status 1: it does not fit the board.
)";

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

constexpr const char* kProjectExamples = R"(Examples:
  rtlgen project configs/hotspot2d.yaml --board kcu105 -o build/hotspot2d
  rtlgen project configs/hotspot2d.yaml --board kcu105 -o build/fast --set hardware.steps=12 --set hardware.clock_mhz=250 --hdl vhdl
DIR gets RTL, the card's top, IP scripts, constraints, build.tcl, a Makefile and a README that says what has and has not been proven: no
vendor tool is run. The bus is the board's, whatever the file says. Boards and keys: docs/projects.md.
Exit status 1: the design does not fit the board; nothing is written, and what would fit is said.
)";

constexpr const char* kSynthExamples = R"(Examples:
  rtlgen synth configs/jacobi2d.yaml                            every module through Yosys, beside the prediction
  rtlgen synth configs/jacobi2d.yaml --device cyclone10gx
  rtlgen calibrate bench/area/calibration/*.yaml --device xc7 -o xc7.json
  rtlgen model configs/jacobi2d.yaml --calibration xc7.json     with factors of your own
Modules are mapped one by one and kept in the cache: the second time takes seconds. Devices that Yosys maps: xc5v, xc7,
cyclone10gx; others are mapped as the nearest of these.
)";

/// Options of every command, then those of single ones.
struct Options {
  driver::Source source;
  std::string json;
  std::string folder;
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
  driver::ImportOptions import;
  std::int64_t extent = 0;
  std::vector<std::string> boards;
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
};

CLI::Option* add_common(CLI::App& command, Options& options) {
  CLI::Option* const file = command.add_option("FILE", options.source.file, "the stencil, a YAML file (keys: docs/config.md, words: docs/reference.md)")->required();
  command.add_option("--set", options.source.sets, "override a key: --set hardware.steps=4")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--json", options.json, "write the result as JSON; - is standard output")->type_name("FILE|-");
  return file;
}

/// Options of `report` beside those of a run.
void add_report(CLI::App& command, Options& options) {
  command.add_option("-o,--out", options.folder, "folder to write: index.html")->required()->type_name("DIR");
  command.add_option("--simulate", options.simulate, "none: pictures by the golden engine; ideal: words from a test bench; ddr: shell and core with DRAM")
      ->check(CLI::IsMember({"none", "ideal", "ddr"}))
      ->capture_default_str();
  command.add_option("--dram", options.dram, "each memory channel: ddr3-1600, ddr4-2133, ddr4-2400, hbm2; without it the board's, else ddr4-2400")->type_name("PART");
  command.add_flag("--explore", options.explore_page, "search the board, as `explore` does, and show the front with this design");
  command.add_flag("--with-hdl", options.with_hdl, "write what `generate` writes to DIR/hdl, and link it");
  command.add_flag("--force", options.force, "replace a folder that `report` did not write");
  command.add_flag("--no-cache", options.no_cache, "compile the simulation anew and keep nothing but DIR");
  command.footer(kReportExamples);
}

/// A decimal number from `low` to `high`; CLI11 would take one that is too large for its type as the largest.
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

void add_run(CLI::App& command, Options& options, const char* outputs) {
  command.add_option("--iterations", options.iterations, "time steps, instead of the file's")
      ->type_name("N")
      ->check(whole_number(1, std::numeric_limits<std::int32_t>::max()));
  command.add_option("--extents", options.run.extents, "a smaller grid than the file's: 64,48")
      ->delimiter(',')
      ->type_name("NX[,NY[,NZ]]");
  command.add_option("--input", options.run.inputs, "data of a field: .npy, .raw or .bin, .png, .pgm, else text (docs/data_files.md)")
      ->type_name("FIELD=PATH")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  if (outputs != nullptr) {
    command.add_option("--output", options.run.outputs, outputs)
        ->type_name("FIELD=PATH")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  command.add_option("--seed", options.run.seed, "of data that nobody gave, stalls and start-up registers")
      ->type_name("N")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
}

CLI::Validator one_of(std::vector<std::string> words) { return CLI::IsMember(std::move(words)); }

/// How a whole card is simulated; answers the names.
std::vector<std::string> add_simulated_card(CLI::App& command, Options& options) {
  command.add_option("--hdl", options.hdl, "language to simulate")->check(one_of({"verilog", "vhdl"}))->default_str("verilog");
  command.add_option("--operators", options.operators, "native: float arithmetic by the CPU, same bits, much faster")
      ->check(one_of({"rtl", "native"}))
      ->capture_default_str();
  command.add_option("--dram", options.dram, "each memory channel: ddr3-1600, ddr4-2133, ddr4-2400, hbm2, or a file like those")
      ->type_name("PART|FILE")
      ->default_str("ddr4-2400");
  command.add_option("--link", options.link, "the host's way to a board: pcie3x8, or a file like that")->type_name("LINK|FILE")->capture_default_str();
  command.add_flag("--no-cache", options.no_cache, "compile anew and keep nothing");
  return {"--hdl", "--operators", "--dram", "--link", "--no-cache"};
}

void add_sim(CLI::App& command, Options& options) {
  command.add_option("--simulator", options.simulator, "Icarus and GHDL know X and U, for small designs")
      ->check(one_of({"verilator", "icarus", "ghdl"}))
      ->capture_default_str();
  command.add_option("--stalls", options.stalls, "random: a second run with stalls on input and output")
      ->check(one_of({"none", "random"}))
      ->capture_default_str();
  command.add_option("--memory", options.memory,
                     "ideal: words from a test bench; ddr: the whole accelerator with DRAM behind it; board: and a host behind PCIe")
      ->check(one_of({"ideal", "ddr", "board"}))
      ->capture_default_str();
  add_simulated_card(command, options);
  command.add_option("--trace", options.trace, "write waveforms (FST) of the unstalled run")->type_name("WAVE.fst");
}

void add_card_run(CLI::App& command, Options& options) {
  command.add_option("--backend", options.backend, "sim: a simulated card; xdma: a card behind the XDMA driver; xrt: an Alveo card behind XRT")
      ->check(one_of({"sim", "xdma", "xrt"}))
      ->capture_default_str();
  const std::vector<std::string> simulation = add_simulated_card(command, options);
  command.add_option("--device", options.card_run.device, "number of the card, or of xdma what the names of its device files begin with; without it the first card")->type_name("N|PATH");
  command.add_option("--xclbin", options.card_run.xclbin, "of xrt: what the card is loaded with")->type_name("FILE");
  command.add_option("--kernel", options.card_run.kernel, "of xrt: the kernel in it, without it the name of the shell; of xdma: its number where hardware.kernels is more than 1")->type_name("NAME|N");
  command.add_option("--patience", options.card_run.patience_seconds, "a run on a card in which nothing moves for so long is cancelled")->type_name("SECONDS")->check(CLI::Range(0.1, 1e6))->capture_default_str();
  command.add_flag("--no-check", options.no_check, "do not run the golden engine; outputs are written unchecked");
  command.footer(kRunExamples);
  const auto refuse = [&command, &options](const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (command.get_option(name)->count() > 0) throw CLI::ExcludesError(name, "--backend " + options.backend);
    }
  };
  command.callback([&options, refuse, simulation] {
    if (options.backend != "sim") refuse(simulation);
    if (options.backend == "sim") refuse({"--device", "--patience"});
    if (options.backend != "xrt") refuse({"--xclbin"});
    if (options.backend == "sim") refuse({"--kernel"});
  });
}

CLI::Validator family() {
  std::vector<std::string> names = hw::DelayModel::names();
  return CLI::IsMember(std::move(names));
}

/// What designs are judged on: board, clock, run and memory.
void add_judged(CLI::App& command, Options& options) {
  command.add_option("--board", options.model.board, "a board by name (rtlgen boards) or the path of a board file; without it the file's")->type_name("BOARD");
  command.add_option("--clock", options.clock_mhz, "kernel clock to count times with; without it the typical estimate")->type_name("MHZ")->check(CLI::Range(1.0, 2000.0));
  command.add_option("--iterations", options.iterations, "time steps, instead of the file's")->type_name("N")->check(whole_number(1, std::numeric_limits<std::int32_t>::max()));
  command.add_option("--extents", options.run.extents, "a smaller grid than the file's: 64,48")->delimiter(',')->allow_extra_args(false)->type_name("NX[,NY[,NZ]]");
  command.add_option("--dram", options.model.dram, "each memory channel: ddr3-1600, ddr4-2133, ddr4-2400, hbm2, or ideal; without it the board's")->type_name("PART");
  command.add_option("--link", options.model.link, "count the host's transfers: pcie3x8, or a file like that")->type_name("LINK|FILE");
  command.add_option("--calibration", options.model.calibration, "factors that `rtlgen calibrate` wrote")->type_name("FILE");
}

void add_model(CLI::App& command, Options& options) {
  add_common(command, options);
  add_judged(command, options);
  command.add_flag("--modules", options.modules, "the area of each module");
  command.footer(kModelExamples);
}

void add_advise(CLI::App& command, Options& options) {
  CLI::Option* const file = add_common(command, options)->required(false);
  add_judged(command, options);
  command.add_option("--measured", options.measured, "what `rtlgen sim FILE --memory ddr --json` wrote of this design: counters beside the prediction")->type_name("FILE.json");
  CLI::Option* const kernel = command.add_option("--kernel", options.kernel, "in place of FILE: a kernel of work items (docs/advice.md)")->type_name("FILE.yaml")->excludes(file);
  for (const char* other : {"--set", "--board", "--clock", "--iterations", "--extents", "--dram", "--link", "--calibration", "--measured"}) kernel->excludes(command.get_option(other));
  command.add_option("--reading", options.reading, "of the paper's equations: as printed, or so that they mean what its text says")
      ->check(CLI::IsMember({"printed", "consistent"}))
      ->capture_default_str()
      ->needs(kernel);
  command.footer(kAdviseExamples);
}

void add_explore(CLI::App& command, Options& options) {
  driver::ExploreOptions& explore = options.explore;
  add_common(command, options);
  command.add_option("--board", options.model.board, "a board by name (rtlgen boards) or the path of a board file; without it the file's")->type_name("BOARD");
  command.add_flag("--all-boards", explore.all_boards, "every board that is known");
  command.add_option("--objective", options.objective, "time; energy: least logic times time; smallest: least of its fullest resource that reaches --target")
      ->check(CLI::IsMember({"time", "energy", "smallest"}))
      ->capture_default_str();
  command.add_option("--target", explore.target, "cell updates a second that a smallest design must reach")->type_name("CELLS/S")->check(CLI::Range(1.0, 1e18));
  command.add_option("--cells-per-cycle", explore.cells_per_cycle, "P to look at")->delimiter(',')->allow_extra_args(false)->type_name("P,P")->check(CLI::Range(1, 1024));
  command.add_option("--steps", explore.steps, "I to look at; without it all that fit")->delimiter(',')->allow_extra_args(false)->type_name("I,I")->check(CLI::Range(1, 65536));
  command.add_option("--types", explore.types, "formats to look at, in place of the file's type:")->delimiter(',')->allow_extra_args(false)->type_name("TYPE,TYPE");
  command.add_option("--ram", options.rams, "what buffers are made of: auto, block, distributed; without it the file's, and all three where it names none (Intel: auto)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("RAM,RAM")
      ->check(CLI::IsMember({"auto", "block", "distributed"}));
  command.add_option("--write", explore.write, "a copy of FILE, comments and all, with the best design's keys, board and type")->type_name("FILE.yaml");
  command.add_flag("--force", explore.force, "replace the file of --write if it is there");
  command.add_option("--clock", options.clock_mhz, "kernel clock to count times with; without it the file's")->type_name("MHZ")->check(CLI::Range(1.0, 2000.0));
  command.add_option("--iterations", options.iterations, "time steps, instead of the file's")->type_name("N")->check(whole_number(1, std::numeric_limits<std::int32_t>::max()));
  command.add_option("--dram", options.model.dram, "each memory channel: ddr3-1600, ddr4-2133, ddr4-2400, hbm2, or ideal; without it the board's")->type_name("PART");
  command.add_option("--calibration", options.model.calibration, "factors that `rtlgen calibrate` wrote")->type_name("FILE");
  command.footer(kExploreExamples);
}

void add_project(CLI::App& command, Options& options) {
  add_common(command, options);
  command.add_option("--board", options.model.board, "a board that is wired (docs/projects.md); without it the file's")->type_name("BOARD");
  command.add_option("-o,--out", options.folder, "folder to write, all of it or nothing")->required()->type_name("DIR");
  command.add_option("--hdl", options.hdl, "language of the core; shell and card are Verilog")->check(CLI::IsMember({"verilog", "vhdl"}))->default_str("verilog");
  command.add_flag("--force", options.force, "replace a folder that `project` did not write, or that a build has left things in");
  command.footer(kProjectExamples);
}

void add_synth(CLI::App& synth, CLI::App& calibrate, Options& options) {
  add_common(synth, options);
  synth.add_option("--device", options.device, "family, instead of the file's")->type_name("DEVICE")->check(family());
  synth.add_option("--calibration", options.model.calibration, "factors that `rtlgen calibrate` wrote")->type_name("FILE");
  synth.add_flag("--no-cache", options.no_cache, "map every module anew");
  synth.footer(kSynthExamples);
  calibrate.add_option("FILE", options.calibrate.files, "stencils whose modules are measured")->required()->expected(1, -1);
  calibrate.add_option("--set", options.source.sets, "override a key in each of them")->type_name("KEY=VALUE")->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  calibrate.add_option("--device", options.calibrate.device, "family")->type_name("DEVICE")->check(family())->capture_default_str();
  calibrate.add_option("-o,--out", options.calibrate.out, "file to write")->type_name("FILE.json");
  calibrate.add_option("--json", options.json, "write the table as JSON; - is standard output")->type_name("FILE|-");
  calibrate.add_flag("--no-cache", options.no_cache, "map every module anew");
  calibrate.footer(kSynthExamples);
}

void add_import(CLI::App& command, Options& options) {
  driver::ImportOptions& import = options.import;
  command.add_option("FILE", import.file, "a SODA (.soda), SASA (.dsl) or StencilFlow (.json) program")->required();
  command.add_option("-o,--out", import.out, "YAML file to write; without it the YAML goes to standard output")->type_name("FILE.yaml");
  command.add_option("--format", import.format, "language of the program; without it the end of its name tells")
      ->check(CLI::IsMember({"soda", "sasa", "stencilflow"}));
  command.add_option("--extent", options.extent, "cells along SODA's open last axis; without it 1024")
      ->type_name("N")
      ->check(whole_number(1, std::numeric_limits<std::int32_t>::max()));
  command.add_flag("--single-precision-constants", import.single_constants,
                   "fractions without the suffix f are float32; without it double, as in C");
  command.add_flag("--force", import.force, "replace the YAML file if it is there");
  command.add_option("--json", options.json, "write the result as JSON; - is standard output")->type_name("FILE|-");
  command.footer(kImportExamples);
}

void print(std::FILE* stream, const std::string& text) {
  // A long text fails while it is printed, a short one when it is flushed.
  const bool printed = std::fputs(text.c_str(), stream) >= 0;
  if (std::fflush(stream) != 0 || !printed) throw EnvironmentError("cannot write to standard output");
}

/// Text for people: standard output, or standard error while JSON has standard output.
void say(const Options& options, const std::string& text) { print(options.json == "-" ? stderr : stdout, text); }

void put_json(const Options& options, const Json& json) {
  if (options.json.empty()) return;
  const std::string text = json.dump(2) + "\n";
  if (options.json == "-") print(stdout, text);
  else runner::write_file(options.json, text);
}

/// Long work must not end with a result that cannot be stored.
void check_place(const std::string& option, const std::string& path) {
  if (path.empty() || path == "-") return;
  const auto parent = std::filesystem::absolute(path).parent_path();
  if (!std::filesystem::is_directory(parent) || access(parent.c_str(), W_OK) != 0) {
    throw EnvironmentError(fmt::format("{} {}: cannot write in {}", option, path, parent.string()));
  }
  if (std::filesystem::is_directory(path)) throw EnvironmentError(fmt::format("{} {}: it is a folder", option, path));
}

constexpr int status(ExitStatus s) { return static_cast<int>(s); }

int run_check(const Options& options, Diagnostics& diagnostics) {
  const auto prepared = driver::prepare(options.source, diagnostics);
  if (!prepared) return status(ExitStatus::kInvalidInput);
  say(options, check_text(**prepared));
  put_json(options, check_json(**prepared, options.source.file));
  return status(ExitStatus::kSuccess);
}

void print_progress(const std::string& line) { std::fputs((line + "\n").c_str(), stderr); }

int run_generate(const Options& options, Diagnostics& diagnostics) {
  driver::GenerateOptions generate{options.source, options.folder, driver::HdlChoice::kBoth, options.force, options.card, options.operators == "native", !options.no_cache, print_progress};
  if (options.hdl == "verilog") generate.hdl = driver::HdlChoice::kVerilog;
  if (options.hdl == "vhdl") generate.hdl = driver::HdlChoice::kVhdl;
  const auto report = driver::generate(generate, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, generate_text(*report, options.folder));
  put_json(options, generate_json(*report, options.source.file, options.folder));
  return status(ExitStatus::kSuccess);
}

driver::RunOptions run_options(const Options& options) {
  driver::RunOptions run = options.run;
  run.source = options.source;
  if (options.iterations > 0) run.iterations = options.iterations;
  run.progress = isatty(STDERR_FILENO) != 0 ? "bar" : "lines";
  return run;
}

int run_golden(const Options& options, Diagnostics& diagnostics) {
  const auto report = driver::golden(run_options(options), diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, golden_text(*report));
  put_json(options, golden_json(*report, options.source.file));
  return status(ExitStatus::kSuccess);
}

/// What `sim` and `run` share.
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

int put_sim(const Options& options, const driver::SimReport& report, const SimFacts& facts) {
  say(options, sim_text(report, facts));
  put_json(options, sim_json(report, facts));
  return status(report.match() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

int run_sim(const Options& options, Diagnostics& diagnostics) {
  check_place("--trace", options.trace);
  driver::SimOptions sim = sim_options(options);
  // GHDL's own simulator reads VHDL; asking for it is asking for VHDL.
  const std::string hdl = !options.hdl.empty() ? options.hdl : options.simulator == "ghdl" ? "vhdl" : "verilog";
  sim.hdl = hdl == "vhdl" ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  sim.simulator = options.simulator == "icarus" ? runner::Simulator::kIcarus
                  : options.simulator == "ghdl" ? runner::Simulator::kGhdl
                                                : runner::Simulator::kVerilator;
  sim.random_stalls = options.stalls == "random";
  sim.trace = options.trace;
  sim.memory = options.memory == "ddr" ? driver::Memory::kDdr : options.memory == "board" ? driver::Memory::kBoard : driver::Memory::kIdeal;
  const auto report = driver::simulate(sim, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  return put_sim(options, *report, {options.source.file, hdl, options.simulator, options.operators, options.stalls, options.memory, sim.dram,
                                    sim.memory == driver::Memory::kBoard ? sim.link : "", options.run.seed, "", ""});
}

int run_run(const Options& options, Diagnostics& diagnostics) {
  driver::CardOptions card = options.card_run;
  card.run = sim_options(options);
  card.run.check = !options.no_check;
  card.backend = options.backend == "xdma" ? driver::CardBackend::kXdma : options.backend == "xrt" ? driver::CardBackend::kXrt : driver::CardBackend::kSimulation;
  const auto report = driver::run_on_card(card, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  SimFacts facts;
  facts.config = options.source.file;
  facts.memory = "board";
  facts.stalls = "none";
  facts.seed = options.run.seed;
  facts.backend = options.backend;
  if (card.backend == driver::CardBackend::kXdma) {
    facts.device = driver::device_path(card.device);
  } else if (card.backend == driver::CardBackend::kXrt) {
    facts.device = "XRT's card " + (card.device.empty() ? "0" : card.device);
  } else {
    facts.hdl = options.hdl.empty() ? "verilog" : options.hdl;
    facts.simulator = "verilator";
    facts.operators = options.operators;
    facts.dram = card.run.dram;
    facts.link = card.run.link;
  }
  return put_sim(options, *report, facts);
}

int run_report(const Options& options, Diagnostics& diagnostics) {
  driver::PageOptions page;
  page.run = run_options(options);
  page.run.progress = "none";
  page.folder = options.folder;
  page.simulate = options.simulate == "none" ? driver::PageRun::kNone : options.simulate == "ddr" ? driver::PageRun::kDdr : driver::PageRun::kIdeal;
  page.dram = options.dram;
  page.with_hdl = options.with_hdl;
  page.explore = options.explore_page;
  page.force = options.force;
  page.use_cache = !options.no_cache;
  page.log = print_progress;
  const auto report = driver::write_page(page, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, page_text(*report, options.folder));
  put_json(options, page_json(*report, options.source.file, options.folder));
  return status(report->data.run && !report->data.run->match ? ExitStatus::kCheckFailed : ExitStatus::kSuccess);
}

int run_import(const Options& options, Diagnostics& diagnostics) {
  driver::ImportOptions import = options.import;
  if (options.extent > 0) import.extent = options.extent;
  check_place("--out", import.out);
  const auto report = driver::import_program(import, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, report->written.empty() ? report->yaml : fmt::format("wrote {}\n", report->written));
  Json json;
  json["file"] = import.file;
  json["written"] = report->written;
  json["warnings"] = report->warnings;
  json["yaml"] = report->yaml;
  put_json(options, json);
  return status(ExitStatus::kSuccess);
}

int run_boards(const Options& options, Diagnostics& diagnostics) {
  std::vector<board::Board> boards;
  for (const std::string& name : options.boards.empty() ? frontend::board_names() : options.boards) {
    if (auto board = frontend::load_board(name, diagnostics)) boards.push_back(*std::move(board));
  }
  if (diagnostics.has_errors()) return status(ExitStatus::kInvalidInput);
  std::string text;
  Json json = Json::array();
  for (const board::Board& board : boards) {
    text += (text.empty() ? "" : "\n") + board_text(board);
    json.push_back(board_json(board));
  }
  say(options, options.boards.empty() ? boards_text(boards) : text);
  put_json(options, json);
  return status(ExitStatus::kSuccess);
}

driver::ModelOptions model_options(const Options& options) {
  driver::ModelOptions model = options.model;
  model.source = options.source;
  model.extents = options.run.extents;
  if (options.clock_mhz > 0) model.clock_mhz = options.clock_mhz;
  if (options.iterations > 0) model.iterations = options.iterations;
  return model;
}

int run_model(const Options& options, Diagnostics& diagnostics) {
  const auto report = driver::model_design(model_options(options), diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, model_text(*report, options.modules));
  put_json(options, model_json(*report, options.source.file));
  return status(report->fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

int run_explore(const Options& options, Diagnostics& diagnostics) {
  driver::ExploreOptions explore = options.explore;
  explore.model = model_options(options);
  check_place("--write", explore.write);
  for (const std::string& ram : options.rams) {
    explore.rams.push_back(ram == "block" ? spec::RamChoice::kBlock : ram == "distributed" ? spec::RamChoice::kDistributed : spec::RamChoice::kAuto);
  }
  explore.objective = options.objective == "energy" ? explore::Objective::kEnergy : options.objective == "smallest" ? explore::Objective::kSmallest : explore::Objective::kTime;
  const auto report = driver::explore_designs(explore, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, explore_text(*report));
  put_json(options, explore_json(*report, options.source.file));
  return status(report->best >= 0 ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

int run_advise_kernel(const Options& options, Diagnostics& diagnostics) {
  const auto reading = options.reading == "printed" ? model::wang2016::Reading::kPrinted : model::wang2016::Reading::kConsistent;
  const auto report = driver::advise_kernel(options.kernel, reading, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, kernel_text(*report));
  put_json(options, kernel_json(*report, options.kernel));
  return status(ExitStatus::kSuccess);
}

int run_advise(const Options& options, Diagnostics& diagnostics) {
  if (!options.kernel.empty()) return run_advise_kernel(options, diagnostics);
  if (options.source.file.empty()) {
    diagnostics.error("RG0805", {"advise", 0, 0, 1}, "there is nothing to advise on", {"name a stencil, or a kernel with --kernel; rtlgen advise --help has examples"});
    return status(ExitStatus::kInvalidInput);
  }
  const auto report = driver::advise({model_options(options), options.measured}, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, advise_text(*report));
  put_json(options, advise_json(*report, options.source.file));
  return status(report->now.fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

int run_project(const Options& options, Diagnostics& diagnostics) {
  const auto hdl = options.hdl == "vhdl" ? driver::HdlChoice::kVhdl : driver::HdlChoice::kVerilog;
  const auto report = driver::make_project({options.source, options.model.board, options.folder, hdl, options.force}, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, project_text(*report, options.folder));
  put_json(options, project_json(*report, options.source.file, options.folder));
  return status(report->model.fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

int run_synth(const Options& options, Diagnostics& diagnostics) {
  const auto report = driver::synthesise({options.source, options.device, options.model.calibration, {.use_cache = !options.no_cache, .log = print_progress}}, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, synth_text(*report));
  put_json(options, synth_json(*report, options.source.file));
  return status(ExitStatus::kSuccess);
}

int run_calibrate(const Options& options, Diagnostics& diagnostics) {
  driver::CalibrateOptions calibrate = options.calibrate;
  calibrate.sets = options.source.sets;
  calibrate.use_cache = !options.no_cache;
  calibrate.log = print_progress;
  check_place("--out", calibrate.out);
  const auto report = driver::calibrate(calibrate, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, calibrate_text(*report, calibrate.out));
  put_json(options, calibrate_json(*report));
  return status(ExitStatus::kSuccess);
}

/// A file that could not be read at all is no fault of its text.
bool is_unreadable(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                     [](const Diagnostic& d) { return d.code == "RG0101"; });
}

/// Runs `command` and turns what may be thrown into statuses.
int guarded(const Options& options, int (*command)(const Options&, Diagnostics&)) {
  Diagnostics diagnostics;
  int result = status(ExitStatus::kInternalError);
  std::string message;
  try {
    check_place("--json", options.json);
    result = command(options, diagnostics);
    if (is_unreadable(diagnostics)) result = status(ExitStatus::kEnvironment);
  } catch (const EnvironmentError& error) {
    message = fmt::format("rtlgen: {}\n", error.what());
    result = status(ExitStatus::kEnvironment);
  } catch (const std::filesystem::filesystem_error& error) {
    message = fmt::format("rtlgen: {}\n", error.what());
    result = status(ExitStatus::kEnvironment);
  } catch (const std::bad_alloc&) {
    message = "rtlgen: not enough memory for this grid\n";
    result = status(ExitStatus::kEnvironment);
  } catch (const std::exception& error) {
    message = fmt::format("rtlgen: internal error: {}\nThis is a bug of rtlgen {}. Please report it with the "
                          "command and the stencil file.\n",
                          error.what(), driver::version());
  }
  std::fputs((diagnostics.render() + message).c_str(), stderr);
  return result;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  CLI::App app{"rtlgen: from a stencil in YAML to a proven streaming accelerator in Verilog and VHDL", "rtlgen"};
  app.set_version_flag("--version", "rtlgen " + driver::version());
  app.footer(kExamples);
  app.require_subcommand(1);
  Options options;

  CLI::App* check = app.add_subcommand("check", "is it valid; what was understood");
  add_common(*check, options);
  CLI::App* generate = app.add_subcommand("generate", "write the core's HDL, all of it or nothing");
  add_common(*generate, options);
  generate->add_option("-o,--out", options.folder, "folder to write")->required()->type_name("DIR");
  generate->add_option("--hdl", options.hdl, "language")
      ->check(CLI::IsMember({"verilog", "vhdl", "both"}))
      ->default_str("both");
  generate->add_flag("--force", options.force, "replace a folder that rtlgen did not write");
  generate->add_flag("--card", options.card, "with a bus: also compile a simulated card, DIR/card.so, for host programs (docs/host.md)");
  generate->add_option("--operators", options.operators, "of the card; native: float arithmetic by the CPU, same bits, much faster")
      ->check(CLI::IsMember({"rtl", "native"}))
      ->capture_default_str();
  generate->add_flag("--no-cache", options.no_cache, "compile the card anew and keep nothing but DIR");
  CLI::App* sim = app.add_subcommand("sim", "simulate the core and compare every bit with the golden engine");
  add_common(*sim, options);
  add_run(*sim, options, "where a field goes, if everything agrees; formats as for --input");
  add_sim(*sim, options);
  CLI::App* run = app.add_subcommand("run", "run on a card, simulated or real, and compare every bit with the golden engine");
  add_common(*run, options);
  add_run(*run, options, "where a field goes, if everything agrees or nothing is checked; formats as for --input");
  add_card_run(*run, options);
  CLI::App* golden = app.add_subcommand("golden", "the CPU model alone");
  add_common(*golden, options);
  add_run(*golden, options, "where a field goes; formats as for --input");
  for (CLI::App* command : {check, generate, sim, golden}) command->footer(kExamples);
  CLI::App* report = app.add_subcommand("report", "one HTML page: architecture, Kernels, resources, roofline, a simulated run, pictures");
  add_common(*report, options);
  add_run(*report, options, nullptr);
  add_report(*report, options);
  CLI::App* import = app.add_subcommand("import", "a SODA, SASA or StencilFlow program as commented YAML that means the same");
  add_import(*import, options);
  CLI::App* model = app.add_subcommand("model", "resources, clock and time, without building anything");
  add_model(*model, options);
  CLI::App* explore = app.add_subcommand("explore", "the best P, I, block and RAM on a board, and what they are better than");
  add_explore(*explore, options);
  CLI::App* advise = app.add_subcommand("advise", "what limits a design, and the next change to make");
  add_advise(*advise, options);
  CLI::App* synth = app.add_subcommand("synth", "Yosys on the real output: cell counts beside the model's");
  CLI::App* calibrate = app.add_subcommand("calibrate", "fit the model's factors of logic from runs of Yosys");
  add_synth(*synth, *calibrate, options);
  CLI::App* project = app.add_subcommand("project", "a whole vendor project for a board: make builds the bitstream");
  add_project(*project, options);
  CLI::App* boards = app.add_subcommand("boards", "what is known of each board");
  boards->add_option("BOARD", options.boards, "names of boards, or paths to board files; without one all are listed")->expected(0, -1);
  boards->add_option("--json", options.json, "write the result as JSON; - is standard output")->type_name("FILE|-");
  boards->footer(kBoardsExamples);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error, std::cout, std::cerr);
    return code == 0 ? status(ExitStatus::kSuccess) : status(ExitStatus::kInvalidInput);
  }
  if (check->parsed()) return guarded(options, run_check);
  if (generate->parsed()) return guarded(options, run_generate);
  if (sim->parsed()) return guarded(options, run_sim);
  if (run->parsed()) return guarded(options, run_run);
  if (report->parsed()) return guarded(options, run_report);
  if (import->parsed()) return guarded(options, run_import);
  if (model->parsed()) return guarded(options, run_model);
  if (explore->parsed()) return guarded(options, run_explore);
  if (advise->parsed()) return guarded(options, run_advise);
  if (synth->parsed()) return guarded(options, run_synth);
  if (calibrate->parsed()) return guarded(options, run_calibrate);
  if (project->parsed()) return guarded(options, run_project);
  if (boards->parsed()) return guarded(options, run_boards);
  return guarded(options, run_golden);
}

}  // namespace rtlgen::cli
