// Conversions round once and refuse what does not fit; patterns.
#include "data/values.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "spec/program.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using data::Parsed;
using spec::Type;

const Type kHalf = Type::float_of(5, 10);

std::uint64_t parsed(const std::string& text, const Type& type) {
  std::uint64_t bits = 0;
  EXPECT_EQ(data::parse_number(text, type, bits), Parsed::kGood) << text;
  return bits;
}

Parsed refused(const std::string& text, const Type& type) {
  std::uint64_t bits = 0;
  return data::parse_number(text, type, bits);
}

TEST(Values, DecimalsRoundOnce) {
  // A hair above the middle between two numbers: through a double it would be the middle, then
  // even.
  EXPECT_EQ(parsed("16777217", kFloat32), f32(16777216.0F));
  EXPECT_EQ(parsed("16777217.0000000000001", kFloat32), f32(16777218.0F));
  EXPECT_EQ(parsed("2049", kHalf), 0x6800U);
  EXPECT_EQ(parsed("2049.0000000000000000000000001", kHalf), 0x6801U);
  EXPECT_EQ(parsed("2.98023223876953125e-8", kHalf), 0U);
  EXPECT_EQ(parsed("2.98023223876953126e-8", kHalf), 1U);
  EXPECT_EQ(parsed("-1e-30", kHalf), 0x8000U);
  EXPECT_EQ(parsed("65519.999", kHalf), 0x7bffU);
}

TEST(Values, WhatIsNoNumber) {
  for (const Type& type : {kHalf, kFloat32, Type::float_of(11, 52), Type::int_of(8)}) {
    for (const char* text : {"", "x", "1x", "1,2", "--1", "1.2.3", "0b"})
      EXPECT_EQ(refused(text, type), Parsed::kNoNumber) << text;
  }
}

TEST(Values, WhatDoesNotFit) {
  EXPECT_EQ(refused("65520", kHalf), Parsed::kDoesNotFit);
  EXPECT_EQ(refused("1e39", kFloat32), Parsed::kDoesNotFit);
  EXPECT_EQ(refused("1e999999999999", kFloat32), Parsed::kDoesNotFit);
  for (const char* text : {"128", "-129", "0.5", "inf", "nan", "1e400"})
    EXPECT_EQ(refused(text, Type::int_of(8)), Parsed::kDoesNotFit) << text;
  EXPECT_EQ(refused("-1", Type::uint_of(64)), Parsed::kDoesNotFit);
  EXPECT_EQ(refused("18446744073709551616", Type::uint_of(64)), Parsed::kDoesNotFit);
  EXPECT_EQ(parsed("-inf", kHalf), 0xfc00U);
}

TEST(Values, FixedPointRoundsOnceToTheNearestUnit) {
  const Type q8 = Type::fixed_of(16, 8);
  EXPECT_EQ(parsed("0.1", q8), 26U);
  EXPECT_EQ(parsed("-0.1", q8), 0xffe6U);
  EXPECT_EQ(parsed("0.001953125", q8), 0U);  // half a unit: even
  EXPECT_EQ(parsed("0.00195312500000000000000000000000000000000000000000000001", q8), 1U);
  EXPECT_EQ(parsed("0.005859375", q8), 2U);
  EXPECT_EQ(parsed("0.005859374999999999999999999999999999999999999999999999999", q8), 1U);
  EXPECT_EQ(parsed("-128", q8), 0x8000U);
  EXPECT_EQ(parsed("127.998", q8), 0x7fffU);
  for (const char* text : {"128", "127.998046875", "-128.002", "inf", "nan", "1e30"})
    EXPECT_EQ(refused(text, q8), Parsed::kDoesNotFit) << text;
  EXPECT_EQ(refused("1x", q8), Parsed::kNoNumber);
  EXPECT_EQ(parsed("0.99999999999999999994", Type::ufixed_of(64, 64)), ~std::uint64_t{0});
  EXPECT_EQ(refused("-0.5", Type::ufixed_of(8, 8)), Parsed::kDoesNotFit);
  EXPECT_EQ(data::from_double(q8, 0.5), 128U);
  EXPECT_EQ(data::from_double(q8, std::nan("")), std::nullopt);
  EXPECT_EQ(data::to_double(q8, 0xffff), -1.0 / 256);
  EXPECT_EQ(data::convert(Type::fixed_of(64, 32), std::uint64_t{3} << 31, q8), 384U);
  EXPECT_EQ(data::convert(Type::fixed_of(64, 32), std::uint64_t{3} << 31, Type::int_of(8)), std::nullopt);
  EXPECT_EQ(data::convert(Type::int_of(64), 5, Type::ufixed_of(64, 60)), std::uint64_t{5} << 60);
  EXPECT_EQ(data::convert(Type::int_of(64), 16, Type::ufixed_of(64, 60)), std::nullopt);
}

TEST(Values, ConversionsBetweenTypes) {
  EXPECT_EQ(data::convert(Type::int_of(64), (std::uint64_t{1} << 62) + 1, Type::float_of(11, 52)),
            std::bit_cast<std::uint64_t>(0x1p62));
  // 2^53 + 1 lies in the middle of two doubles, but above the middle of two float32s is 2^24 + 1 +
  // 2^-29.
  EXPECT_EQ(data::convert(Type::uint_of(64), (std::uint64_t{1} << 60) + (std::uint64_t{1} << 36) + 1, kFloat32),
            f32(0x1p60F + 0x1p37F));
  EXPECT_EQ(data::convert(Type::float_of(11, 52), std::bit_cast<std::uint64_t>(1e300), kFloat32), std::nullopt);
  EXPECT_EQ(data::convert(kFloat32, f32(std::numeric_limits<float>::infinity()), kHalf), 0x7c00U);
  EXPECT_EQ(data::convert(kFloat32, 0xffc12345U, kHalf), 0x7e00U);
  EXPECT_EQ(data::convert(kFloat32, 0xffc12345U, kFloat32), 0xffc12345U);
  EXPECT_EQ(data::convert(kFloat32, f32(-1), Type::uint_of(8)), std::nullopt);
  EXPECT_EQ(data::convert(kFloat32, f32(2.5F), Type::uint_of(8)), std::nullopt);
  EXPECT_EQ(data::convert(Type::int_of(8), 0xff, Type::int_of(54)), (std::uint64_t{1} << 54) - 1);
  EXPECT_EQ(data::convert(Type::int_of(8), 0xff, Type::uint_of(54)), std::nullopt);
}

/// The fast paths by the machine and the ones by MPFR agree: a double into float32 by way of
/// either.
TEST(Values, MachineAndMpfrAgree) {
  std::uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::uint64_t bits = state >> 29;  // 35 bits
    const Type wide = Type::float_of(8, 26);
    // Every number of float<8,26> is a double; rounding it to float32 must not depend on the path.
    const double value = data::to_double(wide, bits);
    if (std::isnan(value)) continue;
    const auto direct = data::convert(wide, bits, kFloat32);
    const float machine = static_cast<float>(value);
    if (std::isinf(machine) && !std::isinf(value))
      EXPECT_EQ(direct, std::nullopt);
    else
      EXPECT_EQ(direct, f32(machine));
    EXPECT_EQ(data::from_double(wide, value), bits);
  }
}

TEST(Patterns, AreWhatTheirNamesSay) {
  Diagnostics diagnostics;
  spec::DataSource source;
  const auto cells = [&](const Type& type, const spec::Extents& extents) {
    const auto grid = data::make(source, type, extents, 2, diagnostics);
    std::vector<std::uint64_t> out;
    for (std::int64_t i = 0; grid && i < grid->cells(); ++i) out.push_back(grid->get(i));
    return out;
  };
  source.kind = spec::DataKind::kRamp;
  source.value = -1;
  source.increment = 1.5;
  EXPECT_EQ(cells(Type::int_of(8), {4, 1, 1}), (std::vector<std::uint64_t>{0xff, 0, 2, 3}));
  source.value = 254;
  EXPECT_EQ(cells(Type::uint_of(8), {3, 1, 1}), (std::vector<std::uint64_t>{254, 255, 255}));
  source.kind = spec::DataKind::kConstant;
  source.value = -1e300;
  EXPECT_EQ(cells(kFloat32, {1, 1, 1}), (std::vector<std::uint64_t>{0xff800000}));
  EXPECT_EQ(cells(Type::int_of(8), {1, 1, 1}), (std::vector<std::uint64_t>{0x80}));
  source.kind = spec::DataKind::kHotspot;
  source.value = 9;
  source.background = 1;
  source.radius = 1;
  EXPECT_EQ(cells(Type::uint_of(8), {3, 3, 1}), std::vector<std::uint64_t>(9, 9));
  EXPECT_EQ(cells(Type::uint_of(8), {4, 1, 1}), (std::vector<std::uint64_t>{1, 9, 9, 1}));
  source.kind = spec::DataKind::kRandom;
  source.low = 0;
  source.high = 2;
  const auto coins = cells(Type::boolean(), {64, 4, 1});
  const auto heads = std::count(coins.begin(), coins.end(), 1U);
  EXPECT_GT(heads, 90);
  EXPECT_LT(heads, 166);
}

}  // namespace
}  // namespace rtlgen::test
