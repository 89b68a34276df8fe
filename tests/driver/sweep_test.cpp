// Sweeps: variants, the table, going on after a kill, what is refused, and the scripts of a job array.
#include "driver/sweep/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class Sweep : public testing::Test {
 protected:
  Sweep() {
    options_.source.file = (scratch_.path() / "row.yaml").string();
    runner::write_file(
        options_.source.file,
        "name: row\ngrid: [64]\ntype: uint<8>\nfields:\n  u: {}\nupdate:\n  - u: u[-1] + u[1]\niterations: 4\n");
    options_.folder = (scratch_.path() / "sweep").string();
    options_.over = {"hardware.steps=1,2,3", "hardware.cells_per_cycle=1,2"};
    options_.program = test::program();
    options_.jobs = 2;
  }

  SweepReport run() {
    Diagnostics diagnostics;
    options_.source.given = {};  // a command of its own, which reads the files as they are now
    auto report = sweep(options_, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *std::move(report) : SweepReport();
  }
  std::string refusal() {
    Diagnostics diagnostics;
    options_.source.given = {};
    EXPECT_FALSE(sweep(options_, diagnostics).ok());
    return diagnostics.render();
  }
  fs::path variant(int index, const char* file) const {
    return fs::path(options_.folder) / "variants" / ("0000" + std::to_string(index)) / file;
  }
  /// As the command line has it.
  std::vector<std::string> line(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {test::program(),  "sweep", options_.source.file, "--do",
                                      options_.command, "-o",    options_.folder};
    for (const std::string& over : options_.over) words.insert(words.end(), {"--over", over});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  runner::TemporaryFolder scratch_;
  SweepOptions options_;
};

std::vector<std::string> statuses(const SweepReport& report) {
  std::vector<std::string> list;
  for (const SweepRow& row : report.rows) list.push_back(row.status);
  return list;
}

TEST(SweepAxes, AreKeysAndValues) {
  Diagnostics diagnostics;
  const auto axes =
      parse_axes({"hardware.block=[256,64],[512]", "type=float16,\"fixed<8,4>\"", "a.b={x: 1, y: 2},3"}, diagnostics);
  ASSERT_TRUE(axes.ok()) << diagnostics.render();
  EXPECT_THAT((*axes)[0].values, ElementsAre("[256,64]", "[512]"));
  EXPECT_THAT((*axes)[1].values, ElementsAre("float16", "\"fixed<8,4>\""));
  EXPECT_THAT((*axes)[2].values, ElementsAre("{x: 1, y: 2}", "3"));
  EXPECT_EQ(variants_of(*axes), 8);
  EXPECT_THAT(values_of(*axes, 0), ElementsAre("[256,64]", "float16", "{x: 1, y: 2}"));
  EXPECT_THAT(values_of(*axes, 5), ElementsAre("[512]", "float16", "3")) << "the last axis is the fastest";
}

TEST(SweepAxes, ThatAreNoneAreRefused) {
  const auto refusal = [](const std::vector<std::string>& over) {
    Diagnostics diagnostics;
    EXPECT_FALSE(parse_axes(over, diagnostics).ok());
    return diagnostics.render();
  };
  EXPECT_THAT(refusal({"hardware.steps"}), HasSubstr("error[RG0817]: this is not KEY=A,B,C"));
  EXPECT_THAT(refusal({"=1"}), HasSubstr("error[RG0817]: this is not KEY=A,B,C"));
  EXPECT_THAT(refusal({"k=1,,2"}), HasSubstr("error[RG0817]: a value is empty"));
  EXPECT_THAT(refusal({"k=1,2,1"}), HasSubstr("error[RG0817]: the value '1' is given twice"));
  EXPECT_THAT(refusal({"k=1", "k=2"}), HasSubstr("error[RG0817]: 'k' is swept twice"));
  EXPECT_THAT(refusal({}), HasSubstr("error[RG0817]: there is nothing to sweep over"));
  std::string many = "k=0";
  for (int i = 1; i < 1000; ++i) many += "," + std::to_string(i);
  EXPECT_THAT(refusal({many, "l" + many}), HasSubstr("this sweep has 1000000 variants"));
}

TEST_F(Sweep, MakesARowAVariant) {
  const SweepReport report = run();
  EXPECT_TRUE(report.complete());
  EXPECT_EQ(report.count(true), 6);
  EXPECT_THAT(report.rows[3].values, ElementsAre("2", "2"));
  const std::string csv = runner::read_file(fs::path(options_.folder) / "table.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  EXPECT_THAT(csv, HasSubstr("index,hardware.steps,hardware.cells_per_cycle,status,wall_seconds,fits,clock_mhz,luts"));
  const auto json = nlohmann::json::parse(runner::read_file(fs::path(options_.folder) / "table.json"));
  EXPECT_EQ(json.at("rows").size(), 6U);
  EXPECT_EQ(json.at("rows").at(3).at("set").at("hardware.steps"), "2");
  EXPECT_GT(json.at("rows").at(3).at("flip_flops").get<int>(), 0);
  EXPECT_THAT(runner::read_file(variant(3, "log.txt")), HasSubstr("hardware.cells_per_cycle=2"));
}

TEST_F(Sweep, GoesOnWhereItWas) {
  run();
  fs::remove(variant(2, "row.json"));
  runner::write_file(variant(4, "row.json"), "{\"status\": \"o");  // half a row is none
  const auto kept = fs::last_write_time(variant(1, "row.json"));
  const SweepReport report = run();
  EXPECT_EQ(report.from_before, 4);
  EXPECT_TRUE(report.complete());
  EXPECT_EQ(fs::last_write_time(variant(1, "row.json")), kept);
}

TEST_F(Sweep, SurvivesBeingKilled) {
  options_.over.front() = "hardware.steps=1,2,3,4,5,6,7,8,9";
  ProcessOptions process;
  process.timeout_seconds = 1;
  const ProcessResult killed = run_process(line({"--jobs", "1", "--do", "generate"}), process);
  options_.command = "generate";
  const SweepReport report = run();
  EXPECT_EQ(report.count(true), 18);
  EXPECT_TRUE(!killed.timed_out || report.from_before < 18);
}

/// A file that the description reads is part of it, also where only a key of the sweep names it.
TEST_F(Sweep, OfOtherFilesIsAnotherSweep) {
  const auto write = [&](const char* name, const char* text) { runner::write_file(scratch_.path() / name, text); };
  write("row.yaml",
        "name: row\ninclude: lib.yaml\ngrid: [64]\ntype: uint<8>\nfields:\n  u: {}\ntables: {c: {file: a.csv}}\n"
        "update:\n  - u: two*u[-1] + c[u]\niterations: 4\n");
  write("lib.yaml", "params: {two: 2}\n");
  write("a.csv", "1 2 3\n");
  write("b.csv", "4 5 6\n");
  options_.command = "check";
  options_.over = {"tables.c.file=a.csv,b.csv"};
  EXPECT_EQ(run().count(true), 2);
  EXPECT_EQ(run().from_before, 2);
  for (const auto& [name, text] : {std::pair{"lib.yaml", "params: {two: 3}\n"}, {"a.csv", "1 2\n"}, {"b.csv", "7\n"}}) {
    write(name, text);
    EXPECT_THAT(refusal(), HasSubstr("an earlier version of the file, or of one that it reads")) << name;
    options_.force = true;
    EXPECT_EQ(run().from_before, 0);
    options_.force = false;
  }
}

TEST_F(Sweep, AVariantThatFailsDoesNotStopTheOthers) {
  options_.over = {"hardware.steps=0,1,2"};
  SweepReport report = run();
  EXPECT_THAT(statuses(report), ElementsAre("refused", "ok", "ok"));
  EXPECT_THAT(report.rows[0].error, HasSubstr("error[RG"));
  // Rows stay as they are, unless asked.
  EXPECT_EQ(run().from_before, 3);
  options_.retry = true;
  EXPECT_EQ(run().from_before, 2);
  options_.retry = false;
  options_.force = options_.stop = true;
  options_.jobs = 1;
  report = run();
  EXPECT_THAT(statuses(report), ElementsAre("refused", "", ""));
  EXPECT_FALSE(report.complete());
}

TEST_F(Sweep, ADesignThatDoesNotFitIsAFailure) {
  options_.over = {"hardware.steps=1"};
  options_.arguments = {"--board", "nowhere"};
  EXPECT_THAT(run().rows[0].error, HasSubstr("error[RG0217]"));
  options_.arguments = {"--board", "arty_a7_35"};
  options_.over = {"hardware.cells_per_cycle=64"};
  options_.source.sets = {"hardware.steps=100", "grid=[65536]"};
  options_.force = true;
  const SweepReport report = run();
  EXPECT_THAT(statuses(report), ElementsAre("failed"));
  EXPECT_THAT(report.rows[0].error, HasSubstr("DOES NOT FIT"));
}

TEST_F(Sweep, OtherSweepsAreRefusedInItsFolder) {
  run();
  const auto with = [&](auto change) {
    const SweepOptions before = options_;
    change();
    const std::string text = refusal();
    options_ = before;
    return text;
  };
  EXPECT_THAT(with([&] { options_.over.pop_back(); }),
              HasSubstr("error[RG0818]: this folder holds a sweep with other keys or values"));
  EXPECT_THAT(with([&] { options_.command = "generate"; }), HasSubstr("a sweep with another command"));
  EXPECT_THAT(with([&] {
                options_.arguments = {"--iterations", "2"};
              }),
              HasSubstr("a sweep with other arguments of the command"));
  EXPECT_THAT(with([&] { options_.source.sets = {"iterations=2"}; }), HasSubstr("a sweep with other --set options"));
  runner::write_file(options_.source.file, runner::read_file(options_.source.file) + "# changed\n");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("an earlier version of the file"), HasSubstr("--force")));
  options_.force = true;
  EXPECT_EQ(run().from_before, 0);
  options_.force = false;
  options_.folder = (scratch_.path() / "mine").string();
  fs::create_directories(options_.folder);
  runner::write_file(fs::path(options_.folder) / "thesis.tex", "");
  EXPECT_THAT(refusal(), HasSubstr("error[RG0818]: this folder holds something that is not a sweep"));
}

TEST_F(Sweep, KeysThatDoNotExistAreRefusedAtOnce) {
  options_.over.emplace_back("hardware.stepps=1,2");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("error[RG0201]: unknown key 'stepps'"), HasSubstr("did you mean 'steps'?")));
  EXPECT_FALSE(fs::exists(options_.folder));
}

TEST_F(Sweep, OfTheCommandLinePrintsATable) {
  const ProcessResult result = run_process(line({"--", "--iterations", "8"}));
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, AllOf(HasSubstr("hardware.steps  hardware.cells_per_cycle  status  fits"),
                                   HasSubstr("6 variants: 6 ok, 0 not")));
  EXPECT_THAT(result.errors, HasSubstr("[6/6] ok"));
}

TEST_F(Sweep, AsAJobArrayMakesTheSameTable) {
  const std::string slurm = (scratch_.path() / "it's slurm").string();
  options_.over = {"hardware.steps=1,2,0"};
  const ProcessResult written = run_process(line({"--slurm", slurm, "--", "--iterations", "8"}));
  ASSERT_EQ(written.exit_code, 0) << written.errors;
  EXPECT_FALSE(fs::exists(options_.folder)) << "nothing is run";
  EXPECT_THAT(runner::read_file(fs::path(slurm) / "sweep.sbatch"), HasSubstr("#SBATCH --array=0-2\n"));
  if (find_program("shellcheck")) {
    const ProcessResult checked = run_process({"shellcheck", slurm + "/sweep.sbatch", slurm + "/collect.sbatch"});
    EXPECT_TRUE(checked.ok()) << checked.output;
  }
  for (const int task : {2, 0}) {
    ProcessOptions process;
    process.environment = {{"SLURM_ARRAY_TASK_ID", std::to_string(task)}};
    const ProcessResult result = run_process({"bash", slurm + "/sweep.sbatch"}, process);
    EXPECT_EQ(result.exit_code, task == 2 ? 1 : 0) << result.errors;
  }
  // Task 1 was lost.
  EXPECT_EQ(run_process({"bash", slurm + "/collect.sbatch"}).exit_code, 1);
  options_.arguments = {"--iterations", "8"};
  const SweepReport report = run();
  EXPECT_EQ(report.from_before, 3);
  EXPECT_THAT(statuses(report), ElementsAre("ok", "ok", "refused"));
  options_.only = 3;
  EXPECT_THAT(refusal(), HasSubstr("error[RG0817]: there is no variant 3"));
}

}  // namespace
}  // namespace rtlgen::driver
