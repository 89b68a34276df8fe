// Rewrites expressions from their leaves up.
#include "frontend/expr/hard.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "frontend/expr/constants.hpp"
#include "frontend/expr/lower.hpp"
#include "spec/hard_float.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

class Hardening {
 public:
  Hardening(Graph& graph, ConstantLosses& losses, Diagnostics& diagnostics)
      : graph_(graph), losses_(losses), diagnostics_(diagnostics) {}

  spec::NodeId rewrite(spec::NodeId id) {
    const auto known = rewritten_.find(id);
    if (known != rewritten_.end()) return known->second;
    spec::Node node = graph_.at(id);
    for (spec::NodeId& arg : node.args) arg = rewrite(arg);
    const auto hard = node.type.is_float() ? spec::hard_op(node.op) : std::nullopt;
    if (hard && node.type == spec::Type::float_of(8, 23)) {
      node.op = *hard;
      any_ = true;
      for (const spec::NodeId arg : node.args) note(graph_.at(arg), node.where);
    } else if (hard && !refused_) {
      refused_ = true;
      diagnostics_.error(Code::kUnsupportedByHardBlocks, node.where,
                         fmt::format("hard blocks compute float32, but this is {}", node.type.name()),
                         {"give its operands 'type: float32', or the line 'arithmetic: ieee'"});
    }
    return rewritten_[id] = graph_.add(std::move(node));
  }

  [[nodiscard]] bool any() const { return any_ || refused_; }

 private:
  void note(const spec::Node& operand, const SourceLocation& where) {
    const bool is_reported = graph_.stencil().subnormals == spec::Subnormals::kFlush;  // reported at the constant
    if (operand.op != spec::Op::kConstant || is_reported) return;
    const Exact value = decode(operand.bits, operand.type);
    losses_.note(value, operand.type, where, FlushedBy::kHardBlock);
  }

  Graph& graph_;
  ConstantLosses& losses_;
  Diagnostics& diagnostics_;
  std::map<spec::NodeId, spec::NodeId> rewritten_;
  bool any_ = false;
  bool refused_ = false;  ///< reported once per line
};

}  // namespace

Hardened harden(Graph& graph, spec::NodeId root, ConstantLosses& losses, Diagnostics& diagnostics) {
  Hardening hardening(graph, losses, diagnostics);
  const spec::NodeId out = hardening.rewrite(root);
  return {out, hardening.any()};
}

void refuse_hard(const SourceLocation& where, const std::string& what, Diagnostics& diagnostics) {
  diagnostics.error(Code::kUnsupportedByHardBlocks, where,
                    fmt::format("'arithmetic: hard' is for +, - and * of float32, but {}", what),
                    {"leave it out, or compute in float32"});
}

}  // namespace rtlgen::frontend
