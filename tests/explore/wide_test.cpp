// The areas of wide Executors follow from those of two narrow ones.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "driver/prepare/prepare.hpp"
#include "explore/probe.hpp"
#include "model/area/calibration.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::explore {
namespace {

/// Sums of areas are within this of what is elaborated.
constexpr double kTolerance = 0.02;

Problem problem_of(const std::string& config, std::vector<std::string> sets, const std::string& device = "xc7") {
  Diagnostics diagnostics;
  sets.push_back("hardware.device=" + device);
  const auto program =
      driver::read_program({test::source_folder() + "/configs/" + config + ".yaml", sets}, diagnostics);
  if (!program) throw std::runtime_error(diagnostics.render());
  Problem problem;
  problem.stencil = program->sharing.hardware;
  problem.fabric = &model::fabric_of(device);
  problem.calibration = &model::calibration_of(device);
  return problem;
}

/// The probe of the whole grid, the last of these numbers of lanes.
Probe last_of(Problem problem, const std::vector<int>& lanes) {
  problem.cells_per_cycle = lanes;
  problem.blocks = {{}};
  Knowledge nothing;
  const Probes probes = probe(problem, nothing);
  if (probes.all.empty() || probes.all.back().cells_per_cycle != lanes.back()) throw std::runtime_error("no probe");
  return probes.all.back();
}

class Wide : public testing::TestWithParam<const char*> {};

TEST_P(Wide, IsWhatElaborationFinds) {
  const bool cube = std::string(GetParam()) == "jacobi3d" || std::string(GetParam()) == "denoise3d";
  for (const char* const device : {"xc7", "cyclone10gx"}) {
    const Problem problem =
        problem_of(GetParam(), {cube ? "grid=[512, 64, 64]" : "grid=[4096, 512]", "inputs={}"}, device);
    for (const int lanes : {32, 128}) {
      std::vector<int> all = {8, 16, 32, 64, 128};
      std::erase_if(all, [&](int p) { return p > lanes; });
      const Probe exact = last_of(problem, {lanes}), followed = last_of(problem, all);
      const auto near = [&](std::int64_t a, std::int64_t b, const char* what) {
        EXPECT_NEAR(static_cast<double>(a), static_cast<double>(b), kTolerance * static_cast<double>(b) + 2)
            << what << ", P " << lanes << ", " << device;
      };
      const model::Area a = followed.executor + followed.rest, b = exact.executor + exact.rest;
      near(problem.fabric->logic(a), problem.fabric->logic(b), problem.fabric->logic_word());
      near(a.flip_flops, b.flip_flops, "flip-flops");
      near(a.rams, b.rams, "RAM");
      EXPECT_EQ(a.dsps, b.dsps);
      EXPECT_EQ(followed.lane, exact.lane);
    }
    // Not by chance: an area of half the lanes differs.
    EXPECT_LT(static_cast<double>(problem.fabric->logic(last_of(problem, {64}).executor)),
              0.7 * static_cast<double>(problem.fabric->logic(last_of(problem, {128}).executor)));
  }
}
INSTANTIATE_TEST_SUITE_P(All, Wide, testing::Values("hotspot2d", "canny", "life", "jacobi3d", "gray_scott", "median"));

/// Elaborated if one of the two is not searched.
TEST(WideAlone, NeedsBoth) {
  const Problem problem = problem_of("life", {});
  EXPECT_EQ(last_of(problem, {16, 64}).executor, last_of(problem, {64}).executor);
}

}  // namespace
}  // namespace rtlgen::explore
