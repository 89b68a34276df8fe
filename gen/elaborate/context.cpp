// Counter widths, static inputs and names that all parts of the elaboration share.
#include "elaborate/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "elaborate/comments.hpp"
#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "plan/timing/kernel_cut.hpp"
#include "spec/mirror.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/lower_case.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::elaborate {

Context::Context(const plan::Plan& p)
    : plan(p),
      stencil(p.inside()),
      lanes(p.core.cells_per_cycle),
      fixed(p.core.extents != contract::ExtentPlan::kRuntime),
      given_names(stream_names(p)),
      stems(module_stems(p, given_names)) {
  set_frame_statics();
  executor_statics = frame_statics;
  set_ring_statics();
  set_block_statics();
  executor_statics.insert(executor_statics.end(), block_statics.begin(), block_statics.end());
  set_monitor_statics();
  if (lanes > 1 && !wraps(0)) {
    executor_statics.push_back(
        {"tail", bits_for(lanes - 1), (stencil.grid[0] - 1) % lanes, "lane of the last cell of a row"});
  }
  set_turn_statics();
  for (std::size_t i = 0; i < plan.executor.pointers.size(); ++i) {
    const plan::PointerPlan& pointer = plan.executor.pointers[i];
    executor_statics.push_back({fmt::format("depth{}_last", i), bits_for(pointer.max_depth - 1), pointer.max_depth - 1,
                                "depth of a line buffer in words, minus 1"});
  }
}

void Context::set_frame_statics() {
  const contract::FrameShape& f = plan.frame;
  const Start deepest = lowest_start();
  const std::int64_t low[3] = {deepest.x, deepest.y, deepest.z};
  const std::int64_t last[3] = {f.row_words - 1, f.rows - 1, f.planes - 1};
  const int slow = stencil.axes - 1;
  const std::int64_t gap = plan.core.gap.most;
  const char* const names[3] = {"row_last", "rows_last", "planes_last"};
  static constexpr const char* kExtents[] = {"words per row", "rows per plane", "planes"};
  for (int a = 0; a < 3; ++a) {
    const std::int64_t top = last[a] + (a == slow ? gap : 0);
    width[a] = low[a] < 0 ? bits_for(std::max(top, -low[a])) + 1 : bits_for(top);
    if (!has_axis(a)) continue;
    frame_statics.push_back({names[a], width[a], last[a], fmt::format("{} of a frame, minus 1", kExtents[a])});
    frame_statics.push_back(
        {fmt::format("{}_before_end", "xyz"[a]), width[a], top - 1,
         fmt::format("largest count along {}{}, minus 1", "xyz"[a], a == slow ? " with the gap" : "")});
  }
}

void Context::set_ring_statics() {
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    if (!plan.core.rings[axis]) continue;
    const char name = "xyz"[a];
    const std::int64_t n = stencil.grid[axis];
    const int w = bits_for(n - 1);
    std::vector<StaticInput>& ring = ring_statics[a];
    ring.push_back({fmt::format("grid_last_{}", name), w, n - 1, fmt::format("largest {} in the grid", name)});
    const std::int64_t phase = plan.core.grid_coordinate(axis, 0, n);
    for (int lane = 0; lane < rings(a); ++lane) {
      ring.push_back(
          {a == 0 ? fmt::format("phase_x_l{}", lane) : fmt::format("phase_{}", name), w, (phase + lane) % n,
           fmt::format("{} in the grid at the frame's start{}", name, a == 0 ? fmt::format(", lane {}", lane) : "")});
    }
    // One word further along x is P cells further, or P - nx if the row wraps.
    if (a == 0 && lanes > 1) {
      ring.push_back({"stride_on", w + 2, lanes % n, "change of x per word within a row of the grid"});
      ring.push_back({"stride_round", w + 2, lanes % n - n, "change of x per word that wraps to the next turn"});
    }
    executor_statics.insert(executor_statics.end(), ring.begin(), ring.end());
  }
}

void Context::set_block_statics() {
  for (int a = 0; a < 2; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    if (!blocked(a)) continue;
    const std::int64_t blocks = plan.core.blocks(plan.core.maximum)[axis];
    const std::int64_t furthest = (blocks * plan.core.stride(axis) + plan.core.block[axis]) / unit(a);
    grid_width[a] = bits_for(furthest) + 1;
    block_statics.push_back({fmt::format("grid_last_{}", "xyz"[a]), grid_width[a],
                             (plan.core.maximum[axis] - 1) / unit(a), fmt::format("last of the grid's {}", kUnits[a])});
    block_statics.push_back({fmt::format("blocks_last_{}", "xyz"[a]), bits_for(blocks), blocks - 1,
                             fmt::format("blocks along {}, minus 1", "xyz"[a])});
    if (plan.core.block_wraps[axis])
      block_statics.push_back({fmt::format("phase_{}", "xyz"[a]), grid_width[a], 0,
                               fmt::format("{} in the grid at the first frame's start", "xyz"[a])});
  }
}

void Context::set_turn_statics() {
  for (int axis = 0; axis < 3; ++axis) {
    const auto& stages = plan.executor.stages;
    const auto turns = std::find_if(stages.begin(), stages.end(),
                                    [&](const plan::StagePlan& s) { return s.mirror && s.mirror->axis == axis; });
    if (turns == stages.end()) continue;
    const std::int64_t slice = axis < 2 ? plan.frame.row_words : plan.frame.plane_words();
    const int w = bits_for(turns->mirror->words - 1);
    if (axis == spec::kTransposed)
      turn_statics[axis] = {{"column_step", w, slice, "address step down a column"},
                            {"column_back", w, turns->mirror->words - slice - 1, "address step to the next column"}};
    else
      turn_statics[axis] = {
          {fmt::format("turn_top_{}", "xyz"[axis]), w, turns->mirror->words - slice,
           "address of the last row or plane"},
          {fmt::format("turn_back_{}", "xyz"[axis]), w, 2 * slice - 1, "address step back to the previous one"}};
    executor_statics.insert(executor_statics.end(), turn_statics[axis].begin(), turn_statics[axis].end());
  }
}

void Context::set_monitor_statics() {
  for (int a = 0; a < 3 && !plan.monitors.empty(); ++a) {
    const auto axis = static_cast<std::size_t>(a);
    if (!wraps(a)) continue;
    const std::int64_t end = plan.core.ghost_low[axis] + stencil.grid[axis] - 1;
    monitor_statics.push_back({fmt::format("grid_end_{}", "xyz"[a]), width[a], a == 0 ? end / lanes : end,
                               fmt::format("last of the grid's {} in the frame", kUnits[a])});
  }
}

const spec::Array& Context::array_of(spec::StreamId stream) const {
  return stencil.arrays[plan.executor.streams[stream].array];
}

Start Context::start_of(const contract::Distance& lag) const {
  if (plan.core.extents != contract::ExtentPlan::kFlat) return {-lag.words, -lag.rows, -lag.planes};
  const contract::FrameShape& f = plan.frame;
  Start start;
  std::int64_t rest = lag.words;
  if (has_axis(2)) {
    start.z = -(rest / f.plane_words());
    rest %= f.plane_words();
  }
  if (has_axis(1)) {
    start.y = -(rest / f.row_words);
    rest %= f.row_words;
  }
  start.x = -rest;
  return start;
}

Start Context::lowest_start() const {
  // The start of the whole chain is that of one Executor times I: its flat lag would have other components.
  const Start unit = start_of(plan.executor.lag);
  Start low = {unit.x * plan.core.steps, unit.y * plan.core.steps, unit.z * plan.core.steps};
  std::vector<contract::Distance> lags;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    lags.push_back(stage.lag);
    if (stage.mirror) lags.push_back(stage.read_lag());
  }
  for (const plan::StreamPlan& stream : plan.executor.streams) {
    if (stream.results) continue;  // has no position counter
    if (stream.source || !(stream.lag == contract::Distance{})) lags.push_back(stream.lag);
  }
  for (const contract::Distance& lag : lags) {
    const Start own = start_of(lag);
    for (const std::int64_t e : {0, plan.core.steps - 1}) {
      low.x = std::min(low.x, own.x + e * unit.x);
      low.y = std::min(low.y, own.y + e * unit.y);
      low.z = std::min(low.z, own.z + e * unit.z);
    }
  }
  return low;
}

bool Context::uses_step() const {
  return std::any_of(plan.executor.stages.begin(), plan.executor.stages.end(),
                     [](const plan::StagePlan& s) { return s.reads.uses_step; });
}

std::vector<spec::ArrayId> ids_of(const std::vector<int>& numbers) { return {numbers.begin(), numbers.end()}; }

bool Context::uses_extent(int axis) const {
  return std::any_of(plan.executor.stages.begin(), plan.executor.stages.end(),
                     [&](const plan::StagePlan& s) { return s.reads.uses_extent[axis]; });
}

IndexVector<spec::StreamId, std::string> stream_names(const plan::Plan& plan) {
  const spec::Stencil& stencil = *plan.stencil;
  std::set<std::string> taken;
  for (const spec::Array& array : stencil.arrays) taken.insert(lower_case(array.name));
  IndexVector<spec::StreamId, std::string> names;
  std::map<spec::ArrayId, int> given;  // number of values assigned to each array so far
  for (const spec::Stream& stream : stencil.streams) {
    const spec::Array& array = stencil.arrays[stream.array];
    std::string name = array.name;
    if (stream.stage.valid()) {
      // Several lines may compute one array within a step; their values need different names.
      const int earlier = given[stream.array]++;
      if (array.role == spec::Role::kState) name += "_new";
      if (earlier > 0) name += std::to_string(earlier + 1);
    }
    // Another array of the user may have this name.
    while (name != array.name && !taken.insert(lower_case(name)).second) {
      name += "_s" + std::to_string(stream.stage.index());
    }
    names.push_back(std::move(name));
  }
  for (const spec::StreamId id : plan.executor.streams.ids()) {
    if (names.contains(id)) continue;
    const plan::StreamPlan& stream = plan.executor.streams[id];
    std::string name = stream.results ? names[stencil.stages[stream.results->stage].output] + "_earlier"
                                      : stencil.arrays[stream.array].name + "_copy";
    while (!taken.insert(lower_case(name)).second) name += std::to_string(id.index());
    names.push_back(std::move(name));
  }
  return names;
}

void Context::add(hw::Module module) {
  if (const auto known = module_index.find(module.name); known != module_index.end()) {
    const hw::Module& same = modules[static_cast<std::size_t>(known->second)];
    RTLGEN_CHECK(same.signals.size() == module.signals.size() && same.exprs.size() == module.exprs.size() &&
                     same.items.size() == module.items.size(),
                 "two modules have the name " + module.name);
    return;
  }
  module_index[module.name] = static_cast<int>(modules.size());
  modules.push_back(std::move(module));
}

std::string Context::add_operator(const ops::Request& request, int latency) {
  const auto [cut, period_ps] = plan::kernel_cut(request, *plan.device, plan.clock.period_ps).placement;
  hw::Module module = operators != nullptr ? operators->build(request, *plan.device, latency, cut, period_ps)
                                           : ops::build(request, *plan.device, latency, cut, period_ps);
  const std::string name = module.name;
  add(std::move(module));
  return name;
}

std::string place_of(const SourceLocation& where) {
  const std::string name = where.file.substr(where.file.rfind('/') + 1);
  return fmt::format("{}:{}:{}", safe::comment(OutsideText(name)), where.line, where.column);
}

Statics declare_statics(hw::Builder& b, const Context& context, const std::vector<StaticInput>& list) {
  Statics statics;
  for (const StaticInput& s : list) {
    statics[s.name] =
        context.fixed ? b.constant(s.width, static_cast<std::uint64_t>(s.constant) &
                                                (s.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << s.width) - 1))
                      : b.input(s.name, s.width, s.comment);
  }
  return statics;
}

void connect_statics(std::vector<std::pair<std::string, hw::Value>>& inputs, const Context& context,
                     const std::vector<StaticInput>& list, const Statics& values) {
  if (context.fixed) return;
  for (const StaticInput& s : list) inputs.emplace_back(s.name, values.at(s.name));
}

}  // namespace rtlgen::elaborate
