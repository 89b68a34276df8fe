// Each level of a shift is one LUT of six inputs per bit; see digits.hpp.
#include "ops/digits.hpp"

#include <algorithm>

#include "ops/additions.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

/// x moved by 0 to 3 times `by` places, to the right (down) or to the left: one LUT of six inputs per bit. The order 0,
/// 1, 3, 2 of the choices keeps synthesis from sharing halves between bits, which would take two LUTs per bit.
Value moved(Builder& b, Value x, Value by_two, Value by_one, int by, bool down) {
  const auto at = [&](int times) {
    const int n = times * by;
    if (n >= x.width) return b.zero(x.width);
    if (n == 0) return x;
    return down ? zext(x.slice(x.width - 1, n), x.width) : cat({x.slice(x.width - 1 - n, 0), b.zero(n)});
  };
  if (!by_two.valid()) return mux(by_one, at(1), x);
  const Value odd = by_two ^ by_one;
  return mux(by_two, mux(odd, at(2), at(3)), mux(odd, at(1), x));
}

SignedSum added(Builder& b, const SignedSum& x, const SignedSum& y, Additions& additions) {
  const Uint128 bound = x.bound + y.bound;
  const int width = bits_of(bound) + 1;
  const Value subtract = x.negative ^ y.negative, second = sext(y.value, width), first = sext(x.value, width);
  const bool in_block = additions.next_is_in_block(width, y.shares_luts);
  const Value sum = in_block ? block_sum(first, second, subtract) : add_or_subtract(first, second, subtract);
  return {b.name("sum", sum), x.negative, bound};
}

}  // namespace

int bits_of(Uint128 v) {
  int bits = 0;
  while (v >> bits != 0) ++bits;
  return bits;
}

Value places_of(Value exponent) { return exponent.slice(std::min(1, exponent.width - 1), 0); }

Value digit_of(Value exponent) {
  return exponent.width > 2 ? exponent.slice(exponent.width - 1, 2) : exponent.builder->zero();
}

Value shifted(Builder& b, Value x, Value amount, int unit, bool down) {
  for (int k = amount.width; k > 0;) {
    const Value high = k >= 2 ? amount.bit(k - 1) : Value{};
    k -= k >= 2 ? 2 : 1;
    x = moved(b, x, high, amount.bit(k), unit << k, down);
  }
  return x;
}

Value placed(Builder& b, Value significand, Value places) {
  return shifted(b, zext(significand, significand.width + kDigit - 1), places, 1, false);
}

// The last step and the test for larger distances share the LUTs of the sum that follows.
Value cut(Builder& b, Value x, Value digits, const std::string& name) {
  const int needed = std::clamp(count_bits((x.width - 1) / kDigit), 1, digits.width);
  Value rest = shifted(b, x, digits.slice(needed - 1, 0), kDigit, true);
  if (digits.width > needed) rest = rest & ~repeat(reduce_or(digits.slice(digits.width - 1, needed)), x.width);
  return b.name(name, rest);
}

SignedSum sum_of(Builder& b, std::vector<SignedSum> terms, Additions& additions) {
  while (terms.size() > 1) {
    std::vector<SignedSum> next;
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2) next.push_back(added(b, terms[i], terms[i + 1], additions));
    if (terms.size() % 2 != 0) next.push_back(terms.back());
    terms = std::move(next);
  }
  return terms.front();
}

// Groups of four are counted first, since the inversion shares their LUTs.
Value leading_zeros_of(Builder& b, Value x, Value negative, const std::string& name) {
  std::vector<Value> some, high, low;
  for (int top = x.width - 1; top >= 0; top -= kDigit) {
    Value y[3];
    for (int j = 0; j < 3; ++j) y[j] = top >= j ? x.bit(top - j) ^ negative : b.one();
    const Value last = top >= 3 ? x.bit(top - 3) ^ negative : b.one();
    some.push_back(y[0] | y[1] | y[2] | last);
    high.push_back(~(y[0] | y[1]));
    low.push_back(~(y[0] | (~y[1] & y[2])));
  }
  const Value group = leading_zeros(b, cat(some), name + "_group");
  const auto chosen = [&](std::vector<Value> all) {
    for (int k = 0; k < group.width; ++k) {
      std::vector<Value> next;
      for (std::size_t i = 0; i < all.size(); i += 2)
        next.push_back(i + 1 < all.size() ? mux(group.bit(k), all[i + 1], all[i]) : all[i]);
      all = std::move(next);
    }
    return all.front();
  };
  return b.name(name, cat({group, chosen(high), chosen(low)}));
}

Value largest(std::vector<Value> digits) {
  while (digits.size() > 1) {
    std::vector<Value> next;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
      next.push_back(mux(ult(digits[i], digits[i + 1]), digits[i + 1], digits[i]));
    if (digits.size() % 2 != 0) next.push_back(digits.back());
    digits = std::move(next);
  }
  return digits.front();
}

}  // namespace rtlgen::ops::detail
