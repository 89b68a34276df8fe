// What every operator returns, by MPFR and 128-bit integers; shares no code with the datapaths (but
// the tables of the elementary functions, which the language defines).

#include <bit>

#include "ops/fixed_oracle.hpp"
#include "ops/operator.hpp"
#include "spec/real.hpp"
#include "support/int128.hpp"

namespace rtlgen::ops {

namespace {

using spec::Type;

using spec::kExactBits;
using spec::load_float;
using spec::quiet_nan;
using spec::Real;
using spec::rounded;

std::uint64_t exponent_field(const Type& t, std::uint64_t bits) {
  return bits >> t.fraction & ((std::uint64_t{1} << t.exponent) - 1);
}

Int128 load_int(const Type& t, std::uint64_t bits) {
  Int128 v = bits;
  if (t.is_signed() && (bits >> (t.width - 1) & 1) != 0) v -= static_cast<Int128>(1) << t.width;
  return v;
}

std::uint64_t store_int(const Type& t, Int128 v) { return static_cast<std::uint64_t>(v) & t.mask(); }

std::uint64_t integer(const Request& r, std::uint64_t a, std::uint64_t b) {
  const Int128 x = load_int(r.operand, a);
  const Int128 y = load_int(r.operand, b);
  switch (r.function) {
    case Function::kAdd:
      return store_int(r.operand, x + y);
    case Function::kSub:
      return store_int(r.operand, x - y);
    // Low bits only: unsigned arithmetic cannot overflow into undefined behaviour.
    case Function::kMul:
      return a * b & r.operand.mask();
    case Function::kDiv:
      return y == 0 ? r.operand.mask() : store_int(r.operand, x / y);
    case Function::kRem:
      return y == 0 ? a : store_int(r.operand, x % y);
    case Function::kLt:
      return x < y ? 1 : 0;
    case Function::kLe:
      return x <= y ? 1 : 0;
    case Function::kEq:
      return x == y ? 1 : 0;
    case Function::kNe:
      return x != y ? 1 : 0;
    case Function::kMin:
      return y < x ? b : a;
    case Function::kMax:
      return x < y ? b : a;
    case Function::kNeg:
      return store_int(r.operand, -x);
    case Function::kAbs:
      return store_int(r.operand, x < 0 ? -x : x);
    default:
      RTLGEN_CHECK(false, "no such integer operator");
  }
}

std::optional<spec::Op> function_op(Function f) {
  switch (f) {
    case Function::kExp:
      return spec::Op::kExp;
    case Function::kLog:
      return spec::Op::kLog;
    case Function::kSin:
      return spec::Op::kSin;
    case Function::kCos:
      return spec::Op::kCos;
    case Function::kTanh:
      return spec::Op::kTanh;
    case Function::kPow:
      return spec::Op::kPow;
    default:
      return std::nullopt;
  }
}

std::uint64_t flushed(const Request& r, std::uint64_t bits) {
  const bool low = exponent_field(r.operand, bits) == 0;
  return r.flush_subnormals && low ? bits & (std::uint64_t{1} << (r.operand.width - 1)) : bits;
}

std::uint64_t min_max(const Request& r, std::uint64_t a, std::uint64_t b, mpfr_ptr x, mpfr_ptr y) {
  const bool nx = mpfr_nan_p(x) != 0;
  const bool ny = mpfr_nan_p(y) != 0;
  if (nx && ny) return quiet_nan(r.operand);
  if (nx || ny) return nx ? b : a;
  bool less = mpfr_less_p(x, y) != 0;
  if (mpfr_zero_p(x) != 0 && mpfr_zero_p(y) != 0) less = mpfr_signbit(x) != 0 && mpfr_signbit(y) == 0;
  const bool take_a = r.function == Function::kMin ? less : !less;
  return take_a ? a : b;
}

std::uint64_t float_to_int(const Request& r, mpfr_ptr x) {
  if (mpfr_nan_p(x) != 0) return 0;
  const Type& t = r.result;
  const Int128 one = 1;
  const Int128 high = (one << (t.is_signed() ? t.width - 1 : t.width)) - 1;
  const Int128 low = t.is_signed() ? -(one << (t.width - 1)) : 0;
  if (mpfr_cmp_si_2exp(x, 1, 64) >= 0) return store_int(t, high);
  if (mpfr_cmp_si_2exp(x, -1, 64) <= 0) return store_int(t, low);
  Real whole(kExactBits);
  mpfr_trunc(whole.get(), x);
  const bool negative = mpfr_sgn(whole.get()) < 0;
  mpfr_abs(whole.get(), whole.get(), MPFR_RNDN);
  const Int128 magnitude = mpfr_get_uj(whole.get(), MPFR_RNDZ);
  const Int128 v = negative ? -magnitude : magnitude;
  return store_int(t, v < low ? low : v > high ? high : v);
}

std::uint64_t convert(const Request& r, std::uint64_t a) {
  const bool flush = r.flush_subnormals;
  if (r.operand.is_float()) {
    Real x(kExactBits);
    load_float(r.operand, a, flush, x.get());
    if (!r.result.is_float()) return float_to_int(r, x.get());
    return rounded(r.result, flush, [&](mpfr_ptr q) { return mpfr_set(q, x.get(), MPFR_RNDN); });
  }
  const Int128 v = load_int(r.operand, a);
  if (!r.result.is_float()) return store_int(r.result, v);
  return rounded(r.result, flush, [&](mpfr_ptr q) {
    return r.operand.is_signed() ? mpfr_set_sj(q, static_cast<std::int64_t>(v), MPFR_RNDN)
                                 : mpfr_set_uj(q, a, MPFR_RNDN);
  });
}

/// The multiplier, then the comparison of its answer with zero.
std::uint64_t product_compare(const Request& r, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t product = evaluate({Function::kMul, r.operand, r.operand, r.flush_subnormals, {}}, {a, b});
  const auto compared = [&](Function f, std::uint64_t x, std::uint64_t y) {
    return evaluate({f, r.operand, r.result, r.flush_subnormals, {}}, {x, y});
  };
  switch (r.function) {
    case Function::kProductLt:
      return compared(Function::kLt, product, 0);
    case Function::kProductLe:
      return compared(Function::kLe, product, 0);
    case Function::kProductGt:
      return compared(Function::kLt, 0, product);
    case Function::kProductGe:
      return compared(Function::kLe, 0, product);
    case Function::kProductEq:
      return compared(Function::kEq, product, 0);
    default:
      return compared(Function::kNe, product, 0);
  }
}

}  // namespace

std::uint64_t evaluate(const Request& r, const std::vector<std::uint64_t>& operands) {
  const std::uint64_t a = operands.at(0);
  const std::uint64_t b = operands.size() > 1 ? operands[1] : 0;
  if (r.operand.is_fixed() || r.result.is_fixed()) return evaluate_fixed(r, a, b);
  if (r.function == Function::kConvert) return convert(r, a);
  if (!r.operand.is_float()) return integer(r, a, b);
  if (const auto op = function_op(r.function))
    return spec::operation_of(*op).bits(r.operand, operands.data(), r.flush_subnormals);
  if (compares_product(r.function)) return product_compare(r, a, b);
  Real x(kExactBits);
  Real y(kExactBits);
  load_float(r.operand, a, r.flush_subnormals, x.get());
  load_float(r.operand, b, r.flush_subnormals, y.get());
  const auto round = [&](auto compute) { return rounded(r.operand, r.flush_subnormals, compute); };
  switch (r.function) {
    case Function::kAdd:
      return round([&](mpfr_ptr q) { return mpfr_add(q, x.get(), y.get(), MPFR_RNDN); });
    case Function::kSub:
      return round([&](mpfr_ptr q) { return mpfr_sub(q, x.get(), y.get(), MPFR_RNDN); });
    case Function::kMul:
      return round([&](mpfr_ptr q) { return mpfr_mul(q, x.get(), y.get(), MPFR_RNDN); });
    case Function::kSquare:
      return round([&](mpfr_ptr q) { return mpfr_sqr(q, x.get(), MPFR_RNDN); });
    case Function::kDiv:
      return round([&](mpfr_ptr q) { return mpfr_div(q, x.get(), y.get(), MPFR_RNDN); });
    case Function::kSqrt:
      return round([&](mpfr_ptr q) { return mpfr_sqrt(q, x.get(), MPFR_RNDN); });
    case Function::kFma: {
      Real z(kExactBits);
      load_float(r.operand, operands.at(2), r.flush_subnormals, z.get());
      return round([&](mpfr_ptr q) { return mpfr_fma(q, x.get(), y.get(), z.get(), MPFR_RNDN); });
    }
    case Function::kLt:
      return mpfr_less_p(x.get(), y.get()) != 0 ? 1 : 0;
    case Function::kLe:
      return mpfr_lessequal_p(x.get(), y.get()) != 0 ? 1 : 0;
    case Function::kEq:
      return mpfr_equal_p(x.get(), y.get()) != 0 ? 1 : 0;
    case Function::kNe:
      return mpfr_equal_p(x.get(), y.get()) != 0 ? 0 : 1;
    case Function::kMin:
    case Function::kMax:
      return min_max(r, flushed(r, a), flushed(r, b), x.get(), y.get());
    case Function::kAbs:
    case Function::kNeg: {
      if (mpfr_nan_p(x.get()) != 0) return quiet_nan(r.operand);
      const std::uint64_t sign = std::uint64_t{1} << (r.operand.width - 1);
      return r.function == Function::kNeg ? flushed(r, a) ^ sign : flushed(r, a) & ~sign;
    }
    default:
      RTLGEN_CHECK(false, "no such float operator");
  }
}

}  // namespace rtlgen::ops
