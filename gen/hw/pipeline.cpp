// Scheduling by binary search on the stage delay, then a pass that moves work later where that
// stores fewer bits.
#include "hw/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hw/builder.hpp"
#include "hw/pipeline_graph.hpp"
#include "support/index.hpp"

namespace rtlgen::hw {

namespace {

struct Schedule {
  std::vector<int> stage;  ///< where an expression is computed
  std::vector<int> span;   ///< stages more until its value can be used
  int last = 0;
};

/// As soon as possible with `budget` ps a stage.
Schedule schedule_asap(const PipelineGraph& g, int budget) {
  Schedule s;
  s.stage.assign(g.m.exprs.size(), 0);
  s.span.assign(g.m.exprs.size(), 0);
  std::vector<int> ps(g.m.exprs.size(), 0);
  for (const ExprId id : g.order) {
    int cycle = 0;
    int start = 0;
    for (const ExprId a : g.args(id)) {
      const int ready = s.stage[at(a)] + s.span[at(a)];
      if (ready > cycle) {
        cycle = ready;
        start = ps[at(a)];
      } else if (ready == cycle) {
        start = std::max(start, ps[at(a)]);
      }
    }
    for (const ExprId a : g.amount[at(id)]) {
      if (s.stage[at(a)] + s.span[at(a)] < cycle || ps[at(a)] == 0) continue;
      ++cycle;
      start = 0;
      break;
    }
    const int delay = g.delay(id);
    if (start + delay > budget && start > 0) {
      ++cycle;
      start = 0;
    }
    s.stage[at(id)] = cycle;
    int rest = delay;
    while (rest > budget) {
      ++s.span[at(id)];
      rest -= budget;
    }
    ps[at(id)] = s.span[at(id)] > 0 ? rest : start + rest;
    s.last = std::max(s.last, cycle + s.span[at(id)]);
  }
  // What a chain absorbs is computed where the chain is.
  for (auto it = g.order.rbegin(); it != g.order.rend(); ++it) {
    if (g.chain_of(*it) >= 0) s.stage[at(*it)] = s.stage[at(g.chain_of(*it))];
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
      if (is_wiring(g.m.exprs[at(id)].kind) || g.chain_of(id) >= 0) continue;
      sources_[at(id)] = g.reads(id);
      for (const ExprId a : sources_[at(id)]) users_[at(a)].push_back(id);
    }
    is_output_.assign(n, false);
    for (const auto& [signal, value] : g.outputs) {
      std::vector<ExprId> roots;
      g.sources(value, roots);
      for (const ExprId r : roots) is_output_[at(r)] = true;
    }
    required_.assign(n, budget);
  }

  void improve() {
    for (auto it = g_.order.rbegin(); it != g_.order.rend(); ++it) {
      const ExprId id = *it;
      const Expr& e = g_.m.exprs[at(id)];
      if (is_wiring(e.kind)) continue;
      if (g_.chain_of(id) >= 0) {
        s_.stage[at(id)] = s_.stage[at(g_.chain_of(id))];
        continue;
      }
      const int now = s_.stage[at(id)];
      int best = now;
      if (s_.span[at(id)] == 0) {
        int best_saving = 0;
        for (int to = now + 1; to <= earliest_use(id); ++to) {
          if (g_.delay(id) > required_in(id, to)) continue;
          const int saving = bits_saved(id, now, to);
          if (saving > best_saving) {
            best_saving = saving;
            best = to;
          }
        }
      }
      s_.stage[at(id)] = best;
      required_[at(id)] = required_in(id, best);
    }
  }

 private:
  /// Last stage in which `id` may be computed: none of its users comes earlier.
  int earliest_use(ExprId id) const {
    int use = stages_ - 1;
    for (const ExprId u : users_[at(id)]) {
      const std::vector<ExprId>& amount = g_.amount[at(u)];
      const bool earlier = std::find(amount.begin(), amount.end(), id) != amount.end();
      use = std::min(use, s_.stage[at(u)] - (earlier ? 1 : 0));
    }
    return use;
  }

  /// By when in stage `to` the value must be there for its users in the same stage.
  int required_in(ExprId id, int to) const {
    int required = budget_;
    for (const ExprId u : users_[at(id)]) {
      if (s_.stage[at(u)] == to) required = std::min(required, required_[at(u)] - std::min(g_.delay(u), budget_));
    }
    return required;
  }

  int last_use(ExprId id) const {
    int use = is_output_[at(id)] ? stages_ : 0;
    for (const ExprId u : users_[at(id)]) use = std::max(use, s_.stage[at(u)]);
    return use;
  }

  int bits_saved(ExprId id, int now, int to) const {
    int saved = g_.m.exprs[at(id)].width * (to - now);
    for (const ExprId a : sources_[at(id)]) {
      int others = is_output_[at(a)] ? stages_ : 0;
      for (const ExprId u : users_[at(a)]) {
        if (u != id) others = std::max(others, s_.stage[at(u)]);
      }
      saved -= g_.m.exprs[at(a)].width * (std::max(to, others) - std::max(now, others));
    }
    return saved;
  }

  const PipelineGraph& g_;
  Schedule& s_;
  int budget_;
  int stages_;
  std::vector<std::vector<ExprId>> sources_;
  std::vector<std::vector<ExprId>> users_;
  std::vector<bool> is_output_;
  std::vector<int> required_;
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
    for (std::size_t i = 0; i < g_.m.signals.size(); ++i) {
      const Signal& signal = g_.m.signals[i];
      if (signal.kind == SignalKind::kInput) {
        inputs_[static_cast<int>(i)] = b_.input(signal.name, signal.width, signal.comment);
      }
    }
    for (int stage = 0; stage < stages_; ++stage) {
      b_.section(fmt::format("s{}", stage));
      for (const ExprId id : g_.order) {
        if (s_.stage[at(id)] == stage && !is_wiring(g_.m.exprs[at(id)].kind)) value(id, stage);
      }
    }
    b_.section(fmt::format("s{}: result", stages_));
    for (const auto& [signal, root] : g_.outputs) {
      b_.output(g_.m.signals[at(signal)].name, value(root, stages_), g_.m.signals[at(signal)].comment);
    }
    return b_.finish();
  }

 private:
  [[nodiscard]] std::string base_name(ExprId id) const {
    const Expr& e = g_.m.exprs[at(id)];
    if (e.kind == ExprKind::kSignal) return g_.m.signals[at(e.signal)].name;
    return g_.wire_name[at(id)].empty() ? fmt::format("v{}", id) : g_.wire_name[at(id)];
  }

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
    const Expr& e = g_.m.exprs[at(id)];
    if (e.kind == ExprKind::kConst) return b_.constant(e.bits);
    if (e.kind == ExprKind::kSignal) {
      const ExprId wired = g_.wire_value[at(e.signal)];
      if (wired >= 0) return value(wired, stage);
      if (stage == 0) return inputs_.at(e.signal);
    } else if (is_wiring(e.kind) || stage == s_.stage[at(id)]) {
      Expr copy = e;
      for (ExprId& a : copy.args) a = value(a, stage).id;
      const Value v = b_.make(copy);
      return is_wiring(e.kind) || g_.wire_name[at(id)].empty() ? v : b_.name(g_.wire_name[at(id)], v);
    }
    const int made_in = e.kind == ExprKind::kSignal ? 0 : s_.stage[at(id)];
    RTLGEN_CHECK(stage > made_in, "a value is used before it is computed");
    return b_.reg(fmt::format("{}_s{}", base_name(id), stage), value(id, stage - 1));
  }

  const PipelineGraph& g_;
  const Schedule& s_;
  int stages_;
  Builder b_;
  std::map<SignalId, Value> inputs_;
  std::map<std::pair<ExprId, int>, Value> made_;
};

int stages_of(const PipelineGraph& g, int budget) { return schedule_asap(g, budget).last + 1; }

}  // namespace

int critical_path_ps(const Module& comb, const DelayModel& device) {
  const PipelineGraph g(comb, device, Cut::kFewRanks);
  std::vector<int> ps(comb.exprs.size(), 0);
  int longest = 0;
  for (const ExprId id : g.order) {
    for (const ExprId a : g.args(id)) ps[at(id)] = std::max(ps[at(id)], ps[at(a)]);
    ps[at(id)] += g.delay(id);
    longest = std::max(longest, ps[at(id)]);
  }
  return longest;
}

int stages_needed(const Module& comb, const DelayModel& device, int period_ps, Cut cut) {
  if (critical_path_ps(comb, device) == 0) return 0;
  const int budget = std::max(period_ps - device.register_overhead, device.lut);
  return stages_of(PipelineGraph(comb, device, cut), budget);
}

Module pipeline(const Module& comb, const DelayModel& device, int stages, const std::string& name, Cut cut) {
  if (stages == 0) {
    Module same = comb;
    same.name = name;
    return same;
  }
  const PipelineGraph g(comb, device, cut);
  int low = 1;
  int high = std::max(1, critical_path_ps(comb, device));
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
  verify_pipeline(piped, stages);
  return piped;
}

}  // namespace rtlgen::hw
