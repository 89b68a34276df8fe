// Reads a module into a Graph and finds the logic that carry chains absorb.
#include "hw/pipeline_graph.hpp"

#include <algorithm>

namespace rtlgen::hw::pipeline_detail {

namespace {

bool is_bitwise(ExprKind kind) {
  return kind == ExprKind::kAnd || kind == ExprKind::kOr || kind == ExprKind::kXor || kind == ExprKind::kMux;
}

void sort_unique(std::vector<ExprId>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

bool is_wiring(ExprKind kind) {
  switch (kind) {
    case ExprKind::kConst: case ExprKind::kSignal: case ExprKind::kSlice: case ExprKind::kConcat:
    case ExprKind::kRepeat: case ExprKind::kZext: case ExprKind::kSext: case ExprKind::kNot: return true;
    default: return false;
  }
}

Graph::Graph(const Module& module, const DelayModel& device) : m(module) {
  wire_value.assign(m.signals.size(), -1);
  wire_name.assign(m.exprs.size(), "");
  for (const Item& item : m.items) {
    const auto* a = std::get_if<Assign>(&item);
    RTLGEN_CHECK(a != nullptr || std::holds_alternative<Section>(item),
                 "only combinational modules can be pipelined: " + m.name);
    if (a == nullptr) continue;
    wire_value[at(a->target)] = a->value;
    const Signal& s = m.signals[at(a->target)];
    if (s.kind == SignalKind::kOutput) outputs.emplace_back(a->target, a->value);
    else wire_name[at(a->value)] = s.name;
  }
  for (const Expr& e : m.exprs) delay.push_back(device.of(m, e));
  std::vector<bool> seen(m.exprs.size(), false);
  for (const auto& [signal, value] : outputs) visit(value, seen);
  part_of.assign(m.exprs.size(), -1);
  absorb_into_chains(device.lut_inputs);
}

std::vector<ExprId> Graph::args(ExprId id) const {
  const Expr& e = m.exprs[at(id)];
  if (e.kind != ExprKind::kSignal) return e.args;
  const ExprId value = wire_value[at(e.signal)];
  return value < 0 ? std::vector<ExprId>{} : std::vector<ExprId>{value};
}

void Graph::sources(ExprId id, std::vector<ExprId>& out) const {
  const Expr& e = m.exprs[at(id)];
  if (e.kind == ExprKind::kConst) return;
  const bool input = e.kind == ExprKind::kSignal && wire_value[at(e.signal)] < 0;
  if (input || !is_wiring(e.kind)) {
    out.push_back(id);
    return;
  }
  for (const ExprId a : args(id)) sources(a, out);
}

std::vector<ExprId> Graph::reads(ExprId id) const {
  std::vector<ExprId> direct;
  for (const ExprId a : args(id)) sources(a, direct);
  sort_unique(direct);
  std::vector<ExprId> all;
  for (const ExprId a : direct) {
    if (part_of[at(a)] < 0) {
      all.push_back(a);
      continue;
    }
    const std::vector<ExprId> through = reads(a);
    all.insert(all.end(), through.begin(), through.end());
  }
  sort_unique(all);
  return all;
}

void Graph::visit(ExprId id, std::vector<bool>& seen) {
  if (seen[at(id)]) return;
  seen[at(id)] = true;
  for (const ExprId a : args(id)) visit(a, seen);
  order.push_back(id);
}

void Graph::absorb_into_chains(int lut_inputs) {
  std::vector<int> uses(m.exprs.size(), 0);
  const auto count = [&](const std::vector<ExprId>& ids) {
    for (const ExprId s : ids) ++uses[at(s)];
  };
  for (const ExprId id : order) {
    if (!is_wiring(m.exprs[at(id)].kind)) count(reads(id));
  }
  for (const auto& [signal, value] : outputs) {
    std::vector<ExprId> roots;
    sources(value, roots);
    count(roots);
  }
  for (const ExprId id : order) {
    if (m.exprs[at(id)].kind == ExprKind::kSub) absorb_operand(id, uses, lut_inputs);
  }
}

void Graph::absorb_operand(ExprId chain, const std::vector<int>& uses, int lut_inputs) {
  // The LUTs read one bit of the first operand and of each of these.
  std::vector<ExprId> read;
  sources(args(chain)[1], read);
  sort_unique(read);
  for (std::size_t i = 0; i < read.size(); ++i) {
    const ExprId id = read[i];
    const Expr& e = m.exprs[at(id)];
    if (!is_bitwise(e.kind) || e.width == 1 || uses[at(id)] != 1) continue;
    std::vector<ExprId> wider = reads(id);
    wider.insert(wider.end(), read.begin(), read.end());
    std::erase(wider, id);
    sort_unique(wider);
    if (static_cast<int>(wider.size()) >= lut_inputs) continue;
    delay[at(id)] = 0;
    part_of[at(id)] = chain;
    read = wider;
    i = static_cast<std::size_t>(-1);  // from the first again
  }
}

}  // namespace rtlgen::hw::pipeline_detail
