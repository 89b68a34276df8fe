// Mistakes that people make, each with its exit status and a sentence that helps: every row of the tables beside this
// file.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>

#include "runner/folder.hpp"
#include "table.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

const std::string kTables = test::source_folder() + "/tests/mistakes";

std::vector<std::vector<std::string>> run_all(const std::vector<Row>& rows) {
  const runner::TemporaryFolder cache;
  return faults_of_all(rows, test::program(), cache.path().string());
}

/// RTLGEN_MISTAKES=WORD runs the rows whose group or name holds it.
std::vector<Row> chosen(const std::vector<Row>& rows) {
  const char* const word = std::getenv("RTLGEN_MISTAKES");
  if (word == nullptr) return rows;
  std::vector<Row> some;
  for (const Row& row : rows) {
    if ((row.group + " " + row.name).find(word) != std::string::npos) some.push_back(row);
  }
  return some;
}

TEST(Mistakes, EveryRowIsMet) {
  const std::vector<Row> all = rows_of(kTables), rows = chosen(all);
  const auto faults = run_all(rows);
  int met = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    EXPECT_TRUE(faults[r].empty()) << rows[r].group << ": " << rows[r].name << "\n"
                                   << fmt::format("{}", fmt::join(faults[r], "\n"));
    met += faults[r].empty() ? 1 : 0;
  }
  fmt::print("{} rows: {} met\n", rows.size(), met);
  EXPECT_GE(all.size(), 170U);
}

/// Rows that are wrong, each in one way: a runner that lets one pass proves nothing.
TEST(Mistakes, RowsThatAreWrongAreFound) {
  const std::vector<Row> rows = rows_of(std::string(kTables) + "/controls");
  const auto faults = run_all(rows);
  ASSERT_GE(rows.size(), 8U);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].name == "as it should be") {
      EXPECT_TRUE(faults[r].empty()) << fmt::format("{}", fmt::join(faults[r], "\n"));
      continue;
    }
    // The name is the fault that is wanted; beside it stands only what ran.
    ASSERT_EQ(faults[r].size(), 2U) << rows[r].name << fmt::format(": {}", fmt::join(faults[r], "\n"));
    EXPECT_EQ(faults[r][0], rows[r].name);
  }
}

TEST(Mistakes, RowsThatHoldTooLittleAreRefused) {
  const std::vector<std::pair<std::string, std::string>> kRows = {
      {"{case: a, run: b, exit: 2}", "row: 'a' fails and says nothing"},
      {"{case: a, run: b, exit: 130}", "row: 'a' fails and says nothing"},
      {"{case: a, run: b, exit: [0, 2], says: c}", "row: 'a' has more than one status and does not say why"},
      {"{case: a, run: b, exit: 0, known: c}", "row: unknown key 'known' in line 1"},
      {"{case: a, run: b}", "row: the row in line 1 has no 'exit'"},
  };
  const runner::TemporaryFolder folder;
  for (const auto& [text, refusal] : kRows) {
    runner::write_file(folder.path() / "row.yaml", "- " + text + "\n");
    try {
      rows_of(folder.path().string());
      ADD_FAILURE() << text;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), refusal);
    }
  }
}

TEST(Mistakes, NamesAreUnique) {
  std::map<std::string, int> seen;
  for (const Row& row : rows_of(kTables)) EXPECT_EQ(++seen[row.group + row.name], 1) << row.group << " " << row.name;
}

}  // namespace
}  // namespace rtlgen::test
