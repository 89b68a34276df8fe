// Dinic's algorithm: flow along shortest paths, all paths of one length at a time.
#include "plan/forms/min_cut.hpp"

#include <algorithm>

namespace rtlgen::plan {

namespace {

std::size_t place(int index) { return static_cast<std::size_t>(index); }

}  // namespace

int MinCut::add_node() {
  out_.emplace_back();
  return static_cast<int>(out_.size()) - 1;
}

void MinCut::add_edge(int from, int to, std::int64_t capacity) {
  if (capacity == 0) return;
  out_[place(from)].push_back(static_cast<int>(edges_.size()));
  edges_.push_back({to, capacity});
  out_[place(to)].push_back(static_cast<int>(edges_.size()));
  edges_.push_back({from, 0});
}

void MinCut::add_cost(int node, std::int64_t first, std::int64_t second) {
  // Only the difference matters.
  const std::int64_t both = std::min(first, second);
  add_edge(node, kSink, first - both);
  add_edge(kSource, node, second - both);
}

void MinCut::add_pair(int a, int b, std::int64_t cost) { add_edge(a, b, cost); }

bool MinCut::find_levels() {
  level_.assign(out_.size(), -1);
  level_[kSource] = 0;
  std::vector<int> reached{kSource};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const int e : out_[place(reached[i])]) {
      const Edge& edge = edges_[place(e)];
      if (edge.capacity == 0 || level_[place(edge.to)] >= 0) continue;
      level_[place(edge.to)] = level_[place(reached[i])] + 1;
      reached.push_back(edge.to);
    }
  }
  return level_[kSink] >= 0;
}

std::int64_t MinCut::push(int node, std::int64_t most) {
  if (node == kSink) return most;
  for (std::size_t& i = next_[place(node)]; i < out_[place(node)].size(); ++i) {
    const int e = out_[place(node)][i];
    const int to = edges_[place(e)].to;
    if (edges_[place(e)].capacity == 0 || level_[place(to)] != level_[place(node)] + 1) continue;
    const std::int64_t sent = push(to, std::min(most, edges_[place(e)].capacity));
    if (sent == 0) continue;
    edges_[place(e)].capacity -= sent;
    edges_[place(e ^ 1)].capacity += sent;
    return sent;
  }
  return 0;
}

std::vector<bool> MinCut::solve() {
  while (find_levels()) {
    next_.assign(out_.size(), 0);
    while (push(kSource, kNever) > 0) {
    }
  }
  std::vector<bool> first(out_.size());
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = level_[i] >= 0;
  return first;
}

}  // namespace rtlgen::plan
