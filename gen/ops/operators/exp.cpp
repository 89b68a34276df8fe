// exp(x) = 2^(x log2(e)), and exp2.
#include "spec/functions/exp.hpp"

#include <algorithm>

#include "ops/float_core.hpp"
#include "ops/float_function.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// 2^z, rounded; `placed(significand)` is |z| for the largest x that is in range.
template <class Placed>
Value power_of(Builder& b, const spec::Type& type, const spec::Exp2Sizes& s, Value x, bool flush, Placed placed) {
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const int highest = s.integer_bits - 1;  // exponent of that x
  const int we = std::max(type.exponent, count_bits(highest)) + 2;
  const Value amount = number(b, we, highest + bias_of(type)) - effective_exponent(ux, we);
  const Value far = b.name("far", amount.msb() | ux.all_ones);
  const Value z = shifted_right(b, placed(ux.significand()), amount, s.integer_bits + 1 + s.scale, "placed");
  Unrounded u = two_to(b, type, s, ux.sign, z);
  u.sign = b.zero();
  u.is_nan = ux.is_nan;
  u.is_inf = far & ~ux.sign;
  u.is_zero = far & ux.sign;
  return round_and_pack(b, type, u, flush);
}

Value float_exp(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::ExpSizes& s = spec::exp_sizes(type);
  return power_of(b, type, s.exp2, x, flush, [&](Value significand) {
    const Value product = b.name("turned", times_constant(b, cat({b.zero(), significand}), s.log2e, s.log2e_scale + 1));
    return product.slice(product.width - 1, s.least_shift);
  });
}

Value float_exp2(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::PowerOfTwoSizes& s = spec::exp2_sizes(type);
  return power_of(b, type, s.exp2, x, flush, [&](Value significand) { return cat({significand, b.zero(s.spare)}); });
}

}  // namespace

template <>
Operator make_operator<spec::Op::kExp>() {
  return by_tables<float_exp>("exp");
}

template <>
Operator make_operator<spec::Op::kExp2>() {
  return by_tables<float_exp2>("exp2");
}

}  // namespace rtlgen::ops
