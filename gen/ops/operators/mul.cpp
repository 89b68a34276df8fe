// Floating-point multiplication.
//
// The significands are multiplied as they are. In formats with some exponent range at most one subnormal operand
// matters (two give less than half the smallest subnormal), so one leading-one count determines where the product
// starts, and one right shift, by at least the amount that keeps the exponent from falling below the smallest, puts it
// in place, whether operand or result is subnormal. Without subnormals no shifter is left, only the choice between two
// places. With a constant of about 2^k the places that can occur are about |k|, and there is little to shift or to
// count.
#include <algorithm>
#include <tuple>

#include "ops/aligned.hpp"
#include "ops/exact.hpp"
#include "ops/fixed.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/registry.hpp"
#include "ops/variants.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// exponent_x + exponent_y - bias, in `width` bits.
Value exponent_sum(Builder& b, Value x, Value y, int width) {
  const int e = x.width;
  // Flipping the top bit subtracts bias + 1.
  const Value flipped = e == 1 ? ~x : cat({~x.msb(), x.slice(e - 2, 0)});
  return add_carry(zext(y, width), sext(flipped, width), b.one());
}

/// Whether a product of two subnormals, below 2^(2 - 2 bias), is below half of the smallest one, 2^(-bias - F).
bool subnormals_vanish(const spec::Type& type) { return bias_of(type) >= type.fraction + 2; }

Placed place_flushed(Builder& b, const spec::Type& type, const Unpacked& ux, const Unpacked& uy) {
  const int f = type.fraction;
  // A subnormal operand makes the result zero whatever the product is, so the hidden bit may be set.
  const Value product = b.name("product", mul(cat({b.one(), ux.fraction}), cat({b.one(), uy.fraction})));
  Placed p;
  p.window = product.slice(2 * f + 1, f - 1);
  p.sticky = f > 1 ? reduce_or(product.slice(f - 2, 0)) : b.zero();
  p.exponent = b.name("exponent", exponent_sum(b, ux.exponent, uy.exponent, type.exponent + 2));
  p.step = zext(p.window.msb(), p.exponent.width);
  p.shiftable = b.one();
  p.zero = ~(ux.normal & uy.normal);
  return p;
}

/// Places the product of the significands x and y. `sum` is the sum of the exponent fields, and `lead` the bit position
/// of the leading one in the smaller factor; the product is zero if a flag marks a factor as zero.
Placed place_at(Builder& b, const spec::Type& type, Value sum, Value lead, Value x, Value y, Value x_zero,
                Value y_zero) {
  const int e = type.exponent;
  const int f = type.fraction;
  const int we = sum.width;
  // Shift right until the leading one is in place, or further if the exponent would fall below the
  // smallest: `least` is the shift at which it is the smallest.
  const Value least = b.name("least_shift", b.constant(we, static_cast<std::uint64_t>(f + bias_of(type))) - sum);
  const Value wide_lead = zext(lead, we);
  const int ws = count_bits(2 * f + 2);
  Placed p;
  p.shiftable = b.name("above_smallest", slt(least, wide_lead));
  const Value amount = b.name("amount", mux(p.shiftable, zext(lead, ws), least.slice(ws - 1, 0)));
  p.exponent = b.name("exponent", (zext(amount, we) - least).slice(e, 0));
  const Value product = b.name("product", mul(x, y));
  std::tie(p.window, p.sticky) = window(b, cat({product, b.zero()}), amount, f + 3, "placed");
  p.step = zext(p.window.msb(), p.exponent.width);
  const Value far = we > ws ? ~p.shiftable & reduce_or(least.slice(we - 1, ws)) : b.zero();
  p.zero = b.name("vanishes", far | x_zero | y_zero);
  return p;
}

Placed place(Builder& b, const spec::Type& type, const Unpacked& ux, const Unpacked& uy) {
  const int e = type.exponent;
  const int f = type.fraction;
  const int we = std::max(e + 2, count_bits(3 * f + bias_of(type)) + 1);
  Value x = ux.significand();
  Value y = uy.significand();
  const Value x_exponent = ux.exponent | zext(~ux.normal, e);
  const Value y_exponent = uy.exponent | zext(~uy.normal, e);
  Value sum = zext(x_exponent, we) + zext(y_exponent, we);
  // The bit position of the leading one: that of a subnormal factor, if there is one.
  Value lead;
  const Value at_top = b.constant(count_bits(f), static_cast<std::uint64_t>(f));
  if (subnormals_vanish(type)) {
    const Value low =
        b.name("subnormal", (ux.fraction & repeat(~ux.normal, f)) | (uy.fraction & repeat(~uy.normal, f)));
    const Value at = zext(leading_one(b, low, "lead"), at_top.width);
    lead = b.name("lead_place", mux(ux.normal & uy.normal, at_top, at));
  } else {
    for (Value* significand : {&x, &y}) {
      const Value zeros = leading_zeros(b, *significand, "zeros");
      *significand = b.name("lifted", shl(*significand, zeros));
      sum = sum - zext(zeros, we);
    }
    lead = at_top;
  }
  return place_at(b, type, sum, lead, x, y, ux.is_zero, uy.is_zero);
}

/// The square of a subnormal vanishes.
Placed place_square(Builder& b, const spec::Type& type, const Unpacked& u) {
  const int f = type.fraction;
  const int we = std::max(type.exponent + 2, count_bits(3 * f + bias_of(type)) + 1);
  const Value lead = b.constant(count_bits(f), static_cast<std::uint64_t>(f));
  const Value x = cat({b.one(), u.fraction});
  return place_at(b, type, zext(cat({u.exponent, b.zero()}), we), lead, x, x, ~u.normal, ~u.normal);
}

Placed place_any(Builder& b, const spec::Type& type, Value x, Value y, const Unpacked& ux, const Unpacked& uy,
                 bool flush) {
  if (flush) return place_flushed(b, type, ux, uy);
  if (x.id == y.id && subnormals_vanish(type)) return place_square(b, type, ux);
  const auto product = [&] { return cat({mul(ux.significand(), uy.significand()), b.zero()}); };
  if (const auto k = small_power(type, y)) return place_scaled(b, type, ux, b.name("product", product()), *k);
  if (const auto k = small_power(type, x)) return place_scaled(b, type, uy, b.name("product", product()), *k);
  return place(b, type, ux, uy);
}

Value float_mul(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  if (type.aligned) return aligned_mul(b, type, x, y, flush);
  const Unpacked ux = unpack(b, type, x, false, "x");
  const Unpacked uy = unpack(b, type, y, false, "y");
  Placed p = place_any(b, type, x, y, ux, uy, flush);
  const Value x_zero = flush ? ~ux.normal : ux.is_zero;
  const Value y_zero = flush ? ~uy.normal : uy.is_zero;
  p.sign = ux.sign ^ uy.sign;
  p.is_nan = b.name("is_nan", product_is_nan(ux, uy, x_zero, y_zero));
  p.is_inf = ux.all_ones | uy.all_ones;
  return round_placed(b, type, p, flush);
}

hw::Value multiply(hw::Builder& b, hw::Value x, hw::Value y) {
  const int w = x.width;
  if (x.constant() != nullptr) std::swap(x, y);
  if (y.constant() != nullptr) return multiply_constant(b, x, y.constant()->to_u64());
  return mul(x, y).slice(w - 1, 0);
}

Exact fixed_product(hw::Builder& b, const spec::Type& type, hw::Value x, hw::Value y) {
  const bool is_signed = type.is_signed();
  if (x.constant() != nullptr) std::swap(x, y);
  if (y.constant() == nullptr) {
    return {b.name("product", is_signed ? mul_signed(x, y) : mul(x, y)), is_signed, type.fraction};
  }
  const auto [negative, magnitude] = magnitude_of(type, *y.constant());
  int needed = 0;
  while (needed < 64 && magnitude >> needed != 0) ++needed;
  // The most negative number times itself needs the top bit too.
  const hw::Value wide = extend({x, is_signed, 0}, type.width + std::max(needed, 1));
  return {b.name("product", multiply_constant(b, wide, magnitude, negative)), is_signed, type.fraction};
}

hw::Value float_product(hw::Builder& b, const Request& r, const Values& v) {
  if (!r.operand.aligned) {
    if (const auto scaled = scaled_by_constant(b, r, v, false)) return *scaled;
  }
  return float_mul(b, r.operand, v[0], v[1], r.flush_subnormals);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kMul>() {
  return {.name = "mul",
          .build = {.floats = float_product,
                    .wholes = [](hw::Builder& b, const Request&, const Values& v) { return multiply(b, v[0], v[1]); },
                    .fixed =
                        [](hw::Builder& b, const Request& r, const Values& v) {
                          return fit(b, r.operand, fixed_product(b, r.operand, v[0], v[1]), modes_of(r));
                        }},
          .exact = {.floats = by_reals<[](mpfr_ptr q, Reals& x) { return mpfr_mul(q, x[0], x[1], MPFR_RNDN); }>,
                    // Low bits only: unsigned arithmetic cannot overflow into undefined behaviour.
                    .wholes = [](const Request& r, const Operands& v) { return v[0] * v[1] & r.operand.mask(); },
                    .fixed = by_rationals<[](const std::vector<mpq_class>& x) -> mpq_class { return x[0] * x[1]; }>},
          .rounds = [](const Request& r) { return r.result.fraction > 0; },
          .overflows = [](const Request&) { return true; },
          .magnitude =
              [](const std::vector<Magnitude>& x, int fraction) {
                return rounded_magnitude(x[0].low + x[1].low, x[0].high + x[1].high, x[0].grain + x[1].grain, fraction);
              },
          .has_aligned = true,
          .smaller_without_subnormals = true,
          .native = "mul"};
}

Operator detail::square_operator() {
  return {.function = kSquare,
          .name = "square",
          .operands = 1,
          .build = {.floats = [](hw::Builder& b, const Request& r,
                                 const Values& v) { return float_mul(b, r.operand, v[0], v[0], r.flush_subnormals); }},
          .exact = {.floats = by_reals<[](mpfr_ptr q, Reals& x) { return mpfr_sqr(q, x[0], MPFR_RNDN); }>},
          .native = "mul"};
}

}  // namespace rtlgen::ops
