// Values under difference constraints: least values by longest paths, optimal values by a flow in the dual.
//
// A constraint's slack, value(to) - value(from) - length, is never negative, so it serves as the length of a
// step in Dijkstra's search (Johnson's reweighting). Flows follow successive shortest paths from one source
// at a time; a search ends at the nearest node that takes units, and only the values of nearer nodes
// rise (Ahuja, Magnanti, Orlin, Network Flows, 1993, section 9.7).
#include "plan/lags/lag_system.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "contract/frame.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

int LagSystem::add_node() {
  out_.emplace_back();
  in_.emplace_back();
  value_.emplace_back();
  path_.emplace_back();
  return static_cast<int>(out_.size()) - 1;
}

void LagSystem::add(const Constraint& constraint) {
  const int index = static_cast<int>(constraints_.size());
  constraints_.push_back(constraint);
  out_[at(constraint.from)].push_back(index);
  in_[at(constraint.to)].push_back(index);
}

contract::Distance LagSystem::slack(const Constraint& c) const {
  return value_[at(c.to)] - value_[at(c.from)] - c.length;
}

void LagSystem::take_least() {
  if (has_values_)
    shorten();
  else
    propagate();
  has_values_ = true;
}

/// Computes the least values of acyclic constraints: each value is propagated to its successors.
void LagSystem::propagate() {
  std::vector<bool> reached(value_.size(), false), waits(value_.size(), false);
  std::deque<int> open{kOrigin};
  reached[kOrigin] = waits[kOrigin] = true;
  while (!open.empty()) {
    const int here = open.front();
    open.pop_front();
    waits[at(here)] = false;
    for (const int index : out_[at(here)]) {
      ++steps_;
      const Constraint& c = constraints_[at(index)];
      const contract::Distance longer = value_[at(here)] + c.length;
      if (reached[at(c.to)] && !order_.less(value_[at(c.to)], longer)) continue;
      value_[at(c.to)] = longer;
      reached[at(c.to)] = true;
      if (!waits[at(c.to)]) open.push_back(c.to);
      waits[at(c.to)] = true;
    }
  }
  RTLGEN_CHECK(std::all_of(reached.begin(), reached.end(), [](bool r) { return r; }), "a value without a lower bound");
}

/// Computes the least values from any feasible ones: each decreases by the slack on its path from the origin.
void LagSystem::shorten() {
  begin_search();
  find(kOrigin, {}, -1, false);
  Found found;
  while (next(found)) {
    for (const int index : out_[at(found.node)]) {
      ++steps_;
      find(constraints_[at(index)].to, found.length + slack(constraints_[at(index)]), index, false);
    }
  }
  RTLGEN_CHECK(settled_.size() == value_.size(), "a value without a lower bound");
  const contract::Distance origin = value_[kOrigin];
  for (std::size_t n = 0; n < value_.size(); ++n) value_[n] = value_[n] - origin - path_[n].length;
}

void LagSystem::minimize(const std::vector<Term>& terms) {
  units_.assign(constraints_.size(), 0);
  excess_.assign(value_.size(), 0);
  for (const Term& t : terms) {
    excess_[at(t.from)] += t.weight;
    excess_[at(t.to)] -= t.weight;
  }
  for (std::size_t n = 0; n < value_.size(); ++n) {
    while (excess_[n] > 0) send(static_cast<int>(n));
  }
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (units_[i] == 0) continue;
    const Constraint c = constraints_[i];
    add({c.to, c.from, contract::Distance{} - c.length});
  }
}

void LagSystem::begin_search() {
  ++search_;
  heap_.clear();
  settled_.clear();
}

bool LagSystem::later(const Found& a, const Found& b) const {
  return a.length == b.length ? a.number > b.number : order_.less(b.length, a.length);
}

void LagSystem::find(int node, const contract::Distance& length, int index, bool back) {
  Path& path = path_[at(node)];
  if (path.search == search_ && (path.settled || !order_.less(length, path.length))) return;
  path = {search_, length, index, back, false};
  heap_.push_back({length, ++found_, node});
  std::push_heap(heap_.begin(), heap_.end(), [&](const Found& a, const Found& b) { return later(a, b); });
}

/// Takes the nearest node not visited yet; returns false if none exists.
bool LagSystem::next(Found& found) {
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), [&](const Found& a, const Found& b) { return later(a, b); });
    found = heap_.back();
    heap_.pop_back();
    if (path_[at(found.node)].settled) continue;
    path_[at(found.node)].settled = true;
    settled_.push_back(found.node);
    return true;
  }
  return false;
}

int LagSystem::nearest_sink(int source) {
  begin_search();
  find(source, {}, -1, false);
  Found found;
  while (next(found)) {
    if (excess_[at(found.node)] < 0) return found.node;
    for (const int index : out_[at(found.node)]) {
      ++steps_;
      find(constraints_[at(index)].to, found.length + slack(constraints_[at(index)]), index, false);
    }
    // Slack is 0 wherever units flow.
    for (const int index : in_[at(found.node)]) {
      ++steps_;
      if (units_[at(index)] > 0) find(constraints_[at(index)].from, found.length, index, true);
    }
  }
  RTLGEN_CHECK(false, "a stream whose readers do not depend on it");
  return -1;
}

/// Sends all units of `source`, or as many as the nearest sink takes.
void LagSystem::send(int source) {
  const int sink = nearest_sink(source);
  const contract::Distance furthest = path_[at(sink)].length;
  for (const int node : settled_) value_[at(node)] = value_[at(node)] + (furthest - path_[at(node)].length);
  std::int64_t amount = std::min(excess_[at(source)], -excess_[at(sink)]);
  const auto follow = [&](auto&& step) {
    for (int node = sink; node != source;) {
      const Path& path = path_[at(node)];
      const Constraint& c = constraints_[at(path.index)];
      step(path);
      node = path.back ? c.to : c.from;
    }
  };
  follow([&](const Path& path) {
    if (path.back) amount = std::min(amount, units_[at(path.index)]);
  });
  follow([&](const Path& path) { units_[at(path.index)] += path.back ? -amount : amount; });
  excess_[at(source)] -= amount;
  excess_[at(sink)] += amount;
}

bool LagSystem::tie(const std::vector<int>& from, int to) {
  Tie tie{constraints_.size(), {}};
  contract::Distance raise{};
  for (const int f : from) {
    add({f, to, {}});
    if (order_.less(raise, value_[at(f)] - value_[at(to)])) raise = value_[at(f)] - value_[at(to)];
  }
  if (order_.less({}, raise) && !collect_raised(to, raise)) {
    remove_constraints(tie.constraints);
    return false;
  }
  if (order_.less({}, raise)) {
    for (const int node : settled_) {
      tie.values.emplace_back(node, value_[at(node)]);
      value_[at(node)] = value_[at(node)] + (raise - path_[at(node)].length);
    }
  }
  ties_.push_back(std::move(tie));
  return true;
}

/// Finds the nodes that rise when `to` rises by `raise`; the length of a node's path is how much less it rises. Returns
/// false if `to` would rise again, as on every infeasible cycle, or if the origin would rise, because all least values
/// follow from the origin's.
bool LagSystem::collect_raised(int to, const contract::Distance& raise) {
  begin_search();
  find(to, {}, -1, false);
  Found found;
  while (next(found)) {
    if (found.node == kOrigin) return false;
    for (const int index : out_[at(found.node)]) {
      ++steps_;
      const contract::Distance less = found.length + slack(constraints_[at(index)]);
      if (order_.less(less, {})) return false;
      if (order_.less(less, raise)) find(constraints_[at(index)].to, less, index, false);
    }
  }
  return true;
}

void LagSystem::remove_constraints(std::size_t left) {
  for (; constraints_.size() > left; constraints_.pop_back()) {
    out_[at(constraints_.back().from)].pop_back();
    in_[at(constraints_.back().to)].pop_back();
  }
}

void LagSystem::undo(std::size_t mark) {
  for (; ties_.size() > mark; ties_.pop_back()) {
    for (const auto& [node, value] : ties_.back().values) value_[at(node)] = value;
    remove_constraints(ties_.back().constraints);
  }
}

}  // namespace rtlgen::plan
