// pow(x, y) = 2^(y log2|x|), with as many extra bits in the logarithm as the exponent can consume, and the
// special cases of C99 Annex F.
#include "spec/functions/pow.hpp"

#include <algorithm>

#include "ops/float_core.hpp"
#include "ops/float_function.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// y log2|x| as a magnitude, and whether it is out of range.
struct Exponent {
  Value negative, magnitude, far;
};

Exponent exponent_of(Builder& b, const spec::Type& type, const spec::PowSizes& s, const Unpacked& x, const Unpacked& y,
                     Value magnitude_one, bool flush) {
  const Logarithm l = logarithm(b, type, s.log2, x, flush);
  const Value product = b.name("y_log2_x", mul(l.magnitude, y.significand()));
  // The least shift is that of the largest y that is not far.
  const int largest = s.far - 1 + bias_of(type);
  const int least = s.log2.sum_scale - s.exp2.scale - (s.far - 1 - type.fraction);
  const int we = std::max(type.exponent, count_bits(largest)) + 1;
  const Value amount = number(b, we, largest) - effective_exponent(y, we);
  const Value placed = product.slice(product.width - 1, least);
  const Value z = shifted_right(b, placed, amount, placed.width, "placed");
  const int wz = s.exp2.integer_bits + s.exp2.scale;
  Exponent e;
  e.negative = l.negative ^ y.sign;
  e.magnitude = z.slice(wz - 1, 0);
  e.far = b.name("far", (amount.msb() & ~magnitude_one) | reduce_or(z.slice(z.width - 1, wz)));
  return e;
}

/// x << amount. A long shift takes two steps, because Yosys makes one step a chain of dedicated multiplexers, which no
/// pipeline stage cuts.
Value moved_up(Builder& b, Value x, Value amount) {
  constexpr int kStep = 3;
  if (amount.width <= 2 * kStep - 1) return shl(x, amount);
  const Value low = b.name("y_moved_low", shl(x, amount.slice(kStep - 1, 0)));
  return shl(low, cat({amount.slice(amount.width - 1, kStep), b.zero(kStep)}));
}

/// Whether a finite y is odd, even or not an integer, for negative bases.
struct Parity {
  Value integer, odd;
};

Parity parity_of(Builder& b, const spec::Type& type, const Unpacked& y) {
  const Value bias = number(b, type.exponent, bias_of(type));
  const Value whole = b.name("y_not_below_one", ~ult(y.exponent, bias));
  const Value amount = b.name("y_above_one", y.exponent - bias);
  // Beyond the range of the low bits of the amount, y is even.
  const int levels = std::min(count_bits(type.fraction), type.exponent);
  const Value beyond = type.exponent > levels ? reduce_or(amount.slice(type.exponent - 1, levels)) : b.zero();
  const Value moved = b.name("y_moved", moved_up(b, y.significand(), amount.slice(levels - 1, 0)));
  return {whole & (beyond | ~reduce_or(moved.slice(type.fraction - 1, 0))), whole & ~beyond & moved.msb()};
}

Value float_pow(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  const spec::PowSizes& s = spec::pow_sizes(type);
  const int magnitude_bits = type.exponent + type.fraction;
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const Value one = cat({number(b, type.exponent, bias_of(type)), b.zero(type.fraction)});
  const Value magnitude = x.slice(magnitude_bits - 1, 0);
  const Value magnitude_one = b.name("x_magnitude_one", eq(magnitude, one));
  const Exponent z = exponent_of(b, type, s, ux, uy, magnitude_one, flush);
  const Parity parity = parity_of(b, type, uy);

  Unrounded u = two_to(b, type, s.exp2, z.negative, zext(z.magnitude, s.exp2.integer_bits + 1 + s.exp2.scale));
  const Value x_end = ux.is_zero | ux.is_inf;
  const Value end = b.name("at_an_end", uy.is_inf | x_end | z.far);
  // |x| > 1, without a carry chain of all bits.
  const Value above_one = ~ult(ux.exponent, number(b, type.exponent, bias_of(type))) & ~magnitude_one;
  const Value shrinks_by_y = ~(above_one ^ uy.sign);
  const Value small = b.name("small", mux(uy.is_inf, shrinks_by_y, mux(x_end, ux.is_zero ^ uy.sign, z.negative)));
  u.sign = b.name("result_sign", ux.sign & parity.integer & parity.odd & ~uy.is_inf);
  u.is_nan = b.name("is_nan", ux.is_nan | uy.is_nan | (ux.sign & ~x_end & ~uy.is_inf & ~parity.integer));
  u.is_inf = end & ~small;
  u.is_zero = end & small;
  const Value rounded = round_and_pack(b, type, u, flush);
  const Value is_one = b.name("is_one", uy.is_zero | (magnitude_one & (~ux.sign | uy.is_inf)));
  return mux(is_one, cat({b.zero(), one}), rounded);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kPow>() {
  return by_tables<float_pow>("pow");
}

}  // namespace rtlgen::ops
