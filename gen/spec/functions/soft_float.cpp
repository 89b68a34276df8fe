// Unpacking, and rounding to nearest even, on integers.
#include "spec/functions/soft_float.hpp"

#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

std::uint64_t sign_bit(const Type& t, bool negative) { return negative ? std::uint64_t{1} << (t.width - 1) : 0; }

/// v / 2^by, rounded to nearest even.
std::uint64_t shifted_rounded(Uint128 v, int by) {
  if (by <= 0) return static_cast<std::uint64_t>(v << -by);
  if (by > 127) return 0;
  const Uint128 kept = v >> by;
  const Uint128 rest = v - (kept << by);
  const Uint128 half = static_cast<Uint128>(1) << (by - 1);
  const bool up = rest > half || (rest == half && (kept & 1) != 0);
  return static_cast<std::uint64_t>(kept) + (up ? 1 : 0);
}

}  // namespace

Parts take_apart(const Type& t, std::uint64_t bits, bool flush) {
  const std::uint64_t top = (std::uint64_t{1} << t.exponent) - 1;
  const std::uint64_t hidden = std::uint64_t{1} << t.fraction;
  const std::uint64_t fraction = bits & (hidden - 1);
  Parts p;
  p.negative = (bits >> (t.width - 1) & 1) != 0;
  p.field = static_cast<int>(bits >> t.fraction & top);
  p.nan = static_cast<std::uint64_t>(p.field) == top && fraction != 0;
  p.infinite = static_cast<std::uint64_t>(p.field) == top && fraction == 0;
  p.zero = p.field == 0 && (fraction == 0 || flush);
  p.significand = p.field == 0 ? fraction : fraction | hidden;
  p.scale_exponent = (p.field == 0 ? 1 : p.field) - bias_of(t) - t.fraction;
  return p;
}

Normal normalised(const Type& t, const Parts& p) {
  const Normal n{p.significand, p.scale_exponent + t.fraction};
  const int shift = t.fraction + 1 - count_bits(n.significand);
  return {n.significand << shift, n.exponent - shift};
}

std::uint64_t round_to(const Type& t, bool negative, Uint128 significand, int exponent, bool flush) {
  const int smallest = 1 - bias_of(t);
  int leading = exponent + leading_place(significand);
  // With flush, the exponent is unbounded while rounding.
  const int unit = (flush || leading >= smallest ? leading : smallest) - t.fraction;
  const std::uint64_t kept = shifted_rounded(significand, unit - exponent);
  if (kept == 0) return zero_bits(t, negative);
  leading = unit + count_bits(kept) - 1;
  if (leading > bias_of(t)) return infinity_bits(t, negative);
  if (leading < smallest) return sign_bit(t, negative) | (flush ? 0 : kept);
  const std::uint64_t hidden = std::uint64_t{1} << t.fraction;
  const std::uint64_t fraction = count_bits(kept) - 1 > t.fraction ? kept >> 1 : kept;
  return sign_bit(t, negative) | static_cast<std::uint64_t>(leading + bias_of(t)) << t.fraction | (fraction - hidden);
}

std::uint64_t zero_bits(const Type& t, bool negative) { return sign_bit(t, negative); }

std::uint64_t infinity_bits(const Type& t, bool negative) {
  return sign_bit(t, negative) | ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
}

std::uint64_t one_bits(const Type& t, bool negative) {
  return sign_bit(t, negative) | static_cast<std::uint64_t>(bias_of(t)) << t.fraction;
}

}  // namespace rtlgen::spec
