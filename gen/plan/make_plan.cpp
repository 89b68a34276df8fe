// Chooses the architecture of one stencil: lags first, then cycles, then buffers, then ports.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "contract/frame.hpp"
#include "hw/delay_model.hpp"
#include "plan/buffers.hpp"
#include "plan/dsp_sums.hpp"
#include "plan/entries.hpp"
#include "plan/extents.hpp"
#include "plan/forms.hpp"
#include "plan/interface.hpp"
#include "plan/lags.hpp"
#include "plan/limits.hpp"
#include "plan/memo.hpp"
#include "plan/mirrors.hpp"
#include "plan/plan.hpp"
#include "plan/ram.hpp"
#include "plan/scalars.hpp"
#include "plan/schedule.hpp"
#include "plan/sweeps.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

/// Builds one candidate plan, for fixed or run-time extents.
class Planner {
 public:
  Planner(std::shared_ptr<const spec::Stencil> shared, const Formed& formed, const Target& target,
          contract::ExtentPlan extents, Memo& memo, Diagnostics& diagnostics)
      : stencil_(formed.program ? *formed.program : *shared),
        memo_(memo),
        diagnostics_(diagnostics),
        extents_(extents),
        ghosts_(streamed_ghosts(stencil_)),
        order_(contract::frame_shape(with_ghosts(stencil_.grid, ghosts_), stencil_.hardware.cells_per_cycle), extents) {
    plan_.stencil = std::move(shared);
    plan_.formed = formed.program;
    plan_.saved_luts = formed.saved_luts;
    plan_.device = &target.device;
    plan_.clock = target.clock;
  }

  Result<Plan> run() {
    plan_.frame = order_.frame();
    plan_.executor.has_bypass = stencil_.hardware.steps > 1;
    make_stages();
    choose_lags();
    if (!assign_blocks(plan_, memo_.operators, diagnostics_) || !choose_cycles()) return Failure{};
    for (StreamPlan& stream : plan_.executor.streams) {
      if (stream.buffered) stream.home_cycle = home_cycle(stream.stream);
    }
    assign_memories(plan_.executor, stencil_, plan_.target());
    if (!time_results(plan_, order_, diagnostics_) || !check_memories(plan_, diagnostics_)) return Failure{};
    if (!plan_monitors(plan_, diagnostics_)) return Failure{};
    time_ends(plan_, memo_.operators);
    make_interface(plan_, order_, extents_);
    if (!check_port_names(plan_, diagnostics_)) return Failure{};
    if (stencil_.hardware.bus) make_shell(plan_);
    if (stencil_.hardware.streams) make_stream_top(plan_);
    return std::move(plan_);
  }

  [[nodiscard]] const Order& order() const { return order_; }

 private:
  bool fixed() const { return extents_ != contract::ExtentPlan::kRuntime; }

  void make_stages() {
    for (const spec::StageId s : stencil_.stages.ids()) {
      StagePlan stage;
      stage.stage = s;
      const spec::ArrayId array = stencil_.streams[stencil_.stages[s].output].array;
      stage.name = stencil_.arrays[array].name;
      stage.reads = analysis::collect_reads(stencil_, stage.stage);
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
        stage.keep_low[a] = stencil_.stages[s].reach_low[a];
        stage.keep_high[a] = stencil_.stages[s].reach_high[a];
      }
      for (const analysis::Tap& tap : stage.reads.taps) {
        TapPlan t;
        t.tap = tap;
        for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
          t.axis[a] = axis_read(tap, a, stencil_.stages[s].border == spec::Border::kCompute);
          // Cells that are kept or ignored need no boundary value.
          if (stencil_.stages[s].border != spec::Border::kCompute) t.axis[a].cases.clear();
          if (!spec::has_edge_cases(tap.boundary[a])) continue;
          stage.keep_low[a] = std::max(stage.keep_low[a], -tap.offset[a]);
          stage.keep_high[a] = std::max(stage.keep_high[a], tap.offset[a]);
        }
        stage.taps.push_back(t);
      }
      if (stencil_.stages[s].mirror) stage.mirror = plan_mirror(stencil_, s, plan_.target(), order_);
      plan_.executor.stages.push_back(stage);
    }
  }

  /// Resolves `tap` along one axis. If `resolve_outside`, also for positions outside the grid.
  analysis::AxisRead axis_read(const analysis::Tap& tap, std::size_t a, bool resolve_outside) const {
    if (!ghosts_.along(a)) return analysis::resolve_axis(tap.offset[a], tap.boundary[a], stencil_.grid[a], fixed());
    const std::int64_t frame = ghosts_.low[a] + stencil_.grid[a] + ghosts_.high[a];
    analysis::AxisRead read;
    read.offset = tap.offset[a];
    read.has_interior = !fixed() || frame > std::abs(read.offset);
    if (resolve_outside && !spec::wraps(tap.boundary[a])) {
      read = analysis::resolve_axis(tap.offset[a], tap.boundary[a], stencil_.grid[a], fixed());
    }
    read.wrapped = true;
    read.ghost_low = ghosts_.low[a];
    read.frame = frame;
    return read;
  }

  /// Reads of the cell that a consumer works on.
  void need_centre(Consumer& consumer, spec::StreamId stream) {
    for (int lane = 0; lane < stencil_.hardware.cells_per_cycle; ++lane) {
      consumer.needs.push_back({stream, contract::Distance{}, lane});
    }
  }

  /// Chooses lags that keep the fewest cells (lags.hpp), and then the buffers that follow from them.
  void choose_lags() {
    ExecutorPlan& executor = plan_.executor;
    executor.streams.resize(stencil_.streams.size());
    LagProblem problem;
    for (const spec::StreamId i : executor.streams.ids()) {
      executor.streams[i].stream = i;
      problem.maker.push_back(stencil_.streams[i].stage);
      problem.held.push_back(stencil_.arrays[stencil_.streams[i].array].held());
      problem.bits.push_back(stencil_.arrays[stencil_.streams[i].array].type.width);
      executor.streams[i].array = stencil_.streams[i].array;
    }
    for (const StagePlan& stage : executor.stages) problem.consumers.push_back(reader(stage));
    problem.consumers.push_back(exit_reader());
    const Lags lags = lags_with_entries(problem, stencil_, memo_.lags, order_);
    consumers_ = std::move(problem.consumers);
    for (std::size_t i = 0; i < consumers_.size(); ++i) consumers_[i].lag = lags.consumers[i];
    for (const spec::StreamId i : lags.streams.ids()) executor.streams[i].lag = lags.streams[i];
    for (StagePlan& stage : executor.stages) stage.lag = consumers_[at(stage.stage.index())].lag;
    executor.lag = consumers_.back().lag;
    // Everything that was compared must have the same order at every extent.
    for (const spec::StreamId i : problem.late.ids()) {
      if (problem.late[i]) order_.require(lags.streams[i], executor.lag, 0);
    }
    for (const Consumer& consumer : consumers_) {
      order_.require(contract::Distance{}, consumer.lag, 0);
      for (const Need& need : consumer.needs) {
        order_.require(order_.normal(executor.streams[need.stream].lag + need.offset), consumer.lag, 0);
      }
    }
    place_sources(executor, consumers_, order_, stencil_);
    place_results(executor, consumers_, order_, stencil_, plan_.target());
    readers_ = readers_of(consumers_, executor.streams.size());
    for (StreamPlan& stream : executor.streams)
      lay_out_stream(stream, readers_[stream.stream], order_, stencil_, plan_.target());
    require_starts();
  }

  [[nodiscard]] Consumer reader(const StagePlan& stage) {
    Consumer consumer;
    consumer.stage = stage.stage;
    for (const TapPlan& tap : stage.taps) {
      if (tap.tap.own) continue;  // the same distance wherever the stage is: place_results()
      const auto needs = needs_of(tap, order_, stencil_.hardware.cells_per_cycle, fixed() ? stencil_.grid[0] : 0);
      consumer.needs.insert(consumer.needs.end(), needs.begin(), needs.end());
    }
    for (Need& need : consumer.needs) {
      if (stage.mirror) need.offset = order_.normal(need.offset + stage.mirror->block);
    }
    const spec::Stage& spec_stage = stencil_.stages[stage.stage];
    if (spec_stage.border == spec::Border::kKeep) need_centre(consumer, spec_stage.old_stream);
    return consumer;
  }

  [[nodiscard]] Consumer exit_reader() {
    Consumer exit;
    for (const spec::ArrayId a : stencil_.arrays.ids()) {
      if (!leaves_executor(stencil_, a)) continue;
      const spec::StreamId last = stencil_.final_stream(a);
      const spec::StreamId first = stencil_.first_stream(a);
      need_centre(exit, last);
      const bool needs_old = plan_.executor.has_bypass || monitors_change(stencil_, a);
      if (needs_old && first.valid() && first != last) need_centre(exit, first);
    }
    return exit;
  }

  /// Makes sure that every position counter of the chain can start at minus its lag.
  void require_starts() {
    const ExecutorPlan& executor = plan_.executor;
    const auto times = [](const contract::Distance& d, int n) {
      return contract::Distance{d.planes * n, d.rows * n, d.words * n};
    };
    const int last = stencil_.hardware.steps - 1;
    for (const StagePlan& stage : executor.stages) {
      for (const contract::Distance& lag : {stage.lag, stage.read_lag()}) {
        order_.require_start(lag);
        order_.require_start(times(executor.lag, last) + lag);
      }
    }
    for (const StreamPlan& stream : executor.streams) {
      if (!stream.results) order_.require_start(stream.lag);  // it has no position of its own
      if (!stream.source) continue;
      order_.require_start(times(executor.lag, last) + stream.lag);
    }
    order_.require_start(times(executor.lag, last + 1));
  }

  /// First cycle in which `stream` can be sampled.
  int available(spec::StreamId stream) const {
    const StreamPlan& s = plan_.executor.streams[stream];
    return s.ready_cycle + (s.buffered ? 1 : 0);
  }

  /// When a word that comes straight from its Kernel arrives within cycle `sample`.
  int arrival(spec::StreamId stream, int sample) const {
    const StreamPlan& s = plan_.executor.streams[stream];
    return !s.buffered && s.ready_cycle == sample ? s.arrival_ps : 0;
  }

  /// The earliest cycle in which `stream` is sampled, or -1.
  int first_sample(spec::StreamId stream) const {
    int earliest = -1;
    for (const Consumer* reader : readers_[stream])
      earliest = earliest < 0 ? reader->sample_cycle : std::min(earliest, reader->sample_cycle);
    return earliest;
  }

  int home_cycle(spec::StreamId stream) const { return first_sample(stream) - 1; }

  /// Cycles from the read of a memory to the word on the wire.
  static int read_cycles(const StreamPlan& stream) {
    return stream.source ? 1 : stream.results ? stream.results->read_cycles : 0;
  }

  /// Memories are read as late as their readers allow, so that no word waits in free-running registers.
  void time_reads() {
    for (StreamPlan& stream : plan_.executor.streams) {
      const int latest = first_sample(stream.stream) - (stream.buffered ? 1 : 0);
      if (stream.source || stream.results) stream.ready_cycle = std::max(read_cycles(stream), latest);
    }
  }

  bool choose_cycles() {
    ExecutorPlan& executor = plan_.executor;
    for (StreamPlan& stream : executor.streams) stream.ready_cycle = read_cycles(stream);
    for (StagePlan& stage : executor.stages) {
      Consumer& consumer = consumers_[at(stage.stage.index())];
      for (const Need& need : consumer.needs) {
        consumer.sample_cycle = std::max(consumer.sample_cycle, available(need.stream));
      }
      stage.sample_cycle = consumer.sample_cycle;
      for (TapPlan& tap : stage.taps) {
        tap.arrival_ps = tap.tap.own ? 0 : arrival(tap.tap.stream, stage.sample_cycle);
        place_multiplexers(tap);
      }
      auto kernel = schedule_kernel(stencil_, stage, plan_.target(), diagnostics_, memo_.operators);
      if (!kernel) return false;
      stage.kernel = *kernel;
      stage.kernel.module = executor.stages.size() == 1
                                ? fmt::format("{}_kernel", stencil_.name)
                                : fmt::format("{}_kernel_{}_{}", stencil_.name, stage.stage.index(), stage.name);
      stage.ready_cycle = stage.sample_cycle + stage.kernel.latency + (stage.mirror ? stage.mirror->read_cycles : 0);
      StreamPlan& output = executor.streams[stencil_.stages[stage.stage].output];
      output.ready_cycle = stage.ready_cycle;
      output.arrival_ps = stage.mirror ? 0 : stage.kernel.arrival_ps;
    }
    Consumer& exit = consumers_.back();
    for (const Need& need : exit.needs) {
      exit.sample_cycle = std::max(exit.sample_cycle, available(need.stream));
    }
    // On tiny grids, constants may replace all reads of a stage's result. It is sampled all the same, and memories of
    // own results and mirrors are written.
    for (const StagePlan& stage : executor.stages) {
      const bool has_memory = stage.own_results.valid() || stage.mirror;
      exit.sample_cycle = std::max(exit.sample_cycle, has_memory ? stage.ready_cycle : stage.sample_cycle);
    }
    executor.latency = exit.sample_cycle;
    time_reads();
    return true;
  }

  /// Places registers between the boundary multiplexers of a tap if those of one more axis would not fit into
  /// the cycle, and inside the multiplexers of an axis that alone do not fit into one.
  void place_multiplexers(TapPlan& tap) const {
    const int budget = plan_.device->logic_budget(plan_.clock.period_ps);
    const int most = std::max(1, budget / plan_.device->lut);  // levels in a cycle
    tap.fan = 1 << std::min(most, 20);
    const auto place = [&](std::size_t axis, bool constants) {
      const std::vector<analysis::EdgeCase>& cases = tap.axis[axis].cases;
      const bool here = !cases.empty() && cases.front().is_constant == constants;
      int levels = 0;
      for (std::size_t n = here ? cases.size() + 1 : 1; n > 1; n = (n + 1) / 2) ++levels;
      const int ranks = std::max(1, (levels + most - 1) / most);
      const int delay = (levels - (ranks - 1) * most) * plan_.device->lut;
      if (tap.arrival_ps > 0 && (ranks > 1 || tap.arrival_ps + delay > budget)) {
        ++tap.cycle;
        tap.arrival_ps = 0;
      }
      if (ranks > 1) tap.slowest_ps = std::max(tap.slowest_ps, most * plan_.device->lut);
      tap.cycle += ranks - 1;
      tap.arrival_ps = ranks > 1 ? delay : tap.arrival_ps + delay;
      tap.slowest_ps = std::max(tap.slowest_ps, tap.arrival_ps);
      (constants ? tap.constant_ranks : tap.cell_ranks)[axis] = ranks;
      (constants ? tap.constant_cycle : tap.cell_cycle)[axis] = tap.cycle;
    };
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) place(a, false);
    for (std::size_t a = spec::kMaxAxes; a-- > 0;) place(a, true);
  }

  const spec::Stencil& stencil_;  ///< the plan's inside()
  Memo& memo_;
  Diagnostics& diagnostics_;
  contract::ExtentPlan extents_;
  analysis::Ghosts ghosts_;
  Order order_;
  Plan plan_;
  std::vector<Consumer> consumers_;
  IndexVector<spec::StreamId, std::vector<const Consumer*>> readers_;
};

}  // namespace

Result<Plan> make_plan(const spec::Stencil& stencil, Diagnostics& diagnostics, Memo* memo) {
  const hw::DelayModel* const device = hw::DelayModel::find(stencil.hardware.device);
  if (device == nullptr) {
    diagnostics.error("RG0403", stencil.hardware.device_where,
                      fmt::format("unknown device family '{}'", stencil.hardware.device),
                      {fmt::format("known: {}", fmt::join(hw::DelayModel::names(), ", "))});
    return Failure{};
  }
  if (stencil.hardware.ram == spec::RamChoice::kDistributed && !has_lut_ram(stencil.hardware.device)) {
    diagnostics.error("RG0403", stencil.hardware.device_where,
                      fmt::format("{} has no LUT memory for 'ram: distributed'", stencil.hardware.device),
                      {"hardware.ram: auto uses block RAMs there"});
    return Failure{};
  }
  if (stencil.hardware.ram == spec::RamChoice::kUltra && !has_ultra_ram(stencil.hardware.device)) {
    diagnostics.error("RG0403", stencil.hardware.device_where,
                      fmt::format("{} has no UltraRAM for 'ram: ultra'", stencil.hardware.device),
                      {"hardware.ram: auto uses block RAMs there; xcu (UltraScale+) has UltraRAM"});
    return Failure{};
  }
  const Target target{*device, contract::Clock::of_mhz(stencil.hardware.clock_mhz)};
  if (!check_frame(stencil, diagnostics) || !check_windows(stencil, diagnostics) ||
      !check_step_tables(stencil, target, diagnostics) || !check_orders(stencil, diagnostics))
    return Failure{};
  const bool window_fits = fits(window_minimum(stencil), stencil.grid) && !fixes_extents(stencil);
  const bool fixed = stencil.hardware.extents == spec::ExtentMode::kFixed;
  const contract::ExtentPlan extents = fixed ? contract::ExtentPlan::kFixed : contract::ExtentPlan::kRuntime;
  Memo own;
  Memo& known = memo != nullptr ? *memo : own;
  const auto shared = std::make_shared<const spec::Stencil>(stencil);
  const auto formed = formed_program(stencil, target);
  if (window_fits) {
    Planner planner(shared, formed, target, extents, known, diagnostics);
    auto plan = planner.run();
    if (!plan) return Failure{};
    if (planner.order().holds_at_maximum()) {
      if (!check_capacity(*plan, diagnostics)) return Failure{};
      return plan;
    }
  }
  if (stencil.blocks) {
    diagnostics.error(
        "RG0404", stencil.hardware.block_where, "the window of one time step does not fit into a block",
        {"every axis, cut or not, must be longer than the furthest read along it, and the rows of a block "
         "longer than the part of a row that the chain holds back"});
    return Failure{};
  }
  Planner planner(shared, formed, target, contract::ExtentPlan::kFlat, known, diagnostics);
  auto plan = planner.run();
  if (!plan || !check_capacity(*plan, diagnostics)) return Failure{};
  return plan;
}

}  // namespace rtlgen::plan
