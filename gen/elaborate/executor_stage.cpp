// Stages of an Executor: position, pass state, Kernels of all lanes; and its exit.
#include <fmt/format.h>

#include <tuple>

#include "elaborate/comments.hpp"
#include "elaborate/executor.hpp"
#include "plan/interface/scalars.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

void ExecutorBuilder::make_stage(const StagePlan& stage) {
  const spec::Stage& s = context_.stencil.stages[stage.stage];
  const std::string suffix = executor_.stages.size() == 1 ? "" : fmt::format("_{}_{}", stage.stage.index(), stage.name);
  if (s.border == spec::Border::kKeep) make_stream(s.old_stream);
  b_.section(fmt::format("line '{}': position in the frame, boundary conditions @[{}]", stage.name, place_of(s.where)));
  PositionWants wants;
  const std::set<Flag> flags = flags_of(stage);
  wants.flags.assign(flags.begin(), flags.end());
  for (int a = 0; a < spec::kMaxAxes; ++a) wants.coordinate[a] = stage.reads.uses_coordinate[a];
  const bool counts_passes =
      stage.reads.uses_step || (executor_.has_bypass && normal(stage.lag) == normal(executor_.lag) && !bypass_.valid());
  wants.pass_end = counts_passes;
  std::map<std::string, hw::Value> position;
  flags_.clear();
  const bool needs_position = !flags.empty() || wants.pass_end || stage.reads.uses_coordinate[0] ||
                              stage.reads.uses_coordinate[1] || stage.reads.uses_coordinate[2];
  if (needs_position) {
    const std::string module = context_.stencil.name + "_position" + suffix;
    build_position(context_, module, fmt::format("the cells that line '{}' computes", stage.name), wants);
    position = instantiate_position(b_, context_, module, "position" + suffix, wants, pulses_,
                                    valid(stage.sample_cycle), context_.start_of(stage.lag), base_, statics_);
    for (const Flag& f : wants.flags) flags_[f] = position.at(flag_name(f));
  }
  if (counts_passes) make_pass_state(stage, position);
  make_kernels(stage, position);
}

/// Tracks the pass of the current word: the time step, and whether to forward it unchanged.
void ExecutorBuilder::make_pass_state(const StagePlan& stage, const std::map<std::string, hw::Value>& position) {
  const hw::Value wrap = b_.name(fmt::format("next_frame_{}", stage.stage.index()),
                                 valid(stage.sample_cycle) & position.at(pass_end_port(context_)));
  if (stage.reads.uses_step) {
    const hw::Value step = b_.declare_reg(fmt::format("step_{}", stage.stage.index()), 32);
    const hw::Value next = step + b_.constant(32, static_cast<std::uint64_t>(context_.plan.core.steps));
    b_.drive(step, mux(start_, first_step_, next), start_ | wrap);
    step_ = step;
    for (const spec::ParamId p : stage.reads.params) {
      const spec::Param& param = context_.stencil.params[p];
      if (param.by_step.empty()) continue;
      params_[p] = step_table(b_, param, fmt::format("{}_{}", param.name, stage.stage.index()),
                              context_.plan.core.steps, first_step_, start_, wrap);
    }
  }
  if (executor_.has_bypass && normal(stage.lag) == normal(executor_.lag) && !bypass_.valid()) {
    const hw::Value bypass = b_.declare_reg("bypass", 1);
    b_.drive(bypass, start_ & bypass_first_, start_ | wrap);
    bypass_ = delayed("bypass", bypass, stage.sample_cycle, executor_.latency);
  }
}

/// The values that all lanes of a stage share, by port of the Kernel.
std::map<std::string, hw::Value> ExecutorBuilder::make_shared_kernel(const StagePlan& stage) {
  const KernelParts parts = kernel_parts(context_, stage);
  std::map<std::string, hw::Value> values;
  for (const SharedValue& v : parts.shared) {
    const spec::Node& node = context_.stencil.nodes[v.node];
    if (v.is_register) values[v.port] = node.op == spec::Op::kStep ? step_ : params_.at(node.param());
  }
  if (!parts.has_shared_module) return values;
  build_shared_kernel(context_, stage);
  b_.section(fmt::format("line '{}': values that are the same in all lanes", stage.name));
  std::vector<std::pair<std::string, hw::Value>> inputs;
  std::vector<std::tuple<std::string, std::string, int>> outputs;
  if (parts.reads(context_, spec::Op::kStep, -1, true)) inputs.emplace_back("step", step_);
  for (int a = 0; a < spec::kMaxAxes; ++a) {
    if (parts.reads(context_, spec::Op::kExtent, a, true))
      inputs.emplace_back(fmt::format("extent_{}", "xyz"[a]), extent_[a]);
  }
  for (const spec::ParamId p : stage.reads.params) {
    if (!parts.reads(context_, spec::Op::kParam, p.index(), true)) continue;
    inputs.emplace_back("param_" + context_.stencil.params[p].name, params_.at(p));
  }
  std::vector<std::string> ports;
  for (const SharedValue& v : parts.shared) {
    if (v.is_register) continue;
    const int width = context_.stencil.nodes[v.node].type.width;
    outputs.emplace_back(v.port, fmt::format("shared_{}_{}", stage.stage.index(), v.port), width);
    ports.push_back(v.port);
  }
  const auto made =
      b_.instance(shared_kernel_module(stage), fmt::format("kernel_{}_shared", stage.stage.index()), inputs, outputs);
  for (std::size_t i = 0; i < made.size(); ++i) values[ports[i]] = made[i];
  return values;
}

/// The coordinate in the grid of a lane's cell, as an int32.
hw::Value ExecutorBuilder::coordinate(const std::map<std::string, hw::Value>& position, int axis, int lane) {
  hw::Value at = context_.has_axis(axis) ? position.at(coordinate_name(context_, axis, lane)) : b_.zero(32);
  if (at.width < 32) at = zext(at, 32);
  if (at.width > 32) at = at.slice(31, 0);
  if (axis > 0 || context_.wraps(0)) return at;
  const hw::Value scaled =
      mul(at, b_.constant(bits_for(context_.lanes), static_cast<std::uint64_t>(context_.lanes))).slice(31, 0);
  return scaled + b_.constant(32, static_cast<std::uint64_t>(lane));
}

void ExecutorBuilder::make_kernels(const StagePlan& stage, const std::map<std::string, hw::Value>& position) {
  build_kernel(context_, stage);
  const auto shared = make_shared_kernel(stage);
  const KernelParts parts = kernel_parts(context_, stage);
  const spec::Stage& s = context_.stencil.stages[stage.stage];
  const auto ports = kernel_tap_ports(context_, stage);
  const int width = context_.array_of(s.output).type.width;
  std::vector<hw::Value> lanes;
  for (int lane = 0; lane < context_.lanes; ++lane) {
    b_.section(fmt::format("line '{}', lane {}: taps and Kernel", stage.name, lane));
    std::vector<std::pair<std::string, hw::Value>> inputs;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      inputs.emplace_back(ports[i],
                          b_.name(fmt::format("tap_{}_l{}", ports[i], lane), tap_value(stage, stage.taps[i], lane)));
    }
    for (int a = 0; a < spec::kMaxAxes; ++a) {
      if (stage.reads.uses_coordinate[a])
        inputs.emplace_back(fmt::format("cell_{}", "xyz"[a]), coordinate(position, a, lane));
      if (parts.reads(context_, spec::Op::kExtent, a, false))
        inputs.emplace_back(fmt::format("extent_{}", "xyz"[a]), extent_[a]);
    }
    for (const spec::RegionId r : stage.reads.regions) {
      const std::string name = region_port(r);
      inputs.emplace_back(name, b_.name(fmt::format("{}_{}_l{}", name, stage.stage.index(), lane),
                                        in_region(context_.stencil.regions[r], lane)));
    }
    for (const SharedValue& v : parts.shared) inputs.emplace_back(v.port, shared.at(v.port));
    for (const spec::ParamId p : stage.reads.params) {
      if (!parts.reads(context_, spec::Op::kParam, p.index(), false)) continue;
      inputs.emplace_back("param_" + context_.stencil.params[p].name, params_.at(p));
    }
    const std::string name = fmt::format("{}_l{}", context_.stream_name(s.output), lane);
    hw::Value result = b_.instance(stage.kernel.module, fmt::format("kernel_{}_l{}", stage.stage.index(), lane), inputs,
                                   {{"q", name, width}})[0];
    if (s.border == spec::Border::kKeep) {
      const StreamPlan& old = executor_.streams[s.old_stream];
      const hw::Value before = cell(s.old_stream, normal(stage.lag - old.lag), lane, stage.sample_cycle);
      const hw::Value keep =
          delayed(fmt::format("keep_l{}", lane), b_.name(fmt::format("keep_l{}", lane), keep_condition(stage, lane)),
                  stage.sample_cycle, stage.ready_cycle);
      result = mux(keep, delayed(fmt::format("old_l{}", lane), before, stage.sample_cycle, stage.ready_cycle), result);
    }
    lanes.insert(lanes.begin(), result);
  }
  const hw::Value word = b_.name(context_.stream_name(s.output) + "_word", hw::cat(lanes));
  wires_[s.output] = stage.mirror ? instantiate_mirror(b_, context_, stage,
                                                       {start_, valid(stage.sample_cycle + stage.kernel.latency), word},
                                                       pulses_, base_, statics_)
                                  : word;
  if (const auto back = results_.find(stage.stage); back != results_.end()) b_.assign(back->second, wires_[s.output]);
}

void ExecutorBuilder::make_exit() {
  b_.section("outputs: all arrays delayed to the same lag and latency");
  for (const spec::ArrayId a : context_.stencil.arrays.ids()) {
    const spec::Array& array = context_.stencil.arrays[a];
    if (!plan::leaves_executor(context_.stencil, a)) continue;
    const spec::StreamId last = context_.stencil.final_stream(a);
    const spec::StreamId first = context_.stencil.first_stream(a);
    hw::Value word = whole_word(last, executor_.lag, executor_.latency);
    if (plan::monitors_change(context_.stencil, a)) {
      b_.output("mon_old_" + array.name, whole_word(first, executor_.lag, executor_.latency),
                "the same cells before this time step");
    }
    if (executor_.has_bypass && first.valid() && first != last) {
      word = mux(bypass_, whole_word(first, executor_.lag, executor_.latency), word);
    }
    b_.output("out_" + array.name, word, cells_comment(array, static_cast<std::size_t>(context_.lanes)));
  }
}

}  // namespace rtlgen::elaborate
