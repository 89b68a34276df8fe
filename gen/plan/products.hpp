// Products of which only the comparison with zero is wanted: sign, NaN and whether the rounded product is
// zero. One operator computes that without a place or a rounding of the product (ops/variants.hpp). And
// squares, whose operator has one operand. And products that a hard block adds to something in one operator.
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
  ops::Request request;  ///< of the comparison's operator; takes the operands of the product
};

/// The comparisons among `nodes`, those of one stage, of a float product with a constant zero of either sign on
/// either side, where the product varies and nothing else among `nodes` reads it.
std::map<spec::NodeId, ProductComparison> product_comparisons(const spec::Stencil& stencil,
                                                              const std::vector<spec::NodeId>& nodes);

/// A sum or difference of hard blocks that computes a product besides.
struct ProductSum {
  spec::NodeId product;
  std::vector<spec::NodeId> operands;  ///< the product's factors, then the other one
  ops::Request request;
};

/// Those among `nodes`, of one stage, where the product follows the cell and all that read it are such sums: each
/// computes it again, in a block that it has anyway, and the product has none of its own.
std::map<spec::NodeId, ProductSum> product_sums(const spec::Stencil& stencil, const std::vector<spec::NodeId>& nodes);

/// The square that `node` is: a float multiplied by itself.
std::optional<ops::Request> square_request(const spec::Stencil& stencil, const spec::Node& node);

}  // namespace rtlgen::plan
