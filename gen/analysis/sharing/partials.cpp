// Greedy: of all expressions that occur for several cells, the one whose temporary saves most is
// taken, until none saves anything. Costs are those of the whole program, so a temporary inside a
// temporary is just another step.
#include "analysis/sharing/partials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/sharing/candidates.hpp"
#include "analysis/sharing/cost.hpp"
#include "analysis/sharing/forms.hpp"
#include "analysis/windows.hpp"
#include "spec/describe.hpp"
#include "spec/reach.hpp"
#include "spec/stencil.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;
using spec::Stencil;

constexpr std::size_t kAxes = spec::kMaxAxes;

/// The program once more, with the candidate as a temporary of its own.
class Extraction {
 public:
  Extraction(const Stencil& s, const Forms& forms, const Candidate& c, const Placement& p, SharingFault fault)
      : s_(s), forms_(forms), c_(c), p_(p), fault_(fault) {}

  Stencil run() {
    out_ = s_;
    out_.nodes.clear();
    add_temporary();
    const NodeId definition = copy_moved(c_.node);
    for (const spec::StageId i : s_.stages.ids()) {
      spec::Stage& stage = out_.stages[i < p_.stage ? i : spec::StageId(i.index() + 1)];
      const bool user = std::any_of(c_.uses.begin(), c_.uses.end(), [&](const auto& u) { return u.first == i; });
      if (user && fault_ != SharingFault::kReachIsForgotten) {
        const spec::Reach reach = spec::reach_of(s_, s_.stages[i]);
        stage.reach_low = reach.low;
        stage.reach_high = reach.high;
      }
      stage.root = copy(stage.root);
      stage.output = stream(stage.output);
      if (stage.old_stream.valid()) stage.old_stream = stream(stage.old_stream);
    }
    for (spec::Param& param : out_.params) {
      if (param.next.valid()) param.next = copy(param.next);
    }
    if (out_.until.valid()) out_.until = copy(out_.until);
    spec::Stage& made = out_.stages[p_.stage];
    made.root = definition;
    made.output = new_stream_;
    made.border = p_.border;
    made.where = s_.nodes[c_.node].where;
    out_.nodes = store_.take();
    made.text = spec::to_text(out_, definition);
    return std::move(out_);
  }

 private:
  /// Streams of stages from p_.stage on are one further.
  spec::StreamId stream(spec::StreamId old) const { return old < new_stream_ ? old : spec::StreamId(old.index() + 1); }

  std::string free_name() const {
    std::set<std::string> taken;
    for (const spec::Array& a : s_.arrays) taken.insert(lower_case(a.name));
    for (const spec::Param& p : s_.params) taken.insert(lower_case(p.name));
    for (const spec::Monitor& m : s_.monitors) taken.insert(lower_case(m.name));
    for (int i = 1;; ++i) {
      std::string name = fmt::format("shared{}", i);
      if (!taken.contains(name)) return name;
    }
  }

  void add_temporary() {
    const auto entering = static_cast<int>(s_.streams.size() - s_.stages.size());
    new_stream_ = spec::StreamId(entering + p_.stage.index());
    spec::Array array;
    array.name = free_name();
    array.type = s_.nodes[c_.node].type;
    array.role = spec::Role::kTemporary;
    array.boundary = array.boundary_high = p_.boundary;
    array.where = s_.nodes[c_.node].where;
    const spec::ArrayId added = out_.arrays.push_back(std::move(array));
    for (spec::Stream& later : out_.streams) {
      if (later.stage >= p_.stage) later.stage = spec::StageId(later.stage.index() + 1);
    }
    out_.streams.insert(new_stream_, spec::Stream{added, p_.stage});
    out_.stages.insert(p_.stage, spec::Stage{});
  }

  /// The node, whose arguments are still those of `s_`.
  Node renumbered(NodeId id) const {
    Node n = s_.nodes[id];
    if (n.op == Op::kTap) n.stream = stream(n.stream);
    return n;
  }

  /// The expression where the temporary has it.
  NodeId copy_moved(NodeId root) {
    return copy_all(root, moved_, [&](NodeId id) {
      Node n = renumbered(id);
      if (n.op == Op::kTap) {
        const spec::Array& array = s_.arrays[s_.streams[s_.nodes[id].stream].array];
        for (std::size_t a = 0; a < kAxes; ++a) n.offset[a] += array.spans[a] ? p_.shift[a] : 0;
      }
      return n;
    });
  }

  /// The expression of a stage: the shape is a read of the temporary.
  NodeId copy(NodeId root) {
    return copy_all(root, copied_, [&](NodeId id) {
      const Form& f = forms_[id];
      const Form& first = forms_[c_.node];
      if (f.shape < 0 || f.shape != first.shape) return renumbered(id);
      Node tap;
      tap.op = Op::kTap;
      tap.type = s_.nodes[id].type;
      tap.stream = new_stream_;
      tap.boundary = p_.boundary;
      tap.where = s_.nodes[id].where;
      for (std::size_t a = 0; a < kAxes; ++a)
        tap.offset[a] = f.anchored[a] ? f.anchor[a] - first.anchor[a] - p_.shift[a] : 0;
      return tap;
    });
  }

  /// Adds what `node_of` gives for the root and all below it that `done` lacks, arguments first. A fold has thousands
  /// of terms, each an argument of the next: nothing here recurses.
  template <class NodeOf>
  NodeId copy_all(NodeId root, std::map<NodeId, NodeId>& done, const NodeOf& node_of) {
    std::vector<NodeId> rest{root};
    while (!rest.empty()) {
      const NodeId id = rest.back();
      if (done.contains(id)) {
        rest.pop_back();
        continue;
      }
      Node n = node_of(id);
      const auto next = std::ranges::find_if(n.args, [&](NodeId arg) { return !done.contains(arg); });
      if (next != n.args.end()) {
        rest.push_back(*next);
        continue;
      }
      rest.pop_back();
      for (NodeId& arg : n.args) arg = done.at(arg);
      done[id] = store_.add(std::move(n));
    }
    return done.at(root);
  }

  const Stencil& s_;
  const Forms& forms_;
  const Candidate& c_;
  const Placement& p_;
  SharingFault fault_;
  Stencil out_;
  NodeStore store_;
  spec::StreamId new_stream_;
  std::map<NodeId, NodeId> copied_, moved_;
};

/// The program with equal values made one: a + b and b + a of the same cells. Itself if there are none.
Stencil merge_equal(const Stencil& s) {
  const Forms forms = forms_of(s);
  std::map<std::vector<std::int64_t>, NodeId> first;
  IndexVector<NodeId, NodeId> stands_for(s.nodes.size());
  bool any = false;
  for (const NodeId id : s.nodes.ids()) {
    stands_for[id] = id;
    const Form& f = forms[id];
    if (f.shape < 0) continue;
    std::vector<std::int64_t> key{f.shape};
    key.insert(key.end(), f.anchor.begin(), f.anchor.end());
    stands_for[id] = first.emplace(std::move(key), id).first->second;
    any = any || stands_for[id] != id;
  }
  if (!any) return s;
  Stencil out = s;
  for (Node& n : out.nodes) {
    for (NodeId& a : n.args) a = stands_for[a];
  }
  for (spec::Stage& stage : out.stages) stage.root = stands_for[stage.root];
  return out;
}

}  // namespace

Stencil share_partials(const Stencil& stencil, const Fold& fold, SharingFault fault) {
  constexpr std::size_t kTried = 10;  // of the candidates, those that may save most
  Stencil best = merge_equal(stencil);
  double luts = cost_of(best).luts;
  const bool is_free = stencil.hardware.sharing == spec::SharingChoice::kFree;
  const std::int64_t most_cells = cost_of(best).buffered_cells;
  while (true) {
    const Forms forms = forms_of(best);
    std::optional<Stencil> next;
    std::size_t tried = 0;
    for (const Candidate& c : candidates_of(best, forms)) {
      const auto placement = place(best, forms, c, fold, fault);
      if (!placement) continue;
      Stencil made = merge_equal(Extraction(best, forms, c, *placement, fault).run());
      const Cost now = cost_of(made);
      if (now.luts < luts && (!is_free || now.buffered_cells <= most_cells)) {
        luts = now.luts;
        next = std::move(made);
      }
      if (++tried == kTried) break;
    }
    if (!next) return best;
    best = *std::move(next);
  }
}

Stencil share_everything(const Stencil& stencil, const Fold& fold, int most, SharingFault fault) {
  Stencil best = merge_equal(stencil);
  for (int made = 0; made < most; ++made) {
    const Forms forms = forms_of(best);
    bool found = false;
    for (const Candidate& c : candidates_of(best, forms)) {
      const auto placement = place(best, forms, c, fold, fault);
      if (!placement) continue;
      best = Extraction(best, forms, c, *placement, fault).run();
      found = true;
      break;
    }
    if (!found) break;
  }
  return best;
}

}  // namespace rtlgen::analysis
