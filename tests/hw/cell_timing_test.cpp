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

TEST(CellTiming, NoRankCutsAChain) {
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

}  // namespace
}  // namespace rtlgen::hw
