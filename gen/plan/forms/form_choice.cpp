// The choice of forms as a minimum cut; the first side is aligned.
//
// Every value is a node, on the side of its form. An operator is on the side of its result. Each Kernel that reads a
// value adds two more nodes: one is on the first side if a reader needs the aligned form, the other on the second side
// if a reader needs IEEE. A conversion is paid if the value and one of these nodes are on different sides, once for all
// readers in a Kernel.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "analysis/windows.hpp"
#include "hw/delay_model.hpp"
#include "hw/dsp_block.hpp"
#include "hw/pipeline_graph.hpp"
#include "ops/request.hpp"
#include "plan/forms/form_costs.hpp"
#include "plan/forms/forms.hpp"
#include "plan/forms/min_cut.hpp"
#include "plan/target.hpp"
#include "plan/timing/magnitudes.hpp"
#include "plan/timing/products.hpp"
#include "plan/timing/schedule.hpp"
#include "spec/aligned.hpp"
#include "spec/operations.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

constexpr std::int64_t kWanted = std::int64_t{1} << 30;  ///< cost of an IEEE value if all are to be aligned

class FormChoice {
 public:
  FormChoice(const spec::Stencil& stencil, const Target& target)
      : stencil_(stencil),
        aligns_all_(stencil.hardware.arithmetic == spec::ArithmeticForm::kAligned),
        device_(target.device),
        // True for AMD's rectangular DSP tiles, if products do not use the registers of their blocks: a row of 27 bits
        // does not fit such a tile.
        no_products_(device_.dsp_block().width_b < device_.dsp_block().width_a &&
                     target.clock.period_ps > hw::PipelineGraph::kFastPeriodPs) {}

  Forms run();

 private:
  struct Wants {
    int aligned = -1, ieee = -1;
  };
  struct Value {
    int node = -1;                         ///< index in the cut
    std::int64_t conversion = 0;           ///< cost of one conversion
    std::map<spec::StageId, Wants> wants;  ///< keyed by the stage that reads it
  };

  void add_array(spec::ArrayId a);
  void add_param(spec::ParamId p);
  void add_stage(spec::StageId stage);
  void add_operator(spec::NodeId id);
  /// Adds a value with its cost in each form; `conversion` is the cost for readers that need the other form.
  Value make_value(bool can, std::int64_t ieee, std::int64_t aligned, std::int64_t conversion);
  void read(Value& value, int reader, spec::StageId stage);
  void add_conversion(int first, int second, std::int64_t luts);
  void tie(int a, int b);
  [[nodiscard]] std::int64_t weighted(int luts, std::int64_t times) const {
    return std::int64_t{luts} * times * stencil_.hardware.cells_per_cycle * stencil_.hardware.steps;
  }
  [[nodiscard]] std::optional<ops::Request> request_for(spec::NodeId id) const;
  [[nodiscard]] bool can_be_aligned(spec::NodeId id) const;

  const spec::Stencil& stencil_;
  bool aligns_all_;
  const hw::DelayModel& device_;
  bool no_products_;
  struct Price {
    int node;
    std::int64_t aligned, ieee;
  };
  struct Conversion {
    int first, second;  ///< paid if `first` is on the first side and `second` on the second
    std::int64_t luts;
  };
  MinCut cut_;
  std::vector<Price> prices_;
  std::vector<Conversion> conversions_;
  IndexVector<spec::ArrayId, int> arrays_;  ///< nodes of the cut
  IndexVector<spec::ParamId, int> params_;  ///< nodes of the cut
  std::map<spec::NodeId, Value> values_;
  std::map<spec::NodeId, std::vector<spec::StageId>> stages_;  ///< stages whose Kernels compute a node
  std::map<spec::NodeId, ProductComparison> comparisons_;
  std::set<spec::NodeId> absorbed_, without_subnormals_;
};

bool is_constant(const spec::Node& node) { return node.op == spec::Op::kConstant; }

FormChoice::Value FormChoice::make_value(bool can, std::int64_t ieee, std::int64_t aligned, std::int64_t conversion) {
  Value v{cut_.add_node(), conversion, {}};
  if (!can)
    cut_.add_cost(v.node, MinCut::kNever, 0);
  else
    cut_.add_cost(v.node, aligned, aligns_all_ ? ieee + kWanted : ieee);
  if (can) prices_.push_back({v.node, aligned, ieee});
  return v;
}

void FormChoice::read(Value& value, int reader, spec::StageId stage) {
  Wants& wants = value.wants[stage];
  if (wants.aligned < 0) {
    wants = {cut_.add_node(), cut_.add_node()};
    add_conversion(wants.aligned, value.node, value.conversion);
    add_conversion(value.node, wants.ieee, value.conversion);
  }
  cut_.add_pair(reader, wants.aligned, MinCut::kNever);
  cut_.add_pair(wants.ieee, reader, MinCut::kNever);
}

void FormChoice::add_conversion(int first, int second, std::int64_t luts) {
  cut_.add_pair(first, second, luts);
  conversions_.push_back({first, second, luts});
}

void FormChoice::tie(int a, int b) {
  cut_.add_pair(a, b, MinCut::kNever);
  cut_.add_pair(b, a, MinCut::kNever);
}

/// Words are converted on entry and exit; a window keeps more bits of each cell that is read.
void FormChoice::add_array(spec::ArrayId a) {
  const spec::Array& array = stencil_.arrays[a];
  if (!spec::can_align(array.type) || array.held()) {
    arrays_.push_back(make_value(false, 0, 0, 0).node);
    return;
  }
  const int conversion = conversion_cost(array.type, device_);
  int ends = 0;
  if (array.role == spec::Role::kState || array.role == spec::Role::kInput) ends += conversion;
  if (array.role == spec::Role::kState || array.role == spec::Role::kOutput) ends += conversion;
  int cells = 1;
  for (const spec::Node& node : stencil_.nodes)
    if (node.op == spec::Op::kTap && stencil_.streams[node.stream].array == a) ++cells;
  const int more_bits = spec::aligned(array.type).width - array.type.width;
  arrays_.push_back(
      make_value(true, 0, weighted(cells * more_bits, 1) + ends * stencil_.hardware.cells_per_cycle, 0).node);
}

/// Parameters are converted once in the core, or at generation time if they have values by step.
void FormChoice::add_param(spec::ParamId p) {
  const spec::Param& param = stencil_.params[p];
  const bool can = spec::can_align(param.type);
  const int once = can && param.by_step.empty() ? conversion_cost(param.type, device_) : 0;
  params_.push_back(make_value(can, 0, once, 0).node);
}

/// The request of the operator for `id`, in IEEE form.
std::optional<ops::Request> FormChoice::request_for(spec::NodeId id) const {
  const spec::Node& node = stencil_.nodes[id];
  const auto comparison = comparisons_.find(id);
  if (comparison != comparisons_.end()) return comparison->second.request;
  std::optional<ops::Request> request = square_request(stencil_, node);
  if (!request) request = operator_request(stencil_, node);
  if (request && without_subnormals_.contains(id)) request->flush_subnormals = true;
  return request;
}

bool FormChoice::can_be_aligned(spec::NodeId id) const {
  const spec::Node& node = stencil_.nodes[id];
  if (!has_aligned_form(stencil_, node)) return false;
  if (!no_products_) return true;
  const auto request = request_for(id);
  return !request || !has_multiplier(*request);
}

void FormChoice::add_operator(spec::NodeId id) {
  const spec::Node& node = stencil_.nodes[id];
  const auto times = static_cast<std::int64_t>(stages_.at(id).size());
  const std::int64_t conversion = spec::can_align(node.type) ? weighted(conversion_cost(node.type, device_), 1) : 0;
  if (node.op == spec::Op::kTap || node.op == spec::Op::kParam) {
    const Value& v = values_[id] = make_value(true, 0, 0, conversion);
    tie(v.node, node.op == spec::Op::kTap ? arrays_[stencil_.streams[node.stream].array] : params_[node.param()]);
    return;
  }
  FormCost cost;
  const bool can = can_be_aligned(id);
  if (can && node.op == spec::Op::kSelect) cost = selection_cost(node.type);
  if (can && node.op != spec::Op::kSelect && !absorbed_.contains(id)) {
    const auto request = request_for(id);
    if (request) cost = form_cost(*request, device_);
  }
  const Value& v = values_[id] = make_value(can, weighted(cost.ieee, times), weighted(cost.aligned, times), conversion);
  for (const spec::NodeId operand : node.args) {
    const spec::Node& arg = stencil_.nodes[operand];
    if (!arg.type.is_float() || is_constant(arg)) continue;
    for (const spec::StageId stage : stages_.at(id)) read(values_.at(operand), v.node, stage);
  }
  // The operator of a comparison also computes its product.
  const auto comparison = comparisons_.find(id);
  if (comparison != comparisons_.end()) tie(v.node, values_.at(comparison->second.product).node);
}

void FormChoice::add_stage(spec::StageId stage) {
  const spec::NodeId root = stencil_.stages[stage].root;
  if (stencil_.nodes[root].type.is_float() && !is_constant(stencil_.nodes[root]))
    read(values_.at(root), arrays_[stencil_.streams[stencil_.stages[stage].output].array], stage);
}

Forms FormChoice::run() {
  for (const spec::ArrayId a : stencil_.arrays.ids()) add_array(a);
  for (const spec::ParamId p : stencil_.params.ids()) add_param(p);
  for (const spec::StageId stage : stencil_.stages.ids()) {
    const std::vector<spec::NodeId> nodes = analysis::collect_reads(stencil_, stage).nodes;
    for (const spec::NodeId id : nodes) stages_[id].push_back(stage);
    for (const auto& [comparison, of] : product_comparisons(stencil_, nodes)) {
      comparisons_[comparison] = of;
      absorbed_.insert(of.product);
    }
    without_subnormals_.merge(never_subnormal(stencil_, nodes));
  }
  for (const auto& [id, in] : stages_) {
    if (!is_constant(stencil_.nodes[id])) add_operator(id);
  }
  for (const spec::StageId stage : stencil_.stages.ids()) add_stage(stage);
  const std::vector<bool> first = cut_.solve();
  Forms forms;
  const auto side = [&](int node) { return static_cast<bool>(first[static_cast<std::size_t>(node)]); };
  for (const int node : arrays_) forms.arrays.push_back(side(node));
  for (const int node : params_) forms.params.push_back(side(node));
  forms.nodes.assign(stencil_.nodes.size(), false);
  for (const auto& [id, v] : values_) forms.nodes[id] = side(v.node);
  for (const Price& p : prices_) forms.saved_luts += side(p.node) ? p.ieee - p.aligned : 0;
  for (const Conversion& c : conversions_) forms.saved_luts -= side(c.first) && !side(c.second) ? c.luts : 0;
  return forms;
}

}  // namespace

Forms choose_forms(const spec::Stencil& stencil, const Target& target) {
  if (stencil.hardware.arithmetic == spec::ArithmeticForm::kIeee) {
    Forms none;
    none.arrays.assign(stencil.arrays.size(), false);
    none.params.assign(stencil.params.size(), false);
    none.nodes.assign(stencil.nodes.size(), false);
    return none;
  }
  return FormChoice(stencil, target).run();
}

}  // namespace rtlgen::plan
