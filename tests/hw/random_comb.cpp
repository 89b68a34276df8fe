// Implementation of random_comb.hpp.
#include "random_comb.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "hw/builder.hpp"
#include "support/index.hpp"

namespace rtlgen::hw::test {
namespace {

constexpr ExprKind kOperators[] = {
    ExprKind::kSlice,  ExprKind::kSlice,     ExprKind::kSlice,    ExprKind::kConcat,    ExprKind::kConcat,
    ExprKind::kRepeat, ExprKind::kNot,       ExprKind::kNot,      ExprKind::kAnd,       ExprKind::kOr,
    ExprKind::kXor,    ExprKind::kReduceAnd, ExprKind::kReduceOr, ExprKind::kReduceXor, ExprKind::kAdd,
    ExprKind::kSub,    ExprKind::kAddCarry,  ExprKind::kMul,      ExprKind::kMulSigned, ExprKind::kEq,
    ExprKind::kNe,     ExprKind::kUlt,       ExprKind::kUle,      ExprKind::kSlt,       ExprKind::kSle,
    ExprKind::kShl,    ExprKind::kShr,       ExprKind::kSar,      ExprKind::kMux,       ExprKind::kMux,
    ExprKind::kMux,    ExprKind::kZext,      ExprKind::kSext,     ExprKind::kTable};

class Generator {
 public:
  Generator(std::uint64_t seed, const CombOptions& options) : random_(seed), options_(options) {
    m_.name = "random_comb";
    m_.uses_clock = false;
  }

  Module run() {
    for (int i = 0; i < 4; ++i) {
      const int width = i == 0 ? 1 : std::min(any_width(), 64);
      pool_.push_back(read(signal("in" + std::to_string(i), width, SignalKind::kInput)));
    }
    for (int i = 0; i < options_.expressions; ++i) {
      pool_.push_back(operation(kOperators[pick(std::size(kOperators))]));
      if (pick(6) == 0) name_last(i);
    }
    for (int i = 0; i < 6; ++i) add_output("out" + std::to_string(i));
    return std::move(m_);
  }

 private:
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  int pick_int(int low, int high) { return low + static_cast<int>(pick(at(high - low + 1))); }
  [[nodiscard]] int limit() const { return options_.wide ? 200 : 64; }
  [[nodiscard]] int width(ExprId id) const { return m_.exprs[id].width; }

  int any_width() {
    static constexpr int kNarrow[] = {1, 1, 2, 3, 4, 7, 8, 8, 16, 31, 32, 63, 64};
    static constexpr int kWide[] = {1, 2, 8, 63, 64, 65, 66, 100, 127, 128, 129, 200};
    return options_.wide ? kWide[pick(std::size(kWide))] : kNarrow[pick(std::size(kNarrow))];
  }

  SignalId signal(const std::string& name, int width, SignalKind kind) {
    return m_.signals.push_back({name, width, kind, "", false});
  }

  ExprId add(ExprKind kind, int width, std::vector<ExprId> args, int low = 0) {
    Expr e;
    e.kind = kind;
    e.width = width;
    e.args = std::move(args);
    e.low = low;
    return m_.exprs.push_back(std::move(e));
  }

  ExprId read(SignalId id) {
    const ExprId e = add(ExprKind::kSignal, m_.signals[id].width, {});
    m_.exprs.back().signal = id;
    return e;
  }

  ExprId constant(int width) {
    Bits bits = Bits::zero(width);
    switch (pick(5)) {
      case 0:
        break;
      case 1:
        bits = Bits::ones(width);
        break;
      case 2:
        bits.set_bit(pick_int(0, width - 1), true);
        break;
      case 3:
        bits = Bits(width, pick(9));
        break;
      default:
        for (int i = 0; i < width; ++i) bits.set_bit(i, pick(2) == 0);
    }
    const ExprId id = add(ExprKind::kConst, width, {});
    m_.exprs.back().bits = bits;
    return id;
  }

  ExprId any() {
    const std::size_t recent = std::min<std::size_t>(pool_.size(), 6);
    return pick(2) == 0 ? pool_[pool_.size() - 1 - pick(recent)] : pool_[pick(pool_.size())];
  }

  /// A value of `width` bits: a constant, one that has the width, or one made to fit.
  ExprId operand(int width) {
    if (pick(5) == 0) return constant(width);
    std::vector<ExprId> fitting;
    for (const ExprId id : pool_) {
      if (this->width(id) == width) fitting.push_back(id);
    }
    if (!fitting.empty() && pick(3) != 0) return fitting[pick(fitting.size())];
    const ExprId id = any();
    const int have = this->width(id);
    if (have == width) return id;
    if (have > width) return add(ExprKind::kSlice, width, {id}, pick_int(0, have - width));
    return add(pick(2) == 0 ? ExprKind::kZext : ExprKind::kSext, width, {id});
  }

  ExprId concat() {
    std::vector<ExprId> parts;
    int sum = 0;
    for (int n = pick_int(1, 4); n > 0; --n) {
      const ExprId part = pick(4) == 0 ? constant(pick_int(1, 8)) : any();
      // Both halves of one value, in order, are to become that value again.
      if (pick(3) == 0 && width(part) > 1 && sum + width(part) <= limit()) {
        const int cut = pick_int(1, width(part) - 1);
        parts.push_back(add(ExprKind::kSlice, width(part) - cut, {part}, cut));
        parts.push_back(add(ExprKind::kSlice, cut, {part}, 0));
        sum += width(part);
      } else if (sum + width(part) <= limit()) {
        parts.push_back(part);
        sum += width(part);
      }
    }
    if (parts.empty()) return constant(any_width());
    return add(ExprKind::kConcat, sum, std::move(parts));
  }

  ExprId operation(ExprKind kind) {
    const int w = any_width();
    switch (kind) {
      case ExprKind::kSlice: {
        const ExprId a = any();
        const int size = pick_int(1, width(a));
        return add(kind, size, {a}, pick_int(0, width(a) - size));
      }
      case ExprKind::kConcat:
        return concat();
      case ExprKind::kRepeat: {
        const ExprId a = operand(pick(2) == 0 ? 1 : pick_int(1, 8));
        return add(kind, width(a) * pick_int(1, limit() / width(a)), {a});
      }
      case ExprKind::kNot: {
        const ExprId a = any();
        return add(kind, width(a), {a});
      }
      case ExprKind::kReduceAnd:
      case ExprKind::kReduceOr:
      case ExprKind::kReduceXor:
        return add(kind, 1, {any()});
      case ExprKind::kAddCarry:
        return add(kind, w, {operand(w), operand(w), operand(1)});
      case ExprKind::kMul:
      case ExprKind::kMulSigned: {
        const int a = pick_int(1, limit() / 2);
        const int b = pick_int(1, limit() / 2);
        return add(kind, a + b, {operand(a), operand(b)});
      }
      case ExprKind::kEq:
      case ExprKind::kNe:
      case ExprKind::kUlt:
      case ExprKind::kUle:
      case ExprKind::kSlt:
      case ExprKind::kSle:
        return add(kind, 1, {operand(w), operand(w)});
      case ExprKind::kShl:
      case ExprKind::kShr:
      case ExprKind::kSar:
        return add(kind, w, {operand(w), operand(pick_int(1, pick(4) == 0 ? limit() : 7))});
      case ExprKind::kTable: {
        const int index_width = pick_int(1, 5);
        const ExprId table = add(kind, w, {operand(index_width)});
        Bits& bits = m_.exprs[table].bits;
        bits = Bits(w << index_width, 0);
        for (int i = 0; i < bits.width; ++i) bits.set_bit(i, pick(2) == 0);
        return table;
      }
      case ExprKind::kMux:
        return add(kind, w, {operand(1), operand(w), operand(w)});
      case ExprKind::kZext:
      case ExprKind::kSext: {
        const ExprId a = any();
        return add(kind, pick_int(width(a), limit()), {a});
      }
      default:
        return add(kind, w, {operand(w), operand(w)});
    }
  }

  /// The newest value gets a wire and is read through it.
  void name_last(int number) {
    const ExprId value = pool_.back();
    const SignalId wire = signal("w" + std::to_string(number), width(value), SignalKind::kWire);
    m_.items.emplace_back(Assign{wire, value});
    pool_.back() = read(wire);
  }

  /// Values wider than a port are seen a part at a time.
  void add_output(const std::string& name) {
    const ExprId value = any();
    for (int low = 0; low < width(value); low += 64) {
      const int size = std::min(64, width(value) - low);
      const ExprId part = size == width(value) ? value : add(ExprKind::kSlice, size, {value}, low);
      const std::string port = low == 0 ? name : name + "_from" + std::to_string(low);
      m_.items.emplace_back(Assign{signal(port, size, SignalKind::kOutput), part});
    }
  }

  std::mt19937_64 random_;
  CombOptions options_;
  Module m_;
  std::vector<ExprId> pool_;
};

}  // namespace

Module random_comb(std::uint64_t seed, const CombOptions& options) { return Generator(seed, options).run(); }

Ports random_inputs(const Module& module, std::mt19937_64& random) {
  Ports values;
  for (const Signal& s : module.signals) {
    if (s.kind != SignalKind::kInput) continue;
    const std::uint64_t any = random();
    const std::uint64_t corner[] = {0, 1, ~std::uint64_t{0}, std::uint64_t{1} << (any % at(s.width))};
    const std::uint64_t value = random() % 3 == 0 ? corner[random() % 4] : any;
    values[s.name] = Bits(s.width, value).to_u64();
  }
  return values;
}

Module rebuilt(const Module& raw, const Ports& known) {
  Builder b(raw.name);
  std::map<SignalId, ExprId> driver;
  for (const Item& item : raw.items) {
    if (const auto* assign = std::get_if<Assign>(&item)) driver[assign->target] = assign->value;
  }
  std::map<SignalId, Value> inputs;
  for (const SignalId id : raw.signals.ids()) {
    const Signal& s = raw.signals[id];
    if (s.kind != SignalKind::kInput) continue;
    const Value port = b.input(s.name, s.width);
    const auto constant = known.find(s.name);
    inputs[id] = constant == known.end() ? port : b.constant(s.width, constant->second);
  }
  IndexVector<ExprId, Value> values;
  for (const Expr& e : raw.exprs) {
    if (e.kind == ExprKind::kSignal) {
      const auto input = inputs.find(e.signal);
      values.push_back(input != inputs.end() ? input->second
                                             : b.name(raw.signals[e.signal].name, values[driver.at(e.signal)]));
      continue;
    }
    Expr copy = e;
    for (ExprId& a : copy.args) a = values[a].id;
    values.push_back(b.make(copy));
  }
  for (const auto& [signal, value] : driver) {
    const Signal& s = raw.signals[signal];
    if (s.kind == SignalKind::kOutput) b.output(s.name, values[value]);
  }
  return b.finish();
}

}  // namespace rtlgen::hw::test
