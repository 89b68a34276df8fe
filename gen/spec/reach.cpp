// Traverses expressions from their roots down, because the nodes of all stages are in one list.
#include "spec/reach.hpp"

#include <algorithm>

#include "spec/program.hpp"

namespace rtlgen::spec {

std::vector<NodeId> nodes_below(const Program& program, NodeId root) {
  std::vector<NodeId> nodes;
  std::vector<NodeId> open{root};  // a heap, largest id first
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end());
    const NodeId id = open.back();
    open.pop_back();
    if (!nodes.empty() && nodes.back() == id) continue;
    nodes.push_back(id);
    for (const NodeId arg : program.nodes[id].args) {
      open.push_back(arg);
      std::push_heap(open.begin(), open.end());
    }
  }
  std::reverse(nodes.begin(), nodes.end());
  return nodes;
}

Reach reach_of(const Program& program, const Stage& stage) {
  Reach reach{stage.reach_low, stage.reach_high};
  for (const NodeId id : nodes_below(program, stage.root)) {
    const Node& node = program.nodes[id];
    for (std::size_t a = 0; node.op == Op::kTap && a < kMaxAxes; ++a) {
      if (wraps(node.boundary[a])) continue;
      reach.low[a] = std::max(reach.low[a], -node.offset[a]);
      reach.high[a] = std::max(reach.high[a], node.offset[a]);
    }
  }
  return reach;
}

}  // namespace rtlgen::spec
