// Finds candidates by shape, and places them by their boundary rules, axis by axis.
#include "analysis/sharing/candidates.hpp"

#include <algorithm>
#include <map>

#include "analysis/sharing/cost.hpp"
#include "spec/reach.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;
using spec::Program;

constexpr std::size_t kAxes = spec::kMaxAxes;

/// The rule with the constant 0.
std::optional<spec::Boundary> without_value(const std::optional<spec::Boundary>& rule) {
  return rule ? std::optional(spec::Boundary{rule->kind, 0}) : std::nullopt;
}

class Placer {
 public:
  Placer(const Program& s, const Forms& forms, const Candidate& c, const Fold& fold, SharingFault fault)
      : program_(s),
        first_(forms[c.node].anchor),
        candidate_(c),
        fold_(fold),
        fault_(fault),
        nodes_(spec::nodes_below(s, c.node)) {}

  /// The placement, or nullopt if it could change a bit.
  std::optional<Placement> run() {
    Placement p;
    p.stage = candidate_.uses.begin()->first;
    bool resolves_outside = false;  // whether any user is a line with values for reads outside the grid
    for (const auto& [stage, anchor] : candidate_.uses)
      resolves_outside = resolves_outside || program_.stages[stage].border == spec::Border::kCompute;
    if (!resolves_outside) p.border = spec::Border::kIgnore;
    for (std::size_t a = 0; a < kAxes; ++a) {
      const int anchor = candidate_.uses.begin()->second[a];
      const bool one_offset = std::all_of(candidate_.uses.begin(), candidate_.uses.end(),
                                          [&](const auto& u) { return u.second[a] == anchor; });
      moved_[a] = !one_offset;
      if (one_offset) continue;
      const auto taps = taps_along(a);
      if (taps.empty()) return std::nullopt;
      p.shift[a] = shift_along(a, taps);
      if (fault_ == SharingFault::kAnyShiftIsLegal)
        p.boundary[a] = without_value(taps.front()->boundary[a]);
      else if (!merge_rules(a, taps, resolves_outside, p))
        return std::nullopt;
    }
    const bool checked = fault_ != SharingFault::kAnyShiftIsLegal && fault_ != SharingFault::kEarlierAxesAreForgotten;
    for (std::size_t a = 0; resolves_outside && checked && a < kAxes; ++a) {
      if (moved_[a] && spec::is_constant(p.boundary[a]) && overruled(a)) return std::nullopt;
    }
    return p;
  }

 private:
  /// The candidate's reads of arrays that have axis `a`.
  std::vector<const Node*> taps_along(std::size_t a) const {
    std::vector<const Node*> taps;
    for (const NodeId id : nodes_) {
      const Node& n = program_.nodes[id];
      if (n.op == Op::kTap && program_.arrays[program_.streams[n.stream].array].spans[a]) taps.push_back(&n);
    }
    return taps;
  }

  /// The shift of the temporary. Its furthest forward use is the cell itself if possible, since a line never runs ahead
  /// of a stream that it reads; and it stays among its reads, so that a cell that is not kept reads it inside the grid.
  int shift_along(std::size_t a, const std::vector<const Node*>& taps) const {
    int least = taps.front()->offset[a];
    int most = least;
    for (const Node* t : taps) {
      least = std::min(least, t->offset[a]);
      most = std::max(most, t->offset[a]);
    }
    int furthest = candidate_.uses.begin()->second[a];
    for (const auto& [stage, anchor] : candidate_.uses) furthest = std::max(furthest, anchor[a]);
    return std::clamp(furthest - first_[a] + least, least - most, 0) - least;
  }

  /// Gives the temporary the rule that has the same effect along axis `a` as those of the reads.
  bool merge_rules(std::size_t a, const std::vector<const Node*>& taps, bool resolves_outside, Placement& p) {
    const auto kind = spec::kind_of(taps.front()->boundary[a]);
    const bool wraps =
        std::any_of(taps.begin(), taps.end(), [&](const Node* t) { return spec::wraps(t->boundary[a]); });
    if (!resolves_outside && !wraps) return true;  // such cells keep their value, or it does not matter
    bool spread = false;
    for (const Node* t : taps) {
      if (spec::kind_of(t->boundary[a]) != kind) return false;
      spread = spread || t->offset[a] != taps.front()->offset[a];
    }
    p.boundary[a] = without_value(taps.front()->boundary[a]);
    // No user takes the value of an open read that leaves the grid, nor the temporary at such a cell.
    if (wraps || !kind) return true;
    if (spread) return false;
    if (kind != spec::BoundaryKind::kConstant) return true;
    const auto value = constant_outside(a);
    if (!value) return false;
    p.boundary[a]->constant = *value;
    return true;
  }

  /// The value of the expression if all its reads leave the grid along `a`.
  std::optional<std::uint64_t> constant_outside(std::size_t a) const {
    if (fault_ == SharingFault::kConstantsAreKept) {
      return spec::constant_bits(taps_along(a).front()->boundary[a]) & program_.nodes[candidate_.node].type.mask();
    }
    std::map<NodeId, std::uint64_t> values;
    for (const NodeId id : nodes_) {
      const Node& n = program_.nodes[id];
      if (n.op == Op::kConstant) {
        values[id] = n.bits;
      } else if (n.op == Op::kTap && program_.arrays[program_.streams[n.stream].array].spans[a]) {
        values[id] = spec::constant_bits(n.boundary[a]);
      } else if (n.args.empty()) {
        return std::nullopt;
      } else {
        std::vector<std::uint64_t> args;
        for (const NodeId arg : n.args) args.push_back(values.at(arg));
        const auto value = fold_(program_, n, args);
        if (!value) return std::nullopt;
        values[id] = *value;
      }
    }
    return values.at(candidate_.node);
  }

  /// Whether an earlier axis takes precedence. Axes are resolved x first, so if a read in the temporary leaves the grid
  /// along an earlier axis with another constant, that one applies, not the one of `a`.
  bool overruled(std::size_t a) const {
    for (const Node* t : taps_along(a)) {
      for (std::size_t b = 0; b < a; ++b) {
        const std::optional<spec::Boundary>& rule = t->boundary[b];
        if (!moved_[b] && spec::is_constant(rule) && t->offset[b] != 0 && rule != t->boundary[a]) return true;
      }
    }
    return false;
  }

  const Program& program_;
  spec::Offset first_;  ///< anchor of the first occurrence
  const Candidate& candidate_;
  const Fold& fold_;
  SharingFault fault_;
  std::vector<NodeId> nodes_;
  std::array<bool, kAxes> moved_{};
};

/// Weighs whole expressions.
class Weights {
 public:
  explicit Weights(const Program& s) : program_(s) {}

  /// Sets `saved`, per cell, and `size`, counting each node below the candidate once. If there are many long
  /// expressions, duplicates count twice, because finding them all would take longer than everything else.
  void weigh(Candidate& c) {
    if (left_ <= 0) return weigh_written_out(c);
    for (const NodeId id : spec::nodes_below(program_, c.node)) {
      c.saved += node_luts(program_, program_.nodes[id]);
      ++c.size;
    }
    left_ -= static_cast<std::int64_t>(c.size);
  }

 private:
  struct Sum {
    double luts = 0, nodes = 1;
  };

  void weigh_written_out(Candidate& c) {
    if (sums_.empty()) {
      sums_.resize(program_.nodes.size());
      for (const NodeId id : program_.nodes.ids()) {
        sums_[id].luts = node_luts(program_, program_.nodes[id]);
        for (const NodeId arg : program_.nodes[id].args) {
          sums_[id].luts += sums_[arg].luts;
          sums_[id].nodes += sums_[arg].nodes;
        }
      }
    }
    c.saved = sums_[c.node].luts;
    c.size = static_cast<std::size_t>(std::min(sums_[c.node].nodes, static_cast<double>(program_.nodes.size())));
  }

  const Program& program_;
  std::int64_t left_ = 1 << 16;  ///< nodes that may still be counted exactly once
  IndexVector<NodeId, Sum> sums_;
};

}  // namespace

std::vector<Candidate> candidates_of(const Program& s, const Forms& forms) {
  std::map<int, Candidate> by_shape;
  for (const spec::StageId stage : s.stages.ids()) {
    for (const NodeId id : spec::nodes_below(s, s.stages[stage].root)) {
      const Form& f = forms[id];
      // Values computed from a line's own results cannot move to another line.
      if (s.nodes[id].args.empty() || f.reads_own || f.anchored == std::array<bool, kAxes>{}) continue;
      Candidate& c = by_shape[f.shape];
      if (!c.node.valid()) c.node = id;
      c.uses.insert({stage, f.anchor});
    }
  }
  std::vector<Candidate> out;
  Weights weights(s);
  for (auto& [shape, c] : by_shape) {
    if (c.uses.size() < 2) continue;
    weights.weigh(c);
    if (c.saved == 0) continue;
    c.saved *= static_cast<double>(c.uses.size() - 1);
    out.push_back(std::move(c));
  }
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) { return a.saved > b.saved; });
  return out;
}

std::optional<Placement> place(const Program& stencil, const Forms& forms, const Candidate& candidate, const Fold& fold,
                               SharingFault fault) {
  return Placer(stencil, forms, candidate, fold, fault).run();
}

}  // namespace rtlgen::analysis
