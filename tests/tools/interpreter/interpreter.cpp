// A flat list of expressions in dependency order, run on 64-bit words if everything fits.
#include "interpreter/interpreter.hpp"

#include <functional>

#include "hw/fold.hpp"
#include "support/check.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace rtlgen::hw {

namespace {

std::uint64_t mask(int width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }
std::int64_t sign(std::uint64_t v, int width) { return static_cast<std::int64_t>(v << (64 - width)) >> (64 - width); }

/// Word `index` of a table of words of at most 64 bits.
std::uint64_t narrow_word(const Expr& table, std::uint64_t index) {
  const std::uint64_t first = index * static_cast<std::uint64_t>(table.width);
  const std::uint64_t limb = first / 64;
  const std::uint64_t shift = first % 64;
  const std::uint64_t low = table.bits.limbs[limb] >> shift;
  const bool split = shift + static_cast<std::uint64_t>(table.width) > 64;
  return split ? low | table.bits.limbs[limb + 1] << (64 - shift) : low;
}

/// An operation of two operands of at most 64 bits; bits above the result's width are undefined.
std::uint64_t narrow_result(ExprKind kind, std::uint64_t a, int a_width, std::uint64_t b, int b_width) {
  switch (kind) {
    case ExprKind::kAnd:
      return a & b;
    case ExprKind::kOr:
      return a | b;
    case ExprKind::kXor:
      return a ^ b;
    case ExprKind::kAdd:
      return a + b;
    case ExprKind::kSub:
      return a - b;
    case ExprKind::kMul:
      return a * b;
    case ExprKind::kMulSigned:
      return static_cast<std::uint64_t>(sign(a, a_width)) * static_cast<std::uint64_t>(sign(b, b_width));
    case ExprKind::kEq:
      return a == b ? 1 : 0;
    case ExprKind::kNe:
      return a != b ? 1 : 0;
    case ExprKind::kUlt:
      return a < b ? 1 : 0;
    case ExprKind::kUle:
      return a <= b ? 1 : 0;
    case ExprKind::kSlt:
      return sign(a, a_width) < sign(b, b_width) ? 1 : 0;
    case ExprKind::kSle:
      return sign(a, a_width) <= sign(b, b_width) ? 1 : 0;
    case ExprKind::kShl:
      return b >= 64 ? 0 : a << b;
    case ExprKind::kShr:
      return b >= 64 ? 0 : a >> b;
    case ExprKind::kSar:
      return static_cast<std::uint64_t>(sign(a, a_width) >> (b >= 63 ? 63 : b));
    default:
      throw InternalError("hw: no operation of two operands");
  }
}

}  // namespace

Interpreter::Interpreter(Module module) : m_(std::move(module)) {
  assigned_.resize(m_.signals.size());
  std::vector<ExprId> roots;
  for (const Item& item : m_.items) {
    if (const auto* a = std::get_if<Assign>(&item)) assigned_[a->target] = a->value;
    if (const auto* d = std::get_if<DelayLine>(&item)) {
      lines_[d->q] = std::deque<Bits>(at(d->cycles), Bits(m_.signals[d->q].width, 0));
    }
    if (const auto* x = std::get_if<Memory>(&item)) {
      memories_[x->name] = x->is_rom() ? x->contents : std::vector<Bits>(at(x->depth), Bits(x->width, 0));
    }
    RTLGEN_CHECK(!std::holds_alternative<Instance>(item), "the interpreter takes modules without instances");
  }
  for (const SignalId id : m_.signals.ids()) {
    if (m_.signals[id].kind != SignalKind::kWire) ports_[m_.signals[id].name] = id;
    state_.push_back(Bits::zero(m_.signals[id].width));
  }
  state64_.assign(m_.signals.size(), 0);
  IndexVector<ExprId, bool> seen(m_.exprs.size(), false);
  const std::function<void(ExprId)> visit = [&](ExprId id) {
    if (!id.valid() || seen[id]) return;
    seen[id] = true;
    const Expr& e = m_.exprs[id];
    for (const ExprId a : e.args) visit(a);
    if (e.kind == ExprKind::kSignal) visit(assigned_[e.signal]);
    order_.push_back(id);
  };
  for (const ExprId id : m_.exprs.ids()) visit(id);
  for (const Expr& e : m_.exprs) {
    narrow_ = narrow_ && e.width <= 64;
    value_.push_back(e.kind == ExprKind::kConst ? e.bits : Bits::zero(e.width));
  }
  for (const Signal& s : m_.signals) narrow_ = narrow_ && s.width <= 64;
  value64_.assign(m_.exprs.size(), 0);
}

void Interpreter::set(const std::string& input, std::uint64_t value) {
  const SignalId id = ports_.at(input);
  state64_[id] = value & mask(m_.signals[id].width);
  state_[id] = Bits(m_.signals[id].width, value);
  settled_ = false;
}

std::uint64_t Interpreter::get(const std::string& output) {
  settle();
  const ExprId root = assigned_[ports_.at(output)];
  return narrow_ ? value64_[root] : value_[root].to_u64();
}

void Interpreter::settle() {
  if (settled_) return;
  if (narrow_)
    run_narrow();
  else
    run_wide();
  settled_ = true;
}

void Interpreter::run_wide() {
  for (const ExprId id : order_) {
    const Expr& e = m_.exprs[id];
    if (e.kind == ExprKind::kSignal) {
      const ExprId wired = assigned_[e.signal];
      value_[id] = wired.valid() ? value_[wired] : state_[e.signal];
      continue;
    }
    std::vector<Bits> args;
    for (const ExprId a : e.args) args.push_back(value_[a]);
    value_[id] = evaluate_expr(e, args);
  }
}

void Interpreter::run_narrow() {
  for (const ExprId id : order_) {
    const Expr& e = m_.exprs[id];
    const auto v = [&](std::size_t i) { return value64_[e.args[i]]; };
    const auto w = [&](std::size_t i) { return m_.exprs[e.args[i]].width; };
    std::uint64_t r = 0;
    switch (e.kind) {
      case ExprKind::kConst:
        r = e.bits.limbs[0];
        break;
      case ExprKind::kSignal: {
        const ExprId wired = assigned_[e.signal];
        r = wired.valid() ? value64_[wired] : state64_[e.signal];
        break;
      }
      case ExprKind::kSlice:
        r = v(0) >> e.low;
        break;
      case ExprKind::kConcat:
        for (std::size_t i = 0; i < e.args.size(); ++i) r = (w(i) >= 64 ? 0 : r << w(i)) | v(i);
        break;
      case ExprKind::kRepeat:
        for (int n = 0; n < e.width; n += w(0)) r |= v(0) << n;
        break;
      case ExprKind::kNot:
        r = ~v(0);
        break;
      case ExprKind::kReduceAnd:
        r = v(0) == mask(w(0)) ? 1 : 0;
        break;
      case ExprKind::kReduceOr:
        r = v(0) != 0 ? 1 : 0;
        break;
      case ExprKind::kReduceXor:
        r = static_cast<std::uint64_t>(__builtin_parityll(v(0)));
        break;
      case ExprKind::kAddCarry:
        r = v(0) + v(1) + v(2);
        break;
      case ExprKind::kBlockSum:
        r = v(2) != 0 ? v(0) - v(1) : v(0) + v(1);
        break;
      case ExprKind::kMux:
        r = v(0) != 0 ? v(1) : v(2);
        break;
      case ExprKind::kZext:
        r = v(0);
        break;
      case ExprKind::kSext:
        r = static_cast<std::uint64_t>(sign(v(0), w(0)));
        break;
      case ExprKind::kTable:
        r = narrow_word(e, v(0));
        break;
      default:
        r = narrow_result(e.kind, v(0), w(0), v(1), w(1));
    }
    value64_[id] = r & mask(e.width);
  }
}

Bits Interpreter::value_of(ExprId id) { return narrow_ ? Bits(m_.exprs[id].width, value64_[id]) : value_[id]; }

void Interpreter::clock(bool reset) {
  settle();
  std::vector<std::pair<SignalId, Bits>> next;
  for (const Item& item : m_.items) {
    if (const auto* r = std::get_if<Register>(&item)) {
      const bool enabled = !r->enable.valid() || value_of(r->enable).bit(0);
      if (reset && r->reset)
        next.emplace_back(r->q, *r->reset);
      else if (enabled)
        next.emplace_back(r->q, value_of(r->d));
    } else if (const auto* d = std::get_if<DelayLine>(&item)) {
      auto& line = lines_.at(d->q);
      line.push_back(value_of(d->d));
      line.pop_front();  // d->cycles values remain: the oldest was taken that many edges ago
      next.emplace_back(d->q, line.front());
    } else if (const auto* x = std::get_if<Memory>(&item)) {
      if (x->enable.valid() && !value_of(x->enable).bit(0)) continue;
      const auto place = [&](ExprId id) { return value_of(id).to_u64(); };
      const auto depth = static_cast<std::uint64_t>(x->depth);
      auto& words = memories_.at(x->name);
      const std::uint64_t address = place(x->address);
      const std::uint64_t from = x->read_address.valid() ? place(x->read_address) : address;
      const bool writes = !x->is_rom() && (!x->write.valid() || value_of(x->write).bit(0));
      // Addresses are undefined until the end of a reset.
      RTLGEN_CHECK(reset || !x->read_address.valid() || !writes || from != address,
                   "the memory " + x->name + " is read where it is written");
      if (from < depth) next.emplace_back(x->q, words[from]);
      if (address < depth && writes) words[address] = value_of(x->d);
    }
  }
  for (const auto& [signal, bits] : next) {
    state_[signal] = bits;
    state64_[signal] = bits.limbs[0];
  }
  settled_ = false;
}

}  // namespace rtlgen::hw
