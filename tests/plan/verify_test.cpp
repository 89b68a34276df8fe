// Good plans pass plan::verify; a plan with one thing broken does not, and the fault is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "broken.hpp"

namespace rtlgen::test {
namespace {

TEST(Verify, AcceptsEveryShippedConfiguration) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RTLGEN_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    const Planned p = plan_of_config(entry.path().stem().string());
    EXPECT_NO_THROW(plan::verify(p.plan)) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 12);
}

TEST(Verify, AcceptsRandomPrograms) {
  std::mt19937 random = seeded(2024);
  int flat = 0, runtime = 0, fixed = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string text = random_program(random, i % 8 != 0);
    SCOPED_TRACE(text);
    Planned p;
    ASSERT_NO_THROW(p = plan_of(text));
    ASSERT_NO_THROW(plan::verify(p.plan));
    flat += p.plan.core.extents == plan::ExtentPlan::kFlat;
    runtime += p.plan.core.extents == plan::ExtentPlan::kRuntime;
    fixed += p.plan.core.extents == plan::ExtentPlan::kFixed;
  }
  // The draw reaches every treatment of extents.
  EXPECT_GT(flat, 20);
  EXPECT_GT(runtime, 60);
  EXPECT_GT(fixed, 60);
}

TEST_P(BrokenPlan, IsRefusedByName) {
  Planned good = plan_of(GetParam().program);
  ASSERT_NO_THROW(plan::verify(good.plan));
  GetParam().damage(good.plan);
  try {
    plan::verify(good.plan);
    FAIL() << "verify() misses it";
  } catch (const InternalError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(GetParam().message));
    EXPECT_THAT(error.what(), testing::HasSubstr(std::string("plan of ") + good.stencil->name));
  }
}

}  // namespace
}  // namespace rtlgen::test
