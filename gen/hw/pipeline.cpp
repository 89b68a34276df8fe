// Scheduling by binary search on the stage delay, then a pass that moves work later where that
// stores fewer bits.
#include "hw/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/pipeline_graph.hpp"
#include "support/check.hpp"

namespace rtlgen::hw {

namespace {

constexpr int kBitsOfLut = 4;     ///< registers that are worth a LUT, of which designs run out first
constexpr int kFewBits = 4;       ///< fewer, as flags are, are no reason to move logic: they decide late
constexpr int kLongestChain = 2;  ///< registers behind each other of which Yosys makes no shift register

struct Schedule {
  IndexVector<ExprId, int> stage;        ///< where an expression is computed
  IndexVector<ExprId, int> span;         ///< stages more until its value can be used
  IndexVector<ExprId, bool> registered;  ///< a product with the registers of its DSP blocks: it is a value after them
  int last = 0;
};

/// As soon as possible with `budget` ps a stage.
Schedule schedule_asap(const PipelineGraph& g, int budget) {
  Schedule s;
  s.stage.assign(g.m.exprs.size(), 0);
  s.span.assign(g.m.exprs.size(), 0);
  s.registered.assign(g.m.exprs.size(), false);
  IndexVector<ExprId, int> ps(g.m.exprs.size(), 0);
  for (const ExprId id : g.order) {
    const int entry = g.entry(id);
    const bool wiring = is_wiring(g.m.exprs[id].kind);
    int cycle = 0;
    int start = entry;
    for (const ExprId a : g.args(id)) {
      const int ready = s.stage[a] + s.span[a];
      const int there = ps[a] > 0 && !wiring ? ps[a] + g.timing.route[a] : ps[a];
      if (ready > cycle) {
        cycle = ready;
        start = std::max(entry, there);
      } else if (ready == cycle) {
        start = std::max(start, there);
      }
    }
    for (const ExprId a : g.amount[id]) {
      if (s.stage[a] + s.span[a] < cycle || ps[a] == 0) continue;
      ++cycle;
      start = entry;
      break;
    }
    if (g.is_registered_product(id, budget)) {
      s.registered[id] = true;
      s.stage[id] = cycle;
      s.span[id] = g.tiles[id].ranks();
      s.last = std::max(s.last, cycle + s.span[id] - 1);
      continue;
    }
    const int delay = g.delay(id);
    if (start + delay + g.tail(id) > budget && start > entry) {
      ++cycle;
      start = entry;
    }
    s.stage[id] = cycle;
    int rest = delay;
    while (rest > budget) {
      ++s.span[id];
      rest -= budget;
    }
    ps[id] = s.span[id] > 0 ? rest : start + rest;
    // What wires do with a product needs no stage behind its last register.
    if (!wiring) s.last = std::max(s.last, cycle + s.span[id]);
  }
  // What a chain absorbs is computed where the chain is.
  for (auto it = g.order.rbegin(); it != g.order.rend(); ++it) {
    if (g.chain_of(*it).valid()) s.stage[*it] = s.stage[g.chain_of(*it)];
  }
  return s;
}

/// Moves logic to later stages where fewer bits cross registers; keeps every stage within budget.
class Placement {
 public:
  Placement(const PipelineGraph& g, Schedule& s, int budget, int stages)
      : g_(g), s_(s), budget_(budget), stages_(stages) {
    const std::size_t n = g.m.exprs.size();
    sources_.resize(n);
    users_.resize(n);
    for (const ExprId id : g.order) {
      if (is_wiring(g.m.exprs[id].kind) || g.chain_of(id).valid()) continue;
      sources_[id] = g.reads(id);
      for (const ExprId a : sources_[id]) users_[a].push_back(id);
    }
    is_output_.assign(n, false);
    for (const auto& [signal, value] : g.outputs) {
      std::vector<ExprId> roots;
      g.sources(value, roots);
      for (const ExprId r : roots) is_output_[r] = true;
    }
    required_.assign(n, budget);
  }

  void improve() {
    for (auto it = g_.order.rbegin(); it != g_.order.rend(); ++it) {
      const ExprId id = *it;
      const Expr& e = g_.m.exprs[id];
      if (is_wiring(e.kind)) continue;
      if (g_.chain_of(id).valid()) {
        s_.stage[id] = s_.stage[g_.chain_of(id)];
        continue;
      }
      const int now = s_.stage[id];
      int best = now;
      if (s_.span[id] == 0) {
        int best_saving = 0;
        for (int to = now + 1; to <= earliest_use(id); ++to) {
          if (g_.entry(id) + g_.delay(id) > required_in(id, to)) continue;
          const int saving = bits_saved(id, now, to);
          if (saving > best_saving) {
            best_saving = saving;
            best = to;
          }
        }
      }
      s_.stage[id] = best;
      required_[id] = required_in(id, best);
    }
  }

 private:
  /// Last stage in which `id` may be computed: none of its users comes earlier.
  int earliest_use(ExprId id) const {
    int use = stages_ - 1;
    for (const ExprId u : users_[id]) {
      const std::vector<ExprId>& amount = g_.amount[u];
      const bool earlier = std::find(amount.begin(), amount.end(), id) != amount.end();
      use = std::min(use, s_.stage[u] - (earlier ? 1 : 0));
    }
    return use;
  }

  /// By when in stage `to` the value must be there for its users in the same stage.
  int required_in(ExprId id, int to) const {
    int required = budget_ - g_.tail(id);
    for (const ExprId u : users_[id]) {
      if (s_.stage[u] != to || s_.registered[u]) continue;
      required = std::min(required, required_[u] - std::min(g_.delay(u), budget_) - g_.timing.route[id]);
    }
    return required;
  }

  /// Whether in stage `to` it is in the LUTs of what reads it, and costs none.
  bool joins_reader(ExprId id, int to) const {
    if (!g_.absorbs_logic || is_output_[id] || users_[id].size() != 1 || g_.m.exprs[id].width < kFewBits) return false;
    const ExprId reader = users_[id].front();
    return s_.stage[reader] == to && (g_.tail(id) > 0 || g_.prepares(id, reader));
  }

  int last_use(ExprId id) const {
    int use = is_output_[id] ? stages_ : 0;
    for (const ExprId u : users_[id]) use = std::max(use, s_.stage[u]);
    return use;
  }

  /// What it costs to keep `bits` from stage `made` to stage `used`, in registers. Synthesis makes a shift register of
  /// a longer delay, where there are any: a LUT and a register, however long.
  int stored(int bits, int made, int used) const {
    const int length = std::max(0, used - made);
    const bool is_shift = g_.absorbs_logic && bits >= kFewBits && length > kLongestChain;
    return bits * (is_shift ? kBitsOfLut + 1 : length);
  }

  int bits_saved(ExprId id, int now, int to) const {
    const int width = g_.m.exprs[id].width, use = last_use(id);
    int saved = stored(width, now, use) - stored(width, to, use);
    if (joins_reader(id, to)) saved += kBitsOfLut * width;
    for (const ExprId a : sources_[id]) {
      int others = is_output_[a] ? stages_ : 0;
      for (const ExprId u : users_[a]) {
        if (u != id) others = std::max(others, s_.stage[u]);
      }
      const int bits = g_.m.exprs[a].width, made = s_.stage[a] + s_.span[a];
      saved -= stored(bits, made, std::max(to, others)) - stored(bits, made, std::max(now, others));
    }
    return saved;
  }

  const PipelineGraph& g_;
  Schedule& s_;
  int budget_;
  int stages_;
  IndexVector<ExprId, std::vector<ExprId>> sources_;
  IndexVector<ExprId, std::vector<ExprId>> users_;
  IndexVector<ExprId, bool> is_output_;
  IndexVector<ExprId, int> required_;
};

/// Writes the scheduled module.
class Writer {
 public:
  Writer(const PipelineGraph& g, const Schedule& s, int stages, const std::string& name)
      : g_(g), s_(s), stages_(stages), b_(name) {}

  Module write() {
    b_.summary(g_.m.summary);
    b_.role(g_.m.role);
    for (const std::string& line : g_.m.header) b_.header_line(line);
    for (const SignalId id : g_.m.signals.ids()) {
      const Signal& signal = g_.m.signals[id];
      if (signal.kind == SignalKind::kInput) {
        inputs_[id] = b_.input(signal.name, signal.width, signal.comment);
      }
    }
    for (int stage = 0; stage < stages_; ++stage) {
      b_.section(fmt::format("s{}", stage));
      for (const ExprId id : g_.order) {
        if (made_in(id) == stage && !is_wiring(g_.m.exprs[id].kind)) value(id, stage);
      }
    }
    b_.section(fmt::format("s{}: result", stages_));
    for (const auto& [signal, root] : g_.outputs) {
      b_.output(g_.m.signals[signal].name, value(root, stages_), g_.m.signals[signal].comment);
    }
    return b_.finish();
  }

 private:
  [[nodiscard]] std::string base_name(ExprId id) const {
    const Expr& e = g_.m.exprs[id];
    if (e.kind == ExprKind::kSignal) return g_.m.signals[e.signal].name;
    return g_.wire_name[id].empty() ? fmt::format("v{}", id.index()) : g_.wire_name[id];
  }

  /// The stage in which `id` is there: of a registered product that after its registers.
  [[nodiscard]] int made_in(ExprId id) const { return s_.stage[id] + (s_.registered[id] ? s_.span[id] : 0); }

  /// `id` as it is in `stage`.
  Value value(ExprId id, int stage) {
    const auto key = std::make_pair(id, stage);
    const auto known = made_.find(key);
    if (known != made_.end()) return known->second;
    const Value v = make(id, stage);
    made_[key] = v;
    return v;
  }

  Value make(ExprId id, int stage) {
    const Expr& e = g_.m.exprs[id];
    if (e.kind == ExprKind::kConst) return b_.constant(e.bits);
    if (e.kind == ExprKind::kSignal) {
      const ExprId wired = g_.wire_value[e.signal];
      if (wired.valid()) return value(wired, stage);
      if (stage == 0) return inputs_.at(e.signal);
    } else if (s_.registered[id] && stage == made_in(id)) {
      const int start = s_.stage[id];
      return make_product(b_, g_.tiles[id], value(e.args[0], start), value(e.args[1], start), base_name(id), start);
    } else if (is_wiring(e.kind) || stage == s_.stage[id]) {
      Expr copy = e;
      for (ExprId& a : copy.args) a = value(a, stage).id;
      const Value v = b_.make(copy);
      return is_wiring(e.kind) || g_.wire_name[id].empty() ? v : b_.name(g_.wire_name[id], v);
    }
    RTLGEN_CHECK(stage > (e.kind == ExprKind::kSignal ? 0 : made_in(id)), "a value is used before it is computed");
    return b_.reg(fmt::format("{}_s{}", base_name(id), stage), value(id, stage - 1));
  }

  const PipelineGraph& g_;
  const Schedule& s_;
  int stages_;
  Builder b_;
  std::map<SignalId, Value> inputs_;
  std::map<std::pair<ExprId, int>, Value> made_;
};

constexpr int kShortChain = 8;  ///< bits of a sum that may be made of LUTs

/// Bits that a carry passes at least, for Yosys drops those that extend both operands; 0: not a sum or a comparison.
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

}  // namespace

int critical_path_ps(const Module& comb, const DelayModel& device) {
  const PipelineGraph g(comb, device, Cut::kFewRanks);
  IndexVector<ExprId, int> ps(comb.exprs.size(), 0);
  int longest = 0;
  for (const ExprId id : g.order) {
    ps[id] = g.entry(id);
    for (const ExprId a : g.args(id)) {
      const bool routed = ps[a] > 0 && !is_wiring(g.m.exprs[id].kind);
      ps[id] = std::max(ps[id], routed ? ps[a] + g.timing.route[a] : ps[a]);
    }
    ps[id] += g.delay(id);
    longest = std::max(longest, ps[id] + g.tail(id));
  }
  return longest;
}

int stages_needed(const Module& comb, const DelayModel& device, int period_ps, Cut cut) {
  if (critical_path_ps(comb, device) == 0) return 0;
  const PipelineGraph g(comb, device, cut);
  return stages_of(g, std::max({device.stage_budget(period_ps), device.lut, g.least_stage()}));
}

int least_period_ps(const Module& comb, const DelayModel& device) {
  if (critical_path_ps(comb, device) == 0) return 0;
  if (!device.by_cells) return device.register_overhead + device.lut;
  const PipelineGraph g(comb, device, Cut::kFewRanks);
  const CellDelays& d = *device.cells;
  int longest = d.lut;
  for (const ExprId id : g.order) {
    const int width = chained_bits(comb, comb.exprs[id]);
    if (width > kShortChain) longest = std::max(longest, d.carry_on + d.carry_bit * width + d.carry_off);
  }
  return device.register_overhead - d.lut + route_ps(d, 1) + longest;
}

Module pipeline(const Module& comb, const DelayModel& device, int stages, const std::string& name, Cut cut) {
  if (stages == 0) {
    Module same = comb;
    same.name = name;
    same.keeps_products = device.dsp_block().keeps_products;
    return same;
  }
  const PipelineGraph g(comb, device, cut);
  int low = g.least_stage();
  // Where every stage has as long as this, one holds everything: products have no registers of their own.
  int high = std::max({PipelineGraph::kFastPeriodPs, low, critical_path_ps(comb, device)});
  if (stages_of(g, high) > stages) return pipeline(comb, device, stages, name, Cut::kFewRanks);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (stages_of(g, middle) <= stages)
      high = middle;
    else
      low = middle + 1;
  }
  Schedule schedule = schedule_asap(g, high);
  Placement placement(g, schedule, high, stages);
  for (int pass = 0; pass < 3; ++pass) placement.improve();
  Module piped = Writer(g, schedule, stages, name).write();
  piped.keeps_products = device.dsp_block().keeps_products;
  verify_pipeline(piped, stages);
  return piped;
}

}  // namespace rtlgen::hw
