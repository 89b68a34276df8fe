// Finds comparisons of products with zero.
#include "plan/timing/products.hpp"

#include <algorithm>
#include <set>

#include "ops/variants.hpp"
#include "plan/timing/schedule.hpp"
#include "spec/operations.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

const spec::Node& node_of(const spec::Stencil& stencil, spec::NodeId id) { return stencil.nodes[id]; }

bool is_zero(const spec::Node& node) {
  return node.op == spec::Op::kConstant && node.type.is_float() && (node.bits & (node.type.mask() >> 1)) == 0;
}

/// A product that is not itself a constant.
bool is_product(const spec::Stencil& stencil, const spec::Node& node) {
  return node.op == spec::Op::kMul && node.type.is_float() &&
         !std::all_of(node.args.begin(), node.args.end(),
                      [&](spec::NodeId arg) { return node_of(stencil, arg).op == spec::Op::kConstant; });
}

std::map<spec::NodeId, int> readers_of(const spec::Stencil& stencil, const std::vector<spec::NodeId>& nodes) {
  std::map<spec::NodeId, int> readers;
  for (const spec::NodeId id : nodes) {
    for (const spec::NodeId arg : node_of(stencil, id).args) ++readers[arg];
  }
  return readers;
}

/// Nodes that differ from cell to cell.
std::set<spec::NodeId> of_cells(const spec::Stencil& stencil, const std::vector<spec::NodeId>& nodes) {
  std::set<spec::NodeId> found;
  for (const spec::NodeId id : nodes) {
    const spec::Node& node = node_of(stencil, id);
    if (spec::is_of_cell(node.op) ||
        std::ranges::any_of(node.args, [&](spec::NodeId arg) { return found.contains(arg); }))
      found.insert(id);
  }
  return found;
}

/// The function that compares a product with zero, or zero with a product if `zero_first`.
std::optional<ops::Function> function_of(spec::Op op, bool zero_first) {
  const spec::Operation& row = spec::operation_of(op);
  if (row.typing != spec::Typing::kComparison) return std::nullopt;
  const bool swapped = zero_first && !row.commutes;
  return ops::Function(op, swapped ? ops::Variant::kOfProductSwapped : ops::Variant::kOfProduct);
}

}  // namespace

std::map<spec::NodeId, ProductComparison> product_comparisons(const spec::Stencil& stencil,
                                                              const std::vector<spec::NodeId>& nodes) {
  auto readers = readers_of(stencil, nodes);
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

namespace {

bool is_hard_sum(const spec::Node& node) { return node.op == spec::Op::kHardAdd || node.op == spec::Op::kHardSub; }

/// The operator of the sum that also computes the product of operand `side`, in one block.
ProductSum with_product(const spec::Stencil& stencil, const spec::Node& sum, std::size_t side) {
  const spec::NodeId product = sum.args[side], other = sum.args[1 - side];
  const spec::Node& factors = node_of(stencil, product);
  ProductSum with{product, factors.args, request_of(stencil, factors)};
  with.operands.push_back(other);
  const spec::Node& last = node_of(stencil, other);
  with.request.constants.push_back(last.op == spec::Op::kConstant ? std::optional(last.bits) : std::nullopt);
  const bool is_last = sum.op == spec::Op::kHardSub && side == 1;
  with.request.function = {sum.op, is_last ? ops::Variant::kProductLast : ops::Variant::kProductFirst};
  return with;
}

}  // namespace

std::map<spec::NodeId, ProductSum> product_sums(const spec::Stencil& stencil, const std::vector<spec::NodeId>& nodes) {
  const auto is_hard_product = [&](spec::NodeId id) { return node_of(stencil, id).op == spec::Op::kHardMul; };
  if (std::ranges::none_of(nodes, is_hard_product)) return {};
  std::map<spec::NodeId, std::vector<spec::NodeId>> readers;  // listed twice if both operands are the same
  for (const spec::NodeId id : nodes) {
    for (const spec::NodeId arg : node_of(stencil, id).args) readers[arg].push_back(id);
  }
  std::map<spec::NodeId, ProductSum> found;
  const std::set<spec::NodeId> varies = of_cells(stencil, nodes);
  for (const spec::NodeId product : nodes) {
    if (!is_hard_product(product) || !varies.contains(product)) continue;
    const std::vector<spec::NodeId>& sums = readers[product];
    const bool all_take_it = !sums.empty() && std::ranges::all_of(sums, [&](spec::NodeId sum) {
      return is_hard_sum(node_of(stencil, sum)) && !found.contains(sum) && std::ranges::count(sums, sum) == 1;
    });
    if (!all_take_it) continue;
    for (const spec::NodeId sum : sums) {
      const spec::Node& node = node_of(stencil, sum);
      found.emplace(sum, with_product(stencil, node, node.args[0] == product ? 0 : 1));
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
