// Probes of golden and simulated runs: worked out by hand, and the same in both.
#include <gtest/gtest.h>

#include <functional>

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

/// A run of Verilator, with random stalls after that without, which writes probes.
driver::SimOptions probed(const Scratch& scratch) {
  driver::SimOptions options;
  options.run.source.file = scratch.file();
  options.run.probes = scratch.at("probes.csv");
  options.random_stalls = true;
  return options;
}

driver::SimReport run(const driver::SimOptions& options) {
  Diagnostics diagnostics;
  auto report = driver::simulate(options, diagnostics);
  EXPECT_TRUE(report.ok()) << diagnostics.render();
  return *std::move(report);
}

TEST(Probes, OfASimulatedRunAreTheSame) {
  const Scratch scratch(kCounting);
  const auto report = run(probed(scratch));
  EXPECT_TRUE(report.match()) << report.failure;
  EXPECT_TRUE(report.within_bound()) << report.measured.cycles << " of " << report.cycle_bound;
  EXPECT_EQ(report.settings.passes, 5);  // steps 2, 3, 4, 6, 7: each in a run of its own
  EXPECT_EQ(report.settings.bypass, 8);
  EXPECT_EQ(read_whole_file(scratch.at("probes.csv")), kRows);
}

/// Time steps are counted on in runs of several passes too.
TEST(Probes, MayBeFurtherApartThanAPass) {
  const Scratch scratch(
      "name: n\ngrid: [5]\ntype: int32\nfields: {a: {}}\ninputs: {a: {kind: zero}}\niterations: 11\n"
      "probes:\n  - {at: [1], field: a, every: 5}\nupdate:\n  - a: a + step\nhardware: {steps: 2}\n");
  const auto report = run(probed(scratch));
  EXPECT_TRUE(report.match()) << report.failure;
  EXPECT_EQ(report.settings.passes, 7);
  EXPECT_EQ(read_whole_file(scratch.at("probes.csv")), "step,a_1\n5,10\n10,45\n");
}

/// Without --probes nothing is read at their cells, which a smaller grid does not have: a GB behind its own.
TEST(Probes, AreNotReadUnlessAsked) {
  const Scratch scratch(
      "name: n\ngrid: [64, 2000000]\ntype: uint<40>\nfields: {u: {}}\niterations: 2\n"
      "probes:\n  - {at: [60, 1999999], field: u}\nupdate:\n  - u: u ^ 1\n");
  driver::SimOptions options = probed(scratch);
  options.run.probes = "";
  options.run.extents = {64, 8};
  EXPECT_TRUE(run(options).match());
}

// ---------------------------------------------------------------- wrong hardware

/// Changes the hardware: the text is in the file whose name ends so.
std::function<void(runner::Sources&)> edited(const std::string& file, const std::string& from, const std::string& to) {
  return [=](runner::Sources& sources) {
    for (runner::SourceFile& source : sources.files) {
      const std::size_t at = source.path.ends_with(file) ? source.text.find(from) : std::string::npos;
      if (at == std::string::npos) continue;
      source.text.replace(at, from.size(), to);
      return;
    }
    ADD_FAILURE() << file << " has no '" << from << "'";
  };
}

/// The step that came last, and cells whose value does not matter beside it: what was wrong before is forgotten.
constexpr const char* kForgetting =
    "name: n\ngrid: [40]\ntype: int32\nfields: {a: {}, b: {}}\ninputs: {a: {kind: zero}}\niterations: 7\n"
    "probes:\n  - {at: [39], field: a, every: 2}\n  - {at: [0], field: b, every: 3}\n"
    "update:\n  - a: \"(a > 1000 ? 1 : 0) + step\"\n  - b: {expr: \"b[-1]/2 + b[1]/2\", border: ignore}\n"
    "hardware: {steps: 3, clock_mhz: 50}\n";

TEST(Probes, OfCellsThatDoNotMatterAreNamed) {
  const Scratch scratch(kForgetting);
  const auto report = run(probed(scratch));
  EXPECT_TRUE(report.match()) << report.failure;
  EXPECT_EQ(report.ignored_probes, std::vector<std::string>{"b_0"});
  EXPECT_TRUE(read_whole_file(scratch.at("probes.csv")).starts_with("step,a_39,b_0\n2,1,\n3,,"));
}

TEST(Probes, ThatReadOtherValuesAreFound) {
  const Scratch scratch(kForgetting);
  driver::SimOptions options = probed(scratch);
  options.edit_sources = edited("_executor.v", "{a_new_word_d2_line[31:0], a_new_l0}",
                                "{a_new_word_d2_line[31:0], a_new_l0 ^ {31'd0, step_0 == 32'd1}}");
  const auto report = run(options);
  EXPECT_EQ(report.mismatches, 0) << "the results are right";
  EXPECT_FALSE(report.match());
  EXPECT_EQ(report.failure, "unstalled run: after 2 steps the probe a_39 reads 0 in place of 1");
  EXPECT_TRUE(report.written.empty());
}

/// From the first wait on the words of the first run are wrong.
TEST(Probes, ThatReadOtherValuesWithStallsAreFound) {
  const Scratch scratch(kForgetting);
  driver::SimOptions options = probed(scratch);
  options.edit_sources = edited("_core.v", "assign out_a = ",
                                "reg waited, late;\n  always @(posedge clk) begin\n"
                                "    waited <= ~rst & (waited | (out_valid & ~out_ready));\n"
                                "    late <= ~rst & (late | (waited & out_valid & out_ready));\n  end\n"
                                "  assign out_a = {31'd0, late & cfg_first_step == 32'hffffffff} ^ ");
  const auto report = run(options);
  EXPECT_EQ(report.mismatches, 0) << "the results are right";
  EXPECT_EQ(report.failure, "stalled run: after 2 steps the probe a_39 reads 0 in place of 1");
}

/// A pass is one of all runs, and an Executor one of the run that computes the step.
TEST(Probes, ThePlaceOfAFaultIsThatOfItsRun) {
  const Scratch scratch(kCounting);
  driver::SimOptions options = probed(scratch);
  options.edit_sources =
      edited("_executor.v", "bypass ? in_a : a_new_l0;", "bypass ? in_a : a_new_l0 ^ {31'd0, step_0 == 32'd4};");
  const auto report = run(options);
  ASSERT_TRUE(report.fault.has_value());
  EXPECT_EQ(report.fault->step, 4);
  EXPECT_EQ(report.fault->pass, 3);      // steps 4 and 5 are the fourth run
  EXPECT_EQ(report.fault->executor, 1);  // after one that forwards
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
