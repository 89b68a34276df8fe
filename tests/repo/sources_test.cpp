// House rules that a program can check: header comments, sizes, left-overs, private paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tree.hpp"

namespace rtlgen::repo {
namespace {

constexpr long kHardLimit = 800;

std::vector<std::string> faults(const SourceText& s) {
  std::vector<std::string> found;
  const bool code = s.path.size() > 4 && (s.path.ends_with(".cpp") || s.path.ends_with(".hpp"));
  if (code && s.text.rfind("//", 0) != 0) found.push_back(s.path + ": does not open with what it is for");
  if (code && std::count(s.text.begin(), s.text.end(), '\n') > kHardLimit) found.push_back(s.path + ": too long");
  static const std::regex leftover(
      "\\b(TO"
      "DO|FIX"
      "ME|XX"
      "X)\\b");
  if (std::regex_search(s.text, leftover)) found.push_back(s.path + ": a left-over");
  static const std::regex path(
      "(^|[^A-Za-z0-9_.])/(wo"
      "rk|ro"
      "ot|ho"
      "me)/[a-z]");
  if (std::regex_search(s.text, path)) found.push_back(s.path + ": a private path");
  return found;
}

TEST(Sources, FollowTheHouseRules) {
  for (const SourceText& s : files({".cpp", ".hpp", ".v", ".vhd", ".md", ".yaml", ".sh", ".txt", ".cmake"})) {
    for (const std::string& f : faults(s)) ADD_FAILURE() << f;
  }
}

TEST(Sources, FaultsAreFound) {
  EXPECT_EQ(faults({"gen/a.cpp", "int x;\n"}).size(), 1U);
  EXPECT_EQ(faults({"gen/a.cpp",
                    "// what\n// TO"
                    "DO later\n"})
                .size(),
            1U);
  EXPECT_EQ(faults({"docs/a.md",
                    "see /ro"
                    "ot/secret\n"})
                .size(),
            1U);
  EXPECT_EQ(faults({"gen/a.cpp", "// what\n" + std::string(900, '\n')}).size(), 1U);
  EXPECT_TRUE(faults({"gen/a.cpp", "// what it is for\n"}).empty());
}

}  // namespace
}  // namespace rtlgen::repo
