// Collects chains from their roots down: everything that is not an operation of the chain is a term.
#include "analysis/sharing/chains.hpp"

#include <algorithm>
#include <optional>

#include "analysis/sharing/forms.hpp"
#include "analysis/sharing/terms.hpp"
#include "analysis/windows.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;
using spec::Program;
using spec::Type;

constexpr std::size_t kAxes = spec::kMaxAxes;

/// The operation whose chains a node may be part of: kAdd also for - and negation.
std::optional<Op> chain_op(const Program& s, const Node& n, bool everything) {
  const Type& t = n.type;
  const bool wraps = t.is_integer() || (t.is_fixed() && s.overflow == spec::Overflow::kWrap);
  switch (n.op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kNeg:
      return wraps || everything ? std::optional(Op::kAdd) : std::nullopt;
    case Op::kMul:
      return t.is_integer() || everything ? std::optional(Op::kMul) : std::nullopt;
    case Op::kMin:
    case Op::kMax:
    case Op::kBitAnd:
    case Op::kBitOr:
    case Op::kBitXor:
    case Op::kAnd:
    case Op::kOr:
      return n.op;
    default:
      return std::nullopt;
  }
}

class ChainFinder {
 public:
  ChainFinder(const Program& s, bool everything) : program_(s), everything_(everything), forms_(forms_of(s)) {}

  std::vector<ChainGroup> run() {
    find_chains();
    return std::move(groups_);
  }

 private:
  const Node& node(NodeId id) const { return program_.nodes[id]; }
  bool varies(NodeId id) const { return forms_[id].anchored != std::array<bool, kAxes>{}; }

  /// A known factor and the other one: a term c*t of a sum.
  struct Scaled {
    NodeId factor, other;
  };
  std::optional<Scaled> scaled(NodeId id) const {
    const Node& n = node(id);
    if (n.op != Op::kMul) return std::nullopt;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      if (node(n.args[i]).op == Op::kConstant && varies(n.args[1 - i])) return Scaled{n.args[i], n.args[1 - i]};
    }
    return std::nullopt;
  }

  void find_chains() {
    IndexVector<NodeId, int> uses(program_.nodes.size(), 0), chained(program_.nodes.size(), 0);
    IndexVector<NodeId, bool> live(program_.nodes.size(), false);
    std::array<bool, kAxes> resolves_outside{};
    for (const spec::StageId i : program_.stages.ids()) {
      const StageReads reads = collect_reads(program_, i);
      for (const NodeId id : reads.nodes) live[id] = true;
      ++uses[program_.stages[i].root];
      for (std::size_t a = 0; program_.stages[i].border == spec::Border::kCompute && a < kAxes; ++a) {
        for (const Tap& t : reads.taps)
          resolves_outside[a] = resolves_outside[a] || spec::has_edge_cases(t.boundary[a]);
      }
    }
    for (const NodeId id : program_.nodes.ids()) {
      if (!live[id]) continue;
      const auto op = chain_op(program_, node(id), everything_);
      for (const NodeId a : node(id).args) {
        ++uses[a];
        const auto inner = chain_op(program_, node(a), everything_);
        if (op && inner == op && node(a).type == node(id).type) ++chained[a];
      }
    }
    for (const NodeId id : program_.nodes.ids()) {
      const auto op = live[id] ? chain_op(program_, node(id), everything_) : std::nullopt;
      if (!op || node(id).op == Op::kNeg) continue;
      interior_[id] = uses[id] == 1 && chained[id] == 1;
    }
    for (const auto& [id, interior] : interior_) {
      if (!interior && varies(id)) add_root(id, resolves_outside);
    }
  }

  ChainGroup& group_of(NodeId root) {
    const Op op = *chain_op(program_, node(root), everything_);
    for (ChainGroup& g : groups_) {
      if (g.op == op && g.type == node(root).type) return g;
    }
    groups_.emplace_back();
    groups_.back().op = op;
    groups_.back().type = node(root).type;
    return groups_.back();
  }

  void add_root(NodeId root, const std::array<bool, kAxes>& resolves_outside) {
    ChainGroup& g = group_of(root);
    Chain chain;
    flatten(g, root, chain);
    if (chain.terms.size() < 2) return;
    g.roots.push_back(root);
    g.problem.resolves_outside = resolves_outside;
    g.problem.grid = program_.grid;
    g.problem.ring = g.op == Op::kAdd && g.type.is_integer();
    const auto sort_key = [](const Term& t) {
      return std::tuple(t.offset[2], t.offset[1], t.offset[0], t.kind, t.coefficient);
    };
    std::stable_sort(chain.terms.begin(), chain.terms.end(),
                     [&](const Term& a, const Term& b) { return sort_key(a) < sort_key(b); });
    if (g.problem.ring) merge_like(chain.terms);
    if (chain.terms.size() < 2) {
      g.roots.pop_back();
      return;
    }
    place(g, chain);
    g.chains[root] = std::move(chain);
  }

  /// 2*a + 3*a -> 5*a, modulo 2^width.
  static void merge_like(std::vector<Term>& terms) {
    std::vector<Term> out;
    for (const Term& t : terms) {  // in the order of offsets and kinds
      if (out.empty() || out.back().kind != t.kind || out.back().offset != t.offset)
        out.push_back(t);
      else
        out.back().coefficient = static_cast<std::int64_t>(static_cast<std::uint64_t>(out.back().coefficient) +
                                                           static_cast<std::uint64_t>(t.coefficient));
    }
    std::erase_if(out, [](const Term& t) { return t.coefficient == 0; });
    terms = std::move(out);
  }

  /// Merges sums that differ only in their position, so that they stay equal.
  void place(ChainGroup& g, Chain& chain) {
    // A sum is not moved along an axis with boundary values, but the search must know its position.
    for (std::size_t a = 0; a < kAxes; ++a)
      chain.sum_anchor[a] = g.problem.resolves_outside[a] ? 0 : chain.terms[0].offset[a];
    std::vector<Term> moved = chain.terms;
    for (Term& t : moved) t.offset = minus(t.offset, chain.sum_anchor);
    std::vector<std::int64_t> key;
    for (const Term& t : moved) key.insert(key.end(), {t.kind, t.offset[0], t.offset[1], t.offset[2], t.coefficient});
    const auto [known, fresh] = g.sum_of.emplace(std::move(key), static_cast<int>(g.problem.sums.size()));
    chain.sum = known->second;
    if (fresh) g.problem.sums.push_back(std::move(moved));
  }

  /// Adds the terms of the chain that ends at `root`, in order. Not recursive, because chains have thousands of terms.
  void flatten(ChainGroup& g, NodeId root, Chain& chain) {
    std::vector<std::pair<NodeId, bool>> rest{{root, false}};
    while (!rest.empty()) {
      const auto [id, negative] = rest.back();
      rest.pop_back();
      const Node& n = node(id);
      const auto inner = interior_.find(id);
      const bool linked = id == root || n.op == Op::kNeg || (inner != interior_.end() && inner->second);
      if (chain_op(program_, n, everything_) == g.op && n.type == g.type && linked) {
        for (std::size_t i = n.args.size(); i-- > 0;)
          rest.emplace_back(n.args[i], negative != (n.op == Op::kNeg || (n.op == Op::kSub && i == 1)));
      } else if (varies(id)) {
        add_term(g, id, negative, chain);
      } else {
        chain.uniform.emplace_back(id, negative);
      }
    }
  }

  void add_term(ChainGroup& g, NodeId id, bool negative, Chain& chain) {
    ChainUnit unit{id, {}, 0};
    std::int64_t coefficient = negative ? -1 : 1;
    const auto factors = g.op == Op::kAdd ? scaled(id) : std::nullopt;
    const std::uint64_t sign = std::uint64_t{1} << (g.type.width - 1);
    if (factors && g.type.is_float()) {
      const std::uint64_t bits = node(factors->factor).bits;
      if ((bits & sign) != 0) coefficient = -coefficient;
      unit = {factors->other, {}, bits & ~sign};
    } else if (factors && g.type.is_integer()) {
      std::uint64_t bits = node(factors->factor).bits;
      if ((bits & sign) != 0) bits |= ~g.type.mask();  // as a signed number, whose magnitude is smaller
      coefficient *= static_cast<std::int64_t>(bits);
      unit = {factors->other, {}, 0};
    }
    const Form& form = forms_[unit.node];
    unit.anchor = form.anchor;
    const std::vector<std::int64_t> key{form.shape, static_cast<std::int64_t>(unit.magnitude), unit.magnitude != 0};
    const auto [found, fresh] = g.unit_of.emplace(key, static_cast<int>(g.units.size()));
    if (fresh) {
      g.units.push_back(unit);
      g.problem.units.push_back(box_of(unit));
    }
    chain.terms.push_back({found->second, form.anchor, coefficient});
  }

  /// The bounding box of the reads below each node; nothing if none exist.
  IndexVector<NodeId, std::optional<Box>> boxes() const {
    IndexVector<NodeId, std::optional<Box>> boxes(program_.nodes.size());
    for (const NodeId id : program_.nodes.ids()) {
      const Node& n = node(id);
      if (n.op == Op::kTap) boxes[id] = Box{n.offset, n.offset};
      for (const NodeId arg : n.args) {
        const std::optional<Box>& part = boxes[arg];
        if (!part) continue;
        Box whole = boxes[id].value_or(*part);
        for (std::size_t a = 0; a < kAxes; ++a) {
          whole.low[a] = std::min(whole.low[a], part->low[a]);
          whole.high[a] = std::max(whole.high[a], part->high[a]);
        }
        boxes[id] = whole;
      }
    }
    return boxes;
  }

  Box box_of(const ChainUnit& unit) {
    if (boxes_.empty()) boxes_ = boxes();
    const std::optional<Box>& reads = boxes_[unit.node];
    return reads ? Box{minus(reads->low, unit.anchor), minus(reads->high, unit.anchor)} : Box{};
  }

  const Program& program_;
  bool everything_;
  Forms forms_;
  IndexVector<NodeId, std::optional<Box>> boxes_;  ///< empty: not yet known
  std::map<NodeId, bool> interior_;                ///< for operations of chains: whether they are inside one
  std::vector<ChainGroup> groups_;
};

}  // namespace

std::vector<ChainGroup> find_chains(const Program& stencil, bool everything) {
  return ChainFinder(stencil, everything).run();
}

}  // namespace rtlgen::analysis
