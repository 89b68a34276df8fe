// Chains of additions that one loop computes: ((s0 x0 + s1 x1) + s2 x2) + ...
//
// Each product and each sum is rounded, in the order of the expression, so that the bits equal those of separate
// operators; a term without a factor is multiplied by one, and a subtracted term has a negative factor. The gain is
// that only the final sum is written to memory.
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
  spec::NodeId scale;  ///< equal in all cells; none: 1
  bool negative = false;
};

/// For a stage, by node: the terms of the chain that ends there, or none; and the nodes inside chains.
struct Chains {
  IndexVector<spec::NodeId, std::vector<ChainTerm>> terms;
  IndexVector<spec::NodeId, bool> inside;
};

/// By node: whether its value is equal in all cells.
IndexVector<spec::NodeId, bool> uniform_nodes(const spec::Program& stencil);

/// Finds chains of float32 and float64; a node with further readers ends a chain.
Chains find_chains(const spec::Program& stencil, const spec::Stage& stage);

struct RowTerm {
  const void* row = nullptr;
  double scale = 1;  ///< a number of the cells' type
};

/// Computes rows of floats, or of doubles. `out` overlaps no term; NaNs in it are canonical.
void chain_rows(bool is_double, const std::vector<RowTerm>& terms, int n, void* out);

}  // namespace rtlgen::golden
