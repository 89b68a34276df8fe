// Evaluates a node on constant operands.
#include "plan/timing/fold.hpp"

#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "plan/timing/schedule.hpp"
#include "spec/program.hpp"

namespace rtlgen::plan {

std::optional<std::uint64_t> fold_node(const spec::Program& stencil, const spec::Node& node,
                                       const std::vector<std::uint64_t>& operands) {
  if (node.args.empty()) return std::nullopt;
  if (node.op == spec::Op::kSelect) return operands[0] != 0 ? operands[1] : operands[2];
  std::optional<ops::Request> request = operation_of(stencil, node);
  if (!request) return std::nullopt;
  request->constants.assign(node.args.size(), std::nullopt);
  return ops::evaluate(*request, operands);
}

}  // namespace rtlgen::plan
