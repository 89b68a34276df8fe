// Negation and absolute value.
#include "ops/exact.hpp"
#include "ops/fixed.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

template <bool negate>
Value float_sign(Builder& b, const spec::Type& type, Value x, bool flush) {
  const Value p = flushed(b, type, x, flush);
  const Unpacked u = unpack(b, type, p, false, "x");
  const Value sign = negate ? ~p.msb() : b.zero();
  const Value nan = cat({b.zero(), nan_magnitude(b, type)});
  return mux(u.is_nan, nan, cat({sign, p.slice(type.width - 2, 0)}));
}

std::uint64_t exact_sign(const Request& r, const Operands& v, bool negate) {
  Reals x(r, v);
  if (mpfr_nan_p(x[0]) != 0) return spec::quiet_nan(r.operand);
  const std::uint64_t sign = std::uint64_t{1} << (r.operand.width - 1);
  return negate ? flushed_bits(r, v[0]) ^ sign : flushed_bits(r, v[0]) & ~sign;
}

Value fixed_negated(Builder& b, const Request& r, const Values& v) {
  const int wide = r.operand.width + 1;
  const Value negated = b.name("negated", b.zero(wide) - extend({v[0], r.operand.is_signed(), 0}, wide));
  return fit(b, r.operand, {negated, true, 0}, modes_of(r));
}

Value fixed_magnitude(Builder& b, const Request& r, const Values& v) {
  if (!r.operand.is_signed()) return v[0];
  return fit(b, r.operand, {b.name("magnitude", negate_if(b, v[0].msb(), v[0])), false, 0}, modes_of(r));
}

Magnitude unchanged(const std::vector<Magnitude>& x, int) { return x[0]; }

}  // namespace

template <>
Operator make_operator<spec::Op::kNeg>() {
  const auto negated = [](Builder& b, const Request&, const Values& v) { return b.zero(v[0].width) - v[0]; };
  return {.name = "neg",
          .build = {.floats = by_float<float_sign<true>>, .wholes = negated, .fixed = fixed_negated},
          .exact = {.floats = [](const Request& r, const Operands& v) { return exact_sign(r, v, true); },
                    .wholes = by_units<[](const std::vector<Int128>& x) { return -x[0]; }>,
                    .fixed = by_rationals<[](const std::vector<mpq_class>& x) -> mpq_class { return -x[0]; }>},
          .overflows = [](const Request&) { return true; },
          .is_logic = wraps,
          .logic = negated,
          .delay = carry_delay,
          .magnitude = unchanged,
          .has_aligned = true};
}

template <>
Operator make_operator<spec::Op::kAbs>() {
  return {
      .name = "abs",
      .build = {.floats = by_float<float_sign<false>>,
                .wholes = [](Builder& b, const Request& r,
                             const Values& v) { return r.operand.is_signed() ? negate_if(b, v[0].msb(), v[0]) : v[0]; },
                .fixed = fixed_magnitude},
      .exact = {.floats = [](const Request& r, const Operands& v) { return exact_sign(r, v, false); },
                .wholes = by_units<[](const std::vector<Int128>& x) { return x[0] < 0 ? -x[0] : x[0]; }>,
                .fixed = by_rationals<[](const std::vector<mpq_class>& x) -> mpq_class { return abs(x[0]); }>},
      .overflows = [](const Request&) { return true; },
      .is_logic = wraps,
      .logic =
          [](Builder& b, const Request& r, const Values& v) {
            return r.operand.is_signed() ? mux(v[0].msb(), b.zero(v[0].width) - v[0], v[0]) : v[0];
          },
      .delay = carry_and_choice,
      .magnitude = unchanged,
      .has_aligned = true};
}

}  // namespace rtlgen::ops
