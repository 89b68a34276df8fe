// Good plans pass plan::verify; a plan with one thing broken does not, and the fault is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "broken.hpp"
#include "contract/frame.hpp"
#include "frontend/frontend.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

TEST(Verify, AcceptsEveryShippedConfiguration) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    const plan::Plan p = plan_of_config(entry.path().stem().string());
    EXPECT_NO_THROW(plan::verify(p)) << entry.path();
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
    plan::Plan p;
    ASSERT_NO_THROW(p = plan_of(text));
    ASSERT_NO_THROW(plan::verify(p));
    flat += p.core.extents == contract::ExtentPlan::kFlat;
    runtime += p.core.extents == contract::ExtentPlan::kRuntime;
    fixed += p.core.extents == contract::ExtentPlan::kFixed;
  }
  // The draw reaches every treatment of extents.
  EXPECT_GT(flat, 20);
  EXPECT_GT(runtime, 60);
  EXPECT_GT(fixed, 60);
}

TEST_P(BrokenPlan, IsRefusedByName) {
  plan::Plan good = plan_of(GetParam().program);
  ASSERT_NO_THROW(plan::verify(good));
  GetParam().damage(good);
  try {
    plan::verify(good);
    FAIL() << "verify() misses it";
  } catch (const InternalError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(GetParam().message));
    EXPECT_THAT(error.what(), testing::HasSubstr(std::string("plan of ") + good.stencil->name));
  }
}

TEST(Plan, IsAValueThatOutlivesWhatItWasMadeFrom) {
  plan::Plan copy;
  std::string text;
  {
    Diagnostics diagnostics;
    auto stencil = frontend::load_text("name: smooth\ngrid: [8]\nfields:\n  u: {}\nupdate:\n  - u: u[-1] + u[1]\n",
                                       "test.yaml", {}, diagnostics);
    ASSERT_TRUE(stencil) << diagnostics.render();
    const auto plan = plan::make_plan(*stencil, diagnostics);
    ASSERT_TRUE(plan) << diagnostics.render();
    text = plan::manifest_json(*plan);
    stencil->stages.clear();
    copy = *plan;
  }
  EXPECT_NO_THROW(plan::verify(copy));
  EXPECT_EQ(plan::manifest_json(copy), text);
}

}  // namespace
}  // namespace rtlgen::test
