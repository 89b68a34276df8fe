// Reads of an Executor's stages: the source of each lane's cell, inside the grid and beyond its ends.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "contract/frame.hpp"
#include "elaborate/executor.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"

namespace rtlgen::elaborate {

std::set<Flag> ExecutorBuilder::flags_of(const StagePlan& stage) const {
  std::set<Flag> flags;
  const auto x_case = [&](const LaneCase& c) {
    if (!c.is_interior) flags.insert(flag_of(c));
  };
  for (const plan::TapPlan& tap : stage.taps) {
    for (int lane = 0; lane < context_.lanes; ++lane) {
      for (const LaneCase& c : plan::lane_cases(tap.axis[0], lane, context_.lanes, fixed_extent())) x_case(c);
    }
    for (int a = 1; a < spec::kMaxAxes; ++a) {
      for (const analysis::EdgeCase& c : tap.axis[a].cases) {
        flags.insert({a, c.side == analysis::Side::kHigh, c.distance});
      }
    }
  }
  for (const spec::RegionId r : stage.reads.regions) flags_of(context_.stencil.regions[r], flags);
  const spec::Stage& s = context_.stencil.stages[stage.stage];
  if (s.border != spec::Border::kKeep) return flags;
  for (int lane = 0; lane < context_.lanes; ++lane) {
    for (const LaneCase& c : kept_x(stage, lane)) x_case(c);
  }
  const spec::Region wide = wide_border(stage);
  flags_of(wide, flags);
  for (int a = 1; a < spec::kMaxAxes; ++a) {
    if (!wide.spans[static_cast<std::size_t>(a)].whole()) continue;
    for (int k = 0; k < stage.keep_low[a]; ++k) flags.insert({a, false, k});
    for (int k = 0; k < stage.keep_high[a]; ++k) flags.insert({a, true, k});
  }
  return flags;
}

hw::Value ExecutorBuilder::condition(const LaneCase& c) const {
  const hw::Value at = flags_.at(flag_of(c));
  if (c.wrapped || c.side == analysis::Side::kLow || context_.lanes == 1) return at;
  const hw::Value tail = statics_.at("tail");
  return at & eq(tail, tail.builder->constant(tail.width, static_cast<std::uint64_t>(c.tail)));
}

hw::Value ExecutorBuilder::resolve_x(const StagePlan& stage, const plan::TapPlan& tap, int lane, int y, int z) {
  const spec::Array& array = context_.array_of(tap.tap.stream);
  const std::string name = context_.stream_name(tap.tap.stream);
  const int first = tap.cell_cycle[0] - tap.cell_mux_stages[0] + 1;  // later than 0 after a Kernel that fills its cycle
  std::vector<Choice> choices;
  for (const LaneCase& c : plan::lane_cases(tap.axis[0], lane, context_.lanes, fixed_extent())) {
    if (c.is_constant) continue;
    const int target = lane + c.offset;
    const int word = target >= 0 ? target / context_.lanes : -((-target + context_.lanes - 1) / context_.lanes);
    spec::StreamId stream = tap.tap.own ? stage.own_results : tap.tap.stream;
    const StreamPlan& s = executor_.streams[stream];
    contract::Distance distance = normal(normal(stage.read_lag()) - normal(s.lag) - normal({z, y, word}));
    if (array.held()) {
      std::tie(stream, distance) =
          plan::held_place(executor_, context_.stencil, s.array, normal(normal(stage.lag) - normal({z, y, word})),
                           context_.plan.core.extents == contract::ExtentPlan::kFlat);
      RTLGEN_CHECK(stream.valid(), "a word that no source holds is read");
    }
    const hw::Value value =
        cell(stream, distance, array.spans[0] ? target - word * context_.lanes : 0, stage.sample_cycle);
    choices.push_back({choices.empty() ? hw::Value{} : delayed(name + "_at", condition(c), 0, first),
                       delayed(name + "_rank", value, 0, first)});
  }
  return choose(name, std::move(choices), first, tap.cell_mux_stages[0], tap.fan);
}

namespace {

/// A tree over values[from] to values[to - 1].
template <class T, class Join>
T tree(const std::vector<T>& values, std::size_t from, std::size_t to, const Join& join) {
  if (to - from == 1) return values[from];
  const std::size_t middle = from + (to - from + 1) / 2;
  return join(tree(values, from, middle, join), tree(values, middle, to, join));
}

}  // namespace

/// The value whose condition holds (at most one does), otherwise the first value. Values and conditions are available
/// in cycle `first`, the result `mux_stages` - 1 cycles later: each pipeline stage but the last merges `fan` values.
hw::Value ExecutorBuilder::choose(const std::string& name, std::vector<Choice> choices, int first, int mux_stages,
                                  int fan) {
  if (choices.empty()) return {};
  const auto join = [](const Choice& a, const Choice& b) {
    return Choice{a.when.valid() ? a.when | b.when : hw::Value{}, mux(b.when, b.value, a.value)};
  };
  for (int mux_stage = 1; mux_stage <= mux_stages; ++mux_stage) {
    const std::size_t group = mux_stage < mux_stages ? static_cast<std::size_t>(fan) : choices.size();
    RTLGEN_CHECK(mux_stages == 1 || mux_stage < mux_stages || choices.size() <= static_cast<std::size_t>(fan),
                 "a boundary multiplexer has more inputs than planned");
    std::vector<Choice> joined;
    for (std::size_t i = 0; i < choices.size(); i += group) {
      Choice c = tree(choices, i, std::min(i + group, choices.size()), join);
      const int cycle = first + mux_stage - 1;
      if (mux_stage < mux_stages) {
        if (c.when.valid()) c.when = delayed(name + "_at", c.when, cycle, cycle + 1);
        c.value = delayed(name + "_rank", c.value, cycle, cycle + 1);
      }
      joined.push_back(c);
    }
    choices = std::move(joined);
  }
  return choices.front().value;
}

/// Whether any of the conditions of cycle 0 holds. Available in cycle `mux_stages` - 1.
hw::Value ExecutorBuilder::any_of(const std::string& name, std::vector<hw::Value> conditions, int mux_stages, int fan) {
  if (conditions.empty()) return b_.zero();
  for (int mux_stage = 1; mux_stage < mux_stages; ++mux_stage) {
    std::vector<hw::Value> joined;
    for (std::size_t i = 0; i < conditions.size(); i += static_cast<std::size_t>(fan)) {
      const auto end = std::min(i + static_cast<std::size_t>(fan), conditions.size());
      joined.push_back(delayed(name + "_outside",
                               tree(conditions, i, end, [](hw::Value a, hw::Value b) { return a | b; }), mux_stage - 1,
                               mux_stage));
    }
    conditions = std::move(joined);
  }
  return tree(conditions, 0, conditions.size(), [](hw::Value a, hw::Value b) { return a | b; });
}

hw::Value ExecutorBuilder::tap_value(const StagePlan& stage, const plan::TapPlan& tap, int lane) {
  const int width = context_.array_of(tap.tap.stream).type.width;
  const auto single = single_.find(executor_.streams[tap.tap.stream].array);
  if (single != single_.end()) return single->second;
  const std::string name = context_.stream_name(tap.tap.stream);
  const auto later = [&](const char* what, hw::Value value, int from, int to) {
    return value.valid() ? delayed(name + what, value, from, to) : value;
  };
  const auto over = [&](int axis, auto&& inner) {
    const int before = tap.cell_cycle[axis - 1];
    const int first = tap.cell_cycle[axis] - tap.cell_mux_stages[axis] + 1;
    std::vector<Choice> choices;
    if (tap.axis[axis].has_interior) {
      const hw::Value value = later("_rank", inner(tap.axis[axis].offset), before, first);
      if (value.valid()) choices.push_back({{}, value});
    }
    for (const analysis::EdgeCase& c : tap.axis[axis].cases) {
      if (c.is_constant) continue;
      const hw::Value value = later("_rank", inner(c.offset), before, first);
      if (!value.valid()) continue;
      choices.push_back({choices.empty() ? hw::Value{} : later("_at", condition(axis, c), 0, first), value});
    }
    return choose(name, std::move(choices), first, tap.cell_mux_stages[axis], tap.fan);
  };
  hw::Value value = over(2, [&](int z) { return over(1, [&](int y) { return resolve_x(stage, tap, lane, y, z); }); });
  if (!value.valid()) value = b_.zero(width);  // no cell of this lane is ever inside the grid
  // A constant boundary needs no cell; of several, the first axis wins, so it is applied last.
  int cycle = tap.cell_cycle[spec::kMaxAxes - 1];
  for (int a = spec::kMaxAxes; a-- > 0;) {
    std::vector<hw::Value> outside;
    std::uint64_t constant = 0;
    if (a == 0) {
      for (const LaneCase& c : plan::lane_cases(tap.axis[0], lane, context_.lanes, fixed_extent())) {
        if (!c.is_constant) continue;
        outside.push_back(condition(c));
        constant = c.constant;
      }
    } else {
      for (const analysis::EdgeCase& c : tap.axis[a].cases) {
        if (!c.is_constant) continue;
        outside.push_back(condition(a, c));
        constant = c.constant;
      }
    }
    value = later("_rank", value, cycle, tap.constant_cycle[a]);
    cycle = tap.constant_cycle[a];
    const int mux_stages = tap.constant_mux_stages[a];
    value = mux(later("_outside", any_of(name, std::move(outside), mux_stages, tap.fan), mux_stages - 1, cycle),
                b_.constant(width, constant), value);
  }
  return value;
}

}  // namespace rtlgen::elaborate
