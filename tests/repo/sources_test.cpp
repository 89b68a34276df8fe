// House rules that a program can check: header comments, sizes, left-overs, private paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "support/process.hpp"
#include "tree.hpp"

namespace rtlgen::repo {
namespace {

constexpr long kMostLines = 400;
constexpr std::size_t kMostColumns = 120;
constexpr std::size_t kMostLinesOfAFunction = 60;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t indentation(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Whether a function's body begins with this line, as clang-format writes it.
bool opens_function(const std::string& line) {
  static const std::regex other(
      "^ "
      "*(if|for|while|switch|else|do|catch|try|namespace|struct|class|enum|union|return|case|default|extern|[}:/]).*");
  if (!line.ends_with('{') || line.find(')') == std::string::npos || std::regex_match(line, other)) return false;
  const std::string before = line.substr(0, line.find('('));
  return before.find('=') == std::string::npos && before.find('[') == std::string::npos;
}

/// Functions of more lines than are allowed, by the formatting of the tree.
std::vector<std::string> long_functions(const SourceText& s) {
  std::vector<std::string> found;
  const std::vector<std::string> lines = lines_of(s.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!opens_function(lines[i])) continue;
    std::size_t last = i + 1;
    const std::size_t depth = indentation(lines[i]);
    while (last < lines.size() && !(indentation(lines[last]) == depth && lines[last][depth] == '}')) ++last;
    if (last - i - 1 <= kMostLinesOfAFunction) continue;
    found.push_back(s.path + ":" + std::to_string(i + 1) + ": a function of " + std::to_string(last - i - 1) +
                    " lines");
  }
  return found;
}

std::vector<std::string> faults_of_code(const SourceText& s) {
  std::vector<std::string> found = long_functions(s);
  if (s.text.rfind("//", 0) != 0) found.push_back(s.path + ": does not open with what it is for");
  if (std::count(s.text.begin(), s.text.end(), '\n') > kMostLines) found.push_back(s.path + ": too long");
  for (const std::string& line : lines_of(s.text)) {
    // What cannot be broken: raw strings, and comments that are one address or formula.
    const bool is_comment = line.find("//") != std::string::npos;
    if (line.size() > kMostColumns && !is_comment && s.text.find("R\"") == std::string::npos)
      found.push_back(s.path + ": a long line: " + line);
  }
  return found;
}

std::vector<std::string> faults(const SourceText& s) {
  std::vector<std::string> found;
  if (s.path.ends_with(".cpp") || s.path.ends_with(".hpp")) found = faults_of_code(s);
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
  for (const SourceText& s : files({".cpp", ".hpp", ".v", ".vhd", ".md", ".yaml", ".sh", ".txt", ".cmake", ".tcl",
                                    ".py", ".c", ".h", ".json"})) {
    for (const std::string& f : faults(s)) ADD_FAILURE() << f;
  }
}

TEST(Sources, FaultsAreFound) {
  const auto function = [](int lines) {
    std::string text = "// what\nint f(int a) {\n";
    for (int i = 0; i < lines; ++i) text += "  ++a;\n";
    return text + "}\n";
  };
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
  EXPECT_EQ(faults({"gen/a.cpp", "// what\nint " + std::string(200, 'x') + ";\n"}).size(), 1U);
  EXPECT_EQ(faults({"gen/a.cpp", function(61)}).size(), 1U);
  EXPECT_TRUE(faults({"gen/a.cpp", function(60)}).empty());
  EXPECT_TRUE(faults({"gen/a.cpp", "// what it is for\n"}).empty());
}

/// Subjects of commits since the rule was checked (CONTRIBUTING.md).
TEST(Tree, SubjectsOfCommitsAreShort) {
  constexpr std::size_t kMostOfASubject = 72;
  const ProcessResult log = run_process({"git", "-C", RTLGEN_SOURCE_DIR, "log", "--format=%s", "91c2d98..HEAD"}, {});
  if (!log.ok()) GTEST_SKIP() << "no git history of that length here";
  for (const std::string& subject : lines_of(log.output)) EXPECT_LE(subject.size(), kMostOfASubject) << subject;
}

}  // namespace
}  // namespace rtlgen::repo
