// Finds the logic that carry chains absorb.
#include "hw/timing.hpp"

#include <algorithm>

#include "hw/cell_timing.hpp"
#include "hw/delay_model.hpp"

namespace rtlgen::hw {

namespace {

void sort_unique(std::vector<ExprId>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

class Absorption {
 public:
  Absorption(const Module& m, const DelayModel& device, Timing& timing)
      : module_(m),
        lut_inputs_(device.lut_inputs),
        timing_(timing),
        uses_(m.exprs.size(), 0),
        wire_value_(m.signals.size()) {
    for (const Item& item : m.items) {
      if (const auto* a = std::get_if<Assign>(&item)) wire_value_[a->target] = a->value;
    }
    for (const Expr& e : m.exprs) {
      if (!is_wiring(e.kind)) count(e.args);
    }
    for (const Item& item : m.items) count_item(item);
  }

  void run() {
    for (const ExprId id : module_.exprs.ids()) {
      if (module_.exprs[id].kind == ExprKind::kSub) absorb_operand(id);
    }
  }

 private:
  /// Counts one more use of each value from which `ids` are wired.
  void count(const std::vector<ExprId>& ids) {
    std::vector<ExprId> from;
    for (const ExprId id : ids) {
      if (id.valid()) sources(id, from);
    }
    sort_unique(from);
    for (const ExprId s : from) ++uses_[s];
  }

  void count_item(const Item& item) {
    if (const auto* a = std::get_if<Assign>(&item)) {
      if (module_.signals[a->target].kind == SignalKind::kOutput) count({a->value});
    } else if (const auto* r = std::get_if<Register>(&item)) {
      count({r->d});
      count({r->enable});
    } else if (const auto* l = std::get_if<DelayLine>(&item)) {
      count({l->d});
    } else if (const auto* x = std::get_if<Memory>(&item)) {
      count({x->address});
      count({x->read_address});
      count({x->d});
      count({x->enable});
      count({x->write});
    } else if (const auto* i = std::get_if<Instance>(&item)) {
      for (const auto& [port, id] : i->inputs) count({id});
    }
  }

  void sources(ExprId id, std::vector<ExprId>& out) const {
    const Expr& e = module_.exprs[id];
    if (e.kind == ExprKind::kSignal && wire_value_[e.signal].valid())
      sources(wire_value_[e.signal], out);
    else if (!is_wiring(e.kind))
      out.push_back(id);
    else
      for (const ExprId a : e.args) sources(a, out);
  }

  /// The values that one bit of `id` reads at most: looks through parts of a concatenation and inversions, but other
  /// wiring counts separately, because two slices of one value are two inputs of a LUT.
  void inputs(ExprId id, std::vector<ExprId>& out) const {
    const Expr& e = module_.exprs[id];
    switch (e.kind) {
      case ExprKind::kConst:
        return;
      case ExprKind::kNot:
      case ExprKind::kRepeat:
      case ExprKind::kConcat:
        for (const ExprId a : e.args) inputs(a, out);
        return;
      case ExprKind::kSignal:
        if (wire_value_[e.signal].valid()) return inputs(wire_value_[e.signal], out);
        break;
      default:
        break;
    }
    out.push_back(id);
  }

  void absorb_operand(ExprId chain) {
    std::vector<ExprId> read;  // in addition to the first operand
    inputs(module_.exprs[chain].args[1], read);
    sort_unique(read);
    for (std::size_t i = 0; i < read.size();) {
      const ExprId id = read[i];
      const Expr& e = module_.exprs[id];
      const bool bitwise =
          e.kind == ExprKind::kAnd || e.kind == ExprKind::kOr || e.kind == ExprKind::kXor || e.kind == ExprKind::kMux;
      std::vector<ExprId> wider;
      if (bitwise && e.width > 1 && uses_[id] == 1) {
        wider = read;
        std::erase(wider, id);
        for (const ExprId a : e.args) inputs(a, wider);
        sort_unique(wider);
      }
      if (wider.empty() || static_cast<int>(wider.size()) >= lut_inputs_) {
        ++i;
        continue;
      }
      timing_.ps[id] = 0;
      timing_.part_of[id] = chain;
      read = wider;
      i = 0;
    }
  }

  const Module& module_;
  int lut_inputs_;
  Timing& timing_;
  IndexVector<ExprId, int> uses_;
  IndexVector<SignalId, ExprId> wire_value_;  ///< invalid for inputs and state
};

}  // namespace

bool is_wiring(ExprKind kind) {
  switch (kind) {
    case ExprKind::kConst:
    case ExprKind::kSignal:
    case ExprKind::kSlice:
    case ExprKind::kConcat:
    case ExprKind::kRepeat:
    case ExprKind::kZext:
    case ExprKind::kSext:
    case ExprKind::kNot:
      return true;
    default:
      return false;
  }
}

Timing timing_of(const Module& module, const DelayModel& device) {
  if (device.by_cells) return cell_timing(module, device);
  Timing timing;
  for (const Expr& e : module.exprs) timing.ps.push_back(device.of(module, e));
  timing.part_of.resize(module.exprs.size());
  for (IndexVector<ExprId, int>* none : {&timing.route, &timing.register_route, &timing.tail})
    none->assign(module.exprs.size(), 0);
  Absorption(module, device, timing).run();
  return timing;
}

}  // namespace rtlgen::hw
