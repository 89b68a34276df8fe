// Walks the lines and asks the schedule which operator an operation is.
#include "baseline.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "hw/builder.hpp"
#include "ops/operator.hpp"
#include "plan/schedule.hpp"

namespace rtlgen::bench {

namespace {

const spec::Node& node_of(const spec::Stencil& stencil, spec::NodeId id) {
  return stencil.nodes[static_cast<std::size_t>(id)];
}

/// The operations of a line, each once.
void collect(const spec::Stencil& stencil, spec::NodeId id, std::set<spec::NodeId>& found) {
  if (!found.insert(id).second) return;
  for (const spec::NodeId arg : node_of(stencil, id).args) collect(stencil, arg, found);
}

/// Known when compiled.
bool is_constant(const spec::Stencil& stencil, spec::NodeId id) {
  const spec::Node& node = node_of(stencil, id);
  if (node.args.empty()) return node.op == spec::Op::kConstant;
  for (const spec::NodeId arg : node.args) {
    if (!is_constant(stencil, arg)) return false;
  }
  return true;
}

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
    default: return std::nullopt;
  }
}

/// The operator of a node; of integers also where it is inline logic, with its constants.
std::optional<ops::Request> request_of(const spec::Stencil& stencil, const spec::Node& node) {
  if (auto request = plan::operator_request(stencil, node)) return request;
  const spec::Type& operand = node_of(stencil, node.args[0]).type;
  const auto function = integer_function(node.op);
  if (!function || !operand.is_integer()) return std::nullopt;
  ops::Request request;
  request.function = *function;
  request.operand = operand;
  request.result = node.type;
  for (const spec::NodeId arg : node.args) {
    const spec::Node& a = node_of(stencil, arg);
    request.constants.push_back(a.op == spec::Op::kConstant ? std::optional(a.bits) : std::nullopt);
  }
  return request;
}

hw::Module selection(int width) {
  hw::Builder b(fmt::format("select{}", width));
  b.summary("selection");
  const hw::Value which = b.input("which", 1);
  const hw::Value a = b.input("a", width);
  b.output("q", mux(which, a, b.input("b", width)));
  return b.finish();
}

}  // namespace

Operators general_operators(const spec::Stencil& reference, const plan::Plan& plan) {
  Operators result;
  for (const spec::Stage& stage : reference.stages) {
    std::set<spec::NodeId> nodes;
    collect(reference, stage.root, nodes);
    for (const spec::NodeId id : nodes) {
      const spec::Node& node = node_of(reference, id);
      if (node.args.empty() || is_constant(reference, id)) continue;
      std::string name;
      if (node.op == spec::Op::kSelect) {
        hw::Module module = selection(node.type.width);
        name = module.name;
        result.modules.try_emplace(name, std::move(module));
      } else {
        auto request = request_of(reference, node);
        if (!request) continue;
        if (request->operand.is_float()) request->constants.assign(node.args.size(), std::nullopt);
        name = ops::base_name(*request);
        if (!result.modules.contains(name)) {
          const bool is_inline = !plan::operator_request(reference, node);
          const int latency = is_inline ? 0 : ops::latency_for(*request, plan.device, plan.period_ps);
          result.modules[name] = ops::build(*request, plan.device, latency);
        }
      }
      ++result.counts[name];
    }
  }
  return result;
}

bool computes_in_float32(const spec::Stencil& stencil) {
  for (std::size_t i = 0; i < stencil.nodes.size(); ++i) {
    const spec::Node& node = stencil.nodes[i];
    const auto request = plan::operator_request(stencil, node);
    if (request && request->operand == spec::Type::float_of(8, 23) && !is_constant(stencil, static_cast<spec::NodeId>(i))) return true;
  }
  return false;
}

}  // namespace rtlgen::bench
