// Expressions modulo shift: which nodes compute the same value for different cells.
//
// Two nodes have one *shape* if one becomes the other by moving every read by the same offset;
// where a node stands is its *anchor*. Operands of commutative operators are in one order, whatever
// the source says: a + b and b + a have the same bits, NaNs being canonical.
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
  /// Axes along which the value depends on the cell. A held input, a parameter, a constant may be
  /// anywhere along the others.
  std::array<bool, spec::kMaxAxes> anchored{};
  bool reads_own = false;  ///< made of results of the line that it stands in

  friend bool operator==(const Form&, const Form&) = default;
};

/// One form a node.
using Forms = IndexVector<spec::NodeId, Form>;

/// Coordinates are anchored at 0: they never move.
Forms forms_of(const spec::Program& stencil);

bool is_commutative(spec::Op op);

/// Of everything that distinguishes a value from others.
using ValueKey = std::vector<std::int64_t>;
struct ValueKeyHash {
  std::size_t operator()(const ValueKey& key) const noexcept;
};
template <class T>
using ByValue = std::unordered_map<ValueKey, T, ValueKeyHash>;

/// Builds a graph of nodes in which no value is there twice.
class NodeStore {
 public:
  spec::NodeId add(spec::Node node);
  IndexVector<spec::NodeId, spec::Node> take() { return std::move(nodes_); }
  [[nodiscard]] const spec::Node& at(spec::NodeId id) const { return nodes_[id]; }

 private:
  ByValue<spec::NodeId> known_;
  IndexVector<spec::NodeId, spec::Node> nodes_;
};

/// Everything that distinguishes a node from others, given its arguments.
ValueKey node_key(const spec::Node& node);

}  // namespace rtlgen::analysis
