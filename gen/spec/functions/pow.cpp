// pow(x, y) = 2^(y log2 |x|).
#include "spec/functions/pow.hpp"

#include <algorithm>
#include <cmath>

#include "spec/functions/parts.hpp"
#include "spec/functions/wide.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

PowSizes make_pow(const Type& t) {
  PowSizes s;
  s.exp2 = make_exp2(t);
  // z may be as large as 2^integer_bits, which scales the error of log2.
  s.log2 = make_logarithm(t, Base::kTwo, t.fraction + s.exp2.integer_bits + 6);
  s.far = s.exp2.integer_bits + t.fraction + 2;
  return s;
}

/// Whether a finite y, not zero, is odd, even or not an integer, for negative bases.
struct Parity {
  bool integer = false;
  bool odd = false;
};

Parity parity_of(const Type& t, const Parts& y) {
  const int exponent = y.scale_exponent + t.fraction;
  if (exponent < 0) return {};
  if (exponent > t.fraction) return {true, false};
  const int below = t.fraction - exponent;
  return {low_bits(y.significand, below) == 0, (y.significand >> below & 1) != 0};
}

/// C99 F.9.4.4 if x or y is zero or infinite; neither is NaN and y is not zero.
std::uint64_t pow_at_the_ends(const Type& t, const Parts& x, const Parts& y, bool is_one, bool odd) {
  if (y.infinite) {
    if (is_one) return one_bits(t, false);
    const bool grows = !x.zero && (x.infinite || x.scale_exponent + t.fraction >= 0) && x.field != 0;
    return out_of_range(t, grows == y.negative, false);
  }
  return out_of_range(t, x.zero != y.negative, x.negative && odd);
}

/// exponent + part|; |part| is below one.
Wide magnitude_of(const LogParts& l, int scale) {
  const Wide whole = Wide(static_cast<Uint128>(l.exponent < 0 ? -l.exponent : l.exponent)) << scale;
  const Wide part(static_cast<Uint128>(l.part < 0 ? -l.part : l.part));
  if (l.exponent == 0) return part;
  return (l.exponent < 0) == (l.part < 0) ? whole + part : whole - part;
}

}  // namespace

const PowSizes& pow_sizes(const Type& type) { return remembered<make_pow>(type); }

template <>
std::uint64_t function_bits<Op::kPow>(const Type& t, const std::uint64_t* operands, bool flush) {
  const std::uint64_t a = operands[0];
  const std::uint64_t b = operands[1];
  const Parts x = take_apart(t, a, flush);
  const Parts y = take_apart(t, b, flush);
  const bool magnitude_one = low_bits(a, t.width - 1) == one_bits(t, false);
  if (y.zero || a == one_bits(t, false)) return one_bits(t, false);
  if (x.nan || y.nan) return quiet_nan(t);
  const Parity parity = y.infinite ? Parity{true, false} : parity_of(t, y);
  const bool odd = parity.integer && parity.odd;
  if (x.zero || x.infinite || y.infinite) return pow_at_the_ends(t, x, y, magnitude_one, odd);
  if (x.negative && !parity.integer) return quiet_nan(t);
  const bool negative = x.negative && odd;

  const PowSizes& s = pow_sizes(t);
  const LogParts log2 = logarithm(t, s.log2, normalised(t, x));
  const bool below_one = log2.exponent < 0 || (log2.exponent == 0 && log2.part < 0);
  const bool small = below_one != y.negative;
  if (y.scale_exponent + t.fraction >= s.far && !magnitude_one) return out_of_range(t, small, negative);
  const Wide product = magnitude_of(log2, s.log2.sum_scale) * y.significand;
  const int shift = s.log2.sum_scale - s.exp2.scale - y.scale_exponent;
  const Wide z = shift > 255 ? Wide() : product >> shift;
  if (!(z >> (s.exp2.integer_bits + s.exp2.scale)).is_zero()) return out_of_range(t, small, negative);
  return two_to(t, s.exp2, small, z.low(), negative, flush);
}

}  // namespace rtlgen::spec
