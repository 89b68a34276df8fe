// Every reproducer gives the right value, a located refusal or a warning: the tables of this folder, run with the
// program itself.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "rows.hpp"
#include "runner/folder.hpp"
#include "table.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

const std::string kRoot = test::source_folder() + "/tests/reproducers";

bool is_built(const Reproducer& reproducer) {
  static const std::string kHas = std::string(RTLGEN_HAS) + " ";
  return std::all_of(reproducer.needs.begin(), reproducer.needs.end(),
                     [](const std::string& part) { return kHas.find(" " + part + " ") != std::string::npos; });
}

/// RTLGEN_REPRODUCERS=WORD runs the rows whose name holds it.
std::vector<Row> rows_to_run(const std::vector<Reproducer>& reproducers) {
  const char* const word = std::getenv("RTLGEN_REPRODUCERS");
  std::vector<Row> rows;
  for (const Reproducer& r : reproducers) {
    if (is_built(r) && (word == nullptr || r.row.name.find(word) != std::string::npos)) rows.push_back(r.row);
  }
  return rows;
}

std::vector<std::vector<std::string>> run(const std::vector<Row>& rows) {
  ::setenv("PYTHON", RTLGEN_PYTHON, 1);
  ::setenv("PYTHONPATH", (test::build_folder() + "/python").c_str(), 1);
  ::setenv("RTLGEN_PROGRAM", test::program().c_str(), 1);
  const char* const cache = std::getenv("RTLGEN_CACHE");
  const runner::TemporaryFolder own;
  return faults_of_all(rows, test::program(), cache != nullptr ? cache : own.path().string());
}

TEST(Reproducers, EveryRowIsMet) {
  const std::vector<Reproducer> all = reproducers_of(kRoot + "/table", kRoot);
  const std::vector<Row> rows = rows_to_run(all);
  const auto faults = run(rows);
  int met = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    EXPECT_TRUE(faults[r].empty()) << rows[r].name << "\n" << fmt::format("{}", fmt::join(faults[r], "\n"));
    met += faults[r].empty() ? 1 : 0;
  }
  fmt::print("{} reproducers, {} rows, {} run, {} met\n", all.size(), all.size(), rows.size(), met);
  EXPECT_GE(all.size(), 100U);
}

TEST(Reproducers, EveryFileHasARow) {
  const auto faults = files_without_rows(kRoot, reproducers_of(kRoot + "/table", kRoot));
  EXPECT_TRUE(faults.empty()) << fmt::format("{}", fmt::join(faults, "\n"));
}

/// The control: a file without a row, and a row without a file.
TEST(Reproducers, FilesWithoutRowsAreFound) {
  const runner::TemporaryFolder folder;
  fs::create_directories(folder.path() / "table");
  fs::create_directories(folder.path() / "bugs");
  runner::write_file(folder.path() / "table/bugs.yaml",
                     "- {file: bugs/a.yaml, says: valid}\n- {file: bugs/gone.yaml, says: valid}\n");
  runner::write_file(folder.path() / "bugs/a.yaml", "");
  runner::write_file(folder.path() / "bugs/b.yaml", "");
  const std::string root = folder.path().string();
  EXPECT_EQ(files_without_rows(root, reproducers_of(root + "/table", root)),
            (std::vector<std::string>{"bugs/b.yaml has no row", "bugs/gone.yaml does not exist"}));
}

/// Rows that are wrong, each in one way: `shows` begins with the fault that is wanted.
TEST(Reproducers, RowsThatAreWrongAreFound) {
  const std::vector<Reproducer> all = reproducers_of(kRoot + "/controls", kRoot);
  ASSERT_GE(all.size(), 8U);
  std::vector<Row> rows;
  for (const Reproducer& r : all) {
    if (is_built(r)) rows.push_back(r.row);
  }
  const auto faults = run(rows);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string wanted = rows[r].name.substr(rows[r].name.find(": ") + 2);
    ASSERT_FALSE(faults[r].empty()) << rows[r].name;
    EXPECT_NE(fmt::format("{}", fmt::join(faults[r], "\n")).find(wanted), std::string::npos)
        << rows[r].name << "\n"
        << fmt::format("{}", fmt::join(faults[r], "\n"));
  }
}

TEST(Reproducers, RowsThatExpectNothingAreRefused) {
  const std::vector<std::pair<std::string, std::string>> kRows = {
      {"{file: bugs/a.c, exit: 0}", "row: 'bugs/a.c' expects nothing"},
      {"{file: bugs/a.c, says: b, exits: 2}", "row: unknown key 'exits' in line 1"},
      {"{file: bugs/a.c, arrays: 'float a[4]', call: f(a)}", "row: 'bugs/a.c' has arrays, and no call or outputs"},
      {"{file: bugs/a.c, arrays: 'float a', call: f(a), outputs: a}", "'float a' is not an array"},
  };
  const runner::TemporaryFolder folder;
  for (const auto& [text, refusal] : kRows) {
    runner::write_file(folder.path() / "row.yaml", "- " + text + "\n");
    try {
      reproducers_of(folder.path().string(), kRoot);
      ADD_FAILURE() << text;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), refusal);
    }
  }
}

}  // namespace
}  // namespace rtlgen::test
