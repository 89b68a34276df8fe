// The check of functions against MPFR notices a function with wrong bits as soon as that has a row of the registry.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "neighbours.hpp"

namespace rtlgen::spec {
namespace {

/// erf with tanh's shortcut for tiny operands, x for f(x): right for tanh, which has slope 1 at 0. Hardware and golden
/// engine would share the mistake, so only the true value can find it.
std::uint64_t erf_with_the_path_of_tanh(const Type& t, const std::uint64_t* operands, bool flush) {
  Real x(kExactBits);
  load_float(t, operands[0], flush, x.get());
  if (mpfr_number_p(x.get()) != 0 && std::fabs(mpfr_get_d(x.get(), MPFR_RNDZ)) < std::ldexp(1.0, -t.fraction / 2))
    return operands[0];
  return rounded(t, flush, [&](mpfr_ptr out) { return mpfr_erf(out, x.get(), MPFR_RNDN); });
}

TEST(Functions, AWrongRowOfTheRegistryIsFound) {
  Operation row;
  row.symbol = "erf";
  row.form = Form::kFunction;
  row.least = row.most = 1;
  row.real = [](const RealCall& c) { return mpfr_erf(c.q, c.x[0], MPFR_RNDN); };
  row.bits = erf_with_the_path_of_tanh;
  const Type t = Type::float_of(5, 10);
  int faults = 0;
  double ulps = 0;
  for (std::uint64_t a = 0; a <= t.mask(); ++a) {
    Real value(200);
    test::true_value(row, t, a, 0, false, value.get());
    faults += test::is_neighbour(t, test::evaluate_function(row, t, a, 0, false), value.get(), false, &ulps) ? 0 : 1;
  }
  EXPECT_GT(faults, 10000);
  EXPECT_GT(ulps, 100);
  int found = 0;
  for (std::uint32_t a = 0x30000000U; a < 0x30000100U; ++a) {
    const auto result = static_cast<std::uint32_t>(test::evaluate_function(row, Type::float_of(8, 23), a, 0, false));
    found += test::is_float32_neighbour(row, a, 0, result) ? 0 : 1;
  }
  EXPECT_EQ(found, 256);
}

}  // namespace
}  // namespace rtlgen::spec
