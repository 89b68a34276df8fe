// The table of docs/compare.md says of every figure whether it was measured, and where it is from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "test_paths.hpp"
#include "tree.hpp"

namespace rtlgen::repo {
namespace {

/// The cells of a line of a table without the spaces around them.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> found;
  std::istringstream text(line.substr(1));
  for (std::string cell; std::getline(text, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' ');
    found.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
  }
  return found;
}

bool is_number(const std::string& text) { return std::regex_match(text, std::regex("[0-9]+([.][0-9]+)?")); }

/// The fault of a row: stencil, device, Gcell/s, W, Gcell/J, kind, source; "": none.
std::string fault_of(const std::vector<std::string>& row) {
  if (row.size() != 7) return "not seven columns";
  const std::string &device = row[1], &speed = row[2], &watts = row[3], &per_joule = row[4], &kind = row[5];
  if (!is_number(speed)) return "no speed";
  if (row[6].empty()) return "no source";
  if (kind != "measured" && kind != "predicted") return "neither measured nor predicted";
  const bool ours = device.find("rtlgen") != std::string::npos;
  if (ours != (kind == "predicted")) return "only designs of rtlgen are predicted, and all of them are";
  if (ours && !std::regex_search(device, std::regex(" at [0-9.]+ MHz"))) return "a prediction without its clock";
  if (ours && !watts.empty()) return "watts of a design that was not built";
  if (is_number(watts) == per_joule.empty()) return "measured watts and cells per joule go together";
  if (per_joule.empty()) return "";
  const double ratio = std::stod(speed) / std::stod(watts);
  return std::abs(ratio - std::stod(per_joule)) < 0.0051 ? "" : "not the speed over the watts";
}

TEST(Compare, EveryRowSaysWhatIsMeasured) {
  std::istringstream page(read(test::source_folder() + "/docs/compare.md"));
  int rows = 0;
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    const bool header = line.starts_with("| stencil |");
    if (header || !line.starts_with("|")) in_table = header;
    if (!in_table || header || line.starts_with("|---")) continue;
    ++rows;
    EXPECT_EQ(fault_of(cells(line)), "") << line;
  }
  EXPECT_GE(rows, 20);
}

/// The rows of a table whose header starts with `header`.
std::vector<std::vector<std::string>> table(const std::string& text, const std::string& header) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream page(text);
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("|")) inside = false;
    if (inside && !line.starts_with("|---")) rows.push_back(cells(line));
    if (line.starts_with(header)) inside = true;
  }
  return rows;
}

/// The differences between the table of speeds in README.md, "board (paper) | figures", and its source, "board | paper
/// | figures".
std::vector<std::string> speed_faults(const std::string& readme, const std::string& published) {
  auto source = table(published, "| board | paper |");
  std::vector<std::string> faults;
  for (const std::vector<std::string>& row : table(readme, "| board | published |")) {
    std::smatch paper;
    const bool named = std::regex_search(row[0], paper, std::regex("[(](.*)[)]"));
    const auto same = std::find_if(source.begin(), source.end(), [&](const std::vector<std::string>& from) {
      return named && from.size() == row.size() + 1 && from[1] == paper[1] &&
             std::equal(row.begin() + 1, row.end(), from.begin() + 2);
    });
    if (same == source.end())
      faults.push_back(row[0] + " has other figures than docs/evidence/published.md");
    else
      source.erase(same);
  }
  for (const std::vector<std::string>& from : source) faults.push_back(from[0] + ", " + from[1] + " is missing");
  return faults;
}

TEST(Readme, SpeedsAreThoseOfThePageOfPublishedDesigns) {
  const std::string published = read(test::source_folder() + "/docs/evidence/published.md");
  ASSERT_GE(table(published, "| board | paper |").size(), 5U);
  for (const std::string& fault : speed_faults(read(test::source_folder() + "/README.md"), published))
    ADD_FAILURE() << fault;
}

TEST(Readme, OtherSpeedsAreFound) {
  const std::string published =
      "| board | paper | speed |\n|---|---|---|\n| A-10 | Z 2018 | 2 |\n| S-V | Z 2018 | 3 |\n";
  const auto faults = [&](const std::string& rows) {
    return speed_faults("| board | published |\n|---|---|\n" + rows, published).size();
  };
  EXPECT_EQ(faults("| Arria 10 (Z 2018) | 2 |\n| Stratix V (Z 2018) | 3 |\n"), 0U);
  EXPECT_EQ(faults("| Arria 10 (Z 2018) | 2 |\n"), 1U) << "a row is missing";
  EXPECT_EQ(faults("| Arria 10 (Z 2018) | 2 |\n| Stratix V (Z 2018) | 4 |\n"), 2U) << "another figure";
  EXPECT_EQ(faults("| Arria 10 (Z 2018) | 2 |\n| Stratix V (Y 2018) | 3 |\n"), 2U) << "another paper";
  EXPECT_EQ(faults("| Arria 10 | 2 |\n| Stratix V (Z 2018) | 3 |\n"), 2U) << "no paper";
}

TEST(Compare, FaultsAreFound) {
  const std::vector<std::string> ours = {"", "U280 at 200 MHz, rtlgen", "89.4", "", "", "predicted", "a page"},
                                 theirs = {"", "H100", "403", "456", "0.88", "measured", "a paper"};
  EXPECT_EQ(fault_of(ours), "");
  EXPECT_EQ(fault_of(theirs), "");
  const auto with = [](std::vector<std::string> row, std::size_t column, const std::string& text) {
    row[column] = text;
    return fault_of(row);
  };
  EXPECT_NE(with(ours, 5, "measured"), "");
  EXPECT_NE(with(ours, 1, "U280, rtlgen"), "");
  EXPECT_NE(with(ours, 3, "40"), "");
  EXPECT_NE(with(theirs, 5, "predicted"), "");
  EXPECT_NE(with(theirs, 5, ""), "");
  EXPECT_NE(with(theirs, 6, ""), "");
  EXPECT_NE(with(theirs, 4, "0.98"), "");
  EXPECT_NE(with(theirs, 4, ""), "");
  EXPECT_NE(with(theirs, 3, "29.8, PowerPlay"), "") << "an estimate gives no cells per joule";
  EXPECT_NE(with(theirs, 2, "about 400"), "");
  EXPECT_NE(fault_of({"a", "b"}), "");
}

}  // namespace
}  // namespace rtlgen::repo
