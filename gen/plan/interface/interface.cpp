// Builds the interface of a core.
#include "plan/interface/interface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "contract/run_settings.hpp"
#include "plan/executor_plan.hpp"
#include "plan/extents.hpp"
#include "plan/forms/forms.hpp"
#include "plan/framing.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/lower_case.hpp"
#include "support/result.hpp"
#include "support/widths.hpp"

namespace rtlgen::plan {

namespace {

class InterfaceBuilder {
 public:
  InterfaceBuilder(const spec::Stencil& stencil, const Inside& inside)
      : inside_(inside), stencil_(stencil), ghosts_(streamed_ghosts(stencil)) {}

  Interface run();

 private:
  bool fixed() const { return inside_.extents != contract::ExtentPlan::kRuntime; }
  /// Extents, ghosts and lags.
  void set_shape();
  /// The least extents that the hardware accepts.
  void set_limits();
  /// With fixed extents no port limits the gap, and all runs have the same.
  void set_fixed_gap();
  void add_configuration_ports();
  void add_load_ports();
  void add_input_ports();
  void add_output_ports();
  void add_monitor_ports();
  /// Whether `array` is the first one of its port.
  [[nodiscard]] bool begins_port(spec::ArrayId array) const;
  /// Adds the port of `first` and of the arrays that share it.
  void add_field_port(const char* prefix, spec::ArrayId first, const char* suffix, int width, bool input,
                      contract::PortRole role);
  [[nodiscard]] int word_bits(spec::ArrayId first) const;
  void add_port(const std::string& name, int width, bool input, contract::PortRole role, int index = -1) {
    made_.core.ports.push_back({name, width, input, role, index, {}, {}});
  }

  const Inside& inside_;
  const spec::Stencil& stencil_;
  analysis::Ghosts ghosts_;
  Interface made_;  ///< so far
};

void InterfaceBuilder::add_configuration_ports() {
  const contract::FrameShape& f = inside_.frame;
  if (!fixed()) {
    add_port("cfg_row_words", bits_for(f.row_words), true, contract::PortRole::kRowWords);
    if (stencil_.axes > 1) add_port("cfg_rows", bits_for(f.rows), true, contract::PortRole::kRows);
    if (stencil_.axes > 2) {
      add_port("cfg_planes", bits_for(f.planes), true, contract::PortRole::kPlanes);
      add_port("cfg_plane_words", bits_for(f.plane_words()), true, contract::PortRole::kPlaneWords);
    }
    if (stencil_.hardware.cells_per_cycle > 1 && (!made_.core.wraps(0) || !stencil_.monitors.empty())) {
      add_port("cfg_tail", bits_for(stencil_.hardware.cells_per_cycle - 1), true, contract::PortRole::kTail);
    }
    if (made_.core.blocked(0)) {
      const std::int64_t words = contract::frame_shape(made_.core.maximum, stencil_.hardware.cells_per_cycle).row_words;
      add_port("cfg_grid_words", bits_for(words), true, contract::PortRole::kGridWords);
      add_port("cfg_blocks_x", bits_for(made_.core.blocks(made_.core.maximum)[0]), true, contract::PortRole::kBlocksX);
      if (made_.core.block_wraps[0]) add_port("cfg_phase_x", bits_for(words - 1), true, contract::PortRole::kPhaseX);
    }
    if (made_.core.blocked(1)) {
      add_port("cfg_grid_rows", bits_for(made_.core.maximum[1]), true, contract::PortRole::kGridRows);
      add_port("cfg_blocks_y", bits_for(made_.core.blocks(made_.core.maximum)[1]), true, contract::PortRole::kBlocksY);
      if (made_.core.block_wraps[1])
        add_port("cfg_phase_y", bits_for(made_.core.maximum[1] - 1), true, contract::PortRole::kPhaseY);
    }
    const bool reads_nx = std::any_of(inside_.executor.stages.begin(), inside_.executor.stages.end(),
                                      [](const StagePlan& s) { return s.reads.uses_extent[0]; });
    if (reads_nx || made_.core.rings[0]) add_port("cfg_nx", 32, true, contract::PortRole::kExtentX);
    constexpr contract::PortRole kPhase[] = {contract::PortRole::kPhaseX, contract::PortRole::kPhaseY,
                                             contract::PortRole::kPhaseZ};
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      if (made_.core.rings[a])
        add_port(fmt::format("cfg_phase_{}", "xyz"[a]), bits_for(stencil_.grid[a] - 1), true, kPhase[a]);
    }
    // Enough filler slices for the shortest frame the hardware accepts.
    const contract::Distance& lag = made_.core.total_lag;
    const std::int64_t slices = stencil_.axes > 2 ? lag.planes + 2 : stencil_.axes > 1 ? lag.rows + 2 : lag.words + 2;
    // Digits below zero make the lag shorter, but that may not save a whole slice.
    const std::int64_t carried = std::max(lag.rows, 0) + std::max<std::int64_t>(lag.words, 0) + 2;
    const int bits = bits_for(slices + carried);
    add_port("cfg_gap", bits, true, contract::PortRole::kGap);
    made_.core.gap.most = (std::int64_t{1} << bits) - 1;
  }
  add_port("cfg_passes", 32, true, contract::PortRole::kPasses);
  if (inside_.executor.has_bypass) {
    add_port("cfg_bypass", bits_for(stencil_.hardware.steps - 1), true, contract::PortRole::kBypass);
  }
  const bool reads_step = std::any_of(inside_.executor.stages.begin(), inside_.executor.stages.end(),
                                      [](const StagePlan& s) { return s.reads.uses_step; });
  if (reads_step) add_port("cfg_first_step", 32, true, contract::PortRole::kFirstStep);
  for (const spec::ParamId i : stencil_.params.ids()) {
    if (!stencil_.params[i].by_step.empty()) continue;
    add_port("param_" + stencil_.params[i].name, stencil_.params[i].type.width, true, contract::PortRole::kParam,
             i.index());
  }
}

void InterfaceBuilder::set_shape() {
  contract::CoreInterface& core = made_.core;
  const int p = stencil_.hardware.cells_per_cycle;
  const int steps = stencil_.hardware.steps;
  core.module = stencil_.name + "_core";
  core.axes = stencil_.axes;
  core.cells_per_cycle = p;
  core.steps = steps;
  core.hops = stencil_.hardware.hops;
  core.extents = inside_.extents;
  core.monitor_latency = inside_.monitor_latency;
  core.maximum = stencil_.whole_grid();
  core.ghost_low = ghosts_.low;
  core.ghost_high = ghosts_.high;
  const analysis::Ghosts of_blocks = block_ghosts(stencil_);
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (!stencil_.blocked(a)) continue;
    core.block[a] = stencil_.grid[a];
    core.block_wraps[a] = stencil_.blocks->wraps[a];
    core.ghost_low[a] = of_blocks.low[a];
    core.ghost_high[a] = of_blocks.high[a];
  }
  core.by_rows = stencil_.hardware.bus.has_value();
  if (core.block_wraps[0] || (core.by_rows && core.wraps(0))) core.row_unit = block_alignment(stencil_, 0);
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) core.rings[a] = core.wraps(a) && uses_coordinate(stencil_, a);
  const contract::Distance& lag = inside_.executor.lag;
  core.total_lag = {lag.planes * steps, lag.rows * steps, lag.words * steps};
  core.total_latency = inside_.executor.latency * steps + core.hop_cycles() + inside_.ends.entrance + inside_.ends.exit;
  core.gap.way_back = core.by_rows ? contract::kRowReturn : contract::kWordReturn;
}

void InterfaceBuilder::set_limits() {
  contract::CoreInterface& core = made_.core;
  if (fixed()) {
    core.minimum = core.maximum;
  } else {
    const int p = stencil_.hardware.cells_per_cycle;
    spec::Extents window = window_minimum(stencil_);
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) window[a] = std::max(window[a], stencil_.least_grid[a]);
    const contract::FrameShape& frame = inside_.least;
    const spec::Extents ghosts = with_ghosts({0, 0, 0}, ghosts_);
    // A block is never smaller than the smallest frame.
    const std::int64_t row_unit = core.row_unit;
    core.minimum[0] = stencil_.blocked(0) ? window[0] : std::max(window[0], (frame.row_words - 1) * p + 1 - ghosts[0]);
    core.minimum[0] = (core.minimum[0] + row_unit - 1) / row_unit * row_unit;
    core.minimum[1] = stencil_.blocked(1) ? window[1] : std::max(window[1], frame.rows - ghosts[1]);
    core.minimum[2] = std::max(window[2], frame.planes - ghosts[2]);
  }
}

void InterfaceBuilder::set_fixed_gap() {
  made_.core.gap.most = std::numeric_limits<std::int64_t>::max();
  Diagnostics unused;
  const auto run = contract::run_settings(made_.core, made_.core.maximum, 1, unused);
  RTLGEN_CHECK(run.ok(), "the settings of fixed extents are refused");
  made_.core.gap.most = run->gap;
}

bool InterfaceBuilder::begins_port(spec::ArrayId array) const { return stencil_.together(array).front() == array; }

void InterfaceBuilder::add_field_port(const char* prefix, spec::ArrayId first, const char* suffix, int width,
                                      bool input, contract::PortRole role) {
  const std::string& field = stencil_.outside_name(first);
  add_port(prefix + field + suffix, width, input, role, first.index());
  contract::Port& port = made_.core.ports.back();
  port.field = field;
  for (const spec::ArrayId a : stencil_.together(first)) port.arrays.push_back(a.index());
}

int InterfaceBuilder::word_bits(spec::ArrayId first) const {
  int bits = 0;
  for (const spec::ArrayId a : stencil_.together(first)) bits += stencil_.arrays[a].type.width;
  return bits * lanes_of(stencil_.arrays[first], stencil_.hardware.cells_per_cycle);
}

void InterfaceBuilder::add_load_ports() {
  using contract::PortRole;
  for (const spec::ArrayId a : stencil_.arrays.ids()) {
    if (!stencil_.arrays[a].held()) continue;
    made_.core.held_arrays.push_back(a.index());
    if (!begins_port(a)) continue;
    add_field_port("load_", a, "_valid", 1, true, PortRole::kLoadValid);
    add_field_port("load_", a, "_last", 1, true, PortRole::kLoadLast);
    add_field_port("load_", a, "_data", word_bits(a), true, PortRole::kLoadData);
  }
}

void InterfaceBuilder::add_input_ports() {
  using contract::PortRole;
  contract::CoreInterface& core = made_.core;
  add_port("in_valid", 1, true, PortRole::kInValid);
  for (const spec::ArrayId a : stencil_.arrays.ids()) {
    const spec::Array& array = stencil_.arrays[a];
    if (array.held() || (array.role != spec::Role::kState && array.role != spec::Role::kInput)) continue;
    core.input_arrays.push_back(a.index());
    const bool late = inside_.executor.streams[stencil_.first_stream(a)].lag != contract::Distance{};
    if (late) core.late_arrays.push_back(a.index());
    if (!begins_port(a)) continue;
    add_field_port("in_", a, "", word_bits(a), true, PortRole::kInData);
    if (!late) continue;
    add_field_port("in_", a, "_valid", 1, true, PortRole::kLateValid);
    add_field_port("in_", a, "_ready", 1, false, PortRole::kLateReady);
  }
}

void InterfaceBuilder::add_output_ports() {
  using contract::PortRole;
  add_port("out_ready", 1, true, PortRole::kOutReady);
  add_port("in_ready", 1, false, PortRole::kInReady);
  add_port("out_valid", 1, false, PortRole::kOutValid);
  for (const spec::ArrayId a : stencil_.arrays.ids()) {
    const spec::Array& array = stencil_.arrays[a];
    if (array.role != spec::Role::kState && array.role != spec::Role::kOutput) continue;
    made_.core.output_arrays.push_back(a.index());
    if (!begins_port(a)) continue;
    add_field_port("out_", a, "", word_bits(a), false, PortRole::kOutData);
    made_.fifo_width += word_bits(a);
  }
}

void InterfaceBuilder::add_monitor_ports() {
  if (!stencil_.monitors.empty()) add_port("mon_valid", 1, false, contract::PortRole::kMonitorValid);
  for (const spec::MonitorId i : stencil_.monitors.ids()) {
    const spec::Monitor& monitor = stencil_.monitors[i];
    add_port("mon_" + monitor.name, monitor.type.width, false, contract::PortRole::kMonitor, i.index());
  }
}

Interface InterfaceBuilder::run() {
  set_shape();
  set_limits();
  add_port("clk", 1, true, contract::PortRole::kClock);
  add_port("rst", 1, true, contract::PortRole::kReset);
  add_configuration_ports();
  if (fixed()) set_fixed_gap();
  add_load_ports();
  add_input_ports();
  add_output_ports();
  add_monitor_ports();
  add_port("done", 1, false, contract::PortRole::kDone);
  add_port("config_error", 1, false, contract::PortRole::kConfigError);
  // Room for the tokens in flight, one per cycle of latency, and for credits on their way back.
  made_.fifo_depth =
      made_.core.total_latency + made_.core.hop_cycles() + contract::kCreditLoop + contract::kCreditSlack;
  return std::move(made_);
}

}  // namespace

Interface interface_of(const spec::Stencil& stencil, const Inside& inside) {
  return InterfaceBuilder(stencil, inside).run();
}

bool check_port_names(const contract::CoreInterface& core, const spec::Stencil& stencil, Diagnostics& diagnostics) {
  std::map<std::string, const contract::Port*> ports;
  bool good = true;
  for (const contract::Port& port : core.ports) {
    const auto [found, fresh] = ports.emplace(lower_case(port.name), &port);
    if (fresh) continue;
    const bool is_data = port.role == contract::PortRole::kInData;
    const spec::Array& data = stencil.arrays[spec::ArrayId((is_data ? port : *found->second).index)];
    const spec::Array& late = stencil.arrays[spec::ArrayId((is_data ? *found->second : port).index)];
    diagnostics.error(Code::kNameClash, data.where,
                      fmt::format("the port of '{}' would be {}, like a handshake port of '{}'", data.shown(),
                                  found->second->name, late.shown()),
                      {fmt::format("'{}' enters later than other inputs and has its own handshake", late.shown()),
                       fmt::format("choose another name, e.g. {}_0", data.shown())});
    good = false;
  }
  return good;
}

}  // namespace rtlgen::plan
