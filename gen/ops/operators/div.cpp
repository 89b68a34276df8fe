// Floating-point division: digit recurrence in radix 4, two quotient bits per row.
//
// A row is one carry chain that adds or subtracts nothing, the divisor or twice the divisor; digits from -2 to 2
// overlap, so a digit follows from the top bits of the remainder and of the divisor. The quotient of two significands
// with the leading one at the top lies in (1/2, 2); like a product it is placed for rounding by a choice between two
// places, or by a shift right if the result is subnormal. A division by a constant like 6 is a chain of small tables.
#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>

#include "ops/exact.hpp"
#include "ops/fixed.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// One digit of the quotient: 0, 1 or 2, to be added or subtracted.
struct Digit {
  Value negative;
  Value some;  ///< not zero
  Value two;
};

/// The properties of the divisor that determine a digit, from its first three fraction bits.
struct DivisorClass {
  Value high;    ///< 1.5 or more: digit 2 from 2.5, or from 3 if `late`; else from 1.5, or 1.75 if `late`
  Value at_two;  ///< in [1.25, 1.5): digit 2 from 2
  Value late;    ///< in [1.125, 1.25) or [1.875, 2)
};

DivisorClass classify(Builder& b, Value divisor) {
  const Value top = cat({divisor.slice(divisor.width - 2, 0), b.zero(2)});
  const Value half = top.msb();
  const Value quarter = top.bit(top.width - 2);
  const Value eighth = top.bit(top.width - 3);
  return {half, b.name("divisor_middle", ~half & quarter), b.name("divisor_late", eighth & ~(half ^ quarter))};
}

/// The digit q for which 4 r - q d stays within -2/3 d .. 2/3 d, given that r is.
///
/// Digit q serves 4 r from (q - 2/3) d to (q + 2/3) d, so 1 may begin anywhere from 1/3 d to 2/3 d and
/// 2 from 4/3 d to 5/3 d. The thresholds of a class lie in these intervals for each of its divisors
/// (1 begins at 1/2, of a high divisor at 1) and are multiples of 1/4. Digits for negative r mirror
/// those for positive r, because all bits of r inverted are the magnitude rounded down.
Digit choose(Builder& b, Value remainder, const DivisorClass& divisor, const std::string& name) {
  // Weights of 4 r: -8 (the sign), 4, 2, 1, 1/2, 1/4. The bit of weight 4 serves as the sign here, which
  // saves an input: it differs from the sign if the magnitude is 4 or more, and then the digit
  // sees 8 minus the magnitude. That is above the threshold of 2 too: with these thresholds the
  // magnitude is at most 5, and 4.5 for the divisors whose 2 begins at 3.
  const Value r = cat({remainder, b.zero(5)});
  const Value magnitude = r.slice(r.width - 3, r.width - 6) ^ repeat(r.bit(r.width - 2), 4);
  const Value two = magnitude.bit(3);
  const Value one = magnitude.bit(2);
  const Value half = magnitude.bit(1);
  const Value quarter = magnitude.bit(0);
  Digit q;
  q.negative = r.msb();
  q.some = b.name(name + "_some", two | one | (half & ~divisor.high));
  const Value rest =
      b.name(name + "_rest", mux(divisor.high, one | (half & ~divisor.late), one & half & (quarter | ~divisor.late)));
  q.two = b.name(name + "_two", mux(divisor.high, two & rest, two | (rest & ~divisor.at_two)));
  return q;
}

/// F + 3 quotient bits, the first of weight one, and whether there is a remainder.
std::pair<Value, Value> divide(Builder& b, Value dividend, Value divisor) {
  const int f = dividend.width - 1;
  // The remainder is below 4/3: rows work modulo 4, with the sign and one more integer place.
  const int w = f + 2;
  const DivisorClass divisor_class = classify(b, divisor);
  const Value once = zext(divisor, w);
  const Value twice = cat({divisor, b.zero()});
  // The last digit weighs 2^-(F + 2), so the first weighs two or one: an eighth or a quarter of the
  // dividend to begin with, well within 2/3 of the divisor.
  const bool odd = f % 2 != 0;
  Value remainder = cat({b.zero(odd ? 4 : 3), dividend});
  const int rows = (f + (odd ? 5 : 4)) / 2;
  std::vector<Value> signs;
  std::vector<Value> magnitudes;
  for (int i = 1; i <= rows; ++i) {
    const std::string at = std::to_string(i);
    const Digit q = choose(b, remainder, divisor_class, "digit" + at);
    const Value kept = remainder.slice(remainder.width - 3, 0);
    const Value shifted = kept.width < w ? cat({kept, b.zero(w - kept.width)}) : kept;
    const int below = shifted.width - w;  // places of the dividend below those of the divisor
    const Value multiple = mux(q.two, twice, once & repeat(q.some, w));
    remainder = add_or_subtract(shifted.slice(shifted.width - 1, below), multiple, ~q.negative);
    if (below > 0) remainder = cat({remainder, shifted.slice(below - 1, 0)});
    remainder = b.name("remainder" + at, remainder);
    signs.insert(signs.end(), {q.negative, q.negative});
    magnitudes.insert(magnitudes.end(), {q.two, q.some & ~q.two});
  }
  // The sum of the digits, less one if the remainder is negative. A bit that counts is 1 - 0 or
  // 0 - 1, one that does not is 0 - 0 or 1 - 1: the chain then reads sign and magnitude as they are.
  const auto bits = [&](const std::vector<Value>& all) { return cat(all).slice(f + 2, 0); };
  const Value positive = ~bits(signs);
  const Value sum = cat({positive, b.zero()}) - cat({positive ^ bits(magnitudes), remainder.msb()});
  return {b.name("quotient", sum.slice(f + 3, 1)), b.name("inexact", reduce_or(remainder))};
}

/// An operand with its leading one at the top.
struct Lifted {
  Value significand;
  Value exponent;  ///< biased; two less for a subnormal operand
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
  const auto [quotient, inexact] =
      divide(b, cat({b.one(), x.significand.slice(f - 1, 0)}), cat({b.one(), y.significand.slice(f - 1, 0)}));
  const Value difference = b.name("exponent_difference", x.exponent - y.exponent);
  // The exponent field of a quotient of at least one, minus two.
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

/// x divided by a constant whose significand is a small odd number times a power of two: digit by digit from
/// the top, with one LUT per bit of quotient and remainder. The rest is like a product.
std::optional<Placed> place_by_small(Builder& b, const spec::Type& type, const Unpacked& x, Value constant) {
  constexpr int kTableBits = 6;
  const int f = type.fraction;
  const auto power = small_power(type, constant);
  if (!power || *power < 0 || *power >= f) return std::nullopt;
  std::uint64_t odd = std::uint64_t{1} << f;
  for (int i = 0; i < f; ++i) odd |= constant.constant()->bit(i) ? std::uint64_t{1} << i : 0;
  odd >>= std::countr_zero(odd);
  const auto bits = static_cast<int>(std::bit_width(odd));
  if (bits < 2 || bits >= kTableBits) return std::nullopt;
  // 2^bits over the odd number is in (1, 2): the product's second factor, one place below F.
  Value rest = cat({x.significand(), b.zero(bits + 1)});
  const int step = kTableBits - bits;
  if (rest.width % step != 0) rest = zext(rest, rest.width + step - rest.width % step);
  Value remainder = b.zero(bits);
  std::vector<Value> digits;
  for (int high = rest.width - 1; high >= 0; high -= step) {
    std::vector<std::uint64_t> words;
    for (std::uint64_t v = 0; v < std::uint64_t{1} << kTableBits; ++v) {
      const std::uint64_t quotient = v / odd & ((std::uint64_t{1} << step) - 1);  // remainders are below the divisor
      words.push_back(quotient << bits | v % odd);
    }
    const Value row = table(cat({remainder, rest.slice(high, high - step + 1)}), words, kTableBits);
    digits.push_back(row.slice(kTableBits - 1, bits));
    remainder = row.slice(bits - 1, 0);
  }
  const Value quotient = b.name("quotient", cat(digits).slice(f + 2, 0));
  std::vector<Value> product = {quotient, reduce_or(remainder)};
  if (f > 1) product.push_back(b.zero(f - 1));
  return place_scaled(b, type, x, b.name("exact", cat(product)), -*power - 1);
}

Placed place_any(Builder& b, const spec::Type& type, Value y, const Unpacked& ux, const Unpacked& uy, bool flush) {
  if (flush) return place_flushed(b, type, ux, uy);
  if (const auto placed = place_by_small(b, type, ux, y)) return *placed;
  return place(b, type, ux, uy);
}

Value float_div(Builder& b, const spec::Type& type, Value x, Value y, bool flush) {
  const Unpacked ux = unpack(b, type, x, false, "x");
  const Unpacked uy = unpack(b, type, y, false, "y");
  Placed p = place_any(b, type, y, ux, uy, flush);
  const Value x_zero = flush ? ~ux.normal : ux.is_zero;
  const Value y_zero = flush ? ~uy.normal : uy.is_zero;
  p.sign = ux.sign ^ uy.sign;
  p.is_nan = b.name("is_nan", ux.is_nan | uy.is_nan | (ux.is_inf & uy.is_inf) | (x_zero & y_zero));
  p.is_inf = ux.all_ones | y_zero;
  return round_placed(b, type, p, flush);
}

/// x / (+-2^log units).
Exact fixed_power(hw::Builder& b, const spec::Type& type, hw::Value x, int log, bool negative) {
  Exact q{x, type.is_signed(), 0};
  if (negative) q = {b.zero(x.width + 1) - extend(q, x.width + 1), true, 0};
  if (log > type.fraction) q.below = log - type.fraction;
  if (log < type.fraction) q.bits = cat({q.bits, b.zero(type.fraction - log)});
  return q;
}

hw::Value fixed_quotient(hw::Builder& b, const spec::Type& type, hw::Value x, hw::Value d, Modes modes) {
  if (d.constant() != nullptr) {
    const auto [negative, magnitude] = magnitude_of(type, *d.constant());
    int log = 0;
    if (is_power_of_two(hw::Bits(64, magnitude), log))
      return fit(b, type, fixed_power(b, type, x, log, negative), modes);
  }
  const bool is_signed = type.is_signed();
  const hw::Value sx = is_signed ? x.msb() : b.zero();
  const hw::Value sd = is_signed ? d.msb() : b.zero();
  const hw::Value dividend = b.name("dividend", negate_if(b, sx, x));
  const hw::Value divisor = b.name("divisor", negate_if(b, sd, d));
  const Quotient q = divide_unsigned(b, cat({dividend, b.zero(type.fraction + 1)}), divisor);
  const hw::Value magnitude = q.quotient.slice(modes.saturate ? q.quotient.width - 1 : type.width, 1);
  const hw::Value rest = b.name("rest", reduce_or(q.remainder));
  const Exact exact = with_sign(b, magnitude, q.quotient.bit(0), rest, sx ^ sd, modes);
  const hw::Value by_zero = b.name("by_zero", ~reduce_or(d));
  const hw::Value extreme = mux(sx, smallest(b, type), largest(b, type)) & repeat(reduce_or(x), type.width);
  return mux(by_zero, extreme, fit(b, type, exact, modes));
}

hw::Value float_quotient(hw::Builder& b, const Request& r, const Values& v) {
  if (const auto scaled = scaled_by_constant(b, r, v, true)) return *scaled;
  return float_div(b, r.operand, v[0], v[1], r.flush_subnormals);
}

std::uint64_t exact_fixed(const Request& r, const Operands& v) {
  const mpq_class x = rational_of(r.operand, v[0]);
  const mpq_class y = rational_of(r.operand, v[1]);
  if (y != 0) return fitted(r, x / y);
  return x == 0 ? 0 : extreme_bits(r.result, x < 0);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kDiv>() {
  return {
      .name = "div",
      .build = {.floats = float_quotient,
                .wholes = [](hw::Builder& b, const Request& r,
                             const Values& v) { return divide_integers(b, r.operand.is_signed(), false, v[0], v[1]); },
                .fixed = [](hw::Builder& b, const Request& r,
                            const Values& v) { return fixed_quotient(b, r.operand, v[0], v[1], modes_of(r)); }},
      .exact = {.floats = by_reals<[](mpfr_ptr q, Reals& x) { return mpfr_div(q, x[0], x[1], MPFR_RNDN); }>,
                .wholes = by_units<[](const std::vector<Int128>& x) { return x[1] == 0 ? Int128{-1} : x[0] / x[1]; }>,
                .fixed = exact_fixed},
      .rounds = [](const Request&) { return true; },
      .overflows = [](const Request&) { return true; },
      .magnitude =
          [](const std::vector<Magnitude>& x, int fraction) {
            return rounded_magnitude(x[0].low - x[1].high, x[0].high - x[1].low, x[0].low - x[1].high - fraction,
                                     fraction);
          },
      .smaller_without_subnormals = true,
      .native = "div"};
}

template <>
Operator make_operator<spec::Op::kRem>() {
  return {
      .name = "rem",
      .build = {.wholes = [](hw::Builder& b, const Request& r,
                             const Values& v) { return divide_integers(b, r.operand.is_signed(), true, v[0], v[1]); }},
      .exact = {.wholes = by_units<[](const std::vector<Int128>& x) { return x[1] == 0 ? x[0] : x[0] % x[1]; }>}};
}

}  // namespace rtlgen::ops
