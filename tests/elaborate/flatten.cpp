// A design as one module, for the interpreter.
#include <map>
#include <string>
#include <variant>

#include "core_run.hpp"
#include "hw/ir.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace rtlgen::test {

namespace {

class Flattener {
 public:
  explicit Flattener(const hw::Design& design) : design_(design) {}

  hw::Module run() {
    const hw::Module& top = module(design_.top);
    flat_.name = top.name;
    for (const hw::Signal& s : top.signals) {
      if (s.kind != hw::SignalKind::kWire) add_signal(s.name, s.width, s.kind);
    }
    std::map<std::string, hw::SignalId> ports;
    for (const hw::SignalId id : flat_.signals.ids()) ports[flat_.signals[id].name] = id;
    copy(top, "", ports);
    return flat_;
  }

 private:
  const hw::Module& module(const std::string& name) const {
    for (const hw::Module& m : design_.modules) {
      if (m.name == name) return m;
    }
    throw InternalError("no module " + name);
  }

  [[nodiscard]] bool is_leaf(const std::string& name) const {
    for (const hw::Leaf& l : design_.leaves) {
      if (l.name == name) return true;
    }
    return false;
  }

  hw::SignalId add_signal(const std::string& name, int width, hw::SignalKind kind) {
    return flat_.signals.push_back({name, width, kind, "", false});
  }

  hw::ExprId signal_value(hw::SignalId signal) {
    hw::Expr e;
    e.kind = hw::ExprKind::kSignal;
    e.width = flat_.signals[signal].width;
    e.signal = signal;
    return flat_.exprs.push_back(e);
  }

  void assign(hw::SignalId target, hw::ExprId value) { flat_.items.emplace_back(hw::Assign{target, value}); }

  /// Adds `m`; `ports` are the signals of the flat module that its ports already are.
  void copy(const hw::Module& m, const std::string& prefix, const std::map<std::string, hw::SignalId>& ports) {
    IndexVector<hw::SignalId, hw::SignalId> signal;
    for (const hw::Signal& s : m.signals) {
      const auto port = s.kind == hw::SignalKind::kWire ? ports.end() : ports.find(s.name);
      signal.push_back(port != ports.end() ? port->second
                                           : add_signal(prefix + s.name, s.width, hw::SignalKind::kWire));
    }
    IndexVector<hw::ExprId, hw::ExprId> moved;
    for (hw::Expr e : m.exprs) {
      for (hw::ExprId& a : e.args) a = moved[a];
      if (e.signal.valid()) e.signal = signal[e.signal];
      moved.push_back(flat_.exprs.push_back(e));
    }
    const auto expr = [&](hw::ExprId id) { return id.valid() ? moved[id] : id; };
    for (hw::Item item : m.items) {
      if (auto* a = std::get_if<hw::Assign>(&item)) *a = {signal[a->target], expr(a->value)};
      if (auto* r = std::get_if<hw::Register>(&item)) *r = {signal[r->q], expr(r->d), expr(r->enable), r->reset};
      if (auto* d = std::get_if<hw::DelayLine>(&item)) *d = {signal[d->q], expr(d->d), d->cycles};
      if (auto* x = std::get_if<hw::Memory>(&item)) {
        x->name = prefix + x->name;
        x->q = signal[x->q];
        x->address = expr(x->address);
        x->d = expr(x->d);
        x->enable = expr(x->enable);
        x->write = expr(x->write);
        x->read_address = expr(x->read_address);
      }
      if (const auto* i = std::get_if<hw::Instance>(&item)) {
        place(*i, prefix, signal, moved);
        continue;
      }
      flat_.items.push_back(item);
    }
  }

  void place(const hw::Instance& i, const std::string& prefix, const IndexVector<hw::SignalId, hw::SignalId>& signal,
             const IndexVector<hw::ExprId, hw::ExprId>& expr) {
    const bool leaf = is_leaf(i.module);
    std::map<std::string, hw::SignalId> ports;
    for (const auto& [port, value] : i.inputs) {
      const int width = flat_.exprs[expr[value]].width;
      const auto kind = leaf ? hw::SignalKind::kOutput : hw::SignalKind::kWire;
      const hw::SignalId s = add_signal((leaf ? i.module + "_" : prefix + i.name + "_") + port, width, kind);
      assign(s, expr[value]);
      ports[port] = s;
    }
    for (const auto& [port, target] : i.outputs) {
      const int width = flat_.signals[signal[target]].width;
      const auto kind = leaf ? hw::SignalKind::kInput : hw::SignalKind::kWire;
      const hw::SignalId s = add_signal((leaf ? i.module + "_" : prefix + i.name + "_") + port, width, kind);
      assign(signal[target], signal_value(s));
      ports[port] = s;
    }
    if (!leaf) copy(module(i.module), prefix + i.name + ".", ports);
  }

  const hw::Design& design_;
  hw::Module flat_;
};

}  // namespace

hw::Module flatten(const hw::Design& design) { return Flattener(design).run(); }

}  // namespace rtlgen::test
