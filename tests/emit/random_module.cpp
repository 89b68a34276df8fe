// Implementation of random_module.hpp.
#include "random_module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

#include "hw/ir.hpp"

namespace rtlgen::test {
namespace {

using hw::Bits;
using hw::Expr;
using hw::ExprId;
using hw::ExprKind;
using hw::SignalId;
using hw::SignalKind;

constexpr std::array kKinds = {
    ExprKind::kConst,     ExprKind::kSlice, ExprKind::kConcat, ExprKind::kRepeat,    ExprKind::kNot,
    ExprKind::kAnd,       ExprKind::kOr,    ExprKind::kXor,    ExprKind::kReduceAnd, ExprKind::kReduceOr,
    ExprKind::kReduceXor, ExprKind::kAdd,   ExprKind::kSub,    ExprKind::kAddCarry,  ExprKind::kMul,
    ExprKind::kMulSigned, ExprKind::kEq,    ExprKind::kNe,     ExprKind::kUlt,       ExprKind::kUle,
    ExprKind::kSlt,       ExprKind::kSle,   ExprKind::kShl,    ExprKind::kShr,       ExprKind::kSar,
    ExprKind::kMux,       ExprKind::kZext,  ExprKind::kSext,   ExprKind::kTable};

class Maker {
 public:
  Maker(std::uint64_t seed, const RandomOptions& options) : random_(seed), options_(options) {}

  hw::Module make(const std::string& name) {
    m_.name = name;
    m_.summary = "random expressions";
    m_.uses_clock = options_.state;
    m_.uses_reset = options_.state;
    add_inputs();
    m_.items.emplace_back(hw::Section{"first part"});
    const std::size_t kinds = kKinds.size() - (options_.tables ? 0 : 1);  // the last one
    const std::size_t start = pick(kinds);
    for (int i = 0; i < options_.expressions; ++i) {
      const ExprKind kind = kKinds[(start + static_cast<std::size_t>(i)) % kinds];
      push(random_expr(kind));
      if (pick(3) == 0) add_item();
      if (i == options_.expressions / 2) m_.items.emplace_back(hw::Section{"second part"});
    }
    add_outputs();
    // Last, so that all else is what it would be without.
    if (options_.roms && options_.state && !options_.all_known) add_rom();
    return std::move(m_);
  }

 private:
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  int pick_int(int low, int high) { return low + static_cast<int>(pick(static_cast<std::size_t>(high - low + 1))); }
  int pick_width() {
    static constexpr std::array widths = {1, 1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 32, 33, 64};
    if (options_.wide && pick(12) == 0) return pick_int(65, 140);
    return widths[pick(widths.size())];
  }
  Bits random_bits(int width) {
    Bits bits(width, 0);
    const std::size_t style = pick(6);
    for (int i = 0; i < width; ++i) bits.set_bit(i, style == 0 || (style > 1 && pick(2) == 0));
    return bits;
  }
  [[nodiscard]] int width(ExprId id) const { return m_.exprs[id].width; }

  ExprId add(ExprKind kind, int w, std::vector<ExprId> args, int low = 0) {
    Expr e;
    e.kind = kind;
    e.width = w;
    e.args = std::move(args);
    e.low = low;
    return m_.exprs.push_back(std::move(e));
  }
  ExprId constant(const Bits& bits) {
    const ExprId id = add(ExprKind::kConst, bits.width, {});
    m_.exprs.back().bits = bits;
    return id;
  }
  ExprId read(SignalId id) {
    const ExprId e = add(ExprKind::kSignal, m_.signals[id].width, {});
    m_.exprs.back().signal = id;
    return e;
  }
  SignalId signal(const std::string& name, int w, SignalKind kind) {
    return m_.signals.push_back({name, w, kind, pick(4) == 0 ? "what it is" : "", false});
  }
  void push(ExprId id) { pool_.push_back(id); }

  ExprId any() {
    // Recent values more often, so that expressions get deep.
    const std::size_t recent = std::min<std::size_t>(pool_.size(), 8);
    return pick(2) == 0 ? pool_[pool_.size() - 1 - pick(recent)] : pool_[pick(pool_.size())];
  }
  ExprId fit(ExprId id, int w) {
    const int have = width(id);
    if (have == w) return id;
    if (have > w) return add(ExprKind::kSlice, w, {id}, pick_int(0, have - w));
    return add(pick(2) == 0 ? ExprKind::kZext : ExprKind::kSext, w, {id});
  }
  ExprId any_of(int w) { return fit(any(), w); }

  /// A one-bit value that is not a constant: a register that never moves would lose its driver.
  ExprId control() {
    const ExprId input = pool_[pick(2)];
    return pick(2) == 0 ? input : add(ExprKind::kNot, 1, {input});
  }
  void add_inputs();
  void add_outputs();
  ExprId beside_a_constant(ExprId a);
  ExprId random_concat();
  ExprId random_table(int w);
  ExprId random_expr(ExprKind kind);
  void add_item();
  void add_memory();
  void add_rom();

  std::mt19937_64 random_;
  RandomOptions options_;
  hw::Module m_;
  std::vector<ExprId> pool_;
  int count_ = 0;
};

void Maker::add_inputs() {
  for (int i = 0; i < 6; ++i) {
    push(read(signal(fmt::format("in{}", i), i < 2 ? 1 : pick_width(), SignalKind::kInput)));
  }
}

void Maker::add_outputs() {
  for (int i = 0; i < 6; ++i) {
    const ExprId value = pool_[pool_.size() - 1 - static_cast<std::size_t>(i)];
    const SignalId out = signal(fmt::format("out{}", i), width(value), SignalKind::kOutput);
    m_.items.emplace_back(hw::Assign{out, value});
  }
  // An output that is a register and is read inside: the printers must see to it.
  if (!options_.state || !options_.output_register) return;
  const SignalId state = signal("out_state", 9, SignalKind::kOutput);
  const ExprId next = add(ExprKind::kAdd, 9, {read(state), any_of(9)});
  m_.items.emplace_back(hw::Register{state, next, {}, Bits(9, 5)});
}

/// Constants stay next to the operator that takes them: Builder folds what is constant, and lint tools rightly complain
/// about comparisons that are.
ExprId Maker::beside_a_constant(ExprId a) {
  static constexpr std::array takers = {ExprKind::kAnd, ExprKind::kOr, ExprKind::kXor, ExprKind::kAdd,
                                        ExprKind::kSub, ExprKind::kEq, ExprKind::kNe};
  const int w = width(a);
  const ExprKind taker = takers[pick(takers.size())];
  const bool one_bit = taker == ExprKind::kEq || taker == ExprKind::kNe;
  const ExprId number = constant(random_bits(w));
  if (pick(2) == 0) return add(taker, one_bit ? 1 : w, {number, a});
  return add(taker, one_bit ? 1 : w, {a, number});
}

ExprId Maker::random_concat() {
  std::vector<ExprId> args;
  int total = 0;
  for (int i = pick_int(1, 4); i > 0; --i) {
    args.push_back(pick(3) == 0 ? constant(random_bits(pick_int(1, 9))) : any_of(pick_int(1, 9)));
    total += width(args.back());
  }
  return add(ExprKind::kConcat, total, args);
}

ExprId Maker::random_table(int w) {
  const int index_width = pick_int(1, 4);
  const ExprId table = add(ExprKind::kTable, w, {any_of(index_width)});
  Bits& bits = m_.exprs[table].bits;
  bits = Bits(w << index_width, 0);
  for (int i = 0; i < bits.width; ++i) bits.set_bit(i, pick(2) == 0);
  return table;
}

ExprId Maker::random_expr(ExprKind kind) {
  const ExprId a = any();
  const int w = width(a);
  switch (kind) {
    case ExprKind::kConst:
      return beside_a_constant(a);
    case ExprKind::kSlice: {
      const int count = pick_int(1, w);
      return add(kind, count, {a}, pick_int(0, w - count));
    }
    case ExprKind::kConcat:
      return random_concat();
    case ExprKind::kRepeat: {
      const ExprId part = any_of(pick_int(1, 5));
      return add(kind, width(part) * pick_int(1, 5), {part});
    }
    case ExprKind::kNot:
      return add(kind, w, {a});
    case ExprKind::kReduceAnd:
    case ExprKind::kReduceOr:
    case ExprKind::kReduceXor:
      return add(kind, 1, {a});
    case ExprKind::kEq:
    case ExprKind::kNe:
    case ExprKind::kUlt:
    case ExprKind::kUle:
    case ExprKind::kSlt:
    case ExprKind::kSle:
      return add(kind, 1, {a, any_of(w)});
    case ExprKind::kAddCarry:
      return add(kind, w, {a, any_of(w), any_of(1)});
    case ExprKind::kMul:
    case ExprKind::kMulSigned: {
      if (!options_.multipliers) return add(ExprKind::kXor, w, {a, any_of(w)});
      const ExprId x = any_of(pick_int(1, 6));
      const ExprId y = any_of(pick_int(1, 6));
      return add(kind, width(x) + width(y), {x, y});
    }
    case ExprKind::kShl:
    case ExprKind::kShr:
    case ExprKind::kSar:
      return add(kind, w, {a, any_of(pick(8) == 0 ? 40 : pick_int(1, 7))});
    case ExprKind::kMux:
      return add(kind, w, {any_of(1), a, any_of(w)});
    case ExprKind::kTable:
      return random_table(w);
    case ExprKind::kZext:
    case ExprKind::kSext:
      return add(kind, w + pick_int(0, 12), {a});
    default:
      return add(kind, w, {a, any_of(w)});
  }
}

void Maker::add_memory() {
  const std::string name = fmt::format("mem{}", count_);
  const int depth = std::array{1, 2, 4, 5, 8}[pick(5)];
  const ExprId d = any_of(pick_int(1, 9));
  const ExprId enable = pick(2) == 0 ? ExprId() : control();
  const SignalId q = signal(fmt::format("mem{}_q", count_), width(d), SignalKind::kWire);
  // An address that is constant is no memory, and Yosys says so.
  ExprId address = add(ExprKind::kConcat, 3, {pool_[0], pool_[1], control()});
  address = fit(address, depth == 8 ? 3 : (depth == 4 ? 2 : 1));
  if (depth == 5) {  // not a power of two: a counter that stays in range
    const SignalId at = signal(fmt::format("mem{}_at", count_), 3, SignalKind::kWire);
    address = read(at);
    const ExprId last = add(ExprKind::kEq, 1, {address, constant(Bits(3, 4))});
    const ExprId up = add(ExprKind::kAdd, 3, {address, constant(Bits(3, 1))});
    const ExprId next = add(ExprKind::kMux, 3, {last, constant(Bits(3, 0)), up});
    m_.items.emplace_back(hw::Register{at, next, enable, Bits(3, 0)});
  }
  const auto style = static_cast<hw::MemoryStyle>(pick(4));
  m_.items.emplace_back(
      hw::Memory{name, depth, width(d), style, q, address, d, enable, pick(2) == 0 ? ExprId() : control()});
  push(read(q));
}

/// A ROM with an output of its own. Every bit differs in some word: Yosys 0.23 loses those that do not.
void Maker::add_rom() {
  const int address_width = pick_int(1, 3), w = pick_int(1, 9);
  const SignalId q = signal("rom_q", w, SignalKind::kWire), out = signal("out_rom", w, SignalKind::kOutput);
  const ExprId inputs = add(ExprKind::kConcat, 3, {pool_[0], pool_[1], control()});
  hw::Memory rom{"rom", 1 << address_width, w, hw::MemoryStyle::kBlock, q, fit(inputs, address_width), ExprId()};
  for (int i = 0; i < rom.depth; ++i) rom.contents.push_back(random_bits(w));
  for (int i = 0; i < w; ++i) rom.contents[1].set_bit(i, !rom.contents[0].bit(i));
  m_.items.emplace_back(std::move(rom));
  m_.items.emplace_back(hw::Assign{out, read(q)});
}

void Maker::add_item() {
  ++count_;
  const ExprId value = any();
  const int w = width(value);
  switch (options_.state ? pick(7) : 0) {
    case 0: {
      const SignalId wire = signal(fmt::format("w{}", count_), w, SignalKind::kWire);
      m_.items.emplace_back(hw::Assign{wire, value});
      push(read(wire));
      break;
    }
    case 1:
    case 2:
    case 3: {
      const SignalId q = signal(fmt::format("r{}", count_), w, SignalKind::kWire);
      const ExprId enable = pick(2) == 0 ? ExprId() : control();
      std::optional<Bits> reset;
      if (pick(2) == 0 || options_.all_known) reset = random_bits(w);
      const ExprId d = pick(2) == 0 ? value : add(ExprKind::kXor, w, {value, read(q)});
      m_.items.emplace_back(hw::Register{q, d, enable, reset});
      push(read(q));
      break;
    }
    case 4:
    case 5: {
      const ExprId d = w > 16 ? fit(value, 16) : value;
      const SignalId q = signal(fmt::format("d{}", count_), width(d), SignalKind::kWire);
      m_.items.emplace_back(hw::DelayLine{q, d, pick_int(1, 4)});
      push(read(q));
      break;
    }
    default:
      if (!options_.all_known) add_memory();
      break;
  }
}

}  // namespace

hw::Module random_module(std::uint64_t seed, const RandomOptions& options) {
  return Maker(seed, options).make(fmt::format("random_{}", seed));
}

}  // namespace rtlgen::test
