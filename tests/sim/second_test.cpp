// Second opinions: small designs in Icarus and in GHDL's own simulator, bit for bit against golden
// and without a single X or U on a cell of the grid. Words that are not offered and lanes beyond the
// grid are X there, so a core that read them would show it.
#include <gtest/gtest.h>

#include "driver/simulate/simulate.hpp"
#include "small_runs.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

struct Sample {
  const char* config;
  std::vector<std::string> sets;
  std::int64_t iterations;
};

class SecondOpinion : public testing::TestWithParam<Sample> {
 protected:
  static void expect_match(runner::Simulator simulator, runner::Hdl hdl) {
    driver::SimOptions options = small_run(GetParam().config, GetParam().sets, GetParam().iterations);
    options.simulator = simulator;
    options.hdl = hdl;
    Diagnostics diagnostics;
    const auto report = driver::simulate(options, diagnostics);
    ASSERT_TRUE(report.ok()) << diagnostics.render();
    EXPECT_TRUE(report->match()) << report->failure << " mismatches " << report->mismatches << " unknown "
                                 << report->unknown;
    EXPECT_GT(report->stalled->input_stalls, 0);
    EXPECT_GT(report->stalled->output_stalls, 0);
  }
};

TEST_P(SecondOpinion, IcarusAgrees) { expect_match(runner::Simulator::kIcarus, runner::Hdl::kVerilog); }
TEST_P(SecondOpinion, GhdlAgrees) { expect_match(runner::Simulator::kGhdl, runner::Hdl::kVhdl); }

INSTANTIATE_TEST_SUITE_P(
    Samples, SecondOpinion,
    testing::Values(Sample{"heat1d", {"grid=[39]", "hardware.steps=3"}, 5},
                    Sample{"life", {"grid=[10, 7]", "hardware.steps=2", "hardware.cells_per_cycle=3"}, 3},
                    Sample{"laplace2d", {"grid=[9, 8]", "hardware.steps=2", "hardware.cells_per_cycle=4"}, 4},
                    Sample{"jacobi2d_9pt", {"grid=[6, 6]", "hardware.steps=1", "hardware.cells_per_cycle=8"}, 2},
                    Sample{"jacobi3d", {"grid=[5, 4, 5]", "hardware.steps=2", "hardware.cells_per_cycle=2"}, 3}),
    [](const auto& sample) { return std::string(sample.param.config); });

/// Frames with ghosts, and borders that do not matter, where unknown values are allowed and found.
TEST(SecondOpinions, OfGhostsAndIgnoredBorders) {
  const std::pair<std::string, std::vector<std::string>> samples[] = {
      {"torus", {}}, {"torus", {"grid=[3, 2]"}}, {"ignored_border", {}}};
  for (const auto& [shape, sets] : samples) {
    for (const bool vhdl : {false, true}) {
      SCOPED_TRACE(shape);
      driver::SimOptions options;
      options.run.source = {test::source_folder() + "/tests/sim/shapes/" + shape + ".yaml", sets};
      options.random_stalls = true;
      options.simulator = vhdl ? runner::Simulator::kGhdl : runner::Simulator::kIcarus;
      options.hdl = vhdl ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
      Diagnostics diagnostics;
      const auto report = driver::simulate(options, diagnostics);
      ASSERT_TRUE(report.ok()) << diagnostics.render();
      EXPECT_TRUE(report->match()) << report->failure << " mismatches " << report->mismatches << " unknown "
                                   << report->unknown;
      EXPECT_EQ(report->ignored > 0, shape == "ignored_border");
    }
  }
}

// The check itself: an undriven bit must be reported as unknown.
TEST(UnknownValues, AreFoundByIcarus) {
  driver::SimOptions options = small_run("life", {"grid=[10, 7]", "hardware.steps=1", "hardware.cells_per_cycle=2"}, 1);
  options.simulator = runner::Simulator::kIcarus;
  options.edit_sources = replace("_alive.v", "assign q = ", "assign q = 1'bx ^ ");
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_FALSE(report->match());
  EXPECT_EQ(report->unknown, 2 * 70);  // every cell, in both runs
}

}  // namespace
}  // namespace rtlgen::test
