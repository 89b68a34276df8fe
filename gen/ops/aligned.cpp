// Conversions, sums and the rounding that all aligned operators share; see aligned.hpp.
//
// A significand has F + 1 bits in one of four places of F + 4. The highest digit determines which, so a result is
// normalised by whole digits, and rounding selects one of four places: 14 LUTs instead of two levels of a shifter.
#include "ops/aligned.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ops/digits.hpp"
#include "spec/type.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

/// The place of the leading one in the highest digit of a significand, or the lowest existing place.
struct Places {
  Value p3, p2, p1, p0;  ///< exactly one of them is set
};

/// Subnormals are in place 1 of digit 0, `lowest`.
Places places_in(Value significand, Value lowest) {
  const int top = significand.width - 1;
  const Value p3 = significand.bit(top), p2 = significand.bit(top - 1), p1 = significand.bit(top - 2) | lowest;
  return {p3, ~p3 & p2, ~p3 & ~p2 & p1, ~(p3 | p2 | p1)};
}

/// Sets the two highest bits of a window that is zero if the result is special: infinity, or the quiet NaN.
Value with_special(Value window, Value special, Value is_nan) {
  const int w = window.width;
  return cat({window.bit(w - 1) | special, window.bit(w - 2) | is_nan, window.slice(w - 3, 0)});
}

Value chosen(const Places& p, Value in3, Value in2, Value in1, Value in0) {
  return mux(p.p3, in3, mux(p.p2, in2, mux(p.p1, in1, in0)));
}

}  // namespace

Value to_aligned(Builder& b, const spec::Type& form, Value x) {
  const int e = form.exponent, f = form.fraction;
  const Value field = x.slice(e + f - 1, f);
  const Value normal = b.name("normal", reduce_or(field));
  // A subnormal's exponent counts as 1.
  const Value place = cat({field.bit(1), field.bit(0) | ~normal});
  const Value significand = placed(b, cat({normal, x.slice(f - 1, 0)}), place);
  return cat({x.msb(), field.slice(e - 1, 2), b.name("significand", significand)});
}

Value from_aligned(Builder& b, const spec::Type& form, Value x) {
  const int f = form.fraction, w = f + kDigit;
  const Value digit = x.slice(x.width - 2, w), m = x.slice(w - 1, 0);
  const Value p3 = m.bit(w - 1), p2 = m.bit(w - 2), p1 = m.bit(w - 3);
  const Value high = b.name("place_high", p3 | p2);
  const Value low = b.name("place_low", p3 | (~p2 & (p1 | ~reduce_or(digit))));
  const Value fraction = b.name("fraction", shifted(b, m, cat({high, low}), 1, true).slice(f - 1, 0));
  // Without a leading one, in place 1 of digit 0, the field is 0.
  return cat({x.msb(), digit, high, p3 | (~p2 & p1), fraction});
}

std::pair<Value, Value> digit_window(Builder& b, Value x, Value digits, int width, const std::string& name) {
  Value sticky = b.zero(), rest = x;
  for (int k = digits.width; k > 0;) {
    const int steps = k >= 2 ? 2 : 1;
    k -= steps;
    const int unit = kDigit << k;
    const int needed = width + kDigit * ((1 << k) - 1);
    rest = zext(rest, std::max(rest.width, needed + 3 * unit));
    const Value amount = digits.slice(k + steps - 1, k);
    for (int times = 1; times < 1 << steps; ++times) {
      const Value reached = steps == 1 ? amount : ule(b.constant(steps, static_cast<std::uint64_t>(times)), amount);
      sticky = sticky | (reached & reduce_or(rest.slice(times * unit - 1, (times - 1) * unit)));
    }
    rest = shifted(b, rest, amount, unit, true).slice(needed - 1, 0);
  }
  return {b.name(name, rest), b.name(name + "_sticky", sticky)};
}

Value leading_digit(Builder& b, Value x, int low, const std::string& name) {
  std::vector<Value> some;
  for (int bit = low; bit < x.width; bit += kDigit)
    some.insert(some.begin(), reduce_or(x.slice(std::min(bit + kDigit, x.width) - 1, bit)));
  return some.size() < 2 ? b.zero() : leading_one(b, cat(some), name);
}

PlacedDigits settled(Builder& b, const spec::Type& form, PlacedDigits p, const Exceptions& x, bool flush) {
  const int f = form.fraction, w = f + kDigit, digits = form.exponent - 2;
  Value over = b.zero(), zero = x.zero;
  if (x.may_overflow) {
    over = reduce_and(p.digit.slice(digits - 1, 0)) & p.window.msb();
    if (p.digit.width > digits) over = over | reduce_or(p.digit.slice(p.digit.width - 1, digits));
  }
  if (flush) {
    const Value normal = reduce_or(p.digit) | reduce_or(p.window.slice(w - 1, f + 1));
    const Value up = p.negative.valid() ? mux(p.negative, p.guard | ~p.rest, p.guard) : p.guard;
    zero = zero | ~(normal | (reduce_and(p.window.slice(f, 0)) & up));
  }
  zero = b.name("is_zero", zero);
  const Value special = b.name("special", x.special | (over & ~zero));
  const Value finite = b.name("is_finite", ~(special | zero));
  p.guard = p.guard & finite;
  p.rest = p.rest & finite;
  if (p.negative.valid()) p.negative = p.negative & finite;
  p.window = with_special(p.window & repeat(finite, w), special, x.is_nan);
  p.digit = (p.digit.slice(digits - 1, 0) & repeat(finite, digits)) | repeat(special, digits);
  p.sign = p.sign & ~x.is_nan;
  return p;
}

Value round_digits(Builder& b, const spec::Type& form, const PlacedDigits& p, bool flush) {
  const int f = form.fraction, w = f + kDigit, digits = form.exponent - 2;
  const Value t = p.window;
  const Places at = places_in(t, flush ? b.zero() : ~reduce_or(p.digit));
  const auto raw = [&](Value v) { return p.negative.valid() ? v ^ p.negative : v; };
  const Value rest1 = p.rest | raw(p.guard), rest2 = rest1 | raw(t.bit(0)), rest3 = rest2 | raw(t.bit(1));
  const Value guard = chosen(at, t.bit(2), t.bit(1), t.bit(0), p.guard);
  const Value last = chosen(at, t.bit(3), t.bit(2), t.bit(1), t.bit(0));
  const Value rest = chosen(at, rest3, rest2, rest1, p.rest);
  Value reached = guard & (rest | last);
  if (p.negative.valid()) reached = mux(p.negative, guard | (~rest & last), reached);
  const Value up = b.name("round_up", reached);
  const Value addend = cat({at.p3, at.p2, at.p1, at.p0}) & repeat(up, kDigit);
  const Value kept = cat({t.slice(w - 1, 3), t.bit(2) & ~at.p3, t.bit(1) & ~(at.p3 | at.p2), t.bit(0) & at.p0});
  const Value rounded = b.name("rounded", cat({p.digit, kept}) + zext(addend, digits + w));
  // The carry out of the highest digit is 1 in the next one.
  const Value wrapped = b.name("wrapped", t.msb() & ~rounded.bit(w - 1));
  return cat({p.sign, rounded.slice(digits + w - 1, f + 1), rounded.bit(f) | wrapped, rounded.slice(f - 1, 0)});
}

namespace {

/// The smaller operand, aligned with the larger one.
struct AlignedSmall {
  Value bits;    ///< F + 4 bits and one digit below
  Value sticky;  ///< bits that are lost below the lowest of them
};

/// One digit below the last is enough: at a distance of two, cancellation loses at most one digit, and at a distance of
/// one the result is exact. All but the lowest bit of the distance are applied first, since the last shift shares LUTs
/// with the sum.
/// `vanishes`: the smaller operand counts as zero.
AlignedSmall align_small(Builder& b, Value small, Value apart, Value vanishes) {
  const int width = small.width + kDigit;
  const int levels = std::min(count_bits((width + kDigit - 1) / kDigit - 1), apart.width);
  const Value far = levels < apart.width ? b.name("far", reduce_or(apart.slice(apart.width - 1, levels))) : b.zero();
  const Value odd = apart.bit(0);
  Value some = cat({small, b.zero(kDigit - 1)}), lost = b.zero();
  if (levels > 1) {
    const Value pairs = apart.slice(levels - 1, 1);
    const int unit = 2 * kDigit;
    for (int bit = 0, n = 1; bit < some.width; bit += unit, ++n) {
      const Value fell = reduce_or(some.slice(std::min(bit + unit, some.width) - 1, bit));
      const Value reached =
          n < 1 << pairs.width ? ule(b.constant(pairs.width, static_cast<std::uint64_t>(n)), pairs) : b.zero();
      lost = lost | ((far | reached) & fell);
    }
    some = b.name("aligned", shifted(b, some, pairs, unit, true));
  } else {
    lost = far & reduce_or(small);
  }
  lost = b.name("lost", lost & ~vanishes);
  // If nothing moves in the row, the lost bits are below its last place.
  const Value near = b.name("near", ~(far | vanishes));
  const Value moved = mux(odd, shifted(b, some, b.one(), kDigit, true), some) & repeat(near, some.width);
  return {moved, lost | (odd & near & reduce_or(some.slice(kDigit - 1, 0)))};
}

/// Flags of the digits of a sum that are not zero, that of the carry first; for a negative sum, of the digits of the
/// inverted bits.
std::vector<Value> digits_with_bits(Value raw, Value carry, Value negative) {
  std::vector<Value> some = {carry};
  for (int high = raw.width - 1 - kDigit; high >= kDigit - 1; high -= kDigit)
    some.push_back(reduce_or(raw.slice(high, high - kDigit + 1) ^ repeat(negative, kDigit)));
  return some;
}

}  // namespace

// Operands are swapped by their digits only. If these are equal, nothing moves, the result is exact, and a difference
// may be negative: it is then normalised inverted, and rounding adds the missing one.
Value aligned_add(Builder& b, const spec::Type& form, Value x, Value y, bool subtract, bool flush) {
  const int w = form.fraction + kDigit, digits = form.exponent - 2;
  const Unpacked ux = unpack(b, form, x, flush, "x");
  const Unpacked uy = unpack(b, form, y, flush, "y");
  const Value y_sign = subtract ? ~uy.sign : uy.sign;
  // An infinite or NaN operand becomes the big one; with equal digits the order does not matter.
  const Value difference = b.name("digit_difference", zext(ux.exponent, digits + 1) - zext(uy.exponent, digits + 1));
  const Value swap = b.name("swap", difference.msb() | uy.all_ones);
  const Value differ = b.name("effective_subtract", ux.sign ^ y_sign);
  const Value digit = b.name("big_digit", mux(swap, uy.exponent, ux.exponent));
  const Value big = b.name("big", mux(swap, uy.significand(), ux.significand()));
  const Value small = b.name("small", mux(swap, ux.significand(), uy.significand()));
  const Value apart = b.name("apart", digit - mux(swap, ux.exponent, uy.exponent));
  const AlignedSmall aligned = align_small(b, small, apart, ux.all_ones ^ uy.all_ones);
  const Value sum = b.name("sum", add_or_subtract(cat({b.zero(), big, b.zero(kDigit)}),
                                                  cat({b.zero(), aligned.bits, aligned.sticky}), differ));
  const Value negative = b.name("negative", differ & sum.msb());

  // The carry has its own digit. No result has its leading one below the first place of the added digit.
  const Value raw = cat({repeat(negative, kDigit - 1), sum});
  const std::vector<Value> some = digits_with_bits(raw, sum.msb() & ~differ, negative);
  const Value zeros = b.name("zero_digits", leading_zeros(b, cat(some), "zeros"));
  const int we = std::max(digits, zeros.width) + 2;
  const Value top = zext(digit, we) + b.constant(we, 1);
  const Value left = b.name("digit_left", top - zext(zeros, we));
  const Value beyond = left.msb();
  const Value amount = b.name("amount", mux(beyond, top.slice(zeros.width - 1, 0), zeros));
  const Value fraction =
      b.name("some_fraction", reduce_or(cat({some.begin() + 2, some.end()})) | reduce_or(sum.slice(w + kDigit - 2, w)));
  const Value empty = b.name("sum_is_zero", ~(reduce_or(cat(some)) | reduce_or(sum.slice(raw.width % kDigit, 0))));

  // An infinite result is infinite before rounding and known from the sum, because numbers carry no further than the
  // place of infinity. A number that rounding carries up to infinity already has the right bits.
  Exceptions at;
  at.special = ux.all_ones | uy.all_ones;
  // Next to infinity or NaN the other operand counts as zero. The sum of two infinities is just the carry.
  at.is_nan =
      b.name("is_nan", at.special & (fraction | (ux.all_ones & uy.all_ones & (differ | sum.bit(w + kDigit - 1)))));
  at.zero = b.zero();
  const Value special = b.name("special", at.special | (reduce_and(digit) & sum.bit(w + kDigit - 1) & ~differ));
  Value normal = b.name("normalised", shifted(b, raw, amount, kDigit, false));
  const int low = normal.width - w;
  PlacedDigits p;
  p.negative = negative;
  p.rest = reduce_or(normal.slice(low - 2, 0));
  normal = normal ^ repeat(negative, normal.width);
  if (!flush) normal = normal & repeat(~special, normal.width);
  p.window = normal.slice(normal.width - 1, low);
  p.guard = normal.bit(low - 1);
  p.digit = b.name("digit", left.slice(digits, 0) & repeat(~(beyond | empty), digits + 1));
  p.sign = (mux(swap, y_sign, ux.sign) ^ negative) & ~(empty & differ);
  if (flush) return round_digits(b, form, settled(b, form, p, at, true), true);
  p.negative = negative & ~special;
  p.window = with_special(p.window, special, at.is_nan);
  p.digit = p.digit.slice(digits - 1, 0) | repeat(special, digits);
  p.sign = p.sign & ~at.is_nan;
  return round_digits(b, form, p, false);
}

}  // namespace rtlgen::ops::detail
