// Operators on Value: width checks, then one expression each.
#include <fmt/format.h>

#include "hw/builder.hpp"
#include "hw/shift_add.hpp"
#include "support/check.hpp"

namespace rtlgen::hw {

namespace {

Value make(Value like, ExprKind kind, int width, std::vector<ExprId> args, int low = 0) {
  Expr e;
  e.kind = kind;
  e.width = width;
  e.args = std::move(args);
  e.low = low;
  return like.builder->make(e);
}

void same_width(Value a, Value b, const char* what) {
  RTLGEN_CHECK(a.valid() && b.valid() && a.builder == b.builder, fmt::format("{} of foreign values", what));
  RTLGEN_CHECK(a.width == b.width,
               fmt::format("{} of {} and {} bits in module {}", what, a.width, b.width, a.builder->module().name));
}

Value binary(Value a, Value b, ExprKind kind, const char* what) {
  same_width(a, b, what);
  return make(a, kind, a.width, {a.id, b.id});
}

Value product(Value a, Value b, ExprKind kind) {
  const bool is_signed = kind == ExprKind::kMulSigned;
  if (a.builder->expands_products() || is_shift(a, b, is_signed)) {
    if (const auto sum = shift_add(a, b, is_signed)) return *sum;
  }
  return make(a, kind, a.width + b.width, {a.id, b.id});
}

Value compare(Value a, Value b, ExprKind kind) {
  same_width(a, b, "comparison");
  return make(a, kind, 1, {a.id, b.id});
}

}  // namespace

Value Value::slice(int high, int low) const {
  RTLGEN_CHECK(valid() && low >= 0 && high >= low && high < width,
               fmt::format("slice {}:{} of {} bits", high, low, width));
  return make(*this, ExprKind::kSlice, high - low + 1, {id}, low);
}

const Bits* Value::constant() const {
  const Expr& e = builder->module().exprs[id];
  return e.kind == ExprKind::kConst ? &e.bits : nullptr;
}

Value operator+(Value a, Value b) { return binary(a, b, ExprKind::kAdd, "sum"); }
Value operator-(Value a, Value b) { return binary(a, b, ExprKind::kSub, "difference"); }
Value operator&(Value a, Value b) { return binary(a, b, ExprKind::kAnd, "and"); }
Value operator|(Value a, Value b) { return binary(a, b, ExprKind::kOr, "or"); }
Value operator^(Value a, Value b) { return binary(a, b, ExprKind::kXor, "xor"); }
Value operator~(Value a) { return make(a, ExprKind::kNot, a.width, {a.id}); }

Value add_carry(Value a, Value b, Value carry) {
  same_width(a, b, "sum");
  RTLGEN_CHECK(carry.width == 1, "a carry has one bit");
  return make(a, ExprKind::kAddCarry, a.width, {a.id, b.id, carry.id});
}

Value block_sum(Value a, Value b, Value subtract) {
  same_width(a, b, "sum");
  RTLGEN_CHECK(subtract.width == 1, "what chooses a difference has one bit");
  return make(a, ExprKind::kBlockSum, a.width, {a.id, b.id, subtract.id});
}

Value mul(Value a, Value b) { return product(a, b, ExprKind::kMul); }
Value mul_signed(Value a, Value b) { return product(a, b, ExprKind::kMulSigned); }
Value eq(Value a, Value b) { return compare(a, b, ExprKind::kEq); }
Value ne(Value a, Value b) { return compare(a, b, ExprKind::kNe); }
Value ult(Value a, Value b) { return compare(a, b, ExprKind::kUlt); }
Value ule(Value a, Value b) { return compare(a, b, ExprKind::kUle); }
Value slt(Value a, Value b) { return compare(a, b, ExprKind::kSlt); }
Value sle(Value a, Value b) { return compare(a, b, ExprKind::kSle); }
Value shl(Value a, Value amount) { return make(a, ExprKind::kShl, a.width, {a.id, amount.id}); }
Value shr(Value a, Value amount) { return make(a, ExprKind::kShr, a.width, {a.id, amount.id}); }
Value sar(Value a, Value amount) { return make(a, ExprKind::kSar, a.width, {a.id, amount.id}); }

Value mux(Value condition, Value if_true, Value if_false) {
  same_width(if_true, if_false, "selection");
  RTLGEN_CHECK(condition.width == 1, "a condition has one bit");
  return make(condition, ExprKind::kMux, if_true.width, {condition.id, if_true.id, if_false.id});
}

Value cat(const std::vector<Value>& parts) {
  RTLGEN_CHECK(!parts.empty(), "concatenation of nothing");
  if (parts.size() == 1) return parts[0];
  int width = 0;
  std::vector<ExprId> args;
  for (const Value& p : parts) {
    width += p.width;
    args.push_back(p.id);
  }
  return make(parts[0], ExprKind::kConcat, width, std::move(args));
}

Value repeat(Value a, int count) {
  RTLGEN_CHECK(count >= 1, "repetition count");
  return make(a, ExprKind::kRepeat, a.width * count, {a.id});
}

Value zext(Value a, int width) {
  RTLGEN_CHECK(width >= a.width, "zext cannot narrow");
  return make(a, ExprKind::kZext, width, {a.id});
}

Value sext(Value a, int width) {
  RTLGEN_CHECK(width >= a.width, "sext cannot narrow");
  return make(a, ExprKind::kSext, width, {a.id});
}

Value reduce_and(Value a) { return make(a, ExprKind::kReduceAnd, 1, {a.id}); }
Value reduce_or(Value a) { return make(a, ExprKind::kReduceOr, 1, {a.id}); }
Value reduce_xor(Value a) { return make(a, ExprKind::kReduceXor, 1, {a.id}); }

Value table(Value index, const std::vector<std::uint64_t>& words, int width) {
  RTLGEN_CHECK(index.width <= kMaxTableIndex && words.size() <= std::size_t{1} << index.width,
               fmt::format("a table of {} words with an index of {} bits", words.size(), index.width));
  Expr e;
  e.kind = ExprKind::kTable;
  e.width = width;
  e.args = {index.id};
  e.bits = Bits(width << index.width, 0);
  int at = 0;
  for (const std::uint64_t word : words) {
    for (int i = 0; i < width; ++i, ++at) e.bits.set_bit(at, (word >> i & 1) != 0);
  }
  return index.builder->make(e);
}

}  // namespace rtlgen::hw
