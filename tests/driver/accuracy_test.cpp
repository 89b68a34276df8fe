// The exact run, and what `golden --accuracy` says by it.
#include "driver/simulate/accuracy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>

#include "driver/data/arrays.hpp"
#include "driver/data/run_options.hpp"
#include "driver/prepare/prepare.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "scratch.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using driver::AccuracyReport;
using driver::AccuracyRow;

driver::RunOptions options_of(const std::string& file, std::int64_t iterations) {
  driver::RunOptions options;
  options.source.file = file;
  options.iterations = iterations;
  return options;
}

AccuracyReport judged(const driver::RunOptions& options, const std::vector<std::string>& types = {}) {
  Diagnostics diagnostics;
  auto report = driver::accuracy(options, types, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  return *std::move(report);
}

const AccuracyRow& row(const AccuracyReport& report, const std::string& run) {
  return *std::ranges::find(report.rows, run, &AccuracyRow::run);
}

/// The reason why a run is refused.
std::string refusal(const std::string& yaml, const std::vector<std::string>& types = {}) {
  const Scratch scratch(yaml);
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::accuracy(options_of(scratch.file(), 1), types, diagnostics).ok());
  return diagnostics.render();
}

/// Roundings are all that is between a run and the exact one, in every stencil of configs/ with results of float64.
/// Where terms cancel they are many ulps, but another boundary, step or operand in a part of the cells would be 10^12.
/// Stencils whose results are small differences of large values, with the mean error that this makes.
const std::map<std::string, double> kCancel = {{"upwind", 1e8}, {"vadv", 1e6}};

TEST(ExactRun, IsNextToFloat64) {
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    driver::RunOptions options = options_of(entry.path().string(), 2);
    options.source.sets = {"type=float64"};
    Diagnostics diagnostics;
    const auto stencil = driver::read_stencil(options.source, diagnostics);
    const auto report = driver::accuracy(options, {}, diagnostics);
    if (!stencil || !report) continue;
    for (const AccuracyRow& r : report->rows) {
      const auto field = std::ranges::find(stencil->arrays, r.field, &spec::Array::name);
      if (r.run != "ieee" || field->type != spec::Type::float_of(11, 52)) continue;
      ++compared;
      const auto cancels = kCancel.find(entry.path().stem().string());
      EXPECT_LT(r.error.mean_ulp, cancels == kCancel.end() ? 1000 : cancels->second)
          << entry.path().stem() << ": " << r.field;
    }
  }
  EXPECT_GE(compared, 20);
}

/// The control: the same limits find a run of one step more.
TEST(ExactRun, OfAnotherStepIsFarAway) {
  driver::RunOptions options = options_of(test::source_folder() + "/configs/diffusion2d.yaml", 3);
  options.source.sets = {"type=float64"};
  Diagnostics diagnostics;
  const auto stencil = driver::read_stencil(options.source, diagnostics);
  ASSERT_TRUE(stencil) << diagnostics.render();
  const auto data = driver::load_run(*stencil, stencil->hardware.extents, options, diagnostics);
  ASSERT_TRUE(data) << diagnostics.render();
  const auto exact = golden::run_exactly(*stencil, data->extents, data->inputs, 3, data->params);
  const auto mean = [&](std::int64_t steps) {
    const auto run = golden::run(*stencil, data->extents, data->inputs, steps, data->params);
    return golden::error_of(exact.at(0), run.at(0), run.at(0).type, {}).mean_ulp;
  };
  EXPECT_LT(mean(3), 1000);
  EXPECT_GT(mean(4), 1e9);
}

constexpr const char* kCancels = R"(name: cancels
grid: [16]
type: float32
fields: {a: {}, q: {}}
update:
  - q: (a + 16777216.0) - 16777216.0
inputs: {a: {kind: constant, value: 1}}
)";

TEST(Accuracy, CountsUlps) {
  const Scratch scratch(kCancels);
  const AccuracyReport report = judged(options_of(scratch.file(), 1), {"float64"});
  // 1 + 2^24 rounds to 2^24, and 0 is 2^23 ulp of float32 away from 1.
  EXPECT_EQ(row(report, "ieee").error.max_ulp, 1 << 23);
  EXPECT_EQ(row(report, "ieee").error.mean_ulp, 1 << 23);
  EXPECT_EQ(row(report, "ieee").error.cells, 16);
  EXPECT_EQ(row(report, "fused").error.max_ulp, 0);
  EXPECT_EQ(row(report, "float64").error.max_ulp, 0);
}

/// Settings from options are set again for each run.
TEST(Accuracy, TakesOptionsOfItsOwnKeys) {
  const Scratch scratch(kCancels);
  driver::RunOptions options = options_of(scratch.file(), 1);
  options.source.sets = {"arithmetic=fused", "type=float32"};
  EXPECT_EQ(row(judged(options, {"float64"}), "ieee").error.max_ulp, 1 << 23);
}

TEST(Accuracy, FusedSumsAreCloser) {
  const AccuracyReport report =
      judged(options_of(test::source_folder() + "/configs/diffusion2d.yaml", 10), {"float16"});
  EXPECT_GT(row(report, "fused").error.mean_ulp, 0);
  EXPECT_LT(row(report, "fused").error.mean_ulp, row(report, "ieee").error.mean_ulp);
  EXPECT_GT(row(report, "float16").error.mean_ulp, 10 * row(report, "ieee").error.mean_ulp);
}

TEST(Accuracy, RefusesWhatItCannotJudge) {
  EXPECT_NE(refusal("name: n\ngrid: [16]\ntype: int32\nfields: {t: {}}\nupdate: [{t: t + t}]\n").find("RG0819"),
            std::string::npos);
  EXPECT_NE(refusal("name: n\ngrid: [16]\nfields: {t: {}}\nmonitor: {m: {of: t, reduce: max}}\nuntil: m < 1.0\n"
                    "update: [{t: 0.5*t}]\n")
                .find("RG0819"),
            std::string::npos);
  EXPECT_NE(refusal(kCancels, {"float33"}).find("float33"), std::string::npos);
}

}  // namespace
}  // namespace rtlgen::test
