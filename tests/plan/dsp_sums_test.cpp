// Additions of fused sums are in DSP blocks where a description or a search has them there, the widest first.
#include "plan/timing/dsp_sums.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/memo.hpp"
#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "plan/timing/dsp_limit.hpp"
#include "programs.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

constexpr const char* kTwoSums = "0.3*a[1,0] + 0.7*a + b + b[0,1]\n  - b: b + a[1,0] + a[-1,0] - a";

plan::Plan plan_of_sums(const std::string& hardware) {
  plan::Plan p = plan_of(
      std::string("name: sums\ngrid: [12, 5]\ntype: float32\narithmetic: fused\nfields: {a: {}, b: {}}\nupdate:\n") +
      "  - a: " + kTwoSums + "\nhardware: {sharing: none" + (hardware.empty() ? "" : ", ") + hardware + "}\n");
  plan::verify(p);
  return p;
}

int sums(const plan::Plan& p) { return plan::count_blocks(p).sums; }

TEST(DspSums, AreAtMostWhatTheDescriptionSays) {
  ops::Memo operators;
  const int most = plan::most_dsp_sums(plan_of_sums(""), operators);
  ASSERT_EQ(most, 6) << "three additions of each sum";
  const int products = plan::count_blocks(plan_of_sums("")).blocks;
  EXPECT_EQ(sums(plan_of_sums("")), 0);
  for (const int requested : {0, 1, 3, 6, 7, 100}) {
    const plan::Plan p = plan_of_sums("dsp_sums: " + std::to_string(requested));
    EXPECT_EQ(sums(p), std::min(requested, most));
    EXPECT_EQ(plan::count_blocks(p).blocks, products + std::min(requested, most));
    EXPECT_EQ(plan::most_dsp_sums(p, operators), most) << "whatever the plan has";
  }
}

TEST(DspSums, TakeNoMoreBlocksThanTheLimitLeaves) {
  const int products = plan::count_blocks(plan_of_sums("")).blocks;
  ASSERT_GT(products, 0);
  for (const int left : {0, 1, 4}) {
    const plan::Plan p = plan_of_sums("dsp_sums: 6, dsp_limit: " + std::to_string(products + left));
    EXPECT_EQ(sums(p), left);
    EXPECT_EQ(plan::count_blocks(p).blocks, products + left);
  }
  const plan::Plan fewer = plan_of_sums("dsp_sums: 6, dsp_limit: 0");
  EXPECT_EQ(plan::count_blocks(fewer).blocks, 0);
}

TEST(DspSums, ThatNoFamilyHasAreRefused) {
  for (const char* family : {"agilex", "arriav", "ecp5", "ice40up", "generic"}) {
    ops::Memo operators;
    EXPECT_EQ(plan::most_dsp_sums(plan_of_sums(std::string("device: ") + family), operators), 0);
    EXPECT_EQ(sums(plan_of_sums(std::string("dsp_sums: 0, device: ") + family)), 0);
    try {
      plan_of_sums(std::string("dsp_sums: 2, device: ") + family);
      ADD_FAILURE() << "planned for " << family;
    } catch (const InternalError& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr(std::string("error[RG0410]: ") + family + " has no sums in DSP blocks"));
      EXPECT_THAT(e.what(), testing::HasSubstr("9:37: "));
      EXPECT_THAT(e.what(), testing::HasSubstr("xc5v, xc7, xcu"));
    }
  }
  for (const char* family : {"xc5v", "xc7", "xcu", "xcup"})
    EXPECT_EQ(sums(plan_of_sums(std::string("dsp_sums: 2, device: ") + family)), 2) << family;
}

TEST(DspSums, MoreThanAPlanMayHaveAreFound) {
  plan::Plan p = plan_of_sums("dsp_sums: 2");
  for (plan::StagePlan& stage : p.executor.stages) {
    for (plan::NodeSchedule& n : stage.kernel.nodes) n.request.block_sums += n.request.block_sums > 0 ? 1 : 0;
  }
  try {
    plan::verify(p);
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("more additions are in DSP blocks than hardware.dsp_sums"));
  }
}

}  // namespace
}  // namespace rtlgen::test
