// Delay model: every family is there, figures are sane, wiring is free.
#include "hw/delay_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builder.hpp"

namespace rtlgen::hw {
namespace {

int delay_of(const DelayModel& device, Builder& b, Value v) { return device.of(b.module(), b.module().exprs[v.id]); }

TEST(DelayModel, AllFamiliesAreKnownByName) {
  EXPECT_THAT(DelayModel::names(),
              ::testing::ElementsAre("generic", "xc5v", "xc7", "xc7-1", "xc7-3", "xcu", "xcu-1", "xcu-3", "xcup",
                                     "xcup-1", "xcup-3", "stratixv", "arriav", "arria10", "cyclone10gx", "stratix10",
                                     "agilex", "ice40hx", "ice40up", "ecp5", "ecp5-8"));
  for (const std::string& name : DelayModel::names()) {
    const auto model = DelayModel::find(name);
    ASSERT_TRUE(model != nullptr) << name;
    EXPECT_EQ(model->name, name);
    EXPECT_GT(model->lut, 0);
    EXPECT_GT(model->multiplier, model->lut);
    EXPECT_GE(model->dsp_block().width_a, model->dsp_block().width_b);
    EXPECT_GT(model->register_overhead, 0);
    EXPECT_TRUE(name.starts_with(model->family)) << name;
    EXPECT_FALSE(model->source.empty()) << name;
    EXPECT_TRUE(model->cells || model->origin != DelayModel::Origin::kMeasured) << name;
  }
  EXPECT_EQ(DelayModel::find("no_such_family"), nullptr);
}

TEST(DelayModel, WiringIsFreeAndLogicIsNot) {
  for (const std::string& name : DelayModel::names()) {
    const DelayModel device = *DelayModel::find(name);
    Builder b("m");
    const Value x = b.input("x", 32);
    const Value y = b.input("y", 32);
    const std::vector<Value> wiring = {x, x.slice(9, 3), cat({x, y}), zext(x, 40), sext(x, 40), repeat(x, 2), ~x};
    for (const Value& v : wiring) {
      EXPECT_EQ(delay_of(device, b, v), 0) << name;
    }
    const Value c = x.bit(0);
    for (const Value v : {x & y, x + y, x - y, mux(c, x, y), eq(x, y), ult(x, y), shl(x, y), mul(x, y), reduce_or(x),
                          add_carry(x, y, c)}) {
      EXPECT_GT(delay_of(device, b, v), 0) << name;
    }
  }
}

TEST(DelayModel, WiderIsNeverFaster) {
  for (const std::string& name : DelayModel::names()) {
    const DelayModel device = *DelayModel::find(name);
    Builder b("m");
    std::vector<int> last(8, 0);
    // Up to three bits an adder counts as one LUT, which may be slower than a short carry chain.
    for (int width = 4; width <= 80; ++width) {
      const Value x = b.input("x" + std::to_string(width), width);
      const Value y = b.input("y" + std::to_string(width), width);
      const Value all[] = {x + y, x - y, eq(x, y), ult(x, y), shl(x, y), mul(x, y), reduce_or(x), x & y};
      for (std::size_t i = 0; i < std::size(all); ++i) {
        const int now = delay_of(device, b, all[i]);
        EXPECT_GE(now, last[i]) << name << ", operator " << i << ", width " << width;
        last[i] = now;
      }
    }
  }
}

/// Without a grade a family's slowest row is meant.
TEST(DelayModel, AFamilyIsItsSlowestGrade) {
  const DelayModel slow = *DelayModel::find("ecp5"), fast = *DelayModel::find("ecp5-8");
  EXPECT_EQ(slow.family, fast.family);
  EXPECT_GT(slow.lut, fast.lut);
  EXPECT_GT(slow.cells->clock_to_q, fast.cells->clock_to_q);
}

TEST(DelayModel, AMultiplierBeyondOneTileCostsAnAdder) {
  const DelayModel device = *DelayModel::find("xc7");
  Builder b("m");
  const Value x = b.input("x", 24);
  const Value y = b.input("y", 17);
  const Value z = b.input("z", 18);
  EXPECT_EQ(delay_of(device, b, mul(x, y)), device.multiplier);
  EXPECT_EQ(delay_of(device, b, mul(y, x)), device.multiplier);
  EXPECT_GT(delay_of(device, b, mul(x, z)), device.multiplier);
}

}  // namespace
}  // namespace rtlgen::hw
