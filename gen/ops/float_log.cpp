// log(x) = e log(2) + t g(t), t = m - 1 or m / 2 - 1: near 1 the exponent's share is zero and the
// product keeps every bit of t, so nothing cancels.
#include <algorithm>

#include "ops/float_core.hpp"
#include "ops/float_function.hpp"
#include "spec/functions/log.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

Value float_log(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::LogSizes& s = spec::log_sizes(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Logarithm l = logarithm(b, type, s, s.ln2, ux, flush);
  const auto [lifted, zeros] = normalise(b, l.magnitude, "magnitude");
  const int we = std::max(type.exponent + 1, count_bits(l.magnitude.width)) + 2;
  Unrounded u;
  u.sign = l.negative | ux.is_zero;
  u.exponent = b.name("exponent", number(b, we, bias_of(type) + l.magnitude.width - 1 - s.sum_scale) - zext(zeros, we));
  u.significand = lifted;
  u.sticky = b.zero();
  u.is_nan = b.name("is_nan", ux.is_nan | (ux.sign & ~ux.is_zero));
  u.is_inf = ux.is_inf | ux.is_zero;
  u.is_zero = ~reduce_or(l.magnitude);
  u.sign = mux(ux.is_inf, b.zero(), u.sign);
  return round_and_pack(b, type, u, flush);
}

}  // namespace rtlgen::ops::detail
