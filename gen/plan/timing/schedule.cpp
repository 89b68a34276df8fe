// ASAP list schedule with chaining: operators are modules that start from registers and end in
// one; inline logic chains within a cycle until the clock period is used up.
#include "plan/timing/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "hw/delay_model.hpp"
#include "hw/hard_float.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "plan/executor_plan.hpp"
#include "plan/limits.hpp"
#include "plan/target.hpp"
#include "plan/timing/kernel_cut.hpp"
#include "plan/timing/magnitudes.hpp"
#include "plan/timing/products.hpp"
#include "spec/hard_float.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::plan {

namespace {

struct Time {
  int cycle = 0;
  int ps = 0;
};

/// An operation that is too slow for the clock.
struct TooSlow {
  const spec::Node* node;
  const char* what_needs;
  int needed_ps;
  const char* or_else;  ///< alternative to a lower clock, appended to the advice; may be empty
};

/// The shortest clock period with enough time for this much logic, in ps.
int period_for(int logic_ps, const hw::DelayModel& device) {
  int period_ps = logic_ps + device.register_overhead;
  while (device.logic_budget(period_ps) < logic_ps) ++period_ps;
  return period_ps;
}

}  // namespace

ops::Request request_of(const spec::Program& stencil, const spec::Node& node) {
  const spec::Type& operand = stencil.nodes[node.args[0]].type;
  ops::Request request;
  request.function = node.op;
  request.operand = operand;
  request.result = node.type;
  request.fused = node.fused;
  if (node.op == spec::Op::kLookup) request.table = stencil.tables[node.table()];
  // Hard blocks always flush.
  request.flush_subnormals = stencil.subnormals == spec::Subnormals::kFlush && !spec::is_hard(node.op) &&
                             node.op != spec::Op::kLookup && (operand.is_float() || node.type.is_float());
  if (operand.is_fixed() || node.type.is_fixed()) {
    request.rounding = stencil.rounding;
    request.overflow = stencil.overflow;
  }
  for (const spec::NodeId arg : node.args) {
    const spec::Node& a = stencil.nodes[arg];
    request.constants.push_back(a.op == spec::Op::kConstant ? std::optional(a.bits) : std::nullopt);
  }
  return request;
}

std::optional<ops::Request> operation_of(const spec::Program& stencil, const spec::Node& node) {
  if (node.args.empty() || !ops::operator_of(node.op).has_module()) return std::nullopt;
  return request_of(stencil, node);
}

std::optional<ops::Request> operator_request(const spec::Program& stencil, const spec::Node& node) {
  auto request = operation_of(stencil, node);
  if (!request) return request;
  const auto is_logic = ops::operator_of(node.op).is_logic;
  if (is_logic != nullptr && is_logic(*request)) return std::nullopt;
  return request;
}

int inline_delay(const spec::Stencil& stencil, const spec::Node& node, const hw::DelayModel& device) {
  if (node.args.empty()) return 0;
  const auto delay = ops::operator_of(node.op).delay;
  return delay == nullptr ? device.lut : delay(request_of(stencil, node), device);
}

namespace {

/// Schedules the nodes of one Kernel, arguments first.
class KernelScheduler {
 public:
  KernelScheduler(const spec::Stencil& stencil, const analysis::StageReads& reads, const std::vector<TapTiming>& taps,
                  const DspChoice& dsp, const Target& target, Diagnostics& diagnostics, ops::Memo& operators)
      : stencil_(stencil),
        reads_(reads),
        taps_(taps),
        dsp_(dsp),
        target_(target),
        device_(target.device),
        period_ps_(target.clock.period_ps),
        budget_(device_.logic_budget(period_ps_)),
        diagnostics_(diagnostics),
        operators_(operators),
        comparisons_(product_comparisons(stencil, reads.nodes)),
        without_subnormals_(never_subnormal(stencil, reads.nodes)) {
    const auto [first, last] = std::ranges::minmax_element(reads.nodes);
    first_ = first->index();
    facts_.resize(static_cast<std::size_t>(last->index() - first_ + 1));
    for (const auto& [comparison, of] : comparisons_) absorbed_.insert(of.product);
    for (const auto& [sum, of] : product_sums(stencil, reads.nodes)) {
      absorbed_.insert(of.product);
      sums_.emplace(sum, of);
    }
  }

  Result<KernelPlan> run() {
    KernelPlan kernel;
    for (const spec::NodeId id : reads_.nodes) {
      add(id, kernel);
    }
    if (lacks_blocks_) return Failure{};
    if (slowest_) {
      refuse_clock(slowest_->node->where, target_, slowest_->what_needs, slowest_->needed_ps, slowest_->or_else,
                   diagnostics_);
      return Failure{};
    }
    const Time end = facts_of(reads_.nodes.back()).ready;
    // One multiplexer and a register or memory follow the Kernel.
    const bool needs_register = end.ps > 0 && end.ps + device_.lut > budget_;
    kernel.latency = needs_register ? end.cycle + 1 : end.cycle;
    kernel.arrival_ps = needs_register ? 0 : end.ps;
    return kernel;
  }

 private:
  struct Facts {
    Time ready;
    bool is_constant = false, of_cell = false, of_step = false;
  };
  using Comparisons = std::map<spec::NodeId, ProductComparison>;
  using Sums = std::map<spec::NodeId, ProductSum>;

  const spec::Node& node_of(spec::NodeId id) const { return stencil_.nodes[id]; }
  Facts& facts_of(spec::NodeId id) { return facts_[static_cast<std::size_t>(id.index() - first_)]; }
  const Facts& facts_of(spec::NodeId id) const { return facts_[static_cast<std::size_t>(id.index() - first_)]; }

  void add(spec::NodeId id, KernelPlan& kernel) {
    const spec::Node& node = node_of(id);
    const auto comparison = comparisons_.find(id);
    NodeSchedule s;
    s.node = id;
    s.is_absorbed = absorbed_.contains(id);
    const auto square = square_request(stencil_, node);
    const auto sum = sums_.find(id);
    if (!s.is_absorbed) s.operands = operands_of(node, square.has_value(), comparison, sum);
    bool all_constant = !s.operands.empty();
    Time start = operands_ready(s, all_constant);
    note_what_it_follows(id);
    s.is_shared = facts_of(id).of_step && !facts_of(id).of_cell;
    Time ready;
    if (node.op == spec::Op::kTap) {
      ready = read_tap(id);
      start = ready;
    } else if (s.is_absorbed) {
      start = {};
    } else if (const auto request = square                             ? square
                                    : sum != sums_.end()               ? std::optional(sum->second.request)
                                    : comparison == comparisons_.end() ? operator_request(stencil_, node)
                                                                       : std::optional(comparison->second.request)) {
      s.is_operator = true;
      s.request = *request;
      if (dsp_.expanded.contains(id)) s.request = ops::with_fewer_blocks(s.request);
      if (const auto sums = dsp_.block_sums.find(id); sums != dsp_.block_sums.end())
        s.request.block_sums = sums->second;
      ready = all_constant || holds(node, s.request) ? place_operator(s, all_constant, start) : start;
    } else {
      ready = place_logic(node, start);
    }
    s.start = start.cycle;
    s.ready = ready.cycle;
    s.arrival_ps = ready.ps;
    facts_of(id).ready = ready;
    kernel.nodes.push_back(s);
  }

  /// The operands of a node's operator.
  std::vector<spec::NodeId> operands_of(const spec::Node& node, bool is_square, Comparisons::const_iterator comparison,
                                        Sums::const_iterator sum) const {
    if (is_square) return {node.args[0]};
    if (sum != sums_.end()) return sum->second.operands;
    return comparison == comparisons_.end() ? node.args : node_of(comparison->second.product).args;
  }

  /// Keeps the slowest operation, which determines how far to lower the clock.
  void note_slow(const TooSlow& slow) {
    if (!slowest_ || slow.needed_ps > slowest_->needed_ps) slowest_ = slow;
  }

  /// The time at which the last operand is ready. Clears `all_constant` if an operand is not a constant.
  Time operands_ready(const NodeSchedule& s, bool& all_constant) const {
    Time start;
    for (const spec::NodeId arg : s.operands) {
      const Time t = facts_of(arg).ready;
      all_constant = all_constant && facts_of(arg).is_constant;
      if (facts_of(arg).is_constant) continue;
      if (t.cycle > start.cycle)
        start = t;
      else if (t.cycle == start.cycle)
        start.ps = std::max(start.ps, t.ps);
    }
    return start;
  }

  void note_what_it_follows(spec::NodeId id) {
    const spec::Node& node = node_of(id);
    Facts& facts = facts_of(id);
    facts.is_constant = node.op == spec::Op::kConstant;
    facts.of_cell = spec::is_of_cell(node.op);
    facts.of_step =
        node.op == spec::Op::kStep || (node.op == spec::Op::kParam && !stencil_.params[node.param()].by_step.empty());
    for (const spec::NodeId arg : node.args) {
      facts.of_cell = facts.of_cell || facts_of(arg).of_cell;
      facts.of_step = facts.of_step || facts_of(arg).of_step;
    }
  }

  Time read_tap(spec::NodeId id) {
    const spec::Node& node = node_of(id);
    Time ready;
    int slowest_ps = 0;
    const analysis::Tap wanted{node.stream, node.offset, node.boundary, id};
    for (std::size_t i = 0; i < taps_.size(); ++i) {
      if (!reads_.taps[i].same_read(wanted)) continue;
      ready = {taps_[i].cycle, taps_[i].arrival_ps};
      slowest_ps = taps_[i].slowest_ps;
    }
    if (slowest_ps > budget_)
      note_slow({&node, "the boundary rules of this read need", period_for(slowest_ps, device_),
                 ", at which a single multiplexer fits between two registers"});
    return ready;
  }

  /// Whether an operator can be pipelined for the clock.
  bool holds(const spec::Node& node, const ops::Request& request) {
    if (spec::is_hard(node.op) && hw::hard_float_of(device_.family) == nullptr) {
      refuse_blocks(node);
      return false;
    }
    const int least = operators_.least_period_for(request, device_);
    if (least <= period_ps_) return true;
    note_slow({&node, "this operator, however deeply pipelined, needs", least, ""});
    return false;
  }

  void refuse_blocks(const spec::Node& node) {
    if (lacks_blocks_) return;
    lacks_blocks_ = true;
    diagnostics_.error(Code::kNoHardFloats, node.where,
                       fmt::format("{} has no hard floating-point blocks for 'arithmetic: hard'", device_.family),
                       {"use a device or board of a family that has them: " + hw::families_with_hard_floats(),
                        "or write 'arithmetic: ieee' or 'arithmetic: fused'"});
  }

  /// Places a separate operator, or folds it if all its operands are constants.
  Time place_operator(NodeSchedule& s, bool all_constant, Time& start) {
    const ops::Request request = s.request;
    if (without_subnormals_.contains(s.node) && !all_constant) s.request.flush_subnormals = true;
    if (all_constant) {
      s.is_folded = true;
      std::vector<std::uint64_t> operands;
      for (const auto& c : request.constants) operands.push_back(c.value_or(0));
      s.folded = ops::evaluate(request, operands);
      return {};
    }
    const KernelCut cut = kernel_cut(s.request, device_, period_ps_);
    s.latency = std::max(cut.least, operators_.latency_for(s.request, device_, period_ps_, cut.count));
    // An operator without registers adds at most one LUT to the path before it.
    if (start.ps > 0 && (s.latency > 0 || start.ps + device_.lut > budget_)) start = {start.cycle + 1, 0};
    return {start.cycle + s.latency, s.latency > 0 ? 0 : start.ps + device_.lut};
  }

  Time place_logic(const spec::Node& node, Time& start) {
    const int delay = inline_delay(stencil_, node, device_);
    if (start.ps + delay > budget_ && start.ps > 0) start = {start.cycle + 1, 0};
    if (delay > budget_)
      note_slow({&node, "this operation alone needs", period_for(delay, device_), ", or use a narrower type"});
    return {start.cycle, start.ps + delay};
  }

  const spec::Stencil& stencil_;
  const analysis::StageReads& reads_;
  const std::vector<TapTiming>& taps_;
  const DspChoice& dsp_;
  Target target_;
  const hw::DelayModel& device_;
  int period_ps_;
  int budget_;  ///< logic per stage in ps, without its register
  Diagnostics& diagnostics_;
  ops::Memo& operators_;
  Comparisons comparisons_;
  Sums sums_;
  std::set<spec::NodeId> without_subnormals_;
  std::set<spec::NodeId> absorbed_;  ///< products that are computed only by their comparison or sum
  std::optional<TooSlow> slowest_;
  bool lacks_blocks_ = false;
  int first_ = 0;             ///< the lowest number of the nodes
  std::vector<Facts> facts_;  ///< facts about the nodes from that on
};

}  // namespace

Result<KernelPlan> schedule_kernel(const spec::Stencil& stencil, const analysis::StageReads& reads,
                                   const std::vector<TapTiming>& taps, const DspChoice& dsp, const Target& target,
                                   Diagnostics& diagnostics, ops::Memo& operators) {
  return KernelScheduler(stencil, reads, taps, dsp, target, diagnostics, operators).run();
}

}  // namespace rtlgen::plan
