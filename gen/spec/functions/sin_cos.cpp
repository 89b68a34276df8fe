// sin and cos: x * 2/pi is a quadrant and a fraction of one, and tables give both functions of the fraction.
#include "spec/functions/sin_cos.hpp"

#include <algorithm>
#include <cmath>

#include "spec/functions/parts.hpp"
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
    for (std::vector<std::uint64_t>& half : s.window_words) {
      half.push_back(mpz_get_ui(word));
      mpz_fdiv_q_2exp(word, word, 64);
    }
  }
  mpz_clear(word);
}

SinCosSizes make_sin_cos(const Type& t) {
  SinCosSizes s;
  s.tiny = tiny_fields(t);
  // |f| is hardly ever below 2^-(F + E): as many bits again for F + 5 good ones, and F + 1 that the
  // product with the significand loses.
  s.scale = 3 * t.fraction + t.exponent + 8;
  s.window = s.scale + 2;
  s.normal_bits = t.fraction + 6;
  make_windows(t, s);
  TableRequest r;
  r.function = sin_cos_value;
  r.pieces = [](int k) {
    std::vector<Piece> rows = even_pieces(0, 0.5, k);
    append(rows, even_pieces(1, 1.5, k));
    return rows;
  };
  r.scale = t.fraction + 8;
  r.argument_bits = t.fraction + 6;
  r.accuracy = t.fraction + 5;
  r.most_index_bits = 6;
  s.table = make_table(r);
  return s;
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

}  // namespace

const SinCosSizes& sin_cos_sizes(const Type& type) { return remembered(type, make_sin_cos); }

template <>
std::uint64_t function_bits<Op::kSin>(const Type& t, const std::uint64_t* operands, bool flush) {
  return sin_cos_of(Op::kSin, t, operands[0], flush);
}

template <>
std::uint64_t function_bits<Op::kCos>(const Type& t, const std::uint64_t* operands, bool flush) {
  return sin_cos_of(Op::kCos, t, operands[0], flush);
}

}  // namespace rtlgen::spec
