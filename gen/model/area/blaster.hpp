// Converts expressions of the IR to bits, for netlist_of. Private to the area model.
//
// netlist.cpp has the items of a module, wiring and selections; arithmetic.cpp has sums, comparisons and products.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/area/cells.hpp"
#include "model/area/netlist.hpp"

namespace rtlgen::model {

using Word = std::vector<Literal>;  ///< lowest bit first

class Blaster {
 public:
  Blaster(const hw::Module& module, const Fabric& fabric)
      : module_(module),
        fabric_(fabric),
        users_(module.exprs.size(), 0),
        values_(module.exprs.size()),
        wires_(module.signals.size()),
        drivers_(module.signals.size()) {}

  Netlist run() {
    for (const hw::Item& item : module_.items) {
      if (const auto* a = std::get_if<hw::Assign>(&item)) drivers_[a->target] = a->value;
    }
    for (const hw::SignalId s : module_.signals.ids()) {
      if (!drivers_[s].valid()) wires_[s] = inputs(module_.signals[s].width);
      if (module_.signals[s].kind == hw::SignalKind::kInput) append(net_.inputs, wires_[s]);
      if (module_.signals[s].kind == hw::SignalKind::kOutput && drivers_[s].valid()) use(drivers_[s]);
    }
    for (const hw::Item& item : module_.items) use(item);
    for (const hw::Item& item : module_.items) keep(item);
    for (const hw::SignalId s : module_.signals.ids()) {
      if (module_.signals[s].kind == hw::SignalKind::kOutput) append(net_.outputs, wire(s));
    }
    return std::move(net_);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static void append(Word& to, const Word& from) { to.insert(to.end(), from.begin(), from.end()); }
  Logic& logic() { return net_.logic; }

  Word inputs(int width) {
    Word word;
    word.reserve(index(width));
    for (int i = 0; i < width; ++i) word.push_back(logic().input());
    return word;
  }

  /// Counts the readers of an expression; a wire's readers count for its driver.
  void use(hw::ExprId e) {
    if (!e.valid() || ++users_[e] > 1) return;
    const hw::Expr& expr = module_.exprs[e];
    for (const hw::ExprId a : expr.args) use(a);
    if (expr.kind == hw::ExprKind::kSignal && drivers_[expr.signal].valid()) use(drivers_[expr.signal]);
  }

  void use(const hw::Item& item) {
    if (const auto* r = std::get_if<hw::Register>(&item)) {
      use(r->d);
      use(r->enable);
    } else if (const auto* d = std::get_if<hw::DelayLine>(&item)) {
      use(d->d);
    } else if (const auto* m = std::get_if<hw::Memory>(&item)) {
      for (const hw::ExprId e : {m->address, m->d, m->enable, m->write, m->read_address}) use(e);
    } else if (const auto* i = std::get_if<hw::Instance>(&item)) {
      for (const auto& [port, e] : i->inputs) use(e);
    }
  }

  void keep(const hw::Item& item) {
    if (const auto* r = std::get_if<hw::Register>(&item)) {
      const bool in_dsp = fabric_.fills_dsps() && r->dsp != hw::DspRegister::kNone;
      if (in_dsp && r->dsp == hw::DspRegister::kSum) sum_in_dsp(r->d);
      flops(value(r->d), wire(r->q), r->enable.valid() ? value(r->enable).front() : kTrue, r->reset, 1, in_dsp,
            r->is_kept);
    } else if (const auto* d = std::get_if<hw::DelayLine>(&item)) {
      flops(value(d->d), wire(d->q), kTrue, std::nullopt, d->cycles);
    } else if (const auto* m = std::get_if<hw::Memory>(&item)) {
      HardCell cell{.kind = HardCell::Kind::kMemory, .in = {}, .out = wire(m->q), .depth = m->depth, .style = m->style};
      if (m->d.valid()) append(cell.in, value(m->d));
      append(cell.in, value(m->address));
      if (m->read_address.valid()) append(cell.in, value(m->read_address));
      if (m->enable.valid()) append(cell.in, value(m->enable));
      if (m->write.valid()) append(cell.in, value(m->write));
      net_.cells.push_back(std::move(cell));
    } else if (const auto* i = std::get_if<hw::Instance>(&item)) {
      HardCell cell{.kind = HardCell::Kind::kInstance};
      for (const auto& [port, e] : i->inputs) append(cell.in, value(e));
      for (const auto& [port, s] : i->outputs) append(cell.out, wire(s));
      net_.cells.push_back(std::move(cell));
    }
  }

  /// A sum that a DSP block adds is not logic.
  void sum_in_dsp(hw::ExprId e) {
    const hw::Expr& expr = module_.exprs[e];
    if (expr.kind != hw::ExprKind::kAdd || !values_[e].empty()) return;
    HardCell cell{.kind = HardCell::Kind::kDspSum, .in = value(expr.args[0]), .out = inputs(expr.width)};
    append(cell.in, value(expr.args[1]));
    values_[e] = cell.out;
    net_.cells.push_back(std::move(cell));
  }

  void flops(const Word& d, const Word& q, Literal enable, const std::optional<hw::Bits>& reset, int cycles,
             bool in_dsp = false, bool is_kept = false) {
    const auto width = static_cast<Literal>(q.size());
    const Literal inner = cycles > 1 ? inputs(width * (cycles - 1)).front() : kFalse;
    for (std::size_t i = 0; cycles > 0 && i < d.size(); ++i) {
      net_.flops.push_back({.d = d[i],
                            .q = q[i],
                            .enable = enable,
                            .has_reset = reset.has_value(),
                            .reset_value = reset && reset->bit(static_cast<int>(i)),
                            .item = items_,
                            .in_dsp = in_dsp,
                            .is_kept = is_kept,
                            .length = cycles,
                            .inner = inner + 2 * static_cast<Literal>(i),
                            .stride = 2 * width});
    }
    ++items_;
  }

  const Word& wire(hw::SignalId s) {
    if (wires_[s].empty()) wires_[s] = value(drivers_[s]);
    return wires_[s];
  }

  const Word& value(hw::ExprId e) {
    if (values_[e].empty()) values_[e] = make(module_.exprs[e]);
    return values_[e];
  }

  Word constant(const hw::Bits& bits, int width) {
    Word word;
    word.reserve(index(width));
    for (int i = 0; i < width; ++i) word.push_back(bits.bit(i) ? kTrue : kFalse);
    return word;
  }

  Word bitwise(const Word& a, const Word& b, Literal (Logic::*gate)(Literal, Literal)) {
    Word word;
    word.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) word.push_back((logic().*gate)(a[i], b[i]));
    return word;
  }

  Word inverted(Word a) {
    for (Literal& l : a) l = invert(l);
    return a;
  }

  Word chosen(Literal condition, const Word& a, const Word& b) {
    Word word;
    word.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) word.push_back(logic().choose(condition, a[i], b[i]));
    return word;
  }

  Word extended(Word a, int width, Literal fill) {
    a.resize(index(width), fill);
    return a;
  }

  struct Term {
    Word word;
    bool negative = false;
  };

  Word make(const hw::Expr& e);
  Word wiring(const hw::Expr& e);
  Word arithmetic(const hw::Expr& e);
  void terms(hw::ExprId e, bool negative, int width, std::vector<Term>& list);
  Word total(const hw::Expr& e);
  Word compressed(const std::vector<Term>& list, std::size_t width);
  Word in_gates(const Word& a, const Word& b, Literal carry);
  Word sum(const Word& a, const Word& b, Literal carry, bool subtract);
  Word chain(const Word& a, const Word& b, Literal carry, bool subtract);
  Literal below(Word a, Word b, bool or_equal, bool is_signed);
  Word shifted(const Word& a, const Word& amount, hw::ExprKind kind);
  Word looked_up(const hw::Expr& e);
  Word product(Word a, Word b, bool is_signed, int width);
  Word soft_product(const Word& a, const Word& b, bool is_signed, std::size_t width);

  const hw::Module& module_;
  const Fabric& fabric_;
  Netlist net_;
  int items_ = 0;  ///< registers so far
  IndexVector<hw::ExprId, int> users_;
  IndexVector<hw::ExprId, Word> values_;
  IndexVector<hw::SignalId, Word> wires_;
  IndexVector<hw::SignalId, hw::ExprId> drivers_;  ///< only for assigned wires
};

}  // namespace rtlgen::model
