// Runs the steps in order.
#include "driver/diagnose/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "driver/data/arrays.hpp"
#include "driver/diagnose/device.hpp"
#include "driver/diagnose/pass_case.hpp"
#include "driver/diagnose/worker.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "driver/simulate/golden_run.hpp"
#include "host/avalon_dma.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

using Clock = std::chrono::steady_clock;

struct Rung {
  const char* name;
  const char* title;
  Judged (*climb)(Device&);
};

constexpr std::array<Rung, kMarginStep> kLadder = {{
    {"bus", "card on the bus", climb_bus},
    {"card", "card block", climb_card},
    {"clocks", "clocks", climb_clocks},
    {"calibration", "calibration of memory", climb_calibration},
    {"response", "registers respond", climb_response},
    {"registers", "registers hold what is written", climb_registers},
    {"design", "design and contract", climb_design},
    {"idle", "no run is active", climb_idle},
    {"memory", "transfers to and from memory", climb_memory},
    {"tester", "memory test on the card", climb_tester},
    {"capacity", "size of memory", climb_capacity},
    {"interrupt", "end of a run", climb_interrupt},
    {"hard-blocks", "hard floating-point blocks", climb_hard_blocks},
    {"smallest", "smallest grid, one pass", climb_smallest},
    {"grid", "the grid, one pass", climb_grid},
    {"margin", "margin of the kernel clock", climb_margin},
}};

double limit_of(const DiagnoseOptions& options, int number) {
  constexpr double kUsual = 600, kSlow = 7200, kNone = 1e9;
  const CardBackend kind = options.card.backend;
  // No limit: a simulated card is compiled in step 1, which uses no device, and the compiler always ends.
  if (number == kBusStep && kind == CardBackend::kSimulation) return kNone;
  if (options.limit_seconds > 0) return options.limit_seconds;
  return kind == CardBackend::kSimulation || kind == CardBackend::kUart ? kSlow : kUsual;
}

Judged endless(double limit) {
  return failed(fmt::format("the step did not end within its limit of {:g} s", limit), "the step ends",
                {"the card does not respond to an access, and the driver or the processor waits for it",
                 "the step takes longer on this card: raise --limit"});
}

/// The result of a step, and if it failed, what bus and card block show about it.
Judged explained(Device& device, const Rung& rung, int number) {
  if (number > kCalibrationStep && device.run_fault.empty()) note_block(device);
  Judged step = rung.climb(device);
  if (step.outcome == StepOutcome::kPassed && (number == kCardStep || number == kResponseStep))
    device.has_responded = true;
  if (number == kBusStep || step.outcome == StepOutcome::kSkipped) return step;
  explain_loss(device, step);
  if (step.outcome == StepOutcome::kFailed && step.next.empty()) explain_by_block(device, step);
  if (number > kCalibrationStep) check_unrequested(device, step);
  return step;
}

/// One step in the worker's thread.
Step climb(Worker& worker, const std::shared_ptr<Device>& device, int number) {
  const Rung& rung = kLadder.at(static_cast<std::size_t>(number - 1));
  const auto begin = Clock::now();
  const auto result = std::make_shared<Judged>();
  const double limit = limit_of(device->options, number);
  const bool ended = worker.run([device, result, rung, number] { *result = explained(*device, rung, number); }, limit);
  Step step;
  static_cast<Judged&>(step) = ended ? std::move(*result) : endless(limit);
  step.is_endless = !ended;
  step.number = number;
  step.name = rung.name;
  step.title = rung.title;
  step.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  step.is_device = step.is_device || step.is_endless || number <= kInterruptStep;
  if (step.outcome == StepOutcome::kFailed && step.next.empty()) step.next = next_command(*device, step);
  return step;
}

/// One pass on `extents`, with the data of `program`.
Result<std::shared_ptr<const PassCase>> pass_case(const Device& device, const spec::Program& program,
                                                  const RunOptions& options, Diagnostics& diagnostics) {
  auto data = load_run(program, device.prepared->stencil().hardware.extents, options, diagnostics);
  if (!data) return Failure{};
  auto made = std::make_shared<PassCase>();
  PassCase& pass = *made;
  pass.expected = golden_run(device.prepared->reference(), *data, data->iterations, options);
  pass.ignored = golden::ignored(device.prepared->reference(), data->extents, data->iterations);
  pass.data = *std::move(data);
  return std::shared_ptr<const PassCase>(std::move(made));
}

/// The smallest grid that hardware and program allow, but wide enough for every lane. Data are random, because files
/// have the size of the description's grid.
Result<std::shared_ptr<const PassCase>> smallest_case(const Device& device, RunOptions options,
                                                      Diagnostics& diagnostics) {
  spec::Program program = device.prepared->reference();
  program.inputs.clear();
  options.inputs.clear();
  options.given = nullptr;
  options.extents.clear();
  for (int a = 0; a < program.axes; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    const contract::CoreInterface& core = device.prepared->plan.core;
    std::int64_t least = std::max(core.minimum[axis], program.least_grid[axis]);
    if (a == 0) least = std::max(least, std::min<std::int64_t>(core.cells_per_cycle, core.maximum[axis]));
    options.extents.push_back(least);
  }
  return pass_case(device, program, options, diagnostics);
}

Result<std::shared_ptr<Device>> prepare_device(const DiagnoseOptions& options, Diagnostics& diagnostics) {
  auto device = std::make_shared<Device>();
  device->options = options;
  if (options.card.run.open_backend) {
    device->run = options.card.run;
  } else {
    auto run = card_run(options.card, diagnostics);
    if (!run) return Failure{};
    device->run = *std::move(run);
  }
  auto prepared = prepare_for(device->run, diagnostics);
  if (!prepared) return Failure{};
  device->prepared = *std::move(prepared);
  const auto extents = chosen_extents(*device->prepared, device->run.run.extents, diagnostics);
  if (!extents || !check_memory(*device->prepared, *extents, diagnostics)) return Failure{};
  if (!device->run.open_backend && !device->run.open_line &&
      !memory_options(device->run, *device->prepared, diagnostics))
    return Failure{};
  device->board = device->prepared->stencil().hardware.board.path().string();
  auto described = describe_card(device->run, *device->prepared, diagnostics);
  if (!described) return Failure{};
  device->described = *std::move(described);
  // Checked before the first step, as `run` does: without the board's DMA no step can report anything.
  if (options.card.backend == CardBackend::kVfio &&
      !vfio_options(*device->prepared, device->described.manifest, 0, diagnostics))
    return Failure{};
  if (!device->run.open_line) device->design = host::read_design(device->described.manifest);
  RunOptions one_pass = device->run.run;
  one_pass.iterations = device->prepared->plan.core.steps;
  one_pass.outputs.clear();
  auto smallest = smallest_case(*device, one_pass, diagnostics);
  if (!smallest) return Failure{};
  device->smallest = *std::move(smallest);
  auto grid = pass_case(*device, device->prepared->reference(), one_pass, diagnostics);
  if (!grid) return Failure{};
  device->grid = *std::move(grid);
  return device;
}

/// Repeats the steps of a soak until its time is over or one fails.
void soak(Worker& worker, const std::shared_ptr<Device>& device, Diagnosis& diagnosis) {
  constexpr double kMinute = 60;
  const auto begin = Clock::now();
  do {
    for (int number = kMemoryStep; number <= kDiagnoseSteps; ++number) {
      Step step = climb(worker, device, number);
      if (step.outcome != StepOutcome::kFailed) continue;
      step.round = diagnosis.rounds + 1;
      diagnosis.steps.push_back(step);
      if (device->options.show) device->options.show(step);
      return;
    }
    ++diagnosis.rounds;
    device->run.run.seed += 1;  // different bytes in memory
  } while (std::chrono::duration<double>(Clock::now() - begin).count() < device->options.soak_minutes * kMinute);
}

bool check_margin(const DiagnoseOptions& options, Diagnostics& diagnostics) {
  const bool can_set = options.set_clock || options.card.backend == CardBackend::kSimulation;
  if (!options.finds_margin || can_set) return true;
  diagnostics.error(Code::kOptionConflict, {"--margin"}, "the kernel clock of this card cannot be set by its host",
                    {"--set-clock COMMAND sets it: the command gets the frequency in MHz as its last argument",
                     "without such a command, build the project again with a higher hardware.clock_mhz"});
  return false;
}

}  // namespace

const char* word_of(StepOutcome outcome) {
  return outcome == StepOutcome::kPassed ? "passed" : outcome == StepOutcome::kFailed ? "failed" : "skipped";
}

const Step* Diagnosis::failure() const {
  const bool has_failed = !steps.empty() && steps.back().outcome == StepOutcome::kFailed;
  return has_failed ? &steps.back() : nullptr;
}

Result<Diagnosis> diagnose(const DiagnoseOptions& options, Diagnostics& diagnostics) {
  if (!check_number(kPatienceRange, options.card.patience_seconds, diagnostics)) return Failure{};
  if (options.soak_minutes != 0 && !check_number(kSoakRange, options.soak_minutes, diagnostics)) return Failure{};
  if (options.limit_seconds != 0 && !check_number(kLimitRange, options.limit_seconds, diagnostics)) return Failure{};
  if (!check_margin(options, diagnostics)) return Failure{};
  auto prepared = prepare_device(options, diagnostics);
  if (!prepared) return Failure{};
  std::shared_ptr<Device> device = *std::move(prepared);
  Diagnosis diagnosis;
  Worker worker;
  const int last = options.finds_margin ? int{kMarginStep} : int{kDiagnoseSteps};
  for (int number = 1; number <= last && diagnosis.failure() == nullptr; ++number) {
    Step step = climb(worker, device, number);
    // Impossible options are not a failed step.
    if (!step.is_endless && device->diagnostics.has_errors()) {
      diagnostics.append(device->diagnostics);
      return Failure{};
    }
    if (options.show) options.show(step);
    diagnosis.steps.push_back(std::move(step));
  }
  if (diagnosis.failure() == nullptr && options.soak_minutes > 0) soak(worker, device, diagnosis);
  // The card is closed by the thread that opened it; a thread that does not return keeps it open.
  const Step* const failure = diagnosis.failure();
  if (failure == nullptr || !failure->is_endless)
    static_cast<void>(worker.run([last = std::exchange(device, nullptr)]() mutable { last.reset(); },
                                 limit_of(options, kMemoryStep)));
  return diagnosis;
}

}  // namespace rtlgen::driver
