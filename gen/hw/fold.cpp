// Evaluates every ExprKind on constants of any width.
#include "hw/fold.hpp"

#include "hw/ir.hpp"
#include "support/check.hpp"
#include "support/int128.hpp"

namespace rtlgen::hw {

namespace {

Bits add(const Bits& a, const Bits& b, bool carry, bool invert_b) {
  Bits r(a.width, 0);
  Uint128 c = carry ? 1 : 0;
  for (std::size_t i = 0; i < a.limbs.size(); ++i) {
    const std::uint64_t y = invert_b ? ~b.limbs[i] : b.limbs[i];
    c += static_cast<Uint128>(a.limbs[i]) + y;
    r.limbs[i] = static_cast<std::uint64_t>(c);
    c >>= 64;
  }
  const int rest = a.width % 64;
  if (rest != 0) r.limbs.back() &= (std::uint64_t{1} << rest) - 1;
  return r;
}

bool less(const Bits& a, const Bits& b) {
  for (std::size_t i = a.limbs.size(); i-- > 0;) {
    if (a.limbs[i] != b.limbs[i]) return a.limbs[i] < b.limbs[i];
  }
  return false;
}

bool signed_less(const Bits& a, const Bits& b) {
  const bool na = a.bit(a.width - 1);
  const bool nb = b.bit(b.width - 1);
  return na != nb ? na : less(a, b);
}

/// The result of a comparison, kEq to kSle.
bool is_true(ExprKind comparison, const Bits& a, const Bits& b) {
  switch (comparison) {
    case ExprKind::kEq:
      return a == b;
    case ExprKind::kNe:
      return !(a == b);
    case ExprKind::kUlt:
      return less(a, b);
    case ExprKind::kUle:
      return !less(b, a);
    case ExprKind::kSlt:
      return signed_less(a, b);
    default:
      return !signed_less(b, a);
  }
}

Bits extend(const Bits& a, int width, bool sign) {
  Bits r(width, 0);
  const bool fill = sign && a.bit(a.width - 1);
  for (int i = 0; i < width; ++i) r.set_bit(i, i < a.width ? a.bit(i) : fill);
  return r;
}

Bits slice(const Bits& a, int low, int width) {
  Bits r(width, 0);
  if (a.width <= 64) return Bits(width, a.limbs[0] >> low);
  for (int i = 0; i < width; ++i) r.set_bit(i, a.bit(low + i));
  return r;
}

Bits multiply(const Bits& a, const Bits& b, bool sign) {
  const int width = a.width + b.width;
  if (width <= 64 && !sign) return Bits(width, a.limbs[0] * b.limbs[0]);
  const Bits x = extend(a, width, sign);
  Bits shifted = extend(b, width, sign);
  Bits r(width, 0);
  for (int i = 0; i < width; ++i) {
    if (x.bit(i)) r = add(r, shifted, false, false);
    shifted = add(shifted, shifted, false, false);
  }
  return r;
}

Bits shift(const Bits& a, const Bits& amount, ExprKind kind) {
  const bool fill = kind == ExprKind::kSar && a.bit(a.width - 1);
  Bits r = fill ? Bits::ones(a.width) : Bits(a.width, 0);
  for (std::size_t i = 1; i < amount.limbs.size(); ++i) {
    if (amount.limbs[i] != 0) return r;
  }
  if (amount.limbs[0] >= static_cast<std::uint64_t>(a.width)) return r;
  const int n = static_cast<int>(amount.limbs[0]);
  for (int i = 0; i < a.width; ++i) {
    const int from = kind == ExprKind::kShl ? i - n : i + n;
    r.set_bit(i, from < 0 ? false : from >= a.width ? fill : a.bit(from));
  }
  return r;
}

template <class F>
Bits limbwise(const Bits& a, const Bits& b, F f) {
  Bits r(a.width, 0);
  for (std::size_t i = 0; i < a.limbs.size(); ++i) r.limbs[i] = f(a.limbs[i], b.limbs[i]);
  return r;
}

bool parity(const Bits& a) {
  bool odd = false;
  for (const std::uint64_t limb : a.limbs) odd ^= __builtin_parityll(limb) != 0;
  return odd;
}

Bits concat(const std::vector<Bits>& args, int width) {
  Bits r(width, 0);
  int low = width;
  for (const Bits& part : args) {
    low -= part.width;
    for (int i = 0; i < part.width; ++i) r.set_bit(low + i, part.bit(i));
  }
  return r;
}

}  // namespace

Bits table_word(const Expr& e, std::uint64_t index) {
  Bits word(e.width, 0);
  const auto first = static_cast<int>(index) * e.width;
  for (int i = 0; i < e.width; ++i) word.set_bit(i, e.bits.bit(first + i));
  return word;
}

Bits evaluate_expr(const Expr& e, const std::vector<Bits>& v) {
  const auto flag = [](bool b) { return Bits(1, b ? 1 : 0); };
  switch (e.kind) {
    case ExprKind::kConst:
      return e.bits;
    case ExprKind::kSignal:
      break;
    case ExprKind::kSlice:
      return slice(v[0], e.low, e.width);
    case ExprKind::kConcat:
      return concat(v, e.width);
    case ExprKind::kRepeat:
      return concat(std::vector<Bits>(static_cast<std::size_t>(e.width / v[0].width), v[0]), e.width);
    case ExprKind::kNot:
      return limbwise(Bits::ones(e.width), v[0], [](auto x, auto y) { return x ^ y; });
    case ExprKind::kAnd:
      return limbwise(v[0], v[1], [](auto x, auto y) { return x & y; });
    case ExprKind::kOr:
      return limbwise(v[0], v[1], [](auto x, auto y) { return x | y; });
    case ExprKind::kXor:
      return limbwise(v[0], v[1], [](auto x, auto y) { return x ^ y; });
    case ExprKind::kReduceAnd:
      return flag(v[0].is_ones());
    case ExprKind::kReduceOr:
      return flag(!v[0].is_zero());
    case ExprKind::kReduceXor:
      return flag(parity(v[0]));
    case ExprKind::kAdd:
      return add(v[0], v[1], false, false);
    case ExprKind::kSub:
      return add(v[0], v[1], true, true);
    case ExprKind::kAddCarry:
      return add(v[0], v[1], v[2].bit(0), false);
    case ExprKind::kBlockSum:
      return add(v[0], v[1], v[2].bit(0), v[2].bit(0));
    case ExprKind::kMul:
      return multiply(v[0], v[1], false);
    case ExprKind::kMulSigned:
      return multiply(v[0], v[1], true);
    case ExprKind::kEq:
    case ExprKind::kNe:
    case ExprKind::kUlt:
    case ExprKind::kUle:
    case ExprKind::kSlt:
    case ExprKind::kSle:
      return flag(is_true(e.kind, v[0], v[1]));
    case ExprKind::kShl:
    case ExprKind::kShr:
    case ExprKind::kSar:
      return shift(v[0], v[1], e.kind);
    case ExprKind::kMux:
      return v[0].bit(0) ? v[1] : v[2];
    case ExprKind::kZext:
      return extend(v[0], e.width, false);
    case ExprKind::kSext:
      return extend(v[0], e.width, true);
    case ExprKind::kTable:
      return table_word(e, v[0].to_u64());
  }
  RTLGEN_CHECK(false, "expression has no constant value");
}

}  // namespace rtlgen::hw
