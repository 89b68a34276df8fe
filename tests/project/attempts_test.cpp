// The timing ladder of a project's Makefile: attempts at place and route side by side, of which the best is kept;
// timing that is missed, and how a user takes the result all the same; which clock was met. The tools are stand-ins.
#include <gmock/gmock.h>

#include <filesystem>
#include <regex>

#include "tool_stand_ins.hpp"

namespace rtlgen::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

Environment slacks(const std::string& words) { return {{"STAND_IN_SLACKS", words}}; }

class Attempts : public ::testing::TestWithParam<const char*> {
 protected:
  /// The result of make is in build, or nothing is.
  void expect_nothing() {
    for (const bool untimed : {false, true}) EXPECT_FALSE(fs::exists(card_.bitstream(untimed)));
    EXPECT_FALSE(fs::exists(card_.folder + "/build/bitstream.txt"));
  }

  StandInProject card_{GetParam(), std::string("attempts_") + GetParam()};
};

TEST_P(Attempts, OneIsMadeWithoutAWish) {
  RTLGEN_NEED_TOOLS();
  const ProcessResult built = card_.make({});
  EXPECT_TRUE(built.ok()) << built.output;
  EXPECT_THAT(built.output, HasSubstr("the kernel clock meets 209.8 MHz of 200.000 (build/timing.txt)\nwrote build/"));
  EXPECT_TRUE(fs::exists(card_.bitstream()));
  EXPECT_EQ(card_.calls(), 2) << "systems or synthesis, and an attempt";
  EXPECT_TRUE(card_.make({}).ok());
  EXPECT_EQ(card_.calls(), 2) << "nothing has changed";
  EXPECT_THAT(card_.make({"clock"}).output,
              AllOf(HasSubstr("kernel clock: at most 209.8 MHz; the project has 200.000 MHz"),
                    HasSubstr("worst slack: 0.021 ns"), HasSubstr("--set hardware.clock_mhz=209")));
}

TEST_P(Attempts, TheBestIsKept) {
  RTLGEN_NEED_TOOLS();
  const ProcessResult built = card_.make({"EXPLORE=4", "JOBS=2"}, slacks("-0.3 0.1 -0.1 0.2"));
  EXPECT_TRUE(built.ok()) << built.output;
  EXPECT_THAT(built.output,
              AllOf(HasSubstr("4 attempts, 2 at a time"),
                    HasSubstr("attempt 1: timing is not met, slack -0.3 ns, kernel meets 188.6 MHz of 200.000"),
                    HasSubstr("attempt 4: timing is met, slack 0.021 ns, kernel meets 208.3 MHz of 200.000"),
                    HasSubstr("attempt 4 is the best")));
  const std::string name = fs::path(card_.bitstream()).filename().string();
  EXPECT_EQ(read_text(card_.bitstream()), read_text(card_.folder + "/build/attempt_4/" + name));
  EXPECT_NE(read_text(card_.bitstream()), read_text(card_.folder + "/build/attempt_2/" + name));
  EXPECT_EQ(fs::read_symlink(card_.folder + "/build/best"), "attempt_4");
  // The same setting, or none, keeps it; another one does not, and needs no new synthesis.
  EXPECT_EQ(card_.calls(), 5);
  EXPECT_TRUE(card_.make({"EXPLORE=4"}).ok());
  EXPECT_TRUE(card_.make({}).ok());
  EXPECT_EQ(card_.calls(), 5);
  EXPECT_TRUE(card_.make({"ATTEMPT=2"}).ok());
  EXPECT_EQ(card_.calls(), 6);
}

TEST_P(Attempts, TimingThatIsMissedEndsTheBuild) {
  RTLGEN_NEED_TOOLS();
  EXPECT_TRUE(card_.make({}).ok());
  const ProcessResult one = card_.make({"ATTEMPT=2"}, slacks("0 -0.3"));
  EXPECT_FALSE(one.ok());
  EXPECT_THAT(one.output, AllOf(HasSubstr("timing is not met: worst setup slack -0.3 ns"),
                                HasSubstr("timing is not met: slack -0.3 ns, kernel meets 188.6 MHz of 200.000. Write "
                                          "the project for a slower clock (--set hardware.clock_mhz=188)"),
                                HasSubstr("ALLOW_TIMING=1")));
  expect_nothing();
  const ProcessResult several = card_.make({"EXPLORE=3", "JOBS=3"}, slacks("-0.3 -0.1 -0.2"));
  EXPECT_FALSE(several.ok());
  EXPECT_THAT(several.output, HasSubstr("timing is not met: slack -0.1 ns, kernel meets 196.0 MHz of 200.000"));
  expect_nothing();
  EXPECT_THAT(card_.make({"clock"}).output, HasSubstr("kernel clock: at most 196.0 MHz"));
  // A violation elsewhere: a slower kernel does not help.
  const ProcessResult hold = card_.make({}, {{"STAND_IN_DESIGN", "hold"}});
  EXPECT_FALSE(hold.ok());
  EXPECT_THAT(hold.output, HasSubstr("The kernel clock is not the reason, so a slower one does not help."));
}

TEST_P(Attempts, TimingThatIsMissedMayBeAllowed) {
  RTLGEN_NEED_TOOLS();
  const ProcessResult built = card_.make({"EXPLORE=3", "JOBS=3", "ALLOW_TIMING=1"}, slacks("-0.3 -0.1 -0.2"));
  EXPECT_TRUE(built.ok()) << built.output;
  EXPECT_THAT(built.output, AllOf(HasSubstr("attempt 2 is the best"), HasSubstr("may compute wrong bits")));
  EXPECT_FALSE(fs::exists(card_.bitstream()));
  EXPECT_TRUE(fs::exists(card_.bitstream(true)));
  // Afterwards it has to be allowed again, for the card too.
  for (const char* target : {"all", "program"}) {
    const ProcessResult refused = card_.make({target});
    EXPECT_FALSE(refused.ok());
    EXPECT_THAT(refused.output, HasSubstr("misses timing and may compute wrong bits; ALLOW_TIMING=1 accepts it"));
  }
  EXPECT_TRUE(card_.make({"ALLOW_TIMING=1", "EXPLORE=3"}).ok());
  EXPECT_EQ(card_.calls(), 4) << "it is built";
  // One that meets timing is better, and has the plain name.
  const ProcessResult met = card_.make({"EXPLORE=2", "JOBS=2", "ALLOW_TIMING=1"}, slacks("-0.3 0.1"));
  EXPECT_TRUE(met.ok()) << met.output;
  EXPECT_TRUE(fs::exists(card_.bitstream()));
  EXPECT_FALSE(fs::exists(card_.bitstream(true)));
}

/// Nothing else than timing may be missed.
TEST_P(Attempts, OtherFaultsEndTheBuild) {
  RTLGEN_NEED_TOOLS();
  const std::string fault = card_.is_vivado() ? "late unconstrained_internal_endpoints" : "clock";
  const ProcessResult one = card_.make({"ALLOW_TIMING=1"}, {{"STAND_IN_DESIGN", fault}});
  EXPECT_FALSE(one.ok());
  EXPECT_THAT(one.output, ::testing::ContainsRegex("[Uu]nconstrained"));
  expect_nothing();
  const ProcessResult two = card_.make({"EXPLORE=2", "JOBS=2"}, {{"STAND_IN_DESIGN", fault}});
  EXPECT_FALSE(two.ok());
  EXPECT_THAT(two.output, AllOf(HasSubstr("attempt 2: failed"), HasSubstr("no attempt has come to timing")));
  expect_nothing();
  EXPECT_THAT(card_.make({"EXPLORE=many"}).output,
              HasSubstr("EXPLORE is 'many', which is not a whole number from 1 on"));
  EXPECT_THAT(card_.make({"VIVADO=no_such_tool", "QUARTUS_SH=no_such_tool"}).output,
              HasSubstr("no_such_tool is not in PATH"));
}

INSTANTIATE_TEST_SUITE_P(Boards, Attempts, ::testing::Values("kcu105", "de5net"),
                         [](const auto& board) { return std::string(board.param); });

/// The list of strategies has an end, which the Makefile knows.
TEST(AttemptsOfVivado, AreAsManyAsThereAreStrategies) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card("kcu105", "attempts_number");
  const std::string script = file_of(card.project, "tcl/attempt.tcl"), makefile = file_of(card.project, "Makefile");
  const std::regex row("\n  \\{[A-Z][A-Za-z_]+( [A-Za-z_]+){4}\\}");
  const auto rows = std::distance(std::sregex_iterator(script.begin(), script.end(), row), std::sregex_iterator());
  EXPECT_THAT(makefile, HasSubstr(fmt::format("export MOST := {}\n", rows)));
  EXPECT_THAT(card.make({fmt::format("ATTEMPT={}", rows + 1)}).output,
              HasSubstr(fmt::format("attempt {} does not exist: there are 1 to {}", rows + 1, rows)));
}

// ---- explore.sh alone, with a tool of a few lines -------------------------------------------------------

/// Attempt K takes a second, needs 1000 MB, has the K-th of the words of SLACKS, and counts how many run with it.
const char* const kTool =
    "#!/bin/sh\necho \"begin ${THREADS:-}\" >>build/calls\necho 'place_design: Memory (MB): peak = 1000.5 ; gain = 2'\n"
    "sleep 1\n"
    "echo $(($(grep -c begin build/calls) - $(grep -c end build/calls))) >>build/running\necho end >>build/calls\n"
    "slack=$(echo \"$SLACKS\" | cut -d' ' -f\"$1\")\n"
    "printf 'slack %s\\nkernel 200 %s\\n' \"$slack\" 201 >build/attempt_$1/timing.txt\n"
    "case $slack in -*) exit 1;; *) echo \"of $1\" >build/attempt_$1/t.bit;; esac\n";

class Explore : public ::testing::Test {
 protected:
  void SetUp() override {
    put_files(folder_, {{"tool", kTool}, {"build/calls", ""}});
    make_executable(folder_ + "/tool");
  }
  ProcessResult explore(Environment environment) {
    runner::write_file(folder_ + "/build/calls", "");
    fs::remove(folder_ + "/build/running");
    ProcessOptions options;
    options.working_directory = folder_;
    options.environment = std::move(environment);
    options.environment.emplace_back("SLACKS", "0.1 0.1 0.1 -0.1");
    options.merge_stderr = true;
    options.timeout_seconds = 120;
    return run_process({"sh", test::source_folder() + "/fpga_projects/shared/explore.sh", "t", "bit", "./tool", "%"},
                       options);
  }
  /// The most attempts that ran at the same time.
  int most() {
    const std::string text = read_text(folder_ + "/build/running");
    int most = 0;
    for (const char c : text) {
      if (c >= '0' && c <= '9') most = std::max(most, c - '0');
    }
    return most;
  }

  std::string folder_ = fresh_folder("explore");
};

TEST_F(Explore, IsBoundByJobs) {
  RTLGEN_NEED_TOOLS();
  EXPECT_TRUE(explore({{"EXPLORE", "4"}, {"JOBS", "4"}}).ok());
  EXPECT_EQ(most(), 4);
  EXPECT_TRUE(explore({{"EXPLORE", "3"}, {"JOBS", "1"}}).ok());
  EXPECT_EQ(most(), 1);
}

/// Each attempt may need twice the peak so far: the first one runs alone until its log names a peak.
TEST_F(Explore, IsBoundByMemory) {
  RTLGEN_NEED_TOOLS();
  const ProcessResult one = explore({{"EXPLORE", "3"}, {"MEMORY_MB", "3900"}});
  EXPECT_TRUE(one.ok()) << one.output;
  EXPECT_THAT(one.output, HasSubstr("3 attempts, 1 at a time"));
  EXPECT_EQ(most(), 1);
  EXPECT_FALSE(fs::exists(folder_ + "/build/t_untimed.bit"));
}

TEST_F(Explore, GivesEachAttemptAShareOfTheProcessors) {
  RTLGEN_NEED_TOOLS();
  EXPECT_TRUE(explore({{"EXPLORE", "2"}, {"JOBS", "100"}}).ok());
  EXPECT_THAT(read_text(folder_ + "/build/calls"), HasSubstr("begin 1\n"));
  // A single one takes what the tool takes.
  EXPECT_TRUE(explore({}).ok());
  EXPECT_THAT(read_text(folder_ + "/build/calls"), HasSubstr("begin \n"));
}

TEST_F(Explore, LeavesNothingOfAnEarlierBuild) {
  RTLGEN_NEED_TOOLS();
  EXPECT_TRUE(explore({}).ok());
  EXPECT_TRUE(fs::exists(folder_ + "/build/t.bit"));
  EXPECT_FALSE(explore({{"ATTEMPT", "4"}}).ok());
  for (const char* left : {"t.bit", "bitstream.txt", "attempt_1"}) EXPECT_FALSE(fs::exists(folder_ + "/build/" + left));
}

/// The worst slack is the least number, not the first in the alphabet.
TEST(SharedScripts, NameTheWorstSlack) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder("shared_timing");
  put_files(folder, {{"try.tcl", "source " + test::source_folder() +
                                     "/fpga_projects/shared/timing.tcl\n"
                                     "write_timing . {kernel 200 188.6} {setup -0.012 hold -0.3 skew 10.5}\n"}});
  ProcessOptions options;
  options.working_directory = folder;
  EXPECT_EQ(run_process({"tclsh", "try.tcl"}, options).output,
            "kernel clock: meets 188.6 MHz, and the project has 200 MHz\n");
  EXPECT_EQ(read_text(folder + "/timing.txt"), "slack -0.3\nkernel 200 188.6\n");
}

TEST(SharedScripts, AreCleanForShellcheck) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder("shared_shellcheck");
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  for (const auto& entry : fs::directory_iterator(test::source_folder() + "/fpga_projects/shared")) {
    if (entry.path().extension() != ".sh") continue;
    EXPECT_EQ(run_process({"shellcheck", entry.path().string()}, options).output, "") << entry.path();
  }
  put_files(folder, {{"wrong.sh", "#!/bin/sh\nrm $1\n"}});
  EXPECT_THAT(run_process({"shellcheck", "wrong.sh"}, options).output, HasSubstr("SC2086"));
}

}  // namespace
}  // namespace rtlgen::test
