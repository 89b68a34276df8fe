// cbrt: a table of three binades, and a third of the exponent by a product with 1/3.
#include "spec/functions/cbrt.hpp"

#include <algorithm>

#include "ops/float_core.hpp"
#include "ops/float_function.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

Value float_cbrt(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::Table& t = spec::cbrt_sizes(type).table;
  const int f = type.fraction;
  const int bias = bias_of(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  // The exponent plus a multiple of three that makes it positive.
  const int thirds = (bias + f + 2) / 3;
  const int wp = std::max(type.exponent, count_bits(bias + 3 * thirds)) + 1;
  Value fraction = ux.fraction;
  Value place = effective_exponent(ux, wp) + number(b, wp, 3 * thirds - bias);
  if (!flush) {
    const auto [lifted, zeros] = normalise(b, ux.significand(), "x");
    fraction = lifted.slice(f - 1, 0);
    place = place - zext(zeros, wp);
  }
  // p / 3 for p below 2^wp: the factor is less than 1 / (3 * 2^wp) too large.
  const int wq = wp + 1;
  const std::uint64_t third_of_one = ((std::uint64_t{1} << wq) + 2) / 3;
  const Value product = b.name("third", multiply_constant(b, zext(place, wp + wq), third_of_one));
  const Value third = product.slice(wp + wq - 1, wq);
  const Value rest = b.name("rest", place.slice(1, 0) - third.slice(1, 0) - cat({third.bit(0), b.zero()}));
  const Value power = polynomial(b, t, cat({rest, fraction}));
  const int we = std::max(type.exponent, wp) + 2;
  Unrounded u;
  u.sign = ux.sign;
  u.exponent = b.name("exponent", zext(third, we) + number(b, we, bias - thirds));
  u.significand = power.slice(t.scale, 0);
  u.sticky = b.zero();
  u.is_nan = ux.is_nan;
  u.is_inf = ux.is_inf;
  u.is_zero = ux.is_zero;
  return round_and_pack(b, type, u, flush);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kCbrt>() {
  return by_tables<float_cbrt>("cbrt");
}

}  // namespace rtlgen::ops
