// Long delays as memories: as late as registers are, and only where LUTs are no shift registers.
#include "elaborate/delays.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "interpreter/interpreter.hpp"

namespace rtlgen::elaborate {
namespace {

/// Delays of one input by each of `cycles`, outputs q0, q1, ...
hw::Module delays_of(const std::string& family, int width, const std::vector<int>& cycles) {
  hw::Builder b("m");
  Delays late(b, *hw::DelayModel::find(family), plan::Waits::kInExecutor);
  const hw::Value x = b.input("x", width);
  for (std::size_t i = 0; i < cycles.size(); ++i)
    b.output("q" + std::to_string(i), late.delay("late" + std::to_string(i), x, cycles[i]));
  return b.finish();
}

int memories(const hw::Module& m) {
  return static_cast<int>(
      std::ranges::count_if(m.items, [](const hw::Item& item) { return std::holds_alternative<hw::Memory>(item); }));
}

TEST(Delays, AreAsLongInMemories) {
  const std::vector<int> cycles = {1, 7, 8, 9, 16, 31, 32, 33, 100};
  const hw::Module module = delays_of("agilex", 20, cycles);
  EXPECT_EQ(memories(module), 7);
  hw::Interpreter m(module);
  m.clock(true);
  std::mt19937 random(3);
  std::vector<std::uint64_t> sent;
  for (int t = 0; t < 400; ++t) {
    sent.push_back(random() & 0xfffff);
    m.set("x", sent.back());
    m.clock();
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      if (t + 1 < cycles[i]) continue;
      ASSERT_EQ(m.get("q" + std::to_string(i)), sent[static_cast<std::size_t>(t + 1 - cycles[i])])
          << cycles[i] << " cycles, at " << t;
    }
  }
}

/// A reset in the middle of a run starts the rings again, and what was in them is lost; new values come through.
TEST(Delays, GoOnAfterAReset) {
  hw::Interpreter m(delays_of("stratix10", 20, {9}));
  m.clock(true);
  for (int t = 0; t < 5; ++t) m.clock();
  m.clock(true);
  for (std::uint64_t t = 0; t < 40; ++t) {
    m.set("x", t);
    m.clock();
    if (t < 9) continue;
    ASSERT_EQ(m.get("q0"), t - 8);
  }
}

TEST(Delays, StayRegistersElsewhere) {
  for (const char* family : {"xc7", "xcu", "ecp5", "ice40hx", "generic"})
    EXPECT_EQ(memories(delays_of(family, 20, {8, 40})), 0) << family;
  EXPECT_EQ(memories(delays_of("agilex", 1, {8, 40})), 0) << "flags";
  EXPECT_EQ(memories(delays_of("agilex", 20, {1, 7})), 0) << "short ones";
}

/// In a Kernel, where a counter serves few values, only longer ones are memories.
TEST(Delays, OfKernelsAreMemoriesLater) {
  const hw::DelayModel& agilex = *hw::DelayModel::find("agilex");
  EXPECT_FALSE(plan::memory_of_wait(agilex, plan::Waits::kInKernel, 15, 32));
  EXPECT_TRUE(plan::memory_of_wait(agilex, plan::Waits::kInKernel, 16, 32));
}

/// Delays as long have one counter.
TEST(Delays, ShareTheirCounters) {
  hw::Builder b("m");
  Delays late(b, *hw::DelayModel::find("arria10"), plan::Waits::kInExecutor);
  const hw::Value x = b.input("x", 32), y = b.input("y", 32);
  b.output("p", late.delay("px", x, 12));
  b.output("q", late.delay("qy", y, 12));
  const hw::Module m = b.finish();
  EXPECT_EQ(memories(m), 2);
  EXPECT_EQ(
      std::ranges::count_if(m.items, [](const hw::Item& item) { return std::holds_alternative<hw::Register>(item); }),
      2);
}

}  // namespace
}  // namespace rtlgen::elaborate
