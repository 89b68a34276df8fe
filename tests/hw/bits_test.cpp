// hw::Bits and the edges of constants.
#include <gtest/gtest.h>

#include "hw/ir.hpp"
#include "support/errors.hpp"

namespace rtlgen::hw {
namespace {

TEST(Bits, ValuesAreCutToTheirWidth) {
  EXPECT_EQ(Bits(4, 0x1f).to_u64(), 0xfU);
  EXPECT_EQ(Bits(64, ~std::uint64_t{0}).to_u64(), ~std::uint64_t{0});
  EXPECT_EQ(Bits(4, 0x1f), Bits(4, 0xf));
  EXPECT_NE(Bits(4, 3), Bits(5, 3));
}

TEST(Bits, OnesFillExactlyTheWidth) {
  for (const int width : {1, 2, 63, 64, 65, 127, 128, 129}) {
    const Bits ones = Bits::ones(width);
    EXPECT_TRUE(ones.is_ones()) << width;
    EXPECT_FALSE(ones.is_zero()) << width;
    EXPECT_EQ(ones.limbs.size(), static_cast<std::size_t>((width + 63) / 64)) << width;
    const int rest = width % 64;
    if (rest != 0) {
      EXPECT_EQ(ones.limbs.back() >> rest, 0U) << width;
    }
    Bits counted = Bits::zero(width);
    EXPECT_TRUE(counted.is_zero());
    for (int i = 0; i < width; ++i) {
      EXPECT_FALSE(counted.is_ones());
      counted.set_bit(i, true);
    }
    EXPECT_EQ(counted, ones);
  }
}

TEST(Bits, SingleBitsAreSetAndCleared) {
  Bits b = Bits::zero(130);
  for (const int i : {0, 63, 64, 127, 128, 129}) {
    b.set_bit(i, true);
    EXPECT_TRUE(b.bit(i));
    EXPECT_FALSE(b.is_zero());
    b.set_bit(i, false);
    EXPECT_TRUE(b.is_zero()) << i;
  }
}

TEST(Bits, MisuseIsOurBug) {
  EXPECT_THROW(Bits(0, 0), InternalError);
  EXPECT_THROW(static_cast<void>(Bits(65, 1).to_u64()), InternalError);
}

}  // namespace
}  // namespace rtlgen::hw
