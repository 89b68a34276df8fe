// sqrt(a^2 + b^2) with one rounding: the sum of the squares, exact as far as it matters, and its root.
#include <algorithm>

#include "ops/exact.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/float_function.hpp"
#include "ops/registry.hpp"
#include "ops/root.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

Value float_hypot(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const Value swapped = b.name("swapped", ult(cat({ux.exponent, ux.fraction}), cat({uy.exponent, uy.fraction})));
  const int we = std::max(e, count_bits(f + 1)) + 2;
  Value large = b.name("large", mux(swapped, uy.significand(), ux.significand()));
  Value small = b.name("small", mux(swapped, ux.significand(), uy.significand()));
  Value exponent = mux(swapped, effective_exponent(uy, we), effective_exponent(ux, we));
  const Value distance =
      b.name("distance", exponent - mux(swapped, effective_exponent(ux, we), effective_exponent(uy, we)));
  if (!flush) {
    // If the larger is subnormal, both are, and they move together.
    const auto [lifted, zeros] = normalise(b, large, "large");
    large = lifted;
    small = b.name("small_lifted", shl(small, zeros));
    exponent = exponent - zext(zeros, we);
  }
  // Squares in [2^2F, 2^(2F+2)), two more bits below: the root's last digit.
  const int w = 2 * f + 6;
  const Value square = zext(cat({b.name("large_square", mul(large, large)), b.zero(2)}), w);
  const Value other = cat({b.name("small_square", mul(small, small)), b.zero(2)});
  const auto [placed, sticky] = shift_right_sticky(b, other, cat({distance, b.zero()}), "small_placed");
  const Value sum = b.name("sum", square + zext(placed, w));
  // The first digit of the root is one: of the sum's pairs, the first or the second.
  const Value top = b.name("top", reduce_or(sum.slice(w - 1, w - 2)));
  const Value radicand = b.name("radicand", mux(top, sum.slice(w - 1, 2), sum.slice(w - 3, 0)));
  const auto [root, inexact] = root_of(b, radicand, false);
  Unrounded u;
  u.sign = b.zero();
  u.exponent = b.name("exponent", exponent + zext(top, we));
  u.significand = root;
  u.sticky = inexact | sticky | (top & reduce_or(sum.slice(1, 0)));
  u.is_inf = ux.is_inf | uy.is_inf;
  u.is_nan = (ux.is_nan | uy.is_nan) & ~u.is_inf;
  u.is_zero = ux.is_zero & uy.is_zero;
  return round_and_pack(b, type, u, flush);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kHypot>() {
  return {.name = "hypot",
          .build = {.floats = by_float<float_hypot>},
          .exact = {.floats = by_reals<[](mpfr_ptr q, Reals& x) { return mpfr_hypot(q, x[0], x[1], MPFR_RNDN); }>}};
}

}  // namespace rtlgen::ops
