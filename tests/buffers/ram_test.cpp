// How many block RAMs a memory takes, and what a delay is made of.
#include "plan/storage/ram.hpp"

#include <gtest/gtest.h>

#include "spec/hardware.hpp"

namespace rtlgen::plan {
namespace {

TEST(BlockRams, XilinxHalvesOf36Kbit) {
  struct Case {
    std::int64_t depth;
    int width, blocks;
  };
  // Widths and depths of RAMB18 in simple dual-port mode (UG190, UG473).
  const Case cases[] = {{1, 1, 1},     {512, 36, 1},  {513, 36, 2},    {1024, 18, 1},    {61, 32, 1},
                        {61, 64, 2},   {61, 72, 2},   {61, 73, 3},     {957, 32, 2},     {1024, 36, 2},
                        {3965, 32, 8}, {4096, 32, 8}, {16125, 32, 32}, {65021, 32, 128}, {32511, 64, 128},
                        {16384, 1, 1}, {16385, 1, 2}, {2048, 9, 1},    {2048, 10, 2},    {16256, 128, 120}};
  for (const Case& c : cases) {
    EXPECT_EQ(ram_fit("xc5v", c.depth, c.width).blocks, c.blocks) << c.depth << "x" << c.width;
    EXPECT_EQ(ram_fit("xc7", c.depth, c.width).blocks, c.blocks) << c.depth << "x" << c.width;
  }
}

TEST(BlockRams, BanksAreMultiplexed) {
  EXPECT_EQ(ram_fit("xc5v", 16256, 128).ways, 3 * 128);
  EXPECT_EQ(ram_fit("xc5v", 16256, 32).ways, 0);
  EXPECT_EQ(ram_fit("xc5v", 16256, 32).blocks, 32);
  EXPECT_LT(4 * weight_of(ram_fit("xc5v", 16256, 32)), weight_of(ram_fit("xc5v", 16256, 128)));
  EXPECT_LT(weight_of({120, 0}), weight_of({128, 0}));
}

TEST(BlockRams, IntelM20k) {
  EXPECT_EQ(ram_fit("ice40hx", 256, 16).blocks, 1);
  EXPECT_EQ(ram_fit("ice40up", 512, 16).blocks, 2);
  EXPECT_EQ(ram_fit("ecp5-8", 512, 36).blocks, 1);
  EXPECT_EQ(ram_fit("arria10", 512, 40).blocks, 1);
  EXPECT_EQ(ram_fit("arria10", 512, 41).blocks, 2);
  EXPECT_EQ(ram_fit("arria10", 1024, 20).blocks, 1);
  EXPECT_EQ(ram_fit("arria10", 2048, 32).blocks, 4);
}

TEST(UltraFit, FillsWordsOf72Bits) {
  EXPECT_EQ(ultra_fit(1024, 72).blocks, 1);
  EXPECT_EQ(ultra_fit(4096, 73).blocks, 2);
  EXPECT_EQ(ultra_fit(4097, 72).blocks, 2);
  EXPECT_EQ(ultra_fit(4097, 72).ways, 72);
  EXPECT_TRUE(has_ultra_ram("xcu"));
  EXPECT_FALSE(has_ultra_ram("xc7"));
}

TEST(ChooseStorage, FollowsDepthAndWish) {
  using spec::RamChoice;
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 0, true), Storage::kRegister);
  EXPECT_EQ(choose_storage(RamChoice::kBlock, 0, false), Storage::kRegister);
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 16, true), Storage::kShiftRegister);
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 16, false), Storage::kDistributed);
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 17, true), Storage::kDistributed);
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 64, false), Storage::kDistributed);
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 65, false), Storage::kBlock);
  EXPECT_EQ(choose_storage(RamChoice::kBlock, 2, true), Storage::kShiftRegister);
  EXPECT_EQ(choose_storage(RamChoice::kBlock, 3, true), Storage::kBlock);
  EXPECT_EQ(choose_storage(RamChoice::kDistributed, 5000, false), Storage::kDistributed);
  EXPECT_EQ(choose_storage(RamChoice::kUltra, 1024, true), Storage::kUltra);
  EXPECT_EQ(choose_storage(RamChoice::kUltra, 1023, false), Storage::kBlock);
  EXPECT_EQ(choose_storage(RamChoice::kUltra, 64, false), Storage::kDistributed);
  EXPECT_FALSE(has_lut_ram("ice40hx"));
  EXPECT_TRUE(has_lut_ram("ecp5"));
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 17, true, false), Storage::kBlock);
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 4, true, false), Storage::kShiftRegister);
  EXPECT_EQ(choose_storage(RamChoice::kAuto, 5, false, false), Storage::kBlock);
}

}  // namespace
}  // namespace rtlgen::plan
