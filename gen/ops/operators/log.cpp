// log(x) = e log(2) + t g(t), t = m - 1 or m / 2 - 1, to bases e, 2 and 10: near 1 the exponent's share is zero and the
// product keeps every bit of t, so nothing cancels.
#include "spec/functions/log.hpp"

#include <algorithm>

#include "ops/float_core.hpp"
#include "ops/float_function.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

template <auto sizes>
Value float_log(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::LogSizes& s = sizes(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Logarithm l = logarithm(b, type, s, ux, flush);
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

}  // namespace

template <>
Operator make_operator<spec::Op::kLog>() {
  return by_tables<float_log<spec::log_sizes>>("log");
}

template <>
Operator make_operator<spec::Op::kLog2>() {
  return by_tables<float_log<spec::log2_sizes>>("log2");
}

template <>
Operator make_operator<spec::Op::kLog10>() {
  return by_tables<float_log<spec::log10_sizes>>("log10");
}

}  // namespace rtlgen::ops
