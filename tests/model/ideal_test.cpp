// Cycles with ideal memory if passes wait for each other or fillers separate them, on grids hardly longer than the
// chain, and with held arrays: against the simulation. tests/sim/config_check.cpp checks every shipped configuration
// with the same function.
#include <gtest/gtest.h>

#include "contract/core_interface.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "model/cycles.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::model {
namespace {

struct Case {
  const char* file;
  std::vector<std::int64_t> extents;
  std::int64_t iterations;
};

class Tiny : public testing::TestWithParam<Case> {};

TEST_P(Tiny, PredictedToTheCycle) {
  driver::SimOptions options;
  options.run.source.file = test::source_folder() + "/" + GetParam().file;
  options.run.extents = GetParam().extents;
  options.run.iterations = GetParam().iterations;
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match()) << report->failure;
  const contract::CoreInterface& core = report->prepared->plan.core;
  const IdealCycles ideal =
      ideal_cycles(report->prepared->plan, report->extents, report->settings, report->pass_by_pass);
  EXPECT_TRUE(ideal.exact);
  EXPECT_EQ(report->measured.cycles, ideal.cycles)
      << "slack " << report->settings.slack << ", latency " << core.total_latency << ", tokens "
      << pass_tokens(core, report->settings).value() << ", lag " << report->settings.total_lag;
  const bool waits = report->settings.pass_cycles > pass_tokens(core, report->settings).value();
  const bool fills = report->settings.gap > 0;  // instead of waiting
  const bool held = !core.held_arrays.empty();
  EXPECT_TRUE(waits || fills || held) << "passes neither wait nor need fillers here: no case for this test";
}

INSTANTIATE_TEST_SUITE_P(
    Grids, Tiny,
    testing::Values(Case{"configs/heat1d.yaml", {24}, 50}, Case{"configs/heat1d.yaml", {61}, 50},
                    Case{"configs/heat1d.yaml", {120}, 200}, Case{"configs/jacobi2d_5pt.yaml", {18, 6}, 30},
                    Case{"configs/jacobi2d_5pt.yaml", {40, 8}, 12}, Case{"configs/jacobi2d_5pt.yaml", {17, 3}, 31},
                    Case{"configs/jacobi3d_7pt.yaml", {9, 5, 4}, 12}, Case{"configs/fdtd2d.yaml", {10, 12}, 60},
                    Case{"configs/life.yaml", {34, 10}, 33}, Case{"configs/lattice_gas.yaml", {17, 9}, 60},
                    Case{"tests/sim/shapes/torus.yaml", {}, 12}, Case{"tests/sim/shapes/blocks_2d.yaml", {}, 12},
                    Case{"tests/sim/shapes/held_inputs.yaml", {}, 5}, Case{"tests/sim/shapes/held_wrap.yaml", {}, 12}));

}  // namespace
}  // namespace rtlgen::model
