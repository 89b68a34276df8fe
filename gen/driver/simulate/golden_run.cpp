// Golden runs, with or without monitors.
#include "driver/simulate/golden_run.hpp"

#include <fmt/format.h>

#include <chrono>

#include "analysis/sharing/sharing.hpp"
#include "driver/data/arrays.hpp"
#include "driver/data/given_data.hpp"
#include "driver/data/snapshots.hpp"
#include "driver/prepare/description.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/checkpoint.hpp"
#include "driver/simulate/shown.hpp"
#include "driver/simulate/simulate.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

golden::MonitoredRun golden_run(const spec::Program& program, const RunData& data, std::int64_t iterations,
                                const RunOptions& shown_as, RunNotes* notes, const std::map<int, std::uint8_t*>& into) {
  golden::MonitoredRun result;
  shown(shown_as.progress, "golden engine", [&](golden::Options options) {
    if (shown_as.watch) options.progress = shown_as.watch;
    options.first_step = data.first_step;
    options.into = into;
    if (notes != nullptr && notes->in_parts()) {
      options.observe = [notes](std::int64_t steps, const golden::Look& look) {
        notes->note(steps, [&](int array) -> const golden::Grid& { return look(spec::ArrayId(array)); });
      };
    }
    if (!golden::acts_after_passes(program)) {
      result.results =
          golden::run_views(program, data.extents, data.views(), iterations - data.first_step, data.params, options);
      result.iterations = iterations;
    } else {
      result =
          golden::run_monitored(program, data.extents, data.inputs, iterations - data.first_step, data.params, options);
      result.iterations += data.first_step;
      for (golden::Pass& pass : result.passes) pass.steps += data.first_step;
    }
  });
  if (notes != nullptr)
    notes->note_end(result.iterations, [&](int array) -> const golden::Grid& { return result.results.at(array); });
  return result;
}

namespace {

/// Whether every field that a run of no time steps writes has start data; reports those that have none.
bool have_start(const spec::Program& program, const std::vector<FieldFile>& outputs, Diagnostics& diagnostics) {
  for (const FieldFile& output : outputs) {
    const spec::Array& array = program.arrays[spec::ArrayId(output.arrays.front())];
    if (array.role == spec::Role::kState) continue;
    diagnostics.error(Code::kIterationsOutOfRange, {"--output"},
                      fmt::format("'{}' has no value before the first time step", array.shown()),
                      {"run at least one: --iterations 1"});
  }
  return !diagnostics.has_errors();
}

/// A run of no time steps: the state fields' start data.
golden::MonitoredRun start_of(const spec::Program& program, const RunData& data, RunNotes& notes) {
  golden::MonitoredRun run;
  for (const auto& [array, grid] : data.inputs) {
    if (program.arrays[spec::ArrayId(array)].role == spec::Role::kState) run.results.emplace(array, grid);
  }
  notes.note_end(0, [&](int array) -> const golden::Grid& { return run.results.at(array); });
  return run;
}

}  // namespace

namespace {

/// Whether the run can continue after `first_step` steps; reports RG0842 if not.
bool may_go_on(const spec::Program& program, RunData& data, std::int64_t first_step, Diagnostics& diagnostics) {
  if (first_step == 0) return true;
  if (program.decides_between_passes()) {
    diagnostics.error(Code::kSnapshotsUnavailable, {},
                      "a run with monitors that act must begin with its first time step",
                      {"`until` and `next` depend on the passes before; leave them out to see the fields in between"});
    return false;
  }
  data.first_step = first_step;
  return true;
}

}  // namespace

Result<GoldenReport> golden(const RunOptions& options, Diagnostics& diagnostics) {
  const auto description = read(options.source, diagnostics);
  if (!description) return Failure{};
  return golden(*description, options, 0, diagnostics);
}

Result<GoldenReport> golden(const Description& description, const RunOptions& options, std::int64_t first_step,
                            Diagnostics& diagnostics) {
  GoldenReport report;
  report.program = analysis::reference_of(description.stencil);
  RunOptions run_options = options;
  run_options.may_be_start = true;
  auto data = load_lent_run(report.program, description.stencil.hardware.extents, run_options, diagnostics);
  if (!data) return Failure{};
  if (golden::acts_after_passes(report.program) || data->iterations == 0) data->copy_lent();
  report.extents = data->extents;
  if (data->iterations == 0 && !have_start(report.program, data->outputs, diagnostics)) return Failure{};
  if (!check_notes(report.program, options, *data, false, diagnostics)) return Failure{};
  if (!may_go_on(report.program, *data, first_step, diagnostics)) return Failure{};
  RunNotes notes(report.program, options, *data);
  notes.write_snapshots(true);
  if (!use_checkpoint(report.program, description.origin, options, *data, notes, diagnostics)) return Failure{};
  const bool is_plain =
      data->iterations > 0 && data->outputs.empty() && !notes.in_parts() && !golden::acts_after_passes(report.program);
  std::map<int, std::uint8_t*> into;
  if (is_plain && options.given) into = memory_for(report.program, options.given->outs, data->extents);
  const auto begin = std::chrono::steady_clock::now();
  auto run = data->iterations == 0 ? start_of(report.program, *data, notes)
                                   : golden_run(report.program, *data, data->iterations, options, &notes, into);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  report.iterations = run.iterations;
  report.stopped = run.stopped;
  report.passes = std::move(run.passes);
  report.cell_updates = data->extents[0] * data->extents[1] * data->extents[2] * (report.iterations - data->first_step);
  std::map<int, golden::GridView> results = golden::views_of(run.results);
  for (const auto& [index, memory] : into) {
    const spec::Array& array = report.program.arrays[spec::ArrayId(index)];
    results.emplace(index, golden::GridView(array.type, data->extents, memory));
    report.delivered.push_back(array.shown());
  }
  if (options.count_cells) report.fields = count_fields(report.program, results);
  report.written = notes.finish(run.results);
  report.results = std::move(run.results);
  return report;
}

}  // namespace rtlgen::driver
