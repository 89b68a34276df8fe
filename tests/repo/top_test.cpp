// Entries at the top of the tree: a file or folder that is not listed here was left there by accident. Also the limit
// for generated lines in the ready projects, and the sentence that says what rtlgen is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "test_paths.hpp"
#include "tree.hpp"

namespace rtlgen::repo {
namespace {

const std::set<std::string> kTop = {".ci",
                                    ".clang-format",
                                    ".clang-tidy",
                                    ".gitignore",
                                    "CHANGELOG.md",
                                    "CITATION.cff",
                                    "CMakeLists.txt",
                                    "CMakePresets.json",
                                    "CONTRIBUTING.md",
                                    "Containerfile",
                                    "LICENSE",
                                    "README.md",
                                    "SECURITY.md",
                                    "bench",
                                    "boards",
                                    "cmake",
                                    "configs",
                                    "docs",
                                    "editors",
                                    "examples",
                                    "fpga_projects",
                                    "gen",
                                    "rtl",
                                    "runtime",
                                    "scripts",
                                    "sim",
                                    "tests"};

/// The first part of each path, of those that are not listed.
std::set<std::string> strangers(const std::string& paths) {
  std::set<std::string> found;
  std::istringstream lines(paths);
  for (std::string line; std::getline(lines, line);) {
    const std::string first = line.substr(0, line.find('/'));
    if (!kTop.contains(first)) found.insert(first);
  }
  return found;
}

/// The files of git; in a tree without git, all files but the build.
std::string paths() {
  const std::filesystem::path root = test::source_folder();
  std::string text;
  if (std::filesystem::exists(root / ".git")) {
    FILE* const git = ::popen(("git -C '" + root.string() + "' ls-files").c_str(), "r");
    std::array<char, 4096> part{};
    while (git != nullptr && std::fgets(part.data(), part.size(), git) != nullptr) text += part.data();
    EXPECT_TRUE(git != nullptr && ::pclose(git) == 0) << "git does not list its files";
    return text;
  }
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.path().filename() != "build") text += entry.path().filename().string() + "\n";
  }
  return text;
}

TEST(Top, HasOnlyWhatIsListed) {
  const std::string all = paths();
  EXPECT_NE(all.find("CMakeLists.txt"), std::string::npos);
  EXPECT_EQ(strangers(all), std::set<std::string>{});
}

TEST(Top, StrangersAreFound) {
  EXPECT_EQ(strangers("gen/a.cpp\ncampaign/seed_1.yaml\nwave.fst\n"), (std::set<std::string>{"campaign", "wave.fst"}));
}

/// Packages, pages and citations say in the same words as `rtlgen --help` what the program does.
TEST(Top, OneSentenceSaysWhatItIs) {
  const auto text_of = [](const std::string& path) { return read(test::source_folder() + "/" + path); };
  const std::string program = text_of("gen/cli/program.cpp"), before = "CLI::App app{\"rtlgen: ";
  ASSERT_NE(program.find(before), std::string::npos);
  const std::size_t begin = program.find(before) + before.size();
  const std::string sentence = program.substr(begin, program.find('"', begin) - begin);
  for (const char* path :
       {"CITATION.cff", "CMakeLists.txt", "cmake/Install.cmake", "gen/cli/man_pages.cpp", "scripts/site.py"})
    EXPECT_NE(text_of(path).find(sentence), std::string::npos) << path << ": " << sentence;
}

constexpr std::ptrdiff_t kMostGeneratedLines = 23000;

/// Lines of the files of `project` that are not copies of hand-written ones.
std::ptrdiff_t generated_lines(const std::vector<SourceText>& project, const std::vector<SourceText>& written) {
  std::set<std::string> texts;
  for (const SourceText& s : written) texts.insert(s.text);
  std::ptrdiff_t lines = 0;
  for (const SourceText& s : project) {
    if (!texts.contains(s.text)) lines += std::count(s.text.begin(), s.text.end(), '\n');
  }
  return lines;
}

std::vector<SourceText> files_below(const std::string& folder) {
  std::vector<SourceText> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_folder() + "/" + folder)) {
    if (entry.is_regular_file() && !entry.is_symlink()) found.push_back({entry.path().string(), read(entry.path())});
  }
  return found;
}

TEST(Top, GeneratedLinesAreFew) {
  std::vector<SourceText> written = files_below("rtl");
  for (SourceText& s : files_below("boards")) written.push_back(std::move(s));
  const std::ptrdiff_t generated = generated_lines(files_below("fpga_projects"), written);
  EXPECT_LT(generated, kMostGeneratedLines);
  EXPECT_GT(generated, 0);
  std::printf("%td generated lines in fpga_projects\n", generated);
}

TEST(Top, CopiesAreNotGenerated) {
  EXPECT_EQ(generated_lines({{"a.v", "1\n2\n"}, {"b.v", "3\n"}}, {{"rtl/c.v", "1\n2\n"}}), 1);
}

}  // namespace
}  // namespace rtlgen::repo
