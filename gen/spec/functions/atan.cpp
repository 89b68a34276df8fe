// atan2(y, x): the quotient of the smaller and the larger, a table, and the quadrant's constant; atan(y) is atan2(y,
// 1).
#include "spec/functions/atan.hpp"

#include <algorithm>
#include <utility>

#include "spec/functions/parts.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

/// 2 atan(x) / x; 2 at 0.
void atan_value(mpfr_ptr q, mpfr_srcptr x) {
  Real argument(192);
  mpfr_set(argument.get(), x, MPFR_RNDN);
  mpfr_set_ui(q, 1, MPFR_RNDN);
  if (mpfr_zero_p(argument.get()) == 0) {
    mpfr_atan(q, argument.get(), MPFR_RNDN);
    mpfr_div(q, q, argument.get(), MPFR_RNDN);
  }
  mpfr_mul_2ui(q, q, 1, MPFR_RNDN);
}

AtanSizes make_atan(const Type& t) {
  AtanSizes s;
  s.reciprocal = make_reciprocal(t, t.fraction);
  s.quotient_bits = t.fraction + 6;
  TableRequest r = table_request(t);
  r.function = atan_value;
  r.pieces = [](int k) { return even_pieces(0, 1, k); };
  s.place_bits = r.argument_bits;
  r.most_index_bits = 6;
  s.table = make_table(r);
  s.sum_scale = t.fraction + 8;
  s.pi = static_cast<std::uint64_t>(fixed_constant(s.sum_scale, [](mpfr_ptr c) { mpfr_const_pi(c, MPFR_RNDN); }));
  s.half_pi =
      static_cast<std::uint64_t>(fixed_constant(s.sum_scale - 1, [](mpfr_ptr c) { mpfr_const_pi(c, MPFR_RNDN); }));
  return s;
}

/// q = significand * 2^(exponent - quotient_bits + 1).
struct AtanQuotient {
  std::uint64_t significand = 0;
  int exponent = 0;  ///< exponent of the leading one
};

AtanQuotient quotient_of(const Type& t, const AtanSizes& s, const Normal& small, const Normal& large) {
  const auto reciprocal = static_cast<Uint128>(value_at(s.reciprocal, 0, low_bits(large.significand, t.fraction)));
  const Uint128 product = reciprocal * small.significand;
  // The leading one of the product (twice the quotient of the significands) is here or one place higher.
  const int place = t.fraction + s.reciprocal.scale;
  const bool top = product >> (place + 1) != 0;
  const int drop = place + (top ? 1 : 0) - (s.quotient_bits - 1);
  return {static_cast<std::uint64_t>(product >> drop), small.exponent - large.exponent - (top ? 0 : 1)};
}

/// The angle of the point, without sign.
std::uint64_t angle_of(const Type& t, const Parts& y, const Parts& x, bool flush) {
  const AtanSizes& s = atan_sizes(t);
  const bool swapped = std::pair(y.field, y.zero ? 0 : y.significand) > std::pair(x.field, x.zero ? 0 : x.significand);
  const Parts& small = swapped ? x : y;
  const Parts& large = swapped ? y : x;
  const std::uint64_t base = swapped ? s.half_pi : x.negative ? s.pi : 0;
  const bool nothing = small.zero || (large.infinite && !small.infinite);
  if (nothing) return base == 0 ? zero_bits(t, y.negative) : round_to(t, y.negative, base, -s.sum_scale, flush);
  const AtanQuotient q = quotient_of(t, s, normalised(t, small), normalised(t, large));
  const int up = s.place_bits - s.quotient_bits + 1;
  const std::uint64_t place = -q.exponent > 63 ? 0 : q.significand << up >> -q.exponent;
  const std::uint64_t most = (std::uint64_t{1} << s.place_bits) - 1;
  const Uint128 value = static_cast<Uint128>(value_at(s.table, 0, std::min(place, most))) * q.significand;
  const int exponent = q.exponent - (s.quotient_bits - 1) - s.table.scale - 1;
  if (base == 0) return round_to(t, y.negative, value, exponent, flush);
  const int shift = -exponent - s.sum_scale;
  const auto part = shift > 127 ? 0 : static_cast<std::uint64_t>(value >> shift);
  const bool adds = swapped && x.negative;
  return round_to(t, y.negative, adds ? base + part : base - part, -s.sum_scale, flush);
}

}  // namespace

const AtanSizes& atan_sizes(const Type& type) { return remembered<make_atan>(type); }

template <>
std::uint64_t function_bits<Op::kAtan>(const Type& t, const std::uint64_t* operands, bool flush) {
  const Parts y = take_apart(t, operands[0], flush);
  if (y.nan) return quiet_nan(t);
  return angle_of(t, y, take_apart(t, one_bits(t, false), flush), flush);
}

template <>
std::uint64_t function_bits<Op::kAtan2>(const Type& t, const std::uint64_t* operands, bool flush) {
  const Parts y = take_apart(t, operands[0], flush);
  const Parts x = take_apart(t, operands[1], flush);
  if (y.nan || x.nan) return quiet_nan(t);
  return angle_of(t, y, x, flush);
}

}  // namespace rtlgen::spec
