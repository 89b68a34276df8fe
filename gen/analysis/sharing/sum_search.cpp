// States are flat lists of terms; a step replaces pairs of terms by partial sums.
#include "analysis/sharing/sum_search.hpp"

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "analysis/sharing/terms.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {

namespace {

constexpr std::size_t kAxes = spec::kMaxAxes;

/// The sum of two terms: kinds, distance, and coefficients without their common factor.
struct PairKey {
  int left = 0, right = 0;
  spec::Offset distance{};
  std::int64_t a = 1, b = 1;
  spec::Offset pinned{};  ///< its position along the axes on which it must not move
  friend auto operator<=>(const PairKey&, const PairKey&) = default;
};

struct TermPair {
  int sum = 0, left = 0, right = 0;  ///< indices of terms
};

struct State {
  SumPlan plan;
  std::vector<Box> boxes;                          ///< boxes of units and partials
  std::map<std::vector<std::int64_t>, int> known;  ///< leaves of a partial -> kind
  std::vector<Terms> leaves;                       ///< by kind, first at offset 0
};

class Search {
 public:
  Search(const SumProblem& problem, const SumStyle& style) : problem_(problem), style_(style) {}

  SumPlan run() {
    std::vector<State> beam{initial()};
    SumPlan best = beam[0].plan;
    auto best_cost = cost(beam[0]);
    while (!beam.empty()) {
      std::vector<std::pair<std::tuple<bool, int, double>, State>> children;
      for (const State& s : beam) expand(s, children);
      std::stable_sort(children.begin(), children.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      beam.clear();
      for (auto& [key, child] : children) {
        const auto now = cost(child);
        if (now < best_cost) {
          best_cost = now;
          best = child.plan;
        }
        if (beam.size() < style_.beam) beam.push_back(std::move(child));
      }
    }
    return best;
  }

  State initial() const {
    State s;
    s.plan.sums = problem_.sums;
    for (Terms& sum : s.plan.sums) std::stable_sort(sum.begin(), sum.end(), before);
    s.boxes = problem_.units;
    for (std::size_t u = 0; u < problem_.units.size(); ++u) s.leaves.push_back({Term{static_cast<int>(u), {}, 1}});
    return s;
  }

  std::tuple<int, double> cost(const State& s) const { return {s.plan.operations(), distance(s)}; }

 private:
  std::int64_t linear(const spec::Offset& o) const {
    return o[0] + problem_.grid[0] * (o[1] + problem_.grid[1] * std::int64_t{o[2]});
  }

  /// Cells that are kept for all kinds together, if each is computed as early or each as late as possible.
  double distance(const State& s) const {
    const std::size_t units = problem_.units.size();
    std::vector<std::int64_t> lag(s.boxes.size(), 0);
    std::vector<std::int64_t> end(s.plan.sums.size(), std::numeric_limits<std::int64_t>::min());
    const auto reach = [&](const Term& t) { return lag[at(t.kind)] + linear(t.offset); };
    for (std::size_t i = 0; i < s.plan.partials.size(); ++i) {
      lag[units + i] = std::max(reach(s.plan.partials[i].left), reach(s.plan.partials[i].right));
    }
    for (std::size_t i = 0; i < end.size(); ++i) {
      for (const Term& t : s.plan.sums[i]) end[i] = std::max(end[i], reach(t));
    }
    const double early = kept(s, lag, end);
    std::vector<std::int64_t> late(s.boxes.size(), std::numeric_limits<std::int64_t>::max());
    const auto before_use = [&](const Term& t, std::int64_t use) {
      late[at(t.kind)] = std::min(late[at(t.kind)], use - linear(t.offset));
    };
    for (std::size_t i = 0; i < end.size(); ++i) {
      for (const Term& t : s.plan.sums[i]) before_use(t, end[i]);
    }
    for (std::size_t i = s.plan.partials.size(); i-- > 0;) {
      if (late[units + i] == std::numeric_limits<std::int64_t>::max()) late[units + i] = lag[units + i];
      before_use(s.plan.partials[i].left, late[units + i]);
      before_use(s.plan.partials[i].right, late[units + i]);
    }
    for (std::size_t u = 0; u < units; ++u) late[u] = 0;
    return std::min(early, kept(s, late, end));
  }

  double kept(const State& s, const std::vector<std::int64_t>& lag, const std::vector<std::int64_t>& end) const {
    std::vector<std::int64_t> most(s.boxes.size(), 0);
    const auto use = [&](const Term& t, std::int64_t when) {
      most[at(t.kind)] = std::max(most[at(t.kind)], when - linear(t.offset) - lag[at(t.kind)]);
    };
    for (std::size_t i = 0; i < end.size(); ++i) {
      for (const Term& t : s.plan.sums[i]) use(t, end[i]);
    }
    for (std::size_t i = 0; i < s.plan.partials.size(); ++i) {
      use(s.plan.partials[i].left, lag[problem_.units.size() + i]);
      use(s.plan.partials[i].right, lag[problem_.units.size() + i]);
    }
    double total = 0;
    for (const std::int64_t cells : most) total += static_cast<double>(cells);
    return total;
  }

  PairKey key_of(const State& s, const Term& a, const Term& b) const {
    PairKey k{a.kind, b.kind, minus(b.offset, a.offset), a.coefficient, b.coefficient, {}};
    const std::int64_t common = common_factor(k.a, k.b);
    k.a /= common;
    k.b /= common;
    for (std::size_t x = 0; x < kAxes; ++x) {
      if (!problem_.resolves_outside[x]) continue;
      const Box& l = s.boxes[at(a.kind)];
      const Box& r = s.boxes[at(b.kind)];
      const bool spreads =
          std::min(l.low[x], k.distance[x] + r.low[x]) != std::max(l.high[x], k.distance[x] + r.high[x]);
      k.pinned[x] = spreads ? a.offset[x] + 1 : 0;
    }
    return k;
  }

  /// A pair that occurs more than once, at places that do not overlap.
  struct Reuse {
    PairKey key;
    std::vector<TermPair> places;
    bool conflict = false;
  };

  std::vector<Reuse> reuses_of(const State& s) const {
    std::vector<std::pair<PairKey, TermPair>> pairs;
    for (std::size_t sum = 0; sum < s.plan.sums.size(); ++sum) {
      const Terms& terms = s.plan.sums[sum];
      for (std::size_t i = 0; i < terms.size(); ++i) {
        for (std::size_t j = i + 1; j < terms.size(); ++j) {
          pairs.emplace_back(key_of(s, terms[i], terms[j]),
                             TermPair{static_cast<int>(sum), static_cast<int>(i), static_cast<int>(j)});
        }
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Reuse> out;
    for (std::size_t i = 0; i < pairs.size();) {
      std::size_t j = i;
      while (j < pairs.size() && pairs[j].first == pairs[i].first) ++j;
      if (j - i > 1) {
        Reuse reuse{pairs[i].first, {}, false};
        choose_places(s, pairs, i, j, reuse);
        if (reuse.places.size() > 1) out.push_back(std::move(reuse));
      }
      i = j;
    }
    return out;
  }

  /// Takes every other pair of a chain of overlapping pairs; if their number is even, those that
  /// widen the span of all places least.
  void choose_places(const State& s, const std::vector<std::pair<PairKey, TermPair>>& pairs, std::size_t first,
                     std::size_t last, Reuse& reuse) const {
    std::vector<std::vector<TermPair>> chains;
    std::map<std::pair<int, int>, std::size_t> chain_of;
    for (std::size_t i = first; i < last; ++i) {
      const TermPair& p = pairs[i].second;
      auto found = chain_of.find({p.sum, p.left});
      if (found == chain_of.end()) found = chain_of.find({p.sum, p.right});
      const std::size_t chain = found == chain_of.end() ? chains.size() : found->second;
      if (found == chain_of.end()) chains.emplace_back();
      chains[chain].push_back(p);
      chain_of[{p.sum, p.left}] = chain;
      chain_of[{p.sum, p.right}] = chain;
    }
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    const auto position = [&](const TermPair& p) { return linear(s.plan.sums[at(p.sum)][at(p.left)].offset); };
    const auto take = [&](const std::vector<TermPair>& chain, std::size_t from) {
      std::set<std::pair<int, int>> used;
      for (std::size_t i = from; i < chain.size(); ++i) {
        const TermPair& p = chain[i];
        if (used.contains({p.sum, p.left}) || used.contains({p.sum, p.right})) continue;
        used.insert({p.sum, p.left});
        used.insert({p.sum, p.right});
        reuse.places.push_back(p);
        low = std::min(low, position(p));
        high = std::max(high, position(p));
      }
    };
    for (const auto& chain : chains) {
      reuse.conflict = reuse.conflict || chain.size() > 1;
      if (chain.size() % 2 != 0) take(chain, 0);
    }
    for (const auto& chain : chains) {
      if (chain.size() % 2 != 0) continue;
      const std::int64_t span_0 = std::max(position(chain[chain.size() - 2]), high) - std::min(position(chain[0]), low);
      const std::int64_t span_1 = std::max(position(chain.back()), high) - std::min(position(chain[1]), low);
      take(chain, span_1 < span_0 ? 1 : 0);
    }
  }

  static bool along(const spec::Offset& d, std::size_t axis) {
    for (std::size_t a = 0; a < kAxes; ++a) {
      if ((d[a] != 0) != (a == axis)) return false;
    }
    return true;
  }

  void expand(const State& s, std::vector<std::pair<std::tuple<bool, int, double>, State>>& children) const {
    std::vector<Reuse> reuses = reuses_of(s);
    std::size_t terms = 0;
    for (const Terms& sum : s.plan.sums) terms += sum.size();
    for (std::size_t axis = kAxes; style_.one_axis && reuses.size() > terms && axis-- > 0;) {
      const auto aligned = [&](const Reuse& r) { return along(r.key.distance, axis); };
      if (std::none_of(reuses.begin(), reuses.end(), aligned)) continue;
      std::erase_if(reuses, [&](const Reuse& r) { return !aligned(r); });
      break;
    }
    std::vector<std::size_t> order(reuses.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(-static_cast<std::int64_t>(reuses[a].places.size()), linear(reuses[a].key.distance)) <
             std::pair(-static_cast<std::int64_t>(reuses[b].places.size()), linear(reuses[b].key.distance));
    });
    for (std::size_t i = 0; i < std::min(order.size(), style_.children); ++i) {
      State child = apply(s, reuses, order[i], order);
      const auto [operations, span] = cost(child);
      children.emplace_back(std::tuple(style_.conflicts_last && reuses[order[i]].conflict, operations, span),
                            std::move(child));
      // Only as many as the beam survive; keeping all of them would fill the memory.
      if (children.size() >= 4 * style_.beam) prune(children);
    }
  }

  void prune(std::vector<std::pair<std::tuple<bool, int, double>, State>>& children) const {
    std::stable_sort(children.begin(), children.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    children.erase(children.begin() + static_cast<std::ptrdiff_t>(style_.beam), children.end());
  }

  /// Applies `first`, then every other reuse that still occurs more than once.
  State apply(const State& s, const std::vector<Reuse>& reuses, std::size_t first,
              const std::vector<std::size_t>& order) const {
    State out = s;
    std::vector<std::vector<bool>> used, gone;
    for (const Terms& sum : s.plan.sums) {
      used.emplace_back(sum.size(), false);
      gone.emplace_back(sum.size(), false);
    }
    const auto take = [&](const Reuse& reuse) {
      std::vector<TermPair> free;
      for (const TermPair& p : reuse.places) {
        if (!used[at(p.sum)][at(p.left)] && !used[at(p.sum)][at(p.right)]) free.push_back(p);
      }
      if (free.size() < 2) return;
      const int kind = intern(out, reuse.key);
      for (const TermPair& p : free) {
        Term& t = out.plan.sums[at(p.sum)][at(p.left)];
        t = {kind, t.offset, t.coefficient / reuse.key.a};
        used[at(p.sum)][at(p.left)] = used[at(p.sum)][at(p.right)] = gone[at(p.sum)][at(p.right)] = true;
      }
    };
    take(reuses[first]);
    for (const std::size_t i : order) take(reuses[i]);
    for (std::size_t sum = 0; sum < out.plan.sums.size(); ++sum) {
      Terms rest;
      for (std::size_t i = 0; i < gone[sum].size(); ++i) {
        if (!gone[sum][i]) rest.push_back(out.plan.sums[sum][i]);
      }
      std::stable_sort(rest.begin(), rest.end(), before);
      out.plan.sums[sum] = std::move(rest);
    }
    return out;
  }

  /// The kind of a pair; a kind with the same leaves is reused.
  int intern(State& s, const PairKey& k) const {
    Terms leaves;
    const auto add = [&](int kind, const spec::Offset& by, std::int64_t factor) {
      for (const Term& t : s.leaves[at(kind)]) leaves.push_back({t.kind, plus(t.offset, by), t.coefficient * factor});
    };
    add(k.left, {}, k.a);
    add(k.right, k.distance, k.b);
    std::stable_sort(leaves.begin(), leaves.end(), before);
    std::vector<std::int64_t> key;
    for (const Term& t : leaves) key.insert(key.end(), {t.kind, t.offset[0], t.offset[1], t.offset[2], t.coefficient});
    key.insert(key.end(), k.pinned.begin(), k.pinned.end());
    const auto [found, fresh] = s.known.emplace(std::move(key), static_cast<int>(s.boxes.size()));
    if (!fresh) return found->second;
    s.plan.partials.push_back({{k.left, {}, k.a}, {k.right, k.distance, k.b}});
    s.leaves.push_back(std::move(leaves));
    Box box = s.boxes[at(k.left)];
    for (std::size_t a = 0; a < kAxes; ++a) {
      box.low[a] = std::min(box.low[a], k.distance[a] + s.boxes[at(k.right)].low[a]);
      box.high[a] = std::max(box.high[a], k.distance[a] + s.boxes[at(k.right)].high[a]);
    }
    s.boxes.push_back(box);
    return found->second;
  }

  const SumProblem& problem_;
  SumStyle style_;
};

}  // namespace

SumPlan search_sums(const SumProblem& problem, const SumStyle& style) { return Search(problem, style).run(); }

std::tuple<int, double> cost_of_plan(const SumProblem& problem, const SumPlan& plan) {
  State s;
  s.plan = plan;
  s.boxes.resize(problem.units.size() + plan.partials.size());
  return Search(problem, {}).cost(s);
}

}  // namespace rtlgen::analysis
