// Comparisons of a float product with zero are one operator; everything like them is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "plan/timing/schedule.hpp"
#include "programs.hpp"

namespace rtlgen::test {
namespace {

/// The operators of the Kernel of `update`, by name, in the order in which the expression is walked.
std::vector<std::string> operators(const std::string& type, const std::string& update, const std::string& more = "",
                                   const std::string& device = "generic") {
  const plan::Plan p = plan_of("name: products\ngrid: [12, 5]\ntype: " + type + "\n" + more +
                               "fields:\n  a: {boundary: edge}\nupdate:\n  - a: \"" + update +
                               "\"\nhardware: {sharing: none, arithmetic: ieee, device: " + device + "}\n");
  plan::verify(p);
  std::vector<std::string> names;
  for (const plan::StagePlan& stage : p.executor.stages) {
    for (const plan::NodeSchedule& n : stage.kernel.nodes) {
      if (n.is_operator && !n.is_folded) names.push_back(ops::base_name(n.request));
    }
  }
  return names;
}

using testing::ElementsAre;

TEST(Products, ComparedWithZeroAreOneOperator) {
  EXPECT_THAT(operators("float32", "a*a[1,0] > 0.0 ? a : a[0,1]"), ElementsAre("float32_product_gt0"));
  EXPECT_THAT(operators("float32", "a*a[1,0] < 0.0 ? a : a[0,1]"), ElementsAre("float32_product_lt0"));
  EXPECT_THAT(operators("float32", "a*a[1,0] >= 0.0 ? a : a[0,1]"), ElementsAre("float32_product_ge0"));
  EXPECT_THAT(operators("float32", "a*a[1,0] <= -0.0 ? a : a[0,1]"), ElementsAre("float32_product_le0"));
  EXPECT_THAT(operators("float32", "a*a[1,0] == 0.0 ? a : a[0,1]"), ElementsAre("float32_product_eq0"));
  EXPECT_THAT(operators("float16", "a*a[1,0] != 0.0 ? a : a[0,1]"), ElementsAre("float16_product_ne0"));
}

TEST(Products, ZeroMayStandFirst) {
  EXPECT_THAT(operators("float32", "0.0 > a*a[1,0] ? a : a[0,1]"), ElementsAre("float32_product_lt0"));
  EXPECT_THAT(operators("float32", "0.0 < a*a[1,0] ? a : a[0,1]"), ElementsAre("float32_product_gt0"));
  EXPECT_THAT(operators("float32", "0.0 >= a*a[1,0] ? a : a[0,1]"), ElementsAre("float32_product_le0"));
  EXPECT_THAT(operators("float32", "-0.0 <= a*a[1,0] ? a : a[0,1]"), ElementsAre("float32_product_ge0"));
  EXPECT_THAT(operators("float32", "0.0 == a*a[1,0] ? a : a[0,1]"), ElementsAre("float32_product_eq0"));
}

TEST(Products, ConstantFactorsAndModesAreKept) {
  EXPECT_THAT(operators("float32", "a*3.0 > 0.0 ? a : a[0,1]"), ElementsAre("float32_product_gt0_by40400000"));
  EXPECT_THAT(operators("float32", "a*a > 0.0 ? a : a[0,1]", "subnormals: flush\n"),
              ElementsAre("float32_product_gt0_flush"));
}

TEST(Products, ReadByAnythingElseStayMultipliers) {
  EXPECT_THAT(operators("float32", "a*a[1,0] > 0.0 ? a*a[1,0] : a"), ElementsAre("float32_mul", "float32_lt_k0"));
  // Two comparisons of one product: the multiplier serves both.
  EXPECT_THAT(operators("float32", "a*a[1,0] > 0.0 ? a : a*a[1,0] < 0.0 ? a[0,1] : a[1,0]"),
              testing::UnorderedElementsAre("float32_mul", "float32_lt_k0", "float32_lt_by0"));
}

TEST(Products, ComparedWithAnythingElseStayMultipliers) {
  EXPECT_THAT(operators("float32", "a*a[1,0] > 0.5 ? a : a[0,1]"), ElementsAre("float32_mul", "float32_lt_k3f000000"));
  EXPECT_THAT(operators("float32", "a*a[1,0] > a[0,1] ? a : a[0,1]"), ElementsAre("float32_mul", "float32_lt"));
  // The smallest subnormal is no zero.
  EXPECT_THAT(operators("float32", "a*a[1,0] > 1.4e-45 ? a : a[0,1]"), ElementsAre("float32_mul", "float32_lt_k1"));
}

TEST(Products, OfAFloatWithItselfAreSquares) {
  EXPECT_THAT(operators("float32", "a*a[1,0]*(a*a[1,0])"), ElementsAre("float32_mul", "float32_square"));
  EXPECT_THAT(operators("float32", "a*a", "subnormals: flush\n"), ElementsAre("float32_square_flush"));
  EXPECT_THAT(operators("int16", "a*a"), ElementsAre("int16_mul"));
  EXPECT_THAT(operators("float32", "a*a > 0.0 ? a : 1.0"), ElementsAre("float32_product_gt0"));
}

TEST(Products, OfOtherKindsAreLeftAlone) {
  EXPECT_THAT(operators("float32", "a/a[1,0] > 0.0 ? a : a[0,1]"), ElementsAre("float32_div", "float32_lt_k0"));
  EXPECT_THAT(operators("int16", "a*a[1,0] > 0 ? a : a[0,1]"), ElementsAre("int16_mul"));
}

std::vector<std::string> hard(const std::string& update, const std::string& more = "") {
  return operators("float32", update, "arithmetic: hard\n" + more, "agilex");
}

TEST(HardSums, TakeAProductThatNothingElseReads) {
  EXPECT_THAT(hard("a*a[1,0] + a[0,1]"), ElementsAre("float32_hard_mul_add"));
  EXPECT_THAT(hard("a[0,1] + a*a[1,0]"), ElementsAre("float32_hard_mul_add"));
  EXPECT_THAT(hard("a*a[1,0] - a[0,1]"), ElementsAre("float32_hard_mul_sub"));
  EXPECT_THAT(hard("a[0,1] - a*a[1,0]"), ElementsAre("float32_hard_sub_mul"));
  EXPECT_THAT(hard("a - 3.0*a[1,0]"), ElementsAre("float32_hard_sub_mul_k40400000"));
  EXPECT_THAT(hard("a*a[1,0] + 3.0"), ElementsAre("float32_hard_mul_add_plus40400000"));
  EXPECT_THAT(hard("a*a + 1.5", "subnormals: flush\n"), ElementsAre("float32_hard_mul_add_plus3fc00000"));
}

TEST(HardSums, LeaveOtherProductsAlone) {
  EXPECT_THAT(hard("a*a[1,0]"), ElementsAre("float32_hard_mul"));
  EXPECT_THAT(hard("a + a[1,0] - a[0,1]"), ElementsAre("float32_hard_add", "float32_hard_sub"));
  // One of two products is in the sum's block.
  EXPECT_THAT(hard("a*a[1,0] + a*a[0,1]"), ElementsAre("float32_hard_mul", "float32_hard_mul_add"));
  // Several sums compute a product each, but none where something else needs it.
  EXPECT_THAT(
      hard("(a[0,1] - 2.0*a) / (a[1,0] - 2.0*a)"),
      testing::UnorderedElementsAre("float32_hard_sub_mul_k40000000", "float32_hard_sub_mul_k40000000", "float32_div"));
  // Both operands, or another reader.
  EXPECT_THAT(hard("a*a[1,0] + a*a[1,0]"), ElementsAre("float32_hard_mul", "float32_hard_add"));
  EXPECT_THAT(hard("(a*a[1,0] + a[0,1]) / (a*a[1,0])"),
              testing::UnorderedElementsAre("float32_hard_mul", "float32_hard_add", "float32_div"));
  EXPECT_THAT(hard("a*a[1,0] > 0.0 ? a : a[0,1]"), ElementsAre("float32_hard_mul", "float32_lt_k0"));
}

/// The latency is the block's own; a family without blocks is refused where the operation stands.
TEST(HardSums, AreOfFamiliesThatHaveBlocks) {
  for (const char* family : {"arria10", "cyclone10gx", "stratix10", "agilex"}) {
    const plan::Plan p = plan_of(std::string("name: a\ngrid: [9]\narithmetic: hard\nfields: {a: {}}\nupdate:\n") +
                                 "  - a: a*a[1] + a[-1]\nhardware: {device: " + family + "}\n");
    EXPECT_EQ(p.executor.stages[spec::StageId(0)].kernel.nodes.back().latency, 4) << family;
  }
  try {
    plan_of(
        "name: a\ngrid: [9]\narithmetic: hard\nfields: {a: {}}\nupdate:\n  - a: a*a[1] + a[-1]\n"
        "hardware: {device: xcup}\n");
    ADD_FAILURE() << "planned";
  } catch (const std::exception& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("6:15: error[RG0406]: xcu has no hard floating-point blocks"));
    EXPECT_THAT(e.what(), testing::HasSubstr("arria10, cyclone10gx, stratix10, agilex"));
  }
}

}  // namespace
}  // namespace rtlgen::test
