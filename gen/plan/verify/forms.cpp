// Proof of the forms: without its conversions the formed program equals the program, and every operator has its
// operands in the form that it expects. Shares no code with the choice of forms or the pass that makes the formed
// program.
#include <algorithm>
#include <set>
#include <utility>

#include "ops/registry.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/aligned.hpp"
#include "spec/operations.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

spec::Type format_of(const spec::Type& type) { return type.aligned ? spec::unaligned(type) : type; }

/// `bits` of the format, in the form of `type`.
std::uint64_t formed_bits(const spec::Type& type, std::uint64_t bits) {
  return type.aligned ? spec::aligned_bits(format_of(type), bits) : bits;
}

class FormProof {
 public:
  FormProof(const Plan& plan, const spec::Stencil& formed) : plan_(plan), stencil_(*plan.stencil), formed_(formed) {}

  void run() {
    check_arrays();
    check_params();
    need(formed_.streams.size() == stencil_.streams.size() && formed_.stages.size() == stencil_.stages.size(),
         "a stage or stream is missing");
    for (const spec::StreamId i : stencil_.streams.ids())
      need(formed_.streams[i] == stencil_.streams[i], "a stream differs");
    for (const spec::StageId i : stencil_.stages.ids()) {
      const spec::Stage &stage = stencil_.stages[i], &formed = formed_.stages[i];
      need(formed.output == stage.output && formed.old_stream == stage.old_stream && formed.border == stage.border &&
               formed.reach_low == stage.reach_low && formed.reach_high == stage.reach_high &&
               formed.sweep == stage.sweep && formed.mirror == stage.mirror,
           "a stage differs");
      need(formed_.nodes[formed.root].type == formed_.arrays[formed_.streams[formed.output].array].type,
           "a result is not in the form of its array");
      match(formed.root, stage.root);
    }
    check_ends();
  }

 private:
  void need(bool good, const std::string& what) const { require(plan_, good, "forms: " + what); }

  void check_arrays() const {
    need(std::equal(formed_.regions.begin(), formed_.regions.end(), stencil_.regions.begin(), stencil_.regions.end()),
         "a region differs");
    need(formed_.arrays.size() == stencil_.arrays.size(), "an array is missing");
    for (const spec::ArrayId a : stencil_.arrays.ids()) {
      const spec::Array &array = stencil_.arrays[a], &formed = formed_.arrays[a];
      need(!array.type.aligned, "the program has an aligned array");
      need(format_of(formed.type) == array.type && formed.role == array.role && formed.spans == array.spans,
           "an array differs");
      need(!formed.type.aligned || !array.held(), "an array that is loaded is aligned");
    }
  }

  void check_params() const {
    need(formed_.params.size() == stencil_.params.size(), "a parameter is missing");
    for (const spec::ParamId p : stencil_.params.ids()) {
      const spec::Param &param = stencil_.params[p], &formed = formed_.params[p];
      need(format_of(formed.type) == param.type && formed.by_step.size() == param.by_step.size(),
           "a parameter differs");
      for (std::size_t i = 0; i < param.by_step.size(); ++i)
        need(formed.by_step[i] == formed_bits(formed.type, param.by_step[i]), "a parameter has another value");
    }
  }

  [[nodiscard]] bool converts(const spec::Node& node) const {
    if (node.op != spec::Op::kCast) return false;
    const spec::Type& from = formed_.nodes[node.args[0]].type;
    return from.aligned != node.type.aligned && format_of(from) == format_of(node.type);
  }

  /// Checks that `formed` and its parts compute `original` and its parts. Not recursive, because a fold has thousands
  /// of terms, each an argument of the next.
  void match(spec::NodeId formed, spec::NodeId original) {
    std::vector<std::pair<spec::NodeId, spec::NodeId>> rest{{formed, original}};
    while (!rest.empty()) {
      const auto [from, to] = rest.back();
      rest.pop_back();
      const spec::NodeId value = unconverted(from);
      if (!seen_.emplace(value, to).second) continue;
      match_node(formed_.nodes[value], stencil_.nodes[to]);
      for (std::size_t i = 0; i < stencil_.nodes[to].args.size(); ++i)
        rest.emplace_back(formed_.nodes[value].args[i], stencil_.nodes[to].args[i]);
    }
  }

  /// The node, stripped of its conversions.
  [[nodiscard]] spec::NodeId unconverted(spec::NodeId id) const {
    while (converts(formed_.nodes[id])) {
      need(!converts(formed_.nodes[formed_.nodes[id].args[0]]), "a value is converted back and forth");
      id = formed_.nodes[id].args[0];
    }
    return id;
  }

  void match_node(const spec::Node& a, const spec::Node& b) const {
    need(a.op == b.op && a.index == b.index && a.fused == b.fused && a.args.size() == b.args.size(),
         "an operator differs");
    need(format_of(a.type) == b.type, "a value has another format");
    if (a.op == spec::Op::kConstant) need(a.bits == formed_bits(a.type, b.bits), "a constant has another value");
    if (a.op == spec::Op::kTap) check_tap(a, b);
    if (a.op == spec::Op::kParam) need(a.type == formed_.params[a.param()].type, "a parameter is read in another form");
    check_operands(a);
  }

  void check_tap(const spec::Node& a, const spec::Node& b) const {
    need(a.stream == b.stream && a.offset == b.offset && a.own == b.own, "a read is of another cell");
    need(a.type == formed_.arrays[formed_.streams[a.stream].array].type, "a read is not in the form of its array");
    for (std::size_t axis = 0; axis < spec::kMaxAxes; ++axis) {
      const std::optional<spec::Boundary>&x = a.boundary[axis], &y = b.boundary[axis];
      const std::uint64_t constant = spec::constant_bits(y);
      need(spec::kind_of(x) == spec::kind_of(y) &&
               spec::constant_bits(x) == (spec::is_constant(x) ? formed_bits(a.type, constant) : constant),
           "a read has another boundary");
    }
  }

  /// Checks that all floats of an operator are in one form, and IEEE if the operator has no aligned form.
  void check_operands(const spec::Node& node) const {
    std::set<bool> forms;
    for (const spec::NodeId arg : node.args)
      if (formed_.nodes[arg].type.is_float()) forms.insert(formed_.nodes[arg].type.aligned);
    if (!node.args.empty() && node.type.is_float()) forms.insert(node.type.aligned);
    need(forms.size() < 2, "operands of one operator are in two forms");
    need(!forms.contains(true) || node.args.empty() || ops::operator_of(node.op).has_aligned,
         "an operator has no aligned form");
  }

  void check_ends() const {
    bool enters = false, leaves = false;
    for (const spec::Array& array : formed_.arrays) {
      const bool is_state = array.role == spec::Role::kState;
      enters = enters || (array.type.aligned && (is_state || array.role == spec::Role::kInput));
      leaves = leaves || (array.type.aligned && (is_state || array.role == spec::Role::kOutput));
    }
    need((plan_.entrance_latency > 0) == enters && (plan_.exit_latency > 0) == leaves,
         "words are converted unnecessarily, or not at all");
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  const spec::Stencil& formed_;
  std::set<std::pair<spec::NodeId, spec::NodeId>> seen_;
};

}  // namespace

void verify_forms(const Plan& plan) {
  if (plan.formed) return FormProof(plan, *plan.formed).run();
  require(plan, plan.entrance_latency == 0 && plan.exit_latency == 0, "words are converted where nothing is aligned");
}

}  // namespace rtlgen::plan
