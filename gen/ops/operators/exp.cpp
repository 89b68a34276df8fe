// exp(x) = 2^(x log2(e)), and exp2.
#include "spec/functions/exp.hpp"

#include <algorithm>

#include "ops/exact.hpp"
#include "ops/float_core.hpp"
#include "ops/float_function.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

Value float_exp(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::ExpSizes& s = spec::exp_sizes(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const int highest = s.exp2.integer_bits - 1;  // exponent of the largest x that is not out of range
  const int we = std::max(type.exponent, count_bits(highest)) + 2;
  const Value amount = number(b, we, highest + bias_of(type)) - effective_exponent(ux, we);
  const Value far = b.name("far", amount.msb() | ux.all_ones);
  const int wk = s.log2e_scale + 1;
  const Value product = b.name("turned", times_constant(b, cat({b.zero(), ux.significand()}), s.log2e, wk));
  const Value placed = product.slice(product.width - 1, s.least_shift);
  const Value z = shifted_right(b, placed, amount, s.exp2.integer_bits + 1 + s.exp2.scale, "placed");
  Unrounded u = two_to(b, type, s.exp2, ux.sign, z);
  u.sign = b.zero();
  u.is_nan = ux.is_nan;
  u.is_inf = far & ~ux.sign;
  u.is_zero = far & ux.sign;
  return round_and_pack(b, type, u, flush);
}

Value float_exp2(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::PowerOfTwoSizes& s = spec::exp2_sizes(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const int highest = s.exp2.integer_bits - 1;  // exponent of the largest x that is not out of range
  const int we = std::max(type.exponent, count_bits(highest)) + 2;
  const Value amount = number(b, we, highest + bias_of(type)) - effective_exponent(ux, we);
  const Value far = b.name("far", amount.msb() | ux.all_ones);
  const Value z = shifted_right(b, cat({ux.significand(), b.zero(s.spare)}), amount,
                                s.exp2.integer_bits + 1 + s.exp2.scale, "placed");
  Unrounded u = two_to(b, type, s.exp2, ux.sign, z);
  u.sign = b.zero();
  u.is_nan = ux.is_nan;
  u.is_inf = far & ~ux.sign;
  u.is_zero = far & ux.sign;
  return round_and_pack(b, type, u, flush);
}

template <auto build>
Operator exponential(const char* name) {
  return {.name = name,
          .build = {.floats = by_float<build>},
          .exact = {.floats = by_definition},
          .small_floats = {{4, 5}, {2, 1}, {2, 6}, {3, 6}, {6, 4}, {9, 2}}};
}

}  // namespace

template <>
Operator make_operator<spec::Op::kExp>() {
  return exponential<float_exp>("exp");
}

template <>
Operator make_operator<spec::Op::kExp2>() {
  return exponential<float_exp2>("exp2");
}

}  // namespace rtlgen::ops
