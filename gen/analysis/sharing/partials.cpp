// A greedy search: of all expressions that occur for several cells, it takes the one whose temporary saves most, until
// none saves anything. Costs are those of the whole program, so a temporary inside a temporary is just another step.
//
// Every step visits all nodes several times, so the search is quadratic. It has an allowance of node visits. The rest
// is searched in slices of the program, small enough for a second allowance.
#include "analysis/sharing/partials.hpp"

#include <algorithm>
#include <utility>

#include "analysis/sharing/candidates.hpp"
#include "analysis/sharing/cost.hpp"
#include "analysis/sharing/extraction.hpp"
#include "analysis/sharing/forms.hpp"
#include "analysis/sharing/slices.hpp"
#include "spec/reach.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Stencil;

Stencil without_nodes(const Stencil& s) {
  Stencil shell = s;
  shell.nodes.clear();
  return shell;
}

/// The program with equal values merged, such as a + b and b + a of the same cells; unchanged if none exist.
Stencil merge_equal(Stencil s) {
  const Forms forms = forms_of(s);
  ByValue<NodeId> first;
  IndexVector<NodeId, NodeId> stands_for(s.nodes.size());
  bool any = false;
  for (const NodeId id : s.nodes.ids()) {
    stands_for[id] = id;
    const Form& f = forms[id];
    if (f.shape < 0) continue;
    stands_for[id] = first.emplace(ValueKey{f.shape, f.anchor[0], f.anchor[1], f.anchor[2]}, id).first->second;
    any = any || stands_for[id] != id;
  }
  if (!any) return s;
  for (Node& n : s.nodes) {
    for (NodeId& a : n.args) a = stands_for[a];
  }
  for (spec::Stage& stage : s.stages) stage.root = stands_for[stage.root];
  return s;
}

/// The number of nodes that a search may still visit.
class Allowance {
 public:
  Allowance(std::int64_t nodes, SharingWork& work) : left_(nodes), work_(work) {}

  void take(std::size_t nodes) {
    left_ -= static_cast<std::int64_t>(nodes);
    work_.nodes += static_cast<std::int64_t>(nodes);
  }
  [[nodiscard]] bool spent() const { return left_ <= 0; }

 private:
  std::int64_t left_;
  SharingWork& work_;
};

/// Searches greedily until nothing is cheaper or the allowance is used up.
Stencil search(Stencil best, const Fold& fold, SharingFault fault, Allowance& allowance) {
  constexpr std::size_t kTried = 10;  // the candidates that may save most
  const Cost before = cost_of(best);
  double luts = before.luts;
  const bool is_free = best.hardware.sharing == spec::SharingChoice::kFree;
  while (!allowance.spent()) {
    const Forms forms = forms_of(best);
    const Stencil shell = without_nodes(best);
    allowance.take(best.nodes.size());
    std::optional<Stencil> next;
    std::size_t tried = 0;
    for (const Candidate& c : candidates_of(best, forms)) {
      if (allowance.spent()) break;
      allowance.take(c.size);
      const auto placement = place(best, forms, c, fold, fault);
      if (!placement) continue;
      Stencil made = merge_equal(extracted(best, shell, forms, c, *placement, fault));
      allowance.take(made.nodes.size());
      const Cost now = cost_of(made);
      if (now.luts < luts && (!is_free || now.buffered_cells <= before.buffered_cells)) {
        luts = now.luts;
        next = std::move(made);
      }
      if (++tried == kTried) break;
    }
    if (!next) break;
    best = *std::move(next);
  }
  return best;
}

/// Searches slices of consecutive lines.
Stencil search_slices(const Stencil& s, const Fold& fold, SharingFault fault, SharingWork& work) {
  const std::int64_t each = std::clamp<std::int64_t>(work.slices / static_cast<std::int64_t>(s.nodes.size()), 2, 400);
  Slices slices(s);
  for (int first = 0; first < static_cast<int>(s.stages.size());) {
    std::int64_t nodes = 0;
    int end = first;
    while (end < static_cast<int>(s.stages.size())) {
      const auto size = static_cast<std::int64_t>(spec::nodes_below(s, s.stages[spec::StageId(end)].root).size());
      // A step extracts about one node in six and tries ten candidates: a slice of half as many nodes finishes within
      // its allowance.
      if (nodes > 0 && nodes + size > each / 2) break;
      nodes += size;
      ++end;
    }
    Allowance allowance(each * nodes, work);
    slices.append(search(slices.cut(first, end), fold, fault, allowance));
    first = end;
  }
  return slices.take();
}

}  // namespace

Stencil share_partials(const Stencil& stencil, const Fold& fold, SharingFault fault, SharingWork* work) {
  SharingWork none;
  SharingWork& done = work == nullptr ? none : *work;
  Allowance allowance(done.whole, done);
  Stencil best = search(merge_equal(stencil), fold, fault, allowance);
  if (!allowance.spent()) return best;
  Stencil sliced = search_slices(best, fold, fault, done);
  const Cost cost = cost_of(sliced);
  const bool is_free = stencil.hardware.sharing == spec::SharingChoice::kFree;
  const bool is_allowed = !is_free || cost.buffered_cells <= cost_of(best).buffered_cells;
  return is_allowed && cost.luts < cost_of(best).luts ? sliced : best;
}

Stencil share_everything(const Stencil& stencil, const Fold& fold, int most, SharingFault fault) {
  Stencil best = merge_equal(stencil);
  for (int made = 0; made < most; ++made) {
    const Forms forms = forms_of(best);
    bool found = false;
    for (const Candidate& c : candidates_of(best, forms)) {
      const auto placement = place(best, forms, c, fold, fault);
      if (!placement) continue;
      best = extracted(best, without_nodes(best), forms, c, *placement, fault);
      found = true;
      break;
    }
    if (!found) break;
  }
  return best;
}

}  // namespace rtlgen::analysis
