// Single-cell arithmetic, directly from the rules of the language.
#include "golden/scalar.hpp"

#include <memory>
#include <vector>

#include "spec/operations.hpp"
#include "spec/real.hpp"
#include "support/check.hpp"
#include "support/int128.hpp"

namespace rtlgen::golden {

using spec::Op;
using spec::Real;
using spec::Type;

namespace {

Int128 signed_value(const Type& t, std::uint64_t bits) {
  Int128 v = bits;
  if (t.is_signed() && (bits >> (t.width - 1) & 1) != 0) v -= static_cast<Int128>(1) << t.width;
  return v;
}

std::uint64_t wrap(const Type& t, Int128 v) { return static_cast<std::uint64_t>(v) & t.mask(); }

std::uint64_t shift(Op op, const Type& t, std::uint64_t a, std::uint64_t amount) {
  const auto width = static_cast<std::uint64_t>(t.width);
  const Int128 x = signed_value(t, a);
  if (op == Op::kShl) return amount >= width ? 0 : a << amount & t.mask();
  return wrap(t, x >> (amount >= width ? 64 : amount));
}

std::uint64_t integer_op(Op op, const Type& t, std::span<const std::uint64_t> v) {
  const std::uint64_t a = v[0];
  const std::uint64_t b = v.back();
  const Int128 x = signed_value(t, a);
  const Int128 y = signed_value(t, b);
  switch (op) {
    case Op::kAdd:
      return wrap(t, x + y);
    case Op::kSub:
      return wrap(t, x - y);
    case Op::kMul:
      return a * b & t.mask();
    case Op::kDiv:
      return y == 0 ? t.mask() : wrap(t, x / y);
    case Op::kRem:
      return y == 0 ? a : wrap(t, x % y);
    case Op::kNeg:
      return wrap(t, -x);
    case Op::kAbs:
      return wrap(t, x < 0 ? -x : x);
    case Op::kMin:
      return y < x ? b : a;
    case Op::kMax:
      return x < y ? b : a;
    case Op::kBitNot:
    case Op::kNot:
      return ~a & t.mask();
    case Op::kBitAnd:
    case Op::kAnd:
      return a & b;
    case Op::kBitOr:
    case Op::kOr:
      return a | b;
    case Op::kBitXor:
      return a ^ b;
    case Op::kShl:
    case Op::kShr:
      return shift(op, t, a, b);
    case Op::kLt:
      return x < y ? 1 : 0;
    case Op::kLe:
      return x <= y ? 1 : 0;
    case Op::kEq:
      return x == y ? 1 : 0;
    case Op::kNe:
      return x != y ? 1 : 0;
    default:
      RTLGEN_CHECK(false, "no integer operation");
  }
}

std::uint64_t flushed(const Type& t, std::uint64_t a, bool flush) {
  const std::uint64_t sign = std::uint64_t{1} << (t.width - 1);
  const bool low = (a & ~sign) >> t.fraction == 0;
  return flush && low ? a & sign : a;
}

std::uint64_t pick(Op op, const Type& t, std::uint64_t a, std::uint64_t b, mpfr_ptr x, mpfr_ptr y) {
  const bool a_nan = mpfr_nan_p(x) != 0;
  const bool b_nan = mpfr_nan_p(y) != 0;
  if (a_nan && b_nan) return spec::quiet_nan(t);
  if (a_nan) return b;
  if (b_nan) return a;
  // Equal values differ only as zeros: the negative one is less.
  const bool below = mpfr_equal_p(x, y) != 0 ? mpfr_signbit(x) != 0 : mpfr_less_p(x, y) != 0;
  return below == (op == Op::kMin) ? a : b;
}

/// The operands as numbers.
class Reals {
 public:
  Reals(const Type& t, std::span<const std::uint64_t> v, bool flush) {
    for (const std::uint64_t bits : v) {
      all_.push_back(std::make_unique<Real>(spec::kExactBits));
      spec::load_float(t, bits, flush, all_.back()->get());
      x_.push_back(all_.back()->get());
    }
  }
  mpfr_ptr operator[](std::size_t i) const { return all_[i]->get(); }
  [[nodiscard]] const mpfr_srcptr* data() const { return x_.data(); }

 private:
  std::vector<std::unique_ptr<Real>> all_;
  std::vector<mpfr_srcptr> x_;
};

std::uint64_t float_op(Op op, const Type& t, std::span<const std::uint64_t> v, bool flush) {
  const Reals reals(t, v, flush);
  if (const auto real = spec::operation_of(op).real)
    return spec::rounded(t, flush, [&](mpfr_ptr q) { return real({q, reals.data()}); });
  const std::uint64_t a = v[0];
  const std::uint64_t b = v.back();
  const mpfr_ptr x = reals[0];
  const mpfr_ptr y = reals[v.size() - 1];
  const std::uint64_t sign = std::uint64_t{1} << (t.width - 1);
  switch (op) {
    case Op::kNeg:
      return mpfr_nan_p(x) != 0 ? spec::quiet_nan(t) : flushed(t, a, flush) ^ sign;
    case Op::kAbs:
      return mpfr_nan_p(x) != 0 ? spec::quiet_nan(t) : flushed(t, a, flush) & ~sign;
    case Op::kMin:
    case Op::kMax:
      return pick(op, t, flushed(t, a, flush), flushed(t, b, flush), x, y);
    case Op::kLt:
      return mpfr_less_p(x, y) != 0 ? 1 : 0;
    case Op::kLe:
      return mpfr_lessequal_p(x, y) != 0 ? 1 : 0;
    case Op::kEq:
      return mpfr_equal_p(x, y) != 0 ? 1 : 0;
    case Op::kNe:
      return mpfr_equal_p(x, y) != 0 ? 0 : 1;
    default:
      RTLGEN_CHECK(false, "no float operation");
  }
}

/// Truncates toward zero and saturates; NaN gives 0.
std::uint64_t float_to_integer(const Type& to, mpfr_ptr x) {
  if (mpfr_nan_p(x) != 0) return 0;
  const std::uint64_t highest = to.is_signed() ? to.mask() >> 1 : to.mask();
  const std::uint64_t lowest = to.is_signed() ? highest + 1 : 0;
  const int magnitude_bits = to.is_signed() ? to.width - 1 : to.width;
  const bool negative = mpfr_signbit(x) != 0;
  Real magnitude(spec::kExactBits);
  mpfr_abs(magnitude.get(), x, MPFR_RNDN);
  mpfr_trunc(magnitude.get(), magnitude.get());
  if (negative && !to.is_signed()) return 0;
  if (mpfr_cmp_ui_2exp(magnitude.get(), 1, magnitude_bits) >= 0) return negative ? lowest : highest;
  const std::uint64_t n = mpfr_get_uj(magnitude.get(), MPFR_RNDZ);
  return negative ? (~n + 1) & to.mask() : n;
}

std::uint64_t cast(const Type& to, const Type& from, std::uint64_t a, bool flush) {
  if (from.is_float()) {
    Real x(spec::kExactBits);
    spec::load_float(from, a, flush, x.get());
    if (!to.is_float()) return float_to_integer(to, x.get());
    return spec::rounded(to, flush, [&](mpfr_ptr q) { return mpfr_set(q, x.get(), MPFR_RNDN); });
  }
  const Int128 v = signed_value(from, a);
  if (!to.is_float()) return wrap(to, v);
  return spec::rounded(to, flush, [&](mpfr_ptr q) {
    return from.is_signed() ? mpfr_set_sj(q, static_cast<std::int64_t>(v), MPFR_RNDN) : mpfr_set_uj(q, a, MPFR_RNDN);
  });
}

}  // namespace

std::uint64_t scalar_op(Op op, const Type& type, const Type& operand, std::span<const std::uint64_t> v, bool flush,
                        const FixedModes& modes) {
  if (type.is_fixed() || operand.is_fixed()) return fixed_scalar_op(op, type, operand, v, flush, modes);
  if (const auto bits = spec::operation_of(op).bits) return bits(type, v.data(), flush);
  if (op == Op::kCast) return cast(type, operand, v[0], flush);
  return operand.is_float() ? float_op(op, operand, v, flush) : integer_op(op, operand, v);
}

}  // namespace rtlgen::golden
