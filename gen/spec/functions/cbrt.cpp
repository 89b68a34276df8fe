// cbrt(x): a table over three binades, and a third of the exponent.
#include "spec/functions/cbrt.hpp"

#include "spec/functions/parts.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

CbrtSizes make_cbrt(const Type& t) {
  TableRequest r = table_request(t);
  r.function = [](mpfr_ptr q, mpfr_srcptr x) { mpfr_cbrt(q, x, MPFR_RNDN); };
  r.pieces = [](int k) {
    std::vector<Piece> rows = even_pieces(1, 2, k);
    append(rows, even_pieces(2, 4, k));
    append(rows, even_pieces(4, 8, k));
    return rows;
  };
  r.scale = t.fraction + 7;
  r.argument_bits = t.fraction;
  r.accuracy = t.fraction + 4;
  r.least_index_bits = 1;
  return {make_table(r)};
}

}  // namespace

const CbrtSizes& cbrt_sizes(const Type& type) { return remembered<make_cbrt>(type); }

template <>
std::uint64_t function_bits<Op::kCbrt>(const Type& t, const std::uint64_t* operands, bool flush) {
  const Parts x = take_apart(t, operands[0], flush);
  if (x.nan) return quiet_nan(t);
  if (x.infinite) return infinity_bits(t, x.negative);
  if (x.zero) return zero_bits(t, x.negative);
  const Table& table = cbrt_sizes(t).table;
  const Normal n = normalised(t, x);
  const int third = n.exponent >= 0 ? n.exponent / 3 : -((2 - n.exponent) / 3);
  const auto first = static_cast<std::uint64_t>(n.exponent - 3 * third) << table.index_bits;
  const Int128 value = value_at(table, first, low_bits(n.significand, t.fraction));
  return round_to(t, x.negative, static_cast<Uint128>(value), third - table.scale, flush);
}

}  // namespace rtlgen::spec
