// The definitions of the functions on bits; widths and tables are in sizes.cpp.
#include "spec/functions/functions.hpp"

#include "spec/functions/soft_float.hpp"
#include "spec/real.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::spec {

namespace {

std::uint64_t low_bits(std::uint64_t v, int count) { return v & ((std::uint64_t{1} << count) - 1); }

/// The table's value where `bits` are index and u, of a part of the table that starts at `first`.
std::int64_t value_at(const Table& t, std::uint64_t first, std::uint64_t bits) {
  return look_up(t, first + (bits >> t.argument_bits), low_bits(bits, t.argument_bits));
}

/// +-2^z, z = +-magnitude / 2^scale.
std::uint64_t two_to(const Type& t, const Exp2Sizes& s, bool negative, std::uint64_t magnitude, bool result_negative,
                     bool flush) {
  const auto unsigned_z = static_cast<std::int64_t>(magnitude);
  const std::int64_t z = negative ? -unsigned_z : unsigned_z;
  const std::int64_t value = value_at(s.table, 0, low_bits(static_cast<std::uint64_t>(z), s.scale));
  return round_to(t, result_negative, static_cast<Uint128>(value), static_cast<int>(z >> s.scale) - s.table.scale,
                  flush);
}

/// 2^z beyond the range: infinity or zero.
std::uint64_t out_of_range(const Type& t, bool small, bool negative) {
  return small ? zero_bits(t, negative) : infinity_bits(t, negative);
}

std::uint64_t exp_of(const Type& t, std::uint64_t a, bool flush) {
  const Parts x = take_apart(t, a, flush);
  if (x.nan) return quiet_nan(t);
  if (x.infinite) return out_of_range(t, x.negative, false);
  if (x.zero) return one_bits(t, false);
  const ExpSizes& s = exp_sizes(t);
  const int above = s.exp2.integer_bits - 1 - (x.scale_exponent + t.fraction);
  if (above < 0) return out_of_range(t, x.negative, false);
  const int shift = s.least_shift + above;
  const Uint128 product = static_cast<Uint128>(x.significand) * s.log2e;
  const auto z = shift > 127 ? 0 : static_cast<std::uint64_t>(product >> shift);
  return two_to(t, s.exp2, x.negative, z, false, flush);
}

/// exponent * log(2) + log(m) at sum_scale, for x = m * 2^exponent.
Int128 logarithm(const Type& t, const LogSizes& s, const Normal& x, std::uint64_t log_of_two) {
  const std::uint64_t hidden = std::uint64_t{1} << t.fraction;
  const std::uint64_t fraction = x.significand - hidden;
  const bool upper = fraction >> (t.fraction - 1) != 0;
  const std::int64_t argument = upper ? static_cast<std::int64_t>(fraction) - static_cast<std::int64_t>(hidden)
                                      : static_cast<std::int64_t>(2 * fraction);
  const Int128 part = static_cast<Int128>(value_at(s.table, 0, fraction)) * argument;
  const Int128 whole = static_cast<Int128>(x.exponent + (upper ? 1 : 0)) * log_of_two;
  return whole * (static_cast<Int128>(1) << (s.sum_scale - s.ln2_scale)) +
         part * (static_cast<Int128>(1) << (s.sum_scale - s.scale));
}

std::uint64_t log_of(const Type& t, std::uint64_t a, bool flush) {
  const Parts x = take_apart(t, a, flush);
  if (x.nan || (x.negative && !x.zero)) return quiet_nan(t);
  if (x.zero) return infinity_bits(t, true);
  if (x.infinite) return infinity_bits(t, false);
  const LogSizes& s = log_sizes(t);
  const Int128 sum = logarithm(t, s, normalised(t, x), s.ln2);
  if (sum == 0) return zero_bits(t, false);
  return round_to(t, sum < 0, static_cast<Uint128>(sum < 0 ? -sum : sum), -s.sum_scale, flush);
}

std::uint64_t sin_cos_of(Op op, const Type& t, std::uint64_t a, bool flush) {
  const Parts x = take_apart(t, a, flush);
  if (x.nan || x.infinite) return quiet_nan(t);
  const SinCosSizes& s = sin_cos_sizes(t);
  if (x.zero) return op == Op::kSin ? zero_bits(t, x.negative) : one_bits(t, false);
  if (x.field < s.tiny) return op == Op::kSin ? a : one_bits(t, false);
  const auto word = static_cast<std::size_t>(x.field - s.tiny);
  const Uint128 window = static_cast<Uint128>(s.window_words[1][word]) << 64 | s.window_words[0][word];
  const Uint128 one = 1;
  const Uint128 turned = window * x.significand & ((one << s.window) - 1);
  // To the nearest quadrant: f in [-1/2, 1/2), its magnitude short of a unit where f is negative. The
  // last bit is one, so that f is never zero.
  const Uint128 mask = (one << (s.scale - 1)) - 1;
  const bool half = (turned >> (s.scale - 1) & 1) != 0;
  const Uint128 f = ((half ? ~turned : turned) & mask) | 1;
  const unsigned quadrant = static_cast<unsigned>(turned >> s.scale) + (half ? 1 : 0) + (op == Op::kCos ? 1 : 0);
  const bool cosine = (quadrant & 1) != 0;
  bool negative = (quadrant >> 1 & 1) != 0;
  if (!cosine) negative ^= half;
  if (op == Op::kSin) negative ^= x.negative;
  const int index_and_u = s.table.index_bits + s.table.argument_bits;
  const std::int64_t value = value_at(s.table, cosine ? std::uint64_t{1} << s.table.index_bits : 0,
                                      static_cast<std::uint64_t>(f >> (s.scale - 1 - index_and_u)));
  if (cosine) return round_to(t, negative, static_cast<Uint128>(value), -s.table.scale - 1, flush);
  const int drop = leading_place(f) + 1 - s.normal_bits;
  const Uint128 kept = drop >= 0 ? f >> drop : f << -drop;
  return round_to(t, negative, kept * static_cast<Uint128>(value), drop - s.scale - s.table.scale, flush);
}

std::uint64_t tanh_of(const Type& t, std::uint64_t a, bool flush) {
  const Parts x = take_apart(t, a, flush);
  if (x.nan) return quiet_nan(t);
  if (x.zero) return zero_bits(t, x.negative);
  const TanhSizes& s = tanh_sizes(t);
  if (x.field < s.tiny) return a;
  const int exponent = x.scale_exponent + t.fraction;
  if (exponent >= s.binades) return one_bits(t, x.negative);
  const int spare = s.place_bits - t.fraction;
  if (exponent >= 0 && x.field != 0) {
    const auto first = static_cast<std::uint64_t>(1 + exponent) << s.table.index_bits;
    const std::uint64_t fraction = low_bits(x.significand, t.fraction);
    const std::int64_t value = value_at(s.table, first, fraction << spare);
    return round_to(t, x.negative, static_cast<Uint128>(value), -s.table.scale - 1, flush);
  }
  const std::uint64_t place = -exponent > 63 ? 0 : x.significand << spare >> -exponent;
  const std::int64_t value = value_at(s.table, 0, place);
  return round_to(t, x.negative, static_cast<Uint128>(value) * x.significand, x.scale_exponent - s.table.scale - 1,
                  flush);
}

/// What a finite y, not zero, means to a negative base.
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

/// C99 F.9.4.4 where x or y is zero or infinite; neither is NaN and y is not zero.
std::uint64_t pow_at_the_ends(const Type& t, const Parts& x, const Parts& y, bool is_one, bool odd) {
  if (y.infinite) {
    if (is_one) return one_bits(t, false);
    const bool grows = !x.zero && (x.infinite || x.scale_exponent + t.fraction >= 0) && x.field != 0;
    return out_of_range(t, grows == y.negative, false);
  }
  return out_of_range(t, x.zero != y.negative, x.negative && odd);
}

std::uint64_t pow_of(const Type& t, std::uint64_t a, std::uint64_t b, bool flush) {
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
  const Int128 log2 = logarithm(t, s.log2, normalised(t, x), 1);
  const bool small = (log2 < 0) != y.negative;
  if (y.scale_exponent + t.fraction >= s.far && !magnitude_one) return out_of_range(t, small, negative);
  const Uint128 product = static_cast<Uint128>(log2 < 0 ? -log2 : log2) * y.significand;
  const int shift = s.log2.sum_scale - s.exp2.scale - y.scale_exponent;
  const Uint128 z = shift > 127 ? 0 : product >> shift;
  if (z >> (s.exp2.integer_bits + s.exp2.scale) != 0) return out_of_range(t, small, negative);
  return two_to(t, s.exp2, small, static_cast<std::uint64_t>(z), negative, flush);
}

}  // namespace

bool is_function(Op op) {
  switch (op) {
    case Op::kExp:
    case Op::kLog:
    case Op::kSin:
    case Op::kCos:
    case Op::kTanh:
    case Op::kPow:
      return true;
    default:
      return false;
  }
}

bool has_functions(const Type& type) { return type.is_float() && type.fraction <= kMostFunctionFraction; }

std::uint64_t evaluate_function(Op op, const Type& type, std::uint64_t a, std::uint64_t b, bool flush) {
  switch (op) {
    case Op::kExp:
      return exp_of(type, a, flush);
    case Op::kLog:
      return log_of(type, a, flush);
    case Op::kSin:
    case Op::kCos:
      return sin_cos_of(op, type, a, flush);
    case Op::kTanh:
      return tanh_of(type, a, flush);
    case Op::kPow:
      return pow_of(type, a, b, flush);
    default:
      RTLGEN_CHECK(false, "no elementary function");
  }
}

}  // namespace rtlgen::spec
