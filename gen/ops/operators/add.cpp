// Floating-point addition and subtraction, single path.
//
// swap by magnitude -> align (sticky) -> one add-or-subtract chain -> count zeros -> normalise,
// no further than the exponent allows -> round: exponent and fraction in one carry chain.
#include <algorithm>
#include <tuple>

#include "ops/aligned.hpp"
#include "ops/exact.hpp"
#include "ops/fixed.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// The distance by which to shift the smaller significand. The subtraction leaves the first operand of the carry chain
/// unchanged and puts all other logic into the second, where it shares the LUTs of the chain.
Value exponent_distance(Builder& b, const Unpacked& ux, const Unpacked& uy, Value swap, Value big, bool flush) {
  const Value small = mux(swap, ux.exponent, uy.exponent);
  if (flush) return big - small;  // a subnormal is zero: any distance is correct
  // A subnormal has the exponent of the smallest normal: the distance is one less than that of the fields.
  const Value apart_less = mux(swap, uy.normal & ~ux.normal, ux.normal & ~uy.normal);
  return (cat({big, b.zero()}) - cat({small, apart_less})).slice(big.width, 1);
}

template <bool subtract>
Value float_add(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  if (type.aligned) return aligned_add(b, type, x, y, subtract, flush);
  const int e = type.exponent;
  const int f = type.fraction;
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const Value y_sign = subtract ? ~uy.sign : uy.sign;

  const Value swap = b.name("swap", ult(x.slice(e + f - 1, 0), y.slice(e + f - 1, 0)));
  const Value differ = b.name("effective_subtract", ux.sign ^ y_sign);
  const Value exponent = b.name("big_exponent", mux(swap, uy.exponent, ux.exponent));
  const Value big = b.name("big", mux(swap, uy.significand(), ux.significand()));
  const Value small = b.name("small", mux(swap, ux.significand(), uy.significand()));

  const Value apart = b.name("apart", exponent_distance(b, ux, uy, swap, exponent, flush));
  const auto [aligned, lost] = shift_right_sticky(b, cat({small, b.zero(2)}), apart, "aligned");
  const int w = f + 5;  // carry, hidden, fraction, guard, round, sticky
  const Value sum =
      b.name("sum", add_or_subtract(cat({b.zero(), big, b.zero(3)}), cat({b.zero(), aligned, lost}), differ));

  const Value effective = flush ? exponent : exponent | zext(~big.msb(), e);
  const int we = std::max(e, count_bits(w - 1)) + 1;
  Value normal;
  Value zeros;
  if (flush)
    std::tie(normal, zeros) = normalise(b, sum, "sum");
  else
    zeros = leading_zeros(b, sum, "zeros");
  const Value left = b.name("exponent_left", zext(effective, we) - zext(zeros, we));
  const Value beyond = left.msb();  // zeros reach below the smallest exponent
  if (!flush)
    normal = b.name("normalised", shl(sum, mux(beyond, zext(effective, we).slice(zeros.width - 1, 0), zeros)));
  const Value empty = b.name("sum_is_zero", flush ? ~normal.msb() : ~reduce_or(sum));
  // Field of the result, less the hidden bit.
  const Value base = flush ? left.slice(e - 1, 0) : left.slice(e - 1, 0) & repeat(~beyond, e);
  const Value round_up = b.name("round_up", normal.bit(3) & (reduce_or(normal.slice(2, 0)) | normal.bit(4)));
  const Value hidden = flush ? b.one() : normal.msb();
  const Value rounded = b.name(
      "rounded", add_carry(cat({base, normal.slice(w - 2, 4)}), zext(cat({hidden, b.zero(f)}), e + f), round_up));

  // If any operand is a NaN, the bigger one is; infinities are equally big.
  const Value top = b.name("operand_top", ux.all_ones | uy.all_ones);
  const Value both = ux.all_ones & uy.all_ones & differ;
  Packed p;
  p.sign = mux(swap, y_sign, ux.sign) & ~(empty & differ);
  p.exponent = rounded.slice(e + f - 1, f);
  p.fraction = rounded.slice(f - 1, 0);
  p.is_nan = b.name("is_nan", top & (reduce_or(big.slice(f - 1, 0)) | both));
  p.zero = flush ? empty | beyond : empty;
  p.special = b.name("special", top | (reduce_and(p.exponent) & ~p.zero));
  return pack(b, type, p);
}

/// The result of a cancellation is a multiple of the grain.
Magnitude of_sum(const std::vector<Magnitude>& x, int fraction) {
  const int grain = std::min(x[0].grain, x[1].grain);
  return rounded_magnitude(grain, std::max(x[0].high, x[1].high) + 1, grain, fraction);
}

/// The sum or difference, exact with one more bit, then fitted to the type.
hw::Value fixed_sum(hw::Builder& b, const Request& r, const Values& v, bool subtract) {
  const bool is_signed = r.operand.is_signed();
  const auto extended = [&](hw::Value x) { return extend({x, is_signed, 0}, r.operand.width + 1); };
  const hw::Value sum =
      subtract ? b.name("difference", extended(v[0]) - extended(v[1])) : b.name("sum", extended(v[0]) + extended(v[1]));
  return fit(b, r.operand, {sum, is_signed || subtract, 0}, modes_of(r));
}

}  // namespace

template <>
Operator make_operator<spec::Op::kAdd>() {
  return {
      .name = "add",
      .build = {.floats = by_float<float_add<false>>,
                .wholes = [](hw::Builder&, const Request&, const Values& v) { return v[0] + v[1]; },
                .fixed = [](hw::Builder& b, const Request& r, const Values& v) { return fixed_sum(b, r, v, false); }},
      .exact = {.floats = by_reals<[](mpfr_ptr q, Reals& x) { return mpfr_add(q, x[0], x[1], MPFR_RNDN); }>,
                .wholes = by_units<[](const std::vector<Int128>& x) { return x[0] + x[1]; }>,
                .fixed = by_rationals<[](const std::vector<mpq_class>& x) -> mpq_class { return x[0] + x[1]; }>},
      .overflows = [](const Request&) { return true; },
      .is_logic = wraps,
      .logic = [](hw::Builder&, const Request&, const Values& v) { return v[0] + v[1]; },
      .delay = carry_delay,
      .magnitude = of_sum,
      .has_aligned = true,
      .smaller_without_subnormals = true,
      .native = "add"};
}

template <>
Operator make_operator<spec::Op::kSub>() {
  return {
      .name = "sub",
      .build = {.floats = by_float<float_add<true>>,
                .wholes = [](hw::Builder&, const Request&, const Values& v) { return v[0] - v[1]; },
                .fixed = [](hw::Builder& b, const Request& r, const Values& v) { return fixed_sum(b, r, v, true); }},
      .exact = {.floats = by_reals<[](mpfr_ptr q, Reals& x) { return mpfr_sub(q, x[0], x[1], MPFR_RNDN); }>,
                .wholes = by_units<[](const std::vector<Int128>& x) { return x[0] - x[1]; }>,
                .fixed = by_rationals<[](const std::vector<mpq_class>& x) -> mpq_class { return x[0] - x[1]; }>},
      .overflows = [](const Request&) { return true; },
      .is_logic = wraps,
      .logic = [](hw::Builder&, const Request&, const Values& v) { return v[0] - v[1]; },
      .delay = carry_delay,
      .magnitude = of_sum,
      .has_aligned = true,
      .smaller_without_subnormals = true,
      .native = "sub"};
}

}  // namespace rtlgen::ops
