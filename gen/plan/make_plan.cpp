// Chooses the architecture of one stencil: lags first, then cycles, then buffers, then ports.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "plan/buffers.hpp"
#include "plan/lags.hpp"
#include "plan/plan.hpp"
#include "plan/scalars.hpp"
#include "plan/schedule.hpp"
#include "support/widths.hpp"

namespace rtlgen::plan {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Ghosts as they are streamed: those before a row are whole words, so that a row of the grid begins with
/// lane 0.
analysis::Ghosts streamed_ghosts(const spec::Stencil& stencil) {
  analysis::Ghosts ghosts = analysis::ghost_zone(stencil);
  const std::int64_t p = stencil.hardware.cells_per_cycle;
  ghosts.low[0] = (ghosts.low[0] + p - 1) / p * p;
  return ghosts;
}

spec::Extents with_ghosts(const spec::Extents& grid, const analysis::Ghosts& ghosts) {
  spec::Extents frame = grid;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) frame[a] += ghosts.low[a] + ghosts.high[a];
  return frame;
}

/// Does any stage ask where along `axis` of the grid a cell lies: by name, for a boundary rule other than
/// wrap, or for a border that is kept?
bool asks_coordinate(const spec::Stencil& stencil, std::size_t axis) {
  for (std::size_t s = 0; s < stencil.stages.size(); ++s) {
    const analysis::StageReads reads = analysis::collect_reads(stencil, static_cast<int>(s));
    if (reads.uses_coordinate[axis]) return true;
    if (stencil.stages[s].reach_low[axis] + stencil.stages[s].reach_high[axis] > 0) return true;
    for (const analysis::Tap& tap : reads.taps) {
      const bool answered = tap.boundary[axis].kind != spec::BoundaryKind::kWrap && tap.offset[axis] != 0;
      if (answered && stencil.stages[s].border != spec::Border::kIgnore) return true;
    }
  }
  return false;
}

/// Smallest extents, by axis, for which the boundary cases of every tap are right.
spec::Extents window_minimum(const spec::Stencil& stencil) {
  spec::Extents minimum{1, 1, 1};
  // Coordinates of a wrapped row come round once a word at most.
  if (streamed_ghosts(stencil).along(0) && asks_coordinate(stencil, 0)) minimum[0] = stencil.hardware.cells_per_cycle;
  for (const spec::Node& node : stencil.nodes) {
    if (node.op != spec::Op::kTap) continue;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      minimum[a] = std::max(minimum[a], analysis::minimum_extent(node.offset[a], node.boundary[a]));
    }
  }
  for (const spec::Stage& stage : stencil.stages) {
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      minimum[a] = std::max<std::int64_t>({minimum[a], stage.reach_low[a] + 1, stage.reach_high[a] + 1});
    }
  }
  return minimum;
}

bool fits(const spec::Extents& minimum, const spec::Extents& maximum) {
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (minimum[a] > maximum[a]) return false;
  }
  return true;
}

/// One attempt at a plan for a given treatment of extents.
class Planner {
 public:
  Planner(const spec::Stencil& stencil, ExtentPlan extents, Diagnostics& diagnostics)
      : stencil_(stencil),
        diagnostics_(diagnostics),
        extents_(extents),
        ghosts_(streamed_ghosts(stencil)),
        order_(frame_shape(with_ghosts(stencil.grid, ghosts_), stencil.hardware.cells_per_cycle), extents) {}

  Result<Plan> run() {
    plan_.stencil = &stencil_;
    plan_.device = *hw::DelayModel::find(stencil_.hardware.device);
    plan_.period_ps = static_cast<int>(1e6 / stencil_.hardware.clock_mhz);
    plan_.frame = order_.frame();
    plan_.executor.has_bypass = stencil_.hardware.steps > 1;
    make_stages();
    choose_lags();
    if (!choose_cycles()) return Failure{};
    for (StreamPlan& stream : plan_.executor.streams) {
      if (stream.buffered) stream.home_cycle = home_cycle(stream.stream);
    }
    assign_memories(plan_.executor, stencil_);
    if (!plan_monitors(plan_, diagnostics_)) return Failure{};
    make_interface();
    return std::move(plan_);
  }

  [[nodiscard]] const Order& order() const { return order_; }

 private:
  bool fixed() const { return extents_ != ExtentPlan::kRuntime; }

  void make_stages() {
    for (std::size_t s = 0; s < stencil_.stages.size(); ++s) {
      StagePlan stage;
      stage.stage = static_cast<int>(s);
      const int array = stencil_.streams[at(stencil_.stages[s].output)].array;
      stage.name = stencil_.arrays[at(array)].name;
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
          // Where a cell is kept or does not matter, nothing has to answer outside the grid.
          if (stencil_.stages[s].border != spec::Border::kCompute) t.axis[a].cases.clear();
          if (tap.boundary[a].kind == spec::BoundaryKind::kWrap) continue;
          stage.keep_low[a] = std::max(stage.keep_low[a], -tap.offset[a]);
          stage.keep_high[a] = std::max(stage.keep_high[a], tap.offset[a]);
        }
        stage.taps.push_back(t);
      }
      plan_.executor.stages.push_back(stage);
    }
  }

  /// How `tap` is answered along an axis; `answered`: where it falls outside the grid too.
  analysis::AxisRead axis_read(const analysis::Tap& tap, std::size_t a, bool answered) const {
    if (!ghosts_.along(a)) return analysis::resolve_axis(tap.offset[a], tap.boundary[a], stencil_.grid[a], fixed());
    const std::int64_t frame = ghosts_.low[a] + stencil_.grid[a] + ghosts_.high[a];
    analysis::AxisRead read;
    read.offset = tap.offset[a];
    read.has_interior = !fixed() || frame > std::abs(read.offset);
    if (answered && tap.boundary[a].kind != spec::BoundaryKind::kWrap) {
      read = analysis::resolve_axis(tap.offset[a], tap.boundary[a], stencil_.grid[a], fixed());
    }
    read.wrapped = true;
    read.ghost_low = ghosts_.low[a];
    read.frame = frame;
    return read;
  }

  /// Reads a consumer makes of the very cell it works on.
  void need_centre(Consumer& consumer, int stream) {
    for (int lane = 0; lane < stencil_.hardware.cells_per_cycle; ++lane) {
      consumer.needs.push_back({stream, Distance{}, lane});
    }
  }

  /// Lags that keep the fewest cells (lags.hpp), then the buffers that follow from them.
  void choose_lags() {
    ExecutorPlan& executor = plan_.executor;
    executor.streams.resize(stencil_.streams.size());
    LagProblem problem;
    for (std::size_t i = 0; i < executor.streams.size(); ++i) {
      executor.streams[i].stream = static_cast<int>(i);
      problem.maker.push_back(stencil_.streams[i].stage);
      problem.held.push_back(stencil_.arrays[at(stencil_.streams[i].array)].held());
      problem.bits.push_back(stencil_.arrays[at(stencil_.streams[i].array)].type.width);
      executor.streams[i].array = stencil_.streams[i].array;
    }
    for (const StagePlan& stage : executor.stages) problem.consumers.push_back(reader(stage));
    problem.consumers.push_back(exit_reader());
    const Lags lags = lags_of(problem);
    consumers_ = std::move(problem.consumers);
    for (std::size_t i = 0; i < consumers_.size(); ++i) consumers_[i].lag = lags.consumers[i];
    for (std::size_t i = 0; i < lags.streams.size(); ++i) executor.streams[i].lag = lags.streams[i];
    for (StagePlan& stage : executor.stages) stage.lag = consumers_[at(stage.stage)].lag;
    executor.lag = consumers_.back().lag;
    // The order of everything that was compared must hold at every extent.
    for (std::size_t i = 0; i < problem.late.size(); ++i) {
      if (problem.late[i]) order_.require(lags.streams[i], executor.lag, 0);
    }
    for (const Consumer& consumer : consumers_) {
      order_.require(Distance{}, consumer.lag, 0);
      for (const Need& need : consumer.needs) {
        order_.require(order_.normal(executor.streams[at(need.stream)].lag + need.offset), consumer.lag, 0);
      }
    }
    place_sources(executor, consumers_, order_, stencil_);
    for (StreamPlan& stream : executor.streams) {
      lay_out_stream(stream, consumers_, order_, stencil_);
    }
    require_starts();
  }

  /// Inputs may come late where no Executor follows that needs them: passed on, they have to be kept for
  /// as long as results take. Some array has to bring the tokens: if none would by itself, the first.
  Lags lags_of(LagProblem& problem) {
    bool brings_tokens = stencil_.hardware.steps > 1;
    for (const spec::Array& array : stencil_.arrays) brings_tokens = brings_tokens || array.role == spec::Role::kState;
    for (std::size_t i = 0; i < stencil_.streams.size(); ++i) {
      const spec::Array& array = stencil_.arrays[at(stencil_.streams[i].array)];
      problem.late.push_back(stencil_.hardware.steps == 1 && array.role == spec::Role::kInput && !array.held());
    }
    Lags lags = minimal_lags(problem, order_);
    int first = -1;
    for (std::size_t i = 0; i < problem.late.size() && !brings_tokens; ++i) {
      if (!problem.late[i]) continue;
      brings_tokens = lags.streams[i] == Distance{};
      if (first < 0 || order_.less(lags.streams[i], lags.streams[at(first)])) first = static_cast<int>(i);
    }
    if (brings_tokens || first < 0) return lags;
    problem.late[at(first)] = false;
    return minimal_lags(problem, order_);
  }

  [[nodiscard]] Consumer reader(const StagePlan& stage) {
    Consumer consumer;
    consumer.stage = stage.stage;
    for (const TapPlan& tap : stage.taps) {
      const auto needs = needs_of(tap, order_, stencil_.hardware.cells_per_cycle, fixed() ? stencil_.grid[0] : 0);
      consumer.needs.insert(consumer.needs.end(), needs.begin(), needs.end());
    }
    const spec::Stage& spec_stage = stencil_.stages[at(stage.stage)];
    if (spec_stage.border == spec::Border::kKeep) need_centre(consumer, spec_stage.old_stream);
    return consumer;
  }

  [[nodiscard]] Consumer exit_reader() {
    Consumer exit;
    for (std::size_t a = 0; a < stencil_.arrays.size(); ++a) {
      if (!leaves_executor(stencil_, static_cast<int>(a))) continue;
      const int last = stencil_.final_stream(static_cast<int>(a));
      const int first = stencil_.first_stream(static_cast<int>(a));
      need_centre(exit, last);
      const bool needs_old = plan_.executor.has_bypass || monitors_change(stencil_, static_cast<int>(a));
      if (needs_old && first >= 0 && first != last) need_centre(exit, first);
    }
    return exit;
  }

  /// Every position counter of the chain must be able to start at minus its lag.
  void require_starts() {
    const ExecutorPlan& executor = plan_.executor;
    const auto times = [](const Distance& d, int n) { return Distance{d.planes * n, d.rows * n, d.words * n}; };
    const int last = stencil_.hardware.steps - 1;
    for (const StagePlan& stage : executor.stages) {
      order_.require_start(stage.lag);
      order_.require_start(times(executor.lag, last) + stage.lag);
    }
    for (const StreamPlan& stream : executor.streams) {
      if (stencil_.streams.size() > at(stream.stream) && stencil_.streams[at(stream.stream)].stage < 0) order_.require_start(stream.lag);
      if (!stream.source) continue;
      order_.require_start(stream.lag);
      order_.require_start(times(executor.lag, last) + stream.lag);
    }
    order_.require_start(times(executor.lag, last + 1));
  }

  /// Cycle from which `stream` can be sampled.
  int available(int stream) const {
    const StreamPlan& s = plan_.executor.streams[at(stream)];
    return s.ready_cycle + (s.buffered ? 1 : 0);
  }

  /// The earliest cycle in which somebody samples `stream`, or -1.
  int first_sample(int stream) const {
    int earliest = -1;
    for (const Consumer& consumer : consumers_) {
      const bool reads = std::any_of(consumer.needs.begin(), consumer.needs.end(),
                                     [&](const Need& n) { return n.stream == stream; });
      if (reads && (earliest < 0 || consumer.sample_cycle < earliest)) earliest = consumer.sample_cycle;
    }
    return earliest;
  }

  int home_cycle(int stream) const { return first_sample(stream) - 1; }

  /// Sources read as late as their readers allow, so that no word waits in free-running registers.
  void time_sources() {
    for (StreamPlan& stream : plan_.executor.streams) {
      if (stream.source) stream.ready_cycle = std::max(1, first_sample(stream.stream) - (stream.buffered ? 1 : 0));
    }
  }

  bool choose_cycles() {
    ExecutorPlan& executor = plan_.executor;
    for (StreamPlan& stream : executor.streams) stream.ready_cycle = stream.source ? 1 : 0;  // a memory's output
    for (StagePlan& stage : executor.stages) {
      Consumer& consumer = consumers_[at(stage.stage)];
      for (const Need& need : consumer.needs) {
        consumer.sample_cycle = std::max(consumer.sample_cycle, available(need.stream));
      }
      stage.sample_cycle = consumer.sample_cycle;
      for (TapPlan& tap : stage.taps) place_multiplexers(tap);
      auto kernel = schedule_kernel(stencil_, stage, plan_.device, plan_.period_ps, diagnostics_);
      if (!kernel) return false;
      stage.kernel = *kernel;
      stage.kernel.module = executor.stages.size() == 1
                                ? fmt::format("{}_kernel", stencil_.name)
                                : fmt::format("{}_kernel_{}_{}", stencil_.name, stage.stage, stage.name);
      stage.ready_cycle = stage.sample_cycle + stage.kernel.latency;
      executor.streams[at(stencil_.stages[at(stage.stage)].output)].ready_cycle = stage.ready_cycle;
    }
    Consumer& exit = consumers_.back();
    for (const Need& need : exit.needs) {
      exit.sample_cycle = std::max(exit.sample_cycle, available(need.stream));
    }
    // On tiny grids constants may answer all reads of a stage's result: it is sampled all the same.
    for (const StagePlan& stage : executor.stages) exit.sample_cycle = std::max(exit.sample_cycle, stage.sample_cycle);
    executor.latency = exit.sample_cycle;
    time_sources();
    return true;
  }

  /// Registers between the boundary multiplexers of a tap, where those of one more axis would not fit
  /// the cycle.
  void place_multiplexers(TapPlan& tap) const {
    const int budget = plan_.period_ps - plan_.device.register_overhead;
    const auto place = [&](std::size_t axis, bool constants) {
      const std::vector<analysis::EdgeCase>& cases = tap.axis[axis].cases;
      const bool here = !cases.empty() && cases.front().is_constant == constants;
      int levels = 0;
      for (std::size_t n = here ? cases.size() + 1 : 1; n > 1; n = (n + 1) / 2) ++levels;
      const int delay = levels * plan_.device.lut;
      if (tap.arrival_ps > 0 && tap.arrival_ps + delay > budget) {
        ++tap.cycle;
        tap.arrival_ps = 0;
      }
      tap.arrival_ps += delay;
      tap.slowest_ps = std::max(tap.slowest_ps, tap.arrival_ps);
      (constants ? tap.constant_cycle : tap.cell_cycle)[axis] = tap.cycle;
    };
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) place(a, false);
    for (std::size_t a = spec::kMaxAxes; a-- > 0;) place(a, true);
  }

  void make_interface();
  void add_configuration_ports();
  void add_port(const std::string& name, int width, bool input, PortRole role, int index = -1) {
    plan_.core.ports.push_back({name, width, input, role, index});
  }

  const spec::Stencil& stencil_;
  Diagnostics& diagnostics_;
  ExtentPlan extents_;
  analysis::Ghosts ghosts_;
  Order order_;
  Plan plan_;
  std::vector<Consumer> consumers_;
};

void Planner::add_configuration_ports() {
  const FrameShape& f = plan_.frame;
  if (!fixed()) {
    add_port("cfg_row_words", bits_for(f.row_words), true, PortRole::kRowWords);
    if (stencil_.axes > 1) add_port("cfg_rows", bits_for(f.rows), true, PortRole::kRows);
    if (stencil_.axes > 2) {
      add_port("cfg_planes", bits_for(f.planes), true, PortRole::kPlanes);
      add_port("cfg_plane_words", bits_for(f.plane_words()), true, PortRole::kPlaneWords);
    }
    if (stencil_.hardware.cells_per_cycle > 1 && (!plan_.core.wraps(0) || !stencil_.monitors.empty())) {
      add_port("cfg_tail", bits_for(stencil_.hardware.cells_per_cycle - 1), true, PortRole::kTail);
    }
    const bool reads_nx = std::any_of(plan_.executor.stages.begin(), plan_.executor.stages.end(),
                                      [](const StagePlan& s) { return s.reads.uses_extent[0]; });
    if (reads_nx || plan_.core.rings[0]) add_port("cfg_nx", 32, true, PortRole::kExtentX);
    constexpr PortRole kPhase[] = {PortRole::kPhaseX, PortRole::kPhaseY, PortRole::kPhaseZ};
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      if (plan_.core.rings[a]) add_port(fmt::format("cfg_phase_{}", "xyz"[a]), bits_for(stencil_.grid[a] - 1), true, kPhase[a]);
    }
    // Enough filler slices for the shortest frame the hardware accepts.
    const Distance& lag = plan_.core.total_lag;
    const std::int64_t slices = stencil_.axes > 2 ? lag.planes + 2 : stencil_.axes > 1 ? lag.rows + 2 : lag.words + 2;
    // Digits below zero make the lag shorter, but no whole slice need be saved.
    const std::int64_t carried = std::max(lag.rows, 0) + std::max<std::int64_t>(lag.words, 0) + 2;
    add_port("cfg_gap", bits_for(slices + carried), true, PortRole::kGap);
  }
  add_port("cfg_passes", 32, true, PortRole::kPasses);
  if (plan_.executor.has_bypass) {
    add_port("cfg_bypass", bits_for(stencil_.hardware.steps - 1), true, PortRole::kBypass);
  }
  const bool reads_step = std::any_of(plan_.executor.stages.begin(), plan_.executor.stages.end(),
                                      [](const StagePlan& s) { return s.reads.uses_step; });
  if (reads_step) add_port("cfg_first_step", 32, true, PortRole::kFirstStep);
  for (std::size_t i = 0; i < stencil_.params.size(); ++i) {
    if (!stencil_.params[i].by_step.empty()) continue;
    add_port("param_" + stencil_.params[i].name, stencil_.params[i].type.width, true,
             PortRole::kParam, static_cast<int>(i));
  }
}

void Planner::make_interface() {
  CoreInterface& core = plan_.core;
  const int p = stencil_.hardware.cells_per_cycle;
  const int steps = stencil_.hardware.steps;
  core.module = stencil_.name + "_core";
  core.axes = stencil_.axes;
  core.cells_per_cycle = p;
  core.steps = steps;
  core.extents = extents_;
  core.maximum = stencil_.grid;
  core.ghost_low = ghosts_.low;
  core.ghost_high = ghosts_.high;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) core.rings[a] = core.wraps(a) && asks_coordinate(stencil_, a);
  const Distance& lag = plan_.executor.lag;
  core.total_lag = {lag.planes * steps, lag.rows * steps, lag.words * steps};
  core.total_latency = plan_.executor.latency * steps;
  if (fixed()) {
    core.minimum = core.maximum;
  } else {
    const spec::Extents window = window_minimum(stencil_);
    const FrameShape& frame = order_.minimum();
    const spec::Extents ghosts = with_ghosts({0, 0, 0}, ghosts_);
    core.minimum[0] = std::max(window[0], (frame.row_words - 1) * p + 1 - ghosts[0]);
    core.minimum[1] = std::max(window[1], frame.rows - ghosts[1]);
    core.minimum[2] = std::max(window[2], frame.planes - ghosts[2]);
  }
  add_port("clk", 1, true, PortRole::kClock);
  add_port("rst", 1, true, PortRole::kReset);
  add_configuration_ports();
  for (std::size_t a = 0; a < stencil_.arrays.size(); ++a) {
    const spec::Array& array = stencil_.arrays[a];
    if (!array.held()) continue;
    const int index = static_cast<int>(a);
    core.held_arrays.push_back(index);
    add_port("load_" + array.name + "_valid", 1, true, PortRole::kLoadValid, index);
    add_port("load_" + array.name + "_last", 1, true, PortRole::kLoadLast, index);
    add_port("load_" + array.name + "_data", array.type.width * lanes_of(array, p), true, PortRole::kLoadData, index);
  }
  add_port("in_valid", 1, true, PortRole::kInValid);
  for (std::size_t a = 0; a < stencil_.arrays.size(); ++a) {
    const spec::Array& array = stencil_.arrays[a];
    if (array.held() || (array.role != spec::Role::kState && array.role != spec::Role::kInput)) continue;
    const int index = static_cast<int>(a);
    core.input_arrays.push_back(index);
    add_port("in_" + array.name, array.type.width * p, true, PortRole::kInData, index);
    if (plan_.executor.streams[at(stencil_.first_stream(index))].lag == Distance{}) continue;
    core.late_arrays.push_back(index);
    add_port("in_" + array.name + "_valid", 1, true, PortRole::kLateValid, index);
    add_port("in_" + array.name + "_ready", 1, false, PortRole::kLateReady, index);
  }
  add_port("out_ready", 1, true, PortRole::kOutReady);
  add_port("in_ready", 1, false, PortRole::kInReady);
  add_port("out_valid", 1, false, PortRole::kOutValid);
  for (std::size_t a = 0; a < stencil_.arrays.size(); ++a) {
    const spec::Array& array = stencil_.arrays[a];
    if (array.role != spec::Role::kState && array.role != spec::Role::kOutput) continue;
    core.output_arrays.push_back(static_cast<int>(a));
    add_port("out_" + array.name, array.type.width * p, false, PortRole::kOutData, static_cast<int>(a));
    plan_.fifo_width += array.type.width * p;
  }
  if (!stencil_.monitors.empty()) add_port("mon_valid", 1, false, PortRole::kMonitorValid);
  for (std::size_t i = 0; i < stencil_.monitors.size(); ++i) {
    const spec::Monitor& monitor = stencil_.monitors[i];
    add_port("mon_" + monitor.name, monitor.type.width, false, PortRole::kMonitor, static_cast<int>(i));
  }
  add_port("done", 1, false, PortRole::kDone);
  add_port("config_error", 1, false, PortRole::kConfigError);
  // In flight: one token a cycle of latency. Round trip of a credit: the entrance, the FIFO's
  // write and output registers, and the credit counter's own register on both ways.
  constexpr int kRoundTrip = 8;
  plan_.fifo_depth = core.total_latency + kRoundTrip;
}

/// Refuses what no device could hold, before memories of absurd size are written.
bool check_capacity(const Plan& plan, Diagnostics& diagnostics) {
  constexpr std::int64_t kLargestOnChipBits = std::int64_t{1} << 30;  // over any device of 2026
  std::int64_t bits = 0;
  for (const StreamPlan& stream : plan.executor.streams) {
    const spec::Array& array = plan.stencil->arrays[at(stream.array)];
    bits += stream.buffered_words * lanes_of(array, plan.core.cells_per_cycle) * array.type.width;
    if (stream.source) bits += stream.source->depth * stream.source->width;
  }
  bits *= plan.core.steps;
  if (bits <= kLargestOnChipBits) return true;
  diagnostics.error("RG0402", {plan.stencil->file, 0, 0, 1},
                    fmt::format("the line and plane buffers need {} Mbit on chip", bits >> 20),
                    {"no device holds more than 1024 Mbit: use fewer steps or a smaller leading axis"});
  return false;
}

/// Refuses frames that no memory holds, before anything is counted in them.
bool check_frame(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  constexpr double kMostCells = 1e14;
  const spec::Extents frame = with_ghosts(stencil.grid, streamed_ghosts(stencil));
  if (static_cast<double>(frame[0]) * static_cast<double>(frame[1]) * static_cast<double>(frame[2]) <= kMostCells) return true;
  diagnostics.error("RG0402", {stencil.file, 0, 0, 1},
                    fmt::format("with the cells that `wrap` needs around the grid a frame has {} x {} x {} cells", frame[0], frame[1], frame[2]),
                    {"use fewer steps, or reads that wrap less far"});
  return false;
}

/// Refuses reads so far outside the grid that every cell on the way would have a case of its own, before
/// the cases are listed.
bool check_windows(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  constexpr std::int64_t kMostSources = std::int64_t{1} << 20;  // of one read, over all lanes
  for (std::size_t s = 0; s < stencil.stages.size(); ++s) {
    if (stencil.stages[s].border != spec::Border::kCompute) continue;
    for (const spec::NodeId id : analysis::collect_reads(stencil, static_cast<int>(s)).nodes) {
      const spec::Node& node = stencil.nodes[at(id)];
      if (node.op != spec::Op::kTap) continue;
      std::int64_t sources = stencil.hardware.cells_per_cycle;
      for (std::size_t a = 0; a < spec::kMaxAxes && sources <= kMostSources; ++a) {
        if (node.boundary[a].kind == spec::BoundaryKind::kWrap) continue;
        sources *= std::min<std::int64_t>(std::abs(node.offset[a]), stencil.grid[a]) + 1;
      }
      if (sources <= kMostSources) continue;
      diagnostics.error("RG0402", node.where, "the multiplexers for the boundary of this read are larger than any device",
                        {fmt::format("at most {} sources: read closer, or use `border: keep`", kMostSources)});
      return false;
    }
  }
  return true;
}

}  // namespace

Result<Plan> make_plan(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  if (!hw::DelayModel::find(stencil.hardware.device)) {
    diagnostics.error("RG0403", stencil.hardware.device_where,
                      fmt::format("unknown device family '{}'", stencil.hardware.device),
                      {fmt::format("known: {}", fmt::join(hw::DelayModel::names(), ", "))});
    return Failure{};
  }
  if (!check_frame(stencil, diagnostics) || !check_windows(stencil, diagnostics) || !check_step_tables(stencil, diagnostics)) return Failure{};
  const bool window_fits = fits(window_minimum(stencil), stencil.grid);
  ExtentPlan extents = stencil.hardware.extents == spec::ExtentMode::kFixed ? ExtentPlan::kFixed
                                                                            : ExtentPlan::kRuntime;
  if (window_fits) {
    Planner planner(stencil, extents, diagnostics);
    auto plan = planner.run();
    if (!plan) return Failure{};
    if (planner.order().holds_at_maximum()) {
      if (!check_capacity(*plan, diagnostics)) return Failure{};
      return plan;
    }
  }
  Planner planner(stencil, ExtentPlan::kFlat, diagnostics);
  auto plan = planner.run();
  if (!plan || !check_capacity(*plan, diagnostics)) return Failure{};
  return plan;
}

}  // namespace rtlgen::plan
