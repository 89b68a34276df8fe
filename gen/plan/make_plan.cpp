// Chooses the architecture of one stencil, step by step; each step is a function of the results of those before it:
//
//   reads -> positions (lags) -> windows -> timing -> memories -> interface
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "contract/frame.hpp"
#include "hw/delay_model.hpp"
#include "plan/extents.hpp"
#include "plan/forms/forms.hpp"
#include "plan/interface/interface.hpp"
#include "plan/interface/scalars.hpp"
#include "plan/lags/order.hpp"
#include "plan/lags/positions.hpp"
#include "plan/lags/reads.hpp"
#include "plan/limits.hpp"
#include "plan/memo.hpp"
#include "plan/plan.hpp"
#include "plan/storage/memories.hpp"
#include "plan/storage/mirrors.hpp"
#include "plan/storage/ram.hpp"
#include "plan/storage/windows.hpp"
#include "plan/target.hpp"
#include "plan/timing/dsp_sums.hpp"
#include "plan/timing/timing.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "support/result.hpp"

namespace rtlgen::plan {

namespace {

/// Input of the planner.
struct Input {
  std::shared_ptr<const spec::Stencil> stencil;
  Formed formed;
  Target target;

  [[nodiscard]] const spec::Stencil& inside() const { return formed.program ? *formed.program : *stencil; }
};

/// Results of the planning steps for one Executor.
struct Steps {
  Reads reads;
  Positions positions;
  Windows windows;
  DspChoices dsp;
  Timing timing;
  Memories memories;
};

Result<Steps> steps_of(const spec::Stencil& stencil, const analysis::Ghosts& ghosts, const Order& order,
                       const Target& target, Memo& memo, Diagnostics& diagnostics) {
  Steps s;
  s.reads = reads_of(stencil, ghosts, order, target);
  s.positions = positions_of(stencil, s.reads, order, target, memo.lags);
  s.windows = windows_of(stencil, s.positions, order, target);
  CellKernels kernels{stencil, {}, target};
  for (const ResolvedStage& stage : s.reads.stages) kernels.reads.push_back(&stage.reads);
  auto dsp = choose_dsps(kernels, memo.operators, diagnostics);
  if (!dsp) return Failure{};
  s.dsp = *std::move(dsp);
  auto timing = timing_of(stencil, s.reads, s.positions, s.windows, s.dsp, target, diagnostics, memo.operators);
  if (!timing) return Failure{};
  s.timing = *std::move(timing);
  auto memories = memories_of(stencil, s.positions, s.windows, s.timing, order, target, diagnostics);
  if (!memories) return Failure{};
  s.memories = *std::move(memories);
  return s;
}

/// The smallest frame in which every step works.
contract::FrameShape least_frame(const Steps& s) {
  return larger(larger(s.reads.least, s.positions.least), larger(s.windows.least, s.memories.least));
}

StagePlan joined(ResolvedStage read, const Placed& placed, DspChoice dsp, StageTimes times) {
  StagePlan stage{std::move(static_cast<StageInput&>(read)),
                  std::move(dsp),
                  std::move(static_cast<StageTiming&>(times)),
                  {},
                  placed.lag_of(read.stage),
                  {}};
  for (std::size_t i = 0; i < read.taps.size(); ++i) stage.taps.push_back({std::move(read.taps[i]), times.taps[i]});
  return stage;
}

/// Joins the results of all steps into the plan of an Executor.
ExecutorPlan joined(Steps s, bool has_bypass) {
  ExecutorPlan executor;
  for (const spec::StageId i : s.reads.stages.ids()) {
    executor.stages.push_back(
        joined(std::move(s.reads.stages[i]), s.positions, std::move(s.dsp[i]), std::move(s.timing.stages[i])));
  }
  for (const spec::StreamId i : s.positions.streams.ids()) {
    PlacedStream& placed = s.positions.streams[i];
    StreamPlan stream{placed,
                      std::move(static_cast<Window&>(s.windows.streams[i])),
                      s.timing.streams[i],
                      {},
                      std::move(s.memories.segments[i])};
    if (placed.results) {
      stream.results = ResultsPlan{*placed.results, s.memories.results[i]};
      executor.stages[placed.results->stage].own_results = i;
    }
    executor.streams.push_back(std::move(stream));
  }
  executor.pointers = std::move(s.memories.pointers);
  executor.memories = std::move(s.memories.memories);
  executor.lag = s.positions.exit_lag();
  executor.latency = s.timing.latency;
  executor.has_bypass = has_bypass;
  return executor;
}

/// A plan, and whether the compiled maximum itself is large enough for it.
struct Candidate {
  Plan plan;
  bool fits = false;
};

/// Builds one candidate plan, for fixed or run-time extents.
Result<Candidate> candidate_of(const Input& input, contract::ExtentPlan extents, Memo& memo, Diagnostics& diagnostics) {
  const spec::Stencil& inside = input.inside();
  const analysis::Ghosts ghosts = streamed_ghosts(inside);
  const Order order(contract::frame_shape(with_ghosts(inside.grid, ghosts), inside.hardware.cells_per_cycle), extents);
  auto steps = steps_of(inside, ghosts, order, input.target, memo, diagnostics);
  if (!steps) return Failure{};
  const contract::FrameShape least = least_frame(*steps);
  Plan plan;
  plan.stencil = input.stencil;
  plan.formed = input.formed.program;
  plan.saved_luts = input.formed.saved_luts;
  plan.device = &input.target.device;
  plan.clock = input.target.clock;
  plan.frame = order.frame();
  plan.executor = joined(*std::move(steps), inside.hardware.steps > 1);
  if (!check_memories(plan.executor, *plan.stencil, input.target, diagnostics)) return Failure{};
  auto monitors = monitors_of(*plan.stencil, input.target, memo, diagnostics);
  if (!monitors) return Failure{};
  const Ends ends = ends_of(*plan.stencil, inside, input.target, memo.operators);
  Interface outside = interface_of(*plan.stencil, {plan.executor, plan.frame, least, extents, ends, monitors->latency});
  if (!check_port_names(outside.core, *plan.stencil, diagnostics)) return Failure{};
  plan.monitors = std::move(monitors->plans);
  plan.core = std::move(outside.core);
  plan.fifo_depth = outside.fifo_depth;
  plan.fifo_width = outside.fifo_width;
  plan.entrance_latency = ends.entrance;
  plan.exit_latency = ends.exit;
  if (plan.stencil->hardware.bus) plan.shell = shell_of(plan);
  if (plan.stencil->hardware.streams) plan.stream_top = stream_top_of(plan);
  return Candidate{std::move(plan), fits(least, order.frame())};
}

bool refuse_ram(const spec::Hardware& hardware, const std::string& lacks, const std::string& instead,
                Diagnostics& diagnostics) {
  diagnostics.error(Code::kUnknownFamily, hardware.device_where, fmt::format("{} has no {}", hardware.device, lacks),
                    {"hardware.ram: auto uses block RAMs there" + instead});
  return false;
}

/// Refuses memories that the device lacks.
bool check_ram(const spec::Hardware& hardware, Diagnostics& diagnostics) {
  if (hardware.ram == spec::RamChoice::kDistributed && !has_lut_ram(hardware.device))
    return refuse_ram(hardware, "LUT memory for 'ram: distributed'", "", diagnostics);
  if (hardware.ram == spec::RamChoice::kUltra && !has_ultra_ram(hardware.device))
    return refuse_ram(hardware, "UltraRAM for 'ram: ultra'", "; xcu (UltraScale+) has UltraRAM", diagnostics);
  return true;
}

bool check_description(const spec::Stencil& stencil, const Target& target, Diagnostics& diagnostics) {
  return check_ram(stencil.hardware, diagnostics) && check_frame(stencil, diagnostics) &&
         check_windows(stencil, diagnostics) && check_step_tables(stencil, target, diagnostics) &&
         check_orders(stencil, diagnostics);
}

Result<Plan> plan_of(const Input& input, Memo& memo, Diagnostics& diagnostics) {
  const spec::Stencil& stencil = *input.stencil;
  if (fits(window_minimum(stencil), stencil.grid) && !fixes_extents(stencil)) {
    const bool fixed = stencil.hardware.extents == spec::ExtentMode::kFixed;
    auto candidate =
        candidate_of(input, fixed ? contract::ExtentPlan::kFixed : contract::ExtentPlan::kRuntime, memo, diagnostics);
    if (!candidate) return Failure{};
    if (candidate->fits) return std::move(candidate->plan);
  }
  if (stencil.blocks)
    return diagnostics.error(
        Code::kInvalidBlocks, stencil.hardware.block_where, "the window of one time step does not fit into a block",
        {"every axis, cut or not, must be longer than the furthest read along it, and the rows of a block "
         "longer than the part of a row that the chain holds back"});
  auto candidate = candidate_of(input, contract::ExtentPlan::kFlat, memo, diagnostics);
  if (!candidate) return Failure{};
  return std::move(candidate->plan);
}

}  // namespace

Result<Plan> make_plan(const spec::Stencil& stencil, Diagnostics& diagnostics, Memo* memo) {
  const hw::DelayModel* const device = hw::DelayModel::find(stencil.hardware.device);
  if (device == nullptr)
    return diagnostics.error(Code::kUnknownFamily, stencil.hardware.device_where,
                             fmt::format("unknown device family '{}'", stencil.hardware.device),
                             {fmt::format("known: {}", fmt::join(hw::DelayModel::names(), ", "))});
  const Target target{*device, contract::Clock::of_mhz(stencil.hardware.clock_mhz)};
  if (!check_description(stencil, target, diagnostics)) return Failure{};
  const Input input{std::make_shared<const spec::Stencil>(stencil), formed_program(stencil, target), target};
  Memo own;
  auto plan = plan_of(input, memo != nullptr ? *memo : own, diagnostics);
  if (!plan || !check_capacity(*plan, diagnostics)) return Failure{};
  return plan;
}

}  // namespace rtlgen::plan
