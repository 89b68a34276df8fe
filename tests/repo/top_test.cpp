// What may stand at the top of the tree: a file or folder that is not listed here was left there by accident.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

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
                                    "examples",
                                    "fpga_projects",
                                    "gen",
                                    "rtl",
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

/// What git has; of a tree without git what lies there, but for the build.
std::string paths() {
  const std::filesystem::path root = RTLGEN_SOURCE_DIR;
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

}  // namespace
}  // namespace rtlgen::repo
