// House rules that a program can check: header comments, sizes, left-overs, private paths.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "support/process.hpp"
#include "test_paths.hpp"
#include "tree.hpp"

namespace rtlgen::repo {
namespace {

constexpr long kMostLines = 500;
constexpr std::size_t kMostColumns = 120;
constexpr std::size_t kMostLinesOfAFunction = 60;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Columns of a line in UTF-8.
std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::size_t indentation(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Whether a statement can begin after this line.
bool ends_statement(const std::string& line) {
  static const std::regex end("^ *((//|#).*)?$|.*([;{}]|\\w:)( *//.*)?$");
  return std::regex_match(line, end);
}

/// The line in which the statement begins that opens a block at the end of line `last`: signatures, initialisers and
/// conditions take several.
std::size_t statement_at(const std::vector<std::string>& lines, std::size_t last) {
  const auto open = [&](std::size_t at) {
    return std::count(lines[at].begin(), lines[at].end(), '(') - std::count(lines[at].begin(), lines[at].end(), ')');
  };
  for (auto depth = open(last); last > 0 && (depth < 0 || !ends_statement(lines[last - 1]));) depth += open(--last);
  return last;
}

/// Whether the block that a statement opens is a function's body, as clang-format writes it.
bool opens_function(const std::string& statement) {
  static const std::regex other(
      "^ *((if|for|while|switch|else|do|catch|try|namespace|struct|class|enum|union|return|case|default|extern)\\b"
      "|[}{:/#\"]).*");
  static const std::regex lambda("\\[[^\\[\\]]*\\] ?[({]");
  const std::string name = statement.substr(0, statement.find('('));
  return name.size() < statement.size() && name.find_first_of("=[") == std::string::npos &&
         !std::regex_match(statement, other) && !std::regex_search(statement, lambda);
}

/// Functions of more lines than are allowed, by the formatting of the tree.
std::vector<std::string> long_functions(const SourceText& s) {
  std::vector<std::string> found;
  const std::vector<std::string> lines = lines_of(s.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].ends_with('{') || lines[i].find(')') == std::string::npos) continue;
    const std::size_t first = statement_at(lines, i);
    std::string statement;
    for (std::size_t k = first; k <= i; ++k) statement += lines[k];
    if (!opens_function(statement)) continue;
    std::size_t last = i + 1;
    const std::size_t depth = indentation(lines[first]);
    while (last < lines.size() && !(indentation(lines[last]) == depth && lines[last][depth] == '}')) ++last;
    if (last - i - 1 <= kMostLinesOfAFunction) continue;
    found.push_back(s.path + ":" + std::to_string(first + 1) + ": a function of " + std::to_string(last - i - 1) +
                    " lines");
  }
  return found;
}

std::vector<std::string> faults_of_code(const SourceText& s) {
  std::vector<std::string> found = long_functions(s);
  if (s.text.rfind("//", 0) != 0) found.push_back(s.path + ": does not open with what it is for");
  if (std::count(s.text.begin(), s.text.end(), '\n') > kMostLines) found.push_back(s.path + ": too long");
  for (const std::string& line : lines_of(s.text)) {
    // Lines that cannot be broken: raw strings, and comments that are one address or formula.
    const bool is_comment = line.find("//") != std::string::npos;
    if (columns(line) > kMostColumns && !is_comment && s.text.find("R\"") == std::string::npos)
      found.push_back(s.path + ": a long line: " + line);
  }
  return found;
}

std::vector<std::string> faults(const SourceText& s) {
  std::vector<std::string> found;
  if (s.path.ends_with(".cpp") || s.path.ends_with(".hpp")) found = faults_of_code(s);
  static const std::regex leftover("\\b(TO[D]O|FIX[M]E|XX[X])\\b");
  if (std::regex_search(s.text, leftover)) found.push_back(s.path + ": a left-over");
  static const std::regex path("(^|[^A-Za-z0-9_.])/(wo[r]k|ro[o]t|ho[m]e)/[a-z]");
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
  const auto function = [](int lines, const std::string& signature = "int f(int a)") {
    std::string text = "// what\n" + signature + " {\n";
    for (int i = 0; i < lines; ++i) text += "  ++a;\n";
    return text + "}\n";
  };
  EXPECT_EQ(faults({"gen/a.cpp", "int x;\n"}).size(), 1U);
  EXPECT_EQ(faults({"gen/a.cpp", std::string("// what\n// TO") + "DO later\n"}).size(), 1U);
  EXPECT_EQ(faults({"docs/a.md", std::string("see /ro") + "ot/secret\n"}).size(), 1U);
  EXPECT_EQ(faults({"gen/a.cpp", "// what\n" + std::string(900, '\n')}).size(), 1U);
  EXPECT_EQ(faults({"gen/a.cpp", "// what\nint " + std::string(200, 'x') + ";\n"}).size(), 1U);
  EXPECT_EQ(faults({"gen/a.cpp", function(61)}).size(), 1U);
  EXPECT_EQ(faults({"gen/a.cpp", function(61, "template <bool kB>\nint C::f(int a,\n         int b) const")}).size(),
            1U);
  EXPECT_EQ(faults({"gen/a.cpp", function(61, "C::C(int a)\n    : a_(a),\n      b_(a)")}).size(), 1U);
  EXPECT_TRUE(faults({"gen/a.cpp", function(60)}).empty());
  EXPECT_TRUE(faults({"gen/a.cpp", function(61, "const std::vector<int> a = f(1,\n    2)")}).empty());
  EXPECT_EQ(faults({"gen/a.cpp",
                    "// what\nint f(int a) {\n  for (int i :\n       {1}) {\n" + std::string(61, '\n') + "  }\n}\n"})
                .size(),
            1U);
  EXPECT_TRUE(faults({"gen/a.cpp", function(61, "if (const int a = 1;\n    b(a))")}).empty());
  EXPECT_TRUE(faults({"gen/a.cpp", "// what it is for\n"}).empty());
}

/// Runs it in another folder, as users may. Without the option, a script would start its work: its text is read first.
std::string fault_of_help(const SourceText& s) {
  const bool parses = s.text.find("--help") != std::string::npos || s.text.find("argparse") != std::string::npos;
  if (!parses) return s.path + " has no --help";
  const std::string path = "../" + s.path;
  ProcessOptions options;
  options.working_directory = test::source_folder() + "/docs";
  const bool is_python = s.path.ends_with(".py");
  const ProcessResult help = run_process(is_python ? std::vector<std::string>{"python3", "-B", path, "--help"}
                                                   : std::vector<std::string>{"bash", path, "--help"},
                                         options);
  const std::string name = s.path.substr(s.path.rfind('/') + 1);
  if (!help.ok() || help.output.find(name) == std::string::npos)
    return fmt::format("{} --help: status {}, \"{}\"", s.path, help.exit_code, help.output + help.errors);
  return "";
}

TEST(Scripts, ExplainThemselves) {
  std::size_t scripts = 0;
  for (const SourceText& s : files({".sh", ".py"})) {
    if (!s.path.starts_with("scripts/") && !s.path.starts_with("bench/")) continue;
    ++scripts;
    EXPECT_EQ(fault_of_help(s), "");
  }
  EXPECT_GT(scripts, 25U);
  EXPECT_EQ(fault_of_help({"scripts/demo.sh", "rm -rf build\n"}), "scripts/demo.sh has no --help");
}

/// Subjects of commits since the rule was checked (CONTRIBUTING.md).
TEST(Tree, SubjectsOfCommitsAreShort) {
  constexpr std::size_t kMostOfASubject = 72;
  const ProcessResult log =
      run_process({"git", "-C", test::source_folder(), "log", "--format=%s", "91c2d98..HEAD"}, {});
  if (!log.ok()) GTEST_SKIP() << "no git history of that length here";
  for (const std::string& subject : lines_of(log.output)) EXPECT_LE(subject.size(), kMostOfASubject) << subject;
}

}  // namespace
}  // namespace rtlgen::repo
