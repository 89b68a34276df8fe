// Programs of awkward shape (tests/sim/shapes): both languages, stalls, grids that P and I do not divide.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "small_runs.hpp"

namespace rtlgen::test {
namespace {

std::vector<std::string> shapes() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RTLGEN_SOURCE_DIR) + "/tests/sim/shapes")) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Shape : public testing::TestWithParam<std::string> {};

TEST_P(Shape, AgreesBitForBit) {
  for (const runner::Hdl hdl : {runner::Hdl::kVerilog, runner::Hdl::kVhdl}) {
    driver::SimOptions options;
    options.run.source.file = std::string(RTLGEN_SOURCE_DIR) + "/tests/sim/shapes/" + GetParam() + ".yaml";
    options.hdl = hdl;
    options.random_stalls = true;
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
}

INSTANTIATE_TEST_SUITE_P(Shapes, Shape, testing::ValuesIn(shapes()), [](const auto& shape) { return shape.param; });

}  // namespace
}  // namespace rtlgen::test
