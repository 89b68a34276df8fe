// Expressions modulo shift: finds nodes that compute the same value for different cells.
//
// Two nodes have the same *shape* if one becomes the other by moving every read by the same offset; the position of a
// node is its *anchor*. Operands of commutative operators are put into a fixed order, regardless of their order in the
// source: a + b and b + a have the same bits, because NaNs are canonical.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spec/program.hpp"

namespace rtlgen::analysis {

struct Form {
  int shape = -1;  ///< -1: not reached from any stage
  spec::Offset anchor{};
  /// Axes along which the value depends on the cell. Along the others, a held input, parameter or constant has no
  /// position.
  std::array<bool, spec::kMaxAxes> anchored{};
  bool reads_own = false;  ///< depends on results of its own line

  friend bool operator==(const Form&, const Form&) = default;
};

/// The form of each node.
using Forms = IndexVector<spec::NodeId, Form>;

/// Coordinates are anchored at 0: they never move.
Forms forms_of(const spec::Program& stencil);

bool is_commutative(spec::Op op);

/// A key of everything that distinguishes a value from others.
using ValueKey = std::vector<std::int64_t>;
struct ValueKeyHash {
  std::size_t operator()(const ValueKey& key) const noexcept;
};
template <class T>
using ByValue = std::unordered_map<ValueKey, T, ValueKeyHash>;

/// Builds a graph of nodes without duplicate values.
class NodeStore {
 public:
  spec::NodeId add(spec::Node node);
  IndexVector<spec::NodeId, spec::Node> take() { return std::move(nodes_); }
  [[nodiscard]] const spec::Node& at(spec::NodeId id) const { return nodes_[id]; }

 private:
  ByValue<spec::NodeId> known_;
  IndexVector<spec::NodeId, spec::Node> nodes_;
};

/// The key of a node, in which its arguments are given by their ids.
ValueKey node_key(const spec::Node& node);

}  // namespace rtlgen::analysis
