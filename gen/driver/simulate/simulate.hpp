// Runs: of the golden engine, and of the simulated hardware beside it, bit by bit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/run_settings.hpp"
#include "driver/data/field_counts.hpp"
#include "driver/simulate/options.hpp"
#include "golden/monitored.hpp"
#include "host/host.hpp"
#include "runner/compare.hpp"
#include "runner/runner.hpp"
#include "spec/program.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

struct Prepared;

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
  std::map<int, golden::Grid> results;  ///< final state and output arrays by array index, but for `delivered`
  std::vector<std::string> delivered;   ///< fields whose results are in memory that was given for them
};

Result<GoldenReport> golden(const RunOptions& options, Diagnostics& diagnostics);

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
  std::vector<std::string> notes;  ///< harmless faults
};

/// Of a core behind a serial line: nothing counts its cycles.
struct LineReport {
  std::vector<std::string> notes;  ///< harmless faults
};

struct SimReport {
  std::shared_ptr<const Prepared> prepared;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;              ///< time steps done
  bool stopped = false;                     ///< `until` ended the run
  bool pass_by_pass = false;                ///< every pass was a run of its own; cycles are summed
  std::vector<golden::Pass> passes;         ///< the golden engine's, where there are monitors
  std::string probes;                       ///< where their values go: a run for each time that one is due; "": nowhere
  contract::RunSettings settings;           ///< with probes: passes and bypass are sums over the runs
  runner::Outcome measured;                 ///< the unstalled run
  std::string dram;                         ///< of each channel of a simulated card
  std::optional<CardReport> card;           ///< with memory: of the unstalled run
  std::optional<LineReport> line;           ///< without memory, on a board
  std::optional<runner::Outcome> stalled;   ///< the run with stalls
  std::optional<host::SelfTest> self_test;  ///< with hard blocks on a card, unless it was skipped
  bool checked = true;                      ///< compared with the golden engine
  std::string failure;                      ///< a run that ended with an error
  std::int64_t mismatches = 0;
  std::int64_t unknown = 0;                 ///< cells with X or U
  std::int64_t ignored = 0;                 ///< cells that were not compared: `border: ignore` left them open
  std::vector<std::string> ignored_probes;  ///< names of the probes of such cells, which were not compared either
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

  /// No data has been moved: the card's hard blocks compute something else than is assumed.
  [[nodiscard]] bool ended_by_self_test() const { return self_test && !self_test->failures.empty(); }
  [[nodiscard]] bool match() const { return mismatches == 0 && unknown == 0 && !monitor_fault && failure.empty(); }
  [[nodiscard]] bool within_bound() const { return measured.cycles <= cycle_bound; }
  [[nodiscard]] double efficiency() const;
};

/// Simulates the core and compares every output with the golden engine. Output files are written
/// only if everything agrees.
Result<SimReport> simulate(const SimOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
