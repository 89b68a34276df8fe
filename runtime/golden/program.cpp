// Orders the nodes of a stage and assigns shared buffers to them.
#include "golden/program.hpp"

#include <algorithm>
#include <utility>

#include "golden/chains.hpp"
#include "spec/program.hpp"

namespace rtlgen::golden {

using spec::Op;

namespace {

/// Whether the machine may give this node a NaN other than the language's.
bool makes_nan(const spec::Node& n) {
  if (!n.type.is_float()) return false;
  switch (n.op) {
    case Op::kConstant:
    case Op::kTap:
    case Op::kParam:
    case Op::kSelect:
    case Op::kLookup:
      return false;
    default:
      return true;
  }
}

/// Requirements of later nodes on each node.
struct Demand {
  IndexVector<spec::NodeId, int> last_use;  ///< index of the last node that reads it, or -1
  IndexVector<spec::NodeId, bool> seen;     ///< its bits are copied unchanged: by a select, or to the grid
  IndexVector<spec::NodeId, bool> whole;    ///< its row must be contiguous, because not only chains read it
};

/// The nodes that an instruction reads; for a chain, its values and factors.
std::vector<spec::NodeId> operands_of(const spec::Program& s, const Chains& chains, spec::NodeId id) {
  if (chains.terms[id].empty()) return s.nodes[id].args;
  std::vector<spec::NodeId> operands;
  for (const ChainTerm& term : chains.terms[id]) {
    operands.push_back(term.value);
    if (term.scale.valid()) operands.push_back(term.scale);
  }
  return operands;
}

Demand demand_of(const spec::Program& s, const spec::Stage& stage, const Chains& chains) {
  const IndexVector<spec::NodeId, bool> none(s.nodes.size(), false);
  Demand d{IndexVector<spec::NodeId, int>(s.nodes.size(), -1), none, none};
  d.last_use[stage.root] = static_cast<int>(s.nodes.size());
  d.seen[stage.root] = d.whole[stage.root] = true;
  for (const spec::NodeId id : s.nodes.ids_backwards()) {
    if (d.last_use[id] < 0) continue;
    for (const spec::NodeId a : operands_of(s, chains, id)) {
      d.last_use[a] = std::max(d.last_use[a], id.index());
      if (s.nodes[id].op == Op::kSelect) d.seen[a] = true;
      if (chains.terms[id].empty()) d.whole[a] = true;
    }
  }
  return d;
}

}  // namespace

Program compile(const spec::Program& s, const spec::Stage& stage, bool with_chains) {
  Chains chains;
  if (with_chains)
    chains = find_chains(s, stage);
  else
    chains.terms.resize(s.nodes.size());
  const Demand demand = demand_of(s, stage, chains);
  const IndexVector<spec::NodeId, bool> uniform = uniform_nodes(s);
  Program p;
  IndexVector<spec::NodeId, int> position(s.nodes.size(), -1);
  std::vector<int> free;
  std::vector<std::pair<int, int>> busy;  // last use, slot
  for (const spec::NodeId id : s.nodes.ids()) {
    const spec::Node& node = s.nodes[id];
    const int last_use = demand.last_use[id];
    if (last_use < 0) continue;
    std::erase_if(busy, [&](const auto& b) {
      if (b.first >= id.index()) return false;
      free.push_back(b.second);
      return true;
    });
    Instruction i{id, -1, demand.seen[id] && makes_nan(node), uniform[id], false, {}};
    if (!i.uniform) {
      if (free.empty()) free.push_back(p.slots++);
      i.slot = free.back();
      free.pop_back();
      busy.emplace_back(last_use, i.slot);
    }
    if (node.op == Op::kTap && !demand.whole[id]) {
      i.pieces = true;
      p.low = std::max(p.low, -node.offset[0]);
      p.high = std::max(p.high, node.offset[0]);
    }
    for (const spec::NodeId a : operands_of(s, chains, id)) i.args.push_back(position[a]);
    int place = 0;
    for (const ChainTerm& term : chains.terms[id]) {
      i.chain.push_back({place, term.scale.valid() ? place + 1 : -1, term.negative});
      place += term.scale.valid() ? 2 : 1;
    }
    position[id] = static_cast<int>(p.code.size());
    p.code.push_back(std::move(i));
  }
  return p;
}

Reach reach_of(const spec::Program& s, const spec::Stage& stage, const Program& p) {
  Reach r{stage.reach_low, stage.reach_high};
  for (const Instruction& i : p.code) {
    const spec::Node& n = s.nodes[i.node];
    for (std::size_t a = 0; n.op == Op::kTap && a < spec::kMaxAxes; ++a) {
      if (spec::wraps(n.boundary[a])) continue;
      r.low[a] = std::max(r.low[a], -n.offset[a]);
      r.high[a] = std::max(r.high[a], n.offset[a]);
    }
  }
  return r;
}

}  // namespace rtlgen::golden
