// By ops::evaluate, whose requests the schedule makes; integers that are inline logic get theirs here.
#include "plan/fold.hpp"

#include "ops/operator.hpp"
#include "plan/schedule.hpp"

namespace rtlgen::plan {

namespace {

std::optional<ops::Function> integer_function(spec::Op op) {
  switch (op) {
    case spec::Op::kAdd: return ops::Function::kAdd;
    case spec::Op::kSub: return ops::Function::kSub;
    case spec::Op::kNeg: return ops::Function::kNeg;
    case spec::Op::kAbs: return ops::Function::kAbs;
    case spec::Op::kMin: return ops::Function::kMin;
    case spec::Op::kMax: return ops::Function::kMax;
    case spec::Op::kLt: return ops::Function::kLt;
    case spec::Op::kLe: return ops::Function::kLe;
    case spec::Op::kEq: return ops::Function::kEq;
    case spec::Op::kNe: return ops::Function::kNe;
    case spec::Op::kCast: return ops::Function::kConvert;
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<std::uint64_t> fold_node(const spec::Stencil& stencil, const spec::Node& node,
                                       const std::vector<std::uint64_t>& operands) {
  if (node.args.empty()) return std::nullopt;
  if (node.op == spec::Op::kSelect) return operands[0] != 0 ? operands[1] : operands[2];
  std::optional<ops::Request> request = operator_request(stencil, node);
  if (!request) {
    const spec::Type& operand = stencil.nodes[static_cast<std::size_t>(node.args[0])].type;
    const auto function = integer_function(node.op);
    if (!function || !operand.is_integer() || !node.type.is_integer()) return std::nullopt;
    request.emplace();
    request->function = *function;
    request->operand = operand;
    request->result = node.type;
  }
  request->constants.assign(node.args.size(), std::nullopt);
  return ops::evaluate(*request, operands);
}

}  // namespace rtlgen::plan
