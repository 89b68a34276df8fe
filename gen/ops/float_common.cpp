// Unpacking, leading-zero count, sticky shift, rounding and packing of floats.
#include "ops/float_common.hpp"

#include <algorithm>

#include "spec/type.hpp"

namespace rtlgen::ops::detail {

int bias_of(const spec::Type& type) { return (1 << (type.exponent - 1)) - 1; }

int count_bits(int value) {
  int bits = 1;
  while ((1 << bits) <= value) ++bits;
  return bits;
}

namespace {

/// Unpacks the fields that an aligned form has instead of exponent and fraction.
Unpacked unpack_aligned(Builder& b, const spec::Type& type, Value x, bool flush, const std::string& name) {
  const int w = type.fraction + 4;
  const Value significand = x.slice(w - 1, 0);
  Unpacked u;
  u.aligned = true;
  u.sign = x.msb();
  u.exponent = x.slice(x.width - 2, w);
  u.normal = b.name(name + "_normal", hw::reduce_or(x.slice(x.width - 2, type.fraction + 1)));
  u.all_ones = b.name(name + "_top", hw::reduce_and(x.slice(x.width - 2, w - 1)));
  u.fraction = flush ? significand & hw::repeat(u.normal, w) : significand;
  u.any = b.name(name + "_any", hw::reduce_or(x.slice(w - 2, 0)));
  u.is_nan = u.all_ones & u.any;
  u.is_inf = u.all_ones & ~u.any;
  u.is_zero = flush ? ~u.normal : ~(u.normal | hw::reduce_or(x.slice(type.fraction, 0)));
  return u;
}

}  // namespace

Unpacked unpack(Builder& b, const spec::Type& type, Value x, bool flush, const std::string& name) {
  if (type.aligned) return unpack_aligned(b, type, x, flush, name);
  const int e = type.exponent;
  const int f = type.fraction;
  Unpacked u;
  u.sign = x.bit(e + f);
  u.exponent = x.slice(e + f - 1, f);
  u.normal = b.name(name + "_normal", hw::reduce_or(u.exponent));
  u.all_ones = b.name(name + "_top", hw::reduce_and(u.exponent));
  const Value fraction = x.slice(f - 1, 0);
  u.fraction = flush ? fraction & hw::repeat(u.normal, f) : fraction;
  u.any = b.name(name + "_any", hw::reduce_or(fraction));
  const Value any = u.any;
  u.is_nan = u.all_ones & any;
  u.is_inf = u.all_ones & ~any;
  u.is_zero = flush ? ~u.normal : ~u.normal & ~any;
  return u;
}

Value product_is_nan(const Unpacked& ux, const Unpacked& uy, Value x_zero, Value y_zero) {
  return (ux.all_ones & (ux.any | y_zero)) | (uy.all_ones & (uy.any | x_zero));
}

Value nan_magnitude(Builder& b, const spec::Type& type) {
  const int top = type.aligned ? type.fraction + 3 : type.fraction;  // the lowest bit that infinity has
  hw::Bits bits(type.width - 1, 0);
  for (int i = top - 1; i < type.width - 1; ++i) bits.set_bit(i, true);
  return b.constant(bits);
}

namespace {

/// Leading zeros of x as `levels` bits, the most significant first. Both halves are counted at once
/// and one count is selected: a short path, and if the lower half is short, its count has no high bits.
std::vector<Value> count_zeros(Builder& b, Value x, int levels) {
  if (levels == 0) return {};
  const int half = 1 << (levels - 1);
  if (x.width <= half) {
    // The count does not matter if all bits are zero.
    std::vector<Value> count = count_zeros(b, x, levels - 1);
    count.insert(count.begin(), b.zero());
    return count;
  }
  const Value top = x.slice(x.width - 1, x.width - half);
  const Value empty = ~hw::reduce_or(top);
  const std::vector<Value> above = count_zeros(b, top, levels - 1);
  const std::vector<Value> below = count_zeros(b, x.slice(x.width - half - 1, 0), levels - 1);
  std::vector<Value> count = {empty};
  for (std::size_t i = 0; i < above.size(); ++i) count.push_back(hw::mux(empty, below[i], above[i]));
  return count;
}

Value shifted_left(Builder& b, Value x, int by) {
  return by < x.width ? hw::cat({x.slice(x.width - 1 - by, 0), b.zero(by)}) : b.zero(x.width);
}

}  // namespace

Value leading_zeros(Builder& b, Value x, const std::string& name) {
  int size = 1;
  while (size < x.width) size *= 2;
  if (size == 1) return b.zero();
  // Ones below the value end every count.
  Value rest = size > x.width ? hw::cat({x, b.constant(hw::Bits::ones(size - x.width))}) : x;
  std::vector<Value> count;
  while (rest.width > 1) {
    const int half = rest.width / 2;
    const Value top = rest.slice(rest.width - 1, half);
    const Value empty = b.name(name + "_empty" + std::to_string(half), ~hw::reduce_or(top));
    count.push_back(empty);
    rest = hw::mux(empty, rest.slice(half - 1, 0), top);
  }
  return b.name(name, hw::cat(count));
}

std::pair<Value, Value> normalise(Builder& b, Value x, const std::string& name) {
  // Counts groups of four first: the flags of all groups are ready at once, so the wide shifts do
  // not wait for each other. The last two bits of the count come from the shifted value.
  constexpr int kGroup = 4;
  if (x.width < kGroup) {
    const Value zeros = leading_zeros(b, x, name + "_zeros");
    return {b.name(name + "_lifted", hw::shl(x, zeros)), zeros};
  }
  std::vector<Value> flags;
  for (int high = x.width - 1; high >= 0; high -= kGroup) {
    flags.push_back(hw::reduce_or(x.slice(high, std::max(0, high - kGroup + 1))));
  }
  const auto group_count = static_cast<int>(flags.size());
  const Value groups =
      group_count == 1 ? b.zero()
                       : b.name(name + "_groups", hw::cat(count_zeros(b, hw::cat(flags), count_bits(group_count - 1))));
  Value shifted = x;
  for (int k = groups.width; k-- > 0;) {
    shifted = hw::mux(groups.bit(k), shifted_left(b, shifted, kGroup << k), shifted);
  }
  const Value top = shifted.slice(x.width - 1, x.width - kGroup);
  const Value by_two = b.name(name + "_by_two", ~hw::reduce_or(top.slice(3, 2)));
  const Value by_one = b.name(name + "_by_one", hw::mux(by_two, ~top.bit(1), ~top.bit(3)));
  const Value twice = hw::mux(by_two, shifted_left(b, shifted, 2), shifted);
  return {b.name(name + "_lifted", hw::mux(by_one, shifted_left(b, twice, 1), twice)),
          b.name(name + "_zeros", hw::cat({groups, by_two, by_one}))};
}

Value leading_one(Builder& b, Value x, const std::string& name) {
  int size = 1;
  while (size < x.width) size *= 2;
  if (size == 1) return b.zero();
  Value rest = hw::zext(x, size);
  std::vector<Value> place;
  while (rest.width > 1) {
    const int half = rest.width / 2;
    const Value top = rest.slice(rest.width - 1, half);
    const Value above = b.name(name + "_above" + std::to_string(half), hw::reduce_or(top));
    place.push_back(above);
    rest = hw::mux(above, top, rest.slice(half - 1, 0));
  }
  return b.name(name, hw::cat(place));
}

Value add_or_subtract(Value a, Value x, Value subtract) {
  if (const hw::Bits* known = subtract.constant()) return known->bit(0) ? a - x : a + x;
  // Uses a difference, because synthesis may exchange the operands of a sum, and then the inversion no longer fits the
  // LUTs of the carry chain. The borrow comes from an extra low bit.
  Builder& b = *a.builder;
  const Value add = ~subtract;
  const Value wide = hw::cat({a, b.zero()}) - hw::cat({x ^ hw::repeat(add, x.width), add});
  return wide.slice(a.width, 1);
}

std::pair<Value, Value> window(Builder& b, Value x, Value amount, int width, const std::string& name) {
  Value sticky = b.zero();
  Value rest = x;
  for (int k = amount.width; k-- > 0;) {
    const int by = 1 << k;
    const int needed = width + by - 1;
    const Value go = amount.bit(k);
    const Value wide = hw::zext(rest, std::max(rest.width, needed + by));
    sticky = sticky | (go & hw::reduce_or(wide.slice(by - 1, 0)));
    rest = hw::mux(go, wide.slice(by + needed - 1, by), wide.slice(needed - 1, 0));
  }
  return {b.name(name, rest), b.name(name + "_sticky", sticky)};
}

Value pack(Builder& b, const spec::Type& type, const Packed& p) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Value replaced = b.name("replaced", p.special | p.zero);
  const Value exponent = hw::mux(p.special, b.constant(hw::Bits::ones(e)), hw::mux(p.zero, b.zero(e), p.exponent));
  const Value top = hw::mux(replaced, p.is_nan, p.fraction.msb());
  std::vector<Value> parts = {p.sign & ~p.is_nan, exponent, top};
  if (f > 1) parts.push_back(hw::mux(replaced, b.zero(f - 1), p.fraction.slice(f - 2, 0)));
  return hw::cat(parts);
}

std::pair<Value, Value> shift_right_sticky(Builder& b, Value x, Value amount, const std::string& name) {
  const int levels = count_bits(x.width);
  Value low = amount;
  if (amount.width > levels) {
    // Too far: shift as far as the shifter can, which is beyond the width.
    const Value far = b.name(name + "_far", hw::reduce_or(amount.slice(amount.width - 1, levels)));
    low = amount.slice(levels - 1, 0) | hw::repeat(far, levels);
  }
  return window(b, x, low, x.width, name);
}

namespace {

/// `x` shifted right by 1 - `exponent` if the exponent is `low`, and the bits that fall out.
std::pair<Value, Value> below_normal(Builder& b, Value x, Value exponent, Value low) {
  constexpr int kWide = 8;
  const int we = exponent.width;
  const int levels = count_bits(x.width);
  const Value distance = b.constant(we, 1) - exponent;
  if (we - levels <= kWide)
    return shift_right_sticky(b, x, b.name("denormal_distance", distance & hw::repeat(low, we)), "placed");
  // Exponents of elementary functions are so wide that ORing the bits that mean "too far" takes longer than a
  // comparison in parallel with the difference.
  const Value far =
      b.name("placed_far", hw::slt(exponent, b.constant(we, static_cast<std::uint64_t>(2 - (1 << levels)))));
  const Value amount = (distance.slice(levels - 1, 0) & hw::repeat(low, levels)) | hw::repeat(far, levels);
  return window(b, x, b.name("denormal_distance", amount), x.width, "placed");
}

}  // namespace

Value pack_rounded(Builder& b, const spec::Type& type, Value base_exponent, Value hidden, Value fraction,
                   Value round_up, Value zero, Value special, Value is_nan) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Value finite = ~(zero | special);
  const Value exponent = (base_exponent & hw::repeat(finite, e)) | hw::repeat(special, e);
  const Value top = (fraction.msb() & finite) | is_nan;
  const Value body = f == 1 ? hw::cat({exponent, top})
                            : hw::cat({exponent, top, fraction.slice(f - 2, 0) & hw::repeat(finite, f - 1)});
  const Value step = hidden & finite;
  const Value addend = hw::zext(hw::cat({step, b.zero(f)}), e + f);
  return b.name("packed", hw::add_carry(body, addend, round_up & finite));
}

Value round_placed(Builder& b, const spec::Type& type, const Placed& p, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Value lower = b.name("one_lower", ~p.window.msb() & p.shiftable);
  const Value kept = b.name("kept", hw::mux(lower, p.window.slice(f, 1), p.window.slice(f + 1, 2)));
  const Value guard = hw::mux(lower, p.window.bit(0), p.window.bit(1));
  const Value rest = p.sticky | (~lower & p.window.bit(0));
  const Value round_up = b.name("round_up", guard & (rest | kept.bit(0)));
  const Value rounded =
      b.name("rounded", hw::add_carry(hw::cat({p.exponent, kept}), hw::cat({p.step, b.zero(f)}), round_up));
  const int we = p.exponent.width;
  const Value field = rounded.slice(f + e - 1, f);
  Packed q;
  q.sign = p.sign;
  q.exponent = field;
  q.fraction = rounded.slice(f - 1, 0);
  q.is_nan = p.is_nan;
  q.zero = p.zero;
  Value overflow = hw::reduce_and(field);
  if (flush) {
    const Value negative = rounded.msb();
    if (we > e + 1) overflow = overflow | hw::reduce_or(rounded.slice(f + we - 2, f + e));
    overflow = overflow & ~negative;
    q.zero = q.zero | negative | ~hw::reduce_or(rounded.slice(f + we - 2, f));
  } else if (we > e) {
    overflow = overflow | hw::reduce_or(rounded.slice(f + we - 1, f + e));
  }
  q.special = b.name("special", p.is_nan | p.is_inf | (overflow & ~p.zero));
  return pack(b, type, q);
}

Value round_and_pack(Builder& b, const spec::Type& type, const Unrounded& u, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  Value sticky = u.sticky;
  Value x = u.significand;
  if (x.width > f + 2) {
    sticky = sticky | hw::reduce_or(x.slice(x.width - f - 3, 0));
    x = x.slice(x.width - 1, x.width - f - 2);
  } else if (x.width < f + 2) {
    x = hw::cat({x, b.zero(f + 2 - x.width)});
  }
  const int we = u.exponent.width;
  const Value low = b.name("exponent_low", hw::slt(u.exponent, b.constant(we, 1)));
  Value zero = u.is_zero;
  if (!flush) {
    const auto [moved, lost] = below_normal(b, x, u.exponent, low);
    x = moved;
    sticky = sticky | lost;
  }
  const Value hidden = x.bit(f + 1);
  const Value fraction = x.slice(f, 1);
  const Value round_up = b.name("round_up", x.bit(0) & (sticky | x.bit(1)));
  if (flush) {
    // Rounding may still carry a value just below the smallest normal up to it.
    const Value at_zero = ~hw::reduce_or(u.exponent);
    zero = zero | (low & ~(at_zero & hw::reduce_and(fraction) & round_up));
  }
  const Value minus_one = u.exponent - b.constant(we, 1);
  // At exponent zero, the flush case relies on the carry only.
  const Value base = (flush ? hw::mux(low, b.zero(we), minus_one) : minus_one & hw::repeat(~low, we)).slice(e - 1, 0);
  const Value counted = flush ? hidden & ~low : hidden;
  hw::Bits top(we, 0);
  for (int i = 0; i < e; ++i) top.set_bit(i, true);
  const Value overflow = b.name("overflow", ~hw::slt(u.exponent, b.constant(top)));
  const Value special = u.is_nan | u.is_inf | (overflow & ~u.is_zero);
  const Value magnitude = pack_rounded(b, type, base, counted, fraction, round_up, zero, special, u.is_nan);
  return hw::cat({u.sign & ~u.is_nan, magnitude});
}

Value flushed(Builder& b, const spec::Type& type, Value x, bool flush) {
  if (!flush) return x;
  const Value normal = reduce_or(x.slice(type.width - 2, type.aligned ? type.fraction + 1 : type.fraction));
  return b.name("flushed", hw::cat({x.msb(), x.slice(type.width - 2, 0) & repeat(normal, type.width - 1)}));
}

Value total_less(Value x, Value y) {
  const Value mx = x.slice(x.width - 2, 0);
  const Value my = y.slice(y.width - 2, 0);
  return mux(x.msb() ^ y.msb(), x.msb(), mux(x.msb(), ult(my, mx), ult(mx, my)));
}

}  // namespace rtlgen::ops::detail
