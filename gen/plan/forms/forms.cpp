// Builds the program with aligned values: one pass over the nodes, each in its form, followed by its conversions.
#include "plan/forms/forms.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hw/delay_model.hpp"
#include "ops/memo.hpp"
#include "ops/registry.hpp"
#include "ops/request.hpp"
#include "plan/executor_plan.hpp"
#include "plan/plan.hpp"
#include "plan/timing/kernel_cut.hpp"
#include "spec/aligned.hpp"
#include "spec/operations.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

std::size_t side(bool aligned) { return aligned ? 1 : 0; }

class Former {
 public:
  Former(const spec::Stencil& from, const Forms& forms) : from_(from), forms_(forms), to_(from) {}

  spec::Stencil run() {
    for (const spec::ArrayId a : from_.arrays.ids()) {
      if (!forms_.arrays[a]) continue;
      spec::Array& array = to_.arrays[a];
      align_rule(array.type, array.boundary);
      align_rule(array.type, array.boundary_high);
      array.type = spec::aligned(array.type);
    }
    for (const spec::ParamId p : from_.params.ids()) {
      spec::Param& param = to_.params[p];
      if (!forms_.params[p]) continue;
      param.value = spec::aligned_bits(param.type, param.value);
      for (std::uint64_t& value : param.by_step) value = spec::aligned_bits(param.type, value);
      param.type = spec::aligned(param.type);
    }
    note_wants();
    to_.nodes.clear();
    made_.assign(from_.nodes.size(), {});
    for (const spec::NodeId id : from_.nodes.ids()) make(id);
    for (const spec::StageId s : from_.stages.ids()) to_.stages[s].root = made(from_.stages[s].root, wants_result(s));
    for (const spec::ParamId p : from_.params.ids())
      if (from_.params[p].next.valid()) to_.params[p].next = made(from_.params[p].next, false);
    if (from_.until.valid()) to_.until = made(from_.until, false);
    return std::move(to_);
  }

 private:
  static void align_rule(const spec::Type& type, spec::BoundaryRule& rule) {
    for (auto& b : rule)
      if (spec::is_constant(b)) b->constant = spec::aligned_bits(type, b->constant);
  }

  [[nodiscard]] bool wants_result(spec::StageId s) const {
    return forms_.arrays[from_.streams[from_.stages[s].output].array] &&
           from_.nodes[from_.stages[s].root].type.is_float();
  }

  [[nodiscard]] bool wants_operand(spec::NodeId id, std::size_t operand) const {
    return forms_.nodes[id] && is_formed_operand(from_.nodes[id], operand) &&
           from_.nodes[from_.nodes[id].args[operand]].type.is_float();
  }

  /// The form in which a value is computed.
  [[nodiscard]] bool is_aligned(spec::NodeId id) const {
    const spec::Node& node = from_.nodes[id];
    if (node.op == spec::Op::kTap) return forms_.arrays[from_.streams[node.stream].array];
    if (node.op == spec::Op::kParam) return forms_.params[node.param()];
    return node.type.is_float() && forms_.nodes[id];
  }

  void note_wants() {
    wants_.assign(from_.nodes.size(), {false, false});
    for (const spec::NodeId id : from_.nodes.ids()) {
      const spec::Node& node = from_.nodes[id];
      for (std::size_t i = 0; i < node.args.size(); ++i) wants_[node.args[i]][side(wants_operand(id, i))] = true;
    }
    for (const spec::StageId s : from_.stages.ids()) wants_[from_.stages[s].root][side(wants_result(s))] = true;
    for (const spec::Param& param : from_.params)
      if (param.next.valid()) wants_[param.next][side(false)] = true;
    if (from_.until.valid()) wants_[from_.until][side(false)] = true;
  }

  void make(spec::NodeId id) {
    spec::Node node = from_.nodes[id];
    for (std::size_t i = 0; i < node.args.size(); ++i) node.args[i] = made(node.args[i], wants_operand(id, i));
    const spec::Type type = node.type;
    if (node.op == spec::Op::kConstant) {
      // One constant for each form that is read.
      if (wants_[id][side(true)]) {
        spec::Node placed = node;
        placed.type = spec::aligned(type);
        placed.bits = spec::aligned_bits(type, node.bits);
        made_[id][side(true)] = to_.nodes.push_back(std::move(placed));
      }
      if (wants_[id][side(false)] || !wants_[id][side(true)])
        made_[id][side(false)] = to_.nodes.push_back(std::move(node));
      return;
    }
    const bool aligned = is_aligned(id);
    if (aligned) {
      node.type = spec::aligned(type);
      if (node.op == spec::Op::kTap) align_rule(type, node.boundary);
    }
    const SourceLocation where = node.where;
    made_[id][side(aligned)] = to_.nodes.push_back(std::move(node));
    if (!wants_[id][side(!aligned)]) return;
    spec::Node conversion;
    conversion.op = spec::Op::kCast;
    conversion.type = aligned ? type : spec::aligned(type);
    conversion.args = {made_[id][side(aligned)]};
    conversion.where = where;
    made_[id][side(!aligned)] = to_.nodes.push_back(std::move(conversion));
  }

  [[nodiscard]] spec::NodeId made(spec::NodeId id, bool aligned) const { return made_[id][side(aligned)]; }

  const spec::Stencil& from_;
  const Forms& forms_;
  spec::Stencil to_;
  IndexVector<spec::NodeId, std::array<bool, 2>> wants_;         ///< indexed by side()
  IndexVector<spec::NodeId, std::array<spec::NodeId, 2>> made_;  ///< indexed by side()
};

/// Cycles of the longest conversion of an array at the entrance (`enters`) or at the exit.
int longest(const spec::Stencil& stencil, const spec::Stencil& formed, const Target& target, ops::Memo& operators,
            bool enters) {
  int cycles = 0;
  for (const spec::ArrayId a : stencil.arrays.ids()) {
    const spec::Array& array = stencil.arrays[a];
    const spec::Type& inside = formed.arrays[a].type;
    const bool passes =
        array.role == spec::Role::kState || array.role == (enters ? spec::Role::kInput : spec::Role::kOutput);
    if (!inside.aligned || !passes) continue;
    const ops::Request request{
        spec::Op::kCast, enters ? array.type : inside, enters ? inside : array.type, false, {std::nullopt}};
    const KernelCut cut = kernel_cut(request, target.device, target.clock.period_ps);
    cycles = std::max({cycles, 1, operators.latency_for(request, target.device, target.clock.period_ps, cut.count)});
  }
  return cycles;
}

}  // namespace

bool Forms::any() const {
  const auto has = [](const auto& all) { return std::any_of(all.begin(), all.end(), [](bool b) { return b; }); };
  return has(arrays) || has(params) || has(nodes);
}

bool is_formed_operand(const spec::Node& node, std::size_t operand) {
  return node.op != spec::Op::kSelect || operand > 0;
}

bool has_aligned_form(const spec::Program& program, const spec::Node& node) {
  if (node.args.empty() || !ops::operator_of(node.op).has_aligned) return false;
  // Fused sums only if all their factors are constants.
  const bool by_constants = std::ranges::all_of(node.fused.terms, [&](const spec::FusedTerm& term) {
    return term.kind == spec::FusedTerm::Kind::kPlain ||
           (term.kind == spec::FusedTerm::Kind::kScaled &&
            program.nodes[node.args[static_cast<std::size_t>(term.factor)]].op == spec::Op::kConstant);
  });
  return by_constants && spec::can_align(program.nodes[node.args.back()].type);
}

spec::Stencil with_forms(const spec::Stencil& stencil, const Forms& forms) { return Former(stencil, forms).run(); }

Formed formed_program(const spec::Stencil& stencil, const Target& target) {
  if (stencil.hardware.arithmetic == spec::ArithmeticForm::kIeee) return {};
  const Forms forms = choose_forms(stencil, target);
  if (!forms.any()) return {};
  return {std::make_shared<const spec::Stencil>(with_forms(stencil, forms)), forms.saved_luts};
}

FormCounts count_forms(const Plan& plan) {
  FormCounts counts;
  for (const StagePlan& stage : plan.executor.stages) {
    for (const NodeSchedule& n : stage.kernel.nodes) {
      if (!n.is_operator || n.is_folded) continue;
      const bool from = n.request.operand.aligned;
      if (n.request.function == ops::Function(spec::Op::kCast) && from != n.request.result.aligned) {
        ++counts.conversions;
        continue;
      }
      ++counts.operators;
      if (from) ++counts.aligned;
    }
  }
  return counts;
}

Ends ends_of(const spec::Stencil& stencil, const spec::Stencil& inside, const Target& target, ops::Memo& operators) {
  return {longest(stencil, inside, target, operators, true), longest(stencil, inside, target, operators, false)};
}

}  // namespace rtlgen::plan
