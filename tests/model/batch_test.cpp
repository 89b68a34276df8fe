// Batches in the time model: which stage is the longest, sets of buffers, what is shared, and what is hidden.
#include "model/batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "driver/model/batch.hpp"
#include "driver/prepare/prepare.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::model {
namespace {

/// HotSpot: one state, one input.
class Batch : public testing::Test {
 protected:
  Batch() {
    Diagnostics diagnostics;
    auto result = driver::prepare(
        {test::source_folder() + "/configs/hotspot2d.yaml", {"hardware.bus=512", "hardware.block=auto"}}, diagnostics);
    if (!result) throw std::runtime_error(diagnostics.render());
    prepared_ = *result;
    input_.time.plan = &prepared_->plan;
    input_.time.extents = prepared_->plan.core.maximum;
    input_.time.iterations = prepared_->plan.core.steps;
    input_.time.kernel_mhz = 200;
    input_.time.bus_mhz = 250;
    input_.time.drams = {*find_channel("ddr4-2400")};
    input_.time.link = HostLink{6.5, 6.5, 20000, 500, 1200, 5000};
    input_.grids = 100;
  }
  BatchTime time() const {
    Diagnostics diagnostics;
    auto time = batch_time(input_, diagnostics);
    if (!time) throw std::runtime_error(diagnostics.render());
    return *time;
  }

  std::shared_ptr<const driver::Prepared> prepared_;
  BatchInput input_;
};

TEST_F(Batch, TakesAsLongAsItsLongestStage) {
  const BatchTime t = time();
  EXPECT_EQ(t.grid_seconds, std::max({t.upload_seconds, t.run_seconds, t.download_seconds}));
  EXPECT_GT(t.upload_seconds, 1.9 * t.download_seconds) << "two fields to the card, one back";
  EXPECT_EQ(t.longest, Stage::kUpload);
  // The first upload and what follows the last one are not hidden.
  const double sum = t.upload_seconds + t.run_seconds + t.download_seconds;
  EXPECT_NEAR(t.seconds, 99 * t.grid_seconds + sum, t.grid_seconds);
  EXPECT_GT(t.alone_seconds, 100 * (sum - 1e-9)) << "and all registers";
  input_.time.iterations *= 50;
  const BatchTime longer = time();
  EXPECT_EQ(longer.longest, Stage::kRun);
  EXPECT_EQ(longer.upload_seconds, t.upload_seconds);
  EXPECT_STREQ(word_of(longer.longest), "run");
}

TEST_F(Batch, DirectionsHaveTheirOwnBandwidth) {
  input_.time.link->read_gbs = 0.5;
  const BatchTime t = time();
  EXPECT_EQ(t.longest, Stage::kDownload);
  const double bytes = static_cast<double>(input_.time.extents[0] * input_.time.extents[1]) * 4;
  EXPECT_NEAR(t.download_seconds, 20e-6 + bytes / 0.5e9, 1e-9);
  EXPECT_NEAR(t.upload_seconds, 2 * (20e-6 + bytes / 6.5e9), 1e-9);
}

TEST_F(Batch, SharedInputsAreUploadedOnce) {
  const BatchTime t = time();
  input_.shared = {"power"};
  const BatchTime shared = time();
  EXPECT_NEAR(shared.upload_seconds, t.upload_seconds / 2, 1e-9);
  EXPECT_LT(shared.run_seconds, t.run_seconds) << "two registers fewer";
}

TEST_F(Batch, OneSetOfBuffersTakesTurns) {
  input_.sets = 1;
  const BatchTime t = time();
  EXPECT_NEAR(t.grid_seconds, t.upload_seconds + t.run_seconds, 1e-12);
  EXPECT_NEAR(t.seconds, 100 * t.grid_seconds + t.download_seconds, 2 * t.grid_seconds);
  EXPECT_LT(t.seconds, t.alone_seconds) << "downloads are hidden behind uploads";
}

/// Followed grid by grid, and extrapolated.
TEST_F(Batch, LongBatchesGoOnAsTheyBegan) {
  input_.grids = 64;
  const BatchTime some = time();
  input_.grids = 1000;
  const BatchTime many = time();
  EXPECT_NEAR(many.seconds - some.seconds, 936 * some.grid_seconds, 1e-9);
  input_.grids = 1;
  const BatchTime one = time();
  const double registers = one.seconds - one.upload_seconds - one.run_seconds - one.download_seconds;
  EXPECT_GT(registers, 10e-6) << "all of them, once";
  EXPECT_LT(registers, 100e-6);
}

TEST(BatchForecast, NeedsMemoryAndKnowsItsSize) {
  Diagnostics diagnostics;
  driver::ModelOptions options;
  options.source = {test::source_folder() + "/configs/hotspot2d.yaml", {}};
  auto bare = driver::model_design(options, diagnostics);
  ASSERT_TRUE(bare) << diagnostics.render();
  EXPECT_FALSE(driver::model_batch(options, 10, *bare, diagnostics));
  EXPECT_EQ(diagnostics.all().front().message,
            "a batch needs memory on the card, but the description has no hardware.bus");
  options.board = "kcu105";
  Diagnostics later;
  auto design = driver::model_design(options, later);
  ASSERT_TRUE(design) << later.render();
  const auto forecast = driver::model_batch(options, 10, *design, later);
  ASSERT_TRUE(forecast) << later.render();
  EXPECT_EQ(forecast->sets, 2);
  EXPECT_EQ(forecast->link, "pcie3x8");
  // 2 GiB hold one set of three arrays of half a GiB.
  options.source.sets = {"grid=[8192, 16384]"};
  design = driver::model_design(options, later);
  ASSERT_TRUE(design) << later.render();
  const auto large = driver::model_batch(options, 10, *design, later);
  ASSERT_TRUE(large) << later.render();
  EXPECT_EQ(large->sets, 1);
}

}  // namespace
}  // namespace rtlgen::model
