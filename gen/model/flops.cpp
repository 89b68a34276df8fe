// Counting operators; see flops.hpp.
#include "model/flops.hpp"

#include <vector>

namespace rtlgen::model {

namespace {

double weight(const spec::Node& node) { return node.type.is_float() ? spec::operation_of(node.op).flops : 0; }

}  // namespace

double flops_written(const spec::Program& stencil) {
  // Nodes are in topological order; what two terms have in common counts twice.
  std::vector<double> below(stencil.nodes.size(), 0);
  std::vector<char> constant(stencil.nodes.size(), 0);
  for (std::size_t i = 0; i < stencil.nodes.size(); ++i) {
    const spec::Node& node = stencil.nodes[i];
    bool all = node.op == spec::Op::kConstant || !node.args.empty();
    for (const spec::NodeId arg : node.args) all = all && constant[static_cast<std::size_t>(arg)] != 0;
    constant[i] = all ? 1 : 0;
    if (all) continue;
    below[i] = weight(node);
    for (const spec::NodeId arg : node.args) below[i] += below[static_cast<std::size_t>(arg)];
  }
  double sum = 0;
  for (const spec::Stage& stage : stencil.stages) sum += below[static_cast<std::size_t>(stage.root)];
  return sum;
}

double flops_built(const plan::Plan& plan) {
  double sum = 0;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    for (const plan::NodeSchedule& node : stage.kernel.nodes) {
      if (node.is_folded || node.is_absorbed || node.is_shared) continue;
      sum += weight(plan.stencil->nodes[static_cast<std::size_t>(node.node)]);
    }
  }
  return sum;
}

}  // namespace rtlgen::model
