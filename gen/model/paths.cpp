// The arrival time of each value in a design, with LUTs chosen to minimise it; see paths.hpp.
#include "model/paths.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "model/paths_graph.hpp"
#include "model/paths_parts.hpp"

namespace rtlgen::model {

namespace {

constexpr std::size_t kCuts = 6;           ///< kept per gate
constexpr std::size_t kWidestLut = 6;      ///< inputs, in any family
constexpr std::size_t kGlobalEnables = 4;  ///< enables that nextpnr-ice40 moves to global buffers

/// Arrival times, with LUTs chosen to minimise them.
class Arrivals {
 public:
  Arrivals(const PathGraph& graph, const hw::DelayModel& device)
      : graph_(graph),
        delays_(*device.cells),
        widest_(static_cast<std::size_t>(device.lut_inputs)),
        tile_(device.dsp_block().width_a),
        loads_(graph_.nodes.size(), 0),
        arrival_(graph_.nodes.size(), kUnknown),
        cuts_(graph_.nodes.size()) {
    count_loads();
  }

  /// If several ends have equally long paths, the first one counts.
  LongestPath longest() {
    const std::vector<PathPart> parts = parts_of(graph_, loads_, global_);
    struct Longest {
      int ps = 0;
      std::size_t end = 0;
    };
    Longest longest;
    const auto take = [&longest](int ps, std::size_t end) {
      if (ps > longest.ps || (ps == longest.ps && ps > 0 && end < longest.end)) longest = {ps, end};
    };
    std::vector<Longest> of_part(parts.size());  // `end`: number within the part
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const PathPart& part = parts[i];
      of_part[i] = of_part[part.same_as];
      for (std::size_t k = 0; part.same_as == i && k < part.ends.size(); ++k) {
        const int ps = length(graph_.ends[part.ends[k]]);
        if (ps > of_part[i].ps) of_part[i] = {ps, k};
      }
      if (of_part[i].ps > 0) take(of_part[i].ps, part.ends[of_part[i].end]);
    }
    for (std::size_t e = 0; e < graph_.ends.size(); ++e) {
      if (graph_[source(graph_.ends[e].from)].kind == PathNode::Kind::kStart) take(length(graph_.ends[e]), e);
    }
    if (longest.ps == 0) return {};
    return {longest.ps, graph_.ends[longest.end].module->name};
  }

 private:
  static constexpr int kUnknown = std::numeric_limits<int>::max();
  static std::size_t at(Place p) { return static_cast<std::size_t>(p); }

  /// The inputs of a LUT, in ascending order, and the arrival time of its output.
  struct Cut {
    std::array<Place, kWidestLut> leaves = {};
    std::size_t count = 0;
    int arrival = 0;

    [[nodiscard]] auto begin() const { return leaves.begin(); }
    [[nodiscard]] auto end() const { return leaves.begin() + count; }
    friend bool same_leaves(const Cut& x, const Cut& y) { return std::equal(x.begin(), x.end(), y.begin(), y.end()); }
  };

  [[nodiscard]] Place source(Place p) const { return source_of(graph_, p); }

  int length(const PathEnd& e) {
    const Place from = source(e.from);
    return e.kind == PathEnd::Kind::kRegister ? into_register(from)
           : e.kind == PathEnd::Kind::kEnable ? into_enable(from)
                                              : routed(from) + e.after_route;
  }

  void count_loads() {
    std::map<Place, int> enables;
    for (const PathNode& n : graph_.nodes) {
      if (n.kind != PathNode::Kind::kGate) continue;
      ++loads_[at(source(n.a))];
      ++loads_[at(source(n.b))];
    }
    for (const PathCell& c : graph_.cells) {
      for (const Place p : c.in) ++loads_[at(source(p))];
    }
    for (const PathEnd& e : graph_.ends) {
      ++loads_[at(source(e.from))];
      if (e.kind == PathEnd::Kind::kEnable) ++enables[source(e.from)];
    }
    std::vector<std::pair<int, Place>> largest;
    for (const auto& [place, count] : enables) largest.emplace_back(count, place);
    std::sort(largest.rbegin(), largest.rend());
    for (std::size_t i = 0; delays_.global > 0 && i < std::min(largest.size(), kGlobalEnables); ++i)
      global_.insert(largest[i].second);
  }

  int route(Place p) const { return hw::route_ps(delays_, loads_[at(p)]); }
  int routed(Place p) {
    p = source(p);
    const int ps = arrival(p);
    return ps == kNever ? kNever : ps + route(p);
  }

  /// A gate, or the last part of a sum; a product of several tiles also ends in a sum.
  [[nodiscard]] bool is_lut(Place p) const {
    const PathNode& n = graph_[p];
    if (n.kind != PathNode::Kind::kCell) return n.kind == PathNode::Kind::kGate;
    const PathCell& c = graph_.cells[at(n.a)];
    return c.kind != HardCell::Kind::kMultiplier || c.tiles > 1;
  }

  /// Arrival at a register; a LUT that only the register reads is packed with it.
  int into_register(Place p) {
    const int ps = arrival(p);
    if (ps == kNever) return kNever;
    return is_lut(p) && loads_[at(p)] == 1 ? ps - delays_.lut + delays_.set_up : ps + route(p) + delays_.set_up;
  }
  int into_enable(Place p) {
    const int ps = arrival(p);
    return ps == kNever ? kNever : ps + (global_.contains(p) ? delays_.global : route(p));
  }

  /// Arrival time at a place that is not an alias of another one.
  int arrival(Place wanted) {
    if (arrival_[at(wanted)] != kUnknown) return arrival_[at(wanted)];
    std::vector<Place> work{wanted};
    while (!work.empty()) {
      const Place p = work.back();
      if (arrival_[at(p)] != kUnknown) {
        work.pop_back();
        continue;
      }
      const std::size_t before = work.size();
      const auto wait_for = [&](Place q) {
        q = source(q);
        if (arrival_[at(q)] == kUnknown) work.push_back(q);
      };
      const PathNode& n = graph_[p];
      if (n.kind == PathNode::Kind::kGate) {
        wait_for(n.a);
        wait_for(n.b);
      } else if (n.kind == PathNode::Kind::kCell) {
        for (const Place q : graph_.cells[at(n.a)].in) wait_for(q);
      }
      if (work.size() > before) continue;
      work.pop_back();
      compute(p);
    }
    return arrival_[at(wanted)];
  }

  void compute(Place p) {
    const PathNode& n = graph_[p];
    arrival_[at(p)] = n.kind == PathNode::Kind::kGate   ? mapped(p, source(n.a), source(n.b))
                      : n.kind == PathNode::Kind::kCell ? of_cell(graph_.cells[at(n.a)], at(n.b))
                                                        : n.start;
  }

  int mapped(Place p, Place a, Place b) {
    std::vector<Cut>& kept = cuts_[at(p)];
    kept.reserve(kCuts + 1);
    for_each_cut(a, [&](const Cut& x) {
      for_each_cut(b, [&](const Cut& y) {
        std::optional<Cut> cut = both(x, y);
        if (!cut) return;
        int latest = kNever;
        for (const Place leaf : *cut) latest = std::max(latest, routed(leaf));
        cut->arrival = latest == kNever ? kNever : latest + delays_.lut;
        keep(kept, *cut);
      });
    });
    return kept.front().arrival;
  }

  /// Visits the cuts of the gate, and `q` itself as an input.
  template <class Visit>
  void for_each_cut(Place q, Visit visit) const {
    if (graph_[q].kind == PathNode::Kind::kGate) std::for_each(cuts_[at(q)].begin(), cuts_[at(q)].end(), visit);
    visit(Cut{{q}, 1, 0});
  }

  /// The inputs of both except constants; absent if no LUT has that many inputs.
  [[nodiscard]] std::optional<Cut> both(const Cut& x, const Cut& y) const {
    std::array<Place, 2 * kWidestLut> all;
    const auto end = std::set_union(x.begin(), x.end(), y.begin(), y.end(), all.begin());
    const auto last = std::remove(all.begin(), end, 0);
    const auto count = static_cast<std::size_t>(last - all.begin());
    if (count > widest_) return std::nullopt;
    Cut cut;
    std::copy(all.begin(), last, cut.leaves.begin());
    cut.count = count;
    return cut;
  }

  static void keep(std::vector<Cut>& kept, const Cut& cut) {
    for (const Cut& k : kept) {
      if (same_leaves(k, cut)) return;
    }
    const auto before = [](const Cut& x, const Cut& y) {
      return x.arrival != y.arrival ? x.arrival < y.arrival : x.count < y.count;
    };
    const auto at = std::upper_bound(kept.begin(), kept.end(), cut, before);
    if (kept.size() == kCuts && at == kept.end()) return;
    kept.insert(at, cut);
    if (kept.size() > kCuts) kept.pop_back();
  }

  int of_cell(const PathCell& c, std::size_t bit) {
    int latest = kNever;
    if (c.kind == HardCell::Kind::kMultiplier) {
      for (const Place p : c.in) latest = std::max(latest, routed(p));
      const int sum =
          c.tiles > 1 ? delays_.route + delays_.carry_on + delays_.carry_bit * tile_ + delays_.carry_off : 0;
      return latest == kNever ? kNever : latest + delays_.dsp + sum;
    }
    const std::size_t bits = c.is_one_bit ? c.in.size() / 2 : bit;
    const auto later = [](int ps, int by) { return ps == kNever ? kNever : ps + by; };
    int carry = c.is_one_bit ? kNever : later(routed(c.in.back()), delays_.carry_on);
    for (std::size_t i = 0; i < bits; ++i) {
      const int operand = std::max(routed(c.in[2 * i]), routed(c.in[2 * i + 1]));
      carry = std::max(later(carry, delays_.carry_bit), later(operand, delays_.carry_on));
    }
    latest = later(carry, delays_.carry_off);
    if (c.is_one_bit) return latest;
    return std::max(latest, later(std::max(routed(c.in[2 * bit]), routed(c.in[2 * bit + 1])), delays_.lut));
  }

  const PathGraph& graph_;
  const hw::CellDelays& delays_;
  std::size_t widest_;
  int tile_;
  std::vector<int> loads_;
  std::vector<int> arrival_;
  std::vector<std::vector<Cut>> cuts_;
  std::set<Place> global_;
};

}  // namespace

std::optional<LongestPath> longest_path(const hw::Design& design, const hw::DelayModel& device) {
  if (!device.cells) return std::nullopt;
  const PathGraph graph = path_graph(design, device);
  return Arrivals(graph, device).longest();
}

}  // namespace rtlgen::model
