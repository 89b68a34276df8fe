// Runs hardware and compares the results with golden ones.
#include "driver/simulate/simulate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "driver/data/arrays.hpp"
#include "driver/data/snapshots.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "driver/simulate/checkpoint.hpp"
#include "driver/simulate/estimate.hpp"
#include "driver/simulate/golden_run.hpp"
#include "driver/simulate/hardware.hpp"
#include "driver/simulate/in_parts.hpp"
#include "driver/simulate/passes.hpp"
#include "frontend/board/wiring_file.hpp"
#include "golden/engine.hpp"
#include "model/cycles.hpp"
#include "plan/plan.hpp"
#include "runner/folder.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kMoreCycles = 64;  ///< margin of a run beyond the counted cycles

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// The golden engine's results of a run.
struct GoldenResults {
  golden::MonitoredRun run;
  RunNotes notes;
};

/// Runs the hardware and the comparisons of one `sim`.
class Session {
 public:
  Session(const SimOptions& options, const RunData& data, Hardware hardware, SimReport& report)
      : options_(options), data_(data), hardware_(std::move(hardware)), report_(report) {}

  [[nodiscard]] RunNotes fresh_notes() const { return {report_.prepared->stencil(), options_.run, data_}; }

  /// Runs the hardware; probes and snapshots go to `notes`.
  Result<runner::Outcome> hardware(std::int64_t iterations, double stalls, bool shown, RunNotes& notes,
                                   Diagnostics& diagnostics) const {
    const plan::Plan& plan = report_.prepared->plan;
    auto settings = contract::run_settings(plan.core, data_.extents, iterations, diagnostics);
    if (!settings) return Failure{};
    runner::Run run;
    run.extents = data_.extents;
    run.settings = *settings;
    run.params = data_.params;
    run.inputs = data_.inputs;
    run.stall_in = stalls;
    run.stall_out = stalls;
    run.seed = options_.run.seed;
    if (shown) run.progress = options_.run.progress;
    const auto all_passes = [&] {
      if (notes.in_parts()) return run_in_parts(hardware_, plan.core, run, iterations, notes);
      return report_.prepared->stencil().decides_between_passes() ? by_pass(run, iterations) : hardware_(run);
    };
    if (!shown || stalls > 0 || options_.trace.empty()) return all_passes();
    // Waveforms are written next to their final path, so that an interrupted run keeps the old file.
    const std::filesystem::path place = real_place(options_.trace);
    const runner::TemporaryFolder beside(place.parent_path());
    run.trace = (beside.path() / "wave").string();
    run.trace_shown = options_.trace;
    runner::Outcome outcome = all_passes();
    std::error_code error;
    std::filesystem::rename(run.trace, place, error);
    if (error) throw EnvironmentError(fmt::format("cannot write {}: {}", options_.trace, error.message()));
    return outcome;
  }

  /// One run per pass, as the host does: monitors are read and parameters written between them.
  runner::Outcome by_pass(runner::Run run, std::int64_t iterations) const {
    const plan::Plan& plan = report_.prepared->plan;
    const spec::Stencil& stencil = report_.prepared->stencil();
    const contract::RunSettings whole = run.settings;
    runner::Outcome sum;
    sum.ended = true;
    golden::Pass pass;
    for (std::int64_t i = 0; i < whole.passes; ++i) {
      run.settings = contract::one_pass(plan.core, whole, i);
      add_pass(sum, hardware_(run), i);
      // The hardware gives monitors once per pass, but a description may have none.
      if (stencil.monitors.empty()) sum.monitors.emplace_back();
      if (!sum.ended || sum.monitors.size() != static_cast<std::size_t>(i + 1)) break;
      pass.steps += golden::pass_steps(stencil, iterations, i);
      pass.params = run.params;
      pass.monitors = sum.monitors.back();
      golden::Decision decision = golden::after_pass(stencil, data_.extents, pass);
      if (decision.stop) break;
      run.params = std::move(decision.params);
      continue_from(sum, run);
    }
    return sum;
  }

  /// Compares every bit of every monitor after every pass.
  void judge_monitors(const runner::Outcome& outcome, const std::vector<golden::Pass>& expected,
                      const char* where) const {
    if (report_.monitor_fault || !outcome.ended) return;
    // A card's registers hold the monitors of the last pass.
    if (options_.memory != Memory::kIdeal && !report_.pass_by_pass && expected.size() > 1)
      return judge_monitors(outcome, {expected.back()}, where);
    for (std::size_t pass = 0; pass < std::max(outcome.monitors.size(), expected.size()); ++pass) {
      MonitorFault fault{static_cast<std::int64_t>(pass), -1, 0, 0, where};
      if (pass >= outcome.monitors.size() || pass >= expected.size()) {
        report_.monitor_fault = fault;
        return;
      }
      for (std::size_t m = 0; m < expected[pass].monitors.size(); ++m) {
        fault.monitor = static_cast<int>(m);
        fault.expected = expected[pass].monitors[m];
        fault.got = outcome.monitors[pass].at(m);
        if (fault.expected == fault.got) continue;
        report_.monitor_fault = fault;
        return;
      }
    }
  }

  /// Compares the records of a run with correct results.
  void judge_notes(const RunNotes& read, const RunNotes& expected, const golden::Masks& ignored,
                   const char* where) const {
    if (!expected.in_parts()) return;
    if (!report_.probes.empty()) report_.ignored_probes = expected.left_out(ignored);
    const std::string difference = expected.difference(read, ignored);
    if (!difference.empty() && report_.failure.empty()) report_.failure = fmt::format("{} run: {}", where, difference);
  }

  /// Finds the pass and Executor that computed the time step of `fault`.
  void place(Fault& fault) const {
    const contract::CoreInterface& core = report_.prepared->plan.core;
    std::int64_t begin = 0;
    const auto look = [&](std::int64_t end, const contract::RunSettings& part) {
      if (fault.step >= end) {
        fault.pass += part.passes;
        begin = end;
        return true;
      }
      const std::int64_t position = fault.step - begin + part.bypass;
      fault.pass += position / core.steps;
      fault.executor = position % core.steps;
      return false;
    };
    if (const RunNotes notes = fresh_notes(); notes.in_parts())
      for_each_part(core, data_.extents, report_.iterations, notes, look);
    else
      look(report_.iterations, report_.settings);
  }

  /// Adds the faults of `outcome` and of its records to the report.
  void judge(const runner::Outcome& outcome, const RunNotes& read, const GoldenResults& expectation, double stalls,
             Diagnostics& diagnostics) const {
    const golden::MonitoredRun& run = expectation.run;
    const std::map<int, golden::Grid>& expected = run.results;
    const char* const where = stalls > 0 ? "stalled" : "unstalled";
    if (!outcome.ended && report_.failure.empty()) report_.failure = fmt::format("{} run: {}", where, outcome.failure);
    // A failed run on a card leaves no arrays.
    if (!options_.check || (!outcome.ended && outcome.outputs.empty())) return;
    const golden::Masks ignored = golden::ignored(report_.prepared->reference(), data_.extents, run.iterations);
    report_.ignored = golden::count(ignored);
    for (const runner::Unknown& u : outcome.unknown) {
      const auto mask = ignored.find(u.array);
      if (mask == ignored.end() || mask->second[static_cast<std::size_t>(u.cell)] == 0) ++report_.unknown;
    }
    judge_monitors(outcome, run.passes, where);
    const int lanes = report_.prepared->plan.core.cells_per_cycle;
    const runner::Comparison found = runner::compare(expected, outcome.outputs, lanes, ignored);
    report_.mismatches += found.mismatches;
    if (outcome.ended && found.mismatches == 0) judge_notes(read, expectation.notes, ignored, where);
    if (!outcome.ended || found.mismatches == 0 || report_.fault) return;
    const auto compare_after = [&](std::int64_t iterations) {
      RunNotes unread = fresh_notes();
      const auto again = hardware(iterations, stalls, false, unread, diagnostics);
      return runner::compare(golden_run(report_.prepared->reference(), data_, iterations).results, again->outputs,
                             lanes, golden::ignored(report_.prepared->reference(), data_.extents, iterations));
    };
    const auto differs = [&](std::int64_t iterations) { return compare_after(iterations).mismatches > 0; };
    const std::int64_t first = runner::first_wrong_iteration(run.iterations, differs);
    Fault fault;
    fault.cell = *found.first;
    if (first != run.iterations) fault.cell = *compare_after(first).first;
    fault.step = first - 1;
    place(fault);
    fault.where = where;
    report_.fault = fault;
  }

 private:
  const SimOptions& options_;
  const RunData& data_;
  Hardware hardware_;
  SimReport& report_;
};

/// Whether the options are consistent.
bool check_options(const SimOptions& options, Diagnostics& diagnostics) {
  const auto refuse = [&](const char* option, const char* message) {
    diagnostics.error(Code::kOptionConflict, {option}, message);
  };
  const bool verilator = options.simulator == runner::Simulator::kVerilator;
  if (options.native_operators && (!verilator || options.hdl != runner::Hdl::kVerilog)) {
    refuse("--operators native", "native operators need --simulator verilator and --hdl verilog");
  }
  if (options.simulator == runner::Simulator::kIcarus && options.hdl != runner::Hdl::kVerilog) {
    refuse("--simulator icarus", "Icarus needs --hdl verilog");
  }
  if (options.simulator == runner::Simulator::kGhdl && options.hdl != runner::Hdl::kVhdl) {
    refuse("--simulator ghdl", "GHDL needs --hdl vhdl");
  }
  if (!options.trace.empty() && !verilator) refuse("--trace", "waveforms need --simulator verilator");
  if (options.memory == Memory::kIdeal) return !diagnostics.has_errors();
  if (!verilator) refuse("--memory", "a simulated card needs --simulator verilator");
  if (!options.trace.empty()) refuse("--memory", "waveforms need --memory ideal");
  return !diagnostics.has_errors();
}

/// Checks, before minutes of compilation, that the waveforms can be written. Throws EnvironmentError.
void check_place_of_trace(const std::string& trace) {
  if (trace.empty()) return;
  const std::filesystem::path folder = real_place(trace).parent_path();
  errno = 0;
  if (::access(folder.c_str(), W_OK | X_OK) != 0 || !std::filesystem::is_directory(folder))
    throw EnvironmentError(fmt::format("cannot write {}: {}: {}", trace, folder.string(),
                                       errno == 0 ? "not a folder" : std::strerror(errno)));
}

/// The observed part of an unchecked run: the passes whose monitors were read.
golden::MonitoredRun observed_run(const spec::Program& program, const RunData& data, const runner::Outcome& outcome) {
  golden::MonitoredRun run;
  run.iterations = data.iterations;
  if (!program.decides_between_passes()) {
    if (!outcome.monitors.empty()) run.passes.push_back({data.iterations, data.params, outcome.monitors.back()});
    return run;
  }
  golden::Pass pass;
  pass.params = data.params;
  for (const auto& monitors : outcome.monitors) {
    pass.steps += golden::pass_steps(program, data.iterations, static_cast<std::int64_t>(run.passes.size()));
    pass.monitors = monitors;
    run.passes.push_back(pass);
    golden::Decision decision = golden::after_pass(program, data.extents, pass);
    run.stopped = decision.stop;
    pass.params = std::move(decision.params);
  }
  run.iterations = pass.steps;
  return run;
}

bool has_self_test(const plan::Plan& plan) { return plan.shell && !plan.shell->self_test.blocks.empty(); }

/// Sets the passes of the runs between probes and snapshots, and the cycles that they may take.
void note_parts(const contract::CoreInterface& core, const RunData& data, const RunNotes& notes, SimReport& report) {
  report.settings.passes = report.settings.bypass = 0;
  for_each_part(core, data.extents, report.iterations, notes, [&](std::int64_t, const contract::RunSettings& part) {
    report.settings.passes += part.passes;
    report.settings.bypass += part.bypass;
    report.cycle_bound += part.pass_cycles * part.passes + part.total_lag + core.total_latency + kMoreCycles;
    return true;
  });
}

/// Sets steps, passes and the limit of cycles for the hardware from the golden run.
void note_passes(const golden::MonitoredRun& run, const RunNotes& notes, const contract::CoreInterface& core,
                 const RunData& data, SimReport& report) {
  report.iterations = run.iterations;
  report.stopped = run.stopped;
  report.passes = run.passes;
  report.pass_by_pass = report.prepared->stencil().decides_between_passes();
  if (report.pass_by_pass) report.settings.passes = static_cast<std::int64_t>(run.passes.size());
  report.cell_updates = data.extents[0] * data.extents[1] * data.extents[2] * (run.iterations - data.first_step);
  if (notes.in_parts()) return note_parts(core, data, notes, report);
  const std::int64_t passes = report.settings.passes;
  const model::IdealCycles ideal =
      model::ideal_cycles(report.prepared->plan, data.extents, report.settings, report.pass_by_pass);
  report.predicted_cycles = ideal.exact ? ideal.cycles : 0;
  const std::int64_t way = report.settings.total_lag + core.total_latency + kMoreCycles;
  report.cycle_bound = report.pass_by_pass
                           ? (contract::one_pass(core, report.settings, 0).ideal_cycles + kMoreCycles) * passes
                           : report.settings.pass_cycles * passes + way;
}

/// Prepares the design that `options` describe, and reads or generates its data.
Result<RunData> prepare_run(SimOptions& options, SimReport& report, Diagnostics& diagnostics) {
  auto prepared = prepare_for(options, diagnostics);
  if (!prepared) return Failure{};
  report.prepared = *std::move(prepared);
  const auto extents = chosen_extents(*report.prepared, options.run.extents, diagnostics);
  if (!extents || !check_memory(*report.prepared, *extents, diagnostics)) return Failure{};
  if (options.memory != Memory::kIdeal && !options.open_backend &&
      !memory_options(options, *report.prepared, diagnostics))
    return Failure{};
  if (options.memory != Memory::kIdeal && !options.open_backend) {
    report.dram = simulated_dram(options, *report.prepared);
    report.has_serial_line = frontend::has_uart(report.prepared->stencil().hardware.board.path().string());
  }
  auto data = load_run(*report.prepared, options.run, diagnostics);
  if (!data) return Failure{};
  const auto settings =
      contract::run_settings(report.prepared->plan.core, data->extents, data->iterations, diagnostics);
  if (!settings) return Failure{};
  report.extents = data->extents;
  report.settings = *settings;
  report.probes = options.run.probes;
  if (!check_notes(report.prepared->stencil(), options.run, *data, true, diagnostics)) return Failure{};
  if (options.run.checkpoint.empty() || !options.check) return data;
  return diagnostics.error(Code::kOptionConflict, {"--checkpoint"},
                           "a checked run computes every step with the golden engine too",
                           {"only run --no-check and golden can be saved and resumed"});
}

}  // namespace

double SimReport::efficiency() const {
  const contract::CoreInterface& core = prepared->plan.core;
  if (measured.cycles == 0) return 0;
  return static_cast<double>(cell_updates) / (static_cast<double>(measured.cycles) * core.cells_per_cycle * core.steps);
}

Result<SimReport> simulate(const SimOptions& requested, Diagnostics& diagnostics) {
  if (!check_options(requested, diagnostics)) return Failure{};
  check_place_of_trace(requested.trace);
  SimOptions options = requested;
  SimReport report;
  auto data = prepare_run(options, report, diagnostics);
  if (!data) return Failure{};
  const spec::Stencil& stencil = report.prepared->stencil();
  const contract::CoreInterface& core = report.prepared->plan.core;
  // The engine knows which cells of a snapshot are undefined.
  const golden::Masks open = options.check && options.run.every > 0
                                 ? golden::ignored(report.prepared->reference(), data->extents, data->iterations)
                                 : golden::Masks{};
  RunNotes unread(stencil, options.run, *data);
  unread.leave_out(open);
  GoldenResults expected{{}, unread};
  RunNotes read = unread, read_stalled = unread;
  read.write_snapshots(!options.check);
  if (!use_checkpoint(stencil, *report.prepared->origin, options.run, *data, read, diagnostics)) return Failure{};
  if (options.log && !options.open_backend && !options.open_line) {
    if (const std::string text = long_run_text(options, report, *data); !text.empty()) options.log(text);
  }
  const auto opened = open_hardware(options, report, diagnostics);
  if (!opened) return Failure{};
  if (options.self_test && opened->card && has_self_test(report.prepared->plan)) {
    report.self_test = opened->card->self_test();
    if (report.ended_by_self_test()) {
      report.failure = "self-test: " + report.self_test->text();
      return report;
    }
  }

  const auto begin = Clock::now();
  if (options.check)
    expected.run = golden_run(report.prepared->reference(), *data, data->iterations, options.run, &expected.notes);
  report.checked = options.check;
  report.golden_seconds = seconds_since(begin);
  const Session session(options, *data, opened->runs, report);
  auto measured = session.hardware(data->iterations, 0, true, read, diagnostics);
  if (!measured) return Failure{};
  report.measured = *std::move(measured);
  if (!options.check) expected.run = observed_run(stencil, *data, report.measured);
  note_passes(expected.run, unread, core, *data, report);
  if (opened->card) report.card = opened->card->report();
  session.judge(report.measured, read, expected, 0, diagnostics);
  if (options.random_stalls) {
    auto stalled = session.hardware(data->iterations, options.stall_probability, true, read_stalled, diagnostics);
    if (!stalled) return Failure{};
    report.stalled = *std::move(stalled);
    session.judge(*report.stalled, read_stalled, expected, options.stall_probability, diagnostics);
  }
  if (opened->line) report.line = LineReport{opened->line->notes()};
  report.fields = count_fields(stencil, report.measured.outputs);
  if (report.match()) report.written = read.finish(report.measured.outputs);
  return report;
}

}  // namespace rtlgen::driver
