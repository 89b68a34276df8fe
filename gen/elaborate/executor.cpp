// The Executor: one time step in hardware.
//
// Streams enter as words, live in Dimensions, are muxed by boundary flags into the taps of every
// lane, go through the Kernels and leave aligned, `lag` words and `latency` cycles later.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "elaborate/context.hpp"
#include "plan/scalars.hpp"

namespace rtlgen::elaborate {

namespace {

using plan::LaneCase;
using plan::StagePlan;
using plan::StreamPlan;

class ExecutorBuilder {
 public:
  explicit ExecutorBuilder(Context& context)
      : context_(context), executor_(context.plan.executor), b_(context.stencil.name + "_executor") {}

  void build() {
    b_.role("executor");
    b_.summary(fmt::format("one time step of stencil '{}'", context_.stencil.name));
    b_.header_line(fmt::format("{} cells a cycle, latency {} cycles, lag {} words", context_.lanes,
                               executor_.latency, context_.plan.frame.count(executor_.lag)));
    b_.simulate_as_block();
    declare_ports();
    make_valid_chain();
    make_pointers();
    make_loads();
    for (const StagePlan& stage : executor_.stages) {
      for (const plan::TapPlan& tap : stage.taps) {
        if (context_.array_of(tap.tap.stream).held()) {
          make_sources(executor_.streams[static_cast<std::size_t>(tap.tap.stream)].array);
        } else {
          make_stream(tap.tap.stream);
        }
      }
      make_stage(stage);
    }
    make_exit();
    context_.add(b_.finish());
  }

 private:
  hw::Value valid(int cycle) const { return valid_.at(static_cast<std::size_t>(cycle)); }

  void declare_ports() {
    start_ = b_.input("start", 1, "one cycle before the first token of a run");
    in_valid_ = b_.input("in_valid", 1);
    for (const int array : context_.plan.core.input_arrays) {
      const int stream = context_.stencil.first_stream(array);
      wires_[stream] = b_.input("in_" + context_.stencil.arrays[static_cast<std::size_t>(array)].name,
                                context_.word_width(stream));
    }
    for (const int array : context_.plan.core.held_arrays) {
      const spec::Array& held = context_.stencil.arrays[static_cast<std::size_t>(array)];
      if (plan::is_single(held, context_.stencil.axes)) {
        single_[array] = b_.input("value_" + held.name, held.type.width);
        continue;
      }
      const int width = held.type.width * plan::lanes_of(held, context_.lanes);
      load_[array] = {b_.input("load_" + held.name + "_valid", 1), b_.input("load_" + held.name + "_last", 1),
                      b_.input("load_" + held.name + "_data", width)};
    }
    static const char* const kStart[] = {"start_x", "start_y", "start_z"};
    for (int a = 0; a < context_.stencil.axes; ++a) {
      base_[kStart[a]] = b_.input(kStart[a], context_.width[a]);
    }
    statics_ = declare_statics(b_, context_, context_.executor_statics);
    if (executor_.has_bypass) {
      bypass_first_ = b_.input("bypass_first", 1, "forward unchanged in the first pass");
    }
    if (context_.uses_step()) first_step_ = b_.input("first_step", 32);
    static const char* const kExtent[] = {"extent_x", "extent_y", "extent_z"};
    for (int a = 0; a < spec::kMaxAxes; ++a) {
      if (!context_.uses_extent(a)) continue;
      extent_[a] = context_.fixed
                       ? b_.constant(32, static_cast<std::uint64_t>(context_.stencil.grid[static_cast<std::size_t>(a)]))
                       : b_.input(kExtent[a], 32);
    }
    std::set<int> used;
    for (const StagePlan& s : executor_.stages) used.insert(s.reads.params.begin(), s.reads.params.end());
    for (const int p : used) {
      const spec::Param& param = context_.stencil.params[static_cast<std::size_t>(p)];
      if (param.by_step.empty()) params_[p] = b_.input("param_" + param.name, param.type.width);
    }
  }

  void make_valid_chain() {
    b_.section("token valid, one bit a cycle of latency");
    valid_.push_back(in_valid_);
    const int n = executor_.latency;
    if (n > 0) {
      const hw::Value chain = b_.declare_reg("valid_s", n, hw::Bits::zero(n), "bit k: valid in cycle k + 1");
      b_.drive(chain, n == 1 ? in_valid_ : hw::cat({chain.slice(n - 2, 0), in_valid_}));
      for (int i = 0; i < n; ++i) valid_.push_back(chain.bit(i));
    }
    b_.output("out_valid", valid_.back());
    // The start pulse runs ahead of the tokens, one Executor a cycle (or at once with no latency).
    b_.output("start_out", n > 0 ? b_.reg("start_q", start_, {}, hw::Bits::zero(1)) : start_);
  }

  /// Words to load pass each Executor in registers.
  void make_loads() {
    for (auto& [array, load] : load_) {
      const std::string name = "load_" + context_.stencil.arrays[static_cast<std::size_t>(array)].name;
      b_.section(fmt::format("'{}' on its way down the chain", context_.stencil.arrays[static_cast<std::size_t>(array)].name));
      load.valid = b_.reg(name + "_valid_q", load.valid, {}, hw::Bits::zero(1));
      load.last = b_.reg(name + "_last_q", load.last);
      load.data = b_.reg(name + "_data_q", load.data);
      b_.output(name + "_valid_out", load.valid);
      b_.output(name + "_last_out", load.last);
      b_.output(name + "_data_out", load.data);
    }
  }

  /// All sources of a held array, once.
  void make_sources(int array) {
    for (const StreamPlan& s : executor_.streams) {
      if (s.array != array || !s.source || wires_.contains(s.stream)) continue;
      b_.section(fmt::format("held array '{}'", context_.stream_name(s.stream)));
      wires_[s.stream] = instantiate_source(b_, context_, s, load_.at(array), start_, valid(s.ready_cycle - 1), base_, statics_);
      make_stream(s.stream);
    }
  }

  /// Circulating addresses: one counter for all memories of equal depth.
  void make_pointers() {
    for (std::size_t i = 0; i < executor_.pointers.size(); ++i) {
      const plan::PointerPlan& p = executor_.pointers[i];
      const int w = bits_for(p.max_depth - 1);
      const hw::Value last = statics_.at(fmt::format("depth{}_last", i));
      b_.section(fmt::format("address of the memories of {} words", p.max_depth));
      const hw::Value address = b_.declare_reg(fmt::format("address{}", i), w);
      const hw::Value at_last = b_.declare_reg(fmt::format("address{}_at_last", i), 1);
      const hw::Value zero = b_.zero(w);
      const hw::Value next = b_.name(fmt::format("address{}_next", i),
                                     mux(start_ | at_last, zero, address + b_.constant(w, 1)));
      const hw::Value move = b_.name(fmt::format("address{}_move", i), start_ | valid(p.cycle));
      b_.drive(address, next, move);
      b_.drive(at_last, eq(next, last), move);
      addresses_.push_back(address);
    }
  }

  /// Instantiates the Dimensions of a buffered stream, once.
  void make_stream(int stream) {
    const StreamPlan& s = executor_.streams[static_cast<std::size_t>(stream)];
    if (!s.buffered || !made_.insert(stream).second) return;
    b_.section(fmt::format("line buffers of '{}'", context_.stream_name(stream)));
    const int cell = context_.array_of(stream).type.width;
    const hw::Value wire = delayed_wire(stream, s.home_cycle);
    int group = 0;
    for (const auto& [first, last] : dimension_ranges(s)) {
      std::vector<std::pair<std::string, hw::Value>> inputs = {{"token", valid(s.home_cycle)}};
      for (const DimensionInput& in : dimension_inputs(s, first, last)) {
        const auto from = static_cast<std::size_t>(in.from);
        inputs.emplace_back(in.port, in.from < 0
                                         ? pick_lanes(wire, all_lanes(context_.lanes_of(stream)), in.lanes, cell)
                                         : pick_lanes(window_.at({stream, from}), s.words[from].lanes, in.lanes, cell));
      }
      std::set<int> pointers;
      for (const plan::Segment& segment : s.segments) {
        const auto to = static_cast<std::size_t>(segment.to);
        if (to < first || to > last || segment.pointer < 0 || !pointers.insert(segment.pointer).second) continue;
        inputs.emplace_back(fmt::format("address{}", segment.pointer), addresses_[static_cast<std::size_t>(segment.pointer)]);
      }
      std::vector<std::tuple<std::string, std::string, int>> outputs;
      for (std::size_t i = first; i <= last; ++i) {
        outputs.emplace_back(s.words[i].name, fmt::format("{}_{}", context_.stream_name(stream), s.words[i].name),
                             cell * static_cast<int>(s.words[i].lanes.size()));
      }
      const std::string module = dimension_module(context_, stream, group++);
      const auto values = b_.instance(module, module.substr(context_.stencil.name.size() + 1), inputs, outputs);
      for (std::size_t i = first; i <= last; ++i) window_[{stream, i}] = values[i - first];
    }
  }

  hw::Value delayed_wire(int stream, int cycle) {
    const StreamPlan& s = executor_.streams[static_cast<std::size_t>(stream)];
    return delayed(fmt::format("{}_word", context_.stream_name(stream)), wires_.at(stream), s.ready_cycle, cycle);
  }

  /// `value`, on the wire in cycle `from`, as seen in cycle `to`; shared.
  hw::Value delayed(const std::string& name, hw::Value value, int from, int to) {
    RTLGEN_CHECK(to >= from, "value '" + name + "' is used before it is there");
    if (to == from || value.constant() != nullptr) return value;
    const auto key = std::make_pair(value.id, to - from);
    const auto known = delays_.find(key);
    if (known != delays_.end()) return known->second;
    return delays_[key] = b_.delay(fmt::format("{}_d{}", name, to - from), value, to - from);
  }

  /// Lane `lane` of the word of `stream` that lies `distance` behind the newest, in cycle `cycle`.
  hw::Value cell(int stream, const plan::Distance& distance, int lane, int cycle) {
    const StreamPlan& s = executor_.streams[static_cast<std::size_t>(stream)];
    const int w = context_.array_of(stream).type.width;
    const std::string name = context_.stream_name(stream);
    if (!s.buffered) {
      const hw::Value word = delayed(name + "_word", wires_.at(stream), s.ready_cycle, cycle);
      return word.slice((lane + 1) * w - 1, lane * w);
    }
    const std::size_t i = word_index(s, distance);
    const hw::Value value = pick_lanes(window_.at({stream, i}), s.words[i].lanes, {lane}, w);
    return delayed(fmt::format("{}_{}_l{}", name, s.words[i].name, lane), value, s.home_cycle + 1, cycle);
  }

  static std::size_t word_index(const StreamPlan& s, const plan::Distance& distance) {
    for (std::size_t i = 0; i < s.words.size(); ++i) {
      if (s.words[i].distance == distance) return i;
    }
    RTLGEN_CHECK(false, "a word that the plan does not keep is read");
  }

  hw::Value whole_word(int stream, const plan::Distance& lag, int cycle) {
    make_stream(stream);
    const StreamPlan& s = executor_.streams[static_cast<std::size_t>(stream)];
    if (!s.buffered) return delayed_wire(stream, cycle);
    const std::size_t i = word_index(s, normal(lag - s.lag));
    RTLGEN_CHECK(s.words[i].lanes.size() == static_cast<std::size_t>(context_.lanes), "a word is read whole but not kept whole");
    return delayed(fmt::format("{}_{}", context_.stream_name(stream), s.words[i].name),
                   window_.at({stream, i}), s.home_cycle + 1, cycle);
  }

  plan::Distance normal(const plan::Distance& d) const {
    if (context_.plan.core.extents != plan::ExtentPlan::kFlat) return d;
    return {0, 0, context_.plan.frame.count(d)};
  }

  void make_stage(const StagePlan& stage);
  std::set<Flag> flags_of(const StagePlan& stage) const;
  hw::Value tap_value(const StagePlan& stage, const plan::TapPlan& tap, int lane);
  hw::Value resolve_x(const StagePlan& stage, const plan::TapPlan& tap, int lane, int y, int z);
  /// A value, and the condition that it is meant; none: if no other is.
  struct Choice {
    hw::Value when;
    hw::Value value;
  };
  hw::Value choose(const std::string& name, std::vector<Choice> choices, int first, int ranks, int fan);
  hw::Value any_of(const std::string& name, std::vector<hw::Value> conditions, int ranks, int fan);
  hw::Value condition(const LaneCase& c) const;
  hw::Value condition(int axis, const analysis::EdgeCase& c) const {
    return flags_.at({axis, c.side == analysis::Side::kHigh, c.distance});
  }
  static Flag flag_of(const LaneCase& c) {
    return {0, c.side == analysis::Side::kHigh, c.word, c.wrapped ? c.tail : -1};
  }
  std::vector<LaneCase> kept_x(const StagePlan& stage, int lane) const;
  hw::Value keep_condition(const StagePlan& stage, int lane) const;
  std::map<std::string, hw::Value> make_shared_kernel(const StagePlan& stage);
  hw::Value coordinate(const std::map<std::string, hw::Value>& position, int axis, int lane);
  void make_kernels(const StagePlan& stage, const std::map<std::string, hw::Value>& position);
  void make_pass_state(const StagePlan& stage, const std::map<std::string, hw::Value>& position);
  void make_exit();
  std::int64_t fixed_extent() const { return context_.fixed ? context_.stencil.grid[0] : 0; }

  Context& context_;
  const plan::ExecutorPlan& executor_;
  hw::Builder b_;
  hw::Value start_, in_valid_, bypass_first_, first_step_;
  hw::Value extent_[spec::kMaxAxes];
  std::map<int, hw::Value> params_;
  std::map<std::string, hw::Value> base_;
  Statics statics_;
  std::vector<hw::Value> valid_;
  std::vector<hw::Value> addresses_;
  std::map<int, LoadPorts> load_;     ///< of held arrays with axes, a register into this Executor
  std::map<int, hw::Value> single_;   ///< held arrays of one value
  std::map<int, hw::Value> wires_;  ///< stream -> its word in its ready cycle
  std::map<std::pair<int, std::size_t>, hw::Value> window_;
  std::set<int> made_;
  std::map<std::pair<hw::ExprId, int>, hw::Value> delays_;
  std::map<Flag, hw::Value> flags_;  ///< of the stage under construction
  hw::Value step_;                   ///< time step of the stage under construction
  hw::Value bypass_;                 ///< in the exit cycle
};

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
  const spec::Stage& s = context_.stencil.stages[static_cast<std::size_t>(stage.stage)];
  if (s.border != spec::Border::kKeep) return flags;
  for (int lane = 0; lane < context_.lanes; ++lane) {
    for (const LaneCase& c : kept_x(stage, lane)) x_case(c);
  }
  for (int a = 1; a < spec::kMaxAxes; ++a) {
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
  std::vector<Choice> choices;
  for (const LaneCase& c : plan::lane_cases(tap.axis[0], lane, context_.lanes, fixed_extent())) {
    if (c.is_constant) continue;
    const int target = lane + c.offset;
    const int word = target >= 0 ? target / context_.lanes : -((-target + context_.lanes - 1) / context_.lanes);
    int stream = tap.tap.stream;
    const StreamPlan& s = executor_.streams[static_cast<std::size_t>(stream)];
    plan::Distance distance = normal(normal(stage.lag) - normal(s.lag) - normal({z, y, word}));
    if (array.held()) {
      std::tie(stream, distance) = plan::held_place(executor_, context_.stencil, s.array, normal(normal(stage.lag) - normal({z, y, word})),
                                                    context_.plan.core.extents == plan::ExtentPlan::kFlat);
      RTLGEN_CHECK(stream >= 0, "a word that no source holds is read");
    }
    const hw::Value value = cell(stream, distance, array.spans[0] ? target - word * context_.lanes : 0, stage.sample_cycle);
    choices.push_back({choices.empty() ? hw::Value{} : condition(c), value});
  }
  return choose(context_.stream_name(tap.tap.stream), std::move(choices), tap.cell_cycle[0] - tap.cell_ranks[0] + 1, tap.cell_ranks[0], tap.fan);
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

/// The value whose condition holds, of which there is at most one; the first one's else. Values and conditions
/// are there in cycle `first`, the result `ranks` - 1 cycles later: all but the last bring `fan` to one.
hw::Value ExecutorBuilder::choose(const std::string& name, std::vector<Choice> choices, int first, int ranks, int fan) {
  if (choices.empty()) return {};
  const auto join = [](const Choice& a, const Choice& b) {
    return Choice{a.when.valid() ? a.when | b.when : hw::Value{}, mux(b.when, b.value, a.value)};
  };
  for (int rank = 1; rank <= ranks; ++rank) {
    const std::size_t group = rank < ranks ? static_cast<std::size_t>(fan) : choices.size();
    RTLGEN_CHECK(ranks == 1 || rank < ranks || choices.size() <= static_cast<std::size_t>(fan), "a boundary multiplexer has more inputs than planned");
    std::vector<Choice> joined;
    for (std::size_t i = 0; i < choices.size(); i += group) {
      Choice c = tree(choices, i, std::min(i + group, choices.size()), join);
      const int cycle = first + rank - 1;
      if (rank < ranks) {
        if (c.when.valid()) c.when = delayed(name + "_at", c.when, cycle, cycle + 1);
        c.value = delayed(name + "_rank", c.value, cycle, cycle + 1);
      }
      joined.push_back(c);
    }
    choices = std::move(joined);
  }
  return choices.front().value;
}

/// Does any of the conditions of cycle 0 hold? There in cycle `ranks` - 1.
hw::Value ExecutorBuilder::any_of(const std::string& name, std::vector<hw::Value> conditions, int ranks, int fan) {
  if (conditions.empty()) return b_.zero();
  for (int rank = 1; rank < ranks; ++rank) {
    std::vector<hw::Value> joined;
    for (std::size_t i = 0; i < conditions.size(); i += static_cast<std::size_t>(fan)) {
      const auto end = std::min(i + static_cast<std::size_t>(fan), conditions.size());
      joined.push_back(delayed(name + "_outside", tree(conditions, i, end, [](hw::Value a, hw::Value b) { return a | b; }), rank - 1, rank));
    }
    conditions = std::move(joined);
  }
  return tree(conditions, 0, conditions.size(), [](hw::Value a, hw::Value b) { return a | b; });
}

hw::Value ExecutorBuilder::tap_value(const StagePlan& stage, const plan::TapPlan& tap, int lane) {
  const int width = context_.array_of(tap.tap.stream).type.width;
  const auto single = single_.find(executor_.streams[static_cast<std::size_t>(tap.tap.stream)].array);
  if (single != single_.end()) return single->second;
  const std::string name = context_.stream_name(tap.tap.stream);
  const auto later = [&](const char* what, hw::Value value, int from, int to) {
    return value.valid() ? delayed(name + what, value, from, to) : value;
  };
  const auto over = [&](int axis, auto&& inner) {
    const int before = tap.cell_cycle[axis - 1];
    const int first = tap.cell_cycle[axis] - tap.cell_ranks[axis] + 1;
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
    return choose(name, std::move(choices), first, tap.cell_ranks[axis], tap.fan);
  };
  hw::Value value = over(2, [&](int z) {
    return over(1, [&](int y) { return resolve_x(stage, tap, lane, y, z); });
  });
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
    const int ranks = tap.constant_ranks[a];
    value = mux(later("_outside", any_of(name, std::move(outside), ranks, tap.fan), ranks - 1, cycle), b_.constant(width, constant), value);
  }
  return value;
}

/// Where along x the cell of a lane keeps its old value.
std::vector<LaneCase> ExecutorBuilder::kept_x(const StagePlan& stage, int lane) const {
  std::vector<LaneCase> cases;
  const auto add = [&](analysis::Side side, std::int64_t word, int tail) {
    LaneCase c;
    c.side = side;
    c.word = word;
    c.tail = tail;
    c.wrapped = context_.wraps(0);
    cases.push_back(c);
  };
  for (int k = 0; k < stage.keep_low[0]; ++k) {
    if (context_.wraps(0)) {
      add(analysis::Side::kLow, k, lane);
    } else if (k % context_.lanes == lane) {
      add(analysis::Side::kLow, k / context_.lanes, 0);
    }
  }
  for (int k = 0; k < stage.keep_high[0]; ++k) {
    if (context_.wraps(0)) {
      add(analysis::Side::kHigh, k, lane);
    } else {
      add(analysis::Side::kHigh, (k + lane) / context_.lanes, (k + lane) % context_.lanes);
    }
  }
  return cases;
}

hw::Value ExecutorBuilder::keep_condition(const StagePlan& stage, int lane) const {
  hw::Value keep = start_.builder->zero();
  const std::int64_t last_lane = (context_.stencil.grid[0] - 1) % context_.lanes;
  for (const LaneCase& c : kept_x(stage, lane)) {
    const bool never = !c.wrapped && c.side == analysis::Side::kHigh && context_.fixed && c.tail != last_lane;
    if (!never) keep = keep | condition(c);
  }
  for (int a = 1; a < spec::kMaxAxes; ++a) {
    for (int k = 0; k < stage.keep_low[a]; ++k) keep = keep | flags_.at({a, false, k});
    for (int k = 0; k < stage.keep_high[a]; ++k) keep = keep | flags_.at({a, true, k});
  }
  return keep;
}

void ExecutorBuilder::make_stage(const StagePlan& stage) {
  const spec::Stage& s = context_.stencil.stages[static_cast<std::size_t>(stage.stage)];
  const std::string suffix =
      executor_.stages.size() == 1 ? "" : fmt::format("_{}_{}", stage.stage, stage.name);
  if (s.border == spec::Border::kKeep) make_stream(s.old_stream);
  b_.section(fmt::format("stage '{}': position, boundaries @[{}]", stage.name, place_of(s.where)));
  PositionWants wants;
  const std::set<Flag> flags = flags_of(stage);
  wants.flags.assign(flags.begin(), flags.end());
  for (int a = 0; a < spec::kMaxAxes; ++a) wants.coordinate[a] = stage.reads.uses_coordinate[a];
  const bool counts_passes = stage.reads.uses_step || (executor_.has_bypass && normal(stage.lag) == normal(executor_.lag) && !bypass_.valid());
  wants.pass_end = counts_passes;
  std::map<std::string, hw::Value> position;
  flags_.clear();
  const bool needs_position = !flags.empty() || wants.pass_end || stage.reads.uses_coordinate[0] ||
                              stage.reads.uses_coordinate[1] || stage.reads.uses_coordinate[2];
  if (needs_position) {
    const std::string module = context_.stencil.name + "_position" + suffix;
    build_position(context_, module, wants);
    position = instantiate_position(b_, context_, module, "position" + suffix, wants, start_,
                                    valid(stage.sample_cycle), context_.start_of(stage.lag), base_, statics_);
    for (const Flag& f : wants.flags) flags_[f] = position.at(flag_name(f));
  }
  if (counts_passes) make_pass_state(stage, position);
  make_kernels(stage, position);
}

/// Which pass the current word belongs to: the time step, and whether to forward unchanged.
void ExecutorBuilder::make_pass_state(const StagePlan& stage, const std::map<std::string, hw::Value>& position) {
  const hw::Value wrap = b_.name(fmt::format("next_frame_{}", stage.stage),
                                 valid(stage.sample_cycle) & position.at(pass_end_port(context_)));
  if (stage.reads.uses_step) {
    const hw::Value step = b_.declare_reg(fmt::format("step_{}", stage.stage), 32);
    const hw::Value next = step + b_.constant(32, static_cast<std::uint64_t>(context_.plan.core.steps));
    b_.drive(step, mux(start_, first_step_, next), start_ | wrap);
    step_ = step;
    for (const int p : stage.reads.params) {
      const spec::Param& param = context_.stencil.params[static_cast<std::size_t>(p)];
      if (param.by_step.empty()) continue;
      params_[p] = step_table(b_, param, fmt::format("{}_{}", param.name, stage.stage), context_.plan.core.steps,
                              first_step_, start_, wrap);
    }
  }
  if (executor_.has_bypass && normal(stage.lag) == normal(executor_.lag) && !bypass_.valid()) {
    const hw::Value bypass = b_.declare_reg("bypass", 1);
    b_.drive(bypass, start_ & bypass_first_, start_ | wrap);
    bypass_ = delayed("bypass", bypass, stage.sample_cycle, executor_.latency);
  }
}

/// The values that all lanes of a stage take, by port of the Kernel.
std::map<std::string, hw::Value> ExecutorBuilder::make_shared_kernel(const StagePlan& stage) {
  const KernelParts parts = kernel_parts(context_, stage);
  std::map<std::string, hw::Value> values;
  for (const SharedValue& v : parts.shared) {
    const spec::Node& node = context_.stencil.nodes[static_cast<std::size_t>(v.node)];
    if (v.is_register) values[v.port] = node.op == spec::Op::kStep ? step_ : params_.at(node.index);
  }
  if (!parts.has_shared_module) return values;
  build_shared_kernel(context_, stage);
  b_.section(fmt::format("stage '{}', what all lanes share", stage.name));
  std::vector<std::pair<std::string, hw::Value>> inputs;
  std::vector<std::tuple<std::string, std::string, int>> outputs;
  if (parts.reads(context_, spec::Op::kStep, -1, true)) inputs.emplace_back("step", step_);
  for (int a = 0; a < spec::kMaxAxes; ++a) {
    if (parts.reads(context_, spec::Op::kExtent, a, true)) inputs.emplace_back(fmt::format("extent_{}", "xyz"[a]), extent_[a]);
  }
  for (const int p : stage.reads.params) {
    if (!parts.reads(context_, spec::Op::kParam, p, true)) continue;
    inputs.emplace_back("param_" + context_.stencil.params[static_cast<std::size_t>(p)].name, params_.at(p));
  }
  std::vector<std::string> ports;
  for (const SharedValue& v : parts.shared) {
    if (v.is_register) continue;
    const int width = context_.stencil.nodes[static_cast<std::size_t>(v.node)].type.width;
    outputs.emplace_back(v.port, fmt::format("shared_{}_{}", stage.stage, v.port), width);
    ports.push_back(v.port);
  }
  const auto made = b_.instance(shared_kernel_module(stage), fmt::format("kernel_{}_shared", stage.stage), inputs, outputs);
  for (std::size_t i = 0; i < made.size(); ++i) values[ports[i]] = made[i];
  return values;
}

/// The coordinate in the grid of a lane's cell, as an int32.
hw::Value ExecutorBuilder::coordinate(const std::map<std::string, hw::Value>& position, int axis, int lane) {
  hw::Value at = context_.has_axis(axis) ? position.at(coordinate_name(context_, axis, lane)) : b_.zero(32);
  if (at.width < 32) at = zext(at, 32);
  if (at.width > 32) at = at.slice(31, 0);
  if (axis > 0 || context_.wraps(0)) return at;
  const hw::Value scaled = mul(at, b_.constant(bits_for(context_.lanes), static_cast<std::uint64_t>(context_.lanes))).slice(31, 0);
  return scaled + b_.constant(32, static_cast<std::uint64_t>(lane));
}

void ExecutorBuilder::make_kernels(const StagePlan& stage, const std::map<std::string, hw::Value>& position) {
  build_kernel(context_, stage);
  const auto shared = make_shared_kernel(stage);
  const KernelParts parts = kernel_parts(context_, stage);
  const spec::Stage& s = context_.stencil.stages[static_cast<std::size_t>(stage.stage)];
  const auto ports = kernel_tap_ports(context_, stage);
  const int width = context_.array_of(s.output).type.width;
  std::vector<hw::Value> lanes;
  for (int lane = 0; lane < context_.lanes; ++lane) {
    b_.section(fmt::format("stage '{}', lane {}", stage.name, lane));
    std::vector<std::pair<std::string, hw::Value>> inputs;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      inputs.emplace_back(ports[i], b_.name(fmt::format("tap_{}_l{}", ports[i], lane), tap_value(stage, stage.taps[i], lane)));
    }
    for (int a = 0; a < spec::kMaxAxes; ++a) {
      if (stage.reads.uses_coordinate[a]) inputs.emplace_back(fmt::format("cell_{}", "xyz"[a]), coordinate(position, a, lane));
      if (parts.reads(context_, spec::Op::kExtent, a, false)) inputs.emplace_back(fmt::format("extent_{}", "xyz"[a]), extent_[a]);
    }
    for (const SharedValue& v : parts.shared) inputs.emplace_back(v.port, shared.at(v.port));
    for (const int p : stage.reads.params) {
      if (!parts.reads(context_, spec::Op::kParam, p, false)) continue;
      inputs.emplace_back("param_" + context_.stencil.params[static_cast<std::size_t>(p)].name, params_.at(p));
    }
    const std::string name = fmt::format("{}_l{}", context_.stream_name(s.output), lane);
    hw::Value result = b_.instance(stage.kernel.module, fmt::format("kernel_{}_l{}", stage.stage, lane), inputs, {{"q", name, width}})[0];
    if (s.border == spec::Border::kKeep) {
      const StreamPlan& old = executor_.streams[static_cast<std::size_t>(s.old_stream)];
      const hw::Value before = cell(s.old_stream, normal(stage.lag - old.lag), lane, stage.sample_cycle);
      const hw::Value keep = delayed(fmt::format("keep_l{}", lane), b_.name(fmt::format("keep_l{}", lane), keep_condition(stage, lane)),
                                     stage.sample_cycle, stage.ready_cycle);
      result = mux(keep, delayed(fmt::format("old_l{}", lane), before, stage.sample_cycle, stage.ready_cycle), result);
    }
    lanes.insert(lanes.begin(), result);
  }
  wires_[s.output] = b_.name(context_.stream_name(s.output) + "_word", hw::cat(lanes));
}

void ExecutorBuilder::make_exit() {
  b_.section("exit: every stream at one lag and one cycle");
  for (std::size_t a = 0; a < context_.stencil.arrays.size(); ++a) {
    const spec::Array& array = context_.stencil.arrays[a];
    if (!plan::leaves_executor(context_.stencil, static_cast<int>(a))) continue;
    const int last = context_.stencil.final_stream(static_cast<int>(a));
    const int first = context_.stencil.first_stream(static_cast<int>(a));
    hw::Value word = whole_word(last, executor_.lag, executor_.latency);
    if (plan::monitors_change(context_.stencil, static_cast<int>(a))) {
      b_.output("mon_old_" + array.name, whole_word(first, executor_.lag, executor_.latency), "before this step");
    }
    if (executor_.has_bypass && first >= 0 && first != last) {
      word = mux(bypass_, whole_word(first, executor_.lag, executor_.latency), word);
    }
    b_.output("out_" + array.name, word);
  }
}

}  // namespace

void build_executor(Context& context) {
  build_dimensions(context);
  build_sources(context);
  ExecutorBuilder(context).build();
}

}  // namespace rtlgen::elaborate
