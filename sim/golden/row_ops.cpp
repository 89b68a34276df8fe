// Vectorised loops for float and double; a bit-exact cell-by-cell path for everything else.
//
// Compiled with -ffp-contract=off: a fused multiply-add would round once where the language rounds twice.
#include "golden/row_ops.hpp"

#include <xmmintrin.h>

#include <bit>
#include <cmath>
#include <type_traits>

#include "golden/scalar.hpp"

namespace rtlgen::golden {

using spec::Op;

RowKind row_kind(const spec::Type& type) {
  if (type == spec::Type::float_of(8, 23)) return RowKind::kFloat;
  if (type == spec::Type::float_of(11, 52)) return RowKind::kDouble;
  return RowKind::kBits;
}

namespace {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
T from_bits(std::uint64_t bits) {
  if constexpr (std::is_integral_v<T>) return bits;
  else return std::bit_cast<T>(static_cast<BitsOf<T>>(bits));
}

template <class T, class R, class F>
void loop(const Operand& a, const Operand& b, int n, R* __restrict out, F f) {
  const T* __restrict pa = static_cast<const T*>(a.row);
  const T* __restrict pb = static_cast<const T*>(b.row);
  const T sa = from_bits<T>(a.bits);
  const T sb = from_bits<T>(b.bits);
  if (pa != nullptr && pb != nullptr) {
    for (int i = 0; i < n; ++i) out[i] = f(pa[i], pb[i]);
  } else if (pa != nullptr) {
    for (int i = 0; i < n; ++i) out[i] = f(pa[i], sb);
  } else if (pb != nullptr) {
    for (int i = 0; i < n; ++i) out[i] = f(sa, pb[i]);
  } else {
    for (int i = 0; i < n; ++i) out[i] = f(sa, sb);
  }
}

template <class T>
T flushed(T x) {
  constexpr int kFraction = sizeof(T) == 4 ? 23 : 52;
  const auto bits = std::bit_cast<BitsOf<T>>(x);
  constexpr auto kSign = BitsOf<T>{1} << (sizeof(T) * 8 - 1);
  const bool low = (bits & ~kSign) >> kFraction == 0;
  return low ? std::bit_cast<T>(bits & kSign) : x;
}

/// minimumNumber: a number beats a NaN, -0 is below +0.
template <class T>
T minimum(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

template <class T>
T maximum(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a < b ? b : a;
}

template <class T>
T negated(T x) {
  return std::bit_cast<T>(std::bit_cast<BitsOf<T>>(x) ^ (BitsOf<T>{1} << (sizeof(T) * 8 - 1)));
}

/// Arithmetic on native floats; true if `op` is one.
template <class T>
bool native(Op op, const Operand* v, bool flush, int n, void* out) {
  T* r = static_cast<T*>(out);
  const auto two = [&](auto f) { loop<T>(v[0], v[1], n, r, f); };
  const auto one = [&](auto f) { loop<T>(v[0], v[0], n, r, [f](T a, T) { return f(a); }); };
  const auto in = [flush](T x) { return flush ? flushed(x) : x; };
  switch (op) {
    case Op::kAdd: two([](T a, T b) { return a + b; }); return true;
    case Op::kSub: two([](T a, T b) { return a - b; }); return true;
    case Op::kMul: two([](T a, T b) { return a * b; }); return true;
    case Op::kDiv: two([](T a, T b) { return a / b; }); return true;
    case Op::kSqrt: one([](T a) { return std::sqrt(a); }); return true;
    case Op::kMin: two([in](T a, T b) { return minimum(in(a), in(b)); }); return true;
    case Op::kMax: two([in](T a, T b) { return maximum(in(a), in(b)); }); return true;
    case Op::kNeg: one([in](T a) { return negated(in(a)); }); return true;
    case Op::kAbs: one([in](T a) { return std::fabs(in(a)); }); return true;
    default: return false;
  }
}

template <class T>
bool native_compare(Op op, const Operand* v, int n, void* out) {
  auto* r = static_cast<std::uint64_t*>(out);
  const auto two = [&](auto f) { loop<T>(v[0], v[1], n, r, [f](T a, T b) -> std::uint64_t { return f(a, b) ? 1 : 0; }); };
  switch (op) {
    case Op::kLt: two([](T a, T b) { return a < b; }); return true;
    case Op::kLe: two([](T a, T b) { return a <= b; }); return true;
    case Op::kEq: two([](T a, T b) { return a == b; }); return true;
    case Op::kNe: two([](T a, T b) { return a != b; }); return true;
    default: return false;
  }
}

std::uint64_t cell(const Operand& a, int i) {
  if (a.row == nullptr) return a.bits;
  switch (row_kind(a.type)) {
    case RowKind::kFloat: return static_cast<const std::uint32_t*>(a.row)[i];
    case RowKind::kDouble: case RowKind::kBits: return static_cast<const std::uint64_t*>(a.row)[i];
  }
  return 0;
}

void store(const spec::Type& type, void* out, int i, std::uint64_t bits) {
  if (row_kind(type) == RowKind::kFloat) static_cast<std::uint32_t*>(out)[i] = static_cast<std::uint32_t>(bits);
  else static_cast<std::uint64_t*>(out)[i] = bits;
}

/// Any operation, cell by cell, by the definition.
void by_definition(Op op, const spec::Type& type, const Operand* v, bool flush, int n, void* out) {
  for (int i = 0; i < n; ++i) {
    const bool two = op != Op::kCast && op != Op::kNeg && op != Op::kAbs && op != Op::kSqrt && op != Op::kBitNot && op != Op::kNot;
    store(type, out, i, scalar_op(op, type, v[0].type, cell(v[0], i), two ? cell(v[1], i) : 0, flush));
  }
}

/// Integers that fit a machine word: wrap by masking, no need of the definition's wide arithmetic.
bool simple_integer(Op op, const spec::Type& type, const Operand* v, int n, void* out) {
  auto* r = static_cast<std::uint64_t*>(out);
  const std::uint64_t m = type.mask();
  const auto two = [&](auto f) { loop<std::uint64_t>(v[0], v[1], n, r, f); };
  switch (op) {
    case Op::kAdd: two([m](auto a, auto b) { return (a + b) & m; }); return true;
    case Op::kSub: two([m](auto a, auto b) { return (a - b) & m; }); return true;
    case Op::kMul: two([m](auto a, auto b) { return (a * b) & m; }); return true;
    case Op::kBitAnd: case Op::kAnd: two([](auto a, auto b) { return a & b; }); return true;
    case Op::kBitOr: case Op::kOr: two([](auto a, auto b) { return a | b; }); return true;
    case Op::kBitXor: two([](auto a, auto b) { return a ^ b; }); return true;
    default: return false;
  }
}

template <class T>
void select(const Operand* v, int n, void* out) {
  T* r = static_cast<T*>(out);
  for (int i = 0; i < n; ++i) {
    const bool c = (v[0].row == nullptr ? v[0].bits : static_cast<const std::uint64_t*>(v[0].row)[i]) != 0;
    const Operand& pick = c ? v[1] : v[2];
    r[i] = pick.row == nullptr ? static_cast<T>(pick.bits) : static_cast<const T*>(pick.row)[i];
  }
}

}  // namespace

void apply(Op op, const spec::Type& type, const Operand* args, bool flush, int n, void* out) {
  const RowKind kind = row_kind(args[0].type);
  if (op == Op::kSelect) {
    if (row_kind(type) == RowKind::kFloat) select<std::uint32_t>(args, n, out);
    else select<std::uint64_t>(args, n, out);
    return;
  }
  if (op != Op::kCast && kind == RowKind::kFloat && (native<float>(op, args, flush, n, out) || native_compare<float>(op, args, n, out))) return;
  if (op != Op::kCast && kind == RowKind::kDouble && (native<double>(op, args, flush, n, out) || native_compare<double>(op, args, n, out))) return;
  if (args[0].type.is_integer() && type.is_integer() && op != Op::kCast && simple_integer(op, type, args, n, out)) return;
  by_definition(op, type, args, flush, n, out);
}

void canonicalise(const spec::Type& type, int n, void* row) {
  const auto fix = [n](auto* cells, auto quiet) {
    for (int i = 0; i < n; ++i) cells[i] = cells[i] != cells[i] ? quiet : cells[i];
  };
  if (row_kind(type) == RowKind::kFloat) fix(static_cast<float*>(row), std::bit_cast<float>(0x7fc00000U));
  if (row_kind(type) == RowKind::kDouble) fix(static_cast<double*>(row), std::bit_cast<double>(0x7ff8000000000000ULL));
}

// x86's FTZ and DAZ are the language's flush mode: tininess is judged after rounding.
FlushMode::FlushMode(bool flush) : saved_(_mm_getcsr()) {
  if (flush) _mm_setcsr(saved_ | 0x8040U);
}

FlushMode::~FlushMode() { _mm_setcsr(saved_); }

}  // namespace rtlgen::golden
