// Chooses the delay of a stage, and writes the scheduled module.
#include "hw/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hw/block_sum.hpp"
#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/leaves.hpp"
#include "hw/pipeline_graph.hpp"
#include "hw/stages.hpp"
#include "support/check.hpp"

namespace rtlgen::hw {

namespace {

/// Writes the scheduled module.
class Writer {
 public:
  Writer(const PipelineGraph& g, const Schedule& s, int stages, const std::string& name)
      : graph_(g), schedule_(s), stages_(stages), b_(name) {}

  Module write() {
    b_.summary(graph_.m.summary);
    b_.role(graph_.m.role);
    for (const std::string& line : graph_.m.header) b_.header_line(line);
    for (const SignalId id : graph_.m.signals.ids()) {
      const Signal& signal = graph_.m.signals[id];
      if (signal.kind == SignalKind::kInput) {
        inputs_[id] = b_.input(signal.name, signal.width, signal.comment);
      }
    }
    for (int stage = 0; stage < stages_; ++stage) {
      b_.section(fmt::format("pipeline stage {}{}", stage, stage == 0 ? ", before the first registers" : ""));
      for (const ExprId id : graph_.order) {
        if (made_in(id) == stage && !is_wiring(graph_.m.exprs[id].kind)) value(id, stage);
      }
    }
    b_.section(stages_ == 0 ? "result" : fmt::format("pipeline stage {}: result", stages_));
    for (const auto& [signal, root] : graph_.outputs) {
      b_.output(graph_.m.signals[signal].name, value(root, stages_), graph_.m.signals[signal].comment);
    }
    return b_.finish();
  }

 private:
  [[nodiscard]] std::string base_name(ExprId id) const {
    const Expr& e = graph_.m.exprs[id];
    if (e.kind == ExprKind::kSignal) return graph_.m.signals[e.signal].name;
    return graph_.wire_name[id].empty() ? fmt::format("v{}", id.index()) : graph_.wire_name[id];
  }

  /// The stage in which `id` is ready: for a registered product, the stage after its registers.
  [[nodiscard]] int made_in(ExprId id) const {
    return schedule_.stage[id] + (schedule_.registered[id] ? schedule_.span[id] : 0);
  }

  /// The value of `id` in `stage`.
  Value value(ExprId id, int stage) {
    const auto key = std::make_pair(id, stage);
    const auto known = made_.find(key);
    if (known != made_.end()) return known->second;
    const Value v = make(id, stage);
    made_[key] = v;
    return v;
  }

  Value make(ExprId id, int stage) {
    const Expr& e = graph_.m.exprs[id];
    if (e.kind == ExprKind::kConst) return b_.constant(e.bits);
    if (e.kind == ExprKind::kSignal) {
      const ExprId wired = graph_.wire_value[e.signal];
      if (wired.valid()) return value(wired, stage);
      if (stage == 0) return inputs_.at(e.signal);
    } else if (schedule_.registered[id] && stage == made_in(id)) {
      const int start = schedule_.stage[id];
      if (e.kind == ExprKind::kBlockSum) return block_sum_of(e, start, schedule_.span[id], base_name(id));
      return make_product(b_, graph_.tiles[id], value(e.args[0], start), value(e.args[1], start), base_name(id), start);
    } else if (is_wiring(e.kind) || stage == schedule_.stage[id]) {
      Expr copy = e;
      for (ExprId& a : copy.args) a = value(a, stage).id;
      const Value v = b_.make(copy);
      return is_wiring(e.kind) || graph_.wire_name[id].empty() ? v : b_.name(graph_.wire_name[id], v);
    }
    RTLGEN_CHECK(stage > (e.kind == ExprKind::kSignal ? 0 : made_in(id)), "a value is used before it is computed");
    return b_.reg(fmt::format("{}_s{}", base_name(id), stage), value(id, stage - 1));
  }

  /// A sum in a block, with operands from `stage` and its result `stages` stages later.
  Value block_sum_of(const Expr& e, int stage, int stages, const std::string& name) {
    const Value a = value(e.args[0], stage), b = value(e.args[1], stage), subtract = value(e.args[2], stage);
    const std::string q = fmt::format("{}_s{}", name, stage + stages);
    return b_
        .instance(dsp_sum_leaf().name, name + "_block", {{"a", a}, {"b", b}, {"subtract", subtract}},
                  {{"q", q, e.width}}, {{"WIDTH", e.width}, {"RANKS", stages}})
        .front();
  }

  const PipelineGraph& graph_;
  const Schedule& schedule_;
  int stages_;
  Builder b_;
  std::map<SignalId, Value> inputs_;
  std::map<std::pair<ExprId, int>, Value> made_;
};

constexpr int kShortChain = 8;  ///< bits of a sum that may be made of LUTs

/// Least number of bits that a carry passes, as Yosys drops bits that extend both operands; 0 if `e` is neither a sum
/// nor a comparison.
int chained_bits(const Module& m, const Expr& e) {
  switch (e.kind) {
    case ExprKind::kAdd:
    case ExprKind::kSub:
    case ExprKind::kAddCarry:
    case ExprKind::kUlt:
    case ExprKind::kUle:
    case ExprKind::kSlt:
    case ExprKind::kSle:
      break;
    default:
      return 0;
  }
  int width = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const Expr& a = m.exprs[e.args[i]];
    if (a.kind == ExprKind::kConst) return 0;
    const bool extended = a.kind == ExprKind::kZext || a.kind == ExprKind::kSext;
    width = std::max(width, extended ? m.exprs[a.args[0]].width : a.width);
  }
  return width;
}

int stages_of(const PipelineGraph& g, int budget) { return schedule_asap(g, budget).last + 1; }

/// The delay that a stage may have at this period.
int budget_of(const PipelineGraph& g, const DelayModel& device, int period_ps) {
  return std::max({device.stage_budget(period_ps), device.lut, g.least_stage()});
}

/// Delay in ps of the longest path from inputs to outputs, without registers.
int critical_path_ps(const PipelineGraph& g) {
  IndexVector<ExprId, int> ps(g.m.exprs.size(), 0);
  int longest = 0;
  for (const ExprId id : g.order) {
    ps[id] = g.entry(id);
    for (const ExprId a : g.args(id)) {
      const bool routed = ps[a] > 0 && !is_wiring(g.m.exprs[id].kind);
      ps[id] = std::max(ps[id], routed ? ps[a] + g.timing.route[a] : ps[a]);
    }
    for (const PipelineGraph::Way& w : g.ways_into_reset(id))
      ps[id] = std::max(ps[id], ps[w.from] + g.timing.route[w.from] + w.ps);
    ps[id] += g.delay(id);
    longest = std::max(longest, ps[id] + g.tail(id));
  }
  return longest;
}

}  // namespace

int critical_path_ps(const Module& comb, const DelayModel& device) {
  return critical_path_ps(PipelineGraph(comb, device, Cut::kFewStages));
}

int stages_needed(const Module& comb, const DelayModel& device, int period_ps, Cut cut) {
  const PipelineGraph g(comb, device, cut);
  if (critical_path_ps(g) == 0) return 0;
  return stages_of(g, budget_of(g, device, period_ps));
}

int dsp_blocks(const Module& comb, const DelayModel& device) {
  const PipelineGraph g(comb, device, Cut::kFewStages);
  int count = 0;
  for (const ProductTiles& tiles : g.tiles) count += tiles.across.empty() ? 0 : tiles.blocks();
  count += block_sums(comb);
  return count;
}

int least_period_ps(const Module& comb, const DelayModel& device) {
  const PipelineGraph g(comb, device, Cut::kFewStages);
  if (critical_path_ps(g) == 0) return 0;
  if (!device.by_cells) return device.register_overhead + device.lut;
  const CellDelays& d = *device.cells;
  int longest = d.lut;
  for (const ExprId id : g.order) {
    const int width = chained_bits(comb, comb.exprs[id]);
    if (width > kShortChain) longest = std::max(longest, d.carry_on + d.carry_bit * width + d.carry_off);
  }
  return device.register_overhead - d.lut + route_ps(d, 1) + longest;
}

namespace {

/// The shortest delay per stage with which `stages` stages hold all logic.
int fastest_stage(const PipelineGraph& g, int slowest, int stages) {
  int low = g.least_stage();
  int high = slowest;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (stages_of(g, middle) <= stages)
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

}  // namespace

void keep_first_stage(Module& piped) {
  for (Item& item : piped.items) {
    auto* r = std::get_if<Register>(&item);
    if (r == nullptr || r->dsp != DspRegister::kNone) continue;
    const Expr& d = piped.exprs[r->d];
    if (d.kind == ExprKind::kSignal && piped.signals[d.signal].kind == SignalKind::kInput) r->is_kept = true;
  }
}

Module pipeline(const Module& comb, const DelayModel& device, int stages, const std::string& name, Cut cut,
                int period_ps) {
  if (stages == 0) {
    Module same = comb;
    same.name = name;
    same.keeps_products = device.dsp_block().keeps_products;
    return same;
  }
  const PipelineGraph g(comb, device, cut);
  // With this much time, one stage holds everything: products do not use the registers of their blocks.
  const int slowest = std::max({PipelineGraph::kFastPeriodPs, g.least_stage(), critical_path_ps(g)});
  if (stages_of(g, slowest) > stages) {
    RTLGEN_CHECK(cut != Cut::kFewStages, "the critical path of " + comb.name + " is longer than its stages assume");
    return pipeline(comb, device, stages, name, Cut::kFewStages, period_ps);
  }
  // LUTs of four inputs absorb little of the logic before them, so slow stages need more of them.
  const bool takes_its_time = period_ps > 0 && (g.absorbs_logic || !g.by_cells);
  const int relaxed = takes_its_time ? budget_of(g, device, period_ps) : 0;
  const int budget = relaxed > 0 && stages_of(g, relaxed) <= stages ? relaxed : fastest_stage(g, slowest, stages);
  Schedule schedule = schedule_asap(g, budget);
  move_later(g, schedule, budget, stages);
  Module piped = Writer(g, schedule, stages, name).write();
  piped.keeps_products = device.dsp_block().keeps_products;
  verify_pipeline(piped, stages);
  return piped;
}

}  // namespace rtlgen::hw
