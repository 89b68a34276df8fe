// Finishes a module: removes everything that is not read, and renumbers the rest.
#include <fmt/format.h>

#include <algorithm>

#include "hw/builder.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::hw {

namespace {

/// Every expression and signal that an output or an instance needs.
class Liveness {
 public:
  explicit Liveness(const Module& m)
      : module_(m), driver_(m.signals.size(), -1), expr(m.exprs.size(), false), signal(m.signals.size(), false) {
    for (std::size_t i = 0; i < m.items.size(); ++i) note_drivers(static_cast<int>(i));
    for (const SignalId id : m.signals.ids()) {
      if (m.signals[id].kind != SignalKind::kWire) mark_signal(id);
    }
    for (const Item& item : m.items) {
      if (const auto* instance = std::get_if<Instance>(&item)) {
        for (const auto& [port, id] : instance->inputs) mark_expr(id);
        for (const auto& [port, id] : instance->outputs) mark_signal(id);
      }
    }
    run();
  }

 private:
  void note_drivers(int index) {
    const Item& item = module_.items[at(index)];
    if (const auto* a = std::get_if<Assign>(&item)) driver_[a->target] = index;
    if (const auto* r = std::get_if<Register>(&item)) driver_[r->q] = index;
    if (const auto* d = std::get_if<DelayLine>(&item)) driver_[d->q] = index;
    if (const auto* x = std::get_if<Memory>(&item)) driver_[x->q] = index;
  }

  void mark_expr(ExprId id) {
    if (!id.valid() || expr[id]) return;
    expr[id] = true;
    work_.push_back(id);
  }

  void mark_signal(SignalId id) {
    if (signal[id]) return;
    signal[id] = true;
    const int d = driver_[id];
    if (d < 0) return;
    const Item& item = module_.items[at(d)];
    if (const auto* a = std::get_if<Assign>(&item)) mark_expr(a->value);
    if (const auto* r = std::get_if<Register>(&item)) mark_all({r->d, r->enable});
    if (const auto* l = std::get_if<DelayLine>(&item)) mark_expr(l->d);
    if (const auto* x = std::get_if<Memory>(&item)) mark_all({x->address, x->d, x->enable, x->write, x->read_address});
  }

  void mark_all(std::initializer_list<ExprId> ids) {
    for (const ExprId id : ids) mark_expr(id);
  }

  void run() {
    while (!work_.empty()) {
      const Expr& e = module_.exprs[work_.back()];
      work_.pop_back();
      for (const ExprId a : e.args) mark_expr(a);
      if (e.kind == ExprKind::kSignal) mark_signal(e.signal);
    }
  }

  const Module& module_;
  IndexVector<SignalId, int> driver_;  ///< the item that drives it, or -1
  std::vector<ExprId> work_;

 public:
  IndexVector<ExprId, bool> expr;
  IndexVector<SignalId, bool> signal;
};

/// Keeps the live elements; returns their new positions.
template <class IdType, class T>
IndexVector<IdType, IdType> compact(IndexVector<IdType, T>& items, const IndexVector<IdType, bool>& live) {
  IndexVector<IdType, IdType> moved(items.size());
  IndexVector<IdType, T> kept;
  for (const IdType id : items.ids()) {
    if (live[id]) moved[id] = kept.push_back(std::move(items[id]));
  }
  items = std::move(kept);
  return moved;
}

bool is_live(const Item& item, const Liveness& live) {
  if (const auto* a = std::get_if<Assign>(&item)) return live.signal[a->target];
  if (const auto* r = std::get_if<Register>(&item)) return live.signal[r->q];
  if (const auto* d = std::get_if<DelayLine>(&item)) return live.signal[d->q];
  if (const auto* x = std::get_if<Memory>(&item)) return live.signal[x->q];
  return true;
}

/// Drops sections without items.
void drop_empty_sections(std::vector<Item>& items) {
  std::vector<Item> kept;
  for (Item& item : items) {
    const bool section = std::holds_alternative<Section>(item);
    if (section && !kept.empty() && std::holds_alternative<Section>(kept.back())) kept.pop_back();
    kept.push_back(std::move(item));
  }
  if (!kept.empty() && std::holds_alternative<Section>(kept.back())) kept.pop_back();
  items = std::move(kept);
}

}  // namespace

Module Builder::finish() {
  RTLGEN_CHECK(pending_.empty(), fmt::format("module {}: '{}' has no driver", module_.name,
                                             module_.signals[pending_.begin()->first].name));
  const Liveness live(module_);
  Module m = std::move(module_);
  std::erase_if(m.items, [&](const Item& item) { return !is_live(item, live); });
  drop_empty_sections(m.items);
  const IndexVector<ExprId, ExprId> expr = compact(m.exprs, live.expr);
  const IndexVector<SignalId, SignalId> signal = compact(m.signals, live.signal);
  const auto move_expr = [&](ExprId& id) {
    if (id.valid()) id = expr[id];
  };
  for (Expr& e : m.exprs) {
    for (ExprId& a : e.args) move_expr(a);
    if (e.kind == ExprKind::kSignal) e.signal = signal[e.signal];
  }
  m.uses_reset = false;
  for (Item& item : m.items) {
    if (auto* a = std::get_if<Assign>(&item)) {
      a->target = signal[a->target];
      move_expr(a->value);
    } else if (auto* r = std::get_if<Register>(&item)) {
      r->q = signal[r->q];
      move_expr(r->d);
      move_expr(r->enable);
      m.uses_reset = m.uses_reset || r->reset.has_value();
    } else if (auto* d = std::get_if<DelayLine>(&item)) {
      d->q = signal[d->q];
      move_expr(d->d);
    } else if (auto* x = std::get_if<Memory>(&item)) {
      x->q = signal[x->q];
      move_expr(x->address);
      move_expr(x->d);
      move_expr(x->enable);
      move_expr(x->write);
      move_expr(x->read_address);
    } else if (auto* i = std::get_if<Instance>(&item)) {
      for (auto& [port, id] : i->inputs) move_expr(id);
      for (auto& [port, id] : i->outputs) id = signal[id];
    }
  }
  verify(m);
  return m;
}

}  // namespace rtlgen::hw
