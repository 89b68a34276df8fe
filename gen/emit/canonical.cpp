// One pass over the expressions in order; each becomes its canonical form from canonical arguments. Rules are given as
// before -> after.
#include "emit/canonical.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "emit/prepare.hpp"
#include "hw/fold.hpp"

namespace rtlgen::emit {
namespace {

using hw::Bits;
using hw::Expr;
using hw::ExprId;
using hw::ExprKind;

/// Adjacent constants of a concatenation are joined up to this width.
constexpr int kMaxJoined = 64;

class Canonicaliser {
 public:
  explicit Canonicaliser(const hw::Module& module) : old_(module), module_(module) { module_.exprs.clear(); }

  hw::Module run() {
    map_.reserve(old_.exprs.size());
    for (const Expr& e : old_.exprs) {
      Expr mapped = e;
      for (ExprId& argument : mapped.args) argument = map_[argument];
      map_.push_back(simplify(mapped));
    }
    for (hw::Item& item : module_.items) {
      std::visit([&](auto& concrete) { rewrite(concrete); }, item);
    }
    return std::move(module_);
  }

 private:
  [[nodiscard]] const Expr& at(ExprId id) const { return module_.exprs[id]; }
  [[nodiscard]] int width(ExprId id) const { return at(id).width; }

  void map(ExprId& id) {
    if (id.valid()) id = map_[id];
  }
  static void rewrite(hw::Section&) {}
  void rewrite(hw::Assign& a) { map(a.value); }
  void rewrite(hw::Register& r) {
    map(r.d);
    map(r.enable);
  }
  void rewrite(hw::DelayLine& d) { map(d.d); }
  void rewrite(hw::Memory& memory) {
    map(memory.d);
    map(memory.enable);
    map(memory.write);
    map(memory.address);
    memory.address = slice(memory.address, 0, address_bits(memory.depth));
    map(memory.read_address);
    if (memory.read_address.valid()) memory.read_address = slice(memory.read_address, 0, address_bits(memory.depth));
  }
  void rewrite(hw::Instance& instance) {
    for (auto& [port, value] : instance.inputs) map(value);
  }

  ExprId add(Expr e);
  ExprId make(ExprKind kind, int result_width, std::vector<ExprId> args) {
    Expr e;
    e.kind = kind;
    e.width = result_width;
    e.args = std::move(args);
    return simplify(e);
  }
  ExprId constant(const Bits& bits) {
    Expr e;
    e.kind = ExprKind::kConst;
    e.width = bits.width;
    e.bits = bits;
    return add(std::move(e));
  }
  ExprId zeros(int count) { return constant(Bits(count, 0)); }
  ExprId inverted(ExprId a) { return make(ExprKind::kNot, width(a), {a}); }
  ExprId repeated(ExprId a, int count) { return make(ExprKind::kRepeat, width(a) * count, {a}); }
  static Bits part_of(const Bits& bits, int low, int count) {
    Bits result(count, 0);
    for (int i = 0; i < count; ++i) result.set_bit(i, bits.bit(low + i));
    return result;
  }

  ExprId slice(ExprId a, int low, int count);
  ExprId slice_of_parts(const std::vector<ExprId>& parts, int low, int count);
  ExprId concat(const std::vector<ExprId>& args);
  ExprId simplify(const Expr& e);
  ExprId simplify_bit(const Expr& e);
  ExprId simplify_constant(const Expr& e);
  ExprId multiply_by_bit(const Expr& e);

  const hw::Module& old_;
  hw::Module module_;
  IndexVector<ExprId, ExprId> map_;
  std::unordered_map<std::string, ExprId> shared_;
};

ExprId Canonicaliser::add(Expr e) {
  std::string key;
  const auto append = [&](const auto& value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
  append(e.kind);
  append(e.width);
  append(e.signal);
  append(e.low);
  for (const ExprId argument : e.args) append(argument);
  if (e.kind == ExprKind::kConst || e.kind == ExprKind::kTable) {
    for (const std::uint64_t limb : e.bits.limbs) append(limb);
  }
  const auto [place, is_new] = shared_.emplace(std::move(key), ExprId(module_.exprs.size()));
  if (is_new) module_.exprs.push_back(std::move(e));
  return place->second;
}

/// Bits low + count - 1 .. low of a concatenation of `parts`, most significant first.
ExprId Canonicaliser::slice_of_parts(const std::vector<ExprId>& parts, int low, int count) {
  std::vector<ExprId> picked;
  int offset = 0;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    const int part_width = width(*part);
    const int from = std::max(low, offset);
    const int to = std::min(low + count, offset + part_width);
    if (from < to) picked.push_back(slice(*part, from - offset, to - from));
    offset += part_width;
  }
  std::reverse(picked.begin(), picked.end());
  return concat(picked);
}

/// slice(x) of all bits -> x; slice(slice(x)) -> slice(x); slice(constant) -> constant; slice(sext(x)) -> slice(x)
/// within x; slices of concatenations and zero extensions -> the parts that they overlap.
ExprId Canonicaliser::slice(ExprId a, int low, int count) {
  const Expr e = at(a);
  if (count == e.width) return a;
  switch (e.kind) {
    case ExprKind::kConst:
      return constant(part_of(e.bits, low, count));
    case ExprKind::kSlice:
      return slice(e.args[0], e.low + low, count);
    case ExprKind::kConcat:
      return slice_of_parts(e.args, low, count);
    case ExprKind::kZext: {
      const int inner = width(e.args[0]);
      return slice_of_parts({zeros(e.width - inner), e.args[0]}, low, count);
    }
    case ExprKind::kSext:
      if (low + count <= width(e.args[0])) return slice(e.args[0], low, count);
      break;
    case ExprKind::kRepeat:
      if (width(e.args[0]) == 1) return repeated(e.args[0], count);
      break;
    default:
      break;
  }
  Expr result;
  result.kind = ExprKind::kSlice;
  result.width = count;
  result.args = {a};
  result.low = low;
  return add(std::move(result));
}

/// {a, {b, c}} -> {a, b, c}; {constant, constant} -> constant, up to kMaxJoined bits; {a} -> a.
ExprId Canonicaliser::concat(const std::vector<ExprId>& args) {
  std::vector<ExprId> flat;
  const auto push = [&](ExprId part) {
    if (!flat.empty() && at(flat.back()).kind == ExprKind::kConst && at(part).kind == ExprKind::kConst &&
        width(flat.back()) + width(part) <= kMaxJoined) {
      const int low_width = width(part);
      const std::uint64_t value = (at(flat.back()).bits.to_u64() << low_width) | at(part).bits.to_u64();
      flat.back() = constant(Bits(width(flat.back()) + low_width, value));
      return;
    }
    flat.push_back(part);
  };
  int total = 0;
  for (const ExprId argument : args) {
    total += width(argument);
    if (at(argument).kind == ExprKind::kConcat) {
      const std::vector<ExprId> inner = at(argument).args;
      for (const ExprId part : inner) push(part);
    } else {
      push(argument);
    }
  }
  if (flat.size() == 1) return flat.front();
  Expr result;
  result.kind = ExprKind::kConcat;
  result.width = total;
  result.args = std::move(flat);
  return add(std::move(result));
}

/// One bit as factor: x * bit -> zext(x) & repeat(bit); signed: x * bit -> (0 - sext(x)) & repeat(bit).
ExprId Canonicaliser::multiply_by_bit(const Expr& e) {
  const bool first = width(e.args[0]) == 1;
  const ExprId bit = first ? e.args[0] : e.args[1];
  const ExprId other = first ? e.args[1] : e.args[0];
  ExprId term;
  if (e.kind == ExprKind::kMul) {
    term = make(ExprKind::kZext, e.width, {other});
  } else {
    const ExprId extended = make(ExprKind::kSext, e.width, {other});
    term = make(ExprKind::kSub, e.width, {zeros(e.width), extended});
  }
  return make(ExprKind::kAnd, e.width, {repeated(bit, e.width), term});
}

/// Operators on single bits become logic; invalid for others.
/// a + b, a - b, a != b -> a ^ b; a == b -> ~(a ^ b); a < b -> ~a & b; a <= b -> ~a | b; a << b, a >> b -> a & ~|b.
/// Signed: a < b -> a & ~b; a <= b -> a | ~b; a >> b -> a. Reductions of a -> a. Extensions -> repeat or concatenation.
ExprId Canonicaliser::simplify_bit(const Expr& e) {
  const ExprId a = e.args[0];
  const ExprId b = e.args.size() > 1 ? e.args[1] : ExprId();
  switch (e.kind) {
    case ExprKind::kReduceAnd:
    case ExprKind::kReduceOr:
    case ExprKind::kReduceXor:
      return a;
    case ExprKind::kAdd:
    case ExprKind::kSub:
    case ExprKind::kNe:
      return make(ExprKind::kXor, 1, {a, b});
    case ExprKind::kAddCarry:
      return make(ExprKind::kXor, 1, {make(ExprKind::kXor, 1, {a, b}), e.args[2]});
    case ExprKind::kEq:
      return inverted(make(ExprKind::kXor, 1, {a, b}));
    case ExprKind::kUlt:
      return make(ExprKind::kAnd, 1, {inverted(a), b});
    case ExprKind::kUle:
      return make(ExprKind::kOr, 1, {inverted(a), b});
    case ExprKind::kSlt:
      return make(ExprKind::kAnd, 1, {a, inverted(b)});
    case ExprKind::kSle:
      return make(ExprKind::kOr, 1, {a, inverted(b)});
    case ExprKind::kShl:
    case ExprKind::kShr:
      return make(ExprKind::kAnd, 1, {a, inverted(make(ExprKind::kReduceOr, 1, {b}))});
    case ExprKind::kSar:
      return a;
    case ExprKind::kSext:
      return repeated(a, e.width);
    case ExprKind::kZext:
      return concat({zeros(e.width - 1), a});
    default:
      return {};
  }
}

/// f(constants) -> constant; 1 ? a : b -> a; 0 ? a : b -> b; unsigned: ~0 < x, x < 0 -> 0; 0 <= x, x <= ~0 -> 1.
/// Invalid for others.
ExprId Canonicaliser::simplify_constant(const Expr& e) {
  if (e.args.empty()) return {};
  std::vector<Bits> values;
  for (const ExprId argument : e.args) {
    if (at(argument).kind == ExprKind::kConst) values.push_back(at(argument).bits);
  }
  if (values.empty()) return {};
  if (values.size() == e.args.size() && e.width <= kMaxJoined) {
    return constant(hw::evaluate_expr(e, values));
  }
  const auto is = [&](std::size_t i, bool ones) {
    const Expr& a = at(e.args[i]);
    return a.kind == ExprKind::kConst && (ones ? a.bits.is_ones() : a.bits.is_zero());
  };
  switch (e.kind) {
    case ExprKind::kMux:
      if (at(e.args[0]).kind == ExprKind::kConst) return e.args[is(0, true) ? 1 : 2];
      break;
    case ExprKind::kUlt:
      if (is(0, true) || is(1, false)) return zeros(1);
      break;
    case ExprKind::kUle:
      if (is(0, false) || is(1, true)) return constant(Bits(1, 1));
      break;
    default:
      break;
  }
  return {};
}

ExprId Canonicaliser::simplify(const Expr& e) {
  const ExprId decided = simplify_constant(e);
  if (decided.valid()) return decided;
  const bool extension = e.kind == ExprKind::kZext || e.kind == ExprKind::kSext || e.kind == ExprKind::kRepeat;
  if (extension && e.width == width(e.args[0])) return e.args[0];
  if (!e.args.empty() && width(e.args[0]) == 1) {
    const ExprId bit = simplify_bit(e);
    if (bit.valid()) return bit;
  }
  switch (e.kind) {
    case ExprKind::kSlice:
      return slice(e.args[0], e.low, e.width);
    case ExprKind::kConcat:
      return concat(e.args);
    case ExprKind::kZext:
      if (at(e.args[0]).kind == ExprKind::kConcat) {
        return concat({zeros(e.width - width(e.args[0])), e.args[0]});
      }
      break;
    case ExprKind::kMul:
    case ExprKind::kMulSigned:
      if (width(e.args[0]) == 1 || width(e.args[1]) == 1) return multiply_by_bit(e);
      break;
    default:
      break;
  }
  return add(e);
}

}  // namespace

hw::Module canonical(const hw::Module& module) { return Canonicaliser(module).run(); }

}  // namespace rtlgen::emit
