// Fields in HBM and in DDR4 of one card (docs/adr/0052-memories-of-two-kinds.md): a simulation with the DRAM of each
// channel has the right bits, and takes as long as predicted.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "driver/simulate/simulate.hpp"
#include "model/time.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::model {
namespace {

constexpr double kMostPercent = 3;

/// A memory-bound run of two fields, each with both buffers in one channel.
const driver::SimReport& run_of(const std::string& places) {
  static std::map<std::string, driver::SimReport> runs;
  if (const auto known = runs.find(places); known != runs.end()) return known->second;
  driver::SimOptions options;
  options.run.source = {test::source_folder() + "/bench/memory/heat_2.yaml",
                        {"hardware.board=u280", "hardware.device=xcup", "hardware.memory=" + places}};
  options.run.iterations = 4;
  options.run.extents = {1024, 128};
  options.memory = driver::Memory::kDdr;
  options.native_operators = true;
  Diagnostics diagnostics;
  auto report = driver::simulate(options, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  if (!report->match()) throw std::runtime_error("the results differ from the golden engine: " + report->failure);
  return runs.emplace(places, *std::move(report)).first->second;
}

double off_percent(const std::string& places, const Drams& drams) {
  const driver::SimReport& report = run_of(places);
  TimeInput input;
  input.plan = &report.prepared->plan;
  input.extents = report.extents;
  input.iterations = report.iterations;
  input.kernel_mhz = report.card->kernel_mhz;
  input.bus_mhz = report.card->bus_mhz;
  input.drams = drams;
  Diagnostics diagnostics;
  const auto time = run_time(input, diagnostics);
  if (!time) throw std::runtime_error(diagnostics.render());
  EXPECT_EQ(time->bound, Bound::kChannel);
  return 100 * (time->cycles / static_cast<double>(report.measured.cycles) - 1);
}

const Drams kBoth = find_drams({"hbm2", "ddr4-2400"});
const char* const kMixed = "{a: 3, b: 33}";
const char* const kDimms = "{a: 32, b: 33}";

TEST(TwoKinds, ARunOverBothTakesAsLongAsPredicted) {
  EXPECT_EQ(run_of(kMixed).dram, "hbm2, ddr4-2400");
  EXPECT_LE(std::abs(off_percent(kMixed, kBoth)), kMostPercent);
}

TEST(TwoKinds, SoDoesARunOverTheSecondAlone) {
  EXPECT_EQ(run_of(kDimms).dram, "ddr4-2400");
  EXPECT_LE(std::abs(off_percent(kDimms, kBoth)), kMostPercent);
}

/// The controls: a model that takes one kind for the other is seen.
TEST(TwoKinds, AWrongKindIsSeen) {
  EXPECT_GT(std::abs(off_percent(kMixed, find_drams({"ddr4-2400"}))), kMostPercent);
  EXPECT_GT(std::abs(off_percent(kDimms, find_drams({"hbm2"}))), kMostPercent);
}

}  // namespace
}  // namespace rtlgen::model
