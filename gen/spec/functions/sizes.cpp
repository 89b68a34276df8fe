// How wide everything is, by format, and the tables that follow; made by MPFR when first asked for.
//
// Error budgets, in units of the last place of a result in [1, 2): a table's polynomial is good to
// 1/16 or better, its rounding and the cuts of Horner's rule to 1/32, the argument to 1/32. With the
// final rounding that stays below 3/4, so the result is one of the two neighbours of the true value,
// and the true value itself where the format holds it.
#include <gmp.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "spec/functions/functions.hpp"
#include "spec/functions/soft_float.hpp"
#include "spec/real.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::spec {

namespace {

/// Values are made once a format and live as long as the program; any thread may ask. The format that a
/// thread asked for last costs no lock.
template <class Sizes>
const Sizes& remembered(const Type& type, Sizes (*make)(const Type&)) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, Sizes> known;
  thread_local std::pair<int, int> last_key;
  thread_local const Sizes* last = nullptr;
  const auto key = std::make_pair(type.exponent, type.fraction);
  if (last != nullptr && last_key == key) return *last;
  RTLGEN_CHECK(has_functions(type), "no elementary functions of " + type.name());
  const std::lock_guard lock(mutex);
  auto found = known.find(key);
  if (found == known.end()) found = known.emplace(key, make(type)).first;
  last_key = key;
  last = &found->second;
  return *last;
}

/// 2^index_bits equal pieces of [low, high).
std::vector<Piece> even_pieces(double low, double high, int index_bits) {
  const int count = 1 << index_bits;
  std::vector<Piece> pieces;
  for (int i = 0; i < count; ++i) {
    pieces.push_back({low + (high - low) * i / count, low + (high - low) * (i + 1) / count});
  }
  return pieces;
}

void append(std::vector<Piece>& to, const std::vector<Piece>& more) { to.insert(to.end(), more.begin(), more.end()); }

/// constant * 2^scale to nearest, where `set` writes the constant.
template <class F>
std::uint64_t fixed_constant(int scale, F set) {
  Real c(192);
  set(c.get());
  mpfr_mul_2si(c.get(), c.get(), scale, MPFR_RNDN);
  return mpfr_get_uj(c.get(), MPFR_RNDN);
}

Exp2Sizes make_exp2(const Type& t) {
  Exp2Sizes s;
  s.integer_bits = count_bits(static_cast<std::uint64_t>(bias_of(t) + t.fraction + 2));
  s.scale = t.fraction + 6;
  TableRequest r;
  r.function = [](mpfr_ptr q, mpfr_srcptr x) { mpfr_exp2(q, x, MPFR_RNDN); };
  r.pieces = [](int k) { return even_pieces(0, 1, k); };
  r.scale = t.fraction + 7;
  r.argument_bits = s.scale;
  r.accuracy = t.fraction + 4;
  s.table = make_table(r);
  return s;
}

ExpSizes make_exp(const Type& t) {
  ExpSizes s;
  s.exp2 = make_exp2(t);
  s.log2e_scale = s.exp2.integer_bits + t.fraction + 6;
  s.log2e = fixed_constant(s.log2e_scale, [](mpfr_ptr c) {
    mpfr_const_log2(c, MPFR_RNDN);
    mpfr_ui_div(c, 1, c, MPFR_RNDN);
  });
  s.least_shift = t.fraction + s.log2e_scale - s.exp2.scale - s.exp2.integer_bits + 1;
  return s;
}

/// log(1 + t) / t, to base 2 if asked; 1 / log(base) at 0.
void log_ratio(mpfr_ptr q, mpfr_srcptr t, bool base_two) {
  if (mpfr_zero_p(t) != 0) {
    mpfr_set_ui(q, 1, MPFR_RNDN);
  } else {
    Real argument(192);
    mpfr_set(argument.get(), t, MPFR_RNDN);
    mpfr_log1p(q, argument.get(), MPFR_RNDN);
    mpfr_div(q, q, argument.get(), MPFR_RNDN);
  }
  if (!base_two) return;
  Real ln2(192);
  mpfr_const_log2(ln2.get(), MPFR_RNDN);
  mpfr_div(q, q, ln2.get(), MPFR_RNDN);
}

LogSizes make_logarithm(const Type& t, bool base_two, int accuracy) {
  TableRequest r;
  r.function = [base_two](mpfr_ptr q, mpfr_srcptr x) { log_ratio(q, x, base_two); };
  r.pieces = [](int k) {
    std::vector<Piece> rows = even_pieces(0, 0.5, k - 1);
    append(rows, even_pieces(-0.25, 0, k - 1));
    return rows;
  };
  r.least_index_bits = 1;
  r.scale = accuracy + 2;
  r.argument_bits = t.fraction;
  r.accuracy = accuracy;
  LogSizes s;
  s.table = make_table(r);
  s.scale = t.fraction + 1 + s.table.scale;
  s.sum_scale = s.scale;
  return s;
}

LogSizes make_log(const Type& t) {
  LogSizes s = make_logarithm(t, false, t.fraction + 5);
  s.ln2_scale = t.fraction + t.exponent + 7;
  s.ln2 = fixed_constant(s.ln2_scale, [](mpfr_ptr c) { mpfr_const_log2(c, MPFR_RNDN); });
  s.sum_scale = std::max(s.scale, s.ln2_scale);
  return s;
}

/// Exponent fields below it: |x| < 2^-(1 + F/2), where x^2 is at most a quarter of the last place of 1.
int tiny_fields(const Type& t) { return std::max(0, bias_of(t) - (t.fraction + 1) / 2 - 1); }

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

/// 2 tanh(x), and up to 1 that over x.
void tanh_value(mpfr_ptr q, mpfr_srcptr x) {
  Real argument(192);
  mpfr_set(argument.get(), x, MPFR_RNDN);
  if (mpfr_zero_p(x) != 0) {
    mpfr_set_ui(q, 1, MPFR_RNDN);
  } else {
    mpfr_tanh(q, argument.get(), MPFR_RNDN);
    if (mpfr_cmp_ui(argument.get(), 1) < 0) mpfr_div(q, q, argument.get(), MPFR_RNDN);
  }
  mpfr_mul_2ui(q, q, 1, MPFR_RNDN);
}

TanhSizes make_tanh(const Type& t) {
  TanhSizes s;
  s.tiny = tiny_fields(t);
  // 1 - tanh(x) < 2 exp(-2x): half a unit in the last place below 1 at x = (F + 2) ln(2) / 2.
  while (std::ldexp(1.0, s.binades) < (t.fraction + 2) * std::log(2.0) / 2) ++s.binades;
  s.place_bits = t.fraction + 6;
  TableRequest r;
  r.function = tanh_value;
  const int binades = s.binades;
  r.pieces = [binades](int k) {
    std::vector<Piece> rows = even_pieces(0, 1, k);
    for (int j = 0; j < binades; ++j) append(rows, even_pieces(std::ldexp(1.0, j), std::ldexp(2.0, j), k));
    return rows;
  };
  r.scale = t.fraction + 8;
  r.argument_bits = s.place_bits;
  r.accuracy = t.fraction + 5;
  r.most_index_bits = 5;
  s.table = make_table(r);
  return s;
}

PowSizes make_pow(const Type& t) {
  PowSizes s;
  s.exp2 = make_exp2(t);
  // z may be as large as 2^integer_bits, and its error with it.
  s.log2 = make_logarithm(t, true, t.fraction + s.exp2.integer_bits + 6);
  s.far = s.exp2.integer_bits + t.fraction + 2;
  return s;
}

}  // namespace

const ExpSizes& exp_sizes(const Type& type) { return remembered(type, make_exp); }
const LogSizes& log_sizes(const Type& type) { return remembered(type, make_log); }
const SinCosSizes& sin_cos_sizes(const Type& type) { return remembered(type, make_sin_cos); }
const TanhSizes& tanh_sizes(const Type& type) { return remembered(type, make_tanh); }
const PowSizes& pow_sizes(const Type& type) { return remembered(type, make_pow); }

}  // namespace rtlgen::spec
