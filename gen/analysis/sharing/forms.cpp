// Shapes are numbered in order of first use, so that the same program always gives the same numbers.
#include "analysis/sharing/forms.hpp"

#include <algorithm>
#include <utility>

#include "analysis/windows.hpp"
#include "spec/operations.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::Op;

/// The key of a node without its arguments, as a read at `offset`.
ValueKey leaf_key(const Node& n, const spec::Offset& offset) {
  constexpr std::int64_t kOpen = 1 + static_cast<std::int64_t>(spec::BoundaryKind::kWrap);  // after the rules
  ValueKey key;
  key.reserve(18 + 5 * n.args.size());  // including what callers add for the arguments
  key.assign({static_cast<std::int64_t>(n.op), static_cast<std::int64_t>(n.type.kind), n.type.width, n.type.exponent,
              n.type.fraction, static_cast<std::int64_t>(n.bits), n.stream.index(), n.own ? 1 : 0, n.index});
  for (std::size_t a = 0; n.op == Op::kTap && a < spec::kMaxAxes; ++a) {
    key.push_back(offset[a]);
    key.push_back(n.boundary[a] ? static_cast<std::int64_t>(n.boundary[a]->kind) : kOpen);
    key.push_back(static_cast<std::int64_t>(spec::constant_bits(n.boundary[a])));
  }
  if (n.fused.terms.empty()) return key;
  key.push_back(n.fused.guard);
  for (const spec::FusedTerm& term : n.fused.terms)
    key.insert(key.end(), {static_cast<std::int64_t>(term.kind), term.negative ? 1 : 0, term.value, term.factor});
  return key;
}

class Shapes {
 public:
  explicit Shapes(const spec::Program& s) : program_(s), forms_(s.nodes.size()) {}

  Forms run() {
    IndexVector<spec::NodeId, bool> reached(program_.nodes.size(), false);
    for (const spec::StageId i : program_.stages.ids()) {
      for (const spec::NodeId id : collect_reads(program_, i).nodes) reached[id] = true;
    }
    for (const spec::NodeId id : program_.nodes.ids()) {
      if (reached[id]) forms_[id] = form(program_.nodes[id]);
    }
    return std::move(forms_);
  }

 private:
  Form form(const Node& n) {
    Form f;
    std::vector<Form> args;
    for (const spec::NodeId a : n.args) args.push_back(forms_[a]);
    const auto order = [](const Form& a, const Form& b) {
      return std::tie(a.shape, a.anchor) < std::tie(b.shape, b.anchor);
    };
    if (is_commutative(n.op)) std::sort(args.begin(), args.begin() + 2, order);
    f.reads_own = n.own || std::any_of(args.begin(), args.end(), [](const Form& arg) { return arg.reads_own; });
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      if (n.op == Op::kTap) {
        f.anchored[a] =
            static_cast<int>(a) < program_.axes && program_.arrays[program_.streams[n.stream].array].spans[a];
        f.anchor[a] = n.offset[a];
      } else if (n.op == Op::kCoordinate) {
        f.anchored[a] = static_cast<int>(a) == n.index;
      } else if (n.op == Op::kRegion) {
        f.anchored[a] = !program_.regions[n.region()].spans[a].whole();
      }
      for (const Form& arg : args) {
        if (f.anchored[a] || !arg.anchored[a]) continue;
        f.anchored[a] = true;
        f.anchor[a] = arg.anchor[a];
      }
    }
    ValueKey key = leaf_key(n, {});
    for (const Form& arg : args) {
      key.push_back(arg.shape);
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a) key.push_back(arg.anchored[a] ? arg.anchor[a] - f.anchor[a] : 0);
    }
    f.shape = known_.emplace(std::move(key), static_cast<int>(known_.size())).first->second;
    return f;
  }

  const spec::Program& program_;
  Forms forms_;
  ByValue<int> known_;
};

}  // namespace

bool is_commutative(Op op) { return spec::operation_of(op).commutes; }

std::size_t ValueKeyHash::operator()(const ValueKey& key) const noexcept {
  // FNV-1a, one word at a time, and then its upper half, which is better mixed.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::int64_t word : key) hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x100000001b3;
  return static_cast<std::size_t>(hash ^ hash >> 32);
}

ValueKey node_key(const Node& n) {
  ValueKey key = leaf_key(n, n.offset);
  for (const spec::NodeId arg : n.args) key.push_back(arg.index());
  return key;
}

spec::NodeId NodeStore::add(Node node) {
  const auto [found, fresh] = known_.emplace(node_key(node), spec::NodeId(nodes_.size()));
  if (fresh) nodes_.push_back(std::move(node));
  return found->second;
}

Forms forms_of(const spec::Program& stencil) { return Shapes(stencil).run(); }

}  // namespace rtlgen::analysis
