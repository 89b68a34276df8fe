// Copies the expressions of all lines; every use of the candidate becomes a read of the temporary.
#include "analysis/sharing/extraction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spec/describe.hpp"
#include "spec/reach.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;
using spec::Stencil;

constexpr std::size_t kAxes = spec::kMaxAxes;

/// Copies the program, with the candidate as a separate temporary.
class Extraction {
 public:
  Extraction(const Stencil& s, const Stencil& shell, const Forms& forms, const Candidate& c, const Placement& p,
             SharingFault fault)
      : stencil_(s), forms_(forms), candidate_(c), placement_(p), fault_(fault), out_(shell) {}

  Stencil run() {
    add_temporary();
    const NodeId definition = copy_moved(candidate_.node);
    for (const spec::StageId i : stencil_.stages.ids()) {
      spec::Stage& stage = out_.stages[i < placement_.stage ? i : spec::StageId(i.index() + 1)];
      const bool user =
          std::any_of(candidate_.uses.begin(), candidate_.uses.end(), [&](const auto& u) { return u.first == i; });
      if (user && fault_ != SharingFault::kReachIsForgotten) {
        const spec::Reach reach = spec::reach_of(stencil_, stencil_.stages[i]);
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
    spec::Stage& made = out_.stages[placement_.stage];
    made.root = definition;
    made.output = new_stream_;
    made.border = placement_.border;
    made.where = stencil_.nodes[candidate_.node].where;
    out_.nodes = store_.take();
    made.text = spec::to_text(out_, definition);
    return std::move(out_);
  }

 private:
  /// Streams of stages from p_.stage on move up by one.
  spec::StreamId stream(spec::StreamId old) const { return old < new_stream_ ? old : spec::StreamId(old.index() + 1); }

  std::string free_name() const {
    std::set<std::string> taken;
    for (const spec::Array& a : stencil_.arrays) taken.insert(lower_case(a.name));
    for (const spec::Param& p : stencil_.params) taken.insert(lower_case(p.name));
    for (const spec::Monitor& m : stencil_.monitors) taken.insert(lower_case(m.name));
    for (int i = 1;; ++i) {
      std::string name = fmt::format("shared{}", i);
      if (!taken.contains(name)) return name;
    }
  }

  void add_temporary() {
    const auto entering = static_cast<int>(stencil_.streams.size() - stencil_.stages.size());
    new_stream_ = spec::StreamId(entering + placement_.stage.index());
    spec::Array array;
    array.name = free_name();
    array.type = stencil_.nodes[candidate_.node].type;
    array.role = spec::Role::kTemporary;
    array.boundary = array.boundary_high = placement_.boundary;
    array.where = stencil_.nodes[candidate_.node].where;
    const spec::ArrayId added = out_.arrays.push_back(std::move(array));
    for (spec::Stream& later : out_.streams) {
      if (later.stage >= placement_.stage) later.stage = spec::StageId(later.stage.index() + 1);
    }
    out_.streams.insert(new_stream_, spec::Stream{added, placement_.stage});
    out_.stages.insert(placement_.stage, spec::Stage{});
  }

  /// A copy of the node with renumbered streams; its arguments are still those of `s_`.
  Node renumbered(NodeId id) const {
    Node n = stencil_.nodes[id];
    if (n.op == Op::kTap) n.stream = stream(n.stream);
    return n;
  }

  /// Copies the expression, moved to the position of the temporary.
  NodeId copy_moved(NodeId root) {
    Copies moved(stencil_.nodes.size());
    const auto node_of = [&](NodeId id) {
      Node n = renumbered(id);
      if (n.op == Op::kTap) {
        const spec::Array& array = stencil_.arrays[stencil_.streams[stencil_.nodes[id].stream].array];
        for (std::size_t a = 0; a < kAxes; ++a) n.offset[a] += array.spans[a] ? placement_.shift[a] : 0;
      }
      return n;
    };
    return copy_all(
        root, moved, [](NodeId) { return false; }, node_of);
  }

  /// Copies the expression of a stage, with a read of the temporary for each occurrence of the shape.
  NodeId copy(NodeId root) {
    const auto is_use = [&](NodeId id) {
      return forms_[id].shape >= 0 && forms_[id].shape == forms_[candidate_.node].shape;
    };
    const auto node_of = [&](NodeId id) {
      if (!is_use(id)) return renumbered(id);
      const Form& f = forms_[id];
      const Form& first = forms_[candidate_.node];
      Node tap;
      tap.op = Op::kTap;
      tap.type = stencil_.nodes[id].type;
      tap.stream = new_stream_;
      tap.boundary = placement_.boundary;
      tap.where = stencil_.nodes[id].where;
      for (std::size_t a = 0; a < kAxes; ++a)
        tap.offset[a] = f.anchored[a] ? f.anchor[a] - first.anchor[a] - placement_.shift[a] : 0;
      return tap;
    };
    return copy_all(root, copied_, is_use, node_of);
  }

  using Copies = IndexVector<NodeId, NodeId>;  ///< invalid: not copied

  /// Adds the result of `node_of` for the root and all nodes below it that `done` lacks, arguments first; the arguments
  /// of an `is_leaf` node are skipped. Not recursive, because a fold has thousands of terms, each an argument of the
  /// next.
  template <class IsLeaf, class NodeOf>
  NodeId copy_all(NodeId root, Copies& done, const IsLeaf& is_leaf, const NodeOf& node_of) {
    std::vector<NodeId> rest{root};
    while (!rest.empty()) {
      const NodeId id = rest.back();
      if (done[id].valid()) {
        rest.pop_back();
        continue;
      }
      const std::vector<NodeId>& args = stencil_.nodes[id].args;
      const auto next =
          is_leaf(id) ? args.end() : std::ranges::find_if(args, [&](NodeId arg) { return !done[arg].valid(); });
      if (next != args.end()) {
        rest.push_back(*next);
        continue;
      }
      rest.pop_back();
      Node n = node_of(id);
      for (NodeId& arg : n.args) arg = done[arg];
      done[id] = store_.add(std::move(n));
    }
    return done[root];
  }

  const Stencil& stencil_;
  const Forms& forms_;
  const Candidate& candidate_;
  const Placement& placement_;
  SharingFault fault_;
  Stencil out_;
  NodeStore store_;
  spec::StreamId new_stream_;
  Copies copied_{stencil_.nodes.size()};
};

}  // namespace

Stencil extracted(const Stencil& stencil, const Stencil& shell, const Forms& forms, const Candidate& candidate,
                  const Placement& placement, SharingFault fault) {
  return Extraction(stencil, shell, forms, candidate, placement, fault).run();
}

}  // namespace rtlgen::analysis
