// sin, cos and tan: x * 2/pi is a quadrant and a fraction, and tables give the functions of the fraction.
#include "spec/functions/sin_cos.hpp"

#include <algorithm>
#include <cmath>

#include "spec/functions/parts.hpp"
#include "spec/functions/wide.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

/// sin(f pi/2) / f for f in [0, 1/2], 2 cos((f - 1) pi/2) for f from 1 on.
void sin_cos_value(mpfr_ptr q, mpfr_srcptr f) {
  Real x(192);
  const bool cosine = mpfr_cmp_ui(f, 1) >= 0;
  mpfr_sub_ui(x.get(), f, cosine ? 1 : 0, MPFR_RNDN);
  Real angle(192);
  mpfr_const_pi(angle.get(), MPFR_RNDN);
  mpfr_div_2ui(angle.get(), angle.get(), 1, MPFR_RNDN);
  if (!cosine && mpfr_zero_p(x.get()) != 0) {
    mpfr_set(q, angle.get(), MPFR_RNDN);
    return;
  }
  mpfr_mul(angle.get(), angle.get(), x.get(), MPFR_RNDN);
  if (cosine) {
    mpfr_cos(q, angle.get(), MPFR_RNDN);
    mpfr_mul_2ui(q, q, 1, MPFR_RNDN);
  } else {
    mpfr_sin(q, angle.get(), MPFR_RNDN);
    mpfr_div(q, q, x.get(), MPFR_RNDN);
  }
}

void make_windows(const Type& t, SinCosSizes& s) {
  const int largest = bias_of(t) - t.fraction + s.scale;
  Real ratio(largest + 64);
  Real shifted(largest + 64);
  mpfr_const_pi(ratio.get(), MPFR_RNDN);
  mpfr_ui_div(ratio.get(), 2, ratio.get(), MPFR_RNDN);
  mpz_t word;
  mpz_init(word);
  for (int field = s.tiny; field < (1 << t.exponent) - 1; ++field) {
    const int exponent = std::max(field, 1) - bias_of(t) - t.fraction;
    mpfr_mul_2si(shifted.get(), ratio.get(), exponent + s.scale, MPFR_RNDN);
    mpfr_get_z(word, shifted.get(), MPFR_RNDD);
    mpz_fdiv_r_2exp(word, word, static_cast<mp_bitcnt_t>(s.window));
    for (std::vector<std::uint64_t>& part : s.window_words) {
      part.push_back(mpz_get_ui(word));
      mpz_fdiv_q_2exp(word, word, 64);
    }
  }
  mpz_clear(word);
}

/// One function of f in [0, 1/2], and another of f - 1 in [0, 1/2].
Table table_of_quadrant(const Type& t, void (*function)(mpfr_ptr, mpfr_srcptr)) {
  TableRequest r = table_request(t);
  r.function = function;
  r.pieces = [](int k) {
    std::vector<Piece> rows = even_pieces(0, 0.5, k);
    append(rows, even_pieces(1, 1.5, k));
    return rows;
  };
  r.most_index_bits = 6;
  return make_table(r);
}

SinCosSizes make_sin_cos(const Type& t) {
  SinCosSizes s;
  s.tiny = tiny_fields(t);
  // f| is hardly ever below 2^-(F + E). So F + 5 good bits need as many bits again, and F + 1 more because the product
  // with the significand loses them.
  s.scale = 3 * t.fraction + t.exponent + 8;
  s.window = s.scale + 2;
  s.normal_bits = t.fraction + 6;
  make_windows(t, s);
  s.table = table_of_quadrant(t, sin_cos_value);
  return s;
}

/// tan(f pi/2) / f for f in [0, 1/2], 2 (f - 1) / tan((f - 1) pi/2) for f from 1 on.
void tan_value(mpfr_ptr q, mpfr_srcptr f) {
  const bool inverse = mpfr_cmp_ui(f, 1) >= 0;
  Real x(192);
  mpfr_sub_ui(x.get(), f, inverse ? 1 : 0, MPFR_RNDN);
  Real angle(192);
  mpfr_const_pi(angle.get(), MPFR_RNDN);
  mpfr_div_2ui(angle.get(), angle.get(), 1, MPFR_RNDN);
  if (mpfr_zero_p(x.get()) == 0) {
    mpfr_mul(angle.get(), angle.get(), x.get(), MPFR_RNDN);
    mpfr_tan(angle.get(), angle.get(), MPFR_RNDN);
    mpfr_div(angle.get(), angle.get(), x.get(), MPFR_RNDN);
  }
  mpfr_set(q, angle.get(), MPFR_RNDN);
  if (inverse) mpfr_ui_div(q, 2, q, MPFR_RNDN);
}

TanSizes make_tan(const Type& t) {
  return {table_of_quadrant(t, tan_value), make_reciprocal(t, sin_cos_sizes(t).normal_bits - 1)};
}

/// x * 2/pi, relative to the nearest quadrant.
struct Turned {
  unsigned quadrant = 0;
  bool below = false;  ///< f is negative
  Wide f;              ///< |f| * 2^scale, with |f| at most 1/2; never zero
};

Turned turned_of(const SinCosSizes& s, const Parts& x) {
  const auto word = static_cast<std::size_t>(x.field - s.tiny);
  const Wide window({s.window_words[0][word], s.window_words[1][word], s.window_words[2][word], 0});
  const Wide turned = window * x.significand;
  // f in [-1/2, 1/2), its magnitude one unit too small if f is negative. The last bit is one, so that f is never zero.
  const bool half = turned.bit(s.scale - 1);
  const Wide inverse = turned.inverted(s.scale - 1);
  const Wide f = half ? inverse : inverse.inverted(s.scale - 1);
  const auto quadrant = static_cast<unsigned>(turned.from(s.scale) & 3) + (half ? 1 : 0);
  return {quadrant, half, f.bit(0) ? f : f + Wide(1)};
}

/// The value of the table for f.
Int128 value_of(const SinCosSizes& s, const Table& table, bool second, const Wide& f) {
  const int index_and_u = table.index_bits + table.argument_bits;
  return value_at(table, second ? std::uint64_t{1} << table.index_bits : 0, f.from(s.scale - 1 - index_and_u));
}

/// The leading bits of f, with a one at the top, times 2^place.
struct Kept {
  std::uint64_t bits = 0;
  int place = 0;
};

Kept kept_of(const SinCosSizes& s, const Wide& f) {
  const int place = f.leading() + 1 - s.normal_bits;
  return {f.from(place), place};
}

std::uint64_t sin_cos_of(Op op, const Type& t, std::uint64_t a, bool flush) {
  const Parts x = take_apart(t, a, flush);
  if (x.nan || x.infinite) return quiet_nan(t);
  const SinCosSizes& s = sin_cos_sizes(t);
  if (x.zero) return op == Op::kSin ? zero_bits(t, x.negative) : one_bits(t, false);
  if (x.field < s.tiny) return op == Op::kSin ? a : one_bits(t, false);
  const Turned turned = turned_of(s, x);
  const unsigned quadrant = turned.quadrant + (op == Op::kCos ? 1 : 0);
  const bool cosine = (quadrant & 1) != 0;
  bool negative = (quadrant >> 1 & 1) != 0;
  if (!cosine) negative ^= turned.below;
  if (op == Op::kSin) negative ^= x.negative;
  const Int128 value = value_of(s, s.table, cosine, turned.f);
  if (cosine) return round_to(t, negative, static_cast<Uint128>(value), -s.table.scale - 1, flush);
  const Kept kept = kept_of(s, turned.f);
  return round_to(t, negative, kept.bits * static_cast<Uint128>(value), kept.place - s.scale - s.table.scale, flush);
}

}  // namespace

const SinCosSizes& sin_cos_sizes(const Type& type) { return remembered<make_sin_cos>(type); }
const TanSizes& tan_sizes(const Type& type) { return remembered<make_tan>(type); }

template <>
std::uint64_t function_bits<Op::kSin>(const Type& t, const std::uint64_t* operands, bool flush) {
  return sin_cos_of(Op::kSin, t, operands[0], flush);
}

template <>
std::uint64_t function_bits<Op::kCos>(const Type& t, const std::uint64_t* operands, bool flush) {
  return sin_cos_of(Op::kCos, t, operands[0], flush);
}

template <>
std::uint64_t function_bits<Op::kTan>(const Type& t, const std::uint64_t* operands, bool flush) {
  const std::uint64_t a = operands[0];
  const Parts x = take_apart(t, a, flush);
  if (x.nan || x.infinite) return quiet_nan(t);
  if (x.zero) return zero_bits(t, x.negative);
  const SinCosSizes& s = sin_cos_sizes(t);
  if (x.field < s.tiny) return a;
  const TanSizes& tan = tan_sizes(t);
  const Turned turned = turned_of(s, x);
  const bool inverse = (turned.quadrant & 1) != 0;
  const auto value = static_cast<Uint128>(value_of(s, tan.table, inverse, turned.f));
  const Kept kept = kept_of(s, turned.f);
  const bool negative = turned.below ^ inverse ^ x.negative;
  if (!inverse) return round_to(t, negative, kept.bits * value, kept.place - s.scale - tan.table.scale, flush);
  const Int128 factor = value_at(tan.reciprocal, 0, low_bits(kept.bits, s.normal_bits - 1));
  const int exponent = s.scale - kept.place - (s.normal_bits - 1) - 2 - tan.table.scale - tan.reciprocal.scale;
  return round_to(t, negative, value * static_cast<Uint128>(factor), exponent, flush);
}

}  // namespace rtlgen::spec
