// Pieces of integer arithmetic: two's complement, wrapping; division truncates toward zero, x/0 has all bits
// set and x%0 is x.
#include "ops/float_core.hpp"
#include "spec/type.hpp"
#include "support/int128.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

Value less(const spec::Type& type, Value p, Value q) { return type.is_signed() ? slt(p, q) : ult(p, q); }

Value negate_if(Builder& b, Value condition, Value x) {
  return add_carry(x ^ repeat(condition, x.width), b.zero(x.width), condition);
}

// Uses canonical signed digits: x * 7 -> (x << 3) - x.
Value multiply_constant(Builder& b, Value x, std::uint64_t k, bool negative) {
  const int w = x.width;
  const std::uint64_t mask = w >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << w) - 1;
  Value sum = b.zero(w);
  Uint128 rest = k & mask;
  for (int i = 0; i < w && rest != 0; ++i, rest >>= 1) {
    if ((rest & 1) == 0) continue;
    const Value term = i == 0 ? x : cat({x.slice(w - 1 - i, 0), b.zero(i)});
    const bool digit_is_negative = (rest & 3) == 3;
    sum = digit_is_negative != negative ? sum - term : sum + term;
    if (digit_is_negative)
      rest += 1;
    else
      rest -= 1;
  }
  return sum;
}

// A remainder is less than the divisor, so one more bit holds the sign of the next difference: a row is one carry
// chain. A zero divisor automatically gives all ones and, if both are equally wide, the dividend.
Quotient divide_unsigned(Builder& b, Value x, Value d) {
  const int w = d.width;
  Value remainder = b.zero(w);
  std::vector<Value> bits;
  // No remainder is less than a zero divisor, but rows of a wider dividend have no bit for a sign.
  const Value by_zero = x.width > w ? b.name("by_zero", ~reduce_or(d)) : b.zero(1);
  for (int i = x.width; i-- > 0;) {
    const Value next = cat({remainder, x.bit(i)});
    const Value difference = b.name("row" + std::to_string(i), next - zext(d, w + 1));
    const Value fits = ~difference.msb() | by_zero;
    bits.push_back(fits);
    remainder = b.name("rest" + std::to_string(i), mux(fits, difference, next).slice(w - 1, 0));
  }
  return {b.name("quotient", cat(bits)), remainder};
}

bool is_power_of_two(const Bits& k, int& log) {
  int set = 0;
  for (int i = 0; i < k.width; ++i) {
    if (!k.bit(i)) continue;
    ++set;
    log = i;
  }
  return set == 1;
}

namespace {

/// x / 2^log and its remainder; a signed quotient rounds toward zero.
Value divide_power(Builder& b, bool is_signed, bool wants_remainder, Value x, int log) {
  const int w = x.width;
  const Value n = b.constant(w, static_cast<std::uint64_t>(log));
  if (!is_signed) {
    const Value q = shr(x, n);
    return wants_remainder ? x - shl(q, n) : q;
  }
  const Value correction = log == 0 ? b.zero(w) : zext(repeat(x.msb(), log), w);
  const Value q = sar(x + correction, n);
  return wants_remainder ? x - shl(q, n) : q;
}

}  // namespace

Value divide_integers(Builder& b, bool is_signed, bool wants_remainder, Value x, Value d) {
  int log = 0;
  const bool constant = d.constant() != nullptr;
  if (constant && is_power_of_two(*d.constant(), log) && !(is_signed && log == x.width - 1)) {
    return divide_power(b, is_signed, wants_remainder, x, log);
  }
  if (!is_signed) {
    const Quotient q = divide_unsigned(b, x, d);
    return wants_remainder ? q.remainder : q.quotient;
  }
  const Value by_zero = ~reduce_or(d);
  const Value sx = x.msb();
  const Value sd = d.msb();
  const Quotient q =
      divide_unsigned(b, b.name("dividend", negate_if(b, sx, x)), b.name("divisor", negate_if(b, sd, d)));
  if (wants_remainder) return mux(by_zero, x, negate_if(b, sx, q.remainder));
  return mux(by_zero, b.constant(Bits::ones(x.width)), negate_if(b, sx ^ sd, q.quotient));
}

}  // namespace rtlgen::ops::detail
