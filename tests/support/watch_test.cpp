// Watched work ends cleanly: an exception of the watch is passed on, and a running program is ended.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include "support/interruption.hpp"
#include "support/process.hpp"

namespace rtlgen {
namespace {

struct Enough : std::runtime_error {
  Enough() : std::runtime_error("enough") {}
};

/// A process that has ended and that its parent has not waited for (Z) does not count as running.
bool runs(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return static_cast<bool>(stat >> number >> name >> state) && state != "Z";
}

TEST(Watch, TheInnermostIsCalled) {
  int outer = 0, inner = 0;
  interruption::look();
  const interruption::Watch first([&] { ++outer; });
  {
    const interruption::Watch second([&] { ++inner; });
    interruption::look();
  }
  interruption::look();
  EXPECT_EQ(outer, 1);
  EXPECT_EQ(inner, 1);
  EXPECT_TRUE(interruption::is_watched());
}

TEST(Watch, AProgramIsEndedWithAllItsChildren) {
  pid_t child = 0;
  ProcessOptions options;
  options.on_line = [&](std::string_view line) { child = std::atoi(std::string(line).c_str()); };
  {
    const interruption::Watch watch([&] {
      if (child != 0) throw Enough();
    });
    EXPECT_THROW(run_process({"sh", "-c", "sleep 86400 & echo $!; wait"}, options), Enough);
  }
  ASSERT_GT(child, 0);
  for (int i = 0; i < 100 && runs(child); ++i) run_process({"sleep", "0.02"});
  EXPECT_FALSE(runs(child));
}

TEST(Watch, WorkGoesOnWhereItThrowsNothing) {
  int looks = 0;
  const interruption::Watch watch([&] { ++looks; });
  EXPECT_EQ(run_process({"sh", "-c", "sleep 0.3; echo done"}).output, "done\n");
  EXPECT_GE(looks, 2);
}

}  // namespace
}  // namespace rtlgen
