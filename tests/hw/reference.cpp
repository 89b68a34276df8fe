// Bit-serial arithmetic on vectors of bool, least significant bit first.
#include "reference.hpp"

#include <vector>

#include "hw/ir.hpp"
#include "support/errors.hpp"

namespace rtlgen::hw::test {
namespace {

using Word = std::vector<bool>;

Word add(const Word& a, const Word& b, bool carry) {
  Word sum;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int total = a[i] + b[i] + carry;
    sum.push_back(total % 2 == 1);
    carry = total >= 2;
  }
  return sum;
}

Word inverse(Word a) {
  a.flip();
  return a;
}

Word extended(Word a, std::size_t width, bool fill) {
  a.resize(width, fill);
  return a;
}

/// The schoolbook product modulo 2^width of operands already extended to that width.
Word product(const Word& a, const Word& b) {
  Word sum(a.size(), false);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a[i]) continue;
    Word row(i, false);
    row.insert(row.end(), b.begin(), b.end() - static_cast<std::ptrdiff_t>(i));
    sum = add(sum, row, false);
  }
  return sum;
}

bool below(const Word& a, const Word& b) {
  for (std::size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return b[i];
  }
  return false;
}

/// Two's complement order is the unsigned one with the sign bits inverted.
bool signed_below(Word a, Word b) {
  a.back() = !a.back();
  b.back() = !b.back();
  return below(a, b);
}

/// One place at a time, as often as `amount` says; more than the width is as good as the width.
Word shifted(Word a, const Word& amount, ExprKind kind) {
  const bool fill = kind == ExprKind::kSar && a.back();
  std::size_t places = 0;
  for (std::size_t i = amount.size(); i-- > 0;) {
    places = places * 2 + (amount[i] ? 1 : 0);
    if (places > a.size()) places = a.size();
  }
  for (std::size_t n = 0; n < places; ++n) {
    if (kind == ExprKind::kShl) {
      a.insert(a.begin(), false);
      a.pop_back();
    } else {
      a.erase(a.begin());
      a.push_back(fill);
    }
  }
  return a;
}

Word joined(const std::vector<Word>& most_significant_first) {
  Word all;
  for (const Word& part : most_significant_first) all.insert(all.begin(), part.begin(), part.end());
  return all;
}

int ones_in(const Word& a) {
  int count = 0;
  for (const bool bit : a) count += bit ? 1 : 0;
  return count;
}

template <class F>
Word bitwise(const Word& a, const Word& b, F f) {
  Word result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(f(a[i], b[i]));
  return result;
}

Word constant_of(const Bits& bits) {
  Word word;
  for (int i = 0; i < bits.width; ++i) word.push_back(bits.bit(i));
  return word;
}

/// Evaluates expressions of one bit: reductions and comparisons.
bool bit_of(ExprKind kind, const std::vector<Word>& a) {
  switch (kind) {
    case ExprKind::kReduceAnd:
      return ones_in(a[0]) == static_cast<int>(a[0].size());
    case ExprKind::kReduceOr:
      return ones_in(a[0]) > 0;
    case ExprKind::kReduceXor:
      return ones_in(a[0]) % 2 == 1;
    case ExprKind::kEq:
      return a[0] == a[1];
    case ExprKind::kNe:
      return a[0] != a[1];
    case ExprKind::kUlt:
      return below(a[0], a[1]);
    case ExprKind::kUle:
      return !below(a[1], a[0]);
    case ExprKind::kSlt:
      return signed_below(a[0], a[1]);
    case ExprKind::kSle:
      return !signed_below(a[1], a[0]);
    default:
      throw InternalError("more than one bit");
  }
}

/// The entry of the table of `e` at `index`.
Word entry(const Expr& e, const Word& index) {
  const auto width = static_cast<std::size_t>(e.width);
  std::size_t first = 0;
  for (std::size_t i = index.size(); i-- > 0;) first = first * 2 + (index[i] ? width : 0);
  Word word;
  for (std::size_t i = 0; i < width; ++i) word.push_back(e.bits.bit(static_cast<int>(first + i)));
  return word;
}

Word value_of(const Expr& e, const std::vector<Word>& a) {
  const auto width = static_cast<std::size_t>(e.width);
  const auto low = static_cast<std::ptrdiff_t>(e.low);
  switch (e.kind) {
    case ExprKind::kConst:
      return constant_of(e.bits);
    case ExprKind::kSignal:
      break;
    case ExprKind::kSlice:
      return {a[0].begin() + low, a[0].begin() + low + e.width};
    case ExprKind::kConcat:
      return joined(a);
    case ExprKind::kRepeat:
      return joined(std::vector<Word>(width / a[0].size(), a[0]));
    case ExprKind::kNot:
      return inverse(a[0]);
    case ExprKind::kAnd:
      return bitwise(a[0], a[1], [](bool x, bool y) { return x && y; });
    case ExprKind::kOr:
      return bitwise(a[0], a[1], [](bool x, bool y) { return x || y; });
    case ExprKind::kXor:
      return bitwise(a[0], a[1], [](bool x, bool y) { return x != y; });
    case ExprKind::kReduceAnd:
    case ExprKind::kReduceOr:
    case ExprKind::kReduceXor:
    case ExprKind::kEq:
    case ExprKind::kNe:
    case ExprKind::kUlt:
    case ExprKind::kUle:
    case ExprKind::kSlt:
    case ExprKind::kSle:
      return {bit_of(e.kind, a)};
    case ExprKind::kAdd:
      return add(a[0], a[1], false);
    case ExprKind::kSub:
      return add(a[0], inverse(a[1]), true);
    case ExprKind::kAddCarry:
      return add(a[0], a[1], a[2][0]);
    case ExprKind::kBlockSum:
      return add(a[0], a[2][0] ? inverse(a[1]) : a[1], a[2][0]);
    case ExprKind::kMul:
      return product(extended(a[0], width, false), extended(a[1], width, false));
    case ExprKind::kMulSigned:
      return product(extended(a[0], width, a[0].back()), extended(a[1], width, a[1].back()));
    case ExprKind::kShl:
    case ExprKind::kShr:
    case ExprKind::kSar:
      return shifted(a[0], a[1], e.kind);
    case ExprKind::kMux:
      return a[0][0] ? a[1] : a[2];
    case ExprKind::kZext:
      return extended(a[0], width, false);
    case ExprKind::kSext:
      return extended(a[0], width, a[0].back());
    case ExprKind::kTable:
      return entry(e, a[0]);
  }
  throw InternalError("an expression without a value");
}

}  // namespace

Ports reference_outputs(const Module& module, const Ports& inputs) {
  std::map<SignalId, ExprId> driver;
  for (const Item& item : module.items) {
    if (const auto* assign = std::get_if<Assign>(&item)) driver[assign->target] = assign->value;
  }
  IndexVector<ExprId, Word> values;
  for (const Expr& e : module.exprs) {
    if (e.kind == ExprKind::kSignal) {
      const Signal& s = module.signals[e.signal];
      values.push_back(s.kind == SignalKind::kInput ? constant_of(Bits(s.width, inputs.at(s.name)))
                                                    : values[driver.at(e.signal)]);
      continue;
    }
    std::vector<Word> args;
    for (const ExprId id : e.args) args.push_back(values[id]);
    values.push_back(value_of(e, args));
  }
  Ports outputs;
  for (const auto& [target, value] : driver) {
    const Signal& s = module.signals[target];
    if (s.kind != SignalKind::kOutput) continue;
    std::uint64_t number = 0;
    const Word& word = values[value];
    for (std::size_t i = 0; i < word.size(); ++i) number |= std::uint64_t{word[i]} << i;
    outputs[s.name] = number;
  }
  return outputs;
}

}  // namespace rtlgen::hw::test
