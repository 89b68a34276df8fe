// Priority cuts: each gate keeps the few best ways to build it from one LUT. Equal components of a graph are covered
// once.
#include "model/area/map_luts.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "model/area/components.hpp"
#include "support/hash_index.hpp"

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

/// The quantity that a pass of the mapper minimises.
enum class Mode { kDepth, kFlow, kExact };

/// Covers one component.
class Mapper {
 public:
  Mapper(Component component, const LutCosts& costs) : costs_(costs), gates_(std::move(component.gates)) {
    cuts_.resize(component.nodes);
    best_.resize(component.nodes);
    depth_.assign(component.nodes, 0);
    required_.assign(component.nodes, 0);
    flow_.assign(component.nodes, 0);
    used_.assign(component.nodes, 0);
    fanout_.assign(component.nodes, 0);
    for (std::size_t n = 0; n < gates_.size(); ++n) {
      fanout_[n] += gates_[n].outputs;
      ++fanout_[static_cast<std::size_t>(gates_[n].a)];
      ++fanout_[static_cast<std::size_t>(gates_[n].b)];
    }
  }

  /// Chooses a cut for each gate; returns the depth of the deepest output.
  int pass(Mode mode) {
    int deepest = 0;
    for (std::size_t n = 0; n < gates_.size(); ++n) {
      choose(n, mode);
      if (gates_[n].outputs > 0) deepest = std::max(deepest, depth_[n]);
    }
    return deepest;
  }

  /// From the outputs back: which gates are LUTs, and when they are required. `deepest`: of the whole graph.
  void require(int deepest) {
    std::fill(required_.begin(), required_.end(), std::numeric_limits<int>::max());
    std::fill(used_.begin(), used_.end(), 0);
    for (std::size_t n = 0; n < gates_.size(); ++n) {
      used_[n] = gates_[n].outputs;
      if (gates_[n].outputs > 0) required_[n] = deepest;
    }
    for (std::size_t n = gates_.size(); n-- > 0;) {
      if (used_[n] == 0) continue;
      for (int i = 0; i < best_[n].size; ++i) {
        const auto leaf = static_cast<std::size_t>(best_[n].leaves[static_cast<std::size_t>(i)]);
        ++used_[leaf];
        required_[leaf] = std::min(required_[leaf], required_[n] - 1);
      }
    }
  }

  [[nodiscard]] LutCounts counts() const {
    LutCounts counts{};
    for (std::size_t n = 0; n < gates_.size(); ++n) {
      if (used_[n] > 0) ++counts[static_cast<std::size_t>(best_[n].size)];
    }
    return counts;
  }

 private:
  [[nodiscard]] bool gate(std::size_t node) const { return node < gates_.size(); }
  [[nodiscard]] int cost(const Cut& cut) const { return costs_.cost[static_cast<std::size_t>(cut.size)]; }

  void choose(std::size_t node, Mode mode) {
    const auto a = static_cast<std::size_t>(gates_[node].a), b = static_cast<std::size_t>(gates_[node].b);
    if (mode == Mode::kExact && used_[node] > 0) dereference(best_[node]);
    std::vector<Cut>& kept = scratch_;
    kept.clear();
    if (mode != Mode::kDepth) {
      Cut again = best_[node];
      consider(kept, again, node, mode);
    }
    const Cut only_a = trivial(a), only_b = trivial(b);
    for (std::size_t i = 0; i <= cuts_[a].size(); ++i) {
      const Cut& ca = i < cuts_[a].size() ? cuts_[a][i] : only_a;
      for (std::size_t j = 0; j <= cuts_[b].size(); ++j) {
        Cut merged;
        if (merge(ca, j < cuts_[b].size() ? cuts_[b][j] : only_b, merged)) consider(kept, merged, node, mode);
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
    if (a.size + b.size > costs_.widest && std::popcount(out.signature) > costs_.widest) return false;
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
  std::vector<std::vector<Cut>> cuts_;
  std::vector<Cut> best_;
  std::vector<int> depth_, required_;
  std::vector<double> flow_;
  std::vector<int> fanout_, used_;
  std::vector<Cut> scratch_;
};

using Digest = std::array<std::uint64_t, 2>;

/// 128 bits of a mixing hash, which differ for components that differ, except with negligible probability.
Digest digest_of(const Component& component) {
  Digest lanes{0x243f6a8885a308d3U, 0x13198a2e03707344U};
  const auto add = [&](std::uint64_t value) {
    lanes[0] = mixed(lanes[0] ^ value);
    lanes[1] = mixed(lanes[1] + value + 0x9e3779b97f4a7c15U);
  };
  add(component.nodes);
  for (const Gate& g : component.gates) {
    add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(g.a)) << 32U | static_cast<std::uint32_t>(g.b));
    add(static_cast<std::uint64_t>(g.outputs));
  }
  return lanes;
}

constexpr std::array kPasses = {Mode::kDepth, Mode::kFlow, Mode::kFlow, Mode::kExact, Mode::kExact};

/// One component and its mapper, which is made only for what is not known.
class Cover {
 public:
  Cover(Component component, const LutCosts& costs, CoverCache* known)
      : component_(std::move(component)), costs_(costs) {
    constexpr std::size_t kLarge = 32;  // gates; a smaller one is covered in less time than it is found
    if (component_.gates.size() < kLarge) return;
    known_ = known;
    if (known != nullptr) digest_ = digest_of(component_);
  }

  /// The depth of the deepest output after the next pass.
  int pass() {
    return known_ != nullptr ? known_->depth(digest_, required_, [this] { return passed(); }) : passed();
  }

  /// Sets when the outputs are required; then follows the next pass.
  void require(int deepest) { required_.push_back(deepest); }

  /// After all passes.
  LutCounts counts() {
    return known_ != nullptr ? known_->counts(digest_, required_, [this] { return counted(); }) : counted();
  }

 private:
  /// The mapper after all passes that have a requirement.
  Mapper& mapper() {
    if (!mapper_) mapper_.emplace(std::move(component_), costs_);
    for (; done_ < required_.size(); ++done_) {
      if (passes_ == done_) mapper_->pass(kPasses[passes_++]);
      mapper_->require(required_[done_]);
    }
    return *mapper_;
  }

  int passed() {
    Mapper& own = mapper();
    return own.pass(kPasses[passes_++]);
  }

  LutCounts counted() { return mapper().counts(); }

  Component component_;
  const LutCosts& costs_;
  CoverCache* known_ = nullptr;
  Digest digest_{};
  std::vector<int> required_;  ///< by pass
  std::optional<Mapper> mapper_;
  std::size_t passes_ = 0;  ///< passes of the mapper
  std::size_t done_ = 0;    ///< requirements that it has
};

}  // namespace

int CoverCache::depth(const Digest& component, const std::vector<int>& required, const std::function<int()>& find) {
  return find_or_make(depths_, {component, required}, find);
}

LutCounts CoverCache::counts(const Digest& component, const std::vector<int>& required,
                             const std::function<LutCounts()>& find) {
  return find_or_make(counts_, {component, required}, find);
}

template <class Value>
Value CoverCache::find_or_make(std::map<Key, Value>& table, const Key& key, const std::function<Value()>& find) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = table.find(key); found != table.end()) return found->second;
  }
  const Value value = find();
  const std::lock_guard lock(mutex_);
  return table.emplace(key, value).first->second;
}

LutCounts map_luts(const Logic& logic, const LutCosts& costs, CoverCache* known) {
  std::vector<Cover> covers;
  std::vector<std::int64_t> times;
  for (Counted& counted : components_of(logic)) {
    covers.emplace_back(std::move(counted.component), costs, known);
    times.push_back(counted.times);
  }
  for (std::size_t pass = 0; pass < kPasses.size(); ++pass) {
    int deepest = 0;
    for (Cover& cover : covers) deepest = std::max(deepest, cover.pass());
    for (Cover& cover : covers) cover.require(deepest);
  }
  LutCounts counts{};
  for (std::size_t i = 0; i < covers.size(); ++i) {
    const LutCounts own = covers[i].counts();
    for (std::size_t n = 0; n < counts.size(); ++n) counts[n] += times[i] * own[n];
  }
  return counts;
}

}  // namespace rtlgen::model
