// Orders the nodes of a stage and shares buffers among them.
#include "golden/program.hpp"

#include <algorithm>
#include <utility>

#include "support/index.hpp"

namespace rtlgen::golden {

using spec::Op;

namespace {

/// Whether the machine may give this node a NaN that is not the language's.
bool makes_nan(const spec::Node& n) {
  if (!n.type.is_float()) return false;
  switch (n.op) {
    case Op::kConstant:
    case Op::kTap:
    case Op::kParam:
    case Op::kSelect:
      return false;
    default:
      return true;
  }
}

/// What later nodes want of each node.
struct Demand {
  std::vector<int> last_use;  ///< the last node that reads it, or -1
  std::vector<bool> seen;     ///< its bits are copied as they are: by a select, or to the grid
};

Demand demand_of(const spec::Program& s, const spec::Stage& stage) {
  Demand d{std::vector<int>(s.nodes.size(), -1), std::vector<bool>(s.nodes.size(), false)};
  d.last_use[at(stage.root)] = static_cast<int>(s.nodes.size());
  d.seen[at(stage.root)] = true;
  for (spec::NodeId id = stage.root; id >= 0; --id) {
    if (d.last_use[at(id)] < 0) continue;
    for (const spec::NodeId a : s.nodes[at(id)].args) {
      d.last_use[at(a)] = std::max(d.last_use[at(a)], id);
      if (s.nodes[at(id)].op == Op::kSelect) d.seen[at(a)] = true;
    }
  }
  return d;
}

}  // namespace

Program compile(const spec::Program& s, const spec::Stage& stage) {
  const Demand demand = demand_of(s, stage);
  Program p;
  std::vector<int> position(s.nodes.size(), -1);
  std::vector<int> free;
  std::vector<std::pair<int, int>> busy;  // last use, slot
  for (spec::NodeId id = 0; id <= stage.root; ++id) {
    const spec::Node& node = s.nodes[at(id)];
    const int last_use = demand.last_use[at(id)];
    if (last_use < 0) continue;
    std::erase_if(busy, [&](const auto& b) {
      if (b.first >= id) return false;
      free.push_back(b.second);
      return true;
    });
    if (free.empty()) free.push_back(p.slots++);
    Instruction i{id, free.back(), demand.seen[at(id)] && makes_nan(node), {}};
    free.pop_back();
    busy.emplace_back(last_use, i.slot);
    for (const spec::NodeId a : node.args) i.args.push_back(position[at(a)]);
    position[at(id)] = static_cast<int>(p.code.size());
    p.code.push_back(std::move(i));
  }
  return p;
}

Reach reach_of(const spec::Program& s, const spec::Stage& stage, const Program& p) {
  Reach r{stage.reach_low, stage.reach_high};
  for (const Instruction& i : p.code) {
    const spec::Node& n = s.nodes[at(i.node)];
    for (std::size_t a = 0; n.op == Op::kTap && a < spec::kMaxAxes; ++a) {
      if (n.boundary[a].kind == spec::BoundaryKind::kWrap) continue;
      r.low[a] = std::max(r.low[a], -n.offset[a]);
      r.high[a] = std::max(r.high[a], n.offset[a]);
    }
  }
  return r;
}

}  // namespace rtlgen::golden
