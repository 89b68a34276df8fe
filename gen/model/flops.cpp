// Counts operators; see flops.hpp.
#include "model/flops.hpp"

#include <vector>

#include "plan/plan.hpp"
#include "spec/fused_sum.hpp"
#include "spec/hard_float.hpp"
#include "spec/operations.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::model {

namespace {

double weight(const spec::Node& node) {
  if (node.op == spec::Op::kFused) return spec::additions_of(node.fused) + spec::products_of(node.fused);
  return node.type.is_float() ? spec::operation_of(node.op).flops : 0;
}

}  // namespace

double flops_written(const spec::Program& stencil) {
  // Nodes are in topological order. A common part of two terms counts twice.
  IndexVector<spec::NodeId, double> below(stencil.nodes.size(), 0);
  IndexVector<spec::NodeId, bool> constant(stencil.nodes.size(), false);
  for (const spec::NodeId id : stencil.nodes.ids()) {
    const spec::Node& node = stencil.nodes[id];
    bool all = node.op == spec::Op::kConstant || !node.args.empty();
    for (const spec::NodeId arg : node.args) all = all && constant[arg];
    constant[id] = all;
    if (all) continue;
    below[id] = weight(node);
    for (const spec::NodeId arg : node.args) below[id] += below[arg];
  }
  double sum = 0;
  for (const spec::Stage& stage : stencil.stages) sum += below[stage.root];
  return sum;
}

double flops_built(const plan::Plan& plan) {
  double sum = 0;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    for (const plan::NodeSchedule& node : stage.kernel.nodes) {
      const spec::Node& of = plan.inside().nodes[node.node];
      // No comparison computes an absorbed product, but a hard block does.
      const bool is_built = !node.is_absorbed || spec::is_hard(of.op);
      if (node.is_folded || !is_built || node.is_shared) continue;
      sum += weight(of);
    }
  }
  return sum;
}

}  // namespace rtlgen::model
