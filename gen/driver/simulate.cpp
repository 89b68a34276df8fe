// Golden runs, and simulations compared with them.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "driver/arrays.hpp"
#include "driver/driver.hpp"
#include "driver/hdl.hpp"
#include "frontend/frontend.hpp"
#include "golden/engine.hpp"

namespace rtlgen::driver {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The golden engine's results for a run of any number of iterations.
std::map<int, golden::Grid> golden_run(const spec::Stencil& stencil, const RunData& data, std::int64_t iterations,
                                       const std::string& progress = "none") {
  golden::Options options;
  const bool bar = progress == "bar";
  auto last = Clock::now();
  bool drawn = false;
  if (progress != "none") {
    options.progress = [&](std::int64_t done, std::int64_t total) {
      if (seconds_since(last) < (bar ? 0.2 : 5.0)) return;
      last = Clock::now();
      drawn = bar;
      std::fputs(fmt::format("{}golden: step {} of {}{}", bar ? "\r" : "", done, total, bar ? "" : "\n").c_str(), stderr);
    };
  }
  auto result = golden::run(stencil, data.extents, data.inputs, iterations, data.params, options);
  if (drawn) std::fprintf(stderr, "\r%40s\r", "");
  return result;
}

/// Runs the hardware and the comparisons of one `sim`.
class Session {
 public:
  Session(const SimOptions& options, const RunData& data, const runner::Simulation& simulation, SimReport& report)
      : options_(options), data_(data), simulation_(simulation), report_(report) {}

  Result<runner::Outcome> hardware(std::int64_t iterations, double stalls, bool shown, Diagnostics& diagnostics) const {
    const plan::Plan& plan = report_.prepared->plan;
    auto settings = plan::run_settings(plan.core, data_.extents, iterations, diagnostics);
    if (!settings) return Failure{};
    runner::Run run;
    run.extents = data_.extents;
    run.settings = *settings;
    run.params = data_.params;
    run.inputs = data_.inputs;
    run.stall_in = stalls;
    run.stall_out = stalls;
    run.seed = options_.run.seed;
    if (shown && stalls == 0) run.trace = options_.trace;
    if (shown) run.progress = options_.run.progress;
    return simulation_.run(run);
  }

  /// Adds what is wrong with `outcome` to the report.
  void judge(const runner::Outcome& outcome, const std::map<int, golden::Grid>& expected, double stalls,
             Diagnostics& diagnostics) const {
    const char* const where = stalls > 0 ? "stalled" : "unstalled";
    if (!outcome.ended && report_.failure.empty()) report_.failure = fmt::format("{} run: {}", where, outcome.failure);
    report_.unknown += static_cast<std::int64_t>(outcome.unknown.size());
    const int lanes = report_.prepared->plan.core.cells_per_cycle;
    const runner::Comparison found = runner::compare(expected, outcome.outputs, lanes);
    report_.mismatches += found.mismatches;
    if (!outcome.ended || found.mismatches == 0 || report_.fault) return;
    const auto differs = [&](std::int64_t iterations) {
      const auto again = hardware(iterations, stalls, false, diagnostics);
      const auto golden = golden_run(report_.prepared->stencil, data_, iterations);
      return runner::compare(golden, again->outputs, lanes).mismatches > 0;
    };
    const std::int64_t first = runner::first_wrong_iteration(data_.iterations, differs);
    Fault fault;
    fault.cell = *found.first;
    if (first != data_.iterations) {
      const auto again = hardware(first, stalls, false, diagnostics);
      fault.cell = *runner::compare(golden_run(report_.prepared->stencil, data_, first), again->outputs, lanes).first;
    }
    fault.step = first - 1;
    const std::int64_t position = fault.step + report_.settings.bypass;
    fault.pass = position / report_.prepared->plan.core.steps;
    fault.executor = position % report_.prepared->plan.core.steps;
    fault.where = where;
    report_.fault = fault;
  }

 private:
  const SimOptions& options_;
  const RunData& data_;
  const runner::Simulation& simulation_;
  SimReport& report_;
};

/// Does `stencil` fit what the options ask for?
bool check_options(const SimOptions& options, Diagnostics& diagnostics) {
  const auto refuse = [&](const char* option, const char* message) {
    diagnostics.error("RG0805", {option, 0, 0, 1}, message);
  };
  const bool verilator = options.simulator == runner::Simulator::kVerilator;
  if (options.native_operators && (!verilator || options.hdl != runner::Hdl::kVerilog)) {
    refuse("--operators native", "native operators need --simulator verilator and --hdl verilog");
  }
  if (options.simulator == runner::Simulator::kIcarus && options.hdl != runner::Hdl::kVerilog) {
    refuse("--simulator icarus", "Icarus simulates --hdl verilog");
  }
  if (options.simulator == runner::Simulator::kGhdl && options.hdl != runner::Hdl::kVhdl) {
    refuse("--simulator ghdl", "GHDL simulates --hdl vhdl");
  }
  if (!options.trace.empty() && !verilator) refuse("--trace", "waveforms need --simulator verilator");
  return !diagnostics.has_errors();
}

}  // namespace

double SimReport::efficiency() const {
  const plan::CoreInterface& core = prepared->plan.core;
  if (measured.cycles == 0) return 0;
  return static_cast<double>(cell_updates) /
         (static_cast<double>(measured.cycles) * core.cells_per_cycle * core.steps);
}

Result<GoldenReport> golden(const RunOptions& options, Diagnostics& diagnostics) {
  auto stencil = frontend::load_file(options.source.file, options.source.sets, diagnostics);
  if (!stencil) return Failure{};
  GoldenReport report;
  report.stencil = *std::move(stencil);
  const auto data = load_run(report.stencil, options, diagnostics);
  if (!data) return Failure{};
  report.extents = data->extents;
  report.iterations = data->iterations;
  report.cell_updates = data->extents[0] * data->extents[1] * data->extents[2] * data->iterations;
  const auto begin = Clock::now();
  const auto results = golden_run(report.stencil, *data, data->iterations, options.progress);
  report.seconds = seconds_since(begin);
  report.written = write_outputs(report.stencil, *data, results);
  return report;
}

Result<SimReport> simulate(const SimOptions& options, Diagnostics& diagnostics) {
  if (!check_options(options, diagnostics)) return Failure{};
  auto prepared = prepare(options.run.source, diagnostics);
  if (!prepared) return Failure{};
  SimReport report;
  report.prepared = *std::move(prepared);
  const spec::Stencil& stencil = report.prepared->stencil;
  const plan::CoreInterface& core = report.prepared->plan.core;
  const auto data = load_run(stencil, options.run, diagnostics);
  if (!data) return Failure{};
  auto settings = plan::run_settings(core, data->extents, data->iterations, diagnostics);
  if (!settings) return Failure{};
  report.extents = data->extents;
  report.iterations = data->iterations;
  report.settings = *settings;
  report.cell_updates = data->extents[0] * data->extents[1] * data->extents[2] * data->iterations;
  report.cycle_bound = report.settings.frame.words() * report.settings.passes + report.settings.total_lag +
                       core.total_latency + 64;

  runner::Sources sources = core_sources(*report.prepared, options.run.source, options.hdl);
  if (options.edit_sources) options.edit_sources(sources);
  runner::BuildOptions build;
  build.simulator = options.simulator;
  build.native_operators = options.native_operators;
  build.trace = !options.trace.empty();
  build.use_cache = options.use_cache;
  build.log = options.log;
  auto begin = Clock::now();
  const auto simulation = runner::Simulation::build(report.prepared->plan, sources, build);
  report.build_seconds = seconds_since(begin);
  report.from_cache = simulation.from_cache();

  begin = Clock::now();
  const auto expected = golden_run(stencil, *data, data->iterations, options.run.progress);
  report.golden_seconds = seconds_since(begin);
  const Session session(options, *data, simulation, report);
  auto measured = session.hardware(data->iterations, 0, true, diagnostics);
  if (!measured) return Failure{};
  report.measured = *std::move(measured);
  session.judge(report.measured, expected, 0, diagnostics);
  if (options.random_stalls) {
    auto stalled = session.hardware(data->iterations, options.stall_probability, true, diagnostics);
    if (!stalled) return Failure{};
    report.stalled = *std::move(stalled);
    session.judge(*report.stalled, expected, options.stall_probability, diagnostics);
  }
  if (report.match()) report.written = write_outputs(stencil, *data, report.measured.outputs);
  return report;
}

}  // namespace rtlgen::driver
