// Products with constants leave the DSP blocks where these are limited, the cheapest first; other products stay.
#include "plan/timing/dsp_limit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/hard.hpp"
#include "ops/memo.hpp"
#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

/// On xc7 a product of float32 takes two blocks, one with 1.5, whose two digits are one sum; 0.7 has many.
plan::Plan plan_with(const std::string& limit, const std::string& update = "1.5*a[1,0] + 0.7*a[0,1] + a*a") {
  plan::Plan p = plan_of(
      "name: limited\ngrid: [12, 5]\ntype: float32\nfields:\n  a: {boundary: edge}\nupdate:\n  - a: \"" + update +
      "\"\nhardware: {sharing: none, arithmetic: ieee" + (limit.empty() ? "" : ", dsp_limit: " + limit) + "}\n");
  plan::verify(p);
  return p;
}

std::vector<std::string> expanded(const plan::Plan& p) {
  std::vector<std::string> names;
  for (const plan::StagePlan& stage : p.executor.stages) {
    for (const plan::NodeSchedule& n : stage.kernel.nodes) {
      if (n.request.expands_products) names.push_back(ops::base_name(n.request));
    }
  }
  return names;
}

int blocks(const plan::Plan& p) { return plan::count_blocks(p).blocks; }

using testing::ElementsAre;

TEST(DspLimit, IsMetByTheProductsThatTakeTheFewestLuts) {
  EXPECT_THAT(expanded(plan_with("")), ElementsAre());
  EXPECT_EQ(blocks(plan_with("")), 5);
  EXPECT_THAT(expanded(plan_with("5")), ElementsAre());
  EXPECT_THAT(expanded(plan_with("4")), ElementsAre("float32_mul_shift_add_k3fc00000"));
  EXPECT_EQ(blocks(plan_with("4")), 4);
  EXPECT_THAT(expanded(plan_with("3")), ElementsAre("float32_mul_shift_add_k3f333333")) << "alone it is enough";
  EXPECT_EQ(blocks(plan_with("3")), 3);
  EXPECT_THAT(expanded(plan_with("2")),
              ElementsAre("float32_mul_shift_add_k3fc00000", "float32_mul_shift_add_k3f333333"));
  EXPECT_EQ(blocks(plan_with("2")), 2);
}

TEST(DspLimit, BelowWhatValuesNeedIsRefused) {
  try {
    plan_with("1");
    FAIL() << "a * a takes two blocks";
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("RG0407"));
    EXPECT_THAT(e.what(),
                testing::HasSubstr("need 2 DSP blocks that LUTs cannot replace, but hardware.dsp_limit is 1"));
  }
}

TEST(DspLimit, LimitsGoDownToTheLeast) {
  ops::Memo operators;
  EXPECT_THAT(plan::dsp_limits(plan_with(""), operators), ElementsAre(5, 4, 2));
  EXPECT_THAT(plan::dsp_limits(plan_with("2"), operators), ElementsAre(5, 4, 2)) << "whatever the plan has";
  EXPECT_THAT(plan::dsp_limits(plan_with("", "a*a[1,0]"), operators), ElementsAre(2));
}

/// Products of integers and fixed-point numbers with constants take no block in any case.
TEST(DspLimit, AppliesToFusedSums) {
  const plan::Plan p = plan_of(
      "name: sums\ngrid: [12, 5]\ntype: float32\narithmetic: fused\nfields:\n  a: {boundary: edge}\n"
      "update:\n  - a: 0.3*a[1,0] + 0.7*a\nhardware: {dsp_limit: 0}\n");
  plan::verify(p);
  EXPECT_EQ(expanded(p).size(), 1U);
  EXPECT_EQ(blocks(p), 0);
}

/// A sum, a difference with a product in its block, and a product that is added.
TEST(DspLimit, PutsHardSumsIntoLogic) {
  const auto plan_of_limit = [](const std::string& limit) {
    plan::Plan p = plan_of(
        "name: hard\ngrid: [12, 5]\ntype: float32\narithmetic: hard\nfields:\n  a: {boundary: edge}\n"
        "update:\n  - a: a + 0.1*(a[-1,0] + a[1,0] - 2.0*a)\nhardware: {device: agilex" +
        limit + "}\n");
    plan::verify(p);
    return p;
  };
  const auto in_logic = [](const plan::Plan& p) {
    std::vector<std::string> names;
    for (const plan::StagePlan& stage : p.executor.stages) {
      for (const plan::NodeSchedule& n : stage.kernel.nodes) {
        if (n.is_operator && !ops::is_hard(n.request)) names.push_back(ops::base_name(n.request));
      }
    }
    return names;
  };
  EXPECT_EQ(blocks(plan_of_limit("")), 3);
  EXPECT_THAT(in_logic(plan_of_limit("")), ElementsAre());
  plan::Plan fewer = plan_of_limit(", dsp_limit: 2");
  EXPECT_EQ(blocks(fewer), 2);
  EXPECT_EQ(plan::count_blocks(fewer).expanded, 1);
  EXPECT_THAT(in_logic(fewer), ElementsAre("float32_add_flush"));
  EXPECT_THROW(plan_of_limit(", dsp_limit: 1"), InternalError) << "products take the others";
  const auto fault_of = [&fewer](const auto& change) {
    plan::Plan wrong = fewer;
    for (plan::StagePlan& stage : wrong.executor.stages) {
      for (plan::NodeSchedule& n : stage.kernel.nodes) {
        if (n.is_operator && !ops::is_hard(n.request)) change(n.request);
      }
    }
    try {
      plan::verify(wrong);
    } catch (const InternalError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(fault_of([](ops::Request& r) { r.flush_subnormals = false; }), testing::HasSubstr("subnormal"));
  EXPECT_THAT(fault_of([](ops::Request& r) { r.function = spec::Op::kSub; }),
              testing::HasSubstr("logic that replaces a hard block computes something else"));
  EXPECT_EQ(fault_of([](ops::Request&) {}), "");
}

TEST(DspLimit, ThatAPlanExceedsIsFound) {
  plan::Plan p = plan_with("4");
  for (plan::StagePlan& stage : p.executor.stages) {
    for (plan::NodeSchedule& n : stage.kernel.nodes) n.request.expands_products = false;
  }
  try {
    plan::verify(p);
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("more DSP blocks than hardware.dsp_limit"));
  }
}

}  // namespace
}  // namespace rtlgen::test
