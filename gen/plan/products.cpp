// Finds comparisons of products with zero.
#include "plan/products.hpp"

#include <algorithm>

#include "ops/variants.hpp"
#include "plan/schedule.hpp"
#include "spec/operations.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

const spec::Node& node_of(const spec::Stencil& stencil, spec::NodeId id) { return stencil.nodes[id]; }

bool is_zero(const spec::Node& node) {
  return node.op == spec::Op::kConstant && node.type.is_float() && (node.bits & (node.type.mask() >> 1)) == 0;
}

/// A product that is not a constant of its own.
bool is_product(const spec::Stencil& stencil, const spec::Node& node) {
  return node.op == spec::Op::kMul && node.type.is_float() &&
         !std::all_of(node.args.begin(), node.args.end(),
                      [&](spec::NodeId arg) { return node_of(stencil, arg).op == spec::Op::kConstant; });
}

/// The comparison of product and zero in this order, or in the other.
std::optional<ops::Function> function_of(spec::Op op, bool zero_first) {
  const spec::Operation& row = spec::operation_of(op);
  if (row.typing != spec::Typing::kComparison) return std::nullopt;
  const bool swapped = zero_first && !row.commutes;
  return ops::Function(op, swapped ? ops::Variant::kOfProductSwapped : ops::Variant::kOfProduct);
}

}  // namespace

std::map<spec::NodeId, ProductComparison> product_comparisons(const spec::Stencil& stencil,
                                                              const std::vector<spec::NodeId>& nodes) {
  std::map<spec::NodeId, int> readers;
  for (const spec::NodeId id : nodes) {
    for (const spec::NodeId arg : node_of(stencil, id).args) ++readers[arg];
  }
  std::map<spec::NodeId, ProductComparison> found;
  for (const spec::NodeId id : nodes) {
    const spec::Node& node = node_of(stencil, id);
    for (const std::size_t zero : {0U, 1U}) {
      const auto function = function_of(node.op, zero == 0);
      if (!function || !is_zero(node_of(stencil, node.args[zero]))) continue;
      const spec::NodeId product = node.args[1 - zero];
      if (!is_product(stencil, node_of(stencil, product)) || readers[product] != 1) continue;
      ops::Request request = *operation_of(stencil, node_of(stencil, product));
      request.function = *function;
      request.result = node.type;
      found[id] = {product, request};
    }
  }
  return found;
}

std::optional<ops::Request> square_request(const spec::Stencil& stencil, const spec::Node& node) {
  if (!is_product(stencil, node) || node.args[0] != node.args[1]) return std::nullopt;
  ops::Request request = *operation_of(stencil, node);
  request.function = ops::kSquare;
  request.constants.resize(1);
  return request;
}

}  // namespace rtlgen::plan
