// Local rewrites of an expression while it is built, as before -> after. Each rule holds for all operand values.
#include "hw/simplify.hpp"

#include <algorithm>

#include "hw/builder.hpp"

namespace rtlgen::hw {

namespace {

const Expr& expr_of(Value v) { return v.builder->module().exprs[v.id]; }

bool is_zero(Value v) { return v.constant() != nullptr && v.constant()->is_zero(); }
bool is_ones(Value v) { return v.constant() != nullptr && v.constant()->is_ones(); }
bool same(Value a, Value b) { return a.id == b.id; }

Value arg(Value v, std::size_t i) {
  const ExprId id = expr_of(v).args[i];
  return {v.builder, id, v.builder->module().exprs[id].width};
}

/// Bits high..low of a concatenation, taken from the parts that they overlap.
Value slice_concat(Value whole, int low, int width) {
  std::vector<Value> parts;
  int top = whole.width;
  for (std::size_t i = 0; i < expr_of(whole).args.size(); ++i) {
    const Value part = arg(whole, i);
    const int bottom = top - part.width;
    const int from = std::max(low, bottom);
    const int to = std::min(low + width, top);
    if (from < to) parts.push_back(part.slice(to - 1 - bottom, from - bottom));
    top = bottom;
  }
  return cat(parts);
}

/// slice(x) of all bits -> x; slice(slice(x)) -> slice(x); slice({a, b}) -> the parts that it overlaps.
/// slice(zext(x)) -> 0, slice(x) or zext(slice(x)); slice(sext(x)) -> slice(x) within x; slice of a repeated bit ->
/// repeat.
std::optional<Value> simplify_slice(Value a, int low, int width) {
  if (low == 0 && width == a.width) return a;
  switch (expr_of(a).kind) {
    case ExprKind::kSlice: {
      const int from = expr_of(a).low + low;
      return arg(a, 0).slice(from + width - 1, from);
    }
    case ExprKind::kConcat:
      return slice_concat(a, low, width);
    case ExprKind::kZext: {
      const Value inner = arg(a, 0);
      if (low >= inner.width) return a.builder->zero(width);
      if (low + width <= inner.width) return inner.slice(low + width - 1, low);
      return zext(inner.slice(inner.width - 1, low), width);
    }
    case ExprKind::kSext: {
      const Value inner = arg(a, 0);
      if (low + width <= inner.width) return inner.slice(low + width - 1, low);
      return std::nullopt;
    }
    case ExprKind::kRepeat:
      if (arg(a, 0).width == 1) return repeat(arg(a, 0), width);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

/// {a, {b, c}} -> {a, b, c}; {x[7:4], x[3:0]} -> x[7:0]; {constant, constant} -> constant.
std::vector<Value> merge_parts(const std::vector<Value>& parts) {
  std::vector<Value> flat;
  for (const Value& p : parts) {
    if (expr_of(p).kind == ExprKind::kConcat) {
      for (std::size_t i = 0; i < expr_of(p).args.size(); ++i) flat.push_back(arg(p, i));
    } else {
      flat.push_back(p);
    }
  }
  std::vector<Value> merged;
  for (const Value& p : flat) {
    if (!merged.empty()) {
      const Value before = merged.back();
      const Expr& x = expr_of(before);
      const Expr& y = expr_of(p);
      if (x.kind == ExprKind::kSlice && y.kind == ExprKind::kSlice && x.args[0] == y.args[0] &&
          y.low + y.width == x.low) {
        const int high = x.low + x.width - 1, low = y.low;
        merged.back() = arg(p, 0).slice(high, low);
        continue;
      }
      if (x.kind == ExprKind::kConst && y.kind == ExprKind::kConst) {
        Bits joined(before.width + p.width, 0);
        for (int i = 0; i < p.width; ++i) joined.set_bit(i, y.bits.bit(i));
        for (int i = 0; i < before.width; ++i) joined.set_bit(p.width + i, x.bits.bit(i));
        merged.back() = p.builder->constant(joined);
        continue;
      }
    }
    merged.push_back(p);
  }
  return merged;
}

/// x & 0 -> 0; x & ~0 -> x; x & x -> x.
/// x | 0 -> x; x | ~0 -> ~0; x | x -> x.
/// x ^ 0 -> x; x ^ ~0 -> ~x; x ^ x -> 0.
std::optional<Value> simplify_logic(ExprKind kind, Value a, Value b) {
  switch (kind) {
    case ExprKind::kAnd:
      if (is_zero(a) || is_ones(b) || same(a, b)) return a;
      if (is_zero(b) || is_ones(a)) return b;
      return std::nullopt;
    case ExprKind::kOr:
      if (is_ones(a) || is_zero(b) || same(a, b)) return a;
      if (is_ones(b) || is_zero(a)) return b;
      return std::nullopt;
    case ExprKind::kXor:
      if (is_zero(b)) return a;
      if (is_zero(a)) return b;
      if (is_ones(b)) return ~a;
      if (is_ones(a)) return ~b;
      if (same(a, b)) return a.builder->zero(a.width);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

/// 1 ? a : b -> a; 0 ? a : b -> b; c ? a : a -> a; ~c ? a : b -> c ? b : a.
/// One bit: c ? 1 : b -> c | b; c ? 0 : b -> ~c & b; c ? a : 0 -> c & a; c ? a : 1 -> ~c | a.
std::optional<Value> simplify_mux(Value c, Value a, Value b) {
  if (c.constant() != nullptr) return c.constant()->bit(0) ? a : b;
  if (same(a, b)) return a;
  if (expr_of(c).kind == ExprKind::kNot) return mux(arg(c, 0), b, a);
  if (a.width == 1) {
    if (is_ones(a)) return c | b;
    if (is_zero(a)) return ~c & b;
    if (is_zero(b)) return c & a;
    if (is_ones(b)) return ~c | a;
  }
  return std::nullopt;
}

/// x == x, x <= x -> 1; x != x, x < x -> 0.
/// One bit: x == 1, x != 0 -> x; x == 0, x != 1 -> ~x.
/// x != 0 -> |x; x == 0 -> ~|x; x == ~0 -> &x; x != ~0 -> ~&x. Unsigned: x < 0 -> 0; 0 <= x -> 1.
std::optional<Value> simplify_compare(ExprKind kind, Value a, Value b) {
  if (same(a, b)) {
    const bool holds = kind == ExprKind::kEq || kind == ExprKind::kUle || kind == ExprKind::kSle;
    return a.builder->constant(1, holds ? 1 : 0);
  }
  const bool equality = kind == ExprKind::kEq || kind == ExprKind::kNe;
  if (equality && a.width == 1) {
    const bool wants_equal = kind == ExprKind::kEq;
    if (b.constant() != nullptr) return b.constant()->bit(0) == wants_equal ? a : ~a;
    if (a.constant() != nullptr) return a.constant()->bit(0) == wants_equal ? b : ~b;
  }
  if (equality && is_zero(b)) return kind == ExprKind::kNe ? reduce_or(a) : ~reduce_or(a);
  if (equality && is_ones(b)) return kind == ExprKind::kEq ? reduce_and(a) : ~reduce_and(a);
  if (kind == ExprKind::kUlt && is_zero(b)) return a.builder->zero();
  if (kind == ExprKind::kUle && is_zero(a)) return a.builder->one();
  return std::nullopt;
}

/// By a constant n: x << n -> {x[w-1-n:0], n zeros}; x >> n -> {n fill bits, x[w-1:n]}; n >= w -> fill bits only.
std::optional<Value> simplify_shift(ExprKind kind, Value a, Value amount) {
  if (amount.constant() == nullptr) return std::nullopt;
  const Bits n = *amount.constant();  // a copy: building the fill may move the expressions
  Builder& b = *a.builder;
  const bool arithmetic = kind == ExprKind::kSar;
  const Value fill = arithmetic ? a.msb() : b.zero();
  bool beyond = false;
  for (std::size_t i = 1; i < n.limbs.size(); ++i) beyond = beyond || n.limbs[i] != 0;
  if (beyond || n.limbs[0] >= static_cast<std::uint64_t>(a.width)) return repeat(fill, a.width);
  const int by = static_cast<int>(n.limbs[0]);
  if (by == 0) return a;
  if (kind == ExprKind::kShl) return cat({a.slice(a.width - 1 - by, 0), b.zero(by)});
  return cat({repeat(fill, by), a.slice(a.width - 1, by)});
}

/// x * 0 -> 0; x * 2^n -> zext({x, n zeros}).
std::optional<Value> simplify_mul(Value a, Value b) {
  if (a.constant() != nullptr) std::swap(a, b);
  if (b.constant() == nullptr) return std::nullopt;
  const Bits& k = *b.constant();
  const int width = a.width + b.width;
  int set = 0;
  int at = 0;
  for (int i = 0; i < k.width; ++i) {
    if (!k.bit(i)) continue;
    ++set;
    at = i;
  }
  if (set == 0) return a.builder->zero(width);
  if (set > 1) return std::nullopt;
  return at == 0 ? zext(a, width) : zext(cat({a, a.builder->zero(at)}), width);
}

/// {x} -> x; {0, x} -> zext(x); and as merge_parts(). Parts are high first.
std::optional<Value> simplify_concat(const std::vector<Value>& parts, int width) {
  const auto merged = merge_parts(parts);
  if (merged.size() == 1) return merged[0];
  if (merged.size() != parts.size()) return cat(merged);
  if (is_zero(merged[0]) && merged.size() == 2) return zext(merged[1], width);
  return std::nullopt;
}

/// extend(x) to its own width -> x; zext(zext(x)), sext(zext(x)) -> zext(x), because the sign bit is 0.
std::optional<Value> simplify_extension(Value v, int width) {
  if (v.width == width) return v;
  if (expr_of(v).kind == ExprKind::kZext) return zext(arg(v, 0), width);
  return std::nullopt;
}

}  // namespace

std::optional<Value> simplify(Builder& b, const Expr& e) {
  const auto v = [&](std::size_t i) { return Value{&b, e.args[i], b.module().exprs[e.args[i]].width}; };
  switch (e.kind) {
    case ExprKind::kSlice:
      return simplify_slice(v(0), e.low, e.width);
    case ExprKind::kConcat: {
      std::vector<Value> parts;
      for (std::size_t i = 0; i < e.args.size(); ++i) parts.push_back(v(i));
      return simplify_concat(parts, e.width);
    }
    case ExprKind::kRepeat:
      if (v(0).width == e.width) return v(0);
      return std::nullopt;
    case ExprKind::kZext:
    case ExprKind::kSext:
      return simplify_extension(v(0), e.width);
    case ExprKind::kNot:
      if (expr_of(v(0)).kind == ExprKind::kNot) return arg(v(0), 0);
      return std::nullopt;
    case ExprKind::kAnd:
    case ExprKind::kOr:
    case ExprKind::kXor:
      return simplify_logic(e.kind, v(0), v(1));
    case ExprKind::kReduceAnd:
    case ExprKind::kReduceOr:
    case ExprKind::kReduceXor:
      if (v(0).width == 1) return v(0);
      if (e.kind == ExprKind::kReduceOr && expr_of(v(0)).kind == ExprKind::kZext) return reduce_or(arg(v(0), 0));
      return std::nullopt;
    case ExprKind::kAdd:
      if (is_zero(v(1))) return v(0);
      if (is_zero(v(0))) return v(1);
      return std::nullopt;
    case ExprKind::kSub:
      if (is_zero(v(1))) return v(0);
      if (same(v(0), v(1))) return b.zero(e.width);
      return std::nullopt;
    case ExprKind::kAddCarry:
      if (is_zero(v(2))) return v(0) + v(1);
      return std::nullopt;
    case ExprKind::kMul:
      return simplify_mul(v(0), v(1));
    case ExprKind::kEq:
    case ExprKind::kNe:
    case ExprKind::kUlt:
    case ExprKind::kUle:
    case ExprKind::kSlt:
    case ExprKind::kSle:
      return simplify_compare(e.kind, v(0), v(1));
    case ExprKind::kShl:
    case ExprKind::kShr:
    case ExprKind::kSar:
      return simplify_shift(e.kind, v(0), v(1));
    case ExprKind::kMux:
      return simplify_mux(v(0), v(1), v(2));
    default:
      return std::nullopt;
  }
}

}  // namespace rtlgen::hw
