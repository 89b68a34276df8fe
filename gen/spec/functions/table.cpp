// Fitting and evaluating piecewise polynomials.
#include "spec/functions/table.hpp"

#include <algorithm>
#include <cstdlib>

#include "spec/real.hpp"
#include "support/check.hpp"
#include "support/index.hpp"
#include "support/int128.hpp"

namespace rtlgen::spec {

namespace {

constexpr int kWorkBits = 192;
constexpr int kHighestDegree = 7;
constexpr int kMostIndexBits = 10;  ///< for the highest degree of a request

/// Points of a piece at which the polynomial is exact, as multiples of 1/`unit`: close to the extrema of a Chebyshev
/// polynomial, including both ends.
struct Nodes {
  int unit;
  std::vector<int> at;
};

Nodes nodes_of(int degree) {
  switch (degree) {
    case 0:
      return {4, {0}};
    case 1:
      return {4, {0, 4}};
    case 2:
      return {4, {0, 2, 4}};
    case 3:
      return {4, {0, 1, 3, 4}};
    case 4:
      return {64, {0, 9, 32, 55, 64}};
    case 5:
      return {64, {0, 6, 22, 42, 58, 64}};
    case 6:
      return {64, {0, 4, 16, 32, 48, 60, 64}};
    default:
      return {64, {0, 3, 12, 25, 39, 52, 61, 64}};
  }
}

/// Rounded to the nearest integer.
Int128 whole_of(mpfr_srcptr v) {
  Real rest(kWorkBits);
  mpfr_abs(rest.get(), v, MPFR_RNDN);
  const auto magnitude = static_cast<Int128>(fixed_point(rest.get()));
  return mpfr_signbit(v) != 0 ? -magnitude : magnitude;
}

class Fitter {
 public:
  explicit Fitter(const TableRequest& request) : request_(request) {}

  /// Computes the coefficients of u in one piece as multiples of 2^-scale; returns whether it is accurate enough.
  bool fit(const Piece& piece, int degree, std::vector<Int128>& coefficients) {
    const auto [unit, nodes] = nodes_of(degree);
    const std::size_t n = nodes.size();
    // Newton's divided differences, then expanded into powers of u.
    std::vector<mpfr_ptr> d;
    for (std::size_t i = 0; i < n; ++i) {
      value_at_part(piece, nodes[i], unit, pool_[i].get());
      d.push_back(pool_[i].get());
    }
    for (std::size_t level = 1; level < n; ++level) {
      for (std::size_t i = n - 1; i >= level; --i) {
        mpfr_sub(d[i], d[i], d[i - 1], MPFR_RNDN);
        mpfr_mul_si(d[i], d[i], unit, MPFR_RNDN);
        mpfr_div_si(d[i], d[i], nodes[i] - nodes[i - level], MPFR_RNDN);
      }
    }
    for (std::size_t from = n - 1; from-- > 0;) {
      // p = d[from] + (u - node[from]) * (d[from+1] + ...): shift the powers above by one node.
      for (std::size_t i = from; i + 1 < n; ++i) {
        mpfr_mul_si(scratch_.get(), d[i + 1], nodes[from], MPFR_RNDN);
        mpfr_div_si(scratch_.get(), scratch_.get(), unit, MPFR_RNDN);
        mpfr_sub(d[i], d[i], scratch_.get(), MPFR_RNDN);
      }
    }
    coefficients.clear();
    for (std::size_t i = 0; i < n; ++i) {
      mpfr_mul_2si(scratch_.get(), d[i], request_.scale, MPFR_RNDN);
      coefficients.push_back(whole_of(scratch_.get()));
    }
    return accurate(piece, d);
  }

 private:
  /// The value of the function at low + (high - low) * part / parts.
  void value_at_part(const Piece& piece, int part, int parts, mpfr_ptr out) {
    mpfr_set_d(x_.get(), piece.high, MPFR_RNDN);
    mpfr_sub_d(x_.get(), x_.get(), piece.low, MPFR_RNDN);
    mpfr_mul_si(x_.get(), x_.get(), part, MPFR_RNDN);
    mpfr_div_si(x_.get(), x_.get(), parts, MPFR_RNDN);
    mpfr_add_d(x_.get(), x_.get(), piece.low, MPFR_RNDN);
    request_.function(out, x_.get());
  }

  bool accurate(const Piece& piece, const std::vector<mpfr_ptr>& d) {
    const int parts = d.size() > 4 ? 64 : 16;
    for (int part = 1; part < parts; part += 2) {
      value_at_part(piece, part, parts, want_.get());
      mpfr_set_zero(scratch_.get(), 1);
      for (std::size_t i = d.size(); i-- > 0;) {
        mpfr_mul_si(scratch_.get(), scratch_.get(), part, MPFR_RNDN);
        mpfr_div_si(scratch_.get(), scratch_.get(), parts, MPFR_RNDN);
        mpfr_add(scratch_.get(), scratch_.get(), d[i], MPFR_RNDN);
      }
      mpfr_sub(scratch_.get(), scratch_.get(), want_.get(), MPFR_RNDN);
      mpfr_abs(scratch_.get(), scratch_.get(), MPFR_RNDN);
      if (mpfr_cmp_ui_2exp(scratch_.get(), 1, -request_.accuracy) > 0) return false;
    }
    return true;
  }

  const TableRequest& request_;
  Real pool_[kHighestDegree + 1] = {Real(kWorkBits), Real(kWorkBits), Real(kWorkBits), Real(kWorkBits),
                                    Real(kWorkBits), Real(kWorkBits), Real(kWorkBits), Real(kWorkBits)};
  Real scratch_{kWorkBits}, x_{kWorkBits}, want_{kWorkBits};
};

int table_bits(Int128 largest) {
  int bits = 1;
  while (largest >> bits != 0) ++bits;
  return bits;
}

/// Computes the bits of each step of Horner's rule, and how many bits of u it needs.
void size_steps(Table& t) {
  t.width.assign(at(t.degree + 1), 0);
  t.used.assign(at(t.degree), 0);
  Int128 reach = 0;
  for (int k = t.degree; k >= 0; --k) {
    if (k < t.degree) t.used[at(k)] = std::min(t.argument_bits, t.width[at(k + 1)] + 1);
    Int128 largest = 0;
    for (const Int128 c : t.coefficients[at(k)]) largest = std::max(largest, c < 0 ? -c : c);
    reach += largest + 1;
    t.width[at(k)] = table_bits(reach) + 1;
  }
}

}  // namespace

Uint128 fixed_point(mpfr_ptr v) {
  mpfr_rint(v, v, MPFR_RNDN);
  mpfr_div_2si(v, v, 64, MPFR_RNDN);
  const Uint128 high = mpfr_get_uj(v, MPFR_RNDZ);
  mpfr_frac(v, v, MPFR_RNDN);
  mpfr_mul_2si(v, v, 64, MPFR_RNDN);
  return high << 64 | mpfr_get_uj(v, MPFR_RNDN);
}

Int128 look_up(const Table& t, std::uint64_t row, std::uint64_t argument) {
  Int128 value = t.coefficients[at(t.degree)][row];
  for (int k = t.degree; k-- > 0;) {
    const auto u = static_cast<std::int64_t>(argument >> (t.argument_bits - t.used[at(k)]));
    value = t.coefficients[at(k)][row] + (value * u >> t.used[at(k)]);
  }
  return value;
}

Table make_table(const TableRequest& request) {
  Fitter fitter(request);
  for (int degree = 1; degree <= request.highest_degree; ++degree) {
    const int most = degree == request.highest_degree ? kMostIndexBits : request.most_index_bits;
    for (int index_bits = request.least_index_bits; index_bits <= most; ++index_bits) {
      // With no bits left for u, the rows are the values of the function.
      const bool all = index_bits >= request.argument_bits;
      const std::vector<Piece> pieces = request.pieces(all ? request.argument_bits : index_bits);
      if (pieces.size() > kMostTableRows) break;
      Table t;
      t.index_bits = all ? request.argument_bits : index_bits;
      t.degree = all ? 0 : degree;
      t.scale = request.scale;
      t.argument_bits = request.argument_bits - t.index_bits;
      t.coefficients.resize(at(t.degree + 1));
      std::vector<Int128> row;
      bool good = true;
      for (const Piece& piece : pieces) {
        good = fitter.fit(piece, t.degree, row) || all;
        if (!good) break;
        for (std::size_t k = 0; k < row.size(); ++k) t.coefficients[k].push_back(row[k]);
      }
      if (!good) continue;
      size_steps(t);
      return t;
    }
  }
  RTLGEN_CHECK(false, "no table is accurate enough");
}

}  // namespace rtlgen::spec
