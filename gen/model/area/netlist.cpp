// Expressions of the IR, bit by bit.
#include "model/area/netlist.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "support/result.hpp"

namespace rtlgen::model {

namespace {

using Word = std::vector<Literal>;  ///< lowest bit first

class Blaster {
 public:
  Blaster(const hw::Module& module, const Fabric& fabric) : m_(module), fabric_(fabric), users_(module.exprs.size(), 0), values_(module.exprs.size()), wires_(module.signals.size()), drivers_(module.signals.size()) {}

  Netlist run() {
    for (const hw::Item& item : m_.items) {
      if (const auto* a = std::get_if<hw::Assign>(&item)) drivers_[index(a->target)] = a->value;
    }
    for (std::size_t s = 0; s < m_.signals.size(); ++s) {
      if (!drivers_[s]) wires_[s] = inputs(m_.signals[s].width);
      if (m_.signals[s].kind == hw::SignalKind::kOutput && drivers_[s]) use(*drivers_[s]);
    }
    for (const hw::Item& item : m_.items) use(item);
    for (const hw::Item& item : m_.items) keep(item);
    for (std::size_t s = 0; s < m_.signals.size(); ++s) {
      if (m_.signals[s].kind == hw::SignalKind::kOutput) append(net_.outputs, wire(static_cast<hw::SignalId>(s)));
    }
    return std::move(net_);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static void append(Word& to, const Word& from) { to.insert(to.end(), from.begin(), from.end()); }
  Logic& logic() { return net_.logic; }

  Word inputs(int width) {
    Word word;
    for (int i = 0; i < width; ++i) word.push_back(logic().input());
    return word;
  }

  /// Counts who reads an expression; a wire's readers are those of what drives it.
  void use(hw::ExprId e) {
    if (e < 0 || ++users_[index(e)] > 1) return;
    const hw::Expr& expr = m_.exprs[index(e)];
    for (const hw::ExprId a : expr.args) use(a);
    if (expr.kind == hw::ExprKind::kSignal && drivers_[index(expr.signal)]) use(*drivers_[index(expr.signal)]);
  }

  void use(const hw::Item& item) {
    if (const auto* r = std::get_if<hw::Register>(&item)) {
      use(r->d);
      use(r->enable);
    } else if (const auto* d = std::get_if<hw::DelayLine>(&item)) {
      use(d->d);
    } else if (const auto* m = std::get_if<hw::Memory>(&item)) {
      for (const hw::ExprId e : {m->address, m->d, m->enable, m->write}) use(e);
    } else if (const auto* i = std::get_if<hw::Instance>(&item)) {
      for (const auto& [port, e] : i->inputs) use(e);
    }
  }

  void keep(const hw::Item& item) {
    if (const auto* r = std::get_if<hw::Register>(&item)) {
      flops(value(r->d), wire(r->q), r->enable < 0 ? kTrue : value(r->enable).front(), r->reset, 1);
    } else if (const auto* d = std::get_if<hw::DelayLine>(&item)) {
      flops(value(d->d), wire(d->q), kTrue, std::nullopt, d->cycles);
    } else if (const auto* m = std::get_if<hw::Memory>(&item)) {
      HardCell cell{HardCell::Kind::kMemory, value(m->d), wire(m->q), 0, 0, {}, 0, m->depth, m->style};
      append(cell.in, value(m->address));
      append(cell.in, value(m->enable));
      if (m->write >= 0) append(cell.in, value(m->write));
      net_.cells.push_back(std::move(cell));
    } else if (const auto* i = std::get_if<hw::Instance>(&item)) {
      HardCell cell{HardCell::Kind::kInstance, {}, {}, 0, 0, {}, 0, 0, hw::MemoryStyle::kAuto};
      for (const auto& [port, e] : i->inputs) append(cell.in, value(e));
      for (const auto& [port, s] : i->outputs) append(cell.out, wire(s));
      net_.cells.push_back(std::move(cell));
    }
  }

  void flops(const Word& d, const Word& q, Literal enable, const std::optional<hw::Bits>& reset, int cycles) {
    Word from = d;
    for (int c = 1; c <= cycles; ++c) {
      const Word to = c == cycles ? q : inputs(static_cast<int>(q.size()));
      for (std::size_t i = 0; i < d.size(); ++i) {
        net_.flops.push_back({from[i], to[i], enable, reset.has_value(), reset && reset->bit(static_cast<int>(i)), items_});
      }
      from = to;
    }
    ++items_;
  }

  const Word& wire(hw::SignalId s) {
    if (wires_[index(s)].empty()) wires_[index(s)] = value(*drivers_[index(s)]);
    return wires_[index(s)];
  }

  const Word& value(hw::ExprId e) {
    if (values_[index(e)].empty()) values_[index(e)] = make(m_.exprs[index(e)]);
    return values_[index(e)];
  }

  Word constant(const hw::Bits& bits, int width) {
    Word word;
    for (int i = 0; i < width; ++i) word.push_back(bits.bit(i) ? kTrue : kFalse);
    return word;
  }

  Word bitwise(const Word& a, const Word& b, Literal (Logic::*gate)(Literal, Literal)) {
    Word word;
    for (std::size_t i = 0; i < a.size(); ++i) word.push_back((logic().*gate)(a[i], b[i]));
    return word;
  }

  Word inverted(Word a) {
    for (Literal& l : a) l = invert(l);
    return a;
  }

  Word chosen(Literal condition, const Word& a, const Word& b) {
    Word word;
    for (std::size_t i = 0; i < a.size(); ++i) word.push_back(logic().choose(condition, a[i], b[i]));
    return word;
  }

  Word extended(Word a, int width, Literal fill) {
    a.resize(index(width), fill);
    return a;
  }

  Word make(const hw::Expr& e);
  Word wiring(const hw::Expr& e);
  Word arithmetic(const hw::Expr& e);
  struct Term {
    Word word;
    bool negative = false;
  };
  void terms(hw::ExprId e, bool negative, int width, std::vector<Term>& list);
  Word total(const hw::Expr& e);
  Word compressed(const std::vector<Term>& list, std::size_t width);
  Word in_gates(const Word& a, const Word& b);
  Word sum(const Word& a, const Word& b, Literal carry, bool subtract);
  Word chain(const Word& a, const Word& b, Literal carry, bool subtract);
  Literal below(Word a, Word b, bool or_equal, bool is_signed);
  Word shifted(const Word& a, const Word& amount, hw::ExprKind kind);
  Word looked_up(const hw::Expr& e);
  Word product(Word a, Word b, bool is_signed, int width);

  const hw::Module& m_;
  const Fabric& fabric_;
  Netlist net_;
  int items_ = 0;
  std::vector<int> users_;  ///< of expressions
  std::vector<Word> values_, wires_;
  std::vector<std::optional<hw::ExprId>> drivers_;
};

Word Blaster::wiring(const hw::Expr& e) {
  const auto arg = [&](std::size_t i) -> const Word& { return value(e.args[i]); };
  Word word;
  switch (e.kind) {
    case hw::ExprKind::kConst: return constant(e.bits, e.width);
    case hw::ExprKind::kSignal: return wire(e.signal);
    case hw::ExprKind::kSlice: {
      const Word& from = arg(0);
      return Word(from.begin() + e.low, from.begin() + e.low + e.width);
    }
    case hw::ExprKind::kConcat:
      for (std::size_t i = e.args.size(); i-- > 0;) append(word, arg(i));
      return word;
    case hw::ExprKind::kRepeat:
      while (word.size() < index(e.width)) append(word, arg(0));
      return word;
    case hw::ExprKind::kZext: return extended(arg(0), e.width, kFalse);
    case hw::ExprKind::kSext: return extended(arg(0), e.width, arg(0).back());
    default: return {};
  }
}

Word Blaster::make(const hw::Expr& e) {
  const auto arg = [&](std::size_t i) -> const Word& { return value(e.args[i]); };
  switch (e.kind) {
    case hw::ExprKind::kNot: return inverted(arg(0));
    case hw::ExprKind::kAnd: return bitwise(arg(0), arg(1), &Logic::both);
    case hw::ExprKind::kOr: return bitwise(arg(0), arg(1), &Logic::either);
    case hw::ExprKind::kXor: return bitwise(arg(0), arg(1), &Logic::exclusive);
    case hw::ExprKind::kReduceAnd: return {logic().all(arg(0))};
    case hw::ExprKind::kReduceOr: return {logic().any(arg(0))};
    case hw::ExprKind::kReduceXor: return {logic().parity(arg(0))};
    case hw::ExprKind::kEq: return {invert(logic().any(bitwise(arg(0), arg(1), &Logic::exclusive)))};
    case hw::ExprKind::kNe: return {logic().any(bitwise(arg(0), arg(1), &Logic::exclusive))};
    case hw::ExprKind::kMux: {
      const Word word = chosen(arg(0).front(), arg(1), arg(2));
      for (std::size_t i = 0; i < word.size(); ++i) {
        if (logic().is_gate(word[i])) net_.choices.try_emplace(word[i], Choice{arg(0).front(), arg(1)[i], arg(2)[i]});
      }
      return word;
    }
    case hw::ExprKind::kTable: return looked_up(e);
    case hw::ExprKind::kShl: case hw::ExprKind::kShr: case hw::ExprKind::kSar: return shifted(arg(0), arg(1), e.kind);
    case hw::ExprKind::kAdd: case hw::ExprKind::kSub: case hw::ExprKind::kAddCarry: case hw::ExprKind::kMul: case hw::ExprKind::kMulSigned:
    case hw::ExprKind::kUlt: case hw::ExprKind::kUle: case hw::ExprKind::kSlt: case hw::ExprKind::kSle: return arithmetic(e);
    default: return wiring(e);
  }
}

Word Blaster::arithmetic(const hw::Expr& e) {
  const auto arg = [&](std::size_t i) -> const Word& { return value(e.args[i]); };
  switch (e.kind) {
    case hw::ExprKind::kAdd: case hw::ExprKind::kSub: case hw::ExprKind::kAddCarry: return total(e);
    case hw::ExprKind::kMul: return product(arg(0), arg(1), false, e.width);
    case hw::ExprKind::kMulSigned: return product(arg(0), arg(1), true, e.width);
    case hw::ExprKind::kUlt: return {below(arg(0), arg(1), false, false)};
    case hw::ExprKind::kUle: return {below(arg(0), arg(1), true, false)};
    case hw::ExprKind::kSlt: return {below(arg(0), arg(1), false, true)};
    default: return {below(arg(0), arg(1), true, true)};
  }
}

bool is_sum(hw::ExprKind kind) { return kind == hw::ExprKind::kAdd || kind == hw::ExprKind::kSub || kind == hw::ExprKind::kAddCarry; }

/// Bits up to the highest that is not constant zero.
std::size_t significant(const Word& w) {
  std::size_t n = w.size();
  while (n > 0 && w[n - 1] == kFalse) --n;
  return n;
}

/// What is added up in `e`, through sums that nothing else reads and that lose no carry on the way (Yosys' alumacc).
void Blaster::terms(hw::ExprId e, bool negative, int width, std::vector<Term>& list) {
  hw::ExprId at = e;
  bool alone = users_[index(at)] == 1, widened = false;
  for (;;) {
    const hw::Expr& expr = m_.exprs[index(at)];
    if (expr.kind == hw::ExprKind::kSignal && drivers_[index(expr.signal)]) at = *drivers_[index(expr.signal)];
    else if (expr.kind == hw::ExprKind::kZext) {
      at = expr.args[0];
      widened = true;
    } else break;
    alone = alone && users_[index(at)] == 1;
  }
  const hw::Expr& inner = m_.exprs[index(at)];
  const auto exact = [&] {
    if (inner.kind == hw::ExprKind::kSub) return false;
    return significant(value(inner.args[0])) < index(inner.width) && significant(value(inner.args[1])) < index(inner.width);
  };
  if (!alone || !is_sum(inner.kind) || (widened && !exact())) {
    Word word = value(e);
    word.resize(index(width), kFalse);
    list.push_back({std::move(word), negative});
    return;
  }
  terms(inner.args[0], negative, width, list);
  terms(inner.args[1], negative != (inner.kind == hw::ExprKind::kSub), width, list);
  if (inner.kind == hw::ExprKind::kAddCarry) terms(inner.args[2], negative, width, list);
}

Word Blaster::total(const hw::Expr& e) {
  std::vector<Term> list;
  terms(e.args[0], false, e.width, list);
  terms(e.args[1], e.kind == hw::ExprKind::kSub, e.width, list);
  if (e.kind == hw::ExprKind::kAddCarry) terms(e.args[2], false, e.width, list);
  // A single bit is a carry in; two operands and a carry are one chain.
  std::vector<Term> wide;
  std::vector<Literal> carries;
  for (const Term& t : list) {
    if (significant(t.word) <= 1 && !t.negative && list.size() > 2) carries.push_back(t.word.front());
    else wide.push_back(t);
  }
  for (; wide.size() < 2 && !carries.empty(); carries.pop_back()) {
    Word word(index(e.width), kFalse);
    word.front() = carries.back();
    wide.push_back({std::move(word), false});
  }
  const bool one_chain = wide.size() == 2 && !(wide[0].negative && wide[1].negative);
  if (one_chain && wide[0].negative) std::swap(wide[0], wide[1]);
  const bool subtract = one_chain && wide[1].negative;
  if (one_chain && carries.size() + (subtract ? 1 : 0) <= 1) {
    return sum(wide[0].word, wide[1].word, subtract ? kTrue : carries.empty() ? kFalse : carries.front(), subtract);
  }
  return compressed(list, index(e.width));
}

/// Three words become two until two are left (Yosys' maccmap), which a chain adds.
Word Blaster::compressed(const std::vector<Term>& list, std::size_t width) {
  std::vector<std::vector<Literal>> columns(width);
  std::uint64_t constant = 0;
  for (const Term& t : list) {
    for (std::size_t i = 0; i < width; ++i) {
      const Literal l = t.negative ? invert(t.word[i]) : t.word[i];
      if (l == kTrue && i < 64) constant += std::uint64_t{1} << i;
      if (!is_constant(l)) columns[i].push_back(l);
    }
    if (t.negative) ++constant;
  }
  for (std::size_t i = 0; i < width && i < 64; ++i) {
    if ((constant >> i & 1) != 0) columns[i].push_back(kTrue);
  }
  std::vector<Word> words;
  for (bool more = true; more;) {
    more = false;
    Word word(width, kFalse);
    for (std::size_t i = 0; i < width; ++i) {
      if (columns[i].empty()) continue;
      word[i] = columns[i].front();
      columns[i].erase(columns[i].begin());
      more = true;
    }
    if (more) words.push_back(std::move(word));
  }
  while (words.size() > 2) {
    std::vector<Word> fewer;
    std::size_t i = 0;
    for (; i + 2 < words.size(); i += 3) {
      Word bits, carry{kFalse};
      for (std::size_t k = 0; k < width; ++k) {
        const Literal a = words[i][k], b = words[i + 1][k], c = words[i + 2][k], half = logic().exclusive(a, b);
        bits.push_back(logic().exclusive(half, c));
        if (k + 1 < width) carry.push_back(logic().either(logic().both(a, b), logic().both(half, c)));
      }
      fewer.push_back(std::move(bits));
      fewer.push_back(std::move(carry));
    }
    for (; i < words.size(); ++i) fewer.push_back(words[i]);
    words = std::move(fewer);
  }
  words.resize(2, Word(width, kFalse));
  return fabric_.is_xilinx ? sum(words[0], words[1], kFalse, false) : in_gates(words[0], words[1]);
}

/// A prefix adder (Brent and Kung): what is left of a sum of many for an ALM, whose chains are taken before.
Word Blaster::in_gates(const Word& a, const Word& b) {
  const std::size_t width = a.size();
  Word g, p, half;
  for (std::size_t i = 0; i < width; ++i) {
    half.push_back(logic().exclusive(a[i], b[i]));
    g.push_back(logic().both(a[i], b[i]));
  }
  p = half;
  const auto join = [&](std::size_t i, std::size_t from) {
    g[i] = logic().either(g[i], logic().both(p[i], g[from]));
    p[i] = logic().both(p[i], p[from]);
  };
  std::size_t step = 1;
  for (; step < width; step *= 2) {
    for (std::size_t i = 2 * step - 1; i < width; i += 2 * step) join(i, i - step);
  }
  for (; step > 0; step /= 2) {
    for (std::size_t i = 3 * step - 1; i < width; i += 2 * step) join(i, i - step);
  }
  Word result;
  for (std::size_t i = 0; i < width; ++i) result.push_back(i == 0 ? half[0] : logic().exclusive(half[i], g[i - 1]));
  return result;
}

/// Bits below the first where both operands have something are wires; of zero-extended operands the chain ends with the carry or the sign.
Word Blaster::sum(const Word& a, const Word& b, Literal carry, bool subtract) {
  std::size_t low = 0;
  Word result;
  if (carry == (subtract ? kTrue : kFalse)) {
    for (; low < a.size(); ++low) {
      if (b[low] == kFalse) result.push_back(a[low]);
      else if (!subtract && a[low] == kFalse) result.push_back(b[low]);
      else break;
    }
  }
  std::size_t high = a.size();
  while (high > low + 1 && a[high - 1] == kFalse && b[high - 1] == kFalse && a[high - 2] == kFalse && b[high - 2] == kFalse) --high;
  const Word part = chain(Word(a.begin() + static_cast<std::ptrdiff_t>(low), a.begin() + static_cast<std::ptrdiff_t>(high)),
                          Word(b.begin() + static_cast<std::ptrdiff_t>(low), b.begin() + static_cast<std::ptrdiff_t>(high)), carry, subtract);
  append(result, part);
  result.resize(a.size(), subtract ? result.back() : kFalse);
  return result;
}

Word Blaster::chain(const Word& first, const Word& second, Literal carry, bool subtract) {
  // A constant is the second operand.
  const bool swap = !subtract && std::all_of(first.begin(), first.end(), is_constant);
  const Word& a = swap ? second : first;
  const Word b = subtract ? inverted(second) : swap ? first : second;
  Word result;
  if (fabric_.is_xilinx && a.size() <= 2) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Literal half = logic().exclusive(a[i], b[i]);
      result.push_back(logic().exclusive(half, carry));
      carry = logic().either(logic().both(a[i], b[i]), logic().both(half, carry));
    }
    return result;
  }
  HardCell cell{HardCell::Kind::kCarry, {}, inputs(static_cast<int>(a.size())), 2, 0, {}, 0, 0, hw::MemoryStyle::kAuto};
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (fabric_.is_xilinx) {
      cell.in.push_back(logic().exclusive(a[i], b[i]));
      cell.in.push_back(a[i]);
    } else {
      cell.in.push_back(a[i]);
      cell.in.push_back(second[i]);
    }
  }
  cell.in.push_back(carry);
  result = cell.out;
  net_.cells.push_back(std::move(cell));
  return result;
}

/// a < b as Yosys' cmp2lcu does it: b > a, most significant bits first, as many a link of the chain as a LUT takes.
Literal Blaster::below(Word a, Word b, bool or_equal, bool is_signed) {
  const bool small = a.size() <= 6 && (std::all_of(a.begin(), a.end(), is_constant) || std::all_of(b.begin(), b.end(), is_constant));
  if (!fabric_.is_xilinx && !small) {
    // a < b: no carry out of a - b; of a <= b, it is that of b - a that there is. The chain has none: it is made of its last bit.
    if (is_signed) std::swap(a.back(), b.back());
    if (or_equal) std::swap(a, b);
    const Word difference = chain(a, b, kTrue, true);
    const Literal x = a.back(), y = invert(b.back());
    const Literal carry_in = logic().exclusive(difference.back(), logic().exclusive(x, y));
    const Literal carry_out = logic().either(logic().both(x, y), logic().both(carry_in, logic().either(x, y)));
    return or_equal ? carry_out : invert(carry_out);
  }
  std::swap(a, b);  // now a > b, or a >= b
  const std::size_t width = a.size();
  if (is_signed) std::swap(a.back(), b.back());
  std::vector<Literal> generate, propagate;  // most significant link first
  int budget = 0;
  for (std::size_t i = width; i-- > 0;) {
    const int cost = is_constant(a[i]) && is_constant(b[i]) ? 0 : is_constant(a[i]) || is_constant(b[i]) ? 1 : 2;
    if (generate.empty() || budget < cost) {
      generate.push_back(kFalse);
      propagate.push_back(kTrue);
      budget = fabric_.luts.widest >= 6 ? 6 : 4;
    }
    budget -= cost;
    const Literal here = logic().both(a[i], invert(b[i]));
    generate.back() = logic().either(generate.back(), logic().both(propagate.back(), here));
    propagate.back() = logic().both(propagate.back(), invert(logic().exclusive(a[i], b[i])));
  }
  Literal carry = or_equal ? kTrue : kFalse;
  if (generate.size() <= 2) {
    for (std::size_t i = generate.size(); i-- > 0;) carry = logic().either(generate[i], logic().both(propagate[i], carry));
    return carry;
  }
  HardCell cell{HardCell::Kind::kCarry, {}, {logic().input()}, 0, 0, {}, 0, 0, hw::MemoryStyle::kAuto};
  for (std::size_t i = 0; i < generate.size(); ++i) {
    cell.in.push_back(logic().both(propagate[i], invert(generate[i])));
    cell.in.push_back(generate[i]);
  }
  net_.cells.push_back(cell);
  return cell.out.front();
}

Word Blaster::shifted(const Word& a, const Word& amount, hw::ExprKind kind) {
  const Literal fill = kind == hw::ExprKind::kSar ? a.back() : kFalse;
  Word word = a;
  Word beyond;
  for (std::size_t stage = 0; stage < amount.size(); ++stage) {
    const std::size_t by = stage < 31 ? std::size_t{1} << stage : word.size();
    if (by >= word.size()) {
      beyond.push_back(amount[stage]);
      continue;
    }
    Word moved(word.size(), fill);
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (kind == hw::ExprKind::kShl && i >= by) moved[i] = word[i - by];
      if (kind != hw::ExprKind::kShl && i + by < word.size()) moved[i] = word[i + by];
    }
    word = chosen(amount[stage], moved, word);
  }
  return chosen(logic().any(beyond), Word(word.size(), fill), word);
}

Word Blaster::looked_up(const hw::Expr& e) {
  const Word at = value(e.args[0]);
  const std::size_t words = std::size_t{1} << at.size();
  Word result;
  for (int bit = 0; bit < e.width; ++bit) {
    Word column;
    for (std::size_t w = 0; w < words; ++w) column.push_back(e.bits.bit(static_cast<int>(w) * e.width + bit) ? kTrue : kFalse);
    for (const Literal select : at) {
      Word half;
      for (std::size_t w = 0; w + 1 < column.size(); w += 2) half.push_back(logic().choose(select, column[w + 1], column[w]));
      column = std::move(half);
    }
    result.push_back(column.front());
  }
  return result;
}

/// Parts of an operand of so many bits, sign included: whole tiles of `partial` - 1 bits, then what is left (Yosys' mul2dsp).
std::vector<std::size_t> parts(std::size_t width, int most, int partial) {
  std::vector<std::size_t> cuts;
  while (width > static_cast<std::size_t>(most)) {
    cuts.push_back(static_cast<std::size_t>(partial - 1));
    width -= static_cast<std::size_t>(partial - 1);
  }
  cuts.push_back(width);
  return cuts;
}

Word Blaster::product(Word a, Word b, bool is_signed, int width) {
  std::size_t shift = 0;
  const auto trim = [&](Word& w) {
    while (!is_signed && w.size() > 1 && w.back() == kFalse) w.pop_back();
    while (w.size() > 1 && w.front() == kFalse) {
      w.erase(w.begin());
      ++shift;
    }
  };
  trim(a);
  trim(b);
  if (a.size() < b.size()) std::swap(a, b);
  width -= static_cast<int>(shift);
  HardCell cell{HardCell::Kind::kMultiplier, a, inputs(width), 0, 0, {}, 0, 0, hw::MemoryStyle::kAuto};
  append(cell.in, b);
  const std::size_t sign = is_signed ? 0 : 1;
  const auto across = parts(a.size() + sign, fabric_.multiplier_a, fabric_.multiplier_partial), down = parts(b.size() + sign, fabric_.multiplier_b, fabric_.multiplier_partial);
  cell.dsps = static_cast<std::int64_t>(across.size() * down.size());
  const auto group = [&](const Word& w, const std::vector<std::size_t>& cuts) {
    std::size_t low = 0;
    for (const std::size_t part : cuts) {
      const std::size_t high = std::min(w.size(), low + part);
      cell.registered.emplace_back(w.begin() + static_cast<std::ptrdiff_t>(low), w.begin() + static_cast<std::ptrdiff_t>(high));
      low = high;
    }
  };
  group(a, across);
  group(b, down);
  for (std::size_t i = 0; i + 1 < across.size(); ++i) cell.first_summed += across[i];
  for (std::size_t i = 0; i + 1 < down.size(); ++i) cell.first_summed += down[i];
  Word result(shift, kFalse);
  append(result, cell.out);
  net_.cells.push_back(std::move(cell));
  return result;
}

}  // namespace

Netlist netlist_of(const hw::Module& module, const Fabric& fabric) { return Blaster(module, fabric).run(); }

namespace {

/// Builds a netlist anew, with some inputs of its logic replaced.
class Copier {
 public:
  Copier(const Netlist& from, std::unordered_map<std::size_t, Literal> replaced) : from_(from), replaced_(std::move(replaced)), map_(from.logic.nodes().size(), kFalse) {}

  /// `simplify`: choices are made anew, knowing their conditions.
  Netlist run(const std::vector<char>& dropped, bool simplify) {
    for (std::size_t n = 1; n < map_.size(); ++n) {
      const Logic::Node& node = from_.logic.nodes()[n];
      if (simplify && node.is_gate() && choose(n)) continue;
      if (node.is_gate()) map_[n] = to_.logic.both(at(node.a), at(node.b));
      else if (const auto r = replaced_.find(n); r != replaced_.end()) map_[n] = at(r->second);
      else map_[n] = to_.logic.input();
    }
    for (const auto& [key, c] : from_.choices) to_.choices.try_emplace(at(key), Choice{at(c.condition), at(c.if_true), at(c.if_false)});
    for (std::size_t i = 0; i < from_.flops.size(); ++i) {
      if (dropped[i] != 0) continue;
      Flop f = from_.flops[i];
      f.d = at(f.d);
      f.q = at(f.q);
      f.enable = at(f.enable);
      to_.flops.push_back(f);
    }
    to_.cells = from_.cells;
    for (HardCell& c : to_.cells) {
      for (Literal& l : c.in) l = at(l);
      for (Literal& l : c.out) l = at(l);
      for (auto& group : c.registered) {
        for (Literal& l : group) l = at(l);
      }
    }
    to_.outputs = from_.outputs;
    for (Literal& l : to_.outputs) l = at(l);
    return std::move(to_);
  }

 private:
  bool choose(std::size_t n) {
    for (const Literal key : {static_cast<Literal>(2 * n), static_cast<Literal>(2 * n + 1)}) {
      const auto c = from_.choices.find(key);
      if (c == from_.choices.end()) continue;
      map_[n] = to_.logic.choose_knowing(at(c->second.condition), at(c->second.if_true), at(c->second.if_false)) ^ (key & 1);
      return true;
    }
    return false;
  }

  [[nodiscard]] Literal at(Literal l) const { return map_[static_cast<std::size_t>(l >> 1)] ^ (l & 1); }

  const Netlist& from_;
  std::unordered_map<std::size_t, Literal> replaced_;
  std::vector<Literal> map_;
  Netlist to_;
};

}  // namespace

namespace {

/// Flops that keep what another keeps. Where only whole registers are compared, all bits of theirs do.
std::unordered_map<std::size_t, Literal> twins(const Netlist& net, bool whole_registers) {
  std::unordered_map<std::size_t, Literal> replaced;
  const auto current = [&](Literal l) {
    const auto r = replaced.find(static_cast<std::size_t>(l >> 1));
    return r == replaced.end() ? l : r->second ^ (l & 1);
  };
  std::map<std::vector<Literal>, std::vector<Literal>> kept;
  for (std::size_t i = 0; i < net.flops.size();) {
    std::size_t end = i + 1;
    while (whole_registers && end < net.flops.size() && net.flops[end].item == net.flops[i].item) ++end;
    std::vector<Literal> key, q;
    std::unordered_map<Literal, Literal> own;  // numbers of the item's bits
    for (std::size_t k = i; k < end; ++k) {
      const Flop& f = net.flops[k];
      const Literal d = current(f.d), reset = f.has_reset ? (f.reset_value ? 2 : 1) : 0;
      // A delay line's own bits are numbered from its beginning, so that equal lines are equal.
      const auto before = own.find(d);
      key.insert(key.end(), {before == own.end() ? d : before->second, current(f.enable), reset});
      if (whole_registers) own.emplace(f.q, static_cast<Literal>(-2 - static_cast<Literal>(q.size())));
      q.push_back(f.q);
      if (!whole_registers && is_constant(d) && (!f.has_reset || f.reset_value == (d == kTrue))) replaced.emplace(static_cast<std::size_t>(f.q >> 1), d);
    }
    const auto [twin, fresh] = kept.try_emplace(std::move(key), q);
    for (std::size_t k = 0; !fresh && k < q.size(); ++k) replaced.try_emplace(static_cast<std::size_t>(q[k] >> 1), twin->second[k]);
    i = end;
  }
  return replaced;
}

}  // namespace

Netlist optimised(const Netlist& net, const Fabric& fabric) {
  Netlist now = net;
  for (;;) {
    std::vector<char> dropped(now.flops.size(), 0);
    auto replaced = twins(now, !fabric.is_xilinx);
    for (std::size_t i = 0; i < now.flops.size(); ++i) dropped[i] = replaced.contains(static_cast<std::size_t>(now.flops[i].q >> 1)) ? 1 : 0;
    if (replaced.empty()) return Copier(now, {}).run(dropped, true);
    now = Copier(now, std::move(replaced)).run(dropped, false);
  }
}

}  // namespace rtlgen::model
