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

Value float_min_max(Builder& b, const spec::Type& type, bool maximum, Value x, Value y, bool flush) {
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

std::uint64_t exact_min_max(const Request& r, const Operands& v, bool maximum) {
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

}  // namespace

template <>
Operator make_operator<spec::Op::kMin>() {
  const auto logic = [](Builder&, const Request& r, const Values& v) {
    return mux(less(r.operand, v[1], v[0]), v[1], v[0]);
  };
  const auto units = by_units<[](const std::vector<Int128>& x) { return x[1] < x[0] ? x[1] : x[0]; }>;
  return {.name = "min",
          .build = {.floats =
                        [](Builder& b, const Request& r, const Values& v) {
                          return float_min_max(b, r.operand, false, v[0], v[1], r.flush_subnormals);
                        },
                    .wholes = logic,
                    .fixed = logic},
          .exact = {.floats = [](const Request& r, const Operands& v) { return exact_min_max(r, v, false); },
                    .wholes = units,
                    .fixed = units},
          .is_logic = no_floats,
          .logic = logic,
          .delay = carry_and_choice,
          .magnitude = of_either};
}

template <>
Operator make_operator<spec::Op::kMax>() {
  const auto logic = [](Builder&, const Request& r, const Values& v) {
    return mux(less(r.operand, v[0], v[1]), v[1], v[0]);
  };
  const auto units = by_units<[](const std::vector<Int128>& x) { return x[0] < x[1] ? x[1] : x[0]; }>;
  return {.name = "max",
          .build = {.floats =
                        [](Builder& b, const Request& r, const Values& v) {
                          return float_min_max(b, r.operand, true, v[0], v[1], r.flush_subnormals);
                        },
                    .wholes = logic,
                    .fixed = logic},
          .exact = {.floats = [](const Request& r, const Operands& v) { return exact_min_max(r, v, true); },
                    .wholes = units,
                    .fixed = units},
          .is_logic = no_floats,
          .logic = logic,
          .delay = carry_and_choice,
          .magnitude = of_either};
}

}  // namespace rtlgen::ops
