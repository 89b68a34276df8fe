// Converts a typed expression to nodes of the program's graph.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "frontend/expr/ast.hpp"
#include "frontend/expr/typing.hpp"
#include "spec/axes.hpp"
#include "spec/ids.hpp"
#include "spec/op.hpp"
#include "spec/program.hpp"
#include "spec/type.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

/// Adds nodes to a Stencil's graph; equal nodes are shared within and across stages.
class Graph {
 public:
  explicit Graph(spec::Program& stencil) : stencil_(stencil) {}

  /// The node equal to `node`, which is added if none exists.
  spec::NodeId add(spec::Node node);

  [[nodiscard]] const spec::Node& at(spec::NodeId id) const { return stencil_.nodes[id]; }
  /// Records that the integer node `id` may wrap, because the source has a cast, even to its own type.
  void mean_wrap(spec::NodeId id) { stencil_.nodes[id].wrap_meant = true; }
  [[nodiscard]] const spec::Program& stencil() const { return stencil_; }

 private:
  using Key = std::tuple<spec::Op, std::tuple<spec::TypeKind, int, int, int>, std::vector<spec::NodeId>, std::uint64_t,
                         spec::StreamId, int, spec::Offset, spec::BoundaryRule, spec::FusedSum, bool>;
  spec::Program& stencil_;
  std::map<Key, spec::NodeId> known_;
};

/// The node that computes `ast` as a value of `target`, or nullopt after a diagnostic (those of infer, and RG0307,
/// RG0309, RG0310, RG0311, warning RG0320).
std::optional<spec::NodeId> lower(const Ast& ast, const Scope& scope, const spec::Type& target,
                                  const std::string& target_name, Graph& graph, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
