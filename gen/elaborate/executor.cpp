// The Executor: one time step in hardware.
//
// Streams enter as words, are stored in Dimensions, are multiplexed by boundary flags into the taps of every lane, pass
// through the Kernels and leave aligned, `lag` words and `latency` cycles later.
#include "elaborate/executor.hpp"

#include <fmt/format.h>

#include <tuple>

#include "contract/frame.hpp"
#include "elaborate/comments.hpp"
#include "plan/interface/scalars.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"

namespace rtlgen::elaborate {

void ExecutorBuilder::build() {
  b_.role("executor");
  b_.summary(fmt::format("one time step of stencil '{}'", context_.stencil.name));
  b_.header_line(fmt::format("{} per cycle, latency {}, lag {}", counted(context_.lanes, "cell"),
                             counted(executor_.latency, "cycle"),
                             counted(context_.plan.frame.count(executor_.lag), "word")));
  b_.simulate_as_block();
  declare_ports();
  make_valid_chain();
  make_pointers();
  make_loads();
  for (const StagePlan& stage : executor_.stages) {
    for (const plan::TapPlan& tap : stage.taps) {
      if (tap.tap.own) continue;
      if (context_.array_of(tap.tap.stream).held()) {
        make_sources(executor_.streams[tap.tap.stream].array);
      } else {
        make_stream(tap.tap.stream);
      }
    }
    make_results(stage);
    make_stage(stage);
  }
  make_exit();
  context_.add(b_.finish());
}

void ExecutorBuilder::declare_ports() {
  start_ = b_.input("start", 1, "pulse before the first token: loads the position counters");
  in_valid_ = b_.input("in_valid", 1, "a token arrives: a word or a filler");
  for (const spec::ArrayId array : ids_of(context_.plan.core.input_arrays)) {
    const spec::StreamId stream = context_.stencil.first_stream(array);
    const spec::Array& entering = context_.stencil.arrays[array];
    wires_[stream] =
        b_.input("in_" + entering.name, context_.word_width(stream),
                 cells_comment(entering, static_cast<std::size_t>(context_.lanes)) + ", lane 0 in the low bits");
  }
  for (const spec::ArrayId array : ids_of(context_.plan.core.held_arrays)) {
    const spec::Array& held = context_.stencil.arrays[array];
    if (plan::is_single(held, context_.stencil.axes)) {
      single_[array] = b_.input("value_" + held.name, held.type.width,
                                fmt::format("the value of held input '{}', {}", held.shown(), held.type.name()));
      continue;
    }
    const int lanes = plan::lanes_of(held, context_.lanes);
    load_[array] = {
        b_.input("load_" + held.name + "_valid", 1, fmt::format("a word of held input '{}' arrives", held.shown())),
        b_.input("load_" + held.name + "_last", 1, "it is the last word"),
        b_.input("load_" + held.name + "_data", held.type.width * lanes,
                 cells_comment(held, static_cast<std::size_t>(lanes)))};
  }
  static const char* const kStart[] = {"start_x", "start_y", "start_z"};
  for (int a = 0; a < context_.stencil.axes; ++a) {
    base_[kStart[a]] =
        b_.input(kStart[a], context_.width[a],
                 fmt::format("{} in the frame of the first token, in {}; negative: before it", "xyz"[a], kUnits[a]));
  }
  statics_ = declare_statics(b_, context_, context_.executor_statics);
  if (executor_.has_bypass) {
    bypass_first_ = b_.input("bypass_first", 1, "forward words unchanged in the first pass");
  }
  if (context_.uses_step()) first_step_ = b_.input("first_step", 32, "time step of the first pass, int32");
  static const char* const kExtent[] = {"extent_x", "extent_y", "extent_z"};
  for (int a = 0; a < spec::kMaxAxes; ++a) {
    if (!context_.uses_extent(a)) continue;
    extent_[a] = context_.fixed
                     ? b_.constant(32, static_cast<std::uint64_t>(context_.stencil.grid[static_cast<std::size_t>(a)]))
                     : b_.input(kExtent[a], 32, fmt::format("cells along {} of the grid, int32", "xyz"[a]));
  }
  std::set<spec::ParamId> used;
  for (const StagePlan& s : executor_.stages) used.insert(s.reads.params.begin(), s.reads.params.end());
  for (const spec::ParamId p : used) {
    const spec::Param& param = context_.stencil.params[p];
    if (param.by_step.empty()) params_[p] = b_.input("param_" + param.name, param.type.width, param_comment(param));
  }
}

void ExecutorBuilder::make_valid_chain() {
  b_.section("valid bits of the tokens in the pipeline");
  valid_.push_back(in_valid_);
  const int n = executor_.latency;
  if (n > 0) {
    const hw::Value chain =
        b_.declare_reg("valid_s", n, hw::Bits::zero(n), "bit k: token valid k + 1 cycles after in_valid");
    b_.spread(chain);
    b_.drive(chain, n == 1 ? in_valid_ : hw::cat({chain.slice(n - 2, 0), in_valid_}));
    for (int i = 0; i < n; ++i) valid_.push_back(chain.bit(i));
  }
  b_.output("out_valid", valid_.back(), "a token leaves");
  // The start pulse runs ahead of the tokens, one Executor per cycle (or at once without latency).
  pulses_ = start_pulses(b_, context_, start_, false);
  b_.output("start_out", n > 0 ? pulses_.next : start_, "start of the next Executor");
}

void ExecutorBuilder::make_loads() {
  for (auto& [array, load] : load_) {
    const std::string name = "load_" + context_.stencil.arrays[array].name;
    b_.section(fmt::format("held input '{}', passed on to the next Executor", context_.stencil.arrays[array].name));
    load.valid = b_.reg(name + "_valid_q", load.valid, {}, hw::Bits::zero(1));
    load.last = b_.reg(name + "_last_q", load.last);
    load.data = b_.reg(name + "_data_q", load.data);
    b_.output(name + "_valid_out", load.valid);
    b_.output(name + "_last_out", load.last);
    b_.output(name + "_data_out", load.data);
  }
}

void ExecutorBuilder::make_sources(spec::ArrayId array) {
  for (const StreamPlan& s : executor_.streams) {
    if (s.array != array || !s.source || wires_.contains(s.stream)) continue;
    b_.section(fmt::format("held input '{}'", context_.stream_name(s.stream)));
    wires_[s.stream] =
        instantiate_source(b_, context_, s, load_.at(array), pulses_, valid(s.ready_cycle - 1), base_, statics_);
    make_stream(s.stream);
  }
}

void ExecutorBuilder::make_results(const StagePlan& stage) {
  if (!stage.own_results.valid()) return;
  const StreamPlan& s = executor_.streams[stage.own_results];
  const auto address = [&](int pointer) { return addresses_[static_cast<std::size_t>(pointer)]; };
  b_.section(fmt::format("loop-carried results of '{}', fed back", stage.name));
  const hw::Value word = b_.declare_wire(context_.stream_name(s.stream) + "_result", context_.word_width(s.stream));
  wires_[s.stream] =
      instantiate_results(b_, context_, s,
                          {valid(s.ready_cycle - s.results->read_cycles), address(s.results->read_pointer),
                           valid(stage.ready_cycle), address(s.results->write_pointer), word});
  results_[stage.stage] = word;
  make_stream(s.stream);
}

void ExecutorBuilder::make_pointers() {
  for (std::size_t i = 0; i < executor_.pointers.size(); ++i) {
    const plan::PointerPlan& p = executor_.pointers[i];
    const int w = bits_for(p.max_depth - 1);
    const hw::Value last = statics_.at(fmt::format("depth{}_last", i));
    b_.section(fmt::format("address of the line buffers of {}", counted(p.max_depth, "word")));
    if (executor_.reads_ahead(static_cast<int>(i))) {
      const hw::Value next = b_.declare_reg(fmt::format("next_address{}", i), w);
      const hw::Value moves = start_ | valid(p.cycle);
      const hw::Value at_end = b_.name(fmt::format("next_address{}_is_last", i), eq(next, last));
      const hw::Value one = b_.constant(w, 1);
      b_.drive(next, mux(start_, one, mux(at_end, b_.zero(w), next + one)), moves);
      addresses_.push_back(b_.reg(fmt::format("address{}", i), mux(start_, b_.zero(w), next), moves));
      next_addresses_[i] = next;
      continue;
    }
    const hw::Value address = b_.declare_reg(fmt::format("address{}", i), w);
    const hw::Value again = b_.name(fmt::format("address{}_again", i), start_ | eq(address, last));
    b_.drive(address, mux(again, b_.zero(w), address + b_.constant(w, 1)), start_ | valid(p.cycle));
    addresses_.push_back(address);
  }
}

void ExecutorBuilder::make_stream(spec::StreamId stream) {
  const StreamPlan& s = executor_.streams[stream];
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
      const auto pointer = static_cast<std::size_t>(segment.pointer);
      inputs.emplace_back(fmt::format("address{}", segment.pointer), addresses_[pointer]);
      if (next_addresses_.contains(pointer))
        inputs.emplace_back(fmt::format("next_address{}", segment.pointer), next_addresses_.at(pointer));
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

hw::Value ExecutorBuilder::delayed_wire(spec::StreamId stream, int cycle) {
  const StreamPlan& s = executor_.streams[stream];
  return delayed(fmt::format("{}_word", context_.stream_name(stream)), wires_.at(stream), s.ready_cycle, cycle);
}

hw::Value ExecutorBuilder::delayed(const std::string& name, hw::Value value, int from, int to) {
  RTLGEN_CHECK(to >= from, "value '" + name + "' is used before it is available");
  if (to == from || value.constant() != nullptr) return value;
  const auto key = std::make_pair(value.id, to - from);
  const auto known = delays_.find(key);
  if (known != delays_.end()) return known->second;
  return delays_[key] = late_.delay(fmt::format("{}_d{}", name, to - from), value, to - from);
}

hw::Value ExecutorBuilder::cell(spec::StreamId stream, const contract::Distance& distance, int lane, int cycle) {
  const StreamPlan& s = executor_.streams[stream];
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

std::size_t ExecutorBuilder::word_index(const StreamPlan& s, const contract::Distance& distance) {
  for (std::size_t i = 0; i < s.words.size(); ++i) {
    if (s.words[i].distance == distance) return i;
  }
  RTLGEN_CHECK(false, "a word that the plan does not keep is read");
}

hw::Value ExecutorBuilder::whole_word(spec::StreamId stream, const contract::Distance& lag, int cycle) {
  make_stream(stream);
  const StreamPlan& s = executor_.streams[stream];
  if (!s.buffered) return delayed_wire(stream, cycle);
  const std::size_t i = word_index(s, normal(lag - s.lag));
  RTLGEN_CHECK(s.words[i].lanes.size() == static_cast<std::size_t>(context_.lanes),
               "a word is read whole but not kept whole");
  return delayed(fmt::format("{}_{}", context_.stream_name(stream), s.words[i].name), window_.at({stream, i}),
                 s.home_cycle + 1, cycle);
}

contract::Distance ExecutorBuilder::normal(const contract::Distance& d) const {
  if (context_.plan.core.extents != contract::ExtentPlan::kFlat) return d;
  return {0, 0, context_.plan.frame.count(d)};
}

void build_executor(Context& context) {
  build_dimensions(context);
  build_sources(context);
  build_results(context);
  build_mirrors(context);
  ExecutorBuilder(context).build();
}

}  // namespace rtlgen::elaborate
