// Sums, comparisons and products.
#include <algorithm>

#include "model/area/blaster.hpp"
#include "model/area/cells.hpp"

namespace rtlgen::model {

namespace {

bool is_sum(hw::ExprKind kind) {
  return kind == hw::ExprKind::kAdd || kind == hw::ExprKind::kSub || kind == hw::ExprKind::kAddCarry;
}

/// Bits up to the highest that is not constant zero.
std::size_t significant(const Word& w) {
  std::size_t n = w.size();
  while (n > 0 && w[n - 1] == kFalse) --n;
  return n;
}

}  // namespace

Word Blaster::arithmetic(const hw::Expr& e) {
  const auto arg = [&](std::size_t i) -> const Word& { return value(e.args[i]); };
  switch (e.kind) {
    case hw::ExprKind::kAdd:
    case hw::ExprKind::kSub:
    case hw::ExprKind::kAddCarry:
      return total(e);
    case hw::ExprKind::kMul:
      return product(arg(0), arg(1), false, e.width);
    case hw::ExprKind::kMulSigned:
      return product(arg(0), arg(1), true, e.width);
    case hw::ExprKind::kUlt:
      return {below(arg(0), arg(1), false, false)};
    case hw::ExprKind::kUle:
      return {below(arg(0), arg(1), true, false)};
    case hw::ExprKind::kSlt:
      return {below(arg(0), arg(1), false, true)};
    default:
      return {below(arg(0), arg(1), true, true)};
  }
}

/// Collects the terms of `e`, including those of sums that have no other reader and lose no carry (Yosys' alumacc).
void Blaster::terms(hw::ExprId e, bool negative, int width, std::vector<Term>& list) {
  hw::ExprId at = e;
  bool alone = users_[at] == 1, widened = false;
  for (;;) {
    const hw::Expr& expr = module_.exprs[at];
    if (expr.kind == hw::ExprKind::kSignal && drivers_[expr.signal].valid())
      at = drivers_[expr.signal];
    else if (expr.kind == hw::ExprKind::kZext) {
      at = expr.args[0];
      widened = true;
    } else
      break;
    alone = alone && users_[at] == 1;
  }
  const hw::Expr& inner = module_.exprs[at];
  const auto exact = [&] {
    if (inner.kind == hw::ExprKind::kSub) return false;
    return significant(value(inner.args[0])) < index(inner.width) &&
           significant(value(inner.args[1])) < index(inner.width);
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
  // A single bit is a carry-in; two operands and a carry-in are one chain.
  std::vector<Term> wide;
  std::vector<Literal> carries;
  for (const Term& t : list) {
    if (significant(t.word) <= 1 && !t.negative && list.size() > 2)
      carries.push_back(t.word.front());
    else
      wide.push_back(t);
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

/// Bits below the first one at which both operands are nonzero are wires. With zero-extended operands, the chain ends
/// with the carry or the sign.
Word Blaster::sum(const Word& a, const Word& b, Literal carry, bool subtract) {
  std::size_t low = 0;
  Word result;
  if (carry == (subtract ? kTrue : kFalse)) {
    for (; low < a.size(); ++low) {
      if (b[low] == kFalse)
        result.push_back(a[low]);
      else if (!subtract && a[low] == kFalse)
        result.push_back(b[low]);
      else
        break;
    }
  }
  std::size_t high = a.size();
  while (high > low + 1 && a[high - 1] == kFalse && b[high - 1] == kFalse && a[high - 2] == kFalse &&
         b[high - 2] == kFalse)
    --high;
  const Word part =
      chain(Word(a.begin() + static_cast<std::ptrdiff_t>(low), a.begin() + static_cast<std::ptrdiff_t>(high)),
            Word(b.begin() + static_cast<std::ptrdiff_t>(low), b.begin() + static_cast<std::ptrdiff_t>(high)), carry,
            subtract);
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
  if (fabric_.is_xilinx() && a.size() <= 2) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Literal half = logic().exclusive(a[i], b[i]);
      result.push_back(logic().exclusive(half, carry));
      carry = logic().either(logic().both(a[i], b[i]), logic().both(half, carry));
    }
    return result;
  }
  HardCell cell{.kind = HardCell::Kind::kCarry, .out = inputs(static_cast<int>(a.size())), .per_bit = 2};
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (fabric_.is_xilinx()) {
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

/// a < b, like Yosys' cmp2lcu: b > a, most significant bits first; a link of the chain covers as many bits as fit a
/// LUT.
Literal Blaster::below(Word a, Word b, bool or_equal, bool is_signed) {
  const bool small =
      a.size() <= 6 && (std::all_of(a.begin(), a.end(), is_constant) || std::all_of(b.begin(), b.end(), is_constant));
  if (!fabric_.is_xilinx() && !small) {
    // a < b: a - b has no carry-out; a <= b: b - a has one. The chain has no carry output, so it is computed from the
    // last bit.
    if (is_signed) std::swap(a.back(), b.back());
    if (or_equal) std::swap(a, b);
    if (fabric_.counts_luts()) {  // a LUT of the next bit takes the carry
      a.push_back(kFalse);
      b.push_back(kFalse);
      const Literal borrow = chain(a, b, kTrue, true).back();
      return or_equal ? invert(borrow) : borrow;
    }
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
    for (std::size_t i = generate.size(); i-- > 0;)
      carry = logic().either(generate[i], logic().both(propagate[i], carry));
    return carry;
  }
  HardCell cell{.kind = HardCell::Kind::kCarry, .out = {logic().input()}};
  for (std::size_t i = 0; i < generate.size(); ++i) {
    cell.in.push_back(logic().both(propagate[i], invert(generate[i])));
    cell.in.push_back(generate[i]);
  }
  net_.cells.push_back(cell);
  return cell.out.front();
}

namespace {

/// Splits an operand of `width` bits (Yosys' mul2dsp): `partial` bits each, as long as more than `most` bits are left.
std::vector<std::size_t> parts(std::size_t width, int most, int partial) {
  std::vector<std::size_t> cuts;
  while (width > static_cast<std::size_t>(most)) {
    cuts.push_back(static_cast<std::size_t>(partial));
    width -= static_cast<std::size_t>(partial);
  }
  cuts.push_back(width);
  return cuts;
}

}  // namespace

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
  Word result(shift, kFalse);
  if (b.size() < index(fabric_.multiplier_least) ||
      std::min(a.size() + b.size(), index(width)) < index(fabric_.product_least)) {
    append(result, soft_product(a, b, is_signed, index(width)));
    return result;
  }
  HardCell cell{.kind = HardCell::Kind::kMultiplier, .in = a, .out = inputs(width)};
  append(cell.in, b);
  // Signed tiles need one more bit for an unsigned operand, and take one bit less for its parts.
  const int headroom = fabric_.is_xilinx() ? 1 : 0;
  const std::size_t sign = is_signed ? 0 : static_cast<std::size_t>(headroom);
  const int partial = fabric_.multiplier_partial - headroom;
  cell.across = parts(a.size() + sign, fabric_.multiplier_a, partial);
  cell.down = parts(b.size() + sign, fabric_.multiplier_b, partial);
  const auto group = [&](const Word& w, const std::vector<std::size_t>& cuts) {
    std::size_t low = 0;
    for (const std::size_t part : cuts) {
      const std::size_t high = std::min(w.size(), low + part);
      cell.registered.emplace_back(w.begin() + static_cast<std::ptrdiff_t>(low),
                                   w.begin() + static_cast<std::ptrdiff_t>(high));
      low = high;
    }
  };
  group(a, cell.across);
  group(b, cell.down);
  append(result, cell.out);
  net_.cells.push_back(std::move(cell));
  return result;
}

/// Adds the other operand for each bit of `b`; that of the sign is subtracted.
Word Blaster::soft_product(const Word& a, const Word& b, bool is_signed, std::size_t width) {
  std::vector<Term> list;
  for (std::size_t i = 0; i < b.size() && i < width; ++i) {
    Word word(i, kFalse);
    for (std::size_t k = 0; k + i < width; ++k) {
      const Literal bit = k < a.size() ? a[k] : is_signed ? a.back() : kFalse;
      word.push_back(logic().both(bit, b[i]));
    }
    list.push_back({std::move(word), is_signed && i + 1 == b.size()});
  }
  return compressed(list, width);
}

}  // namespace rtlgen::model
