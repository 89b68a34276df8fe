// Delays by cells: LUTs are shared where they have inputs left, loads make routes longer, chains bound the clock.
#include "hw/cell_timing.hpp"

#include <gtest/gtest.h>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/pipeline.hpp"

namespace rtlgen::hw {
namespace {

constexpr const char* kDevices[] = {"ice40hx", "ice40up", "ecp5", "ecp5-8"};

/// `terms` words of eight bits, each read once.
Module conjunction(int terms) {
  Builder b("conjunction");
  Value all = b.input("x0", 8);
  for (int i = 1; i < terms; ++i) all = all & b.input("x" + std::to_string(i), 8);
  b.output("q", all);
  return b.finish();
}

TEST(CellTiming, ALutHoldsWhatItHasInputsFor) {
  for (const char* name : kDevices) {
    const DelayModel& device = *DelayModel::find(name);
    ASSERT_TRUE(device.by_cells) << name;
    const CellDelays& d = *device.cells;
    const int register_route = route_ps(d, 1);
    EXPECT_EQ(critical_path_ps(conjunction(4), device), register_route + d.lut) << name;
    EXPECT_EQ(critical_path_ps(conjunction(5), device), register_route + d.lut + route_ps(d, 1) + d.lut) << name;
  }
  const DelayModel& amd = *DelayModel::find("xc7");
  ASSERT_TRUE(amd.by_cells);
  EXPECT_EQ(critical_path_ps(conjunction(6), amd), route_ps(*amd.cells, 1) + amd.cells->lut) << "six inputs";
  EXPECT_GT(critical_path_ps(conjunction(7), amd), route_ps(*amd.cells, 1) + amd.cells->lut);
  EXPECT_FALSE(DelayModel::find("generic")->by_cells);
}

TEST(CellTiming, LoadsMakeRoutesLonger) {
  for (const char* name : kDevices) {
    const DelayModel& device = *DelayModel::find(name);
    Builder b("choice");
    const Value x = b.input("x", 32), y = b.input("y", 32);
    b.output("q", mux(b.input("c", 1), x, y));
    EXPECT_EQ(critical_path_ps(b.finish(), device), route_ps(*device.cells, 32) + device.cells->lut) << name;
  }
}

TEST(CellTiming, NoStageCutsAChain) {
  for (const char* name : kDevices) {
    const DelayModel& device = *DelayModel::find(name);
    const CellDelays& d = *device.cells;
    Builder b("sum");
    b.output("q", b.input("x", 32) + b.input("y", 32));
    const Module sum = b.finish();
    const int chain = d.carry_on + 32 * d.carry_bit + d.carry_off;
    EXPECT_EQ(least_period_ps(sum, device), d.clock_to_q + route_ps(d, 1) + chain + d.set_up - d.lut) << name;
    EXPECT_EQ(stages_needed(sum, device, least_period_ps(sum, device) / 2), 1) << name << ": more would not help";
  }
}

/// A choice by a comparison; `constant`: of its arms, 0 is one.
Module choice(bool constant, int width) {
  Builder b("choice");
  const Value x = b.input("x", width);
  const Value decides = ult(b.input("a", 16), b.input("c", 16));
  b.output("q", mux(decides, x, constant ? b.zero(width) : b.input("y", width)));
  return b.finish();
}

TEST(CellTiming, AChoiceOfAConstantIsAReset) {
  const DelayModel& amd = *DelayModel::find("xc7");
  const CellDelays& d = *amd.cells;
  const int inverter = route_ps(d, 1) + d.lut;
  EXPECT_EQ(critical_path_ps(choice(true, 16), amd) - critical_path_ps(choice(false, 16), amd),
            inverter + d.amd->reset - d.set_up);
  EXPECT_EQ(critical_path_ps(choice(true, 2), amd), critical_path_ps(choice(false, 2), amd)) << "a few bits are LUTs";
  const DelayModel& ice = *DelayModel::find("ice40hx");
  EXPECT_EQ(critical_path_ps(choice(true, 16), ice), critical_path_ps(choice(false, 16), ice)) << "not counted";
}

TEST(CellTiming, BitsThatAConstantHasAlikeAreATree) {
  const DelayModel& amd = *DelayModel::find("xc7");
  const CellDelays& d = *amd.cells;
  const auto compared = [&](std::uint64_t constant) {
    Builder b("compared");
    b.output("q", ult(b.constant(24, constant), b.input("x", 24)));
    return critical_path_ps(b.finish(), amd);
  };
  const int two_levels = 2 * d.lut + route_ps(d, 2) + route_ps(d, 1);
  EXPECT_EQ(compared(0xa00000) - compared(0xa00001), two_levels);
  EXPECT_EQ(compared(0x9fffff) - compared(0xa00001), two_levels);
}

}  // namespace
}  // namespace rtlgen::hw
