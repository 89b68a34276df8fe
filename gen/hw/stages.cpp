// Schedules as soon as possible, then moves work later if that stores fewer bits or shares LUTs.
#include "hw/stages.hpp"

#include <algorithm>
#include <vector>

#include "hw/pipeline_graph.hpp"

namespace rtlgen::hw {

namespace {

constexpr int kBitsOfLut = 4;     ///< registers worth as much as a LUT, which designs run out of first
constexpr int kFewBits = 4;       ///< narrower values are flags: they deepen their reader's LUT, which must have time
constexpr int kLongestChain = 2;  ///< longest chain of registers that Yosys does not turn into a shift register

/// Moves logic to later stages if fewer bits then cross registers; keeps every stage within the budget.
class Placement {
 public:
  Placement(const PipelineGraph& g, Schedule& s, int budget, int stages)
      : graph_(g), schedule_(s), budget_(budget), stages_(stages) {
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
    arrival_.assign(n, 0);
    required_.assign(n, budget);
  }

  void improve() {
    for (const ExprId id : graph_.order) arrival_[id] = arrival(id);
    for (auto it = graph_.order.rbegin(); it != graph_.order.rend(); ++it) {
      const ExprId id = *it;
      const Expr& e = graph_.m.exprs[id];
      if (is_wiring(e.kind)) continue;
      if (graph_.chain_of(id).valid()) {
        schedule_.stage[id] = schedule_.stage[graph_.chain_of(id)];
        continue;
      }
      const int now = schedule_.stage[id];
      int best = now;
      if (schedule_.span[id] == 0) {
        int best_saving = 0;
        for (int to = now + 1; to <= earliest_use(id); ++to) {
          if (graph_.entry(id) + graph_.delay(id) > required_in(id, to)) continue;
          const int saving = bits_saved(id, now, to);
          if (saving > best_saving) {
            best_saving = saving;
            best = to;
          }
        }
      }
      if (best != now) arrival_[id] = graph_.entry(id) + graph_.delay(id);
      schedule_.stage[id] = best;
      required_[id] = required_in(id, best);
    }
  }

 private:
  /// The last stage in which `id` may be computed without following any of its users.
  int earliest_use(ExprId id) const {
    int use = stages_ - 1;
    for (const ExprId u : users_[id]) {
      const std::vector<ExprId>& amount = graph_.amount[u];
      const bool earlier = std::find(amount.begin(), amount.end(), id) != amount.end();
      use = std::min(use, schedule_.stage[u] - (earlier ? 1 : 0));
    }
    return use;
  }

  /// The arrival time of a value within its stage, if it is logic.
  int arrival(ExprId id) const {
    int start = graph_.entry(id);
    for (const ExprId a : sources_[id]) {
      if (schedule_.stage[a] == schedule_.stage[id] && schedule_.span[a] == 0)
        start = std::max(start, arrival_[a] + graph_.timing.route[a] + graph_.way(a, id));
    }
    return start + graph_.delay(id);
  }

  /// The latest arrival of the value in stage `to` that suits its users in the same stage.
  int required_in(ExprId id, int to) const {
    int required = budget_ - graph_.tail(id);
    for (const ExprId u : users_[id]) {
      if (schedule_.stage[u] != to || (schedule_.registered[u] && schedule_.span[u] > 1)) continue;
      required = std::min(
          required, required_[u] - std::min(graph_.delay(u), budget_) - graph_.timing.route[id] - graph_.way(id, u));
    }
    return required;
  }

  /// Whether synthesis puts `id` into the LUTs of its reader, if both are in one stage.
  bool is_part_of_reader(ExprId id) const {
    if (!graph_.absorbs_logic || is_output_[id] || users_[id].size() != 1) return false;
    return graph_.tail(id) > 0 || graph_.prepares(id, users_[id].front());
  }

  bool is_flag(ExprId id) const { return graph_.m.exprs[id].width < kFewBits; }

  /// The number of other flags in the LUTs of `reader`.
  int flags_beside(ExprId id, ExprId reader) const {
    return static_cast<int>(std::ranges::count_if(sources_[reader], [&](ExprId a) {
      return a != id && schedule_.stage[a] == schedule_.stage[reader] && is_flag(a) && is_part_of_reader(a);
    }));
  }

  /// Whether `id`, in stage `to`, fits into the LUTs of its reader and costs none. A flag can make them a level deeper.
  bool joins_reader(ExprId id, int to) const {
    if (!is_part_of_reader(id)) return false;
    const ExprId reader = users_[id].front();
    if (schedule_.stage[reader] != to) return false;
    const int levels = is_flag(id) ? 1 + flags_beside(id, reader) : 0;
    return arrival_[reader] + levels * graph_.level <= required_[reader];
  }

  int last_use(ExprId id) const {
    int use = is_output_[id] ? stages_ : 0;
    for (const ExprId u : users_[id]) use = std::max(use, schedule_.stage[u]);
    return use;
  }

  /// The cost in registers of keeping `bits` from stage `made` to stage `used`. On families with shift registers,
  /// synthesis uses them for longer delays: a LUT and a register for any length.
  int stored(int bits, int made, int used) const {
    const int length = std::max(0, used - made);
    const bool is_shift = graph_.absorbs_logic && bits >= kFewBits && length > kLongestChain;
    return bits * (is_shift ? kBitsOfLut + 1 : length);
  }

  int bits_saved(ExprId id, int now, int to) const {
    const int width = graph_.m.exprs[id].width, use = last_use(id);
    int saved = stored(width, now, use) - stored(width, to, use);
    if (joins_reader(id, to)) saved += kBitsOfLut * width;
    for (const ExprId a : sources_[id]) {
      int others = is_output_[a] ? stages_ : 0;
      for (const ExprId u : users_[a]) {
        if (u != id) others = std::max(others, schedule_.stage[u]);
      }
      const int bits = graph_.m.exprs[a].width, made = schedule_.stage[a] + schedule_.span[a];
      saved -= stored(bits, made, std::max(to, others)) - stored(bits, made, std::max(now, others));
    }
    return saved;
  }

  const PipelineGraph& graph_;
  Schedule& schedule_;
  int budget_;
  int stages_;
  IndexVector<ExprId, std::vector<ExprId>> sources_;
  IndexVector<ExprId, std::vector<ExprId>> users_;
  IndexVector<ExprId, bool> is_output_;
  IndexVector<ExprId, int> arrival_;
  IndexVector<ExprId, int> required_;
};

}  // namespace

/// Schedules as soon as possible with `budget` ps per stage.
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
    for (const PipelineGraph::Way& w : g.ways_into_reset(id)) {
      if (s.stage[w.from] + s.span[w.from] == cycle && ps[w.from] > 0)
        start = std::max(start, ps[w.from] + g.timing.route[w.from] + w.ps);
    }
    for (const ExprId a : g.amount[id]) {
      if (s.stage[a] + s.span[a] < cycle || ps[a] == 0) continue;
      ++cycle;
      start = entry;
      break;
    }
    if (g.is_registered(id, budget)) {
      s.registered[id] = true;
      s.stage[id] = cycle;
      s.span[id] = g.stages(id, start, budget);
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
    // Wiring after a product needs no stage after its last register.
    if (!wiring) s.last = std::max(s.last, cycle + s.span[id]);
  }
  // Logic that a chain absorbs is computed in the stage of the chain.
  for (auto it = g.order.rbegin(); it != g.order.rend(); ++it) {
    if (g.chain_of(*it).valid()) s.stage[*it] = s.stage[g.chain_of(*it)];
  }
  return s;
}

void move_later(const PipelineGraph& graph, Schedule& schedule, int budget, int stages) {
  Placement placement(graph, schedule, budget, stages);
  for (int pass = 0; pass < 3; ++pass) placement.improve();
}

}  // namespace rtlgen::hw
