// Priority cuts: each gate keeps the few best ways to build it from one LUT.
#include "model/area/map_luts.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace rtlgen::model {

namespace {

constexpr std::size_t kCutsPerGate = 8;
constexpr double kSlightly = 1e-4;

struct Cut {
  std::array<std::int32_t, kWidestCut> leaves{};  ///< nodes, ascending
  int size = 0;
  std::uint64_t signature = 0;
  int depth = 0;
  double area = 0;
};

class Mapper {
 public:
  Mapper(const Logic& logic, const LutCosts& costs) : costs_(costs) {
    number(logic);
    cuts_.resize(gates_.size());
    best_.resize(gates_.size());
    depth_.assign(gates_.size(), 0);
    required_.assign(gates_.size(), 0);
    flow_.assign(gates_.size(), 0);
    used_.assign(gates_.size(), 0);
  }

  LutCounts run() {
    pass(Mode::kDepth);
    pass(Mode::kFlow);
    pass(Mode::kFlow);
    pass(Mode::kExact);
    pass(Mode::kExact);
    LutCounts counts{};
    for (std::size_t n = 0; n < used_.size(); ++n) {
      if (used_[n] > 0 && gate(n)) ++counts[static_cast<std::size_t>(best_[n].size)];
    }
    return counts;
  }

 private:
  enum class Mode { kDepth, kFlow, kExact };

  /// A gate that is used, with the nodes that it reads; or another node that such a gate reads.
  struct Gate {
    std::int32_t a = kNone, b = kNone;
  };
  static constexpr std::int32_t kNone = -1;

  /// Numbers the nodes that gates consist of, in order, because most nodes are registers that only pass values on.
  void number(const Logic& logic) {
    const std::vector<Logic::Node>& nodes = logic.nodes();
    std::vector<int> fanout(nodes.size(), 0);
    std::vector<std::int32_t> place(nodes.size(), kNone);
    for (const Literal o : logic.outputs()) ++fanout[static_cast<std::size_t>(o >> 1)];
    for (std::size_t n = nodes.size(); n-- > 1;) {
      if (!nodes[n].is_gate() || fanout[n] == 0) continue;
      place[n] = 0;
      for (const Literal l : {nodes[n].a, nodes[n].b}) {
        ++fanout[static_cast<std::size_t>(l >> 1)];
        place[static_cast<std::size_t>(l >> 1)] = 0;
      }
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (place[n] == kNone) continue;
      place[n] = static_cast<std::int32_t>(gates_.size());
      const auto at = [&](Literal l) { return place[static_cast<std::size_t>(l >> 1)]; };
      gates_.push_back(nodes[n].is_gate() ? Gate{at(nodes[n].a), at(nodes[n].b)} : Gate{});
      fanout_.push_back(fanout[n]);
    }
    for (const Literal o : logic.outputs()) {
      const auto n = static_cast<std::size_t>(o >> 1);
      if (nodes[n].is_gate()) outputs_.push_back(static_cast<std::size_t>(place[n]));
    }
  }

  [[nodiscard]] bool gate(std::size_t node) const { return gates_[node].a != kNone; }
  [[nodiscard]] int cost(const Cut& cut) const { return costs_.cost[static_cast<std::size_t>(cut.size)]; }

  void pass(Mode mode) {
    for (std::size_t n = 0; n < gates_.size(); ++n) {
      if (gate(n)) choose(n, mode);
    }
    require();
  }

  /// Goes back from the outputs to find which gates become LUTs, and their required times.
  void require() {
    int deepest = 0;
    for (const std::size_t o : outputs_) deepest = std::max(deepest, depth_[o]);
    std::fill(required_.begin(), required_.end(), std::numeric_limits<int>::max());
    std::fill(used_.begin(), used_.end(), 0);
    for (const std::size_t o : outputs_) {
      required_[o] = deepest;
      ++used_[o];
    }
    for (std::size_t n = gates_.size(); n-- > 0;) {
      if (!gate(n) || used_[n] == 0) continue;
      for (int i = 0; i < best_[n].size; ++i) {
        const auto leaf = static_cast<std::size_t>(best_[n].leaves[static_cast<std::size_t>(i)]);
        ++used_[leaf];
        required_[leaf] = std::min(required_[leaf], required_[n] - 1);
      }
    }
  }

  void choose(std::size_t node, Mode mode) {
    const auto a = static_cast<std::size_t>(gates_[node].a), b = static_cast<std::size_t>(gates_[node].b);
    if (mode == Mode::kExact && used_[node] > 0) dereference(best_[node]);
    std::vector<Cut>& kept = scratch_;
    kept.clear();
    if (mode != Mode::kDepth) {
      Cut again = best_[node];
      consider(kept, again, node, mode);
    }
    for (std::size_t i = 0; i <= cuts_[a].size(); ++i) {
      const Cut ca = i < cuts_[a].size() ? cuts_[a][i] : trivial(a);
      for (std::size_t j = 0; j <= cuts_[b].size(); ++j) {
        Cut merged;
        if (merge(ca, j < cuts_[b].size() ? cuts_[b][j] : trivial(b), merged)) consider(kept, merged, node, mode);
      }
    }
    best_[node] = kept.front();
    depth_[node] = kept.front().depth;
    flow_[node] = area_flow(kept.front()) /
                  std::max(1, mode == Mode::kDepth ? fanout_[node] : (used_[node] > 0 ? used_[node] : fanout_[node]));
    if (mode == Mode::kExact && used_[node] > 0) reference(best_[node]);
    cuts_[node] = kept;
  }

  static Cut trivial(std::size_t node) {
    Cut c;
    c.leaves[0] = static_cast<std::int32_t>(node);
    c.size = 1;
    c.signature = std::uint64_t{1} << (node % 64);
    return c;
  }

  bool merge(const Cut& a, const Cut& b, Cut& out) const {
    out.signature = a.signature | b.signature;
    if (std::popcount(out.signature) > costs_.widest) return false;
    int i = 0, j = 0, n = 0;
    while (i < a.size || j < b.size) {
      if (n == costs_.widest) return false;
      const std::int32_t la =
          i < a.size ? a.leaves[static_cast<std::size_t>(i)] : std::numeric_limits<std::int32_t>::max();
      const std::int32_t lb =
          j < b.size ? b.leaves[static_cast<std::size_t>(j)] : std::numeric_limits<std::int32_t>::max();
      out.leaves[static_cast<std::size_t>(n++)] = std::min(la, lb);
      i += la <= lb;
      j += lb <= la;
    }
    out.size = n;
    return true;
  }

  void consider(std::vector<Cut>& kept, Cut& cut, std::size_t node, Mode mode) {
    for (const Cut& k : kept) {
      if (covers(k, cut)) return;
    }
    cut.depth = 0;
    for (int i = 0; i < cut.size; ++i)
      cut.depth = std::max(cut.depth, depth_[static_cast<std::size_t>(cut.leaves[static_cast<std::size_t>(i)])]);
    ++cut.depth;
    if (mode != Mode::kDepth && !kept.empty() && cut.depth > required_[node]) return;
    cut.area = mode == Mode::kExact ? exact_area(cut) : area_flow(cut);
    const auto better = [mode](const Cut& x, const Cut& y) {
      if (mode == Mode::kDepth && x.depth != y.depth) return x.depth < y.depth;
      if (x.area < y.area - kSlightly) return true;
      if (x.area > y.area + kSlightly) return false;
      if (x.depth != y.depth) return x.depth < y.depth;
      return x.size < y.size;
    };
    const auto place = std::upper_bound(kept.begin(), kept.end(), cut, better);
    if (kept.size() >= kCutsPerGate && place == kept.end()) return;
    kept.insert(place, cut);
    if (kept.size() > kCutsPerGate) kept.pop_back();
  }

  /// Whether `small` makes `large` redundant.
  static bool covers(const Cut& small, const Cut& large) {
    if (small.size > large.size || (small.signature & ~large.signature) != 0) return false;
    return std::includes(large.leaves.begin(), large.leaves.begin() + large.size, small.leaves.begin(),
                         small.leaves.begin() + small.size);
  }

  [[nodiscard]] double area_flow(const Cut& cut) const {
    double area = cost(cut);
    for (int i = 0; i < cut.size; ++i) area += flow_[static_cast<std::size_t>(cut.leaves[static_cast<std::size_t>(i)])];
    return area;
  }

  /// The area that the cut adds to the current cover.
  double exact_area(const Cut& cut) {
    const double area = reference(cut);
    dereference(cut);
    return area;
  }

  double reference(const Cut& cut) {
    double area = cost(cut);
    for (int i = 0; i < cut.size; ++i) {
      const auto leaf = static_cast<std::size_t>(cut.leaves[static_cast<std::size_t>(i)]);
      if (used_[leaf]++ == 0 && gate(leaf)) area += reference(best_[leaf]);
    }
    return area;
  }

  void dereference(const Cut& cut) {
    for (int i = 0; i < cut.size; ++i) {
      const auto leaf = static_cast<std::size_t>(cut.leaves[static_cast<std::size_t>(i)]);
      if (--used_[leaf] == 0 && gate(leaf)) dereference(best_[leaf]);
    }
  }

  const LutCosts& costs_;
  std::vector<Gate> gates_;
  std::vector<std::size_t> outputs_;  ///< those that are gates
  std::vector<std::vector<Cut>> cuts_;
  std::vector<Cut> best_;
  std::vector<int> depth_, required_;
  std::vector<double> flow_;
  std::vector<int> fanout_, used_;
  std::vector<Cut> scratch_;
};

}  // namespace

LutCounts map_luts(const Logic& logic, const LutCosts& costs) { return Mapper(logic, costs).run(); }

}  // namespace rtlgen::model
