// Special cases of products:
// - products that are only compared with zero: one operator computes sign, NaN and whether the rounded product is zero,
//   without computing or rounding the product itself (ops/variants.hpp)
// - squares, whose operator has one operand
// - products to which a hard block adds another value in the same operator
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ops/request.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Node;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

struct ProductComparison {
  spec::NodeId product;
  ops::Request request;  ///< for the operator of the comparison, which takes the operands of the product
};

/// The comparisons among `nodes` (the nodes of one stage) of a float product with a constant zero of either sign on
/// either side, if the product is not constant and nothing else among `nodes` reads it.
std::map<spec::NodeId, ProductComparison> product_comparisons(const spec::Stencil& stencil,
                                                              const std::vector<spec::NodeId>& nodes);

/// A sum or difference in a hard block that also computes a product.
struct ProductSum {
  spec::NodeId product;
  std::vector<spec::NodeId> operands;  ///< the factors of the product, then the other operand
  ops::Request request;
};

/// The product sums among `nodes` (the nodes of one stage): the product depends on the cell, and all its readers are
/// such sums. Each sum computes the product again, in a block that it needs anyway, so the product has no separate
/// block.
std::map<spec::NodeId, ProductSum> product_sums(const spec::Stencil& stencil, const std::vector<spec::NodeId>& nodes);

/// The request for `node` as a square, if it multiplies a float by itself.
std::optional<ops::Request> square_request(const spec::Stencil& stencil, const spec::Node& node);

}  // namespace rtlgen::plan
