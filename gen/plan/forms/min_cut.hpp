// The cheapest split of nodes into two sides: a minimum cut, found by a maximum flow.
#pragma once

#include <cstdint>
#include <vector>

namespace rtlgen::plan {

/// Costs must not be negative.
class MinCut {
 public:
  static constexpr std::int64_t kNever = std::int64_t{1} << 50;  ///< more than any sum of costs

  int add_node();
  /// Costs of `node` on the first side, and on the second.
  void add_cost(int node, std::int64_t first, std::int64_t second);
  /// The cost if `a` is on the first side and `b` on the second.
  void add_pair(int a, int b, std::int64_t cost);

  /// Returns for each node whether it is on the first side. Among equally cheap splits, chooses the smallest first
  /// side.
  std::vector<bool> solve();

 private:
  static constexpr int kSource = 0, kSink = 1;
  struct Edge {
    int to = 0;
    std::int64_t capacity = 0;
  };
  void add_edge(int from, int to, std::int64_t capacity);
  /// Computes distances from the source over edges with residual capacity (`capacity`); returns whether the sink is
  /// reached.
  bool find_levels();
  std::int64_t push(int node, std::int64_t most);

  std::vector<Edge> edges_;                    ///< each followed by its reverse
  std::vector<std::vector<int>> out_{{}, {}};  ///< edges by node
  std::vector<int> level_;
  std::vector<std::size_t> next_;
};

}  // namespace rtlgen::plan
