// Tables of functions by themselves.
#include "spec/functions/table.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/errors.hpp"

namespace rtlgen::spec {
namespace {

/// A table with too many rows for hardware is one of a higher degree.
TEST(FunctionTables, HaveNoMoreRowsThanHardwareCan) {
  TableRequest r;
  r.function = [](mpfr_ptr q, mpfr_srcptr x) { mpfr_exp2(q, x, MPFR_RNDN); };
  r.pieces = [](int k) {
    std::vector<Piece> pieces;
    for (int i = 0; i < 5 << k; ++i) pieces.push_back({i * std::ldexp(1.0, -k), (i + 1) * std::ldexp(1.0, -k)});
    return pieces;
  };
  r.scale = 50;
  r.argument_bits = 46;
  r.accuracy = 33;
  r.most_index_bits = 10;
  const Table table = make_table(r);
  EXPECT_EQ(table.degree, 3);
  EXPECT_LE(table.coefficients[0].size(), kMostTableRows);
  r.highest_degree = 2;
  EXPECT_THROW(make_table(r), InternalError);
}

}  // namespace
}  // namespace rtlgen::spec
