// Chains of one associative and commutative operation, flattened into sums of terms.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/sharing/sums.hpp"
#include "spec/axes.hpp"
#include "spec/ids.hpp"
#include "spec/op.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::analysis {

/// A unit from which the terms of a group are built.
struct ChainUnit {
  spec::NodeId node;  ///< its first occurrence; with `magnitude`, the other factor of the product
  spec::Offset anchor{};
  std::uint64_t magnitude = 0;  ///< bits of a positive constant factor; 0: none
};

/// A chain, moved so that its first term in grid order is at offset 0.
struct Chain {
  std::vector<Term> terms;
  std::vector<std::pair<spec::NodeId, bool>> uniform;  ///< terms that are the same in every cell; true: subtracted
  spec::Offset anchor{};
  int sum = -1;  ///< index in the problem
  spec::Offset sum_anchor{};
};

/// All chains of one operation and type.
struct ChainGroup {
  spec::Op op = spec::Op::kAdd;
  spec::Type type;
  std::vector<spec::NodeId> roots;
  std::map<std::vector<std::int64_t>, int> unit_of;
  std::map<std::vector<std::int64_t>, int> sum_of;
  std::vector<ChainUnit> units;
  std::map<spec::NodeId, Chain> chains;
  SumProblem problem;
  SumPlan plan;
};

/// All chains that can be reordered, by operation and type. With `everything`, also chains whose bits this changes.
std::vector<ChainGroup> find_chains(const spec::Program& stencil, bool everything);

}  // namespace rtlgen::analysis
