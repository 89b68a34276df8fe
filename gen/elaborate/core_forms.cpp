// The ends of a core whose lines hold aligned floats: words are converted to aligned floats where they enter the chain,
// and to IEEE where they leave it. Parameters are converted once.
#include <fmt/format.h>

#include <algorithm>

#include "elaborate/core_builder.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "plan/plan.hpp"
#include "plan/timing/kernel_cut.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

hw::Value CoreBuilder::converted(const std::string& name, hw::Value cells, const spec::Type& from, const spec::Type& to,
                                 int cycles) {
  if (from == to) return b_.delay(name, cells, cycles);
  const ops::Request request{spec::Op::kCast, from, to, false, {std::nullopt}};
  const std::string module_name = context_.add_operator(request, cycles);
  std::vector<hw::Value> high_first;
  for (int lane = 0; lane * from.width < cells.width; ++lane) {
    const hw::Value cell = cells.slice((lane + 1) * from.width - 1, lane * from.width);
    const std::string cell_name = fmt::format("{}_l{}", name, lane);
    high_first.insert(high_first.begin(), b_.instance(module_name, cell_name + "_unit", {{ops::operand_port(0), cell}},
                                                      {{"q", cell_name, to.width}})[0]);
  }
  return hw::cat(high_first);
}

void CoreBuilder::convert_entrance() {
  const int cycles = context_.plan.entrance_latency;
  if (cycles == 0) return;
  b_.section("input words, converted to the format inside the chain");
  for (int cycle = 0; cycle < cycles; ++cycle)
    entered_ = b_.reg(fmt::format("token_form{}", cycle), entered_, {}, hw::Bits::zero(1));
  b_.spread(entered_);
  for (auto& [a, words] : entered_words_)
    words = converted("in_" + name_of(a) + "_form", words, outside_type(a), context_.stencil.arrays[a].type, cycles);
}

void CoreBuilder::convert_exit() {
  const int cycles = context_.plan.exit_latency;
  if (cycles == 0) return;
  b_.section("output words, converted to the format of the ports");
  for (int cycle = 0; cycle < cycles; ++cycle)
    chain_valid_ = b_.reg(fmt::format("left_ieee{}", cycle), chain_valid_, {}, hw::Bits::zero(1));
  for (const spec::ArrayId a : ids_of(core_.output_arrays)) {
    const spec::Type& inside = context_.stencil.arrays[a].type;
    hw::Value& words = chain_words_.at(a);
    words = converted("out_" + name_of(a) + "_ieee", words, inside, outside_type(a), cycles);
    const auto before = chain_before_.find(a);
    if (before == chain_before_.end()) continue;
    before->second = converted("old_" + name_of(a) + "_ieee", before->second, inside, outside_type(a), cycles);
  }
}

hw::Value CoreBuilder::parameter(spec::ParamId p) {
  const spec::Param& inside = context_.stencil.params[p];
  const hw::Value value = inputs_.at("param_" + inside.name);
  const spec::Type& outside = context_.plan.stencil->params[p].type;
  if (inside.type == outside) return value;
  const auto known = formed_params_.find(p);
  if (known != formed_params_.end()) return known->second;
  const ops::Request request{spec::Op::kCast, outside, inside.type, false, {std::nullopt}};
  const plan::Plan& plan = context_.plan;
  const plan::KernelCut cut = plan::kernel_cut(request, *plan.device, plan.clock.period_ps);
  const int cycles = std::max(1, ops::latency_for(request, *plan.device, plan.clock.period_ps, cut.count));
  return formed_params_[p] = converted("param_" + inside.name + "_form", value, outside, inside.type, cycles);
}

}  // namespace rtlgen::elaborate
