// Tables over equal pieces, 2^z and logarithms.
//
// Error budgets, in units of the last place of a result in [1, 2): at most 1/16 for a table's polynomial, 1/32 for its
// rounding and the truncations of Horner's rule, 1/32 for the argument. With the final rounding the total stays below
// 3/4, so the result is one of the two neighbours of the true value, and the true value itself if the format can
// represent it.
#include "spec/functions/parts.hpp"

#include <algorithm>

#include "spec/type.hpp"

namespace rtlgen::spec {

std::vector<Piece> even_pieces(double low, double high, int index_bits) {
  const int count = 1 << index_bits;
  std::vector<Piece> pieces;
  pieces.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    pieces.push_back({low + (high - low) * i / count, low + (high - low) * (i + 1) / count});
  }
  return pieces;
}

void append(std::vector<Piece>& to, const std::vector<Piece>& more) { to.insert(to.end(), more.begin(), more.end()); }

TableRequest table_request(const Type& t) {
  TableRequest r;
  r.scale = t.fraction + 8;
  r.argument_bits = t.fraction + 6;
  r.accuracy = t.fraction + 5;
  r.highest_degree = t.fraction < 24 ? 3 : 7;
  return r;
}

int tiny_fields(const Type& t) { return std::max(0, bias_of(t) - (t.fraction + 1) / 2 - 1); }

Exp2Sizes make_exp2(const Type& t) {
  Exp2Sizes s;
  s.integer_bits = count_bits(static_cast<std::uint64_t>(bias_of(t)) + static_cast<std::uint64_t>(t.fraction) + 2);
  s.scale = t.fraction + 6;
  TableRequest r = table_request(t);
  r.function = [](mpfr_ptr q, mpfr_srcptr x) { mpfr_exp2(q, x, MPFR_RNDN); };
  r.pieces = [](int k) { return even_pieces(0, 1, k); };
  r.scale = t.fraction + 7;
  r.argument_bits = s.scale;
  r.accuracy = t.fraction + 4;
  s.table = make_table(r);
  return s;
}

namespace {

/// log(1 + t) / t to a base; 1 / log(base) at t = 0.
void log_ratio(mpfr_ptr q, mpfr_srcptr t, Base base) {
  if (mpfr_zero_p(t) != 0) {
    mpfr_set_ui(q, 1, MPFR_RNDN);
  } else {
    Real argument(192);
    mpfr_set(argument.get(), t, MPFR_RNDN);
    mpfr_log1p(q, argument.get(), MPFR_RNDN);
    mpfr_div(q, q, argument.get(), MPFR_RNDN);
  }
  if (base == Base::kE) return;
  Real unit(192);
  mpfr_log_ui(unit.get(), base == Base::kTwo ? 2 : 10, MPFR_RNDN);
  mpfr_div(q, q, unit.get(), MPFR_RNDN);
}

}  // namespace

Table make_reciprocal(const Type& t, int argument_bits) {
  TableRequest r = table_request(t);
  r.function = [](mpfr_ptr q, mpfr_srcptr m) { mpfr_ui_div(q, 2, m, MPFR_RNDN); };
  r.pieces = [](int k) { return even_pieces(1, 2, k); };
  r.argument_bits = argument_bits;
  return make_table(r);
}

LogSizes make_logarithm(const Type& t, Base base, int accuracy) {
  TableRequest r = table_request(t);
  r.function = [base](mpfr_ptr q, mpfr_srcptr x) { log_ratio(q, x, base); };
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

std::uint64_t two_to(const Type& t, const Exp2Sizes& s, bool negative, Uint128 magnitude, bool result_negative,
                     bool flush) {
  const auto unsigned_z = static_cast<Int128>(magnitude);
  const Int128 z = negative ? -unsigned_z : unsigned_z;
  const Int128 value = value_at(s.table, 0, low_bits(static_cast<std::uint64_t>(z), s.scale));
  return round_to(t, result_negative, static_cast<Uint128>(value), static_cast<int>(z >> s.scale) - s.table.scale,
                  flush);
}

std::uint64_t out_of_range(const Type& t, bool small, bool negative) {
  return small ? zero_bits(t, negative) : infinity_bits(t, negative);
}

LogParts logarithm(const Type& t, const LogSizes& s, const Normal& x) {
  const std::uint64_t hidden = std::uint64_t{1} << t.fraction;
  const std::uint64_t fraction = x.significand - hidden;
  const bool upper = fraction >> (t.fraction - 1) != 0;
  const std::int64_t argument = upper ? static_cast<std::int64_t>(fraction) - static_cast<std::int64_t>(hidden)
                                      : static_cast<std::int64_t>(2 * fraction);
  return {x.exponent + (upper ? 1 : 0), value_at(s.table, 0, fraction) * argument};
}

}  // namespace rtlgen::spec
