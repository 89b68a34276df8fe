// Minimal lags: a linear program over differences, solved through its dual, a flow.
//
// Unknowns: the lag of each consumer, and for each stream and lane the position of its last reader,
//   last >= lag(c) - (nearest need of c);  lag(c) >= lag(stream) + (furthest need of c);  lag >= 0.
// An input that may come late is a consumer that needs nothing, with a lag up to that of the exit.
// Objective: the sum of last - lag(stream). The dual sends one unit for each stream and lane from
// whoever makes the stream to its `last` along the constraints, by the longest way in all; where units
// flow, the constraint is tight in every optimal answer. So each objective leaves a system of the same
// form to the next one, and the longest ways from the Executor's input are its least lags.
#include "plan/lags.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "support/diagnostics.hpp"

namespace rtlgen::plan {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Distance negative(const Distance& d) { return Distance{} - d; }

/// value(to) >= value(from) + length.
struct Constraint {
  int from = 0;
  int to = 0;
  Distance length;
};

/// `weight` times value(to) - value(from) is to be small.
struct Term {
  int from = 0;
  int to = 0;
  std::int64_t weight = 0;
};

/// Least values with value(0) = 0, or nothing if no values meet the constraints.
std::optional<std::vector<Distance>> least_values(int nodes, const std::vector<Constraint>& constraints, const Order& order) {
  std::vector<std::optional<Distance>> value(at(nodes));
  value[0] = Distance{};
  for (int round = 0; round <= nodes; ++round) {
    bool moved = false;
    for (const Constraint& c : constraints) {
      if (!value[at(c.from)]) continue;
      const Distance longer = *value[at(c.from)] + c.length;
      std::optional<Distance>& to = value[at(c.to)];
      if (to && !order.less(*to, longer)) continue;
      to = longer;
      moved = true;
    }
    if (moved) continue;
    std::vector<Distance> result;
    for (const auto& v : value) {
      RTLGEN_CHECK(v.has_value(), "a value that nothing bounds from below");
      result.push_back(*v);
    }
    return result;
  }
  return std::nullopt;  // a cycle of positive length
}

/// `values` are the least for all constraints but some that end in `end`: the least for all, or nothing if no values meet them.
/// What rises does so because `end` did, so `end` would rise a second time only round a cycle of positive length.
std::optional<std::vector<Distance>> raised(std::vector<Distance> values, const std::vector<Constraint>& constraints, int end, const Order& order) {
  for (const Constraint& c : constraints) {
    const Distance longer = values[at(c.from)] + c.length;
    if (c.to == end && order.less(values[at(end)], longer)) values[at(end)] = longer;
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (const Constraint& c : constraints) {
      const Distance longer = values[at(c.from)] + c.length;
      if (!order.less(values[at(c.to)], longer)) continue;
      if (c.to == end) return std::nullopt;
      values[at(c.to)] = longer;
      moved = true;
    }
  }
  return values;
}

/// Units on the constraints that carry each term's weight from its `from` to its `to`, the sum of
/// units times lengths as large as it can be: longest augmenting ways, one after the other.
class Flow {
 public:
  Flow(int nodes, const std::vector<Constraint>& constraints, const std::vector<Term>& terms, const Order& order)
      : nodes_(nodes), constraints_(constraints), order_(order), units_(constraints.size(), 0), excess_(at(nodes), 0) {
    for (const Term& t : terms) {
      excess_[at(t.from)] += t.weight;
      excess_[at(t.to)] -= t.weight;
    }
  }

  std::vector<std::int64_t> run() {
    while (std::any_of(excess_.begin(), excess_.end(), [](std::int64_t e) { return e > 0; })) augment();
    return units_;
  }

 private:
  /// How a node is reached: over constraint `index`, or back over it, and from where.
  struct Way {
    bool reached = false;
    Distance length;
    int index = -1;
    bool back = false;
  };

  bool reach(std::vector<Way>& ways, int from, int to, const Distance& length, int index, bool back) const {
    if (!ways[at(from)].reached) return false;
    const Distance longer = ways[at(from)].length + length;
    Way& way = ways[at(to)];
    if (way.reached && !order_.less(way.length, longer)) return false;
    way = {true, longer, index, back};
    return true;
  }

  [[nodiscard]] std::vector<Way> longest_ways() const {
    std::vector<Way> ways(at(nodes_));
    for (int n = 0; n < nodes_; ++n) ways[at(n)].reached = excess_[at(n)] > 0;
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t i = 0; i < constraints_.size(); ++i) {
        const Constraint& c = constraints_[i];
        const int index = static_cast<int>(i);
        moved = reach(ways, c.from, c.to, c.length, index, false) || moved;
        if (units_[i] > 0) moved = reach(ways, c.to, c.from, negative(c.length), index, true) || moved;
      }
    }
    return ways;
  }

  void augment() {
    const std::vector<Way> ways = longest_ways();
    int end = -1;
    for (int n = 0; n < nodes_; ++n) {
      if (excess_[at(n)] >= 0 || !ways[at(n)].reached) continue;
      if (end < 0 || order_.less(ways[at(end)].length, ways[at(n)].length)) end = n;
    }
    RTLGEN_CHECK(end >= 0, "a stream whose readers do not depend on it");
    std::vector<int> route;  // nodes, last first
    std::int64_t amount = -excess_[at(end)];
    for (int n = end;;) {
      route.push_back(n);
      const Way& way = ways[at(n)];
      if (way.index < 0) break;
      if (way.back) amount = std::min(amount, units_[at(way.index)]);
      const Constraint& c = constraints_[at(way.index)];
      n = way.back ? c.to : c.from;
    }
    amount = std::min(amount, excess_[at(route.back())]);
    excess_[at(route.back())] -= amount;
    excess_[at(end)] += amount;
    for (const int n : route) {
      const Way& way = ways[at(n)];
      if (way.index >= 0) units_[at(way.index)] += way.back ? -amount : amount;
    }
  }

  int nodes_;
  const std::vector<Constraint>& constraints_;
  const Order& order_;
  std::vector<std::int64_t> units_;
  std::vector<std::int64_t> excess_;  ///< what a node still has to send, below 0: to receive
};

class LagSolver {
 public:
  LagSolver(const LagProblem& problem, const Order& order) : p_(problem), order_(order) {}

  Lags run() {
    build();
    settle([](const Group& g) { return std::int64_t{g.lanes}; });
    settle([&](const Group& g) { return std::int64_t{g.lanes} * p_.bits[at(g.stream)]; });
    const std::vector<Distance> values = keep_fewest();
    Lags lags;
    lags.consumers.assign(values.begin() + 1, values.begin() + 1 + static_cast<std::ptrdiff_t>(p_.consumers.size()));
    for (std::size_t s = 0; s < p_.maker.size(); ++s) lags.streams.push_back(values[at(maker_of(static_cast<int>(s)))]);
    return lags;
  }

 private:
  /// Lanes of a stream whose readers, and their nearest needs, are the same.
  struct Group {
    int stream = -1;
    int lanes = 0;
    int last = -1;  ///< node: position of the last reader
  };
  using Readers = std::map<int, Distance>;  ///< consumer -> its nearest need

  static int node_of(int consumer) { return consumer + 1; }
  [[nodiscard]] int maker_of(int stream) const {
    const auto own = late_.find(stream);
    return own != late_.end() ? own->second : node_of(p_.maker[at(stream)]);
  }

  /// Node 0 is the Executor's input, then come the consumers, the late streams, and the groups.
  void build() {
    nodes_ = 1 + static_cast<int>(p_.consumers.size());
    const int exit = nodes_ - 1;
    for (std::size_t s = 0; s < p_.late.size(); ++s) {
      if (!p_.late[s]) continue;
      constraints_.push_back({0, nodes_, {}});
      constraints_.push_back({nodes_, exit, {}});
      late_[static_cast<int>(s)] = nodes_++;
    }
    std::vector<std::map<int, Readers>> lanes(p_.maker.size());  // by stream: lane -> readers
    for (std::size_t i = 0; i < p_.consumers.size(); ++i) {
      const int consumer = static_cast<int>(i);
      constraints_.push_back({0, node_of(consumer), {}});
      std::map<int, Distance> furthest;  // by stream
      for (const Need& need : p_.consumers[i].needs) {
        RTLGEN_CHECK(p_.maker[at(need.stream)] < consumer, "a stream is read before it is made");
        Distance& far = furthest.emplace(need.stream, need.offset).first->second;
        if (order_.less(far, need.offset)) far = need.offset;
        if (!p_.held.empty() && p_.held[at(need.stream)]) continue;
        Distance& near = lanes[at(need.stream)][need.lane].emplace(consumer, need.offset).first->second;
        if (order_.less(need.offset, near)) near = need.offset;
      }
      for (const auto& [stream, far] : furthest) constraints_.push_back({maker_of(stream), node_of(consumer), far});
    }
    for (std::size_t s = 0; s < lanes.size(); ++s) add_groups(static_cast<int>(s), lanes[s]);
  }

  void add_groups(int stream, const std::map<int, Readers>& lanes) {
    std::vector<std::pair<Readers, Group>> groups;
    for (const auto& [lane, readers] : lanes) {
      const auto same = std::find_if(groups.begin(), groups.end(), [&readers = readers](const auto& g) { return g.first == readers; });
      if (same != groups.end()) {
        ++same->second.lanes;
      } else {
        groups.push_back({readers, {stream, 1, nodes_++}});
      }
    }
    for (const auto& [readers, group] : groups) {
      for (const auto& [consumer, near] : readers) constraints_.push_back({node_of(consumer), group.last, negative(near)});
      groups_.push_back(group);
    }
  }

  /// Solves for one objective and ties every constraint that is tight in all its answers.
  template <class Weight>
  void settle(Weight&& weight) {
    std::vector<Term> terms;
    for (const Group& g : groups_) terms.push_back({maker_of(g.stream), g.last, weight(g)});
    const std::vector<std::int64_t> units = Flow(nodes_, constraints_, terms, order_).run();
    for (std::size_t i = 0; i < units.size(); ++i) {
      const Constraint c = constraints_[i];
      if (units[i] > 0) constraints_.push_back({c.to, c.from, negative(c.length)});
    }
  }

  /// Every reader of `stream` at the stream's newest word.
  [[nodiscard]] std::vector<Constraint> unstored(int stream) const {
    std::vector<Constraint> result = constraints_;
    for (const Group& g : groups_) {
      if (g.stream == stream) result.push_back({g.last, maker_of(stream), {}});
    }
    return result;
  }

  /// Of what is left to choose, the values that keep the fewest streams.
  std::vector<Distance> keep_fewest() {
    auto values = least_values(nodes_, constraints_, order_);
    RTLGEN_CHECK(values.has_value(), "optimal lags that contradict each other");
    best_ = *values;
    best_count_ = -1;
    std::vector<int> candidates;
    for (std::size_t s = 0; s < p_.maker.size(); ++s) {
      const int stream = static_cast<int>(s);
      const bool read = std::any_of(groups_.begin(), groups_.end(), [&](const Group& g) { return g.stream == stream; });
      if (read && raised(*values, unstored(stream), maker_of(stream), order_)) candidates.push_back(stream);
    }
    choose(candidates, 0, 0, *values);
    return best_;
  }

  /// `values`: the least for what has been decided.
  void choose(const std::vector<int>& candidates, std::size_t next, int count, const std::vector<Distance>& values) {
    if (count + static_cast<int>(candidates.size() - next) < best_count_ || (checks_ > kStoredChecks && best_count_ >= 0)) return;
    ++checks_;
    if (next == candidates.size()) {
      if (count > best_count_ || earlier(values, best_)) best_ = values;
      best_count_ = std::max(best_count_, count);
      return;
    }
    std::vector<Constraint> with = unstored(candidates[next]);
    with.swap(constraints_);
    if (const auto higher = raised(values, constraints_, maker_of(candidates[next]), order_)) choose(candidates, next + 1, count + 1, *higher);
    else ++checks_;
    with.swap(constraints_);
    choose(candidates, next + 1, count, values);
  }

  /// The exit first, then stage by stage.
  [[nodiscard]] bool earlier(const std::vector<Distance>& a, const std::vector<Distance>& b) const {
    const std::size_t exit = p_.consumers.size();
    if (!(a[exit] == b[exit])) return order_.less(a[exit], b[exit]);
    for (std::size_t i = 1; i < exit; ++i) {
      if (!(a[i] == b[i])) return order_.less(a[i], b[i]);
    }
    return false;
  }

  const LagProblem& p_;
  const Order& order_;
  int nodes_ = 1;
  std::map<int, int> late_;  ///< stream -> its node
  std::vector<Constraint> constraints_;
  std::vector<Group> groups_;
  std::vector<Distance> best_;
  int best_count_ = -1;
  int checks_ = 0;
};

}  // namespace

Lags minimal_lags(const LagProblem& problem, const Order& order) { return LagSolver(problem, order).run(); }

}  // namespace rtlgen::plan
