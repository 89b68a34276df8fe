// The case studies of Wang et al., HPCA 2016, from examples/kernels: what the paper says of them, as far as the model
// has it.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "driver/advise/advise.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

using model::wang2016::Reading;

const std::string kFolder = test::source_folder() + "/examples/kernels/";

model::wang2016::Result result_of(const std::string& name, Reading reading = Reading::kConsistent) {
  Diagnostics diagnostics;
  const auto report = advise_kernel(kFolder + name + ".yaml", reading, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  return report->result;
}

TEST(Kernels, EveryFileInBothReadings) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".yaml") continue;
    ++files;
    for (const Reading reading : {Reading::kPrinted, Reading::kConsistent}) {
      const auto r = result_of(entry.path().stem().string(), reading);
      EXPECT_TRUE(std::isfinite(r.cycles) && r.cycles > 0) << entry.path();
      for (const double p : {r.potential_compute, r.potential_memory, r.potential_balance, r.potential_items}) {
        EXPECT_GE(p, 0) << entry.path();
        EXPECT_LE(p, 1) << entry.path();
      }
    }
  }
  EXPECT_GE(files, 9);
}

TEST(Kernels, TheNumbersOfTheSecondProgram) {
  // As tests/model/wang_test.cpp has them; 4096 items.
  EXPECT_DOUBLE_EQ(result_of("algorithm1", Reading::kPrinted).cycles, 524289);
  EXPECT_NEAR(result_of("algorithm1_ul8", Reading::kPrinted).potential_memory, 0.304, 5e-4);
  EXPECT_NEAR(result_of("vecadd_simd16", Reading::kPrinted).potential_memory, 0.734, 5e-4);
  EXPECT_NEAR(result_of("vecadd_simd16").potential_memory, 0, 1e-12);
}

TEST(Kernels, WhatTheTextSays) {
  EXPECT_GT(result_of("algorithm1").potential_balance, 0.8) << "section 2: the loop of 128 is the bottleneck";
  EXPECT_NEAR(result_of("algorithm1_ul8").potential_balance, 0, 1e-9);
  const auto add = result_of("vecadd");
  EXPECT_LT(add.potential_items, 1e-6) << "section 6.2: more than 128 items fill the pipeline";
  // Section 6.3.3: B_mem is high at first, tiles take it away, B_balance and B_comp are left, and DSPs end it.
  const auto mm = result_of("mm"), sm = result_of("mm_sm"), unrolled = result_of("mm_sm_ul64"),
             best = result_of("mm_sm_ul64_simd4");
  EXPECT_GT(mm.potential_memory, 0.5);
  EXPECT_NEAR(sm.potential_memory, 0, 1e-12);
  EXPECT_GT(sm.potential_balance, 0.5);
  EXPECT_GT(sm.potential_compute, 0.5);
  EXPECT_NEAR(sm.cycles / unrolled.cycles, 63, 1.5) << "63 times, printed";
  EXPECT_EQ(best.potential_compute, 0);
  EXPECT_NEAR(unrolled.cycles / best.cycles, 4, 0.1)
      << "SIMD4; the paper prints 362.4 for all steps together, and its SM is faster than ours";
  EXPECT_GT(result_of("km").potential_memory, 0.5) << "section 6.4.3: the baseline is short of memory";
}

TEST(Kernels, AFileThatIsNotThere) {
  Diagnostics diagnostics;
  EXPECT_FALSE(advise_kernel(kFolder + "nothing.yaml", Reading::kPrinted, diagnostics));
  EXPECT_EQ(to_string(diagnostics.all().front().code), "RG0101");
}

}  // namespace
}  // namespace rtlgen::driver
