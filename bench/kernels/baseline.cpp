// Walks the lines and asks the schedule which operator an operation is.
#include "baseline.hpp"

#include <fmt/format.h>

#include <set>

#include "hw/builder.hpp"
#include "ops/operator.hpp"
#include "plan/timing/kernel_cut.hpp"
#include "plan/timing/schedule.hpp"

namespace rtlgen::bench {

namespace {

const spec::Node& node_of(const spec::Program& stencil, spec::NodeId id) { return stencil.nodes[id]; }

/// The operations of a line, each once.
void collect(const spec::Program& stencil, spec::NodeId id, std::set<spec::NodeId>& found) {
  if (!found.insert(id).second) return;
  for (const spec::NodeId arg : node_of(stencil, id).args) collect(stencil, arg, found);
}

/// Known when compiled.
bool is_constant(const spec::Program& stencil, spec::NodeId id) {
  const spec::Node& node = node_of(stencil, id);
  if (node.args.empty()) return node.op == spec::Op::kConstant;
  for (const spec::NodeId arg : node.args) {
    if (!is_constant(stencil, arg)) return false;
  }
  return true;
}

hw::Module selection(int width) {
  hw::Builder b(fmt::format("select{}", width));
  b.summary("selection");
  const hw::Value which = b.input("which", 1);
  const hw::Value a = b.input("a", width);
  b.output("q", mux(which, a, b.input("b", width)));
  return b.finish();
}

Operator operator_for(const ops::Request& request, const plan::Plan& plan, bool is_inline) {
  const auto stages = [&](hw::Cut cut) {
    return is_inline ? 0 : ops::latency_for(request, *plan.device, plan.clock.period_ps, cut);
  };
  const auto built = [&](hw::Cut cut) {
    return ops::build(request, *plan.device, stages(cut), cut, plan.clock.period_ps);
  };
  const hw::Cut inside = plan::kernel_cut(request, *plan.device, plan.clock.period_ps).count;
  return {0, built(hw::Cut::kFewStages), built(inside), stages(hw::Cut::kFewStages) == stages(inside)};
}

}  // namespace

std::map<std::string, Operator> general_operators(const spec::Program& reference, const plan::Plan& plan) {
  std::map<std::string, Operator> result;
  for (const spec::Stage& stage : reference.stages) {
    std::set<spec::NodeId> nodes;
    collect(reference, stage.root, nodes);
    for (const spec::NodeId id : nodes) {
      const spec::Node& node = node_of(reference, id);
      if (node.args.empty() || is_constant(reference, id)) continue;
      if (node.op == spec::Op::kSelect) {
        const hw::Module module = selection(node.type.width);
        result.try_emplace(module.name, Operator{0, module, module, true}).first->second.count++;
        continue;
      }
      auto request = plan::operation_of(reference, node);
      const bool is_inline = !plan::operator_request(reference, node);
      // Casts between integers are wiring.
      if (!request || (is_inline && node.op == spec::Op::kCast)) continue;
      if (request->operand.is_float()) request->constants.assign(node.args.size(), std::nullopt);
      const auto [entry, is_new] = result.try_emplace(ops::base_name(*request));
      if (is_new) entry->second = operator_for(*request, plan, is_inline);
      ++entry->second.count;
    }
  }
  return result;
}

bool computes_in_float32(const spec::Program& stencil) {
  for (const spec::NodeId id : stencil.nodes.ids()) {
    const spec::Node& node = stencil.nodes[id];
    const auto request = plan::operator_request(stencil, node);
    if (request && request->operand == spec::Type::float_of(8, 23) && !is_constant(stencil, id)) return true;
  }
  return false;
}

}  // namespace rtlgen::bench
