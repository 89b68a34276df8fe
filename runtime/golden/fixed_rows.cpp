// Fixed-point rows in 64-bit words that hold every exact value: sums of up to 62 bits, products and quotients of up to
// 32, casts of up to 62 and, with floats, of any width.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "golden/grid.hpp"
#include "golden/row_loops.hpp"
#include "golden/scalar.hpp"

namespace rtlgen::golden {

using spec::Op;
using spec::Type;

namespace {

using Word = std::int64_t;
constexpr int kMostBits = 62;  ///< for exact values, so that rounding and negation fit in a Word

template <class U>
void load_cells(const void* row, const Type& t, int n, Word* out) {
  const auto* cells = static_cast<const U*>(row);
  const int unused = 64 - t.width;
  if (t.is_signed()) {
    for (int i = 0; i < n; ++i) out[i] = static_cast<Word>(static_cast<std::uint64_t>(cells[i]) << unused) >> unused;
  } else {
    for (int i = 0; i < n; ++i) out[i] = static_cast<Word>(cells[i]);
  }
}

/// Loads an operand as words; types with 64 unsigned bits do not fit.
RTLGEN_VECTORISED void load(const Operand& a, int n, Word* out) {
  if (a.row == nullptr) {
    load_cells<std::uint64_t>(&a.bits, a.type, 1, out);
    std::fill(out + 1, out + n, out[0]);
    return;
  }
  switch (cell_bytes(a.type)) {
    case 1:
      return load_cells<std::uint8_t>(a.row, a.type, n, out);
    case 2:
      return load_cells<std::uint16_t>(a.row, a.type, n, out);
    case 4:
      return load_cells<std::uint32_t>(a.row, a.type, n, out);
    default:
      return load_cells<std::uint64_t>(a.row, a.type, n, out);
  }
}

template <class U>
void store_cells(const Word* words, std::uint64_t mask, int n, void* row) {
  auto* cells = static_cast<U*>(row);
  for (int i = 0; i < n; ++i) cells[i] = static_cast<U>(static_cast<std::uint64_t>(words[i]) & mask);
}

/// Stores words into cells, saturated if requested, and truncated.
RTLGEN_VECTORISED void store(const Type& t, bool saturate, int n, Word* words, void* row) {
  if (saturate) {
    const int free = t.is_signed() ? t.width - 1 : t.width;
    const Word high = free >= 63 ? INT64_MAX : (Word{1} << free) - 1;
    const Word low = t.is_signed() ? -high - 1 : 0;
    for (int i = 0; i < n; ++i) words[i] = std::clamp(words[i], low, high);
  }
  switch (cell_bytes(t)) {
    case 1:
      return store_cells<std::uint8_t>(words, t.mask(), n, row);
    case 2:
      return store_cells<std::uint16_t>(words, t.mask(), n, row);
    case 4:
      return store_cells<std::uint32_t>(words, t.mask(), n, row);
    default:
      return store_cells<std::uint64_t>(words, t.mask(), n, row);
  }
}

/// Drops `below` bits: rounds down, or to nearest even (adds one less than half, and the unit's own bit).
RTLGEN_VECTORISED void round(bool truncate, int below, int n, Word* words) {
  if (below == 0) return;
  const Word bias = truncate ? 0 : (Word{1} << (below - 1)) - 1;
  const Word odd = truncate ? 0 : 1;
  for (int i = 0; i < n; ++i) words[i] = (words[i] + bias + (words[i] >> below & odd)) >> below;
}

struct Rows {
  Word a[kSegment];
  Word b[kSegment];
};

RTLGEN_VECTORISED bool sums(const RowJob& j, Rows& w) {
  load(j.args[0], j.n, w.a);
  if (j.arg_count > 1) load(j.args[1], j.n, w.b);
  switch (j.op) {
    case Op::kAdd:
      for (int i = 0; i < j.n; ++i) w.a[i] += w.b[i];
      return true;
    case Op::kSub:
      for (int i = 0; i < j.n; ++i) w.a[i] -= w.b[i];
      return true;
    case Op::kNeg:
      for (int i = 0; i < j.n; ++i) w.a[i] = -w.a[i];
      return true;
    case Op::kAbs:
      for (int i = 0; i < j.n; ++i) w.a[i] = w.a[i] < 0 ? -w.a[i] : w.a[i];
      return true;
    default:
      return false;
  }
}

RTLGEN_VECTORISED void product(const RowJob& j, bool truncate, Rows& w) {
  load(j.args[0], j.n, w.a);
  load(j.args[1], j.n, w.b);
  for (int i = 0; i < j.n; ++i) w.a[i] *= w.b[i];
  round(truncate, j.type.fraction, j.n, w.a);
}

/// Rounds down, then to nearest, ties to even. Divisors of zero are handled elsewhere.
RTLGEN_VECTORISED bool quotient(const RowJob& j, bool truncate, Rows& w) {
  load(j.args[0], j.n, w.a);
  load(j.args[1], j.n, w.b);
  if (std::find(w.b, w.b + j.n, 0) != w.b + j.n) return false;
  const Word one = Word{1} << j.type.fraction;
  for (int i = 0; i < j.n; ++i) {
    const Word x = w.a[i] * one;
    const Word y = w.b[i];
    Word q = x / y;
    Word rest = x % y;
    if (rest != 0 && (rest < 0) != (y < 0)) {
      --q;
      rest += y;
    }
    const Word twice = 2 * (rest < 0 ? -rest : rest);
    const Word whole = y < 0 ? -y : y;
    const bool up = !truncate && (twice > whole || (twice == whole && (q & 1) != 0));
    w.a[i] = q + (up ? 1 : 0);
  }
  return true;
}

/// Casts between fixed point and integers.
bool cast_words(const RowJob& j, bool truncate, bool saturate, Rows& w) {
  const Type& from = j.args[0].type;
  const int up = j.type.fraction - from.fraction;
  if (from.width + std::max(up, 0) > kMostBits) return false;
  load(j.args[0], j.n, w.a);
  if (j.type.is_integer()) {
    const Word unit = Word{1} << from.fraction;
    for (int i = 0; i < j.n; ++i) w.a[i] /= unit;
    store(j.type, true, j.n, w.a, j.out);
    return true;
  }
  if (up >= 0) {
    for (int i = 0; i < j.n; ++i) w.a[i] *= Word{1} << up;
  } else {
    round(truncate, -up, j.n, w.a);
  }
  store(j.type, saturate, j.n, w.a, j.out);
  return true;
}

template <class T>
bool to_float(const RowJob& j, Rows& w) {
  const Type& from = j.args[0].type;
  if (from.width == 64 && !from.is_signed()) return false;
  load(j.args[0], j.n, w.a);
  // One rounding, to the significand; the unit is a power of two far from the ends of the range.
  const T unit = static_cast<T>(std::ldexp(1.0, -from.fraction));
  auto* out = static_cast<T*>(j.out);
  for (int i = 0; i < j.n; ++i) out[i] = static_cast<T>(w.a[i]) * unit;
  return true;
}

template <class T>
void from_float(const RowJob& j, bool truncate, bool saturate, Rows& w) {
  const auto* cells = static_cast<const T*>(j.args[0].row);
  const double unit = std::ldexp(1.0, j.type.fraction);
  bool all = true;
  for (int i = 0; i < j.n; ++i) {
    const double units = static_cast<double>(cells[i]) * unit;
    const bool small = std::fabs(units) < 0x1p62;
    all = all && small;
    const double whole = truncate ? std::floor(units) : std::nearbyint(units);
    w.a[i] = small ? static_cast<Word>(whole) : 0;
  }
  store(j.type, saturate, j.n, w.a, j.out);
  if (all) return;
  const int size = cell_bytes(j.type);
  for (int i = 0; i < j.n; ++i) {
    if (std::fabs(static_cast<double>(cells[i]) * unit) < 0x1p62) continue;
    const std::uint64_t bits =
        fixed_scalar_op(Op::kCast, j.type, j.args[0].type,
                        std::array<std::uint64_t, 1>{std::bit_cast<BitsOf<T>>(cells[i])}, j.flush, j.modes);
    std::memcpy(static_cast<std::uint8_t*>(j.out) + static_cast<std::ptrdiff_t>(i) * size, &bits,
                static_cast<std::size_t>(size));
  }
}

bool casts(const RowJob& j, bool truncate, bool saturate, Rows& w) {
  const Type& from = j.args[0].type;
  const auto is = [](const Type& t, Element e) { return t.is_float() && element_of(t) == e; };
  if (is(j.type, Element::kF32)) return to_float<float>(j, w);
  if (is(j.type, Element::kF64)) return to_float<double>(j, w);
  if (is(from, Element::kF32)) {
    from_float<float>(j, truncate, saturate, w);
    return true;
  }
  if (is(from, Element::kF64)) {
    from_float<double>(j, truncate, saturate, w);
    return true;
  }
  return !from.is_float() && !j.type.is_float() && cast_words(j, truncate, saturate, w);
}

/// Operations that are the same on fixed point as on the integers that count its units.
bool as_integers(const RowJob& j) {
  const auto integer = [](const Type& t) {
    return t.is_fixed() ? (t.is_signed() ? Type::int_of(t.width) : Type::uint_of(t.width)) : t;
  };
  std::vector<Operand> args(j.args, j.args + j.arg_count);
  for (Operand& a : args) a.type = integer(a.type);
  RowJob job = j;
  job.type = integer(j.type);
  job.args = args.data();
  return integer_rows(job);
}

}  // namespace

bool fixed_rows(const RowJob& j) {
  const bool truncate = j.modes.rounding == spec::Rounding::kTruncate;
  const bool saturate = j.modes.overflow == spec::Overflow::kSaturate;
  Rows w;
  const int width = j.args[0].type.width;
  switch (j.op) {
    case Op::kCast:
      return casts(j, truncate, saturate, w);
    case Op::kMul:
    case Op::kDiv:
      // A product of 32 unsigned bits needs 64.
      if (width > (j.type.is_signed() ? 32 : 31)) return false;
      if (j.op == Op::kMul) {
        product(j, truncate, w);
      } else if (width + j.type.fraction > kMostBits || !quotient(j, truncate, w)) {
        return false;
      }
      break;
    case Op::kAdd:
    case Op::kSub:
    case Op::kNeg:
    case Op::kAbs:
      if (!saturate) return as_integers(j);
      if (width > kMostBits || !sums(j, w)) return false;
      break;
    default:
      return as_integers(j);
  }
  store(j.type, saturate, j.n, w.a, j.out);
  return true;
}

}  // namespace rtlgen::golden
