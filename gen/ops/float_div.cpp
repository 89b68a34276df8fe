// Floating-point division: non-restoring digit recurrence, one quotient bit a row.
//
// A row is one carry chain that adds or subtracts the divisor. The quotient of two significands with
// the leading one at the top lies in (1/2, 2); like a product it is placed for rounding by a choice
// between two places, or by a shift right if the result is subnormal.
#include <algorithm>
#include <tuple>

#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

/// 2 * remainder - divisor where `subtract`, else + divisor; the divisor as wide as the remainder.
Value row(Builder& b, Value remainder, Value divisor, Value subtract) {
  // The lowest bit is the divisor's. Below it stands a place that borrows when adding, because a sum
  // is the difference from the inverted divisor, less one; it passes a borrow on if d0 is 0.
  const int w = divisor.width;
  const Value add = ~subtract;
  const Value d0 = divisor.bit(0);
  const Value inverted = divisor.slice(w - 1, 1) ^ repeat(add, w - 1);
  const Value wide = cat({remainder.slice(w - 2, 0), b.zero(2)}) - cat({inverted, d0, add});
  return cat({wide.slice(w, 2), d0});
}

/// F + 3 quotient bits, the first of weight one, and whether anything is left over.
std::pair<Value, Value> divide(Builder& b, Value dividend, Value divisor) {
  const int f = dividend.width - 1;
  // The remainder stays within -divisor .. divisor - 1: a sign and as many bits as the divisor.
  const int w = f + 2;
  const Value wide = zext(divisor, w);
  Value remainder = b.name("remainder0", zext(dividend, w) - wide);
  Value before = remainder;
  std::vector<Value> quotient = {~remainder.msb()};
  for (int i = 1; i <= f + 2; ++i) {
    before = remainder;
    remainder = b.name("remainder" + std::to_string(i), row(b, before, wide, ~before.msb()));
    quotient.push_back(~remainder.msb());
  }
  // An exact quotient ends at least two rows early; from then on every row gives minus the divisor.
  // And only minus the divisor is reproduced by a row.
  const Value inexact = b.name("inexact", reduce_or(remainder ^ before));
  return {b.name("quotient", cat(quotient)), inexact};
}

/// An operand with its leading one at the top.
struct Lifted {
  Value significand;
  Value exponent;  ///< biased; of a subnormal operand two less
};

Lifted lift(Builder& b, const Unpacked& u, int width, const std::string& name) {
  const auto [significand, zeros] = normalise(b, u.significand(), name);
  // One less for every zero shifted out, from one: 1 - zeros = ~zeros + 2.
  return {significand, mux(u.normal, zext(u.exponent, width), ~zext(zeros, width))};
}

Placed place_flushed(Builder& b, const spec::Type& type, const Unpacked& ux, const Unpacked& uy) {
  const int e = type.exponent;
  const auto [quotient, inexact] = divide(b, cat({b.one(), ux.fraction}), cat({b.one(), uy.fraction}));
  Placed p;
  p.window = quotient;
  p.sticky = inexact;
  // bias - exponent is the exponent with all bits but the top one inverted, read as signed.
  const Value& n = uy.exponent;
  const Value from_bias = e == 1 ? n : cat({n.msb(), ~n.slice(e - 2, 0)});
  p.exponent = b.name("exponent", zext(ux.exponent, e + 2) + sext(from_bias, e + 2));
  p.step = repeat(~quotient.msb(), e + 2);
  p.shiftable = b.one();
  p.zero = ~ux.normal | uy.all_ones;
  return p;
}

Placed place(Builder& b, const spec::Type& type, const Unpacked& ux, const Unpacked& uy) {
  const int e = type.exponent;
  const int f = type.fraction;
  const int bias = bias_of(type);
  const int we = count_bits((1 << e) + f + bias + 2) + 1;
  const Lifted x = lift(b, ux, we, "x");
  const Lifted y = lift(b, uy, we, "y");
  // Zeros have no leading one, but their result does not depend on the quotient.
  const auto [quotient, inexact] = divide(b, cat({b.one(), x.significand.slice(f - 1, 0)}),
                                          cat({b.one(), y.significand.slice(f - 1, 0)}));
  const Value difference = b.name("exponent_difference", x.exponent - y.exponent);
  // The field of a quotient of at least one, less two.
  const auto offset = [&](int twos) {
    return b.constant(we, static_cast<std::uint64_t>(bias - 2 + 2 * twos) & ((std::uint64_t{1} << we) - 1));
  };
  const Value correction = mux(ux.normal, mux(uy.normal, offset(0), offset(-1)), mux(uy.normal, offset(1), offset(0)));
  const Value exponent = b.name("exponent_less_two", difference + correction);

  Placed p;
  const Value low = b.name("at_smallest", exponent.msb());
  p.shiftable = ~low;
  const int ws = std::min(count_bits(f + 2), we - 1);
  const Value amount = b.name("amount", ~exponent.slice(ws - 1, 0) & repeat(low, ws));
  Value lost;
  std::tie(p.window, lost) = window(b, quotient, amount, f + 3, "placed");
  p.sticky = inexact | lost;
  // At the smallest exponent the field is the hidden bit, else it is one more than without it.
  const Value top = p.window.msb();
  const int wp = std::max(2, count_bits((1 << e) + f + bias));
  p.exponent = exponent.slice(wp - 1, 0) & repeat(~low, wp);
  p.step = zext(cat({top & ~low, top ^ ~low}), wp);
  const Value far = we - 1 > ws ? low & ~reduce_and(exponent.slice(we - 2, ws)) : b.zero();
  p.zero = b.name("vanishes", far | ux.is_zero | uy.is_inf);
  return p;
}

}  // namespace

Value float_div(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  const Unpacked ux = unpack(b, type, x, false, "x");
  const Unpacked uy = unpack(b, type, y, false, "y");
  Placed p = flush ? place_flushed(b, type, ux, uy) : place(b, type, ux, uy);
  const Value x_zero = flush ? ~ux.normal : ux.is_zero;
  const Value y_zero = flush ? ~uy.normal : uy.is_zero;
  p.sign = ux.sign ^ uy.sign;
  p.is_nan = b.name("is_nan", ux.is_nan | uy.is_nan | (ux.is_inf & uy.is_inf) | (x_zero & y_zero));
  p.is_inf = ux.all_ones | y_zero;
  return round_placed(b, type, p, flush);
}

}  // namespace rtlgen::ops::detail
