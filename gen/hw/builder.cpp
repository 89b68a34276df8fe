// Builder: signals, items and shared expressions of one module, and the clean-up at the end.
#include "hw/builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/fold.hpp"
#include "hw/simplify.hpp"
#include "support/check.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::hw {

namespace {

bool has_bits(const Expr& e) { return e.kind == ExprKind::kConst || e.kind == ExprKind::kTable; }

std::uint64_t hash_of(const Expr& e) {
  const auto both = [](int high, int low) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32U | static_cast<std::uint32_t>(low);
  };
  std::uint64_t hash = mixed(both(static_cast<int>(e.kind), e.width)) ^ both(e.signal.index(), e.low);
  for (const ExprId a : e.args) hash = mixed(hash) + static_cast<std::uint64_t>(a.index());
  if (has_bits(e)) {
    for (const std::uint64_t limb : e.bits.limbs) hash = mixed(hash) ^ limb;
  }
  return mixed(hash);
}

bool are_equal(const Expr& a, const Expr& b) {
  return a.kind == b.kind && a.width == b.width && a.signal == b.signal && a.low == b.low && a.args == b.args &&
         (!has_bits(a) || a.bits.limbs == b.bits.limbs);
}

}  // namespace

Builder::Builder(std::string module_name) {
  module_.name = std::move(module_name);
  module_.uses_clock = false;
  names_["clk"] = Implied{};
  names_["rst"] = Implied{};
}

std::string Builder::take_name(const std::string& wanted, Holder holder) {
  const std::string legal = legal_name(wanted);
  if (names_.try_emplace(lower_case(legal), holder).second) return legal;
  // A name that is taken is never free again, so the next number continues from the last.
  int& last = suffixes_.try_emplace(lower_case(legal), 1).first->second;
  for (;;) {
    std::string name = fmt::format("{}_{}", legal, ++last);
    if (names_.try_emplace(lower_case(name), holder).second) return name;
  }
}

SignalId Builder::add_signal(const std::string& wanted, int width, SignalKind kind, const std::string& comment) {
  const SignalId id = module_.signals.push_back({"", width, kind, comment, false});
  module_.signals[id].name = take_name(wanted, id);
  return id;
}

SignalId Builder::add_port(const std::string& name, int width, SignalKind kind, const std::string& comment) {
  const std::string key = lower_case(name);
  const auto taken = names_.find(key);
  if (taken == names_.end()) return add_signal(name, width, kind, comment);
  const Holder holder = taken->second;
  const auto* const signal = std::get_if<SignalId>(&holder);
  const bool gives_way =
      signal != nullptr ? module_.signals[*signal].kind == SignalKind::kWire : !std::holds_alternative<Implied>(holder);
  RTLGEN_CHECK(gives_way, fmt::format("module {} has two ports called '{}'", module_.name, name));
  // The name stays reserved while its holder gets another one.
  name_of(holder) = take_name(name, holder);
  names_.erase(key);
  return add_signal(name, width, kind, comment);
}

std::string& Builder::name_of(const Holder& holder) {
  if (const auto* const signal = std::get_if<SignalId>(&holder)) return module_.signals[*signal].name;
  Item& item = module_.items[std::get<std::size_t>(holder)];
  if (auto* const memory = std::get_if<Memory>(&item)) return memory->name;
  return std::get<Instance>(item).name;
}

Value Builder::make(Expr expr) {
  const bool pure = expr.kind != ExprKind::kSignal && expr.kind != ExprKind::kConst;
  if (pure) {
    const auto is_constant = [this](ExprId a) { return module_.exprs[a].kind == ExprKind::kConst; };
    if (std::all_of(expr.args.begin(), expr.args.end(), is_constant)) {
      std::vector<Bits> args;
      for (const ExprId a : expr.args) args.push_back(module_.exprs[a].bits);
      return constant(evaluate_expr(expr, args));
    }
    if (const auto simple = simplify(*this, expr)) return *simple;
  }
  const int width = expr.width;
  const std::size_t next = module_.exprs.size();
  const std::size_t number = shared_.find_or_add(
      hash_of(expr), next, [&](std::size_t known) { return are_equal(module_.exprs[ExprId(known)], expr); });
  if (number == next) module_.exprs.push_back(std::move(expr));
  return {this, ExprId(number), width};
}

Value Builder::reference(SignalId signal) {
  Expr e;
  e.kind = ExprKind::kSignal;
  e.width = module_.signals[signal].width;
  e.signal = signal;
  return make(e);
}

Value Builder::constant(const Bits& bits) {
  Expr e;
  e.kind = ExprKind::kConst;
  e.width = bits.width;
  e.bits = bits;
  return make(e);
}

Value Builder::constant(int width, std::uint64_t value) { return constant(Bits(width, value)); }

Value Builder::input(const std::string& name, int width, const std::string& comment) {
  return reference(add_port(name, width, SignalKind::kInput, comment));
}

void Builder::output(const std::string& name, Value value, const std::string& comment) {
  const SignalId id = add_port(name, value.width, SignalKind::kOutput, comment);
  module_.items.emplace_back(Assign{id, value.id});
}

Value Builder::name(const std::string& name, Value value, const std::string& comment) {
  const Expr& e = module_.exprs[value.id];
  if (e.kind == ExprKind::kConst || e.kind == ExprKind::kSignal) return value;
  if (named_.contains(value.id) && named_[value.id].valid()) return {this, named_[value.id], value.width};
  const SignalId id = add_signal(name, value.width, SignalKind::kWire, comment);
  module_.items.emplace_back(Assign{id, value.id});
  const Value wire = reference(id);
  if (!named_.contains(value.id)) named_.resize(module_.exprs.size());
  named_[value.id] = wire.id;
  return wire;
}

Value Builder::reg(const std::string& name, Value next, Value enable, std::optional<Bits> reset,
                   const std::string& comment) {
  const Value q = declare_reg(name, next.width, std::move(reset), comment);
  drive(q, next, enable);
  return q;
}

Value Builder::dsp_reg(const std::string& name, Value next, DspRegister dsp) {
  if (next.constant() != nullptr) return next;
  const Value q = reg(name, next);
  std::get<Register>(module_.items.back()).dsp = dsp;
  return q;
}

Value Builder::kept_reg(const std::string& name, Value next) {
  if (next.constant() != nullptr) return next;
  const Value q = reg(name, next);
  std::get<Register>(module_.items.back()).is_kept = true;
  return q;
}

void Builder::spread(Value reg) {
  const SignalId q = module_.exprs[reg.id].signal;
  const auto found = std::find_if(module_.items.begin(), module_.items.end(), [&](const Item& item) {
    const auto* r = std::get_if<Register>(&item);
    return r != nullptr && r->q == q;
  });
  RTLGEN_CHECK(found != module_.items.end(), "spread: not a register");
  std::get<Register>(*found).is_spread = true;
}

Value Builder::declare_reg(const std::string& name, int width, std::optional<Bits> reset, const std::string& comment) {
  const SignalId id = add_signal(name, width, SignalKind::kWire, comment);
  Register r;
  r.q = id;
  r.reset = std::move(reset);
  pending_[id] = module_.items.size();
  module_.items.emplace_back(r);
  module_.uses_clock = true;
  if (r.reset) module_.uses_reset = true;
  return reference(id);
}

void Builder::drive(Value reg, Value next, Value enable) {
  const SignalId id = module_.exprs[reg.id].signal;
  const auto found = pending_.find(id);
  RTLGEN_CHECK(found != pending_.end(), "drive: not an undriven register");
  RTLGEN_CHECK(reg.width == next.width, fmt::format("register {} of {} bits is driven with {}",
                                                    module_.signals[id].name, reg.width, next.width));
  auto& r = std::get<Register>(module_.items[found->second]);
  r.d = next.id;
  if (enable.valid() && !(enable.constant() != nullptr && enable.constant()->bit(0))) r.enable = enable.id;
  pending_.erase(found);
}

Value Builder::delay(const std::string& name, Value value, int cycles, const std::string& comment) {
  RTLGEN_CHECK(cycles >= 0, "a delay cannot be negative");
  if (cycles == 0 || value.constant() != nullptr) return value;
  if (cycles == 1) return reg(name, value, {}, std::nullopt, comment);
  const SignalId id = add_signal(name, value.width, SignalKind::kWire, comment);
  module_.items.emplace_back(DelayLine{id, value.id, cycles});
  module_.uses_clock = true;
  return reference(id);
}

Value Builder::memory(const std::string& name, int depth, MemoryStyle style, Value address, Value data, Value enable,
                      const std::string& comment, Value write, Value read_address) {
  const SignalId q = add_signal(name + "_q", data.width, SignalKind::kWire, comment);
  Memory m;
  m.name = take_name(name, module_.items.size());
  m.depth = depth;
  m.width = data.width;
  m.style = style;
  m.q = q;
  m.address = address.id;
  m.d = data.id;
  m.enable = enable.id;
  m.write = write.id;
  m.read_address = read_address.id;
  module_.items.emplace_back(m);
  module_.uses_clock = true;
  return reference(q);
}

std::vector<Value> Builder::instance(const std::string& module, const std::string& name,
                                     const std::vector<std::pair<std::string, Value>>& inputs,
                                     const std::vector<std::tuple<std::string, std::string, int>>& outputs,
                                     const std::vector<std::pair<std::string, std::int64_t>>& parameters) {
  Instance i;
  i.module = module;
  i.name = take_name(name, module_.items.size());
  i.parameters = parameters;
  for (const auto& [port, value] : inputs) i.inputs.emplace_back(port, value.id);
  std::vector<Value> values;
  for (const auto& [port, wire, width] : outputs) {
    const SignalId id = add_signal(wire, width, SignalKind::kWire, "");
    if (wire.rfind("unused", 0) == 0) module_.signals[id].unused = true;
    i.outputs.emplace_back(port, id);
    values.push_back(reference(id));
  }
  module_.items.emplace_back(std::move(i));
  module_.uses_clock = true;
  return values;
}

Value Builder::declare_wire(const std::string& name, int width, const std::string& comment) {
  const SignalId id = add_signal(name, width, SignalKind::kWire, comment);
  pending_[id] = module_.items.size();
  module_.items.emplace_back(Assign{id, {}});
  return reference(id);
}

void Builder::assign(Value wire, Value value) {
  const SignalId id = module_.exprs[wire.id].signal;
  const auto found = pending_.find(id);
  RTLGEN_CHECK(found != pending_.end() && wire.width == value.width, "assign: not an undriven wire");
  std::get<Assign>(module_.items[found->second]).value = value.id;
  pending_.erase(found);
}

void Builder::section(const std::string& text) { module_.items.emplace_back(Section{text}); }

}  // namespace rtlgen::hw
