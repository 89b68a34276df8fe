// Makes expressions of a netlist.
#include "netlist/expr.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace rtlgen::netlist {

namespace {

Expr constant(int width, std::uint64_t value, Radix radix) {
  Expr e;
  e.kind = ExprKind::kConstant;
  e.width = width, e.value = value, e.radix = radix;
  return e;
}

Expr of(ExprKind kind, std::vector<Expr> args) {
  Expr e;
  e.kind = kind;
  e.args = std::move(args);
  return e;
}

/// Makes one operation with many operands: (a & b) & c -> a & b & c.
Expr flat(ExprKind kind, Expr a, Expr b) {
  if (a.kind != kind) a = of(kind, {std::move(a)});
  if (b.kind == kind)
    a.args.insert(a.args.end(), b.args.begin(), b.args.end());
  else
    a.args.push_back(std::move(b));
  return a;
}

}  // namespace

Expr slice(std::string name, int high, int low) {
  Expr e(std::move(name));
  e.kind = ExprKind::kSlice;
  e.high = high, e.low = low;
  return e;
}

Expr low_bits(std::string name, int width, int of) {
  return width == of ? net(std::move(name)) : slice(std::move(name), width - 1, 0);
}
Expr bit_of(std::string name, int index, int of) {
  return of == 1 ? net(std::move(name)) : bit(std::move(name), index);
}

Expr binary(int width, std::uint64_t value) { return constant(width, value, Radix::kBinary); }
Expr decimal(int width, std::uint64_t value) { return constant(width, value, Radix::kDecimal); }
Expr hex(int width, std::uint64_t value) { return constant(width, value, Radix::kHex); }

Expr operator~(Expr a) { return of(ExprKind::kNot, {std::move(a)}); }
Expr operator&(Expr a, Expr b) { return flat(ExprKind::kAnd, std::move(a), std::move(b)); }
Expr operator|(Expr a, Expr b) { return flat(ExprKind::kOr, std::move(a), std::move(b)); }
Expr operator^(Expr a, Expr b) { return flat(ExprKind::kXor, std::move(a), std::move(b)); }
Expr operator+(Expr a, Expr b) { return of(ExprKind::kAdd, {std::move(a), std::move(b)}); }
Expr equal(Expr a, Expr b) { return of(ExprKind::kEqual, {std::move(a), std::move(b)}); }
Expr any_bit(Expr a) { return of(ExprKind::kAnyBit, {std::move(a)}); }

Expr joined(std::vector<Expr> low_first) {
  std::reverse(low_first.begin(), low_first.end());
  return concat(std::move(low_first));
}

Expr concat(std::vector<Expr> high_first) {
  if (high_first.size() == 1) return std::move(high_first.front());
  return of(ExprKind::kConcat, std::move(high_first));
}

Expr repeat(Expr a, int count) {
  Expr e = of(ExprKind::kRepeat, {std::move(a)});
  e.count = count;
  return e;
}

Expr extend(Expr a, int width) {
  Expr e = of(ExprKind::kExtend, {std::move(a)});
  e.width = width;
  return e;
}

Expr all(std::vector<Expr> signals) {
  if (signals.empty()) return one();
  Expr sum = std::move(signals.front());
  for (std::size_t i = 1; i < signals.size(); ++i) sum = std::move(sum) & std::move(signals[i]);
  return sum;
}

Expr some(std::vector<Expr> signals) {
  RTLGEN_CHECK(!signals.empty(), "some of no signals");
  Expr sum = std::move(signals.front());
  for (std::size_t i = 1; i < signals.size(); ++i) sum = std::move(sum) | std::move(signals[i]);
  return sum;
}

}  // namespace rtlgen::netlist
