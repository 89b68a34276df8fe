// The only place where passes are sequenced: text -> spec -> plan -> hardware -> files, simulation.
//
// Every function takes options as values, appends faults of the user's input to the Diagnostics and
// returns a report that a command line or a program can print. Missing tools and failing disks
// are EnvironmentErrors; nothing is written when a fault is found.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/sharing/sharing.hpp"
#include "board/board.hpp"
#include "driver/field_counts.hpp"
#include "explore/explore.hpp"
#include "golden/monitored.hpp"
#include "host/host.hpp"
#include "model/area/design.hpp"
#include "model/clock.hpp"
#include "model/time.hpp"
#include "model/use.hpp"
#include "plan/plan.hpp"
#include "runner/compare.hpp"
#include "runner/runner.hpp"
#include "spec/stencil.hpp"
#include "support/result.hpp"
#include "synthesis/yosys.hpp"

namespace rtlgen::driver {

/// Version of this program: x.y.z.
std::string version();

/// The stencil file and the keys that the command line overrides.
struct Source {
  std::string file;
  std::vector<std::string> sets;  ///< key.path=value
};

/// A stencil with its plan. The plan points at the stencil, so the pair stays where it is.
struct Prepared {
  spec::Program reference;  ///< what the golden engine follows
  spec::Hardware wishes;    ///< as given; those of `stencil` have what was decided
  spec::Stencil stencil;    ///< what is built: the same fields, and temporaries that sharing has made
  analysis::Sharing sharing;
  plan::Plan plan;
};

/// Reads and checks a description, and warns of what is hardly meant (docs/warnings.md).
Result<spec::Stencil> read_stencil(const Source& source, Diagnostics& diagnostics);

/// Looks at the data files that the description names, without reading more of them than it must: what is not there is
/// a warning (RG0908); what cannot be the field's data is an error if `refuse` (RG0601), else a warning (RG0909).
void check_inputs(const spec::Program& program, bool refuse, Diagnostics& diagnostics);

/// Reads, checks and shares: `reference` and `stencil`, not cut into blocks; no plan.
Result<std::shared_ptr<Prepared>> read_program(const Source& source, Diagnostics& diagnostics);

/// Reads, checks and plans.
Result<std::shared_ptr<const Prepared>> prepare(const Source& source, Diagnostics& diagnostics);

/// Of what is built: two designs of equal plan are the same hardware.
std::string plan_digest(const plan::Plan& plan);

// ---------------------------------------------------------------- import

struct ImportOptions {
  std::string file;
  std::string out;                     ///< YAML file to write; "": none
  std::string format;                  ///< soda, sasa, stencilflow; "": by the end of the file's name
  std::optional<std::int64_t> extent;  ///< along an axis whose length the program leaves open
  bool single_constants = false;       ///< fractions without suffix are float32
  bool force = false;                  ///< replace `out` if it is there
};

struct ImportReport {
  std::string yaml;
  std::string written;  ///< "": nothing
  std::size_t warnings = 0;
};

/// A program of another language as YAML (docs/import.md). The file is written whole or not at all.
Result<ImportReport> import_program(const ImportOptions& options, Diagnostics& diagnostics);

// ---------------------------------------------------------------- generate

enum class HdlChoice : std::uint8_t { kVerilog, kVhdl, kBoth };

struct GenerateOptions {
  Source source;
  std::string folder;
  HdlChoice hdl = HdlChoice::kBoth;
  bool force = false;             ///< replace a folder that rtlgen did not write
  bool card = false;              ///< compile a simulation of the whole accelerator too, for host programs
  bool native_operators = false;  ///< of the card: float arithmetic by the CPU, the same bits
  bool use_cache = true;
  std::function<void(const std::string&)> log;
};

struct GenerateReport {
  std::shared_ptr<const Prepared> prepared;
  std::vector<std::string> files;  ///< relative to the folder
  std::int64_t bytes = 0;
};

/// Writes `folder`/verilog, `folder`/vhdl, with a bus `folder`/shell, and manifest.json; with a card card.so and
/// models/: all of it, or nothing. The folder is written beside and renamed; an existing one is replaced only if it is
/// empty or rtlgen's own.
Result<GenerateReport> generate(const GenerateOptions& options, Diagnostics& diagnostics);

// ---------------------------------------------------------------- models

/// What a design is judged on. A board overrides the file's, and with it the device.
struct ModelOptions {
  Source source;
  std::string board;                ///< name or path; "": the file's, if it names one
  std::optional<double> clock_mhz;  ///< of the kernel; none: the typical estimate
  std::optional<std::int64_t> iterations;
  std::vector<std::int64_t> extents;  ///< empty: the file's grid
  std::string dram;                   ///< each memory channel; "": the board's, "ideal": none
  std::string link;                   ///< the host's way to the card; "": transfers are not counted
  std::string calibration;            ///< a file of `calibrate`; "": the program's own table
};

using model::Use;

struct ModelReport {
  std::shared_ptr<const Prepared> prepared;
  std::optional<board::Board> board;
  std::string fabric;       ///< for which logic is mapped
  std::string calibration;  ///< tool that its table comes from; "": none
  model::DesignArea area;   ///< of the core
  std::vector<Use> uses;
  model::ClockEstimate clock;
  double clock_mhz = 0;  ///< that times are counted with
  bool clock_given = false;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  model::Time ideal;
  std::optional<model::Time> time;  ///< with memory
  std::string dram;                 ///< of that
  std::vector<std::string> notes;   ///< what is unknown, and what a result does not cover

  [[nodiscard]] bool fits() const;
  /// With memory if that is known.
  [[nodiscard]] const model::Time& best() const { return time ? *time : ideal; }
};

/// Resources, clock and time of a design from its plan and hardware; nothing is synthesised or simulated.
Result<ModelReport> model_design(const ModelOptions& options, Diagnostics& diagnostics);

struct ExploreOptions {
  ModelOptions model;  ///< `board` "": the file's; its clock none: hardware.clock_mhz
  explore::Objective objective = explore::Objective::kTime;
  double target = 0;                              ///< kSmallest: cell updates a second
  std::vector<int> cells_per_cycle, steps;        ///< empty: those of the search
  std::vector<std::vector<std::int64_t>> blocks;  ///< empty: those of the search; an empty one: the whole grid
  std::vector<spec::RamChoice> rams;  ///< empty: all that the device has where the file says nothing, else the file's
  std::vector<std::string> types;     ///< `type:` of the file, one after the other; empty: as the file has it
  bool all_boards = false;
  std::string write;   ///< YAML file for the best point; "": none
  bool force = false;  ///< replace `write` if it is there
};

/// One board and number format.
struct ExploreCase {
  board::Board board;
  std::string type;  ///< "": the file's
  std::string fabric;
  double clock_mhz = 0;
  explore::Budget budget;
  explore::Answer answer;
  double seconds = 0;  ///< of the search
  std::vector<std::string> notes;
  std::vector<std::string> sets;  ///< what the description was read with
};

struct ExploreReport {
  std::vector<ExploreCase> cases;
  std::int64_t best = -1;  ///< the case with the best point; -1: none has one
  std::string written;     ///< "": nothing
};

/// Searches the space of P, I, blocks and RAM choices on a board or on all. `write` gets the user's file with the best
/// point's keys, whole or not at all; what cannot be put into its text is a fault (RG0809).
Result<ExploreReport> explore_designs(const ExploreOptions& options, Diagnostics& diagnostics);

struct SynthOptions {
  Source source;
  std::string device;  ///< "": the file's
  std::string calibration;
  synthesis::Options synthesis{};
};

struct SynthReport {
  std::shared_ptr<const Prepared> prepared;
  std::string fabric, tool;
  model::DesignArea predicted, counted;  ///< module by module alike
};

/// The core through Yosys, module by module, beside the model's prediction.
Result<SynthReport> synthesise(const SynthOptions& options, Diagnostics& diagnostics);

struct CalibrateOptions {
  std::vector<std::string> files;
  std::vector<std::string> sets;  ///< for each of them
  std::string device = "xc7";
  std::string out;
  bool use_cache = true;
  std::function<void(const std::string&)> log;
};

struct CalibrateReport {
  model::Calibration before, after;  ///< the program's own table, and the one that was fitted
  std::size_t modules = 0;
};

/// Fits the factors of logic from all modules of all files, and writes them to `out`.
Result<CalibrateReport> calibrate(const CalibrateOptions& options, Diagnostics& diagnostics);

// ---------------------------------------------------------------- runs

/// What golden and simulated runs have in common.
struct RunOptions {
  Source source;
  std::optional<std::int64_t> iterations;
  std::vector<std::int64_t> extents;         ///< empty: the file's grid
  std::vector<std::string> inputs, outputs;  ///< FIELD=PATH
  std::uint64_t seed = 1;
  std::string progress = "none";  ///< none, bar, lines; on standard error
};

struct GoldenReport {
  spec::Program program;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;       ///< time steps done
  bool stopped = false;              ///< `until` ended the run
  std::vector<golden::Pass> passes;  ///< where there are monitors
  std::int64_t cell_updates = 0;
  double seconds = 0;
  std::vector<FieldCounts> fields;
  std::vector<std::string> written;
};

Result<GoldenReport> golden(const RunOptions& options, Diagnostics& diagnostics);

/// What stands around the core: test bench streams, or the shell with DRAM behind it; kBoard: and a host behind PCIe.
enum class Memory : std::uint8_t { kIdeal, kDdr, kBoard };

struct SimOptions {
  RunOptions run;
  runner::Hdl hdl = runner::Hdl::kVerilog;
  runner::Simulator simulator = runner::Simulator::kVerilator;
  bool native_operators = false;
  bool quickest = false;  ///< native operators or not, whichever is there or is compiled faster
  bool use_cache = true;
  bool random_stalls = false;  ///< a second run with random stalls on input and output
  double stall_probability = 0.3;
  std::string trace;
  Memory memory = Memory::kIdeal;
  std::string dram = "ddr4-2400";  ///< of each channel: a known part, or a file as sim/dram/parts has them
  std::string link = "pcie3x8";    ///< of a board's host: a known link, or a file as sim/system/links has them
  std::function<void(const std::string&)> log;
  bool check = true;  ///< compare with the golden engine; without it the engine is not run
  /// Opens a card that runs instead of a simulation, from its plan and the text of its manifest; `memory` is kBoard
  /// then.
  std::function<Result<std::unique_ptr<host::Backend>>(const Prepared& prepared, const std::string& manifest,
                                                       Diagnostics& diagnostics)>
      open_backend;
  /// For tests: changes the HDL before it is built, to prove that a fault is found.
  std::function<void(runner::Sources&)> edit_sources;
};

/// Where hardware and golden engine first disagree.
struct Fault {
  runner::Mismatch cell;
  std::int64_t step = 0;      ///< the first time step after which anything differs, from 0
  std::int64_t pass = 0;      ///< in which pass the run computed it
  std::int64_t executor = 0;  ///< and in which Executor
  std::string where;          ///< "unstalled" or "stalled"
};

/// Where a monitor first has other bits than the golden engine's.
struct MonitorFault {
  std::int64_t pass = 0;
  int monitor = -1;  ///< -1: the hardware made another number of passes
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::string where;  ///< "unstalled" or "stalled"
};

/// Of a run on a card, simulated or real.
struct CardReport {
  host::Counters counters;
  double dram_busy = 0;  ///< part of the DRAM's clocks in which data moved
  double time_ns = 0;    ///< the host's transfers too; of a simulated card simulated
  double bus_mhz = 0, kernel_mhz = 0;
  std::vector<std::string> notes;  ///< what went wrong without harm
};

struct SimReport {
  std::shared_ptr<const Prepared> prepared;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;       ///< time steps done
  bool stopped = false;              ///< `until` ended the run
  bool pass_by_pass = false;         ///< every pass was a run of its own; cycles are summed
  std::vector<golden::Pass> passes;  ///< the golden engine's, where there are monitors
  plan::RunSettings settings;
  runner::Outcome measured;                ///< the unstalled run
  std::optional<CardReport> card;          ///< with memory: of the unstalled run
  std::optional<runner::Outcome> stalled;  ///< the run with stalls
  bool checked = true;                     ///< compared with the golden engine
  std::string failure;                     ///< a run that did not end as it should
  std::int64_t mismatches = 0;
  std::int64_t unknown = 0;  ///< cells with X or U
  std::int64_t ignored = 0;  ///< cells that were not compared: `border: ignore` left them open
  std::optional<Fault> fault;
  std::optional<MonitorFault> monitor_fault;
  std::int64_t cell_updates = 0;
  /// With ideal memory exactly so many, without stalls (model/cycles.hpp); 0: unknown, as passes wait for each other on
  /// a large grid.
  std::int64_t predicted_cycles = 0;
  std::int64_t cycle_bound = 0;  ///< pass_cycles x passes + total lag + Kernel latencies + 64; pass by pass: of each
  bool from_cache = false;
  bool native_operators = false;  ///< float arithmetic was the CPU's
  double build_seconds = 0;
  double golden_seconds = 0;
  std::vector<FieldCounts> fields;  ///< of what the hardware computed
  std::vector<std::string> written;

  [[nodiscard]] bool match() const { return mismatches == 0 && unknown == 0 && !monitor_fault && failure.empty(); }
  [[nodiscard]] bool within_bound() const { return measured.cycles <= cycle_bound; }
  [[nodiscard]] double efficiency() const;
};

/// Simulates the core and compares every output with the golden engine. Output files are written
/// only if everything agrees.
Result<SimReport> simulate(const SimOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
