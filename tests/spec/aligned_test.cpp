// Hex-aligned floats hold exactly the values of their format, in its order.
#include "spec/aligned.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "spec/real.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {
namespace {

/// m * 2^(4 h - bias - F), as the header defines it.
double value_of(const Type& form, std::uint64_t bits) {
  const int significand = form.fraction + 4;
  const auto digit = static_cast<int>(bits >> significand & ((1U << (form.exponent - 2)) - 1));
  const auto m = static_cast<double>(bits & ((std::uint64_t{1} << significand) - 1));
  const int bias = (1 << (form.exponent - 1)) - 1;
  const double magnitude = std::ldexp(m, 4 * digit - bias - form.fraction);
  return bits >> (form.width - 1) != 0 ? -magnitude : magnitude;
}

double number(const Type& type, std::uint64_t bits) {
  Real real(kExactBits);
  load_float(type, bits, false, real.get());
  return mpfr_get_d(real.get(), MPFR_RNDN);
}

void check(const Type& type, std::uint64_t bits) {
  const Type form = aligned(type);
  const std::uint64_t held = aligned_bits(type, bits);
  ASSERT_EQ(held & ~form.mask(), 0U) << std::hex << bits;
  ASSERT_EQ(unaligned_bits(type, held), bits) << std::hex << held;
  const std::uint64_t magnitude = bits & (type.mask() >> 1);
  const std::uint64_t infinity = ((std::uint64_t{1} << type.exponent) - 1) << type.fraction;
  const std::uint64_t top = aligned_bits(type, infinity);
  ASSERT_EQ((held & top) == top, magnitude >= infinity) << std::hex << bits;
  if (magnitude < infinity) {
    ASSERT_EQ(value_of(form, held), number(type, bits)) << std::hex << bits;
  }
  if (magnitude > 0) {
    ASSERT_LT(aligned_bits(type, magnitude - 1), aligned_bits(type, magnitude)) << std::hex << bits;
  }
}

TEST(Aligned, SmallFormatsWhole) {
  for (const auto& [e, f] : {std::pair(3, 2), {3, 4}, {4, 3}, {5, 2}, {5, 10}, {8, 7}}) {
    const Type type = Type::float_of(e, f);
    ASSERT_TRUE(can_align(type));
    for (std::uint64_t bits = 0; bits <= type.mask(); ++bits) check(type, bits);
  }
}

TEST(Aligned, Float32AndTheWidest) {
  std::mt19937_64 random(1);
  for (const Type& type : {Type::float_of(8, 23), Type::float_of(8, 53)}) {
    for (int i = 0; i < 200000; ++i) check(type, random() & type.mask());
    for (std::uint64_t bits = 0; bits < 40; ++bits) check(type, bits);
  }
}

TEST(Aligned, WhatHasNoAlignedForm) {
  EXPECT_FALSE(can_align(Type::float_of(11, 52)));
  EXPECT_FALSE(can_align(Type::float_of(2, 1)));
  EXPECT_FALSE(can_align(Type::int_of(32)));
  EXPECT_FALSE(can_align(aligned(Type::float_of(8, 23))));
  EXPECT_EQ(aligned(Type::float_of(8, 23)).width, 34);
  EXPECT_EQ(aligned(Type::float_of(8, 23)).name(), "hex32");
  EXPECT_EQ(aligned(Type::float_of(5, 10)).name(), "hex<5,10>");
  EXPECT_EQ(unaligned(aligned(Type::float_of(5, 10))), Type::float_of(5, 10));
}

}  // namespace
}  // namespace rtlgen::spec
