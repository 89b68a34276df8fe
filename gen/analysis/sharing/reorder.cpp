// Searches the chains of each operation and type together, and rebuilds those that gain.
#include "analysis/sharing/reorder.hpp"

#include <algorithm>
#include <map>

#include "analysis/sharing/chains.hpp"
#include "analysis/sharing/forms.hpp"
#include "analysis/sharing/partials.hpp"
#include "analysis/sharing/sums.hpp"
#include "analysis/sharing/terms.hpp"
#include "spec/reach.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Offset;
using spec::Op;
using spec::Program;
using spec::Type;

constexpr std::size_t kAxes = spec::kMaxAxes;

class Reorderer {
 public:
  Reorderer(const Program& s, bool everything) : program_(s), everything_(everything) {}

  std::optional<Program> run() {
    groups_ = find_chains(program_, everything_);
    bool any = false;
    for (ChainGroup& g : groups_) any = solve(g) || any;
    if (!any) return std::nullopt;
    Program out = program_;
    for (spec::Stage& stage : out.stages) stage.root = build(stage.root, {});
    for (spec::Param& param : out.params) {
      if (param.next.valid()) param.next = build(param.next, {});
    }
    if (out.until.valid()) out.until = build(out.until, {});
    out.nodes = store_.take();
    keep_reach(out);
    return out;
  }

 private:
  /// Terms that cancel remove their reads, but the same cells must be kept or ignored as before.
  void keep_reach(Program& out) const {
    for (const spec::StageId i : out.stages.ids()) {
      if (out.stages[i].border == spec::Border::kCompute) continue;
      const spec::Reach before = spec::reach_of(program_, program_.stages[i]);
      const spec::Reach after = spec::reach_of(out, out.stages[i]);
      if (before.low == after.low && before.high == after.high) continue;
      out.stages[i].reach_low = before.low;
      out.stages[i].reach_high = before.high;
    }
  }

  const Node& node(NodeId id) const { return program_.nodes[id]; }

  /// Plans the sums of the group; returns whether it is worth rebuilding.
  bool solve(ChainGroup& g) {
    if (g.problem.sums.empty()) return false;
    g.plan = best_search(g.problem);
    RTLGEN_CHECK(is_right(g.problem, g.plan), "reordered sums have the terms of the sums as written");
    const bool gained = g.plan.operations() < operations_as_written(g.problem);
    const bool balanced = everything_ && !g.type.is_integer();
    if (gained || balanced) {
      for (const NodeId root : g.roots) chosen_[root] = &g;
    }
    return gained || balanced;
  }

  // ---------------------------------------------------------------- building

  struct Built {
    NodeId node;
    int depth = 0;
    bool negative = false;
  };

  /// Builds the expression at `root`, moved. Recurses only over chains within chains, because other expressions may be
  /// long.
  NodeId build(NodeId root, const Offset& by) {
    std::vector<NodeId> rest{root};
    while (!rest.empty()) {
      const NodeId id = rest.back();
      const auto is_new = [&](NodeId n) { return !built_.contains({n, by}); };
      const auto chain = chosen_.find(id);
      Node n = node(id);
      const auto next = chain == chosen_.end() ? std::ranges::find_if(n.args, is_new) : n.args.end();
      if (is_new(id) && next != n.args.end()) {
        rest.push_back(*next);
        continue;
      }
      rest.pop_back();
      if (!is_new(id)) continue;
      if (chain != chosen_.end()) {
        const NodeId made = build_chain(*chain->second, id, by);
        built_[{id, by}] = made;
        continue;
      }
      if (n.op == Op::kTap) {
        const spec::Array& array = program_.arrays[program_.streams[n.stream].array];
        for (std::size_t a = 0; a < kAxes; ++a) n.offset[a] += array.spans[a] ? by[a] : 0;
      }
      for (NodeId& a : n.args) a = built_.at({a, by});
      built_[{id, by}] = store_.add(std::move(n));
    }
    return built_.at({root, by});
  }

  NodeId constant(const Type& type, std::uint64_t bits) {
    return store_.add(spec::constant_node(type, bits & type.mask(), {}));
  }

  NodeId operation(const ChainGroup& g, Op op, NodeId a, NodeId b) {
    return store_.add(spec::operation(op, g.type, {a, b}, where_));
  }

  NodeId scale(const ChainGroup& g, NodeId value, std::int64_t factor) {
    return factor == 1 ? value : operation(g, Op::kMul, value, constant(g.type, static_cast<std::uint64_t>(factor)));
  }

  Built combine(const ChainGroup& g, const Built& a, const Built& b) {
    const int depth = std::max(a.depth, b.depth) + 1;
    if (g.op != Op::kAdd) return {operation(g, g.op, a.node, b.node), depth, false};
    if (a.negative == b.negative) return {operation(g, Op::kAdd, a.node, b.node), depth, a.negative};
    const Built& minuend = a.negative ? b : a;
    const Built& other = a.negative ? a : b;
    return {operation(g, Op::kSub, minuend.node, other.node), depth, false};
  }

  Built term(const ChainGroup& g, const Term& t, const Offset& by) {
    const Offset place = plus(t.offset, by);
    const int partial = t.kind - static_cast<int>(g.units.size());
    Built out;
    if (partial < 0) {
      const ChainUnit& unit = g.units[at(t.kind)];
      out.node = build(unit.node, minus(place, unit.anchor));
      if (unit.magnitude != 0) out.node = operation(g, Op::kMul, out.node, constant(g.type, unit.magnitude));
    } else {
      const Partial& p = g.plan.partials[at(partial)];
      out = combine(g, term(g, p.left, place), term(g, p.right, place));
    }
    out.node = scale(g, out.node, t.coefficient < 0 ? -t.coefficient : t.coefficient);
    out.negative = out.negative != (t.coefficient < 0);
    return out;
  }

  NodeId build_chain(const ChainGroup& g, NodeId root, const Offset& by) {
    where_ = node(root).where;
    const Chain& chain = g.chains.at(root);
    std::map<std::pair<int, std::size_t>, Built> parts;  // by depth; at equal depth, those built first come first
    std::size_t made = 0;
    const auto add = [&](const Built& part) { parts.emplace(std::pair(part.depth, made++), part); };
    for (const Term& t : g.plan.sums[at(chain.sum)]) add(term(g, t, plus(chain.sum_anchor, by)));
    for (const auto& [id, negative] : chain.uniform) add({build(id, {}), 0, negative});
    const auto take = [&] { return parts.extract(parts.begin()).mapped(); };
    // Joining the two that are ready first gives the shallowest tree.
    while (parts.size() > 1) {
      const Built first = take(), second = take();
      add(combine(g, first, second));
    }
    const Built sum = take();
    if (!sum.negative) return sum.node;
    Node n;
    n.op = Op::kNeg;
    n.type = g.type;
    n.where = where_;
    n.args = {sum.node};
    return store_.add(std::move(n));
  }

  const Program& program_;
  bool everything_;
  std::vector<ChainGroup> groups_;
  std::map<NodeId, const ChainGroup*> chosen_;
  NodeStore store_;
  std::map<std::pair<NodeId, Offset>, NodeId> built_;
  SourceLocation where_;
};

}  // namespace

std::optional<Program> reordered(const Program& stencil, bool everything) {
  return Reorderer(stencil, everything).run();
}

Program reorder(const Program& stencil, bool everything) { return reordered(stencil, everything).value_or(stencil); }

}  // namespace rtlgen::analysis
