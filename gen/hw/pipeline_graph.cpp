// Finds where values of a combinational module are stored, and which of them are amounts of wide shifts.
#include "hw/pipeline_graph.hpp"

#include <algorithm>

#include "hw/block_sum.hpp"
#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "support/check.hpp"

namespace rtlgen::hw {

namespace {

constexpr int kWideShift = 16;    // a shift of this many bits is worth a pipeline stage
constexpr int kFewestResets = 4;  // bits

bool is_product(ExprKind kind) { return kind == ExprKind::kMul || kind == ExprKind::kMulSigned; }
bool comes_from_block(ExprKind kind) { return is_product(kind) || kind == ExprKind::kBlockSum; }
bool is_shift(ExprKind kind) { return kind == ExprKind::kShl || kind == ExprKind::kShr || kind == ExprKind::kSar; }

}  // namespace

PipelineGraph::PipelineGraph(const Module& module, const DelayModel& device, Cut cut)
    : m(module),
      timing(timing_of(module, device)),
      by_cells(device.by_cells),
      level(device.lut),
      absorbs_logic(device.by_cells && device.cells->amd.has_value()),
      register_overhead_(device.register_overhead),
      tail_(timing.tail) {
  wire_value.resize(m.signals.size());
  wire_name.assign(m.exprs.size(), "");
  for (const Item& item : m.items) {
    const auto* a = std::get_if<Assign>(&item);
    RTLGEN_CHECK(a != nullptr || std::holds_alternative<Section>(item),
                 "only combinational modules can be pipelined: " + m.name);
    if (a == nullptr) continue;
    wire_value[a->target] = a->value;
    const Signal& s = m.signals[a->target];
    if (s.kind == SignalKind::kOutput)
      outputs.emplace_back(a->target, a->value);
    else
      wire_name[a->value] = s.name;
  }
  IndexVector<ExprId, bool> seen(m.exprs.size(), false);
  for (const auto& [signal, value] : outputs) visit(value, seen);
  const IndexVector<ExprId, int> read = bits_read();
  tiles.resize(m.exprs.size());
  for (const ExprId id : order) {
    if (is_product(m.exprs[id].kind)) tiles[id] = product_tiles(m, m.exprs[id], read[id], device);
  }
  count_ways_into_dsps(device);
  count_ways_into_resets(device);
  amount.resize(m.exprs.size());
  if (cut == Cut::kFewStages) return;
  for (const ExprId id : order) {
    const Expr& e = m.exprs[id];
    if (e.width < kWideShift || chain_of(id).valid()) continue;
    if (is_shift(e.kind)) sources(e.args[1], amount[id]);
    if (e.kind == ExprKind::kMux && is_step_of_shift(e)) sources(e.args[0], amount[id]);
  }
}

bool PipelineGraph::is_in_block(ExprId id) const {
  return m.exprs[id].kind == ExprKind::kBlockSum || !tiles[id].across.empty();
}

bool PipelineGraph::is_registered(ExprId id, int budget) const {
  if (m.exprs[id].kind == ExprKind::kBlockSum) return true;
  return !tiles[id].across.empty() && (budget + register_overhead_ <= kFastPeriodPs || delay(id) > budget);
}

int PipelineGraph::stages(ExprId id, int start, int budget) const {
  if (m.exprs[id].kind != ExprKind::kBlockSum) return tiles[id].stages();
  const bool logic_in_front = start > entry(id) && budget + register_overhead_ <= kFastPeriodPs;
  return !logic_in_front && start + delay(id) <= budget ? 1 : kMostBlockSumStages;
}

/// Counts the paths to operand registers that synthesis packs into a block: their route does not end next to the logic,
/// and their set-up time includes no LUT.
void PipelineGraph::count_ways_into_dsps(const DelayModel& device) {
  if (!by_cells || !device.cells->amd) return;
  const CellDelays& d = *device.cells;
  const int way = route_ps(d, 1) + d.amd->dsp_set_up - (d.set_up - d.lut);
  for (const ExprId id : order) {
    if (!is_in_block(id)) continue;
    std::vector<ExprId> operands;
    for (const ExprId a : args(id)) sources(a, operands);
    for (const ExprId a : operands) {
      if (!comes_from_block(m.exprs[a].kind)) tail_[a] = std::max(tail_[a], way);
    }
  }
}

/// Yosys turns a multiplexer with a constant, followed by a register, into the reset of that register. The condition
/// may need an inverter, and a carry has to leave its chain: one more LUT, unless a LUT produces the condition.
void PipelineGraph::count_ways_into_resets(const DelayModel& device) {
  ways_into_reset_.resize(m.exprs.size());
  if (!by_cells || !device.cells->amd) return;
  const CellDelays& d = *device.cells;
  for (const ExprId id : order) {
    const Expr& e = m.exprs[id];
    if (e.kind != ExprKind::kMux || e.width < kFewestResets || tail_[id] > 0) continue;
    if (!is_constant(e.args[1]) && !is_constant(e.args[2])) continue;
    std::vector<ExprId> decides;
    sources(e.args[0], decides);
    for (const ExprId a : decides) {
      const int inverter = timing.is_lut[a] ? 0 : route_ps(d, 1) + d.lut;
      ways_into_reset_[id].push_back({a, inverter + d.amd->reset - d.set_up});
    }
  }
}

bool PipelineGraph::is_constant(ExprId id) const {
  std::vector<ExprId> from;
  sources(id, from);
  return from.empty();
}

int PipelineGraph::way(ExprId from, ExprId id) const {
  for (const Way& w : ways_into_reset_[id]) {
    if (w.from == from) return w.ps;
  }
  return 0;
}

IndexVector<ExprId, int> PipelineGraph::bits_read() const {
  IndexVector<ExprId, int> read(m.exprs.size(), 0);
  for (const auto& [signal, value] : outputs) read[value] = m.exprs[value].width;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const Expr& e = m.exprs[*it];
    for (const ExprId a : args(*it)) {
      const bool passes = e.kind == ExprKind::kSignal;
      const int bits = e.kind == ExprKind::kSlice ? e.low + e.width : passes ? read[*it] : m.exprs[a].width;
      read[a] = std::max(read[a], bits);
    }
  }
  return read;
}

std::vector<ExprId> PipelineGraph::args(ExprId id) const {
  const Expr& e = m.exprs[id];
  if (e.kind != ExprKind::kSignal) return e.args;
  const ExprId value = wire_value[e.signal];
  return value.valid() ? std::vector<ExprId>{value} : std::vector<ExprId>{};
}

void PipelineGraph::sources(ExprId id, std::vector<ExprId>& out) const {
  const Expr& e = m.exprs[id];
  if (e.kind == ExprKind::kConst) return;
  const bool input = e.kind == ExprKind::kSignal && !wire_value[e.signal].valid();
  if (input || !is_wiring(e.kind)) {
    out.push_back(id);
    return;
  }
  for (const ExprId a : args(id)) sources(a, out);
}

int PipelineGraph::entry(ExprId id) const {
  int ps = 0;
  if (is_wiring(m.exprs[id].kind)) return ps;
  for (const ExprId a : args(id)) ps = std::max(ps, timing.register_route[a]);
  for (const Way& w : ways_into_reset_[id]) ps = std::max(ps, timing.register_route[w.from] + w.ps);
  return ps;
}

int PipelineGraph::least_stage() const {
  int ps = 1;
  for (const ExprId id : order) {
    if (by_cells && !comes_from_block(m.exprs[id].kind)) ps = std::max(ps, entry(id) + delay(id) + tail(id));
  }
  return ps;
}

bool PipelineGraph::prepares(ExprId id, ExprId of) const {
  const ExprKind kind = m.exprs[id].kind;
  const bool bitwise =
      kind == ExprKind::kAnd || kind == ExprKind::kOr || kind == ExprKind::kXor || kind == ExprKind::kMux;
  if (!bitwise || m.exprs[of].kind != ExprKind::kSub) return false;
  std::vector<ExprId> first, second;
  sources(m.exprs[of].args[0], first);
  sources(m.exprs[of].args[1], second);
  const auto has = [id](const std::vector<ExprId>& all) { return std::find(all.begin(), all.end(), id) != all.end(); };
  return has(second) && !has(first);
}

std::vector<ExprId> PipelineGraph::reads(ExprId id) const {
  std::vector<ExprId> direct;
  for (const ExprId a : args(id)) sources(a, direct);
  std::vector<ExprId> all;
  for (const ExprId a : direct) {
    const std::vector<ExprId> through = chain_of(a).valid() ? reads(a) : std::vector<ExprId>{a};
    all.insert(all.end(), through.begin(), through.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void PipelineGraph::visit(ExprId id, IndexVector<ExprId, bool>& seen) {
  if (seen[id]) return;
  seen[id] = true;
  for (const ExprId a : args(id)) visit(a, seen);
  order.push_back(id);
}

bool PipelineGraph::is_step_of_shift(const Expr& mux) const {
  std::vector<ExprId> data;
  sources(mux.args[1], data);
  sources(mux.args[2], data);
  for (const ExprId d : data) {
    const Expr& e = m.exprs[d];
    if (e.kind == ExprKind::kMux && e.width >= kWideShift && !depends(mux.args[0], d)) return true;
  }
  return false;
}

bool PipelineGraph::depends(ExprId id, ExprId on) const {
  IndexVector<ExprId, bool> seen(m.exprs.size(), false);
  std::vector<ExprId> pending = {id};
  while (!pending.empty()) {
    const ExprId next = pending.back();
    pending.pop_back();
    if (next == on) return true;
    if (seen[next]) continue;
    seen[next] = true;
    for (const ExprId a : args(next)) pending.push_back(a);
  }
  return false;
}

}  // namespace rtlgen::hw
