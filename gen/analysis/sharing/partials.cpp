// Greedy: of all expressions that occur for several cells, the one whose temporary saves most is
// taken, until none saves anything. Costs are those of the whole program, so a temporary inside a
// temporary is just another step.
#include "analysis/sharing/partials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/sharing/forms.hpp"
#include "analysis/windows.hpp"
#include "spec/describe.hpp"
#include "support/index.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;
using spec::Stencil;

constexpr std::size_t kAxes = spec::kMaxAxes;

/// One shape and where it occurs.
struct Candidate {
  NodeId node = -1;                             ///< its first occurrence
  std::set<std::pair<int, spec::Offset>> uses;  ///< stage, anchor
  double saved = 0;                             ///< at most, for one cell
};

/// Nodes below `root`, itself included, ascending.
std::vector<NodeId> below(const Stencil& s, NodeId root) {
  std::set<NodeId> found;
  std::vector<NodeId> pending{root};
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (!found.insert(id).second) continue;
    for (const NodeId a : s.nodes[at(id)].args) pending.push_back(a);
  }
  return {found.begin(), found.end()};
}

/// Shapes that are no leaves, vary over the grid and occur more than once.
std::vector<Candidate> candidates_of(const Stencil& s, const std::vector<Form>& forms) {
  std::map<int, Candidate> by_shape;
  for (std::size_t stage = 0; stage < s.stages.size(); ++stage) {
    for (const NodeId id : collect_reads(s, static_cast<int>(stage)).nodes) {
      const Form& f = forms[at(id)];
      if (s.nodes[at(id)].args.empty() || f.anchored == std::array<bool, kAxes>{}) continue;
      Candidate& c = by_shape[f.shape];
      if (c.node < 0) c.node = id;
      c.uses.insert({static_cast<int>(stage), f.anchor});
    }
  }
  std::vector<Candidate> out;
  for (auto& [shape, c] : by_shape) {
    if (c.uses.size() < 2) continue;
    for (const NodeId id : below(s, c.node)) c.saved += node_luts(s, s.nodes[at(id)]);
    if (c.saved == 0) continue;
    c.saved *= static_cast<double>(c.uses.size() - 1);
    out.push_back(std::move(c));
  }
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) { return a.saved > b.saved; });
  return out;
}

/// How a candidate becomes a temporary.
struct Placement {
  spec::Offset shift{};  ///< what its reads move by, against the first occurrence
  spec::BoundaryRule boundary{};
  spec::Border border = spec::Border::kCompute;
  int stage = 0;  ///< it comes before this one
};

class Placer {
 public:
  Placer(const Stencil& s, const std::vector<Form>& forms, const Candidate& c, const Fold& fold, SharingFault fault)
      : s_(s), first_(forms[at(c.node)].anchor), c_(c), fold_(fold), fault_(fault), nodes_(below(s, c.node)) {}

  /// The placement, or nullopt if it could change a bit.
  std::optional<Placement> run() {
    Placement p;
    p.stage = c_.uses.begin()->first;
    bool answered = false;  // some user is a line whose reads outside the grid are answered
    for (const auto& [stage, anchor] : c_.uses)
      answered = answered || s_.stages[at(stage)].border == spec::Border::kCompute;
    if (!answered) p.border = spec::Border::kIgnore;
    for (std::size_t a = 0; a < kAxes; ++a) {
      const int anchor = c_.uses.begin()->second[a];
      const bool one_offset =
          std::all_of(c_.uses.begin(), c_.uses.end(), [&](const auto& u) { return u.second[a] == anchor; });
      moved_[a] = !one_offset;
      if (one_offset) continue;
      const auto taps = taps_along(a);
      if (taps.empty()) return std::nullopt;
      p.shift[a] = shift_along(a, taps);
      if (fault_ == SharingFault::kAnyShiftIsLegal)
        p.boundary[a] = {taps.front()->boundary[a].kind, 0};
      else if (!answer(a, taps, answered, p))
        return std::nullopt;
    }
    const bool checked = fault_ != SharingFault::kAnyShiftIsLegal && fault_ != SharingFault::kEarlierAxesAreForgotten;
    for (std::size_t a = 0; answered && checked && a < kAxes; ++a) {
      if (moved_[a] && p.boundary[a].kind == spec::BoundaryKind::kConstant && overruled(a)) return std::nullopt;
    }
    return p;
  }

 private:
  /// Reads in the candidate of arrays that have axis `a`.
  std::vector<const Node*> taps_along(std::size_t a) const {
    std::vector<const Node*> taps;
    for (const NodeId id : nodes_) {
      const Node& n = s_.nodes[at(id)];
      if (n.op == Op::kTap && s_.arrays[at(s_.streams[at(n.stream)].array)].spans[a]) taps.push_back(&n);
    }
    return taps;
  }

  /// Where the temporary stands: so that its furthest forward use is the cell itself if it can be, since
  /// a line never runs ahead of a stream it reads; and among its reads, so that a cell that is not kept
  /// reads it inside the grid.
  int shift_along(std::size_t a, const std::vector<const Node*>& taps) const {
    int least = taps.front()->offset[a];
    int most = least;
    for (const Node* t : taps) {
      least = std::min(least, t->offset[a]);
      most = std::max(most, t->offset[a]);
    }
    int furthest = c_.uses.begin()->second[a];
    for (const auto& [stage, anchor] : c_.uses) furthest = std::max(furthest, anchor[a]);
    return std::clamp(furthest - first_[a] + least, least - most, 0) - least;
  }

  /// Gives the temporary the rule that answers along axis `a` as the reads did.
  bool answer(std::size_t a, const std::vector<const Node*>& taps, bool answered, Placement& p) {
    const spec::BoundaryKind kind = taps.front()->boundary[a].kind;
    const bool wraps = std::any_of(taps.begin(), taps.end(),
                                   [&](const Node* t) { return t->boundary[a].kind == spec::BoundaryKind::kWrap; });
    if (!answered && !wraps) return true;  // such cells keep their value, or have none that matters
    bool spread = false;
    for (const Node* t : taps) {
      if (t->boundary[a].kind != kind) return false;
      spread = spread || t->offset[a] != taps.front()->offset[a];
    }
    p.boundary[a].kind = kind;
    if (wraps) return true;
    if (spread) return false;
    if (kind != spec::BoundaryKind::kConstant) return true;
    const auto value = constant_outside(a);
    if (!value) return false;
    p.boundary[a].constant = *value;
    return true;
  }

  /// What the expression is where all its reads leave the grid along `a`.
  std::optional<std::uint64_t> constant_outside(std::size_t a) const {
    if (fault_ == SharingFault::kConstantsAreKept) {
      return taps_along(a).front()->boundary[a].constant & s_.nodes[at(c_.node)].type.mask();
    }
    std::map<NodeId, std::uint64_t> values;
    for (const NodeId id : nodes_) {
      const Node& n = s_.nodes[at(id)];
      if (n.op == Op::kConstant) {
        values[id] = n.bits;
      } else if (n.op == Op::kTap && s_.arrays[at(s_.streams[at(n.stream)].array)].spans[a]) {
        values[id] = n.boundary[a].constant;
      } else if (n.args.empty()) {
        return std::nullopt;
      } else {
        std::vector<std::uint64_t> args;
        for (const NodeId arg : n.args) args.push_back(values.at(arg));
        const auto value = fold_(s_, n, args);
        if (!value) return std::nullopt;
        values[id] = *value;
      }
    }
    return values.at(c_.node);
  }

  /// Axes are resolved x first: where a read in the temporary leaves the grid along an earlier axis
  /// with another constant, that one would have answered, not the one of `a`.
  bool overruled(std::size_t a) const {
    for (const Node* t : taps_along(a)) {
      for (std::size_t b = 0; b < a; ++b) {
        const spec::Boundary& rule = t->boundary[b];
        if (!moved_[b] && rule.kind == spec::BoundaryKind::kConstant && t->offset[b] != 0 && rule != t->boundary[a])
          return true;
      }
    }
    return false;
  }

  const Stencil& s_;
  spec::Offset first_;  ///< anchor of the first occurrence
  const Candidate& c_;
  const Fold& fold_;
  SharingFault fault_;
  std::vector<NodeId> nodes_;
  std::array<bool, kAxes> moved_{};
};

/// The program once more, with the candidate as a temporary of its own.
class Extraction {
 public:
  Extraction(const Stencil& s, const std::vector<Form>& forms, const Candidate& c, const Placement& p,
             SharingFault fault)
      : s_(s), forms_(forms), c_(c), p_(p), fault_(fault) {}

  Stencil run() {
    out_ = s_;
    out_.nodes.clear();
    add_temporary();
    const NodeId definition = copy_moved(c_.node);
    for (std::size_t i = 0; i < s_.stages.size(); ++i) {
      spec::Stage& stage = out_.stages[i < at(p_.stage) ? i : i + 1];
      const bool user =
          std::any_of(c_.uses.begin(), c_.uses.end(), [&](const auto& u) { return u.first == static_cast<int>(i); });
      if (user && fault_ != SharingFault::kReachIsForgotten) {
        const StageReach reach = reach_of(s_, static_cast<int>(i));
        stage.reach_low = reach.low;
        stage.reach_high = reach.high;
      }
      stage.root = copy(stage.root);
      stage.output = stream(stage.output);
      if (stage.old_stream >= 0) stage.old_stream = stream(stage.old_stream);
    }
    for (spec::Param& param : out_.params) {
      if (param.next >= 0) param.next = copy(param.next);
    }
    if (out_.until >= 0) out_.until = copy(out_.until);
    spec::Stage& made = out_.stages[at(p_.stage)];
    made.root = definition;
    made.output = new_stream_;
    made.border = p_.border;
    made.where = s_.nodes[at(c_.node)].where;
    out_.nodes = store_.take();
    made.text = spec::to_text(out_, definition);
    return std::move(out_);
  }

 private:
  /// Streams of stages from p_.stage on are one further.
  int stream(int old) const { return old < new_stream_ ? old : old + 1; }

  std::string free_name() const {
    std::set<std::string> taken;
    for (const spec::Array& a : s_.arrays) taken.insert(lower_case(a.name));
    for (const spec::Param& p : s_.params) taken.insert(lower_case(p.name));
    for (const spec::Monitor& m : s_.monitors) taken.insert(lower_case(m.name));
    for (int i = 1;; ++i) {
      const std::string name = fmt::format("shared{}", i);
      if (!taken.contains(name)) return name;
    }
  }

  void add_temporary() {
    const auto entering = static_cast<int>(s_.streams.size() - s_.stages.size());
    new_stream_ = entering + p_.stage;
    array_ = static_cast<int>(s_.arrays.size());
    spec::Array array;
    array.name = free_name();
    array.type = s_.nodes[at(c_.node)].type;
    array.role = spec::Role::kTemporary;
    array.boundary = p_.boundary;
    array.where = s_.nodes[at(c_.node)].where;
    out_.arrays.push_back(array);
    out_.streams.insert(out_.streams.begin() + new_stream_, spec::Stream{array_, p_.stage});
    for (std::size_t i = at(new_stream_) + 1; i < out_.streams.size(); ++i) ++out_.streams[i].stage;
    out_.stages.insert(out_.stages.begin() + p_.stage, spec::Stage{});
  }

  NodeId copy_args(Node n, bool moved) {
    for (NodeId& a : n.args) a = moved ? copy_moved(a) : copy(a);
    if (n.op == Op::kTap) n.stream = stream(n.stream);
    return store_.add(std::move(n));
  }

  /// The expression where the temporary has it.
  NodeId copy_moved(NodeId id) {
    const auto known = moved_.find(id);
    if (known != moved_.end()) return known->second;
    Node n = s_.nodes[at(id)];
    if (n.op == Op::kTap) {
      const spec::Array& array = s_.arrays[at(s_.streams[at(n.stream)].array)];
      for (std::size_t a = 0; a < kAxes; ++a) n.offset[a] += array.spans[a] ? p_.shift[a] : 0;
    }
    const NodeId made = copy_args(std::move(n), true);
    return moved_[id] = made;
  }

  /// The expression of a stage: the shape is a read of the temporary.
  NodeId copy(NodeId id) {
    const auto known = copied_.find(id);
    if (known != copied_.end()) return known->second;
    const Form& f = forms_[at(id)];
    const Form& first = forms_[at(c_.node)];
    Node n = s_.nodes[at(id)];
    if (f.shape < 0 || f.shape != first.shape) {
      const NodeId made = copy_args(std::move(n), false);
      return copied_[id] = made;
    }
    Node tap;
    tap.op = Op::kTap;
    tap.type = n.type;
    tap.stream = new_stream_;
    tap.boundary = p_.boundary;
    tap.where = n.where;
    for (std::size_t a = 0; a < kAxes; ++a)
      tap.offset[a] = f.anchored[a] ? f.anchor[a] - first.anchor[a] - p_.shift[a] : 0;
    const NodeId made = store_.add(std::move(tap));
    return copied_[id] = made;
  }

  const Stencil& s_;
  const std::vector<Form>& forms_;
  const Candidate& c_;
  const Placement& p_;
  SharingFault fault_;
  Stencil out_;
  NodeStore store_;
  int new_stream_ = -1;
  int array_ = -1;
  std::map<NodeId, NodeId> copied_, moved_;
};

/// The program with equal values made one: a + b and b + a of the same cells. Itself if there are none.
Stencil merge_equal(const Stencil& s) {
  const std::vector<Form> forms = forms_of(s);
  std::map<std::vector<std::int64_t>, NodeId> first;
  std::vector<NodeId> stands_for(s.nodes.size());
  bool any = false;
  for (std::size_t i = 0; i < s.nodes.size(); ++i) {
    stands_for[i] = static_cast<NodeId>(i);
    const Form& f = forms[i];
    if (f.shape < 0) continue;
    std::vector<std::int64_t> key{f.shape};
    key.insert(key.end(), f.anchor.begin(), f.anchor.end());
    stands_for[i] = first.emplace(std::move(key), static_cast<NodeId>(i)).first->second;
    any = any || stands_for[i] != static_cast<NodeId>(i);
  }
  if (!any) return s;
  Stencil out = s;
  for (Node& n : out.nodes) {
    for (NodeId& a : n.args) a = stands_for[at(a)];
  }
  for (spec::Stage& stage : out.stages) stage.root = stands_for[at(stage.root)];
  return out;
}

}  // namespace

StageReach reach_of(const Stencil& s, int stage) {
  StageReach reach{s.stages[at(stage)].reach_low, s.stages[at(stage)].reach_high};
  for (const Tap& tap : collect_reads(s, stage).taps) {
    for (std::size_t a = 0; a < kAxes; ++a) {
      if (tap.boundary[a].kind == spec::BoundaryKind::kWrap) continue;
      reach.low[a] = std::max(reach.low[a], -tap.offset[a]);
      reach.high[a] = std::max(reach.high[a], tap.offset[a]);
    }
  }
  return reach;
}

Stencil share_partials(const Stencil& stencil, const Fold& fold, SharingFault fault) {
  constexpr std::size_t kTried = 10;  // of the candidates, those that may save most
  Stencil best = merge_equal(stencil);
  double luts = cost_of(best).luts;
  const bool is_free = stencil.hardware.sharing == spec::SharingChoice::kFree;
  const std::int64_t most_cells = cost_of(best).buffered_cells;
  while (true) {
    const std::vector<Form> forms = forms_of(best);
    std::optional<Stencil> next;
    std::size_t tried = 0;
    for (const Candidate& c : candidates_of(best, forms)) {
      const auto placement = Placer(best, forms, c, fold, fault).run();
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
    const std::vector<Form> forms = forms_of(best);
    bool found = false;
    for (const Candidate& c : candidates_of(best, forms)) {
      const auto placement = Placer(best, forms, c, fold, fault).run();
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
