// Probes of golden and simulated runs: worked out by hand, and the same in both.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "data/io.hpp"
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
  EXPECT_EQ(report.failure, "unstalled run: after 2 steps the probe a_39 reads 0 instead of 1");
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
  EXPECT_EQ(report.failure, "stalled run: after 2 steps the probe a_39 reads 0 instead of 1");
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
  return diagnostics.all().empty() ? "" : to_string(diagnostics.all().front().code);
}

TEST(Probes, ThatCannotBeReadAreRefused) {
  EXPECT_EQ(refused("name: n\ngrid: [5]\nfields: {a: {}}\nupdate: [{a: a + 1}]\n"), "RG0840");
  EXPECT_EQ(refused(kCounting, {2}), "RG0840");
}

constexpr const char* kHalving =
    "name: halving\ngrid: [5]\ntype: int16\nfields: {a: {}}\nparams: {k: {runtime: true, value: 8, next: k / 2}}\n"
    "update: [{a: a + k}]\niterations: 3\nhardware: {steps: 1}\ninputs: {a: {kind: constant, value: 0}}\n";

// ---------------------------------------------------------------- snapshots

/// Fields every two steps: of cells whose value matters, and of those beside.
driver::SimOptions every_two(const Scratch& scratch) {
  driver::SimOptions options;
  options.run.source.file = scratch.file();
  options.run.every = 2;
  options.run.outputs = {"a=" + scratch.at("a.txt"), "b=" + scratch.at("b.raw")};
  return options;
}

std::vector<std::string> files_of(const Scratch& scratch) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(scratch.at("")))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Snapshots, OfAGoldenRunAreNumbered) {
  const Scratch scratch(kCounting);
  driver::RunOptions options;
  options.source.file = scratch.file();
  options.every = 3;
  options.outputs = {"a=" + scratch.at("a.txt")};
  options.probes = scratch.at("probes.csv");
  Diagnostics diagnostics;
  const auto report = driver::golden(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_EQ(report->written, (std::vector<std::string>{scratch.at("a_000003.txt"), scratch.at("a_000006.txt"),
                                                       scratch.at("a_000007.txt"), options.probes}));
  EXPECT_EQ(read_whole_file(scratch.at("a_000003.txt")), "3\n3\n603\n3\n3\n");
  EXPECT_EQ(read_whole_file(scratch.at("a_000007.txt")), "21\n21\n621\n21\n21\n");
  EXPECT_EQ(read_whole_file(options.probes), kRows);
}

TEST(Snapshots, OfASimulatedRunAreThoseOfTheGoldenEngine) {
  const Scratch simulated(kForgetting), golden(kForgetting);
  driver::SimOptions options = every_two(simulated);
  options.random_stalls = true;
  const auto report = run(options);
  EXPECT_TRUE(report.match()) << report.failure;
  Diagnostics diagnostics;
  ASSERT_TRUE(driver::golden(every_two(golden).run, diagnostics).ok()) << diagnostics.render();
  for (const char* step : {"2", "4", "6", "7"}) {
    const std::string name = std::string("a_00000") + step + ".txt";
    EXPECT_EQ(read_whole_file(simulated.at(name)), read_whole_file(golden.at(name))) << name;
  }
  EXPECT_EQ(files_of(simulated), files_of(golden));
  EXPECT_EQ(report.written.size(), 8U);
}

TEST(Snapshots, WithOtherCellsAreFoundAndNotWritten) {
  const Scratch scratch(kForgetting);
  driver::SimOptions options = every_two(scratch);
  options.edit_sources = edited("_executor.v", "{a_new_word_d2_line[31:0], a_new_l0}",
                                "{a_new_word_d2_line[31:0], a_new_l0 ^ {31'd0, step_0 == 32'd1}}");
  const auto report = run(options);
  EXPECT_EQ(report.mismatches, 0) << "the results are right";
  EXPECT_EQ(report.failure, "unstalled run: after 2 steps the snapshot for " + scratch.at("a.txt") + " differs");
  EXPECT_TRUE(report.written.empty());
  EXPECT_EQ(files_of(scratch), std::vector<std::string>{"stencil.yaml"});
  // Without a comparison they are written as they are recorded.
  options.check = false;
  EXPECT_TRUE(run(options).match());
  EXPECT_EQ(files_of(scratch).size(), 9U);
}

// ---------------------------------------------------------------- checkpoints

/// A run of 7 steps in two parts, the second of which goes on from the checkpoint of the first.
driver::RunOptions saved(const Scratch& scratch, std::int64_t iterations) {
  driver::RunOptions options;
  options.source.file = scratch.file();
  options.every = 2;
  options.iterations = iterations;
  options.checkpoint = scratch.at("saved");
  options.outputs = {"a=" + scratch.at("a.txt")};
  return options;
}

std::string saved_fault(const driver::RunOptions& options) {
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::golden(options, diagnostics).ok());
  return diagnostics.render();
}

TEST(Checkpoints, AGoldenRunGoesOn) {
  const Scratch scratch(kCounting);
  Diagnostics diagnostics;
  ASSERT_TRUE(driver::golden(saved(scratch, 5), diagnostics).ok()) << diagnostics.render();
  const std::string after_four = read_whole_file(scratch.at("saved"));
  EXPECT_TRUE(after_four.starts_with("rtlgen checkpoint 1\n{\"steps\":4,")) << after_four.substr(0, 80);
  const auto report = driver::golden(saved(scratch, 7), diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_EQ(report->iterations, 7);
  EXPECT_EQ(report->cell_updates, 5 * 3);
  EXPECT_EQ(report->written, (std::vector<std::string>{scratch.at("a_000006.txt"), scratch.at("a_000007.txt")}));
  EXPECT_EQ(read_whole_file(scratch.at("a_000007.txt")), "21\n21\n621\n21\n21\n");
}

TEST(Checkpoints, AnUncheckedRunOfHardwareGoesOn) {
  const Scratch scratch(kCounting);
  driver::SimOptions options;
  options.check = false;
  for (const std::int64_t iterations : {5, 7}) {
    options.run = saved(scratch, iterations);
    EXPECT_TRUE(run(options).match());
  }
  EXPECT_EQ(read_whole_file(scratch.at("a_000007.txt")), "21\n21\n621\n21\n21\n");
  options.check = true;
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::simulate(options, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find("RG0805"), std::string::npos) << diagnostics.render();
}

TEST(Checkpoints, OfOtherRunsAreRefused) {
  const Scratch scratch(kCounting);
  Diagnostics diagnostics;
  ASSERT_TRUE(driver::golden(saved(scratch, 5), diagnostics).ok()) << diagnostics.render();
  const std::string good = read_whole_file(scratch.at("saved"));
  const auto is_refused = [&](const driver::RunOptions& options, const std::string& message) {
    const std::string fault = saved_fault(options);
    EXPECT_TRUE(fault.starts_with(scratch.at("saved") + ": error[RG0843]: ")) << fault;
    EXPECT_NE(fault.find(message), std::string::npos) << fault;
  };
  driver::RunOptions other = saved(scratch, 7);
  other.source.sets = {"update.0.a=a + 2*step"};
  is_refused(other, "belongs to another description or other --set options, after 4 steps");
  other = saved(scratch, 7);
  other.extents = {3};
  is_refused(other, "for a grid of 5 x 1 x 1 cells");
  other = saved(scratch, 7);
  other.inputs = {"a=" + scratch.at("a_000002.txt")};
  is_refused(other, "began with other data or parameters");
  is_refused(saved(scratch, 4), "after step 4, but the run ends after 4");
  std::string flipped = good;
  flipped[good.size() - 70] = static_cast<char>(flipped[good.size() - 70] ^ 1);
  for (const std::string& bytes : {flipped, good.substr(0, good.size() - 1), good + "x", good.substr(0, 25)}) {
    write_whole_file(scratch.at("saved"), bytes);
    is_refused(saved(scratch, 7), "the checkpoint is damaged");
    EXPECT_EQ(read_whole_file(scratch.at("saved")), bytes);
  }
  write_whole_file(scratch.at("saved"), "precious");
  is_refused(saved(scratch, 7), "this is not a checkpoint");
  EXPECT_EQ(read_whole_file(scratch.at("saved")), "precious");
}

TEST(Checkpoints, NeedToBeSavedAndGoneOnFrom) {
  const Scratch scratch(kCounting);
  driver::RunOptions options = saved(scratch, 7);
  options.every = 0;
  EXPECT_NE(saved_fault(options).find("RG0842"), std::string::npos);
  options = saved(scratch, 7);
  options.outputs = {"a=" + scratch.at("a.pvd:a")};
  EXPECT_NE(saved_fault(options).find("holds all time steps"), std::string::npos);
  options = saved(scratch, 7);
  options.probes = scratch.at("probes.csv");
  EXPECT_NE(saved_fault(options).find("RG0842]: a resumed run would overwrite the probes"), std::string::npos);
}

TEST(Snapshots, ThatCannotBeTakenAreRefused) {
  const auto refusal = [](const std::string& yaml, const std::vector<std::string>& outputs, bool in_hardware) {
    const Scratch scratch(yaml);
    driver::SimOptions options;
    options.run.source.file = scratch.file();
    options.run.every = 1;
    for (const std::string& output : outputs) options.run.outputs.push_back("a=" + scratch.at(output));
    Diagnostics diagnostics;
    EXPECT_FALSE(in_hardware ? driver::simulate(options, diagnostics).ok()
                             : driver::golden(options.run, diagnostics).ok());
    EXPECT_EQ(files_of(scratch).size(), 1U);
    const auto first = std::ranges::find(diagnostics.all(), Severity::kError, &Diagnostic::severity);
    return to_string(first->code) + " " + first->message;
  };
  EXPECT_EQ(refusal(kCounting, {}, false), "RG0842 no field is written");
  EXPECT_EQ(
      refusal("name: n\ngrid: [4096, 1024]\nfields: {a: {}}\niterations: 65\nupdate: [{a: a + 1}]\n", {"a.webp"}, false)
          .substr(0, 6),
      data::name_fault("a.webp", false) ? "RG0602" : "RG0842");
  EXPECT_EQ(
      refusal("name: n\ngrid: [5]\nfields: {a: {}}\niterations: 100001\nupdate: [{a: a + 1}]\n", {"a.raw"}, false),
      "RG0842 100001 snapshots in a run of 100001 steps are too many");
  EXPECT_EQ(refusal("name: n\ngrid: [5]\nfields: {a: {}}\nupdate: [{a: a + 1}]\nmonitor: {m: {of: a, reduce: max}}\n",
                    {"a.raw"}, true)
                .substr(0, 6),
            "RG0842");
  EXPECT_EQ(refusal(kHalving, {"a.raw"}, true).substr(0, 6), "RG0842");
}

/// No monitor is needed for a parameter to get its next value.
TEST(Runs, TakeNextValuesBetweenPasses) {
  const Scratch scratch(kHalving);
  driver::SimOptions options;
  options.run.source.file = scratch.file();
  options.run.outputs = {"a=" + scratch.at("a.txt")};
  options.simulator = runner::Simulator::kIcarus;
  Diagnostics diagnostics;
  const auto golden = driver::golden(options.run, diagnostics);
  ASSERT_TRUE(golden.ok()) << diagnostics.render();
  const std::string text = read_whole_file(scratch.at("a.txt"));
  EXPECT_EQ(text.substr(text.find_last_of("\n ", text.size() - 2) + 1), "14\n") << "8 + 4 + 2";
  const auto simulated = driver::simulate(options, diagnostics);
  ASSERT_TRUE(simulated.ok()) << diagnostics.render();
  EXPECT_TRUE(simulated->match());
}

}  // namespace
}  // namespace rtlgen::test
