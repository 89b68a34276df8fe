// The table of docs/compare.md says of every figure whether it was measured, and where it is from.
#include <gtest/gtest.h>

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

/// What is wrong with a row: stencil, device, Gcell/s, W, Gcell/J, kind, source; "": nothing.
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
