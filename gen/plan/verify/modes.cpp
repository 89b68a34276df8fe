// Proof by trial that an operator built with a `flush` other than the program's returns the same bits: it does not
// compute from data of a float type, and no result differs for many values of its inputs.
#include <algorithm>
#include <map>
#include <optional>
#include <random>

#include "ops/hard.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/hard_float.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

constexpr int kTrials = 200;

class Modes {
 public:
  explicit Modes(const Plan& plan) : plan_(plan), stencil_(plan.inside()) {}

  void check(const StagePlan& stage) {
    const auto& nodes = stage.kernel.nodes;
    const bool flush = stencil_.subnormals == spec::Subnormals::kFlush;
    // Hard blocks have their own mode, and so does the logic that replaces them.
    const auto differs = [&](const NodeSchedule& n) {
      const bool flushes = flush || spec::is_hard(stencil_.nodes[n.node].op);
      return n.is_operator && !ops::is_hard(n.request) && n.request.flush_subnormals != flushes &&
             (n.request.operand.is_float() || n.request.result.is_float());
    };
    if (std::none_of(nodes.begin(), nodes.end(), differs)) return;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::map<spec::NodeId, std::optional<std::uint64_t>> value;
      for (const NodeSchedule& n : nodes) {
        const spec::Node& node = stencil_.nodes[n.node];
        if (node.args.empty()) {
          value[n.node] = leaf(node, trial);
          continue;
        }
        std::vector<std::uint64_t> operands;
        for (const spec::NodeId arg : node.args) {
          if (value.at(arg)) operands.push_back(*value.at(arg));
        }
        const bool all = operands.size() == node.args.size();
        require(plan_, all || !differs(n), "an operator of data does not keep subnormals as the program does");
        value[n.node] = all ? meaning_of(node, operands) : std::nullopt;
        // Integers and fixed-point numbers that depend on data, and values without an operator, may be anything.
        if (!value[n.node] && !node.type.is_float()) value[n.node] = anything(node.type, trial);
        if (!differs(n)) continue;
        // A square has one operand, and a comparison of a product its factors.
        std::vector<std::uint64_t> taken;
        for (const spec::NodeId operand : n.operands) taken.push_back(value.at(operand).value_or(0));
        require(plan_, value[n.node] && ops::evaluate(n.request, taken) == *value[n.node],
                "an operator meets a subnormal number and treats it in another way than the program");
      }
    }
  }

 private:
  /// The value of an operation for these operands, as the program defines it; nullopt: it is logic without an operator.
  [[nodiscard]] std::optional<std::uint64_t> meaning_of(const spec::Node& node,
                                                        const std::vector<std::uint64_t>& operands) const {
    if (node.op == spec::Op::kSelect) return operands[operands[0] != 0 ? 1 : 2];
    if (!ops::operator_of(node.op).has_module()) return std::nullopt;
    const spec::Type& operand = stencil_.nodes[node.args[0]].type;
    const bool is_lookup = node.op == spec::Op::kLookup;
    const bool of_floats = operand.is_float() || node.type.is_float();
    const bool by_program = of_floats && !is_lookup && !spec::is_hard(node.op);  // hard blocks always flush
    ops::Request request;
    request.function = node.op;
    request.operand = operand;
    request.result = node.type;
    request.flush_subnormals = by_program && stencil_.subnormals == spec::Subnormals::kFlush;
    request.constants.resize(operands.size());
    request.fused = node.fused;
    if (operand.is_fixed() || node.type.is_fixed()) {
      request.rounding = stencil_.rounding;
      request.overflow = stencil_.overflow;
    }
    if (is_lookup) request.table = stencil_.tables[node.table()];
    return ops::evaluate(request, operands);
  }

  std::optional<std::uint64_t> leaf(const spec::Node& node, int trial) {
    if (node.op == spec::Op::kConstant) return node.bits;
    if (node.op == spec::Op::kParam && !stencil_.params[node.param()].by_step.empty())
      return stencil_.params[node.param()].value_at(
          static_cast<std::int64_t>(random_() % stencil_.params[node.param()].by_step.size()));
    if (node.type.is_float()) return std::nullopt;
    return anything(node.type, trial);
  }

  /// Small numbers first, then any of any size, of either sign.
  std::uint64_t anything(const spec::Type& type, int trial) {
    const std::uint64_t any = trial < 40 ? static_cast<std::uint64_t>(trial - 20) : random_() >> (random_() % 64);
    return (trial % 2 == 0 ? any : ~any) & type.mask();
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  std::mt19937_64 random_{20261121};
};

}  // namespace

void verify_modes(const Plan& plan) {
  Modes modes(plan);
  for (const StagePlan& stage : plan.executor.stages) modes.check(stage);
}

}  // namespace rtlgen::plan
