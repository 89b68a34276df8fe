// Progress on standard error: silent for short work, then a line with the task and its duration.
#include "support/progress.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace rtlgen {
namespace {

using std::chrono::milliseconds;

/// The output on standard error while a task runs for `time`.
std::string shown(ProgressStyle style, milliseconds time) {
  testing::internal::CaptureStderr();
  show_progress(style);
  {
    Progress progress("first step");
    std::this_thread::sleep_for(time / 2);
    progress.now("second step");
    std::this_thread::sleep_for(time - time / 2);
  }
  say_line("done");
  show_progress(ProgressStyle::kNone);
  return testing::internal::GetCapturedStderr();
}

TEST(Progress, QuickWorkSaysNothing) {
  EXPECT_EQ(shown(ProgressStyle::kLines, milliseconds(300)), "done\n");
  EXPECT_EQ(shown(ProgressStyle::kBar, milliseconds(300)), "done\n");
}

TEST(Progress, NothingIsShownUnlessAskedFor) { EXPECT_EQ(shown(ProgressStyle::kNone, milliseconds(2600)), "done\n"); }

TEST(Progress, ALineSaysWhatAndHowLong) {
  EXPECT_EQ(shown(ProgressStyle::kLines, milliseconds(2800)), "... second step, 2 s\ndone\n");
}

TEST(Progress, ATerminalsLineIsWrittenAnewAndTakenAway) {
  const std::string text = shown(ProgressStyle::kBar, milliseconds(2800));
  EXPECT_NE(text.find("\r\033[Ksecond step, 2 s"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\033[Kdone\n")) << text;
}

TEST(Progress, TheLastTaskIsShownAndThreadsDoNotMix) {
  testing::internal::CaptureStderr();
  show_progress(ProgressStyle::kLines);
  {
    const Progress outer("outer");
    const Progress inner("inner");
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([] {
        for (int k = 0; k < 1000; ++k) Progress("short").now("shorter");
      });
    }
    for (std::thread& thread : threads) thread.join();
    std::this_thread::sleep_for(milliseconds(2500));
  }
  show_progress(ProgressStyle::kNone);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "... inner, 2 s\n");
}

}  // namespace
}  // namespace rtlgen
