// Programs of awkward shape (tests/sim/shapes): both languages, stalls, grids that P and I do not divide.
// The grids are tiny: Icarus ends before Verilator has compiled, and it sees unknown values.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "driver/simulate/simulate.hpp"
#include "evidence.hpp"
#include "proven_case.hpp"
#include "small_runs.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

std::vector<std::string> shapes() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/tests/sim/shapes")) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// A run of a shape, without stalls and with.
driver::SimOptions options_of(const std::string& shape, runner::Hdl hdl) {
  driver::SimOptions options;
  options.run.source.file = test::source_folder() + "/tests/sim/shapes/" + shape + ".yaml";
  options.hdl = hdl;
  options.simulator = hdl == runner::Hdl::kVerilog ? runner::Simulator::kIcarus : runner::Simulator::kVerilator;
  options.random_stalls = true;
  return options;
}

class Shape : public testing::TestWithParam<std::string> {};

void expect_agreement(const std::string& shape, runner::Hdl hdl) {
  const driver::SimOptions options = options_of(shape, hdl);
  auto evidence = evidence_of("shape " + shape, options);
  ASSERT_TRUE(evidence);
  evidence->path(test::source_folder(), "tests/sim/shapes_test.cpp");
  RTLGEN_UNLESS_PROVEN(*evidence);
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  const std::int64_t words = report->settings.pass_words() * report->settings.passes;
  EXPECT_EQ(report->failure, "");
  EXPECT_EQ(report->mismatches, 0);
  EXPECT_TRUE(report->match());
  EXPECT_EQ(report->measured.words_in, words);
  EXPECT_EQ(report->measured.words_out, words);
  ASSERT_TRUE(report->stalled.has_value());
}

TEST_P(Shape, AgreesBitForBitInVerilog) { expect_agreement(GetParam(), runner::Hdl::kVerilog); }
TEST_P(Shape, AgreesBitForBitInVhdl) { expect_agreement(GetParam(), runner::Hdl::kVhdl); }

INSTANTIATE_TEST_SUITE_P(Shapes, Shape, testing::ValuesIn(shapes()), [](const auto& shape) { return shape.param; });

}  // namespace
}  // namespace rtlgen::test
