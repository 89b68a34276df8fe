// Chains of additions, which one loop computes: ((s0 x0 + s1 x1) + s2 x2) + ...
//
// Each product and each sum is rounded, in the order of the expression, so that the bits are those of the operators one
// by one; a term without a factor is multiplied by one, and one that is subtracted has a negative factor. What is
// gained is that only the whole sum is written to memory.
#pragma once

#include <vector>

#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Program;
struct Stage;
}  // namespace rtlgen::spec

namespace rtlgen::golden {

struct ChainTerm {
  spec::NodeId value;
  spec::NodeId scale;  ///< the same in every cell; none: 1
  bool negative = false;
};

/// Of a stage, by node: the terms of the chain that ends there, or none; and what chains compute on the way.
struct Chains {
  IndexVector<spec::NodeId, std::vector<ChainTerm>> terms;
  IndexVector<spec::NodeId, bool> inside;
};

/// By node: whether it has the same value in every cell.
IndexVector<spec::NodeId, bool> uniform_nodes(const spec::Program& stencil);

/// Of float32 and float64; a node that others read too ends a chain.
Chains find_chains(const spec::Program& stencil, const spec::Stage& stage);

struct RowTerm {
  const void* row = nullptr;
  double scale = 1;  ///< a number of the cells' type
};

/// Rows of floats, or of doubles. `out` overlaps no term; its NaNs are canonical.
void chain_rows(bool is_double, const std::vector<RowTerm>& terms, int n, void* out);

}  // namespace rtlgen::golden
