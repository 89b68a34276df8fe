// Signals, handled and not: no process of rtlgen's survives, and no file stays for longer than the next run.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <string>

#include "environment.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

TEST_F(Environment, ASignalEndsTheToolsAndLeavesNothing) {
  fake("verilator", fmt::format("touch \"$TMPDIR/compiler.s\"; sleep 60 & echo $! > '{}'; wait", at("pid").string()));
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    SCOPED_TRACE(number);
    fs::remove(at("pid"));
    const pid_t child = start_simulation();
    const pid_t tool = wait_for_tool();
    EXPECT_THAT(left_in("tmp"), Not(IsEmpty()));
    kill(child, number);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), number);
    EXPECT_TRUE(is_gone(tool));
    EXPECT_THAT(left_in("tmp"), IsEmpty());
    // A slow machine sees progress before.
    EXPECT_THAT(read_file(at("errors")),
                MatchesRegex(fmt::format("(\\.\\.\\. [^\n]*\n)*rtlgen: terminated by SIG{}; temporary files removed\n",
                                         sigabbrev_np(number))));
  }
}

/// Signals without a handler: those of Slurm's --signal=USR1, of a crash, and SIGKILL.
TEST_F(Environment, NoGrandchildSurvivesAnUnhandledSignal) {
  fake("verilator", fmt::format("sh -c 'sleep 60 & echo $! > \"{}\"; wait'; true", at("pid").string()));
  for (const int number : {SIGKILL, SIGUSR1, SIGALRM, SIGSEGV}) {
    SCOPED_TRACE(number);
    fs::remove(at("pid"));
    const pid_t child = start_simulation();
    const pid_t grandchild = wait_for_tool();
    kill(child, number);
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(is_gone(grandchild));
  }
}

/// A file that is being written lies in a folder beside its place; one that a killed run left goes with the next write.
TEST_F(Environment, AKilledWriteLeavesNothingBesideTheOutputAfterTheNextRun) {
  char host[256] = {};
  ASSERT_EQ(gethostname(host, sizeof host - 1), 0);
  std::string own = std::string(".rtlgen.tmp.") + host + ".";
  std::replace_if(
      own.begin() + 12, own.end() - 1, [](unsigned char c) { return std::isalnum(c) == 0; }, '-');
  const fs::path left = at("out") / (own + "killed"), held = at("out") / (own + "alive");
  const fs::path elsewhere = at("out/.rtlgen.tmp.elsewhere.x");
  for (const fs::path& folder : {left, held, elsewhere}) {
    write_file(folder / "c.npy", "half of it");
    fs::last_write_time(folder, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  // Another rtlgen that still writes holds the lock of its folder.
  const std::string command = fmt::format("flock '{}' $RTLGEN golden small.yaml --output c=out/c.npy", held.string());
  const ProcessResult result = shell(command);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(left_in("out"), testing::UnorderedElementsAre("c.npy", own + "alive", ".rtlgen.tmp.elsewhere.x"));
  EXPECT_EQ(shell("$RTLGEN golden small.yaml --output c=out/c.npy").exit_code, 0);
  EXPECT_THAT(left_in("out"), testing::UnorderedElementsAre("c.npy", ".rtlgen.tmp.elsewhere.x"));
}

TEST_F(Environment, WhatAKilledRunLeavesTheNextRemoves) {
  fake("verilator", fmt::format("echo $$ > '{}'; exec sleep 60", at("pid").string()));
  const pid_t child = start_simulation();
  const pid_t tool = wait_for_tool();
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(is_gone(tool));
  EXPECT_THAT(left_in("tmp"), Not(IsEmpty()));
  // Young folders may be about to be locked; names by other programs are left alone.
  for (const std::string& name : left_in("tmp"))
    fs::last_write_time(at("tmp/" + name), fs::file_time_type::clock::now() - std::chrono::hours(1));
  fs::create_directories(at("tmp/rtlgen.notes"));
  fs::last_write_time(at("tmp/rtlgen.notes"), fs::file_time_type::clock::now() - std::chrono::hours(1));
  fake("verilator", "exit 1");
  EXPECT_EQ(run({"sim", "small.yaml"}).exit_code, 3);
  EXPECT_THAT(left_in("tmp"), testing::ElementsAre("rtlgen.notes"));
}

TEST_F(Environment, ASignalThatTheCallerIgnoresStaysIgnored) {
  fake("verilator", fmt::format("echo $$ > '{}'; sleep 2; exit 1", at("pid").string()));
  const ProcessResult result =
      shell(fmt::format("trap '' HUP; $RTLGEN sim small.yaml & p=$!; while ! [ -s '{}' ]; do sleep 0.1; done; kill "
                        "-HUP $p; wait $p; echo status $?",
                        at("pid").string()));
  EXPECT_THAT(result.output, HasSubstr("status 3"));
}

}  // namespace
}  // namespace rtlgen::test
