// Dependencies: which stages and lets are needed, and in which order they can be computed.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "import/program.hpp"

namespace rtlgen::importer {

/// Calls `visit` for every node of the tree.
void walk(const Expr& expr, const std::function<void(const Expr&)>& visit);

/// Calls `visit` for every node of the stage's expressions with the store offset that applies to it.
void walk(const Stage& stage, const std::function<void(const Expr&, const Offset3& store)>& visit);

struct Order {
  std::vector<std::size_t> sorted;    ///< dependencies of the roots in topological order
  std::optional<std::size_t> circle;  ///< a node that depends on itself
};

/// Depth first from the roots in order; `needs[i]` are the nodes that i reads.
Order order(const std::vector<std::vector<std::size_t>>& needs, const std::vector<std::size_t>& roots);

}  // namespace rtlgen::importer
