// Minimum and maximum: a number beats a NaN, and -0 is below +0.
#include <algorithm>

#include "ops/exact.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

template <bool maximum>
Value float_min_max(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  const Value p = flushed(b, type, x, flush);
  const Value q = flushed(b, type, y, flush);
  const Unpacked up = unpack(b, type, p, false, "x");
  const Unpacked uq = unpack(b, type, q, false, "y");
  const Value less = b.name("less", total_less(p, q));
  const Value ordinary = maximum ? ~less : less;
  // minimumNumber, maximumNumber: a number beats a NaN.
  const Value take_x = b.name("take_x", uq.is_nan | (ordinary & ~up.is_nan));
  const Value nan = cat({b.zero(), nan_magnitude(b, type)});
  return mux(up.is_nan & uq.is_nan, nan, mux(take_x, p, q));
}

template <bool maximum>
std::uint64_t exact_min_max(const Request& r, const Operands& v) {
  Reals x(r, v);
  const bool nan[] = {mpfr_nan_p(x[0]) != 0, mpfr_nan_p(x[1]) != 0};
  if (nan[0] && nan[1]) return spec::quiet_nan(r.operand);
  if (nan[0] || nan[1]) return flushed_bits(r, v[nan[0] ? 1 : 0]);
  bool is_less = mpfr_less_p(x[0], x[1]) != 0;
  if (mpfr_zero_p(x[0]) != 0 && mpfr_zero_p(x[1]) != 0) is_less = mpfr_signbit(x[0]) != 0 && mpfr_signbit(x[1]) == 0;
  return flushed_bits(r, v[is_less != maximum ? 0 : 1]);
}

Magnitude of_either(const std::vector<Magnitude>& x, int) {
  return {std::min(x[0].low, x[1].low), std::max(x[0].high, x[1].high), std::min(x[0].grain, x[1].grain)};
}

/// On a tie the first operand is the result.
template <bool maximum>
Value whole_min_max(Builder&, const Request& r, const Values& v) {
  return mux(maximum ? less(r.operand, v[0], v[1]) : less(r.operand, v[1], v[0]), v[1], v[0]);
}

template <bool maximum>
Operator min_max(const char* name) {
  const auto units =
      by_units<[](const std::vector<Int128>& x) { return maximum ? std::max(x[0], x[1]) : std::min(x[0], x[1]); }>;
  return {.name = name,
          .build = {.floats = by_float<float_min_max<maximum>>,
                    .wholes = whole_min_max<maximum>,
                    .fixed = whole_min_max<maximum>},
          .exact = {.floats = exact_min_max<maximum>, .wholes = units, .fixed = units},
          .is_logic = no_floats,
          .logic = whole_min_max<maximum>,
          .delay = carry_and_choice,
          .magnitude = of_either,
          .has_aligned = true};
}

}  // namespace

template <>
Operator make_operator<spec::Op::kMin>() {
  return min_max<false>("min");
}

template <>
Operator make_operator<spec::Op::kMax>() {
  return min_max<true>("max");
}

}  // namespace rtlgen::ops
