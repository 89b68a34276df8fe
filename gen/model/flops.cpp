// Counting operators; see flops.hpp.
#include "model/flops.hpp"

#include <vector>

namespace rtlgen::model {

namespace {

double weight(const spec::Node& node) {
  if (!node.type.is_float()) return 0;
  switch (node.op) {
    case spec::Op::kAdd:
    case spec::Op::kSub:
    case spec::Op::kMul:
    case spec::Op::kDiv:
    case spec::Op::kRem:
    case spec::Op::kMin:
    case spec::Op::kMax:
    case spec::Op::kSqrt:
    case spec::Op::kExp:
    case spec::Op::kLog:
    case spec::Op::kSin:
    case spec::Op::kCos:
    case spec::Op::kTanh:
    case spec::Op::kPow:
      return 1;
    case spec::Op::kFma:
      return 2;
    default:
      return 0;
  }
}

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
