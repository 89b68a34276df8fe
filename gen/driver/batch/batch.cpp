// Reads, hands over, collects and compares the grids of a batch.
#include "driver/batch/batch.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "contract/shell.hpp"
#include "driver/batch/grid_names.hpp"
#include "driver/data/arrays.hpp"
#include "driver/data/given_data.hpp"
#include "driver/model/batch.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "driver/simulate/golden_run.hpp"
#include "driver/simulate/hardware.hpp"
#include "driver/simulate/simulate.hpp"
#include "golden/ignored.hpp"
#include "plan/plan.hpp"
#include "runner/compare.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// Grids that are read ahead: more would wait on the host.
constexpr std::size_t kAhead = 4;

bool check_options(const BatchOptions& options, const SimOptions& sim, Diagnostics& diagnostics) {
  const auto refuse = [&](bool wrong, const char* option, const char* what, const char* note) {
    if (wrong) diagnostics.error(Code::kOptionConflict, {option}, what, {note});
  };
  const RunOptions& run = options.card.run.run;
  refuse(!run.probes.empty(), "--probes", "a batch cannot write probes", "run the grids one by one");
  refuse(run.every > 0, "--every", "a batch cannot write snapshots", "run the grids one by one");
  refuse(!run.checkpoint.empty(), "--checkpoint", "a batch has no checkpoints",
         "outputs of grids that are done are written: run the remaining ones");
  refuse(sim.open_line != nullptr, "--batch", "the board has no memory, so its host has nothing to overlap",
         "run the grids one by one");
  return !diagnostics.has_errors();
}

class BatchRun {
 public:
  BatchRun(const BatchOptions& options, SimOptions sim) : options_(options), sim_(std::move(sim)) {}

  Result<BatchReport> run(Diagnostics& diagnostics) {
    report_.is_simulated = options_.card.backend == CardBackend::kSimulation;
    report_.checked = sim_.check;
    if (!prepare(diagnostics)) return Failure{};
    SimReport opening;
    opening.prepared = report_.prepared;
    const auto opened = open_hardware(sim_, opening, diagnostics);
    if (!opened) return Failure{};
    card_ = opened->card;
    report_.from_cache = opening.from_cache;
    report_.build_seconds = opening.build_seconds;
    if (!self_test()) return std::move(report_);
    const bool good = run_all(diagnostics);
    report_.notes = card_->notes();
    report_.has_device_failed = card_->has_device_failed();
    if (!good) return Failure{};
    return std::move(report_);
  }

 private:
  struct Handed {
    std::size_t number;
    RunData data;
  };

  bool prepare(Diagnostics& diagnostics) {
    auto prepared = prepare_for(sim_, diagnostics);
    if (!prepared) return false;
    report_.prepared = *std::move(prepared);
    const auto extents = chosen_extents(*report_.prepared, sim_.run.extents, diagnostics);
    if (!extents || !check_memory(*report_.prepared, *extents, diagnostics)) return false;
    const auto names = grid_names(sim_.run, options_.grids, diagnostics);
    if (!names || !check_for_batch(report_.prepared->plan, diagnostics)) return false;
    names_ = *names;
    if (!report_.is_simulated) return true;
    const auto memory = memory_options(sim_, *report_.prepared, diagnostics);
    if (!memory) return false;
    report_.dram = simulated_dram(sim_, *report_.prepared);
    clocks_ = {memory->kernel_mhz, memory->bus_mhz};
    return true;
  }

  bool self_test() {
    if (!sim_.self_test || report_.prepared->plan.shell->self_test.blocks.empty()) return true;
    report_.self_test = card_->self_test();
    if (!report_.self_test->failures.empty()) report_.failure = "self-test: " + report_.self_test->text();
    return report_.failure.empty();
  }

  bool run_all(Diagnostics& diagnostics) {
    bool good = true;
    for (std::size_t number = 0; good && number < names_.size(); ++number) {
      const RunOptions own = options_of_grid(sim_.run, names_, number);
      auto data = load_run(*report_.prepared, own, diagnostics);
      good = data && submit(number, *std::move(data), diagnostics);
      if (handed_.size() == kAhead) finish();
    }
    while (!handed_.empty()) finish();
    return good;
  }

  bool submit(std::size_t number, RunData data, Diagnostics& diagnostics) {
    const auto settings =
        contract::run_settings(report_.prepared->plan.core, data.extents, data.iterations, diagnostics);
    if (!settings) return false;
    if (number == 0) begin(data);
    runner::Run run;
    run.extents = data.extents;
    run.settings = *settings;
    run.params = data.params;
    run.inputs = data.inputs;
    run.seed = sim_.run.seed;
    run.progress = sim_.run.progress;
    card_->submit(run, shared_);
    handed_.push_back({number, std::move(data)});
    return true;
  }

  /// The first grid is there.
  void begin(const RunData& data) {
    const spec::Program& program = report_.prepared->reference();
    report_.extents = data.extents;
    report_.iterations = data.iterations;
    begin_ns_ = card_->now_ns();
    for (const spec::ArrayId id : program.arrays.ids()) {
      const spec::Array& array = program.arrays[id];
      if (array.role == spec::Role::kInput && !differs(program, id))
        shared_.insert(array.vector.empty() ? array.name : array.vector);
    }
    for (const spec::ArrayId id : program.arrays.ids()) {
      const spec::Array& array = program.arrays[id];
      if (array.role == spec::Role::kInput && differs(program, id))
        shared_.erase(array.vector.empty() ? array.name : array.vector);
    }
    if (report_.checked) ignored_ = golden::ignored(program, data.extents, data.iterations);
    report_.ignored = golden::count(ignored_);
    predict(data);
  }

  /// Whether the data of an input depend on the grid: by its file's name, or because they are random.
  [[nodiscard]] bool differs(const spec::Program& program, spec::ArrayId id) const {
    for (const std::string& option : sim_.run.inputs) {
      const auto named = arrays_named(program, option.substr(0, option.find('=')));
      if (std::find(named.begin(), named.end(), id) != named.end()) return is_of_grid(option);
    }
    return std::none_of(program.inputs.begin(), program.inputs.end(),
                        [&](const spec::DataSource& source) { return source.array == id; });
  }

  void predict(const RunData& data) {
    Diagnostics unused;
    model::BatchInput input;
    input.grids = static_cast<std::int64_t>(names_.size());
    input.time.link = link_of(sim_.link, unused);
    input.time.drams = model::find_drams(simulated_drams(sim_, report_.prepared->requested));
    if (!report_.is_simulated || input.time.drams.empty() || !input.time.link) return;
    input.time.plan = &report_.prepared->plan;
    input.time.extents = data.extents;
    input.time.iterations = data.iterations;
    input.time.kernel_mhz = clocks_.first;
    input.time.bus_mhz = clocks_.second;
    input.shared = shared_;
    if (auto time = model::batch_time(input, unused)) report_.predicted = *time;
  }

  void finish() {
    const Handed handed = std::move(handed_.front());
    handed_.pop_front();
    const runner::Outcome outcome = card_->finish();
    report_.time_ns = card_->now_ns() - begin_ns_;
    BatchGrid grid;
    grid.name = names_[handed.number];
    grid.failure = outcome.failure;
    if (outcome.ended) judge(handed.data, outcome, grid);
    report_.grids.push_back(std::move(grid));
  }

  void judge(const RunData& data, const runner::Outcome& outcome, BatchGrid& grid) {
    const Prepared& prepared = *report_.prepared;
    report_.cell_updates += data.extents[0] * data.extents[1] * data.extents[2] * data.iterations;
    if (report_.checked) {
      const golden::MonitoredRun expected = golden_run(prepared.reference(), data, data.iterations);
      grid.mismatches =
          runner::compare(expected.results, outcome.outputs, prepared.plan.core.cells_per_cycle, ignored_).mismatches;
      grid.has_wrong_monitors = !expected.passes.empty() && outcome.monitors.back() != expected.passes.back().monitors;
    }
    if (grid.match()) grid.written = write_outputs(prepared.stencil(), data, outcome.outputs);
  }

  const BatchOptions& options_;
  SimOptions sim_;
  BatchReport report_;
  std::vector<std::string> names_;
  std::pair<double, double> clocks_;  ///< clocks of a simulated kernel and bus, in MHz
  std::shared_ptr<CardRunner> card_;
  std::set<std::string> shared_;  ///< input fields that are the same for all grids
  golden::Masks ignored_;
  std::deque<Handed> handed_;
  double begin_ns_ = 0;
};

}  // namespace

bool BatchReport::match() const {
  return failure.empty() && std::all_of(grids.begin(), grids.end(), [](const BatchGrid& g) { return g.match(); });
}

Result<BatchReport> run_batch(const BatchOptions& options, Diagnostics& diagnostics) {
  auto sim = card_run(options.card, diagnostics);
  if (!sim || !check_options(options, *sim, diagnostics)) return Failure{};
  return BatchRun(options, *std::move(sim)).run(diagnostics);
}

}  // namespace rtlgen::driver
