// Floating-point square root: the operand's exponent halved, and the digit recurrence of root.hpp.
#include <algorithm>

#include "ops/exact.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/registry.hpp"
#include "ops/root.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// Half of n, towards minus infinity.
int half(int n) { return n >= 0 ? n / 2 : -((1 - n) / 2); }

Value float_sqrt(Builder& b, const spec::Type& type, Value x, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const int bias = bias_of(type);
  const Unpacked u = unpack(b, type, x, false, "x");
  const Value x_zero = flush ? ~u.normal : u.is_zero;
  const int we = std::max(e, count_bits(f + 1)) + 1;
  // The exponent of a subnormal operand is two less than it should be: 1 - zeros = ~zeros + 2.
  Value fraction = u.fraction;
  Value exponent = zext(u.exponent, we);
  if (!flush) {
    const auto [lifted, zeros] = normalise(b, u.significand(), "x");
    fraction = lifted.slice(f - 1, 0);
    exponent = b.name("exponent", mux(u.normal, exponent, ~zext(zeros, we)));
  }
  // A radicand in [1, 2) if the unbiased exponent is even, else doubled: the first pair is 01 or 1x.
  const bool bias_odd = bias % 2 != 0;
  const Value odd = b.name("odd", bias_odd ? ~exponent.bit(0) : exponent.bit(0));
  const Value significand = cat({b.one(), fraction});
  const Value scaled = b.name("scaled", mux(odd, cat({significand, b.zero()}), cat({b.zero(), significand})));
  const auto [root, inexact] = root_of(b, cat({scaled, b.zero(f + 2)}), true);
  // (exponent + bias) / 2, rounded down; the two of a subnormal operand is one here.
  const auto half_bias = [&](int more) {
    return b.constant(we, static_cast<std::uint64_t>(std::int64_t{bias / 2} + more));
  };
  const Value root_exponent =
      b.name("root_exponent", add_carry(cat({exponent.msb(), exponent.slice(we - 1, 1)}),
                                        flush ? half_bias(0) : mux(u.normal, half_bias(0), half_bias(1)),
                                        bias_odd ? exponent.bit(0) : b.zero()));
  const Value is_nan = b.name("is_nan", u.is_nan | (x.msb() & ~x_zero));
  // A root is subnormal only in formats with more fraction than exponent range.
  if (!flush && bias <= f) {
    Unrounded r;
    r.sign = u.sign;
    r.exponent = root_exponent;
    r.significand = root;
    r.sticky = inexact;
    r.is_zero = x_zero;
    r.is_nan = is_nan;
    r.is_inf = u.is_inf & ~u.sign;
    return round_and_pack(b, type, r, false);
  }
  const Value round_up = b.name("round_up", root.bit(0) & (inexact | root.bit(1)));
  const Value body = cat({root_exponent.slice(e - 1, 0), root.slice(f, 1)});
  const Value rounded = b.name("rounded", body + zext(round_up, e + f));
  Packed p;
  p.sign = u.sign;
  p.exponent = rounded.slice(e + f - 1, f);
  p.fraction = rounded.slice(f - 1, 0);
  p.special = u.all_ones | is_nan;
  p.is_nan = is_nan;
  p.zero = x_zero;
  return pack(b, type, p);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kSqrt>() {
  return {.name = "sqrt",
          .build = {.floats = by_float<float_sqrt>},
          .exact = {.floats = by_reals<[](mpfr_ptr q, Reals& x) { return mpfr_sqrt(q, x[0], MPFR_RNDN); }>},
          .magnitude =
              [](const std::vector<Magnitude>& x, int fraction) {
                return rounded_magnitude(half(x[0].low), half(x[0].high + 1), half(x[0].low) - fraction, fraction);
              },
          .smaller_without_subnormals = true,
          .native = "square_root"};
}

}  // namespace rtlgen::ops
