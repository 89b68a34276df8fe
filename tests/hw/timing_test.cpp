// Logic that a carry chain absorbs: the preparation of a second operand, no more than its LUTs can read.
#include "hw/timing.hpp"

#include <gtest/gtest.h>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"

namespace rtlgen::hw {
namespace {

DelayModel device() { return *DelayModel::find("generic"); }

struct Row {
  int absorbed = 0;
  int path_ps = 0;  ///< sum over all expressions
};

Row row_of(const Module& m) {
  const Timing timing = timing_of(m, device());
  Row row;
  for (const ExprId id : m.exprs.ids()) {
    if (timing.part_of[id].valid()) {
      EXPECT_EQ(timing.ps[id], 0);
      ++row.absorbed;
    }
    row.path_ps += timing.ps[id];
  }
  return row;
}

int chain_ps(int width) { return device().carry_base + width * device().carry_per_bit; }

TEST(Timing, AChainAbsorbsTheChoiceOfItsSecondOperand) {
  Builder b("row");
  const Value x = b.input("x", 16);
  const Value y = b.input("y", 16);
  const Value chosen = mux(b.input("two", 1), cat({y.slice(14, 0), b.zero()}), y & repeat(b.input("some", 1), 16));
  b.output("q", x - b.name("operand", chosen ^ repeat(b.input("add", 1), 16)));
  const Row row = row_of(b.finish());
  EXPECT_EQ(row.absorbed, 3) << "mux, mask and inversion: six inputs with x";
  EXPECT_EQ(row.path_ps, chain_ps(16));
}

TEST(Timing, NoMoreThanTheLutsCanRead) {
  Builder b("row");
  Value operand = b.input("y0", 16);
  for (int i = 1; i < 7; ++i) operand = operand ^ b.input("y" + std::to_string(i), 16);
  b.output("q", b.input("x", 16) - operand);
  const Row row = row_of(b.finish());
  EXPECT_EQ(row.absorbed, 4) << "five values beside x; two of seven are combined before";
  EXPECT_EQ(row.path_ps, chain_ps(16) + 2 * device().lut / 2);
}

TEST(Timing, TwoSlicesOfAValueAreTwoInputs) {
  Builder b("row");
  const Value y = b.input("y", 32);
  Value operand = y.slice(15, 0);
  for (int i = 1; i < 7; ++i) operand = operand ^ y.slice(15 + i, i);
  b.output("q", b.input("x", 16) - operand);
  EXPECT_EQ(row_of(b.finish()).absorbed, 4);
}

TEST(Timing, AValueThatIsNeededElsewhereTakesItsTime) {
  Builder b("row");
  const Value operand = b.name("operand", b.input("y", 16) & b.input("z", 16));
  b.output("q", b.input("x", 16) - operand);
  b.output("r", operand);
  const Row row = row_of(b.finish());
  EXPECT_EQ(row.absorbed, 0);
  EXPECT_EQ(row.path_ps, chain_ps(16) + device().lut / 2);
}

TEST(Timing, ARegisterBetweenSeparatesThem) {
  Builder b("row");
  const Value operand = b.reg("operand", b.input("y", 16) & b.input("z", 16));
  b.output("q", b.reg("x_q", b.input("x", 16)) - operand);
  EXPECT_EQ(row_of(b.finish()).absorbed, 0);
}

TEST(Timing, TheFirstOperandIsNotAbsorbed) {
  Builder b("row");
  b.output("q", (b.input("y", 16) & b.input("z", 16)) - b.input("x", 16));
  EXPECT_EQ(row_of(b.finish()).absorbed, 0);
}

}  // namespace
}  // namespace rtlgen::hw
