// The core: entrance with its credit counter, the chain of Executors, output gate and FIFO.
#include <fmt/format.h>

#include <algorithm>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "elaborate/comments.hpp"
#include "elaborate/core_builder.hpp"
#include "elaborate/elaborate.hpp"
#include "hw/delay_model.hpp"
#include "hw/leaves.hpp"
#include "plan/interface/scalars.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/counted.hpp"

namespace rtlgen::elaborate {

using contract::PortRole;

void CoreBuilder::build() {
  b_.role("core");
  b_.summary(fmt::format("streaming core of stencil '{}'", context_.stencil.name));
  b_.header_line(fmt::format("{} per cycle, {} per pass; see docs/core_interface.md",
                             counted(core_.cells_per_cycle, "cell"), counted(core_.steps, "step")));
  for (const contract::Port& port : core_.ports) {
    const bool implied = port.role == PortRole::kClock || port.role == PortRole::kReset;
    if (port.is_input && !implied) inputs_[port.name] = b_.input(port.name, port.width, port_comment(context_, port));
  }
  b_.section("start: after reset, position counters are loaded and advance to the first word");
  loading_ = b_.declare_reg("loading", 1, hw::Bits(1, 1));
  b_.drive(loading_, b_.zero());
  pulses_ = start_pulses(b_, context_, loading_, true);
  make_statics();
  make_config_check();
  declare_loads();
  make_entrance();
  convert_entrance();
  make_chain();
  convert_exit();
  make_gate();
  make_fifo();
  make_monitors();
  make_credits();
  context_.add(b_.finish());
}

void CoreBuilder::declare_loads() {
  all_loaded_ = b_.one();
  if (core_.held_arrays.empty()) return;
  b_.section("held inputs: the entrance opens when the last Executor has loaded them all");
  for (const spec::ArrayId a : ids_of(core_.held_arrays)) {
    loaded_[a] = b_.declare_reg("loaded_" + name_of(a), 1, hw::Bits(1, 0));
    all_loaded_ = all_loaded_ & loaded_.at(a);
    const spec::Array& array = context_.stencil.arrays[a];
    if (!plan::is_single(array, context_.stencil.axes)) {
      load_[a] = {};
      continue;
    }
    const LoadPorts load = loaded_by(a);
    single_[a] = b_.reg("value_" + array.name, load.data, load.valid);
    b_.drive(loaded_.at(a), b_.one(), load.valid & load.last);
  }
  all_loaded_ = b_.name("all_loaded", all_loaded_);
}

LoadPorts CoreBuilder::loaded_by(spec::ArrayId array) const {
  const contract::Port& port = carrier(PortRole::kLoadData, array);
  const std::string prefix = "load_" + port.field;
  return {inputs_.at(prefix + "_valid"), inputs_.at(prefix + "_last"), part_of(port, array, inputs_.at(port.name))};
}

void CoreBuilder::finish_loads() {
  for (const auto& [a, load] : load_) b_.drive(loaded_.at(a), b_.one(), load.valid & load.last);
}

void CoreBuilder::make_entrance() {
  PositionWants wants;
  wants.in_frame = true;
  wants.pass_end = true;
  const std::string module = context_.stencil.name + "_frame_in";
  build_position(context_, module, "the word that enters the first Executor", wants);
  b_.section("entrance: the words of all frames, then fillers until the last word has left");
  token_ = b_.declare_wire("token", 1, "a word or filler enters the chain");
  open_ = b_.declare_reg("open", 1, hw::Bits(1, 0), "a token may enter: credits are left");
  all_out_ = b_.declare_reg("all_out", 1, hw::Bits(1, 0), "all words of all passes have left the chain");
  const hw::Value wants_word = count_frames(module, wants, "", Start{}, "all frames have entered");
  hw::Value ready = open_;
  std::vector<std::pair<contract::Port, hw::Value>> wants_late;
  for (const contract::Port& port : core_.ports_of(PortRole::kLateValid)) {
    b_.section(fmt::format("late input '{}': its frames begin when the chain first reads it", port.field));
    const spec::StreamId first = context_.stencil.first_stream(spec::ArrayId(port.index));
    const contract::Distance& entry = context_.plan.executor.streams[first].lag;
    const hw::Value wanted = count_frames(module, wants, "late_" + port.field + "_", context_.start_of(entry),
                                          "all its frames have entered");
    wants_late.emplace_back(port, wanted);
    ready = ready & (~wanted | inputs_.at(port.name));
  }
  if (!core_.late_arrays.empty()) ready = b_.name("late_words_there", ready);
  in_ready_ = b_.name("in_ready_w", ready & wants_word);
  b_.assign(token_, ready & mux(wants_word, inputs_.at("in_valid"), ~back("all_out", all_out_)));
  entered_ = b_.reg("token_q", token_, {}, hw::Bits(1, 0));
  b_.spread(entered_);
  for (const contract::Port& port : core_.ports_of(PortRole::kInData)) {
    for (const spec::ArrayId a : ids_of(port.arrays))
      entered_words_[a] = b_.reg("in_" + name_of(a) + "_q", part_of(port, a, inputs_.at(port.name)));
  }
  b_.output("in_ready", in_ready_, "the word at the in_* data ports is accepted");
  for (const auto& [port, wanted] : wants_late) b_.output("in_" + port.field + "_ready", token_ & wanted);
}

hw::Value CoreBuilder::count_frames(const std::string& module, const PositionWants& wants, const std::string& prefix,
                                    const Start& start, const std::string& meaning) {
  const auto frame =
      instantiate_position(b_, context_, module, prefix + "frame_in", wants, pulses_, token_, start, {}, statics_);
  const hw::Value passes = inputs_.at("cfg_passes");
  const hw::Value left = b_.declare_reg(prefix + "passes_to_enter", 32);
  const hw::Value flush = b_.declare_reg(prefix + "flushing", 1, hw::Bits(1, 0), meaning);
  const hw::Value entered = b_.name(prefix + "frame_entered", token_ & frame.at(pass_end_port(context_)) & ~flush);
  b_.drive(left, mux(loading_, passes, left - constant(32, 1)), loading_ | entered);
  b_.drive(flush, mux(loading_, eq(passes, b_.zero(32)), eq(left, constant(32, 1))), loading_ | entered);
  return b_.name(prefix + "wants_word", ~flush & frame.at("in_frame"));
}

void CoreBuilder::make_chain() {
  hw::Value valid = entered_;
  hw::Value start = loading_;
  std::map<spec::ArrayId, hw::Value> words = entered_words_;
  for (auto& [a, load] : load_) load = loaded_by(a);
  for (int e = 0; e < core_.steps; ++e) {
    if (e > 0 && core_.die_of(e) != core_.die_of(e - 1)) make_hop(e, valid, start, words);
    b_.section(fmt::format("Executor {}: time step {} of a pass", e, e));
    auto inputs = executor_inputs(e, start, valid, words);
    std::vector<std::tuple<std::string, std::string, int>> outputs;
    const bool last = e + 1 == core_.steps;
    const auto wire = [&](const std::string& port, int width, bool used) {
      outputs.emplace_back(port, fmt::format("{}e{}_{}", used ? "" : "unused_", e, port), width);
    };
    wire("out_valid", 1, true);
    wire("start_out", 1, !last || core_.hops > 0);
    std::vector<spec::ArrayId> arrays;
    for (const spec::ArrayId a : context_.stencil.arrays.ids()) {
      const spec::Array& array = context_.stencil.arrays[a];
      if (!plan::leaves_executor(context_.stencil, a)) continue;
      const bool used = last ? array.role != spec::Role::kInput : array.role != spec::Role::kOutput;
      wire("out_" + array.name, array.type.width * context_.lanes, used);
      arrays.push_back(a);
    }
    for (const spec::ArrayId a : arrays) {
      if (plan::monitors_change(context_.stencil, a))
        wire("mon_old_" + name_of(a), context_.stencil.arrays[a].type.width * context_.lanes, last);
    }
    for (const auto& [a, load] : load_) {
      wire("load_" + name_of(a) + "_valid_out", 1, true);
      wire("load_" + name_of(a) + "_last_out", 1, true);
      wire("load_" + name_of(a) + "_data_out", load.data.width, !last);
    }
    const auto values =
        b_.instance(context_.stencil.name + "_executor", fmt::format("executor_{}", e), inputs, outputs);
    valid = values[0];
    start = values[1];
    for (std::size_t i = 0; i < arrays.size(); ++i) words[arrays[i]] = values[i + 2];
    std::size_t next = arrays.size() + 2;
    for (const spec::ArrayId a : arrays) {
      if (plan::monitors_change(context_.stencil, a)) chain_before_[a] = values[next++];
    }
    for (auto& [a, load] : load_) {
      load = {values[next], values[next + 1], values[next + 2]};
      next += 3;
    }
  }
  finish_loads();
  start_exit(start);
  chain_valid_ = valid;
  chain_words_ = words;
}

void CoreBuilder::start_exit(hw::Value start) {
  exit_loading_ = loading_;
  exit_pulses_ = pulses_;
  if (core_.hops == 0) return;
  b_.section("start of the exit, like that of one more Executor");
  exit_loading_ = start;
  exit_pulses_ = start_pulses(b_, context_, start, false);
}

void CoreBuilder::make_hop(int e, hw::Value& valid, hw::Value& start, std::map<spec::ArrayId, hw::Value>& words) {
  const int hop = core_.die_of(e);
  b_.section(fmt::format("die crossing {}, before Executor {}: one register on each side", hop, e));
  for (int stage = 0; stage < contract::kHopRegisters; ++stage) {
    const auto keep = [&](const std::string& what, hw::Value& value, bool is_event) {
      value = b_.reg(fmt::format("hop{}_{}_{}", hop, what, stage), value, {},
                     is_event ? std::optional(hw::Bits::zero(1)) : std::nullopt);
    };
    keep("start", start, true);
    keep("valid", valid, true);
    for (const spec::ArrayId a : ids_of(core_.input_arrays)) keep(name_of(a), words.at(a), false);
    for (auto& [a, load] : load_) {
      keep("load_" + name_of(a) + "_valid", load.valid, true);
      keep("load_" + name_of(a) + "_last", load.last, false);
      keep("load_" + name_of(a), load.data, false);
    }
  }
}

hw::Value CoreBuilder::back(const std::string& name, hw::Value value) {
  if (value.constant() != nullptr) return value;
  for (int stage = 0; stage < core_.hop_cycles(); ++stage)
    value = b_.reg(fmt::format("{}_back{}", name, stage), value, {}, hw::Bits::zero(1));
  return value;
}

std::vector<std::pair<std::string, hw::Value>> CoreBuilder::executor_inputs(
    int e, hw::Value start, hw::Value valid, const std::map<spec::ArrayId, hw::Value>& words) {
  std::vector<std::pair<std::string, hw::Value>> inputs = {{"start", start}, {"in_valid", valid}};
  for (const spec::ArrayId a : ids_of(core_.input_arrays)) inputs.emplace_back("in_" + name_of(a), words.at(a));
  for (const auto& [a, value] : single_) inputs.emplace_back("value_" + name_of(a), value);
  for (const auto& [a, load] : load_) {
    inputs.emplace_back("load_" + name_of(a) + "_valid", load.valid);
    inputs.emplace_back("load_" + name_of(a) + "_last", load.last);
    inputs.emplace_back("load_" + name_of(a) + "_data", load.data);
  }
  const contract::Distance lag = context_.plan.executor.lag;
  const Start unit = context_.start_of(lag);
  const std::int64_t base[3] = {unit.x * e, unit.y * e, unit.z * e};
  static const char* const kStart[] = {"start_x", "start_y", "start_z"};
  for (int a = 0; a < context_.stencil.axes; ++a) {
    inputs.emplace_back(kStart[a], constant(context_.width[a], base[a]));
  }
  connect_statics(inputs, context_, context_.executor_statics, statics_);
  if (context_.plan.executor.has_bypass) {
    const hw::Value count = inputs_.at("cfg_bypass");
    inputs.emplace_back("bypass_first", ult(constant(count.width, e), count));
  }
  if (context_.uses_step()) {
    inputs.emplace_back("first_step", inputs_.at("cfg_first_step") + constant(32, e));
  }
  static const char* const kExtent[] = {"extent_x", "extent_y", "extent_z"};
  for (int a = 0; a < spec::kMaxAxes && !context_.fixed; ++a) {
    if (!context_.uses_extent(a)) continue;
    inputs.emplace_back(kExtent[a], context_.has_axis(a) ? grid_extent(a, 32) : constant(32, 1));
  }
  for (const plan::StagePlan& s : context_.plan.executor.stages) {
    for (const spec::ParamId p : s.reads.params) {
      if (!context_.stencil.params[p].by_step.empty()) continue;
      const std::string port = "param_" + context_.stencil.params[p].name;
      const bool known = std::any_of(inputs.begin(), inputs.end(), [&](const auto& i) { return i.first == port; });
      if (!known) inputs.emplace_back(port, parameter(p));
    }
  }
  return inputs;
}

namespace {

bool uses(const hw::Module& module, const hw::Leaf& leaf) {
  return std::ranges::any_of(module.items, [&](const hw::Item& item) {
    const auto* instance = std::get_if<hw::Instance>(&item);
    return instance != nullptr && instance->module == leaf.name;
  });
}

}  // namespace

void build_core(Context& context) { CoreBuilder(context).build(); }

hw::Design elaborate(const plan::Plan& plan, ops::Memo* operators, Verified verified) {
  Context context(plan);
  context.operators = operators;
  build_executor(context);
  build_core(context);
  hw::Design design;
  design.top = plan.core.module;
  design.modules = std::move(context.modules);
  for (hw::Module& m : design.modules) m.keeps_products = plan.device->dsp_block().keeps_products;
  design.leaves.push_back(hw::fifo_leaf());
  for (const hw::Leaf* block : {&hw::fp_dsp_leaf(), &hw::dsp_sum_leaf()}) {
    const auto uses_block = [&](const hw::Module& m) { return uses(m, *block); };
    if (std::ranges::any_of(design.modules, uses_block)) design.leaves.push_back(*block);
  }
  if (verified == Verified::kDesign) hw::verify(design);
  return design;
}

}  // namespace rtlgen::elaborate
