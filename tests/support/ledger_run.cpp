// See the header.
#include "ledger_run.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>

#include "ledger.hpp"

namespace rtlgen::test {
namespace {

/// The evidence for the whole program; none if its cases make entries themselves or only some of them are to run.
std::optional<Evidence> evidence_of(const Program& program) {
  std::istringstream paths(program.evidence);
  if (paths.str().empty() || GTEST_FLAG_GET(filter) != "*" || GTEST_FLAG_GET(list_tests)) return std::nullopt;
  const char* const seed = std::getenv("RTLGEN_SEED");
  Evidence evidence(program.name);
  evidence.program().tools().add("seed", seed == nullptr ? "" : seed);
  for (std::string path; std::getline(paths, path, ':');) evidence.path(program.source_folder, path);
  return evidence;
}

struct Cases {
  int passed = 0, unchanged = 0, other = 0;
};

Cases cases_run() {
  Cases cases;
  const testing::UnitTest& unit = *testing::UnitTest::GetInstance();
  for (int s = 0; s < unit.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *unit.GetTestSuite(s);
    for (int i = 0; i < suite.total_test_count(); ++i) {
      const testing::TestInfo& info = *suite.GetTestInfo(i);
      if (!info.should_run()) continue;
      const testing::TestResult& result = *info.result();
      bool unchanged = result.Skipped();
      for (int p = 0; p < result.total_part_count(); ++p)
        unchanged = unchanged && std::strstr(result.GetTestPartResult(p).message(), kUnchanged) != nullptr;
      ++(unchanged ? cases.unchanged : result.Passed() && !result.Skipped() ? cases.passed : cases.other);
    }
  }
  return cases;
}

int all_unchanged(const Program& program) {
  std::printf("%s: all of it is %s\n", program.name, kUnchanged);
  return kUnchangedStatus;
}

}  // namespace

int run_with_ledger(const Program& program, int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const Ledger ledger = Ledger::from_environment();
  const auto evidence = evidence_of(program);
  if (evidence && ledger.knows(*evidence)) return all_unchanged(program);
  const int status = RUN_ALL_TESTS();
  const Cases cases = cases_run();
  if (tally().unchanged + tally().proven > 0)
    std::printf("ledger: %d proven now, %d %s\n", tally().proven, tally().unchanged, kUnchanged);
  if (status != 0) return status;
  if (evidence && cases.other == 0 && cases.passed > 0) ledger.enter(*evidence);
  return cases.unchanged > 0 && cases.passed + cases.other == 0 ? all_unchanged(program) : 0;
}

}  // namespace rtlgen::test
