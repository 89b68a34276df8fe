// The ledger of proofs: what is known, what is a miss, and what is never recorded.
#include "ledger.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "proven_case.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

class LedgerTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    set("RTLGEN_LEDGER", (folder_ / "proven").string());
    unsetenv("RTLGEN_LEDGER_RENEW");
  }
  void TearDown() override {
    for (const char* name : {"RTLGEN_LEDGER", "RTLGEN_LEDGER_RENEW", "RTLGEN_UPDATE_GOLDEN"}) unsetenv(name);
    set("PATH", path_);
    fs::remove_all(folder_);
  }
  static void set(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

  /// Proves it, or not; returns whether the proof was called.
  static bool is_run(const Evidence& evidence, const std::string& fault = "") {
    bool called = false;
    const Verdict verdict = prove_once(evidence, [&] {
      called = true;
      return fault;
    });
    EXPECT_EQ(verdict.is_unchanged, !called);
    EXPECT_EQ(verdict.fault, called ? fault : "");
    return called;
  }

  const fs::path folder_ = fs::path(test::build_folder()) / "test_work" / "ledger_test";
  const std::string path_ = std::getenv("PATH");
};

/// The evidence of a simulation, as the tests make it.
Evidence simulation(const std::string& hdl, const std::string& input, const std::string& golden) {
  return Evidence("heat1d").add("heat1d_core.v", hdl).add("input", input).add("golden", golden);
}

TEST_F(LedgerTest, KnowsWhatWasProvenAndNothingElse) {
  EXPECT_TRUE(is_run(simulation("assign q = a;", "1 2 3", "2 4 6")));
  EXPECT_FALSE(is_run(simulation("assign q = a;", "1 2 3", "2 4 6")));
  EXPECT_TRUE(is_run(simulation("assign q = b;", "1 2 3", "2 4 6"))) << "a line of HDL";
  EXPECT_TRUE(is_run(simulation("assign q = a;", "1 2 4", "2 4 6"))) << "an input";
  EXPECT_TRUE(is_run(simulation("assign q = a;", "1 2 3", "2 4 7"))) << "a result of the golden engine";
  EXPECT_TRUE(is_run(Evidence("heat1d").add("heat1d_core.v", "assign q = a;").add("input", "1 2 32 4 6"))) << "a cut";
  EXPECT_TRUE(is_run(Evidence("heat2d").add("heat1d_core.v", "assign q = a;"))) << "a claim";
}

TEST_F(LedgerTest, AFailureIsNotEntered) {
  const Evidence evidence("a claim");
  EXPECT_TRUE(is_run(evidence, "it does not hold"));
  EXPECT_TRUE(is_run(evidence)) << "it was not known";
  EXPECT_FALSE(is_run(evidence));
  EXPECT_THROW(prove_once(Evidence("another"), []() -> std::string { throw std::runtime_error("no tool"); }),
               std::runtime_error);
  EXPECT_TRUE(is_run(Evidence("another")));
}

TEST_F(LedgerTest, FilesAndToolsAreEvidence) {
  const auto files = [&] { return Evidence("files").path(folder_, "source"); };
  write(folder_ / "source" / "a.v", "module a;");
  EXPECT_TRUE(is_run(files()));
  EXPECT_FALSE(is_run(files()));
  write(folder_ / "source" / "a.v", "module b;");
  EXPECT_TRUE(is_run(files())) << "a change";
  write(folder_ / "source" / "deep" / "c.v", "");
  EXPECT_TRUE(is_run(files())) << "a new file";
  EXPECT_THROW(Evidence("none").path(folder_, "nowhere"), std::runtime_error);

  const auto with_yosys = [&](const std::string& version) {
    const fs::path bin = folder_ / ("bin" + version);
    write(bin / "yosys", "#!/bin/sh\necho Yosys " + version + "\n");
    fs::permissions(bin / "yosys", fs::perms::owner_all);
    set("PATH", bin.string() + ":" + path_);
    return Evidence("tools").tools();
  };
  EXPECT_TRUE(is_run(with_yosys("0.23")));
  EXPECT_FALSE(is_run(with_yosys("0.23")));
  EXPECT_TRUE(is_run(with_yosys("0.24")));
}

TEST_F(LedgerTest, ADamagedEntryIsAMiss) {
  const Evidence evidence("a claim");
  const fs::path entry = folder_ / "proven" / evidence.key().substr(0, 2) / evidence.key();
  for (const std::string& damage : {std::string(), std::string("proven\n"), evidence.key() + "\nanother\nproven\n"}) {
    EXPECT_TRUE(is_run(evidence)) << damage;
    EXPECT_FALSE(is_run(evidence));
    write(entry, damage);
  }
  EXPECT_TRUE(is_run(evidence));
}

TEST_F(LedgerTest, RenewingRunsEverythingAndEntersIt) {
  const Evidence evidence("a claim");
  EXPECT_TRUE(is_run(evidence));
  set("RTLGEN_LEDGER_RENEW", "1");
  EXPECT_TRUE(is_run(evidence));
  EXPECT_TRUE(is_run(Evidence("new")));
  unsetenv("RTLGEN_LEDGER_RENEW");
  EXPECT_FALSE(is_run(Evidence("new")));
}

TEST_F(LedgerTest, WithoutAFolderEverythingRuns) {
  unsetenv("RTLGEN_LEDGER");
  EXPECT_TRUE(is_run(Evidence("a claim")));
  EXPECT_TRUE(is_run(Evidence("a claim")));
  set("RTLGEN_LEDGER", "/proc/nowhere");
  EXPECT_TRUE(is_run(Evidence("a claim")));
  EXPECT_TRUE(is_run(Evidence("a claim")));
  set("RTLGEN_LEDGER", (folder_ / "proven").string());
  set("RTLGEN_UPDATE_GOLDEN", "1");
  EXPECT_TRUE(is_run(Evidence("a claim")));
  EXPECT_TRUE(is_run(Evidence("a claim")));
}

TEST_F(LedgerTest, ACaseIsEnteredIfItEndsWell) {
  const auto knows = [](const char* claim) { return Ledger::from_environment().knows(Evidence(claim)); };
  { const CaseProof proof(Evidence("good")); }
  EXPECT_TRUE(knows("good"));
  EXPECT_TRUE(CaseProof(Evidence("good")).is_known());
  try {
    const CaseProof proof(Evidence("thrown"));
    throw std::runtime_error("the case ends here");
  } catch (const std::runtime_error&) {
  }
  EXPECT_FALSE(knows("thrown"));
}

/// Runs the sample program, tests/support/ledger_sample.cpp; returns its exit status and output.
ProcessResult sample(const char* program, const std::string& hdl, const std::string& result) {
  ProcessOptions options;
  options.environment = {{"SAMPLE_HDL", hdl}, {"SAMPLE_RESULT", result}};
  options.timeout_seconds = 60;
  return run_process({test::build_folder() + "/tests/support/" + program}, options);
}

TEST_F(LedgerTest, AProgramOfUnchangedCasesDoesNotPass) {
  EXPECT_EQ(sample("ledger_sample", "a", "bad").exit_code, 1);
  EXPECT_EQ(sample("ledger_sample", "a", "bad").exit_code, 1) << "a failure was entered";
  EXPECT_EQ(sample("ledger_sample", "a", "skip").exit_code, 0);
  EXPECT_EQ(sample("ledger_sample", "a", "good").exit_code, 0) << "a case that was skipped was entered";
  const ProcessResult unchanged = sample("ledger_sample", "a", "bad");
  EXPECT_EQ(unchanged.exit_code, kUnchangedStatus);
  EXPECT_NE(unchanged.output.find("ledger_sample: all of it is unchanged since proven"), std::string::npos);
  EXPECT_EQ(unchanged.output.find("[  PASSED  ] 1 test"), std::string::npos);
  EXPECT_EQ(sample("ledger_sample", "b", "bad").exit_code, 1);
  set("RTLGEN_LEDGER_RENEW", "1");
  EXPECT_EQ(sample("ledger_sample", "a", "bad").exit_code, 1) << "--all did not run it";
}

TEST_F(LedgerTest, AWholeProgramIsAnEntry) {
  const fs::path input = fs::path(test::build_folder()) / "tests/support/sample_input/input";
  const char* const program = "ledger_sample_whole";
  write(input, "1");
  EXPECT_EQ(sample(program, "a", "bad").exit_code, 1);
  EXPECT_EQ(sample(program, "a", "skip").exit_code, 0);
  EXPECT_EQ(sample(program, "a", "good").exit_code, 0);
  fs::remove_all(folder_);
  EXPECT_EQ(sample(program, "a", "good").exit_code, 0);
  EXPECT_EQ(sample(program, "another", "bad").exit_code, kUnchangedStatus) << "the environment is no evidence";
  write(input, "2");
  EXPECT_EQ(sample(program, "another", "bad").exit_code, 1) << "a file that it reads";
  write(input, "1");
  set("RTLGEN_SEED", "5");
  EXPECT_EQ(sample(program, "another", "bad").exit_code, 1) << "another seed";
  unsetenv("RTLGEN_SEED");
  EXPECT_EQ(sample(program, "another", "bad").exit_code, kUnchangedStatus);
}

}  // namespace
}  // namespace rtlgen::test
