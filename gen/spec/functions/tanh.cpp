// tanh(x): a table of the function, or of the function divided by x.
#include "spec/functions/tanh.hpp"

#include <algorithm>
#include <cmath>

#include "spec/functions/parts.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

/// 2 tanh(x); for x up to 1, divided by x.
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
  // 1 - tanh(x) < 2 exp(-2x), which is half a unit in the last place below 1, 2^-(F + 2), at x = (F + 3) ln(2) / 2.
  while (std::ldexp(1.0, s.binades) < (t.fraction + 3) * std::log(2.0) / 2) ++s.binades;
  TableRequest r = table_request(t);
  r.function = tanh_value;
  const int binades = s.binades;
  r.pieces = [binades](int k) {
    std::vector<Piece> rows = even_pieces(0, 1, k);
    for (int j = 0; j < binades; ++j) append(rows, even_pieces(std::ldexp(1.0, j), std::ldexp(2.0, j), k));
    return rows;
  };
  s.place_bits = r.argument_bits;
  r.most_index_bits = 5;
  s.table = make_table(r);
  return s;
}

}  // namespace

const TanhSizes& tanh_sizes(const Type& type) { return remembered<make_tanh>(type); }

template <>
std::uint64_t function_bits<Op::kTanh>(const Type& t, const std::uint64_t* operands, bool flush) {
  const std::uint64_t a = operands[0];
  const Parts x = take_apart(t, a, flush);
  if (x.nan) return quiet_nan(t);
  if (x.zero) return zero_bits(t, x.negative);
  const TanhSizes& s = tanh_sizes(t);
  if (x.field < s.tiny) return a;
  const int exponent = x.scale_exponent + t.fraction;
  if (exponent >= s.binades || x.infinite) return one_bits(t, x.negative);
  const int spare = s.place_bits - t.fraction;
  if (exponent >= 0 && x.field != 0) {
    const auto first = static_cast<std::uint64_t>(1 + exponent) << s.table.index_bits;
    const std::uint64_t fraction = low_bits(x.significand, t.fraction);
    const Int128 value = value_at(s.table, first, fraction << spare);
    return round_to(t, x.negative, static_cast<Uint128>(value), -s.table.scale - 1, flush);
  }
  const std::uint64_t place = -exponent > 63 ? 0 : x.significand << spare >> -exponent;
  const Int128 value = value_at(s.table, 0, place);
  return round_to(t, x.negative, static_cast<Uint128>(value) * x.significand, x.scale_exponent - s.table.scale - 1,
                  flush);
}

}  // namespace rtlgen::spec
