// kept_run: results come from the cache while nothing that the tool reads has changed, and only then.
#include "kept_run.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tools.hpp"

namespace rtlgen::test {
namespace {

/// A folder with a tool, `sh`, whose runs are counted, and a cache of its own.
class KeptRun : public testing::Test {
 protected:
  KeptRun() {
    options_.working_directory = folder_;
    setenv("RTLGEN_CACHE", (folder_ + "/cache").c_str(), 1);
    write_files(folder_, {{"in.txt", "one\n"}});
  }

  ProcessResult run_kept(const std::string& script) {
    return kept_run({"sh", "-c", "echo >>runs; " + script}, options_, {"out.txt"});
  }
  [[nodiscard]] std::size_t runs() const { return read_text(folder_ + "/runs").size(); }

  std::string folder_ = fresh_folder(testing::UnitTest::GetInstance()->current_test_info()->name());
  ProcessOptions options_;
};

TEST_F(KeptRun, RunsAnUnchangedCommandOnce) {
  for (int i = 0; i < 3; ++i) {
    const ProcessResult result = run_kept("cat in.txt; cat in.txt > out.txt; echo no >&2; exit 3");
    EXPECT_EQ(result.output, "one\n");
    EXPECT_EQ(result.errors, "no\n");
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(read_text(folder_ + "/out.txt"), "one\n");
    write_files(folder_, {{"out.txt", "of another run"}});
  }
  EXPECT_EQ(runs(), 1U);
}

TEST_F(KeptRun, RunsAgainForAnotherFileCommandOrOption) {
  EXPECT_EQ(run_kept("cat in.txt").output, "one\n");
  write_files(folder_, {{"in.txt", "two\n"}});
  EXPECT_EQ(run_kept("cat in.txt").output, "two\n");
  EXPECT_EQ(run_kept("cat  in.txt").output, "two\n");
  options_.merge_stderr = true;
  EXPECT_EQ(run_kept("cat in.txt").output, "two\n");
  options_.standard_input = "x";
  EXPECT_EQ(run_kept("cat in.txt").output, "two\n");
  EXPECT_EQ(runs(), 5U);
}

TEST_F(KeptRun, LeavesOutFiguresOfVerilator) {
  const std::string report =
      "- V e r i l a t i o n   R e p o r t: Verilator 5.032\\n- Verilator: Walltime 0.016 s\\n%%Warning-WIDTH: a.v\\n";
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run_kept("printf -- '" + report + "'").output, "%Warning-WIDTH: a.v\n");
}

TEST_F(KeptRun, ForgetsWhatWasEnded) {
  EXPECT_EQ(run_kept("kill -9 $$").exit_code, 128 + 9);
  EXPECT_EQ(run_kept("kill -9 $$").exit_code, 128 + 9);
  options_.timeout_seconds = 1;
  EXPECT_TRUE(run_kept("sleep 60").timed_out);
  EXPECT_TRUE(run_kept("sleep 60").timed_out);
  EXPECT_EQ(runs(), 4U);
}

}  // namespace
}  // namespace rtlgen::test
