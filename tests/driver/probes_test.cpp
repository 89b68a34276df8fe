// Probes of golden and simulated runs: worked out by hand, and the same in both.
#include <gtest/gtest.h>

#include "driver/simulate/simulate.hpp"
#include "scratch.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::test {
namespace {

/// Every step adds the step's number and, in cell 2, a source of three values.
constexpr const char* kCounting =
    "name: n\ngrid: [5]\ntype: int32\nfields: {a: {}}\ninputs: {a: {kind: zero}}\niterations: 7\n"
    "sources:\n  - {at: [2], field: a, values: [100, 200, 300]}\n"
    "probes:\n  - {at: [0], field: a, every: 2}\n  - {at: [2], field: a, every: 3}\n"
    "update:\n  - a: a + step\nhardware: {steps: 3, clock_mhz: 50}\n";

constexpr const char* kRows = "step,a_0,a_2\n2,1,\n3,,603\n4,6,\n6,15,615\n";

TEST(Probes, OfAGoldenRun) {
  const Scratch scratch(kCounting);
  driver::RunOptions options;
  options.source.file = scratch.file();
  options.probes = scratch.at("probes.csv");
  Diagnostics diagnostics;
  const auto report = driver::golden(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_EQ(read_whole_file(options.probes), kRows);
  EXPECT_EQ(report->written, std::vector<std::string>{options.probes});
}

TEST(Probes, OfASimulatedRunAreTheSame) {
  const Scratch scratch(kCounting);
  driver::SimOptions options;
  options.run.source.file = scratch.file();
  options.run.probes = scratch.at("probes.csv");
  options.random_stalls = true;
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match()) << report->failure;
  EXPECT_TRUE(report->within_bound()) << report->measured.cycles << " of " << report->cycle_bound;
  EXPECT_EQ(report->settings.passes, 5);  // steps 2, 3, 4, 6, 7: each in a run of its own
  EXPECT_EQ(read_whole_file(options.run.probes), kRows);
}

std::string refused(const std::string& yaml, const std::vector<std::int64_t>& extents = {}) {
  const Scratch scratch(yaml);
  driver::RunOptions options;
  options.source.file = scratch.file();
  options.probes = scratch.at("probes.csv");
  options.extents = extents;
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::golden(options, diagnostics).ok());
  return diagnostics.all().empty() ? "" : diagnostics.all().front().code;
}

TEST(Probes, ThatCannotBeReadAreRefused) {
  EXPECT_EQ(refused("name: n\ngrid: [5]\nfields: {a: {}}\nupdate: [{a: a + 1}]\n"), "RG0840");
  EXPECT_EQ(refused(kCounting, {2}), "RG0840");
}

}  // namespace
}  // namespace rtlgen::test
