// The true value of a function by MPFR, and whether a result is one of the two numbers of the format
// beside it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "spec/functions/functions.hpp"
#include "spec/operations.hpp"
#include "spec/real.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec::test {

/// The functions whose bits are an algorithm, with so many operands: every row of the registry that has one, so that a
/// function is tested as soon as it has a row.
inline std::vector<Operation> functions_by_bits(std::size_t operands) {
  std::vector<Operation> rows;
  for (const Operation& row : operations()) {
    if (row.form == Form::kFunction && row.bits != nullptr && row.least == operands) rows.push_back(row);
  }
  return rows;
}

inline std::vector<Operation> functions_by_bits() {
  std::vector<Operation> rows = functions_by_bits(1);
  for (const Operation& row : functions_by_bits(2)) rows.push_back(row);
  return rows;
}

/// The definition of the function: row(a, b), bits of `t`.
inline std::uint64_t evaluate_function(const Operation& row, const Type& t, std::uint64_t a, std::uint64_t b,
                                       bool flush) {
  const std::array operands{a, b};
  return row.bits(t, operands.data(), flush);
}

inline std::uint64_t evaluate_function(Op op, const Type& t, std::uint64_t a, std::uint64_t b, bool flush) {
  return evaluate_function(operation_of(op), t, a, b, flush);
}

/// row(a, b) to 200 bits; NaN, infinities and signs of zero as C99 Annex F wants them.
inline void true_value(const Operation& row, const Type& t, std::uint64_t a, std::uint64_t b, bool flush,
                       mpfr_ptr out) {
  Real x(kExactBits);
  Real y(kExactBits);
  load_float(t, a, flush, x.get());
  load_float(t, b, flush, y.get());
  const std::array<mpfr_srcptr, 2> operands{x.get(), y.get()};
  row.real({out, operands.data()});
}

inline void true_value(Op op, const Type& t, std::uint64_t a, std::uint64_t b, bool flush, mpfr_ptr out) {
  true_value(operation_of(op), t, a, b, flush, out);
}

/// The next number of the format above the magnitude `bits` (below, if not `up`); infinity stays.
inline std::uint64_t next_magnitude(const Type& t, std::uint64_t bits, bool up, bool flush) {
  const std::uint64_t infinite = ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
  const std::uint64_t normal = std::uint64_t{1} << t.fraction;
  if (up) {
    if (bits == infinite) return bits;
    return flush && bits == 0 ? normal : bits + 1;
  }
  return flush && bits == normal ? 0 : bits - 1;
}

/// True if `result` is NaN where the value is, has its sign, and no number of the format lies between
/// them or equals the value without being the result. `ulps`, if given, is raised to the distance in
/// units of the last place of the result.
inline bool is_neighbour(const Type& t, std::uint64_t result, mpfr_ptr value, bool flush, double* ulps = nullptr) {
  if (mpfr_nan_p(value) != 0) return result == quiet_nan(t);
  const std::uint64_t sign = std::uint64_t{1} << (t.width - 1);
  if ((mpfr_signbit(value) != 0) != ((result & sign) != 0)) return false;
  const std::uint64_t magnitude = result & ~sign;
  Real want(kExactBits + 40);
  Real have(kExactBits);
  mpfr_abs(want.get(), value, MPFR_RNDN);
  load_float(t, magnitude, flush, have.get());
  const int order = mpfr_cmp(want.get(), have.get());
  if (order == 0) return true;
  if (mpfr_inf_p(want.get()) != 0) return false;
  const bool above = order > 0;
  if (!above && magnitude == 0) return false;
  Real next(kExactBits);
  load_float(t, next_magnitude(t, magnitude, above, flush), flush, next.get());
  if (ulps != nullptr && mpfr_regular_p(have.get()) != 0 && mpfr_regular_p(next.get()) != 0) {
    Real distance(kExactBits);
    Real unit(kExactBits);
    mpfr_sub(distance.get(), want.get(), have.get(), MPFR_RNDN);
    mpfr_sub(unit.get(), next.get(), have.get(), MPFR_RNDN);
    mpfr_div(distance.get(), distance.get(), unit.get(), MPFR_RNDN);
    const double d = mpfr_get_d(distance.get(), MPFR_RNDU);
    if (d > *ulps) *ulps = d;
  }
  const int beyond = mpfr_cmp(want.get(), next.get());
  return above ? beyond < 0 : beyond > 0;
}

/// The value by the C library, which spares most operands MPFR; nothing for a function that it has no fast one for.
inline std::optional<double> in_double(Op op, double x, double y) {
  switch (op) {
    case Op::kExp:
      return std::exp(x);
    case Op::kLog:
      return std::log(x);
    case Op::kSin:
      return std::sin(x);
    case Op::kCos:
      return std::cos(x);
    case Op::kTanh:
      return std::tanh(x);
    case Op::kExp2:
      return std::exp2(x);
    case Op::kLog2:
      return std::log2(x);
    case Op::kLog10:
      return std::log10(x);
    case Op::kTan:
      return std::tan(x);
    case Op::kAtan:
      return std::atan(x);
    case Op::kAtan2:
      return std::atan2(x, y);
    case Op::kCbrt:
      return std::cbrt(x);
    case Op::kPow:
      return std::pow(x, y);
    default:
      return std::nullopt;
  }
}

/// Cases that need no arithmetic: `result` is right because the true value lies strictly between it and one
/// of its neighbours, or is NaN. A bound stands beside each.
inline bool is_plainly_right(Op op, float x, double value, std::uint32_t result) {
  constexpr std::uint32_t kOne = 0x3f800000U;
  const float size = std::fabs(x);
  if (std::isnan(value)) return result == 0x7fc00000U;
  switch (op) {
    case Op::kSin:
    case Op::kTanh:  // x (1 - x^2 / 3) < value < x
      if (size > 0 && size < 0x1p-13F) return result == std::bit_cast<std::uint32_t>(x);
      // 1 - 2 exp(-2 x) < value < 1
      return op == Op::kTanh && size > 10 && std::isfinite(x) && (result & 0x7fffffffU) == kOne &&
             std::signbit(x) == (result >> 31 != 0);
    case Op::kCos:  // 1 - x^2 / 2 < value < 1
      return size > 0 && size < 0x1p-13F && result == kOne;
    case Op::kExp2:
    case Op::kExp:  // the value is between 1 and 1 + 2 x
      if (size > 0 && size < 0x1p-26F) return result == kOne;
      if (std::isfinite(x) && value > 0x1p130) return result == 0x7f800000U;
      return std::isfinite(x) && value < 0x1p-151 && result == 0;
    case Op::kPow: {  // beyond the range, whatever the operands
      const std::uint32_t sign = std::signbit(value) ? 0x80000000U : 0;
      if (std::fabs(value) > 0x1p130) return result == (sign | 0x7f800000U);
      return std::fabs(value) < 0x1p-151 && result == sign;
    }
    default:
      return false;
  }
}

/// The same question for float32, quickly: the C library's double is good to 2^-50; what is too close
/// to call goes to MPFR.
inline bool is_float32_neighbour(const Operation& row, std::uint32_t a, std::uint32_t b, std::uint32_t result,
                                 double* ulps = nullptr) {
  static const Type t = Type::float_of(8, 23);
  constexpr std::uint32_t kSign = 0x80000000U;
  constexpr std::uint32_t kInfinity = 0x7f800000U;
  const std::uint32_t magnitude = result & ~kSign;
  const std::optional<double> quick = in_double(row.op, std::bit_cast<float>(a), std::bit_cast<float>(b));
  const double value = quick.value_or(0);
  if (quick && is_plainly_right(row.op, std::bit_cast<float>(a), value, result)) return true;
  if (quick && magnitude > 0 && magnitude < kInfinity && std::isnormal(value) &&
      std::signbit(value) == ((result & kSign) != 0)) {
    const double want = std::fabs(value);
    const double have = std::bit_cast<float>(magnitude);
    const bool above = want > have;
    const std::uint32_t beyond = above ? magnitude + 1 : magnitude - 1;
    const double next = beyond == kInfinity ? std::ldexp(1.0, 128) : static_cast<double>(std::bit_cast<float>(beyond));
    const double margin = std::ldexp(want, -48);
    const double room = above ? next - want : want - next;
    if (std::fabs(want - have) > margin && room > margin) {
      if (ulps != nullptr) *ulps = std::max(*ulps, std::fabs(want - have) / std::fabs(next - have));
      return true;
    }
  }
  Real exact(200);
  true_value(row, t, a, b, false, exact.get());
  return is_neighbour(t, result, exact.get(), false, ulps);
}

inline bool is_float32_neighbour(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t result,
                                 double* ulps = nullptr) {
  return is_float32_neighbour(operation_of(op), a, b, result, ulps);
}

}  // namespace rtlgen::spec::test
