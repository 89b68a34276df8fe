// Runs of the golden engine, and of the simulated hardware, compared bit by bit.
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
  std::vector<golden::Pass> passes;  ///< if there are monitors
  std::int64_t cell_updates = 0;
  double seconds = 0;
  std::vector<FieldCounts> fields;
  std::vector<std::string> written;
  std::map<int, golden::Grid> results;  ///< final state and output arrays by array index, but for `delivered`
  std::vector<std::string> delivered;   ///< fields whose results are in memory that was given for them
};

Result<GoldenReport> golden(const RunOptions& options, Diagnostics& diagnostics);

/// The first difference between hardware and golden engine.
struct Fault {
  runner::Mismatch cell;
  std::int64_t step = 0;      ///< the first time step after which anything differs, counted from 0
  std::int64_t pass = 0;      ///< the pass that computed it
  std::int64_t executor = 0;  ///< the Executor that computed it
  std::string where;          ///< "unstalled" or "stalled"
};

/// The first monitor value that differs from the golden engine's.
struct MonitorFault {
  std::int64_t pass = 0;
  int monitor = -1;  ///< -1: the hardware made a different number of passes
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::string where;  ///< "unstalled" or "stalled"
};

/// A run on a card, simulated or real.
struct CardReport {
  host::Counters counters;
  double dram_busy = 0;  ///< fraction of the DRAM's clocks in which data moved
  double time_ns = 0;    ///< including transfers by the host; simulated time for a simulated card
  double bus_mhz = 0, kernel_mhz = 0;
  std::vector<std::string> notes;  ///< harmless faults
};

/// A run of a core on a serial line; nothing counts its cycles.
struct LineReport {
  std::vector<std::string> notes;  ///< harmless faults
};

struct SimReport {
  std::shared_ptr<const Prepared> prepared;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;       ///< time steps done
  bool stopped = false;              ///< `until` ended the run
  bool pass_by_pass = false;         ///< every pass was a separate run; cycles are summed
  std::vector<golden::Pass> passes;  ///< passes of the golden engine, if there are monitors
  std::string
      probes;  ///< the file for their values, which makes a separate run for each time that one is due; "": none
  contract::RunSettings settings;           ///< with probes: passes and bypass are sums over the runs
  runner::Outcome measured;                 ///< the unstalled run
  std::string dram;                         ///< DRAM of each channel of a simulated card
  bool has_serial_line = false;             ///< with memory: the board's link to its host, which is not simulated
  std::optional<CardReport> card;           ///< with memory: for the unstalled run
  std::optional<LineReport> line;           ///< for a board without memory
  std::optional<runner::Outcome> stalled;   ///< the run with stalls
  std::optional<host::SelfTest> self_test;  ///< if a card has hard blocks, unless it was skipped
  bool checked = true;                      ///< compared with the golden engine
  std::string failure;                      ///< error that ended a run
  std::int64_t mismatches = 0;
  std::int64_t unknown = 0;  ///< cells with X or U
  std::int64_t ignored = 0;  ///< cells that were not compared, because `border: ignore` leaves them undefined
  std::vector<std::string> ignored_probes;  ///< names of the probes in such cells, which were not compared either
  std::optional<Fault> fault;
  std::optional<MonitorFault> monitor_fault;
  std::int64_t cell_updates = 0;
  /// The exact number with ideal memory and without stalls (model/cycles.hpp); 0: unknown, because passes wait for each
  /// other on a large grid.
  std::int64_t predicted_cycles = 0;
  std::int64_t cycle_bound = 0;  ///< pass_cycles x passes + total lag + Kernel latencies + 64; if pass by pass, per run
  bool from_cache = false;
  bool native_operators = false;  ///< float arithmetic was done by the CPU
  double build_seconds = 0;
  double golden_seconds = 0;
  std::vector<FieldCounts> fields;  ///< counts over the hardware's results
  std::vector<std::string> written;

  /// The run stopped before moving data, because the card's hard blocks do not compute what is assumed.
  [[nodiscard]] bool ended_by_self_test() const { return self_test && !self_test->failures.empty(); }
  [[nodiscard]] bool match() const { return mismatches == 0 && unknown == 0 && !monitor_fault && failure.empty(); }
  [[nodiscard]] bool within_bound() const { return measured.cycles <= cycle_bound; }
  [[nodiscard]] double efficiency() const;
};

/// Simulates the core and compares every output with the golden engine. Output files are written only if everything
/// agrees.
Result<SimReport> simulate(const SimOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
