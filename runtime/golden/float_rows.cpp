// float32 and float64 rows: the machine's arithmetic equals the language's, except for the bits of NaNs.
//
// Compiled with -ffp-contract=off, because a fused multiply-add would round once where the language rounds twice.
#include <cmath>

#include "golden/row_loops.hpp"

namespace rtlgen::golden {

using spec::Op;

namespace {

template <class T>
constexpr BitsOf<T> kSign = BitsOf<T>{1} << (sizeof(T) * 8 - 1);

template <class T>
T flushed(T x) {
  constexpr int kFraction = sizeof(T) == 4 ? 23 : 52;
  const auto bits = std::bit_cast<BitsOf<T>>(x);
  constexpr BitsOf<T> kExponent = (~BitsOf<T>{0} >> (kFraction + 1)) << kFraction;
  const BitsOf<T> low = (bits & (kExponent & ~kSign<T>)) == 0 ? kSign<T> : ~BitsOf<T>{0};
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits & low));
}

/// minimumNumber: a number takes precedence over a NaN, and -0 is less than +0 (equal numbers differ in no other way).
template <class T>
T minimum(T a, T b) {
  const T either = std::bit_cast<T>(static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(a) | std::bit_cast<BitsOf<T>>(b)));
  T r = a < b ? a : b;
  r = a == b ? either : r;
  r = b != b ? a : r;
  return a != a ? b : r;
}

template <class T>
T maximum(T a, T b) {
  const T both = std::bit_cast<T>(static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(a) & std::bit_cast<BitsOf<T>>(b)));
  T r = b < a ? a : b;
  r = a == b ? both : r;
  r = b != b ? a : r;
  return a != a ? b : r;
}

/// Rounding to integers, and the square root.
template <class T>
bool one_operand(const RowJob& j) {
  T* r = static_cast<T*>(j.out);
  const T* a = static_cast<const T*>(j.args[0].row);
  const bool flush = j.flush;
  const auto in = [flush](T x) { return flush ? flushed(x) : x; };
  switch (j.op) {
    case Op::kSqrt:
      map_row(a, j.n, r, [](T x) { return std::sqrt(x); });
      return true;
    case Op::kFloor:
      map_row(a, j.n, r, [in](T x) { return std::floor(in(x)); });
      return true;
    case Op::kCeil:
      map_row(a, j.n, r, [in](T x) { return std::ceil(in(x)); });
      return true;
    case Op::kTrunc:
      map_row(a, j.n, r, [in](T x) { return std::trunc(in(x)); });
      return true;
    case Op::kRound:
      map_row(a, j.n, r, [in](T x) { return std::round(in(x)); });
      return true;
    case Op::kRint:
      map_row(a, j.n, r, [in](T x) { return std::rint(in(x)); });
      return true;
    default:
      return false;
  }
}

template <class T>
bool arithmetic(const RowJob& j) {
  T* r = static_cast<T*>(j.out);
  const Operand* v = j.args;
  const T* a = static_cast<const T*>(v[0].row);
  const bool flush = j.flush;
  const auto in = [flush](T x) { return flush ? flushed(x) : x; };
  const auto negated = [](T x) {
    return std::bit_cast<T>(static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(x) ^ kSign<T>));
  };
  switch (j.op) {
    case Op::kAdd:
      map_rows<T, T>(v[0], v[1], j.n, r, [](T x, T y) { return x + y; });
      return true;
    case Op::kSub:
      map_rows<T, T>(v[0], v[1], j.n, r, [](T x, T y) { return x - y; });
      return true;
    case Op::kMul:
      map_rows<T, T>(v[0], v[1], j.n, r, [](T x, T y) { return x * y; });
      return true;
    case Op::kDiv:
      map_rows<T, T>(v[0], v[1], j.n, r, [](T x, T y) { return x / y; });
      return true;
    case Op::kMin:
      map_rows<T, T>(v[0], v[1], j.n, r, [in](T x, T y) { return minimum(in(x), in(y)); });
      return true;
    case Op::kMax:
      map_rows<T, T>(v[0], v[1], j.n, r, [in](T x, T y) { return maximum(in(x), in(y)); });
      return true;
    case Op::kNeg:
      map_row(a, j.n, r, [in, negated](T x) { return negated(in(x)); });
      return true;
    case Op::kAbs:
      map_row(a, j.n, r, [in](T x) { return std::fabs(in(x)); });
      return true;
    default:
      return one_operand<T>(j);
  }
}

template <class T>
bool comparison(const RowJob& j) {
  auto* r = static_cast<std::uint8_t*>(j.out);
  const Operand* v = j.args;
  switch (j.op) {
    case Op::kLt:
      map_rows<T, T>(v[0], v[1], j.n, r, [](T x, T y) { return static_cast<std::uint8_t>(x < y); });
      return true;
    case Op::kLe:
      map_rows<T, T>(v[0], v[1], j.n, r, [](T x, T y) { return static_cast<std::uint8_t>(x <= y); });
      return true;
    case Op::kEq:
      map_rows<T, T>(v[0], v[1], j.n, r, [](T x, T y) { return static_cast<std::uint8_t>(x == y); });
      return true;
    case Op::kNe:
      map_rows<T, T>(v[0], v[1], j.n, r, [](T x, T y) { return static_cast<std::uint8_t>(x != y); });
      return true;
    default:
      return false;
  }
}

RTLGEN_VECTORISED bool single_precision(const RowJob& j) { return arithmetic<float>(j) || comparison<float>(j); }
RTLGEN_VECTORISED bool double_precision(const RowJob& j) { return arithmetic<double>(j) || comparison<double>(j); }

template <class T>
void quieten(int n, T* row, T quiet) {
  for (int i = 0; i < n; ++i) row[i] = row[i] != row[i] ? quiet : row[i];
}

RTLGEN_VECTORISED void quieten_single(int n, float* row) { quieten(n, row, std::bit_cast<float>(0x7fc00000U)); }
RTLGEN_VECTORISED void quieten_double(int n, double* row) {
  quieten(n, row, std::bit_cast<double>(0x7ff8000000000000ULL));
}

/// One rounding; not used in flush mode, in which libm's emulation of a missing instruction would be wrong.
template <class T>
bool fused(const RowJob& j) {
  if (j.flush) return false;
  const auto value = [&](int a, int i) {
    const Operand& v = j.args[a];
    return v.row == nullptr ? from_bits<T>(v.bits) : static_cast<const T*>(v.row)[i];
  };
  for (int i = 0; i < j.n; ++i) static_cast<T*>(j.out)[i] = std::fma(value(0, i), value(1, i), value(2, i));
  return true;
}

}  // namespace

bool float_rows(const RowJob& job) {
  if (job.op == Op::kCast || job.op == Op::kSelect) return false;
  const Element element = element_of(job.args[0].type);
  if (element == Element::kF32) return job.op == Op::kFma ? fused<float>(job) : single_precision(job);
  if (element == Element::kF64) return job.op == Op::kFma ? fused<double>(job) : double_precision(job);
  return false;
}

void canonicalise(const spec::Type& type, int n, void* row) {
  const Element element = element_of(type);
  if (element == Element::kF32) quieten_single(n, static_cast<float*>(row));
  if (element == Element::kF64) quieten_double(n, static_cast<double*>(row));
}

}  // namespace rtlgen::golden
